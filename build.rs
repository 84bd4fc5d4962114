//! Tells the crate under which cargo profile it is built: benches refuse to measure a debug build.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Cargo's PROFILE names only the profile inherited from; the folder names the profile itself:
    // target/<profile>/build/<package>/out.
    let out = std::path::PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let profile = out
        .ancestors()
        .nth(3)
        .and_then(|folder| folder.file_name())
        .map_or(std::env::var("PROFILE").unwrap_or_default(), |folder| {
            folder.to_string_lossy().into_owned()
        });
    println!("cargo::rustc-env=GIN_FAST_PROFILE={profile}");
}
