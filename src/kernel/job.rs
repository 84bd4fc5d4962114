//! Work on one thing after the other that is no kernel: it branches at every step.

#[cfg(target_arch = "x86_64")]
use super::x86_64::Popcnt;

/// Work that is compiled twice: for any CPU, and for those with POPCNT and BMI.
///
/// That takes everything within `run`, and `run` itself, to be `inline(always)`.
pub(crate) trait Job {
    type Done;
    fn run(self) -> Self::Done;
}

/// Does the work with what the CPU has.
#[cfg(feature = "sim")]
#[inline]
pub(crate) fn at_full_speed<J: Job>(job: J) -> J::Done {
    #[cfg(target_arch = "x86_64")]
    if let Some(popcnt) = Popcnt::new() {
        return popcnt.run(job);
    }
    job.run()
}
