//! The hands to measure with: random ones, hands from play, and dense ones of few ranks.

use gin_fast::{Card, CardSet};

/// So many hands, their masks and answers stay in a core's own cache.
pub(crate) const COUNT: usize = 1 << 16;

/// Some hands and what the benches call them.
pub(crate) struct Hands {
    pub(crate) name: &'static str,
    pub(crate) masks: Vec<u64>,
}

impl Hands {
    /// The first of them, for engines that take a thousand times as long.
    pub(crate) fn few(&self) -> Hands {
        Hands { name: self.name, masks: self.masks[..1 << 8].to_vec() }
    }

    /// From the whole pack.
    pub(crate) fn random(name: &'static str, cards: usize) -> Hands {
        let mut numbers = Numbers(cards as u64);
        let mut pack: Vec<Card> = CardSet::FULL.iter().collect();
        Hands { name, masks: (0..COUNT).map(|_| numbers.draw(cards, &mut pack)).collect() }
    }

    /// From three to five neighbouring ranks.
    pub(crate) fn dense(name: &'static str, cards: usize) -> Hands {
        let mut numbers = Numbers(cards as u64 + 100);
        let draw = |_| {
            let ranks = 3 + numbers.below(3);
            let lowest = numbers.below(14 - ranks);
            let near = |card: &Card| (lowest..lowest + ranks).contains(&(card.rank() as usize));
            let mut pack: Vec<Card> = CardSet::FULL.iter().filter(near).collect();
            numbers.draw(cards, &mut pack)
        };
        Hands { name, masks: (0..COUNT).map(draw).collect() }
    }

    /// Those that players held, of these numbers of cards, over and over.
    pub(crate) fn from_play(name: &'static str, cards: &[u32]) -> Hands {
        let rows = include_str!("../../tests/data/midgame_hands.csv").lines().skip(1);
        let masks = rows.map(|row| {
            let hand = row.split_once(",0x").expect("cards, then the mask").1;
            u64::from_str_radix(hand, 16).expect("hexadecimal")
        });
        let held: Vec<u64> = masks.filter(|mask| cards.contains(&mask.count_ones())).collect();
        Hands { name, masks: held.into_iter().cycle().take(COUNT).collect() }
    }
}

/// A small generator of reproducible numbers (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ mixed >> 31) * bound as u128) >> 64) as usize
    }

    fn draw(&mut self, cards: usize, pack: &mut [Card]) -> u64 {
        for at in 0..cards {
            let other = at + self.below(pack.len() - at);
            pack.swap(at, other);
        }
        pack[..cards].iter().copied().collect::<CardSet>().mask()
    }
}
