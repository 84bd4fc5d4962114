//! Reproducible chance: generators by seed, one of several.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::card_set::CardSet;
use crate::kernel::Cpu;
use crate::numbers::mixed;

/// A generator of random numbers, the same on every machine for the same seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance(Xoshiro256PlusPlus);

/// The seed of one of many that belong to `seed`: unlike its neighbours, and the same wherever and
/// whenever it is asked for.
#[inline]
pub const fn seed_of(seed: u64, number: u64) -> u64 {
    mixed(mixed(seed).wrapping_add(number))
}

/// What numbers are drawn for. Each has numbers of its own, so that none tells of another where the
/// seeds are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The cards that are dealt.
    Cards,
    /// What players leave to chance in a round that is dealt.
    Choices,
    /// What somebody believes of cards that he has not seen.
    Worlds,
    /// How a round may go on: choices, and the order of the stock.
    Continuations,
}

impl Chance {
    /// The generator of a seed.
    #[inline]
    pub fn new(purpose: Purpose, seed: u64) -> Chance {
        // Seeds are numbers without a pattern, and so none is another one with these bits turned.
        let turned = match purpose {
            Purpose::Cards => 0,
            Purpose::Choices => u64::MAX,
            Purpose::Worlds => 0xaaaa_aaaa_aaaa_aaaa,
            Purpose::Continuations => 0x3333_3333_3333_3333,
        };
        Chance(Xoshiro256PlusPlus::seed_from_u64(seed ^ turned))
    }

    /// Any number.
    #[inline(always)]
    pub(super) fn any(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`. What 64 bits do not share out evenly is less than one in 2^58.
    #[inline(always)]
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.any()) * u128::from(bound)) >> 64) as u32
    }

    /// A number from 0 on and below 1.
    #[inline(always)]
    pub(super) fn share(&mut self) -> f64 {
        (self.any() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of these cards, of which there is one.
    #[inline(always)]
    pub(super) fn card_of(&mut self, cards: CardSet, cpu: impl Cpu) -> CardSet {
        CardSet::known(cpu.nth_bit(cards.mask(), self.below(cards.len())))
    }
}

/// The place of one of the bits of two words, the lower ones first, which are not all 0.
#[inline(always)]
pub(super) fn bit_of_two(bits: [u64; 2], chance: &mut Chance, cpu: impl Cpu) -> u32 {
    let in_lower = bits[0].count_ones();
    let n = chance.below(in_lower + bits[1].count_ones());
    if n < in_lower {
        cpu.nth_bit(bits[0], n).trailing_zeros()
    } else {
        64 + cpu.nth_bit(bits[1], n - in_lower).trailing_zeros()
    }
}
