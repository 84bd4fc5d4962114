//! One hand after the other under any rule about aces.
//!
//! Few tables play with such a rule, so this is the plain path: the evaluators of one hand in a
//! loop, once for every CPU. Vectors and the loops of `scalar` know the ace low only.

use super::{Beside, NO_CARD, Terms, scalar};
use crate::aces::Aces;
use crate::card_set::CardSet;

pub(super) fn deadwood(aces: Aces, hands: &[u64], out: &mut [u8]) {
    for (hand, left) in hands.iter().zip(out) {
        *left = aces.deadwood(CardSet::truncated(*hand));
    }
}

pub(super) fn melded(aces: Aces, hands: &[u64], out: &mut [u64]) {
    for (hand, melded) in hands.iter().zip(out) {
        *melded = aces.melded(CardSet::truncated(*hand)).mask();
    }
}

pub(super) fn best_discard(
    aces: Aces,
    hands: &[u64],
    banned: Beside<'_>,
    cards: &mut [u8],
    left: &mut [u8],
) {
    for (at, ((hand, card), left)) in hands.iter().zip(cards).zip(left).enumerate() {
        let best = aces.best_discard(CardSet::truncated(*hand), banned.of(at));
        let best = best.map(|(card, left)| (card.id(), left));
        (*card, *left) = best.unwrap_or((NO_CARD, u8::MAX));
    }
}

pub(super) fn knock_discards(
    aces: Aces,
    hands: &[u64],
    limit: u8,
    banned: Beside<'_>,
    out: &mut [u64],
) {
    for (at, (hand, knocks)) in hands.iter().zip(out).enumerate() {
        let hand = CardSet::truncated(*hand);
        *knocks = aces.knock_discards(hand, limit, banned.of(at)).mask();
    }
}

pub(super) fn deadwood_after_discard(aces: Aces, hands: &[u64], out: &mut [u8]) {
    for (hand, left) in hands.iter().zip(out.chunks_exact_mut(52)) {
        left.copy_from_slice(&aces.deadwood_after_discard(CardSet::truncated(*hand)));
    }
}

// The rule about aces of a showdown is in its terms.
pub(super) fn knock_points(
    _: Aces,
    knockers: &[u64],
    defenders: &[u64],
    terms: &Terms<'_>,
    out: &mut [i16],
) {
    scalar::knock_points(knockers, defenders, terms, out);
}

pub(super) fn first_no_showdown(
    _: Aces,
    knockers: &[u64],
    defenders: &[u64],
    terms: &Terms<'_>,
) -> Option<usize> {
    scalar::first_no_showdown(knockers, defenders, terms)
}

pub(super) fn first_no_hand(_: Aces, hands: &[u64]) -> Option<usize> {
    scalar::first_no_hand(hands)
}

pub(super) fn first_without(_: Aces, cards: u32, hands: &[u64]) -> Option<usize> {
    scalar::first_without(cards, hands)
}
