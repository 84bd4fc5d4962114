//! Every arrangement of a hand, not only the canonical one.

use super::{Arrangement, arrange, deadwood};
use crate::card_set::CardSet;
use crate::meld::{Meld, melds_in};

/// The most cards for which all arrangements are listed: beyond, there can be millions.
pub const MAX_CARDS: u32 = 14;

/// Every arrangement with at most `max_deadwood` points unmelded, or every one with the least.
///
/// Runs cut differently count as different, and melds that could be laid out may be left in hand
/// where the limit allows it. The canonical arrangement comes first, the rest by deadwood, then by
/// their meld masks in order.
///
/// # Panics
/// If the hand has more than [`MAX_CARDS`] cards.
#[track_caller]
pub fn arrangements(hand: CardSet, max_deadwood: Option<u32>) -> Vec<Arrangement> {
    assert!(hand.len() <= MAX_CARDS, "expected at most {MAX_CARDS} cards, got {}", hand.len());
    let limit = max_deadwood.unwrap_or_else(|| u32::from(deadwood(hand)));
    let melds = melds_in(hand);
    let mut found = Vec::new();
    extend(&melds, hand, CardSet::EMPTY, &mut Vec::new(), limit, &mut found);
    let canonical = arrange(hand);
    found.sort_by_cached_key(|arrangement| {
        let masks: Vec<u64> = arrangement.melds.iter().map(|meld| meld.cards().mask()).collect();
        (*arrangement != canonical, arrangement.unmelded.points(), masks)
    });
    found
}

/// Decides the lowest card of `left`: unmelded, or the lowest of a meld.
fn extend(
    melds: &[Meld],
    left: CardSet,
    unmelded: CardSet,
    laid: &mut Vec<Meld>,
    limit: u32,
    found: &mut Vec<Arrangement>,
) {
    if unmelded.points() > limit {
        return;
    }
    let Some(card) = left.first() else {
        found.push(Arrangement { melds: laid.clone(), unmelded });
        return;
    };
    extend(melds, left.without(card), unmelded.with(card), laid, limit, found);
    let starts_here = |meld: &&Meld| meld.cards().first() == Some(card);
    for meld in melds.iter().filter(starts_here) {
        if meld.cards().is_subset(left) {
            laid.push(*meld);
            extend(melds, left - meld.cards(), unmelded, laid, limit, found);
            laid.pop();
        }
    }
}
