//! Brute force from the rules alone: slow, plain and independent of the evaluator it tests.
//!
//! It knows cards and masks only. A meld is looked for card by card, an arrangement is any
//! set of disjoint melds, and the canonical order is stated here a second time.

use crate::card::Card;
use crate::card_set::CardSet;

/// Whether the cards are a set of three or four of a rank, or a run of three or more in suit.
pub fn is_meld(cards: CardSet) -> bool {
    let cards: Vec<Card> = cards.iter().collect();
    let same_rank = cards.windows(2).all(|pair| pair[0].rank() == pair[1].rank());
    let in_sequence = cards.windows(2).all(|pair| {
        pair[0].suit() == pair[1].suit() && pair[0].rank() as u8 + 1 == pair[1].rank() as u8
    });
    cards.len() >= 3 && (same_rank || in_sequence)
}

/// Calls `visit` with every set of disjoint melds among the cards, unused melds included.
pub fn each_arrangement(hand: CardSet, visit: &mut impl FnMut(&[CardSet])) {
    choose(hand, &mut Vec::new(), visit);
}

fn choose(left: CardSet, laid: &mut Vec<CardSet>, visit: &mut impl FnMut(&[CardSet])) {
    let Some(card) = left.first() else { return visit(laid) };
    choose(left.without(card), laid, visit);
    for meld in melds_with_lowest(card, left) {
        laid.push(meld);
        choose(left - meld, laid, visit);
        laid.pop();
    }
}

/// The melds among `cards` whose lowest id is `card`: other cards of its rank in higher suits, or
/// the cards that follow it in suit.
fn melds_with_lowest(card: Card, cards: CardSet) -> Vec<CardSet> {
    let higher: Vec<Card> = cards.iter().filter(|other| other.id() > card.id()).collect();
    let mut melds = Vec::new();
    let equals: Vec<Card> = higher.iter().copied().filter(|c| c.rank() == card.rank()).collect();
    for choice in 0..1_u32 << equals.len() {
        let chosen = equals.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
        melds.push(chosen.map(|(_, &other)| other).chain([card]).collect::<CardSet>());
    }
    let mut run = CardSet::from(card);
    for other in higher.iter().filter(|other| other.suit() == card.suit()) {
        run = run.with(*other);
        melds.push(run);
    }
    melds.retain(|&meld| is_meld(meld));
    melds
}

/// The least deadwood over every arrangement.
pub fn deadwood(hand: CardSet) -> u32 {
    canonical(hand).0
}

/// The cards that the canonical arrangement melds.
pub fn melded(hand: CardSet) -> CardSet {
    canonical(hand).2
}

/// The place in the canonical order of the hand's first arrangement: deadwood, openings, melded
/// cards, cards in sets.
pub fn canonical(hand: CardSet) -> (u32, usize, CardSet, CardSet) {
    let mut best = None;
    each_arrangement(hand, &mut |melds| {
        let key = canonical_key(hand, melds);
        if best.is_none_or(|other| key < other) {
            best = Some(key);
        }
    });
    best.expect("every hand has the arrangement without melds")
}

fn canonical_key(hand: CardSet, melds: &[CardSet]) -> (u32, usize, CardSet, CardSet) {
    let melded = melds.iter().fold(CardSet::EMPTY, |all, &meld| all | meld);
    let unmelded = hand.iter().filter(|&card| !melded.contains(card));
    let deadwood = unmelded.map(|card| u32::from(card.points())).sum();
    let fits = |card: &Card| melds.iter().any(|&meld| is_meld(meld.with(*card)));
    let openings =
        (0..52).filter_map(Card::from_id).filter(|&card| !hand.contains(card)).filter(fits).count();
    let is_set = |meld: CardSet| meld.first().map(Card::rank) == meld.iter().last().map(Card::rank);
    let in_sets = melds.iter().filter(|&&meld| is_set(meld));
    (deadwood, openings, melded, in_sets.fold(CardSet::EMPTY, |all, &meld| all | meld))
}

/// What each discard leaves, dearest card first and of equals the highest id first.
pub fn discards(hand: CardSet) -> Vec<(Card, u32)> {
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(|card| std::cmp::Reverse((card.points(), card.id())));
    cards.into_iter().map(|card| (card, deadwood(hand.without(card)))).collect()
}

/// The discard that leaves least, and what it leaves.
pub fn best_discard(hand: CardSet, banned: Option<Card>) -> Option<(Card, u32)> {
    let allowed = discards(hand).into_iter().filter(|&(card, _)| Some(card) != banned);
    allowed.min_by_key(|&(_, left)| left)
}

/// The discards that leave at most the limit.
pub fn knock_discards(hand: CardSet, limit: u32, banned: Option<Card>) -> CardSet {
    let allowed = discards(hand).into_iter().filter(|&(card, _)| Some(card) != banned);
    allowed.filter(|&(_, left)| left <= limit).map(|(card, _)| card).collect()
}
