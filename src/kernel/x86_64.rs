//! Kernels for x86-64 beyond its baseline.

#[cfg(feature = "sim")]
use std::arch::x86_64::{_mm512_maskz_set1_epi8, _mm512_storeu_si512, _pdep_u64};

#[cfg(feature = "sim")]
use super::{Cpu, Job, spread};
use super::{lanes, scalar};

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

#[cfg(feature = "sim")]
impl Popcnt {
    /// Does any job, compiled with the features.
    pub(in crate::kernel) fn run<J: Job>(self, job: J) -> J::Done {
        #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
        fn compiled<J: Job>(cpu: Popcnt, job: J) -> J::Done {
            job.run(cpu)
        }
        // SAFETY: a token exists only where `new` detected these features.
        unsafe { compiled(self, job) }
    }
}

#[cfg(feature = "sim")]
impl Cpu for Popcnt {
    #[inline(always)]
    fn nth_bit(self, bits: u64, n: u32) -> u64 {
        #[inline]
        #[target_feature(enable = "bmi2")]
        fn compiled(bits: u64, n: u32) -> u64 {
            _pdep_u64(1 << n, bits)
        }
        // SAFETY: a token exists only where `new` detected BMI2.
        unsafe { compiled(bits, n) }
    }
}

#[cfg(feature = "sim")]
impl Avx2 {
    /// Spreads masks to bytes.
    pub(in crate::kernel) fn spread(self, masks: &[u64], width: usize, out: &mut [u8]) {
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn compiled(masks: &[u64], width: usize, out: &mut [u8]) {
            // The compiler makes vectors of it by itself.
            spread::each(masks, width, out, spread::plain);
        }
        // SAFETY: a token exists only where `new` detected these features.
        unsafe { compiled(masks, width, out) }
    }
}

#[cfg(feature = "sim")]
impl Avx512 {
    /// Spreads masks to bytes: one instruction does it.
    pub(in crate::kernel) fn spread(self, masks: &[u64], width: usize, out: &mut [u8]) {
        #[target_feature(enable = "avx512f,avx512bw")]
        fn compiled(masks: &[u64], width: usize, out: &mut [u8]) {
            spread::each(masks, width, out, |mask, out| {
                // SAFETY: 64 bytes are writable behind the reference, the store needs no
                // alignment, and the CPU has what this function is compiled with.
                unsafe {
                    let ones = _mm512_maskz_set1_epi8(mask, 1);
                    _mm512_storeu_si512(out.as_mut_ptr().cast(), ones);
                }
            });
        }
        // SAFETY: a token exists only where `new` detected these features.
        unsafe { compiled(masks, width, out) }
    }
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
