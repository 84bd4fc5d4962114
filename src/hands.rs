//! Hands to test with: random ones, and ones from neighbouring ranks, where conflicts are common.

use crate::card::Card;
use crate::card_set::CardSet;

/// A small generator of reproducible numbers (SplitMix64).
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    pub(crate) fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.any()) * bound as u128) >> 64) as usize
    }

    fn draw(&mut self, cards: u32, pack: &mut [Card]) -> CardSet {
        for at in 0..cards as usize {
            let other = at + self.below(pack.len() - at);
            pack.swap(at, other);
        }
        pack[..cards as usize].iter().copied().collect()
    }
}

/// `count` hands of `cards` cards from the whole pack.
pub(crate) fn random(cards: u32, count: usize) -> impl Iterator<Item = CardSet> {
    let mut numbers = Numbers::new(u64::from(cards));
    let mut pack: Vec<Card> = CardSet::FULL.iter().collect();
    (0..count).map(move |_| numbers.draw(cards, &mut pack))
}

/// `count` hands of `cards` cards from four to six neighbouring ranks, more where they need room.
pub(crate) fn neighbouring(cards: u32, count: usize) -> impl Iterator<Item = CardSet> {
    let mut numbers = Numbers::new(u64::from(cards) << 32);
    (0..count).map(move |_| {
        let ranks = (4 + numbers.below(3)).max(cards.div_ceil(4) as usize);
        let lowest = numbers.below(14 - ranks) as u8;
        let within = |card: &Card| (lowest..lowest + ranks as u8).contains(&(card.rank() as u8));
        let mut pack: Vec<Card> = CardSet::FULL.iter().filter(within).collect();
        numbers.draw(cards, &mut pack)
    })
}

/// `count` pairs of disjoint hands of ten: a third from the whole pack, the others from five to
/// eight neighbouring ranks, where they have melds and layoffs.
pub(crate) fn pairs(count: usize) -> impl Iterator<Item = (CardSet, CardSet)> {
    let mut numbers = Numbers::new(20);
    (0..count).map(move |at| {
        let ranks = if at % 3 == 0 { 13 } else { 5 + numbers.below(4) };
        let lowest = numbers.below(14 - ranks) as u8;
        let within = |card: &Card| (lowest..lowest + ranks as u8).contains(&(card.rank() as u8));
        let mut pack: Vec<Card> = CardSet::FULL.iter().filter(within).collect();
        let both = numbers.draw(20, &mut pack);
        let knocker = pack[..10].iter().copied().collect();
        (knocker, both - knocker)
    })
}
