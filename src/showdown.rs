//! The showdown: what a knock is worth when both lay out their hands as well as they can.
//!
//! The knocker shows a layout, the defender answers with his own melds and layoffs (`layoffs`),
//! and [`Rules::score`] prices what both are left with.

mod error;
mod layoffs;
mod layout;
#[cfg(feature = "sim")]
mod settled;
#[cfg(test)]
mod tests;

pub use error::ShowdownError;
#[cfg(feature = "sim")]
pub(crate) use layoffs::answer;
pub(crate) use layoffs::each_choice;
use layoffs::least_deadwood;
#[cfg(feature = "sim")]
pub(crate) use settled::Settled;

use crate::aces::{AceLow, AceRule, Aces};
use crate::arrangement::{Layout, canonical};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::meld::{Meld, MeldKind};
use crate::rules::{Rules, Score};

/// Which layout of his hand the knocker shows, chosen for him.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LayoutChoice {
    /// The canonical one: the best he can know without having seen the defender's hand.
    Canonical,
    /// The one that scores most against this very defender: hindsight, for analysis.
    Best,
}

/// Which layout of his hand the knocker shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown<'a> {
    /// One chosen for him.
    Chosen(LayoutChoice),
    /// These melds.
    Melds(&'a [Meld]),
}

/// A defender's melds and layoffs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Defence {
    /// His own melds, by lowest id.
    pub melds: Vec<Meld>,
    /// The cards he lays off.
    pub laid_off: CardSet,
    /// What he is left with.
    pub unmelded: CardSet,
    /// The points of these.
    pub deadwood: u8,
}

/// A settled round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Showdown {
    /// What it is worth, and for whom.
    pub score: Score,
    /// The melds that the knocker shows, by lowest id.
    pub knocker_melds: Vec<Meld>,
    /// The points of his other cards.
    pub knocker_deadwood: u8,
    /// What the defender made of his hand.
    pub defence: Defence,
}

/// The defender's best answer to the knocker's melds: least deadwood, over all his own melds and
/// everything he can lay off.
///
/// Among equal answers the one that lays off fewest cards, then the one whose remaining cards come
/// first in the canonical order.
///
/// ```
/// use gin_fast::{Aces, Meld, defend};
/// let melds = ["7c 7d 7s", "4h 5h 6h"].map(|text| Meld::new(text.parse().unwrap()).unwrap());
/// let defence = defend("7h 8h Qc".parse()?, &melds, Aces::LOW);
/// assert_eq!(defence.laid_off.to_string(), "7h 8h");
/// assert_eq!(defence.deadwood, 10);
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
pub fn defend(defender: CardSet, melds: &[Meld], aces: Aces) -> Defence {
    Defence::against(aces, defender, table(melds))
}

/// As [`defend`], unless it is given up: `go_on` is asked again and again whether to go on. Twenty
/// cards and more against many melds can take seconds.
#[cfg(feature = "python")]
pub(crate) fn defend_or_give_up(
    defender: CardSet,
    melds: &[Meld],
    aces: Aces,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Defence> {
    let (laid_off, layout) = layoffs::best_answer(aces, defender, table(melds), go_on)?;
    Some(Defence::new(aces, defender, laid_off, layout))
}

impl Defence {
    fn against(aces: Aces, defender: CardSet, table: Layout) -> Defence {
        let answer = layoffs::best_answer(aces, defender, table, &mut || true);
        let (laid_off, layout) = answer.expect("to lay off no contested card is a choice");
        Defence::new(aces, defender, laid_off, layout)
    }

    fn new(aces: Aces, defender: CardSet, laid_off: CardSet, layout: Layout) -> Defence {
        let unmelded = defender - laid_off - layout.melded();
        let deadwood = aces.points(unmelded) as u8;
        Defence { melds: layout.melds(aces), laid_off, unmelded, deadwood }
    }
}

/// The cards of these melds: where they lie in which meld does not matter to a layoff.
pub(crate) fn table(melds: &[Meld]) -> Layout {
    let of_kind = |kind| {
        let melds = melds.iter().filter(|meld| meld.kind() == kind);
        melds.fold(CardSet::EMPTY, |all, meld| all | meld.cards())
    };
    Layout { sets: of_kind(MeldKind::Set), runs: of_kind(MeldKind::Run) }
}

/// Settles a round between a knocker, without his discard, and a defender, both with ten cards or
/// the knocker with eleven that are all melded.
///
/// ```
/// use gin_fast::{Kind, LayoutChoice, Rules, Shown, showdown};
/// let settled = showdown(
///     "6d 7d 8d Qc Qd Qh 2s 3s 4s 7h".parse()?,
///     "9c Tc Jc Kd Kh Ks 5s Qs 2d Ac".parse()?,
///     &Rules::default(),
///     Shown::Chosen(LayoutChoice::Canonical),
///     None,
/// )?;
/// assert_eq!((settled.score.kind, settled.score.points), (Kind::Undercut, 29));
/// assert_eq!(settled.defence.laid_off.to_string(), "5s Qs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the hands have a wrong number of cards or share one, if the knocker may not knock, if his
/// melds are not his or not allowed, or if the rules ask for an upcard that is missing.
pub fn showdown(
    knocker: CardSet,
    defender: CardSet,
    rules: &Rules,
    shown: Shown<'_>,
    upcard: Option<Card>,
) -> Result<Showdown, ShowdownError> {
    let knock = Knock { knocker, defender, rules, upcard };
    let aces = rules.aces;
    let (layout, melds) = match shown {
        Shown::Chosen(choice) => {
            knock.check()?;
            let layout = knock.chosen(aces, choice);
            (layout, layout.melds(aces))
        }
        Shown::Melds(melds) => {
            knock.check_hands()?;
            knock.check_melds(melds)?;
            let mut melds = melds.to_vec();
            melds.sort_unstable_by_key(|meld| meld.cards().first());
            (table(&melds), melds)
        }
    };
    let (knocker_deadwood, layout) = knock.on_the_table(aces, layout);
    let defence = Defence::against(aces, defender, layout);
    let score = knock.score(knocker_deadwood, defence.deadwood);
    Ok(Showdown { score, knocker_melds: melds, knocker_deadwood, defence })
}

/// The points of [`showdown`], positive for the knocker.
///
/// # Errors
/// As [`showdown`].
pub fn knock_points(
    knocker: CardSet,
    defender: CardSet,
    rules: &Rules,
    choice: LayoutChoice,
    upcard: Option<Card>,
) -> Result<i16, ShowdownError> {
    let knock = Knock { knocker, defender, rules, upcard };
    knock.check()?;
    Ok(knock.points(choice))
}

/// A knock to be settled.
#[derive(Clone, Copy)]
pub(crate) struct Knock<'a> {
    pub(crate) knocker: CardSet,
    pub(crate) defender: CardSet,
    pub(crate) rules: &'a Rules,
    pub(crate) upcard: Option<Card>,
}

