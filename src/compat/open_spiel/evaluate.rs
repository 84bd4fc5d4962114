//! What a hand leaves, and what may be laid and thrown on a knock.

use super::meld_id::{MeldId, MeldIds};
use super::melds::{all_melds, left_by_best_group};
use crate::aces::AceLow;
use crate::arrangement::deadwood_without_conflict;
use crate::card::Rank;
use crate::card_set::CardSet;
use crate::{best_discard, deadwood, meld, melded};

/// The least deadwood of a hand; of one card more than `hand_size`, what it leaves after a discard.
///
/// With `compat` that discard is OpenSpiel's: of what the best group of melds leaves, the card of
/// the highest rank. That misses hands where fewer points melded leave a dearer card to throw, and
/// it leaves nothing of a hand all melded even if every discard would break a meld.
///
/// ```
/// use gin_fast::{CardSet, compat::open_spiel::min_deadwood};
/// let hand: CardSet = "8s Js 8c 9c Tc Jc 8d 9d Td Th Jh".parse()?;
/// assert_eq!(min_deadwood(hand, 10, true), 9);
/// assert_eq!(min_deadwood(hand, 10, false), 8);
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
#[inline]
pub fn min_deadwood(hand: CardSet, hand_size: u32, compat: bool) -> u8 {
    if hand.len() != hand_size + 1 {
        return deadwood(hand);
    }
    if !compat {
        return best_discard(hand, None).map_or(0, |(_, left)| left);
    }
    // Without a rank in conflict only one group has the most points.
    let left = match deadwood_without_conflict(AceLow, hand) {
        (_, true) => hand - melded(hand),
        _ => left_by_best_group(hand),
    };
    let ranks = meld::ranks(left);
    let dearest = 63_usize.checked_sub(ranks.leading_zeros() as usize);
    left.points() as u8 - dearest.map_or(0, |rank| Rank::ALL[rank].points())
}

/// The melds that a hand may lay and still leave no more than the knock card.
pub fn legal_melds(hand: CardSet, knock_card: i32) -> MeldIds {
    let leaves_few = |meld: &CardSet| i32::from(deadwood(hand - *meld)) <= knock_card;
    all_melds(hand).filter(leaves_few).filter_map(MeldId::of).collect()
}

/// The cards whose discard leaves no more than the knock card.
pub fn legal_discards(hand: CardSet, hand_size: u32, knock_card: i32, compat: bool) -> CardSet {
    let left = |card| i32::from(min_deadwood(hand.without(card), hand_size, compat));
    hand.iter().filter(|card| left(*card) <= knock_card).collect()
}
