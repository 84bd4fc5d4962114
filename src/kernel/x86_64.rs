//! Kernels for x86-64 beyond its baseline.

/// A token type that proves CPU features, and a method for each kernel compiled with them.
macro_rules! token {
    (
        $(#[$doc:meta])* $Token:ident, $kernels:path, $features:tt;
        $(fn $kernel:ident $arguments:tt $(-> $result:ty)?;)*
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::kernel) struct $Token(());

        impl $Token {
            pub(in crate::kernel) fn new() -> Option<$Token> {
                detected!($features).then_some($Token(()))
            }
            $(compiled! { $kernels, $features, fn $kernel $arguments $(-> $result)? })*
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
        $kernels:path, [$($feature:tt)*],
        fn $kernel:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?
    ) => {
        pub(in crate::kernel) fn $kernel(self, $($argument: $type),*) $(-> $result)? {
            use $kernels as kernels;
            $(#[target_feature(enable = $feature)])*
            fn compiled($($argument: $type),*) $(-> $result)? {
                kernels::$kernel($($argument),*)
            }
            // SAFETY: a token exists only where `new` detected this same list of features.
            unsafe { compiled($($argument),*) }
        }
    };
}

super::for_each_kernel! { token
    /// Exists only where the CPU has POPCNT, BMI and LZCNT: the scalar kernels at full speed.
    Popcnt, crate::kernel::scalar, ["popcnt" "bmi1" "bmi2" "lzcnt"]
}