impl Knock<'_> {
    /// Why there is no showdown, if the knocker's layout is chosen for him.
    pub(crate) fn check(&self) -> Result<(), ShowdownError> {
        self.check_hands()?;
        let melded = match self.rules.aces {
            Aces::LOW => crate::melded(self.knocker),
            aces => aces.melded(self.knocker),
        };
        self.check_limit(melded)
    }

    fn check_hands(&self) -> Result<(), ShowdownError> {
        match self.knocker.len() {
            10 => {}
            11 if self.rules.big_gin => {}
            11 => return Err(ShowdownError::NoBigGin),
            _ => return Err(ShowdownError::KnockerCards(self.knocker)),
        }
        if self.defender.len() != 10 {
            return Err(ShowdownError::DefenderCards(self.defender));
        }
        if !self.knocker.is_disjoint(self.defender) {
            return Err(ShowdownError::Shared(self.knocker & self.defender));
        }
        if self.rules.needs_upcard() && self.upcard.is_none() {
            return Err(ShowdownError::NoUpcard);
        }
        Ok(())
    }

    /// Whether the knocker may go down with these cards melded.
    fn check_limit(&self, melded: CardSet) -> Result<(), ShowdownError> {
        let unmelded = self.knocker - melded;
        if self.knocker.len() == 11 && !unmelded.is_empty() {
            return Err(ShowdownError::NotAllMelded(unmelded));
        }
        let (deadwood, limit) = (self.rules.aces.points(unmelded), self.rules.limit(self.upcard));
        if deadwood > limit.into() {
            return Err(ShowdownError::OverLimit { deadwood, limit });
        }
        Ok(())
    }

    /// The points, positive for the knocker, if [`Knock::check`] has found nothing wrong.
    #[inline(always)]
    pub(crate) fn points(&self, choice: LayoutChoice) -> i16 {
        match self.rules.aces {
            Aces::LOW => self.points_under(AceLow, self.chosen(AceLow, choice)),
            aces => self.points_under(aces, self.chosen(aces, choice)),
        }
    }

    /// The points if the knocker shows this layout.
    #[inline(always)]
    fn points_under(&self, aces: impl AceRule, layout: Layout) -> i16 {
        let (knocker_deadwood, layout) = self.on_the_table(aces, layout);
        let defender_deadwood = least_deadwood(aces, self.defender, layout);
        self.score(knocker_deadwood, defender_deadwood).signed()
    }

    /// The layout chosen for the knocker.
    #[inline(always)]
    fn chosen(&self, aces: impl AceRule, choice: LayoutChoice) -> Layout {
        match choice {
            LayoutChoice::Canonical => canonical(aces, self.knocker),
            LayoutChoice::Best => self.best_layout(aces.aces()),
        }
    }

    /// The knocker's deadwood, and the melds on which may be laid off.
    #[inline(always)]
    pub(crate) fn on_the_table(&self, aces: impl AceRule, layout: Layout) -> (u8, Layout) {
        let deadwood = aces.points(self.knocker - layout.melded()) as u8;
        let layout = if self.rules.allows_layoffs(deadwood) { layout } else { Layout::NONE };
        (deadwood, layout)
    }

    #[inline(always)]
    fn score(&self, knocker_deadwood: u8, defender_deadwood: u8) -> Score {
        let is_big_gin = self.knocker.len() == 11;
        self.rules.score(is_big_gin, knocker_deadwood, defender_deadwood, self.upcard)
    }
}
