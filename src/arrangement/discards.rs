//! What an eleven-card hand leaves after each discard.
//!
//! Throwing a card that an arrangement leaves unmelded gains exactly its points; a card that every
//! best arrangement melds gains nothing at most. So the best discard is the dearest unmelded card
//! of some arrangement, or, where one melds the whole hand, a card that it can spare: no need to
//! evaluate eleven hands. Only a hand whose unmelded or spare cards are all banned is tried card
//! by card.

use super::{Layout, MOST_TRIED, SetChoices, conflicts_and_free_sets, deadwood};
use crate::card::Card;
use crate::card_set::{CardSet, EVERY_SUIT};
use crate::meld;

/// The cards worth ten points.
const TENS: u64 = 0b1_1110_0000_0000 * EVERY_SUIT;

/// The dearest card; of equally dear cards the one with the highest id.
#[inline(always)]
fn dearest(cards: CardSet) -> Option<Card> {
    let tens = cards.mask() & TENS;
    let candidates = if tens != 0 {
        tens
    } else {
        // Below ten the points are the rank, so the highest rank comes before the highest suit.
        let top = 63_u32.checked_sub(meld::ranks(cards).leading_zeros())?;
        cards.mask() & (EVERY_SUIT << top)
    };
    Card::from_id(63 - candidates.leading_zeros() as u8)
}

/// The discard that leaves least deadwood, and that deadwood; ties go to the dearest card, then to
/// the highest id. `None` if the hand has no card that may be thrown.
///
/// ```
/// use gin_fast::{CardSet, best_discard};
/// let hand: CardSet = "As 2s 3s 4h 4d 4c 5h 6h 7h Kd 9c".parse()?;
/// let (card, deadwood) = best_discard(hand, None).unwrap();
/// assert_eq!((card.to_string().as_str(), deadwood), ("Kd", 9));
/// assert_eq!(best_discard(hand, Some(card)).unwrap().1, 10);
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
#[inline(always)]
pub fn best_discard(hand: CardSet, banned: Option<Card>) -> Option<(Card, u8)> {
    let banned = banned.map_or(CardSet::EMPTY, CardSet::from);
    let (conflicts, sets) = conflicts_and_free_sets(hand);
    let mut best: Option<(Card, u32)> = None;
    let mut try_each = false;
    let mut consider = |layout: Layout| {
        let unmelded = hand - layout.melded();
        let throwable = if unmelded.is_empty() { spare_cards(layout) } else { unmelded };
        let Some(card) = dearest(throwable - banned) else {
            try_each = true;
            return;
        };
        let left = unmelded.points().saturating_sub(u32::from(card.points()));
        if best.is_none_or(|(chosen, least)| comes_before((card, left), (chosen, least))) {
            best = Some((card, left));
        }
    };
    if conflicts == 0 {
        consider(Layout { sets, runs: meld::run_cards(hand) });
    } else if conflicts.count_ones() <= MOST_TRIED {
        SetChoices::new(hand, conflicts).each_layout(hand, sets, consider);
    } else {
        try_each = true;
    }
    if try_each {
        best = by_trying_each(hand, banned);
    }
    best.map(|(card, deadwood)| (card, deadwood as u8))
}

/// The cards that a layout can spare without breaking a meld: each card of a set of four, and
/// those of a run that leave no or at least three cards on either side.
#[inline(always)]
fn spare_cards(layout: Layout) -> CardSet {
    let below = |cards| meld::next_up(cards);
    let above = |cards| meld::next_down(cards);
    let run = layout.runs;
    let three_below = below(run) & below(below(run)) & below(below(below(run)));
    let three_above = above(run) & above(above(run)) & above(above(above(run)));
    let ends = (three_above - below(run)) | (three_below - above(run));
    let of_fours = layout.sets & CardSet::all_of_ranks(meld::ranks_of_four(layout.sets));
    run & (ends | three_above & three_below) | of_fours
}

#[inline(always)]
fn comes_before(this: (Card, u32), other: (Card, u32)) -> bool {
    let key = |(card, left): (Card, u32)| (left, std::cmp::Reverse((card.points(), card.id())));
    key(this) < key(other)
}

#[cold]
fn by_trying_each(hand: CardSet, banned: CardSet) -> Option<(Card, u32)> {
    let after = |card| (card, u32::from(deadwood(hand.without(card))));
    (hand - banned).iter().map(after).reduce(
        |best, next| {
            if comes_before(next, best) { next } else { best }
        },
    )
}

/// What each discard leaves, by card id; 255 for cards not held.
pub fn deadwood_after_discard(hand: CardSet) -> [u8; 52] {
    let mut left = [u8::MAX; 52];
    for card in hand {
        left[card.id() as usize] = deadwood(hand.without(card));
    }
    left
}

/// The discards that leave at most `limit`, without `banned`.
///
/// Each discard is judged by what its ten cards leave. Melding all eleven cards first and
/// throwing the dearest unmelded one misses knocks (rules.md 2.14, fact 5).
pub fn knock_discards(hand: CardSet, limit: u8, banned: Option<Card>) -> CardSet {
    let allowed = |card: &Card| Some(*card) != banned && deadwood(hand.without(*card)) <= limit;
    hand.iter().filter(allowed).collect()
}
