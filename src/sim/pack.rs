//! A pack from which cards are dealt by chance.

use super::chance::{Chance, Purpose};
use crate::card_set::CardSet;
use crate::kernel::Cpu;

/// The cards that are yet to be dealt. Which comes next is found out one card ahead: whoever draws it
/// need not wait, and most rounds end before half of the stock is drawn.
#[derive(Debug, Clone)]
pub(super) struct Pack {
    /// The next card, as all that follows a mask.
    top: u64,
    /// Those behind it.
    left: u64,
    /// How many these are: to count them would take longer than all else.
    count: u64,
    chance: Chance,
}

impl Pack {
    /// Two hands of ten, a card to each in turn, from a whole pack dealt as this seed has it; and what
    /// is left of it.
    #[inline(always)]
    pub(super) fn deal(seed: u64, cpu: impl Cpu) -> ([CardSet; 2], Pack) {
        let mut pack = Pack::whole(seed);
        let mut hands = [CardSet::EMPTY; 2];
        for _ in 0..10 {
            let [first, second] = pack.next_two(cpu);
            hands = [hands[0] | first, hands[1] | second];
        }
        pack.look(cpu);
        (hands, pack)
    }

    /// The next card; none when all are dealt.
    #[inline(always)]
    pub(super) fn next(&mut self, cpu: impl Cpu) -> CardSet {
        let top = self.top;
        self.look(cpu);
        CardSet::known(top)
    }

    #[inline(always)]
    fn whole(seed: u64) -> Pack {
        let chance = Chance::new(Purpose::Cards, seed);
        Pack { top: 0, left: CardSet::FULL.mask(), count: 52, chance }
    }

    /// Finds out which card comes next, each of those left as likely as the other.
    #[inline(always)]
    fn look(&mut self, cpu: impl Cpu) {
        let number = self.chance.any();
        self.top = if self.count == 0 { 0 } else { self.pick(number >> 32, cpu) };
    }

    /// The first two cards of those left, by one number.
    #[inline(always)]
    fn next_two(&mut self, cpu: impl Cpu) -> [CardSet; 2] {
        let number = self.chance.any();
        [number & 0xffff_ffff, number >> 32].map(|number| CardSet::known(self.pick(number, cpu)))
    }

    /// The card that a number of 32 bits picks. What they do not share out evenly is less than one in
    /// 2^26.
    #[inline(always)]
    fn pick(&mut self, number: u64, cpu: impl Cpu) -> u64 {
        let at = (number * self.count) >> 32;
        let card = cpu.nth_bit(self.left, at as u32);
        self.left ^= card;
        self.count -= 1;
        card
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{AnyCpu, Job, at_full_speed};
    use crate::sim::seed_of;

    /// The cards in the order in which they are dealt.
    struct Deck(u64);

    impl Job for Deck {
        type Done = Vec<CardSet>;

        #[inline(always)]
        fn run(self, cpu: impl Cpu) -> Vec<CardSet> {
            let mut pack = Pack::whole(self.0);
            let mut deck: Vec<CardSet> = (0..10).flat_map(|_| pack.next_two(cpu)).collect();
            pack.look(cpu);
            deck.extend((20..52).map(|_| pack.next(cpu)));
            assert_eq!(pack.next(cpu), CardSet::EMPTY);
            let (hands, mut rest) = Pack::deal(self.0, cpu);
            assert!((0..20).all(|at| deck[at].is_subset(hands[at % 2])));
            assert_eq!(rest.next(cpu), deck[20]);
            deck
        }
    }

    fn dealt(seed: u64) -> Vec<CardSet> {
        at_full_speed(Deck(seed))
    }

    #[test]
    fn every_card_is_dealt_once_and_as_the_seed_has_it() {
        let deck = dealt(7);
        assert_eq!(deck.iter().fold(CardSet::EMPTY, |all, &card| all | card), CardSet::FULL);
        assert!(deck.iter().all(|card| card.len() == 1));
        assert_eq!(deck, dealt(7));
        assert_ne!(deck, dealt(8));
        assert_eq!(deck, Deck(7).run(AnyCpu));
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
