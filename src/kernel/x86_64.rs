//! Kernels for x86-64 beyond its baseline.

use super::{Job, lanes, scalar};

mod avx2;
mod avx512;

/// A token type that proves CPU features, and a method for each kernel compiled with them.
///
/// The features that a token detects and those that its kernels are compiled with are one list.
macro_rules! token {
    (
        $(#[$doc:meta])* $Token:ident, $room:ident, $features:tt;
        $(fn $kernel:ident $arguments:tt $(-> $result:ty)?;)*
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::kernel) struct $Token(());

        impl $Token {
            pub(in crate::kernel) fn new() -> Option<$Token> {
                detected!($features).then_some($Token(()))
            }
            $(compiled! { $Token, $room, $features, fn $kernel $arguments $(-> $result)? })*
            job! { $Token, $features }
        }
    };
}

/// Whether the CPU has all of the features.
macro_rules! detected {
    ([$($feature:tt)*]) => { $(is_x86_feature_detected!($feature))&&* };
}

/// One kernel as a method, compiled with the features.
macro_rules! compiled {
    (
        $Token:ident, $room:ident, [$($feature:tt)*],
        fn $kernel:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?
    ) => {
        pub(in crate::kernel) fn $kernel(self, $($argument: $type),*) $(-> $result)? {
            $(#[target_feature(enable = $feature)])*
            fn compiled(_cpu: $Token, $($argument: $type),*) $(-> $result)? {
                kernel!($room, $kernel, _cpu, $($argument),*)
            }
            // SAFETY: a token exists only where `new` detected this same list of features.
            unsafe { compiled(self, $($argument),*) }
        }
    };
}

/// A method that does any job, compiled with the features.
macro_rules! job {
    ($Token:ident, [$($feature:tt)*]) => {
        #[allow(dead_code, reason = "some tokens have kernels only")]
        pub(in crate::kernel) fn run<J: Job>(self, job: J) -> J::Done {
            $(#[target_feature(enable = $feature)])*
            fn compiled<J: Job>(job: J) -> J::Done {
                job.run()
            }
            // SAFETY: a token exists only where `new` detected this same list of features.
            unsafe { compiled(job) }
        }
    };
}

/// A kernel of a room; those of [`lanes`] get the token, from which they make their vectors.
macro_rules! kernel {
    (scalar, $kernel:ident, $cpu:ident, $($argument:ident),*) => {
        scalar::$kernel($($argument),*)
    };
    (lanes, $kernel:ident, $($argument:ident),*) => {
        lanes::$kernel($($argument),*)
    };
}

super::for_each_kernel! { token
    /// Exists only where the CPU has POPCNT, BMI and LZCNT: the scalar kernels at full speed.
    Popcnt, scalar, ["popcnt" "bmi1" "bmi2" "lzcnt"]
}

super::for_each_kernel! { token
    /// Exists only where the CPU has AVX2, and POPCNT and BMI as every such CPU has.
    Avx2, lanes, ["avx2" "popcnt" "bmi1" "bmi2" "lzcnt"]
}

super::for_each_kernel! { token
    /// Exists only where the CPU has the AVX-512 of Ice Lake and Zen 4.
    Avx512, lanes, [
        "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512bitalg"
        "avx512vpopcntdq" "avx2" "popcnt" "bmi1" "bmi2" "lzcnt"
    ]
}

/// The first `N` of at least so many elements.
#[inline(always)]
fn first<const N: usize, T>(elements: &[T]) -> &[T; N] {
    elements.first_chunk().expect("the caller hands a whole vector")
}

/// Room for the first `N` of at least so many elements.
#[inline(always)]
fn first_mut<const N: usize, T>(elements: &mut [T]) -> &mut [T; N] {
    elements.first_chunk_mut().expect("the caller hands room for a whole vector")
}
