//! Every backend against brute force.
//!
//! `GIN_FAST_HANDS` says how many random and how many neighbouring-rank hands each test takes:
//!
//! ```text
//! GIN_FAST_HANDS=1000000 cargo test --profile quick --lib against_naive
//! ```

use super::{best_discard, card_just_taken, deadwood, knock_discards, melded, same};
use crate::hands::{neighbouring, random};
use crate::{Backend, Beside, Card, CardSet, Meld, NO_CARD, melds_in, naive};

const USUALLY: usize = 100_000;

fn count() -> usize {
    let Ok(count) = std::env::var("GIN_FAST_HANDS") else { return USUALLY };
    count.parse().unwrap_or_else(|_| panic!("GIN_FAST_HANDS: expected a number, got {count:?}"))
}

/// Hands of 1 to 14 cards, as many of each size.
fn of_1_to_14_cards<I: Iterator<Item = CardSet>>(make: impl Fn(u32, usize) -> I) -> Vec<CardSet> {
    (1..=14).flat_map(|cards| make(cards, count().div_ceil(14))).collect()
}

fn masks(hands: &[CardSet]) -> Vec<u64> {
    hands.iter().map(|hand| hand.mask()).collect()
}

/// Whether the cards fall into disjoint melds: some meld must take the lowest of them.
fn splits_into_melds(cards: CardSet) -> bool {
    let Some(lowest) = cards.first() else { return true };
    let melds = melds_in(cards).into_iter().map(Meld::cards);
    melds.filter(|meld| meld.contains(lowest)).any(|meld| splits_into_melds(cards - meld))
}

fn every_backend_arranges_as_naive(hands: &[CardSet]) {
    let canonical = hands.iter().map(|&hand| naive::canonical(crate::Aces::LOW, hand));
    let (points, cards): (Vec<u8>, Vec<u64>) =
        canonical.map(|(points, _, melded, _)| (points as u8, melded.mask())).unzip();
    let masks = masks(hands);
    for backend in Backend::available() {
        same("deadwood", backend, &masks, &deadwood(&masks, backend), &points);
        let found = melded(&masks, backend);
        same("melded", backend, &masks, &found, &cards);
        let split = |&melded: &u64| CardSet::from_mask(melded).is_some_and(splits_into_melds);
        assert!(found.iter().all(split), "{} melds cards that are in no meld", backend.name());
    }
}

#[test]
fn random_hands_are_arranged_as_by_naive() {
    every_backend_arranges_as_naive(&of_1_to_14_cards(random));
}

#[test]
fn neighbouring_hands_are_arranged_as_by_naive() {
    every_backend_arranges_as_naive(&of_1_to_14_cards(neighbouring));
}

/// What brute force says about the discards of one hand, asked once for all bans and limits.
struct Discards(Vec<(Card, u32)>);

impl Discards {
    fn allowed(&self, banned: Option<Card>) -> impl Iterator<Item = (Card, u32)> {
        self.0.iter().copied().filter(move |&(card, _)| Some(card) != banned)
    }

    fn best(&self, banned: Option<Card>) -> (u8, u8) {
        // They come in the order of the tie rule, and the first of equals is found.
        let best = self.allowed(banned).min_by_key(|&(_, left)| left);
        best.map_or((NO_CARD, u8::MAX), |(card, left)| (card.id(), left as u8))
    }

    fn knocks(&self, limit: u8, banned: Option<Card>) -> u64 {
        let low = self.allowed(banned).filter(|&(_, left)| left <= u32::from(limit));
        low.map(|(card, _)| card).collect::<CardSet>().mask()
    }
}

fn every_backend_discards_as_naive(hands: &[CardSet]) {
    let masks = masks(hands);
    let discards: Vec<_> = hands.iter().map(|&hand| Discards(naive::discards(hand))).collect();
    let taken: Vec<_> =
        masks.iter().enumerate().map(|(at, &hand)| card_just_taken(hand, at)).collect();
    let taken_ids: Vec<_> = taken.iter().map(|card| card.map_or(NO_CARD, Card::id)).collect();
    let free = vec![None; taken.len()];
    for (banned, may_not) in [(Beside::Nothing, &free), (Beside::Each(&taken_ids), &taken)] {
        let each = || discards.iter().zip(may_not);
        let best: Vec<_> = each().map(|(discards, &banned)| discards.best(banned)).collect();
        for backend in Backend::available() {
            same("best_discard", backend, &masks, &best_discard(&masks, banned, backend), &best);
        }
        for limit in [0, 4, 10] {
            let knocks: Vec<_> =
                each().map(|(discards, &banned)| discards.knocks(limit, banned)).collect();
            for backend in Backend::available() {
                let found = knock_discards(&masks, limit, banned, backend);
                same("knock_discards", backend, &masks, &found, &knocks);
            }
        }
    }
}

#[test]
fn discards_of_random_hands_are_chosen_as_by_naive() {
    every_backend_discards_as_naive(&random(11, count()).collect::<Vec<_>>());
}

#[test]
fn discards_of_neighbouring_hands_are_chosen_as_by_naive() {
    every_backend_discards_as_naive(&neighbouring(11, count()).collect::<Vec<_>>());
}
