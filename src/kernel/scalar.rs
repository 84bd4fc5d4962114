//! One hand after the other, without vector instructions.
//!
//! Everything is `inline(always)`, so that `super::x86_64::Popcnt` can compile it once more for
//! CPUs with POPCNT and BMI: without them a hand costs twice as much.

use super::{Beside, Terms};
use crate::aces::AceLow;
use crate::arrangement;
use crate::card::Card;
use crate::card_set::CardSet;

/// Hands in conflict are put on a list and looked at later: the loop over all hands then has no
/// branch that the CPU cannot foresee, and its constants stay in registers.
#[inline(always)]
pub(super) fn deadwood(hands: &[u64], out: &mut [u8]) {
    const BLOCK: usize = 256;
    let mut in_conflict = [0_u8; BLOCK];
    for (hands, out) in hands.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        let mut count = 0;
        for (at, (hand, left)) in hands.iter().zip(&mut *out).enumerate() {
            let (points, is_settled) =
                arrangement::deadwood_without_conflict(AceLow, CardSet::truncated(*hand));
            *left = points;
            in_conflict[count % BLOCK] = at as u8;
            count += usize::from(!is_settled);
        }
        for &at in &in_conflict[..count] {
            let hand = CardSet::truncated(hands[at as usize]);
            out[at as usize] = arrangement::deadwood_in_conflict(AceLow, hand);
        }
    }
}

#[inline(always)]
pub(super) fn melded(hands: &[u64], out: &mut [u64]) {
    for (hand, melded) in hands.iter().zip(out) {
        *melded = arrangement::melded(CardSet::truncated(*hand)).mask();
    }
}

/// A hand without a card that may be thrown gets [`super::NO_CARD`] twice.
#[inline(always)]
pub(super) fn best_discard(hands: &[u64], banned: Beside<'_>, cards: &mut [u8], left: &mut [u8]) {
    for (at, ((hand, card), left)) in hands.iter().zip(cards).zip(left).enumerate() {
        let best = arrangement::best_discard(CardSet::truncated(*hand), banned.of(at));
        let best = best.map(|(card, left)| (card.id(), left));
        (*card, *left) = best.unwrap_or((super::NO_CARD, u8::MAX));
    }
}

#[inline(always)]
pub(super) fn knock_discards(hands: &[u64], limit: u8, banned: Beside<'_>, out: &mut [u64]) {
    for (at, (hand, knocks)) in hands.iter().zip(out).enumerate() {
        let hand = CardSet::truncated(*hand);
        *knocks = match arrangement::best_discard(hand, banned.of(at)) {
            Some((_, left)) if left <= limit => {
                arrangement::knock_discards(hand, limit, banned.of(at)).mask()
            }
            _ => 0,
        };
    }
}

/// 52 bytes a hand, by card id; 255 where the card is not held.
#[inline(always)]
pub(super) fn deadwood_after_discard(hands: &[u64], out: &mut [u8]) {
    for (hand, left) in hands.iter().zip(out.chunks_exact_mut(52)) {
        left.copy_from_slice(&arrangement::deadwood_after_discard(CardSet::truncated(*hand)));
    }
}

/// The points of showdowns that [`first_no_showdown`] finds nothing wrong with.
#[inline(always)]
pub(super) fn knock_points(
    knockers: &[u64],
    defenders: &[u64],
    terms: &Terms<'_>,
    out: &mut [i16],
) {
    for (at, ((&knocker, &defender), points)) in knockers.iter().zip(defenders).zip(out).enumerate()
    {
        *points = terms.knock(at, knocker, defender).points(terms.layout);
    }
}

/// The place of the first pair that is no showdown.
#[inline(always)]
pub(super) fn first_no_showdown(
    knockers: &[u64],
    defenders: &[u64],
    terms: &Terms<'_>,
) -> Option<usize> {
    let mut pairs = knockers.iter().zip(defenders).enumerate();
    pairs
        .position(|(at, (&knocker, &defender))| terms.knock(at, knocker, defender).check().is_err())
}

/// The masks with a bit above 51 set are no hands: the place of the first.
#[inline(always)]
pub(super) fn first_no_hand(hands: &[u64]) -> Option<usize> {
    // Blocks, so that the common answer costs one comparison a block and vectorises.
    const BLOCK: usize = 512;
    for (block, part) in hands.chunks(BLOCK).enumerate() {
        if part.iter().fold(0, |all, hand| all | hand) > CardSet::FULL.mask() {
            let at = part.iter().position(|&hand| hand > CardSet::FULL.mask());
            return at.map(|at| block * BLOCK + at);
        }
    }
    None
}

/// The place of the first hand with another number of cards.
#[inline(always)]
pub(super) fn first_without(cards: u32, hands: &[u64]) -> Option<usize> {
    // Blocks for the same reason.
    const BLOCK: usize = 512;
    let differs = |hand: &u64| hand.count_ones() ^ cards;
    for (block, part) in hands.chunks(BLOCK).enumerate() {
        if part.iter().fold(0, |all, hand| all | differs(hand)) != 0 {
            let at = part.iter().position(|hand| differs(hand) != 0);
            return at.map(|at| block * BLOCK + at);
        }
    }
    None
}

const _: () = assert!(Card::from_id(super::NO_CARD).is_none());
