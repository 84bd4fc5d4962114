//! Brute force from the rules alone: slow, plain and independent of the evaluator it tests.
//!
//! It knows cards and masks only, and aces by what they may do. A meld is looked for card by card, an arrangement is any
//! set of disjoint melds, and the canonical order is stated here a second time.

use crate::aces::{Ace, Aces};
use crate::card::Card;
use crate::card_set::CardSet;

/// Whether the cards are a set of three or four of a rank, or a run of three or more in suit.
pub fn is_meld(cards: CardSet) -> bool {
    is_meld_with(Ace::Low, cards)
}

/// Whether they are one where the ace may do this.
pub fn is_meld_with(ace: Ace, cards: CardSet) -> bool {
    let cards: Vec<Card> = cards.iter().collect();
    let same_rank = cards.windows(2).all(|pair| pair[0].rank() == pair[1].rank());
    let same_suit = cards.windows(2).all(|pair| pair[0].suit() == pair[1].suit());
    let ranks: Vec<usize> = cards.iter().map(|card| card.rank() as usize).collect();
    let follows =
        |first: usize| (0..ranks.len()).all(|step| ranks.contains(&((first + step) % 13)));
    let last_first = match ace {
        Ace::Low => 13_usize.saturating_sub(ranks.len()),
        Ace::HighOrLow => 14_usize.saturating_sub(ranks.len()),
        Ace::Corner => 12,
    };
    cards.len() >= 3
        && (same_rank
            || same_suit && ranks.iter().any(|&first| first <= last_first && follows(first)))
}

/// Calls `visit` with every set of disjoint melds among the cards, unused melds included.
pub fn each_arrangement(ace: Ace, hand: CardSet, visit: &mut impl FnMut(&[CardSet])) {
    choose(ace, hand, &mut Vec::new(), visit);
}

fn choose(ace: Ace, left: CardSet, laid: &mut Vec<CardSet>, visit: &mut impl FnMut(&[CardSet])) {
    let Some(card) = left.first() else { return visit(laid) };
    choose(ace, left.without(card), laid, visit);
    for meld in melds_with_lowest(ace, card, left) {
        laid.push(meld);
        choose(ace, left - meld, laid, visit);
        laid.pop();
    }
}

/// The melds among `cards` whose lowest id is `card`: other cards of its rank in higher suits, or
/// cards of its suit.
fn melds_with_lowest(ace: Ace, card: Card, cards: CardSet) -> Vec<CardSet> {
    let higher: Vec<Card> = cards.iter().filter(|other| other.id() > card.id()).collect();
    let mut melds = Vec::new();
    let equals: Vec<Card> = higher.iter().copied().filter(|c| c.rank() == card.rank()).collect();
    for choice in 0..1_u32 << equals.len() {
        let chosen = equals.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
        melds.push(chosen.map(|(_, &other)| other).chain([card]).collect::<CardSet>());
    }
    let of_suit: Vec<Card> = higher.into_iter().filter(|c| c.suit() == card.suit()).collect();
    // A run beyond the king holds the ace, so the top cards of the suit may be in it too.
    let beyond_the_king = ace != Ace::Low && card.rank() as u8 == 0;
    for count in 0..=of_suit.len() {
        for from_top in 0..=if beyond_the_king { of_suit.len() - count } else { 0 } {
            let (bottom, rest) = of_suit.split_at(count);
            let top = &rest[rest.len() - from_top..];
            melds.push(bottom.iter().chain(top).copied().chain([card]).collect::<CardSet>());
        }
    }
    melds.retain(|&meld| is_meld_with(ace, meld));
    melds.sort_unstable();
    melds.dedup();
    melds
}

/// The least deadwood over every arrangement.
pub fn deadwood(hand: CardSet) -> u32 {
    canonical(Aces::LOW, hand).0
}

/// The cards that the canonical arrangement melds.
pub fn melded(hand: CardSet) -> CardSet {
    canonical(Aces::LOW, hand).2
}

/// What the cards cost, card by card.
fn points(aces: Aces, cards: impl Iterator<Item = Card>) -> u32 {
    let of_ace = u32::from(aces.deadwood_of_ace());
    cards.map(|card| if card.rank() as u8 == 0 { of_ace } else { card.points().into() }).sum()
}

/// The place in the canonical order of the hand's first arrangement: deadwood, openings, melded
/// cards, cards in sets.
pub fn canonical(aces: Aces, hand: CardSet) -> (u32, usize, CardSet, CardSet) {
    let mut best = None;
    each_arrangement(aces.ace(), hand, &mut |melds| {
        let key = canonical_key(aces, hand, melds);
        if best.is_none_or(|other| key < other) {
            best = Some(key);
        }
    });
    best.expect("every hand has the arrangement without melds")
}

fn canonical_key(aces: Aces, hand: CardSet, melds: &[CardSet]) -> (u32, usize, CardSet, CardSet) {
    let melded = melds.iter().fold(CardSet::EMPTY, |all, &meld| all | meld);
    let unmelded = hand.iter().filter(|&card| !melded.contains(card));
    let deadwood = points(aces, unmelded);
    let fits = |card: &Card| melds.iter().any(|&meld| is_meld_with(aces.ace(), meld.with(*card)));
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
