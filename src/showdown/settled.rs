//! A knock of which the melds are not asked for: in rounds by the million.

use super::{Knock, layoffs};
use crate::aces::{AceLow, AceRule, Aces};
use crate::arrangement::canonical;
use crate::card_set::CardSet;
use crate::rules::Score;

/// What a round between two hands comes to, its melds left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Settled {
    pub(crate) score: Score,
    pub(crate) knocker_deadwood: u8,
    pub(crate) defender_deadwood: u8,
    pub(crate) laid_off: CardSet,
}

impl Knock<'_> {
    /// As [`showdown`](super::showdown) with the canonical layout, for a knock that is known to be
    /// legal.
    #[inline(always)]
    pub(crate) fn settled(&self) -> Settled {
        match self.rules.aces {
            Aces::LOW => self.settled_under(AceLow),
            aces => self.settled_under(aces),
        }
    }

    #[inline(always)]
    fn settled_under(&self, aces: impl AceRule) -> Settled {
        let (knocker_deadwood, table) = self.on_the_table(aces, canonical(aces, self.knocker));
        let (laid_off, left) = layoffs::answer(aces, self.defender, table);
        self.settled_with(knocker_deadwood, left, laid_off)
    }

    /// What it comes to with these deadwoods and layoffs.
    #[inline(always)]
    pub(crate) fn settled_with(
        &self,
        knocker_deadwood: u8,
        defender_deadwood: u8,
        laid_off: CardSet,
    ) -> Settled {
        let score = self.score(knocker_deadwood, defender_deadwood);
        Settled { score, knocker_deadwood, defender_deadwood, laid_off }
    }
}
