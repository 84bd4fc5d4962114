//! A pack from which cards are dealt by chance.

use super::chance::{Chance, Purpose};
use crate::card_set::CardSet;
use crate::kernel::Cpu;

/// The cards that are yet to be dealt. Which comes next is found out when it comes: most rounds end
/// before half of the stock is drawn.
#[derive(Debug, Clone)]
pub(super) struct Pack {
    /// As a mask, since each card waits for the one before.
    left: u64,
    /// How many these are: to count them would take longer than all else.
    count: u64,
    chance: Chance,
}

impl Pack {
    /// A whole pack, dealt as this seed has it.
    #[inline(always)]
    pub(super) fn new(seed: u64) -> Pack {
        Pack { left: CardSet::FULL.mask(), count: 52, chance: Chance::new(Purpose::Cards, seed) }
    }

    /// The next card, each of those left as likely as the other.
    #[inline(always)]
    pub(super) fn next(&mut self, cpu: impl Cpu) -> CardSet {
        let number = self.chance.any();
        self.pick(number >> 32, cpu)
    }

    /// The next two cards, by one number.
    #[inline(always)]
    pub(super) fn next_two(&mut self, cpu: impl Cpu) -> [CardSet; 2] {
        let number = self.chance.any();
        [self.pick(number & 0xffff_ffff, cpu), self.pick(number >> 32, cpu)]
    }

    /// The card that a number of 32 bits picks. What they do not share out evenly is less than one in
    /// 2^26.
    #[inline(always)]
    fn pick(&mut self, number: u64, cpu: impl Cpu) -> CardSet {
        let at = (number * self.count) >> 32;
        let card = cpu.nth_bit(self.left, at as u32);
        self.left ^= card;
        self.count -= 1;
        CardSet::known(card)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{AnyCpu, Job, at_full_speed};
    use crate::sim::seed_of;

    /// A pack dealt to the end, by twos as long as said.
    struct Dealt {
        seed: u64,
        twos: usize,
    }

    impl Job for Dealt {
        type Done = Vec<CardSet>;

        #[inline(always)]
        fn run(self, cpu: impl Cpu) -> Vec<CardSet> {
            let mut pack = Pack::new(self.seed);
            let mut dealt: Vec<CardSet> = (0..self.twos).flat_map(|_| pack.next_two(cpu)).collect();
            dealt.extend((dealt.len()..52).map(|_| pack.next(cpu)));
            dealt
        }
    }

    fn dealt(seed: u64) -> Vec<CardSet> {
        at_full_speed(Dealt { seed, twos: 10 })
    }

    #[test]
    fn every_card_is_dealt_once_and_as_the_seed_has_it() {
        let deck = dealt(7);
        assert_eq!(deck.iter().fold(CardSet::EMPTY, |all, &card| all | card), CardSet::FULL);
        assert!(deck.iter().all(|card| card.len() == 1));
        assert_eq!(deck, dealt(7));
        assert_ne!(deck, dealt(8));
        assert_eq!(deck, Dealt { seed: 7, twos: 10 }.run(AnyCpu));
    }

    #[test]
    fn each_card_comes_at_each_place_about_as_often() {
        let mut seen = [[0_u32; 52]; 52];
        let decks = 52_000;
        for number in 0..decks {
            for (at, card) in dealt(seed_of(3, number)).iter().enumerate() {
                seen[at][card.mask().trailing_zeros() as usize] += 1;
            }
        }
        let expected = decks as f64 / 52.0;
        let off = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
        // 51 * 51 degrees of freedom, whose standard deviation is 72.
        let chi_square: f64 = seen.iter().flatten().map(off).sum();
        assert!((chi_square - 2601.0).abs() < 5.0 * 72.2, "{chi_square}");
    }

    #[test]
    fn each_pair_of_neighbours_comes_about_as_often() {
        // Cards of two that one number picks, and of two in a row.
        let decks: Vec<Vec<CardSet>> =
            (0..52_000).map(|number| dealt(seed_of(4, number))).collect();
        for first in [0, 1, 18, 19, 20, 30, 50] {
            let mut seen = vec![0_u32; 52 * 52];
            for deck in &decks {
                let [a, b] = [deck[first], deck[first + 1]];
                let [a, b] = [a, b].map(|card| card.mask().trailing_zeros() as usize);
                seen[52 * a + b] += 1;
            }
            let expected = decks.len() as f64 / (52.0 * 51.0);
            let off = |(at, count): (usize, &u32)| match at % 53 {
                0 => f64::from(*count),
                _ => (f64::from(*count) - expected).powi(2) / expected,
            };
            // 52 * 51 - 1 degrees of freedom.
            let chi_square: f64 = seen.iter().enumerate().map(off).sum();
            assert!((chi_square - 2651.0).abs() < 5.0 * 72.8, "{first}: {chi_square}");
        }
    }
}
