//! Work on one thing after the other that is no kernel: it branches at every step.

#[cfg(target_arch = "x86_64")]
use super::x86_64::Popcnt;

/// What a job may ask of the CPU.
pub(crate) trait Cpu: Copy {
    /// The set bit of which `n` lower ones are set; there must be one.
    fn nth_bit(self, bits: u64, n: u32) -> u64;
}

/// Work that is compiled twice: for any CPU, and for those with POPCNT and BMI.
///
/// That takes everything within `run`, and `run` itself, to be `inline(always)`.
pub(crate) trait Job {
    type Done;
    fn run(self, cpu: impl Cpu) -> Self::Done;
}

/// Does the work with what the CPU has.
#[inline]
pub(crate) fn at_full_speed<J: Job>(job: J) -> J::Done {
    #[cfg(target_arch = "x86_64")]
    if let Some(popcnt) = Popcnt::new() {
        return popcnt.run(job);
    }
    job.run(AnyCpu)
}

/// A CPU of which nothing is known.
#[derive(Clone, Copy)]
pub(crate) struct AnyCpu;

impl Cpu for AnyCpu {
    /// By halves, without a branch that the CPU could not foresee.
    #[inline(always)]
    fn nth_bit(self, bits: u64, n: u32) -> u64 {
        let (mut at, mut n) = (0, n);
        for width in [32, 16, 8, 4, 2, 1] {
            let below = (bits >> at & ((1 << width) - 1)).count_ones();
            let beyond = u32::from(n >= below);
            n -= below * beyond;
            at += width * beyond;
        }
        1 << at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::Numbers;

    struct Bits(u64);

    impl Job for Bits {
        type Done = Vec<u64>;

        #[inline(always)]
        fn run(self, cpu: impl Cpu) -> Vec<u64> {
            (0..self.0.count_ones()).map(|n| cpu.nth_bit(self.0, n)).collect()
        }
    }

    #[test]
    fn the_nth_bit_is_found() {
        let mut numbers = Numbers::new(1);
        for _ in 0..2_000 {
            let bits = numbers.any() & numbers.any();
            let set: Vec<u64> = (0..64).map(|at| 1 << at).filter(|bit| bits & bit != 0).collect();
            assert_eq!(at_full_speed(Bits(bits)), set);
            assert_eq!(Bits(bits).run(AnyCpu), set);
        }
    }
}
