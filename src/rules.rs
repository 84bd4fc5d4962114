//! The rules that bear on the settlement of a round: limits, bonuses, layoffs.
//!
//! These are the fields of `gin_fast.Rules` that a showdown asks about, under the same names; the
//! order of play and the score of games have more.

use crate::aces::Aces;
use crate::card::{Card, Rank, Suit};

/// Gives an enum the names that its values have in Python.
macro_rules! named {
    ($Type:ident { $($Value:ident = $name:literal),* }) => {
        impl $Type {
            /// Every value with its name.
            pub(crate) const NAMES: &[($Type, &str)] = &[$(($Type::$Value, $name)),*];

            /// The value of this name.
            pub fn named(name: &str) -> Option<$Type> {
                $Type::NAMES.iter().find(|(_, other)| *other == name).map(|(value, _)| *value)
            }

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $($Type::$Value => $name),* }
            }
        }
    };
}
#[cfg(feature = "sim")]
pub(crate) use named;

/// What an ace as upcard means under Oklahoma rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OklahomaAce {
    /// Only gin ends the round.
    Gin,
    /// A limit of one point.
    One,
}

named! { OklahomaAce { Gin = "gin", One = "one" } }

/// What becomes of a knock when both have the same deadwood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TieRule {
    /// An undercut with its bonus.
    Undercut,
    /// An undercut without bonus: no points, one box.
    UndercutNoBonus,
    /// Nobody scores.
    NoScore,
}

named! { TieRule { Undercut = "undercut", UndercutNoBonus = "undercut_no_bonus", NoScore = "no_score" } }

/// Which of his layouts the knocker may show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KnockLayout {
    /// Any that leaves at most the limit.
    Any,
    /// Only those that leave least.
    Minimal,
}

named! { KnockLayout { Any = "any", Minimal = "minimal" } }

/// How a round ended that somebody ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A knock that the defender did not undercut.
    Knock,
    /// A knock with no deadwood.
    Gin,
    /// All eleven cards melded.
    BigGin,
    /// A knock after which the defender had no more deadwood than the knocker.
    Undercut,
}

named! { Kind { Knock = "knock", Gin = "gin", BigGin = "big_gin", Undercut = "undercut" } }

/// One of the two at a showdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Who ended the round.
    Knocker,
    /// The other.
    Defender,
}

/// What a round is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score {
    /// How it ended.
    pub kind: Kind,
    /// Who scores, if anybody does.
    pub winner: Option<Side>,
    /// The winner's points.
    pub points: u16,
    /// The winner's boxes.
    pub boxes: u16,
}

impl Score {
    /// The points, positive for the knocker and negative for the defender.
    #[inline]
    pub fn signed(self) -> i16 {
        let points = self.points as i16;
        if self.winner == Some(Side::Defender) { -points } else { points }
    }
}

/// The rules of a settlement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The most deadwood to knock with, 0 to 10.
    pub knock_limit: u8,
    /// Whether the value of the first upcard lowers the limit.
    pub oklahoma: bool,
    /// What an ace as upcard means then.
    pub oklahoma_ace: OklahomaAce,
    /// Whether a spade as first upcard doubles points and extra boxes.
    pub spade_double: bool,
    /// For gin; at most 1000, as each bonus.
    pub gin_bonus: u16,
    /// Whether a knocker who has gin must show it.
    pub gin_forced: bool,
    /// Whether eleven melded cards may go down without a discard.
    pub big_gin: bool,
    /// For big gin, in place of the gin bonus.
    pub big_gin_bonus: u16,
    /// For an undercut.
    pub undercut_bonus: u16,
    /// What equal deadwood means.
    pub tie_rule: TieRule,
    /// For a knock that wins.
    pub knock_bonus: u16,
    /// Whether the defender may lay off on a knock.
    pub layoff: bool,
    /// Whether he may on gin and big gin; no deadwood then saves him.
    pub layoff_on_gin: bool,
    /// Which layouts the knocker may show.
    pub knock_layout: KnockLayout,
    /// Boxes besides the first for gin and big gin; at most 100.
    pub gin_extra_boxes: u8,
    /// Boxes besides the first for an undercut; at most 100.
    pub undercut_extra_boxes: u8,
    /// What aces may do and cost.
    pub aces: Aces,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            knock_limit: 10,
            oklahoma: false,
            oklahoma_ace: OklahomaAce::Gin,
            spade_double: false,
            gin_bonus: 25,
            gin_forced: false,
            big_gin: true,
            big_gin_bonus: 31,
            undercut_bonus: 25,
            tie_rule: TieRule::Undercut,
            knock_bonus: 0,
            layoff: true,
            layoff_on_gin: false,
            knock_layout: KnockLayout::Any,
            gin_extra_boxes: 0,
            undercut_extra_boxes: 0,
            aces: Aces::LOW,
        }
    }
}

