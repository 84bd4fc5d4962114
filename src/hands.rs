//! Hands to test with: random ones, and ones from neighbouring ranks, where conflicts are common.

use crate::card::Card;
use crate::card_set::CardSet;
pub(crate) use crate::numbers::Numbers;

fn draw(numbers: &mut Numbers, cards: u32, pack: &mut [Card]) -> CardSet {
    numbers.shuffle(pack, cards as usize);
    pack[..cards as usize].iter().copied().collect()
}

/// `count` hands of `cards` cards from the whole pack.
pub(crate) fn random(cards: u32, count: usize) -> impl Iterator<Item = CardSet> {
    let mut numbers = Numbers::new(u64::from(cards));
    let mut pack: Vec<Card> = CardSet::FULL.iter().collect();
    (0..count).map(move |_| draw(&mut numbers, cards, &mut pack))
}

/// `count` hands of `cards` cards from four to six neighbouring ranks, more where they need room.
pub(crate) fn neighbouring(cards: u32, count: usize) -> impl Iterator<Item = CardSet> {
    let mut numbers = Numbers::new(u64::from(cards) << 32);
    (0..count).map(move |_| {
        let ranks = (4 + numbers.below(3)).max(cards.div_ceil(4) as usize);
        let lowest = numbers.below(14 - ranks) as u8;
        let within = |card: &Card| (lowest..lowest + ranks as u8).contains(&(card.rank() as u8));
        let mut pack: Vec<Card> = CardSet::FULL.iter().filter(within).collect();
        draw(&mut numbers, cards, &mut pack)
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
        let both = draw(&mut numbers, 20, &mut pack);
        let knocker = pack[..10].iter().copied().collect();
        (knocker, both - knocker)
    })
}
