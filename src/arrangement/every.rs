//! Every arrangement of a hand, not only the canonical one.

use super::Arrangement;
use crate::aces::Aces;
use crate::card_set::CardSet;
use crate::meld::Meld;

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
    Aces::LOW.arrangements(hand, max_deadwood)
}

impl Aces {
    /// As [`arrangements`], for any rule about aces.
    ///
    /// # Panics
    /// If the hand has more than [`MAX_CARDS`] cards.
    #[track_caller]
    pub fn arrangements(self, hand: CardSet, max_deadwood: Option<u32>) -> Vec<Arrangement> {
        assert!(hand.len() <= MAX_CARDS, "expected at most {MAX_CARDS} cards, got {}", hand.len());
        let limit = max_deadwood.unwrap_or_else(|| self.deadwood(hand).into());
        let mut found = Vec::new();
        each_choice_of_melds(self, hand, limit, &mut |melds, unmelded| {
            found.push(Arrangement { melds: melds.to_vec(), unmelded });
        });
        let canonical = self.arrange(hand);
        found.sort_by_cached_key(|one| {
            let masks: Vec<u64> = one.melds.iter().map(|meld| meld.cards().mask()).collect();
            (*one != canonical, self.points(one.unmelded), masks)
        });
        found
    }
}

/// Calls `visit` with every choice of disjoint melds of the hand, by lowest id, that leaves at most
/// `limit` points, and with what it leaves.
pub(crate) fn each_choice_of_melds(
    aces: Aces,
    hand: CardSet,
    limit: u32,
    visit: &mut dyn FnMut(&[Meld], CardSet),
) {
    let mut choice = Choice { aces, melds: aces.melds_in(hand), limit, laid: Vec::new() };
    choice.extend(hand, CardSet::EMPTY, visit);
}

struct Choice {
    aces: Aces,
    /// Every meld of the hand.
    melds: Vec<Meld>,
    limit: u32,
    /// The melds chosen so far.
    laid: Vec<Meld>,
}

impl Choice {
    /// Decides the lowest card of `left`: unmelded, or the lowest of a meld.
    fn extend(
        &mut self,
        left: CardSet,
        unmelded: CardSet,
        visit: &mut dyn FnMut(&[Meld], CardSet),
    ) {
        if self.aces.points(unmelded) > self.limit {
            return;
        }
        let Some(card) = left.first() else { return visit(&self.laid, unmelded) };
        self.extend(left.without(card), unmelded.with(card), visit);
        for at in 0..self.melds.len() {
            let meld = self.melds[at];
            if meld.cards().first() == Some(card) && meld.cards().is_subset(left) {
                self.laid.push(meld);
                self.extend(left - meld.cards(), unmelded, visit);
                self.laid.pop();
            }
        }
    }
}
