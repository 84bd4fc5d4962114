//! Reproducible chance: generators by seed, decks, one of several.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::card::Card;
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

impl Chance {
    /// The generator of a seed.
    #[inline]
    pub fn new(seed: u64) -> Chance {
        Chance(Xoshiro256PlusPlus::seed_from_u64(seed))
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

    /// A shuffled deck.
    #[inline]
    pub fn deck(&mut self) -> [Card; 52] {
        let mut deck = PACK;
        for at in 0..51 {
            let other = at + self.below(52 - at as u32) as usize;
            deck.swap(at, other);
        }
        deck
    }

    /// One of these cards, of which there is one.
    #[inline(always)]
    pub(super) fn card_of(&mut self, cards: CardSet, cpu: impl Cpu) -> u8 {
        cpu.nth_bit(cards.mask(), self.below(cards.len())) as u8
    }
}

const PACK: [Card; 52] = {
    let mut pack = [Card::from_id(0).unwrap(); 52];
    let mut id = 0;
    while id < 52 {
        pack[id as usize] = Card::from_id(id).unwrap();
        id += 1;
    }
    pack
};

/// One of the bits of two words, the lower ones first, which are not all 0.
#[inline(always)]
pub(super) fn bit_of_two(bits: [u64; 2], chance: &mut Chance, cpu: impl Cpu) -> u32 {
    let in_lower = bits[0].count_ones();
    let n = chance.below(in_lower + bits[1].count_ones());
    if n < in_lower { cpu.nth_bit(bits[0], n) } else { 64 + cpu.nth_bit(bits[1], n - in_lower) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_has_every_card_and_comes_again_with_its_seed() {
        let deck = Chance::new(7).deck();
        assert_eq!(deck.iter().copied().collect::<CardSet>(), CardSet::FULL);
        assert_eq!(deck, Chance::new(7).deck());
        assert_ne!(deck, Chance::new(8).deck());
    }

    #[test]
    fn each_card_comes_at_each_place_about_as_often() {
        let mut chance = Chance::new(seed_of(3, 4));
        let mut seen = [[0_u32; 52]; 52];
        let decks = 52_000;
        for _ in 0..decks {
            for (at, card) in chance.deck().iter().enumerate() {
                seen[at][card.id() as usize] += 1;
            }
        }
        let expected = f64::from(decks) / 52.0;
        let off = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
        // 51 * 51 degrees of freedom, whose standard deviation is 72.
        let chi_square: f64 = seen.iter().flatten().map(off).sum();
        assert!((chi_square - 2601.0).abs() < 5.0 * 72.2, "{chi_square}");
    }
}
