//! What an eleven-card hand leaves after each discard.
//!
//! Throwing a card that an arrangement leaves unmelded gains exactly its points; a card that every
//! best arrangement melds gains nothing at most. So the best discard is the dearest unmelded card
//! of some arrangement, or, where one melds the whole hand, a card that it can spare: no need to
//! evaluate eleven hands. Only a hand whose unmelded or spare cards are all banned is tried card
//! by card, and every hand where aces are not low.

use super::{Layout, deadwood_by, each_layout, without_conflict};
use crate::aces::{AceLow, AceRule, Aces};
use crate::card::Card;
use crate::card_set::{CardSet, EVERY_SUIT};
use crate::meld;

/// The cards worth ten points.
pub(super) const TENS: u64 = 0b1_1110_0000_0000 * EVERY_SUIT;

/// A card to throw and what it leaves, as one number: the lower, the better.
///
/// From the highest digit on: the deadwood left, the card's points and its id, these two counted
/// down, since of equals the dearest goes first, then the one with the highest id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Discard(u32);

impl Discard {
    const NONE: Discard = Discard(u32::MAX);

    #[inline(always)]
    fn new(left: u32, id: u32, points: u32) -> Discard {
        Discard(left << 16 | (15 - points) << 8 | (63 - id))
    }

    #[inline(always)]
    fn card_and_left(self) -> Option<(Card, u8)> {
        Some((Card::from_id(63_u8.wrapping_sub(self.0 as u8))?, (self.0 >> 16) as u8))
    }
}

/// The id and the points of the dearest card, of equally dear ones that with the highest id.
#[inline(always)]
fn dearest(cards: CardSet) -> Option<(u32, u32)> {
    let tens = cards.mask() & TENS;
    if tens != 0 {
        return Some((63 - tens.leading_zeros(), 10));
    }
    // Below ten the points are the rank, so the highest rank comes before the highest suit.
    let rank = 63_u32.checked_sub(meld::ranks(cards).leading_zeros())?;
    let of_rank = cards.mask() & (EVERY_SUIT << rank);
    Some((63 - of_rank.leading_zeros(), rank + 1))
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
    let mut best = Discard::NONE;
    let mut try_each = false;
    let mut consider = |layout: Layout| {
        let unmelded = hand - layout.melded();
        let throwable = if unmelded.is_empty() { spare_cards(layout) } else { unmelded };
        match dearest(throwable - banned) {
            Some((id, points)) => {
                let left = unmelded.points().saturating_sub(points);
                best = best.min(Discard::new(left, id, points));
            }
            None => try_each = true,
        }
    };
    if let Some(layout) = without_conflict(AceLow, hand) {
        consider(layout);
    } else if !each_layout(AceLow, hand, consider) {
        try_each = true;
    }
    if try_each {
        best = by_trying_each(AceLow, hand - banned, hand);
    }
    best.card_and_left()
}

/// The cards that a layout can spare without breaking a meld: each card of a set of four, and
/// those of a run that leave no or at least three cards on either side.
#[inline(always)]
pub(super) fn spare_cards(layout: Layout) -> CardSet {
    let below = |cards| AceLow.next_up(cards);
    let above = |cards| AceLow.next_down(cards);
    let run = layout.runs;
    let three_below = below(run) & below(below(run)) & below(below(below(run)));
    let three_above = above(run) & above(above(run)) & above(above(above(run)));
    let ends = (three_above - below(run)) | (three_below - above(run));
    let of_fours = layout.sets & CardSet::all_of_ranks(meld::ranks_of_four(layout.sets));
    run & (ends | three_above & three_below) | of_fours
}

#[cold]
fn by_trying_each(aces: impl AceRule, allowed: CardSet, hand: CardSet) -> Discard {
    let discard = |card: Card| {
        let left = deadwood_by(aces, hand.without(card));
        Discard::new(left.into(), card.id().into(), aces.points(card.into()))
    };
    allowed.iter().map(discard).min().unwrap_or(Discard::NONE)
}

/// What each discard leaves, by card id; 255 for cards not held.
pub fn deadwood_after_discard(hand: CardSet) -> [u8; 52] {
    deadwood_after_discard_by(AceLow, hand)
}

fn deadwood_after_discard_by(aces: impl AceRule, hand: CardSet) -> [u8; 52] {
    let mut left = [u8::MAX; 52];
    for card in hand {
        left[card.id() as usize] = deadwood_by(aces, hand.without(card));
    }
    left
}

/// The discards that leave at most `limit`, without `banned`.
///
/// Each discard is judged by what its ten cards leave. Melding all eleven cards first and
/// throwing the dearest unmelded one misses knocks: an arrangement with more deadwood may
/// leave a still dearer card to throw.
pub fn knock_discards(hand: CardSet, limit: u8, banned: Option<Card>) -> CardSet {
    knock_discards_by(AceLow, hand, limit, banned)
}

fn knock_discards_by(
    aces: impl AceRule,
    hand: CardSet,
    limit: u8,
    banned: Option<Card>,
) -> CardSet {
    let leaves_few = |card: &Card| deadwood_by(aces, hand.without(*card)) <= limit;
    hand.iter().filter(|card| Some(*card) != banned && leaves_few(card)).collect()
}

impl Aces {
    /// As [`best_discard`], for any rule about aces.
    pub fn best_discard(self, hand: CardSet, banned: Option<Card>) -> Option<(Card, u8)> {
        let banned = banned.map_or(CardSet::EMPTY, CardSet::from);
        by_trying_each(self, hand - banned, hand).card_and_left()
    }

    /// As [`deadwood_after_discard`], for any rule about aces.
    pub fn deadwood_after_discard(self, hand: CardSet) -> [u8; 52] {
        deadwood_after_discard_by(self, hand)
    }

    /// As [`knock_discards`], for any rule about aces.
    pub fn knock_discards(self, hand: CardSet, limit: u8, banned: Option<Card>) -> CardSet {
        knock_discards_by(self, hand, limit, banned)
    }
}
