//! Random numbers that a seed repeats.

/// How far apart the places are that numbers are mixed from.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number that tells nothing of the one it was made from (the finalizer of SplitMix64).
pub(crate) const fn mixed(place: u64) -> u64 {
    let mut mixed = place.wrapping_add(STEP);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// A small generator of reproducible numbers (SplitMix64).
#[cfg(any(test, feature = "compat"))]
#[derive(Debug, Clone)]
pub(crate) struct Numbers(u64);

#[cfg(any(test, feature = "compat"))]
impl Numbers {
    pub(crate) fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// Any number of 64 bits.
    pub(crate) fn any(&mut self) -> u64 {
        let number = mixed(self.0);
        self.0 = self.0.wrapping_add(STEP);
        number
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.any()) * bound as u128) >> 64) as usize
    }

    /// Puts a random choice of the items, in random order, into the first `count` places.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T], count: usize) {
        for at in 0..count {
            let other = at + self.below(items.len() - at);
            items.swap(at, other);
        }
    }
}
