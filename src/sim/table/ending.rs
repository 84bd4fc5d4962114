//! How a round ended.

use crate::card::Card;
use crate::card_set::CardSet;
use crate::rules::{Kind, Rules, Side};
use crate::showdown::{Knock, Settled};

/// In which way a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Nobody went out.
    Drawn,
    /// Somebody did.
    Out(Kind),
}

/// How a round ended, and what it earns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// In which way.
    pub ending: Ending,
    /// The seat that scores, if any.
    pub winner: Option<u8>,
    /// The winner's points.
    pub points: u16,
    /// The winner's boxes.
    pub boxes: u16,
    /// The seat that went out; the two deadwoods are 0 if none did.
    pub knocker: Option<u8>,
    /// What the knocker was left with.
    pub knocker_deadwood: u8,
    /// What the defender was left with.
    pub defender_deadwood: u8,
    /// What he laid off.
    pub laid_off: CardSet,
}

impl Ended {
    /// Nobody went out.
    pub const DRAWN: Ended = Ended {
        ending: Ending::Drawn,
        winner: None,
        points: 0,
        boxes: 0,
        knocker: None,
        knocker_deadwood: 0,
        defender_deadwood: 0,
        laid_off: CardSet::EMPTY,
    };

    /// The points, positive for seat 0.
    #[inline]
    pub fn points_of_first_seat(&self) -> i16 {
        if self.winner == Some(1) { -(self.points as i16) } else { self.points as i16 }
    }

    /// A seat went out with this hand, which the canonical layout shows.
    pub(super) fn by_knock(
        rules: &Rules,
        seat: u8,
        knocker: CardSet,
        defender: CardSet,
        upcard: Option<Card>,
    ) -> Ended {
        Ended::settled(seat, Knock { knocker, defender, rules, upcard }.settled())
    }

    /// A seat went out, and that comes to this.
    #[inline(always)]
    pub(super) fn settled(seat: u8, settled: Settled) -> Ended {
        Ended {
            ending: Ending::Out(settled.score.kind),
            winner: settled.score.winner.map(|side| match side {
                Side::Knocker => seat,
                Side::Defender => seat ^ 1,
            }),
            points: settled.score.points,
            boxes: settled.score.boxes,
            knocker: Some(seat),
            knocker_deadwood: settled.knocker_deadwood,
            defender_deadwood: settled.defender_deadwood,
            laid_off: settled.laid_off,
        }
    }
}