impl Rules {
    /// Whether a settlement depends on the first upcard of the round.
    pub fn needs_upcard(&self) -> bool {
        self.oklahoma || self.spade_double
    }

    /// The most deadwood to knock with after this first upcard.
    ///
    /// ```
    /// use gin_fast::Rules;
    /// let oklahoma = Rules { oklahoma: true, ..Rules::default() };
    /// assert_eq!(oklahoma.limit("4h".parse().ok()), 4);
    /// assert_eq!(oklahoma.limit("As".parse().ok()), 0);
    /// ```
    pub fn limit(&self, upcard: Option<Card>) -> u8 {
        let of_upcard = match upcard {
            Some(card) if !self.oklahoma || card.rank() != Rank::Ace => card.points(),
            Some(_) if self.oklahoma_ace == OklahomaAce::Gin => 0,
            _ => 1,
        };
        if self.oklahoma { self.knock_limit.min(of_upcard) } else { self.knock_limit }
    }

    /// Whether the defender may lay off on a knocker with this deadwood.
    #[inline(always)]
    pub(crate) fn allows_layoffs(&self, knocker_deadwood: u8) -> bool {
        if knocker_deadwood == 0 { self.layoff_on_gin } else { self.layoff }
    }

    /// What a round is worth in which the knocker went down with this deadwood, or with eleven
    /// cards, and the defender was left with that.
    ///
    /// Where the rules know no big gin the knocker had to throw a card: he has gin.
    ///
    /// ```
    /// use gin_fast::{Kind, Rules, Side};
    /// let score = Rules::default().score(false, 7, 3, None);
    /// assert_eq!((score.kind, score.winner), (Kind::Undercut, Some(Side::Defender)));
    /// assert_eq!((score.points, score.signed(), score.boxes), (29, -29, 1));
    /// ```
    #[inline]
    pub fn score(
        &self,
        eleven_cards: bool,
        knocker_deadwood: u8,
        defender_deadwood: u8,
        upcard: Option<Card>,
    ) -> Score {
        let (knocker, defender) = (u16::from(knocker_deadwood), u16::from(defender_deadwood));
        let (kind, winner, points, extra_boxes) = if knocker == 0 {
            let (kind, bonus) = match eleven_cards && self.big_gin {
                true => (Kind::BigGin, self.big_gin_bonus),
                false => (Kind::Gin, self.gin_bonus),
            };
            let is_saved = self.layoff_on_gin && defender == 0;
            let winner = if is_saved { None } else { Some(Side::Knocker) };
            (kind, winner, bonus + defender, self.gin_extra_boxes)
        } else if defender > knocker {
            let points = defender - knocker + self.knock_bonus;
            (Kind::Knock, Some(Side::Knocker), points, 0)
        } else if defender < knocker || self.tie_rule == TieRule::Undercut {
            let points = knocker - defender + self.undercut_bonus;
            (Kind::Undercut, Some(Side::Defender), points, self.undercut_extra_boxes)
        } else if self.tie_rule == TieRule::UndercutNoBonus {
            (Kind::Undercut, Some(Side::Defender), 0, 0)
        } else {
            (Kind::Knock, None, 0, 0)
        };
        if winner.is_none() {
            return Score { kind, winner, points: 0, boxes: 0 };
        }
        let is_spade = upcard.is_some_and(|card| card.suit() == Suit::Spades);
        let times = if self.spade_double && is_spade { 2 } else { 1 };
        Score { kind, winner, points: times * points, boxes: 1 + times * u16::from(extra_boxes) }
    }
}
