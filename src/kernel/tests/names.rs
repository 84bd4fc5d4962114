//! Which backends there are, and what asking for another one says.

use crate::{BACKEND_VARIABLE, Backend};

fn names() -> Vec<&'static str> {
    Backend::available().into_iter().map(Backend::name).collect()
}

#[test]
fn every_available_backend_is_found_by_its_name() {
    for backend in Backend::available() {
        assert_eq!(Backend::named(backend.name()), Ok(backend));
    }
}

#[test]
fn scalar_works_everywhere() {
    assert_eq!(names().first(), Some(&"scalar"));
}

#[test]
fn an_unknown_backend_is_an_error_that_lists_the_known_ones() {
    for unknown in ["", "AVX2", "avx3", "avx2 "] {
        let error = Backend::named(unknown).unwrap_err().to_string();
        assert!(error.starts_with("backend: expected one of"), "{error}");
        assert!(error.contains(&format!("got {unknown:?}")), "{error}");
        assert!(error.ends_with(&names().join(", ")), "{error}");
    }
}

#[test]
fn a_backend_that_this_cpu_cannot_run_is_an_error() {
    for name in ["avx2", "avx512"].into_iter().filter(|name| !names().contains(name)) {
        let error = Backend::named(name).unwrap_err().to_string();
        assert!(error.contains(&format!("this CPU does not have what {name:?} needs")), "{error}");
    }
}

#[test]
fn the_environment_chooses_the_backend() {
    match std::env::var(BACKEND_VARIABLE) {
        Ok(name) if !name.is_empty() => assert_eq!(Backend::detect(), Backend::named(&name)),
        _ => assert_eq!(Backend::detect().as_ref(), Ok(Backend::available().last().unwrap())),
    }
}

/// `GIN_FAST_REQUIRE=avx2,avx512` says what a machine must have: a backend that was left out in
/// silence is not a tested one.
#[test]
fn the_required_backends_were_there() {
    let required = std::env::var("GIN_FAST_REQUIRE").unwrap_or_default();
    for name in required.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        assert!(names().contains(&name), "{name} is required, this machine has {:?}", names());
    }
}
