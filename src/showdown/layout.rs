//! The knocker's layout, where it is not the canonical one.

use super::{Knock, ShowdownError, table};
use crate::aces::Aces;
use crate::arrangement::{Layout, canonical, each_choice_of_melds};
use crate::card_set::CardSet;
use crate::meld::Meld;
use crate::rules::KnockLayout;

impl Knock<'_> {
    /// The layout that scores most against this defender, of all that the rules allow; of equal
    /// ones the first in the canonical order.
    ///
    /// It need not leave least: a meld that is not shown cannot be laid off on.
    pub(super) fn best_layout(&self, aces: Aces) -> Layout {
        let least = aces.deadwood(self.knocker);
        let is_free = self.knocker.len() < 11 && !(self.rules.gin_forced && least == 0);
        let limit = match self.rules.knock_layout {
            KnockLayout::Any if is_free => self.rules.limit(self.upcard),
            _ => least,
        };
        let mut best = None;
        each_choice_of_melds(aces, self.knocker, limit.into(), &mut |melds, _| {
            let layout = table(melds);
            let points = self.points_under(aces, layout);
            let place = (-points, layout.key(aces, self.knocker));
            if best.is_none_or(|(first, _)| place < first) {
                best = Some((place, layout));
            }
        });
        best.map_or_else(|| canonical(aces, self.knocker), |(_, layout)| layout)
    }

    /// Whether the knocker may show these melds.
    pub(super) fn check_melds(&self, melds: &[Meld]) -> Result<(), ShowdownError> {
        let aces = self.rules.aces;
        let mut melded = CardSet::EMPTY;
        for &meld in melds {
            if meld.ace() > aces.ace() {
                return Err(ShowdownError::NoMeld(meld, aces.ace()));
            }
            if !meld.cards().is_subset(self.knocker) {
                return Err(ShowdownError::NotInHand(meld));
            }
            if !meld.cards().is_disjoint(melded) {
                return Err(ShowdownError::Overlapping(meld));
            }
            melded |= meld.cards();
        }
        self.check_limit(melded)?;
        let deadwood = aces.points(self.knocker - melded);
        let least = aces.deadwood(self.knocker);
        let asks_for_least = match self.rules.knock_layout {
            KnockLayout::Minimal => true,
            KnockLayout::Any => self.rules.gin_forced && least == 0,
        };
        if asks_for_least && deadwood > least.into() {
            return Err(ShowdownError::NotMinimal { deadwood, least });
        }
        Ok(())
    }
}
