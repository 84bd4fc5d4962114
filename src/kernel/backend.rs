//! Which instructions the kernels use, found out once a process.

use std::fmt;
use std::sync::OnceLock;

#[cfg(target_arch = "x86_64")]
use super::x86_64::{Avx2, Avx512, Popcnt};
use super::{other_aces, scalar};
use crate::aces::Aces;

/// The instructions that a kernel uses. A value exists only where the CPU has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backend(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Popcnt(Popcnt),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// Any CPU, and a rule about aces that the others do not know.
    OtherAces(Aces),
}

/// The environment variable that chooses the backend instead of [`Backend::detect`].
pub const VARIABLE: &str = "GIN_FAST_BACKEND";
const NAMES: [&str; 3] = ["scalar", "avx2", "avx512"];

impl Backend {
    /// The backends that work on this CPU, slowest first.
    pub fn available() -> Vec<Backend> {
        NAMES.iter().filter_map(|name| Backend::find(name)).collect()
    }

    /// The backend called `scalar`, `avx2` or `avx512`.
    pub fn named(name: &str) -> Result<Backend, BackendError> {
        Backend::find(name).ok_or_else(|| BackendError { name: name.to_owned(), from: "backend" })
    }

    /// The fastest backend for this CPU, or the one that `GIN_FAST_BACKEND` names; found once.
    pub fn detect() -> Result<Backend, BackendError> {
        static FOUND: OnceLock<Result<Backend, BackendError>> = OnceLock::new();
        let choose = || match std::env::var_os(VARIABLE) {
            Some(name) if !name.is_empty() => {
                let name = name.to_string_lossy().into_owned();
                Backend::find(&name).ok_or(BackendError { name, from: VARIABLE })
            }
            _ => Ok(*Backend::available().last().expect("scalar works everywhere")),
        };
        FOUND.get_or_init(choose).clone()
    }

    #[cfg(target_arch = "x86_64")]
    fn find(name: &str) -> Option<Backend> {
        Some(Backend(match name {
            "scalar" => Popcnt::new().map_or(Kind::Scalar, Kind::Popcnt),
            "avx2" => Kind::Avx2(Avx2::new()?),
            "avx512" => Kind::Avx512(Avx512::new()?),
            _ => return None,
        }))
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn find(name: &str) -> Option<Backend> {
        (name == "scalar").then_some(Backend(Kind::Scalar))
    }

    /// The backend that evaluates under this rule about aces: itself if they are low, else one
    /// without vectors.
    #[must_use]
    pub fn under(self, aces: Aces) -> Backend {
        if aces == Aces::LOW { self } else { Backend(Kind::OtherAces(aces)) }
    }

    /// `scalar`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Scalar | Kind::OtherAces(_) => "scalar",
            #[cfg(target_arch = "x86_64")]
            Kind::Popcnt(_) => "scalar",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "avx512",
        }
    }
}

/// One method a kernel, each a single `match`.
macro_rules! dispatch {
    (; $(fn $kernel:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        impl Backend {$(
            #[inline]
            pub(crate) fn $kernel(self, $($argument: $type),*) $(-> $result)? {
                match self.0 {
                    Kind::Scalar => scalar::$kernel($($argument),*),
                    #[cfg(target_arch = "x86_64")]
                    Kind::Popcnt(popcnt) => popcnt.$kernel($($argument),*),
                    #[cfg(target_arch = "x86_64")]
                    Kind::Avx2(avx2) => avx2.$kernel($($argument),*),
                    #[cfg(target_arch = "x86_64")]
                    Kind::Avx512(avx512) => avx512.$kernel($($argument),*),
                    Kind::OtherAces(aces) => other_aces::$kernel(aces, $($argument),*),
                }
            }
        )*}
    };
}

super::for_each_kernel! { dispatch }

/// No backend of this name works on this CPU.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackendError {
    name: String,
    from: &'static str,
}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let works: Vec<&str> = Backend::available().into_iter().map(Backend::name).collect();
        let BackendError { name, from } = self;
        if NAMES.contains(&name.as_str()) {
            write!(f, "{from}: this CPU does not have what {name:?} needs")?;
        } else {
            write!(f, "{from}: expected one of {NAMES:?}, got {name:?}")?;
        }
        write!(f, "; usable on this machine: {}", works.join(", "))
    }
}

impl std::error::Error for BackendError {}
