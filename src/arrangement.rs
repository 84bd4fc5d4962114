//! One hand: its least deadwood and its canonical arrangement.
//!
//! Runs alone are easy: a card can be in a run exactly if it lies in three consecutive held cards
//! of its suit, so three shifts find all of them. Sets alone are easy too: a rank held three or
//! four times. Only a rank that is held three times or more *and* has a card in a run asks for a
//! decision; such a rank is in conflict:
//!
//! ```text
//! As 2s 3s 4s 5s .. .. .. .. .. .. .. ..
//! .. .. .. .. 5c .. .. .. .. .. .. .. ..      the 5s may close the run or join the other fives
//! .. .. .. .. 5d .. .. .. .. .. .. .. ..
//! .. .. .. .. .. .. .. .. .. .. .. .. ..
//! ```
//!
//! 96.8 % of all ten-card hands have no rank in conflict: there the answer is what runs and sets
//! leave over. Otherwise the search tries, for each rank in conflict, no set, the set of all cards
//! held, and of four cards each set of three; the runs take what they can of the rest, which is
//! best for any choice of sets. A hand of ten or eleven cards has at most three ranks in conflict.
//!
//! Among arrangements of equal deadwood the *canonical* one has the fewest openings (cards outside
//! the hand that fit one of its melds), then the lowest mask of melded cards, then the lowest mask
//! of cards in sets. The order is total, so every evaluator finds the same arrangement.
//!
//! All of this is written over [`AceRule`]: what else aces may do changes which cards runs can use,
//! which cards fit them and what an ace costs, and nothing here.

mod discards;
mod every;
#[cfg(feature = "sim")]
mod throws;
mod wide;

pub use discards::{best_discard, deadwood_after_discard, knock_discards};
pub(crate) use every::each_choice_of_melds;
pub use every::{MAX_CARDS, arrangements};
#[cfg(feature = "sim")]
pub(crate) use throws::{best_discards, knock_discards_at_once};

use crate::aces::{AceLow, AceRule, Aces};
use crate::card_set::CardSet;
use crate::meld::{self, Meld};

/// Up to so many ranks in conflict the search tries every choice of sets; beyond, which takes
/// twelve cards or more, it goes rank by rank (`wide`).
const MOST_TRIED: u32 = 3;

/// A choice of melds: which cards lie in sets and which in runs, each run shown whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) sets: CardSet,
    pub(crate) runs: CardSet,
}

impl Layout {
    pub(crate) const NONE: Layout = Layout { sets: CardSet::EMPTY, runs: CardSet::EMPTY };

    #[inline(always)]
    pub(crate) fn melded(self) -> CardSet {
        self.sets | self.runs
    }

    /// The place in the canonical order of a layout of `hand`: lower comes first.
    #[inline(always)]
    pub(crate) fn key(self, aces: impl AceRule, hand: CardSet) -> u128 {
        let melded = self.melded();
        let of_set_ranks = CardSet::all_of_ranks(meld::ranks(self.sets));
        let beside_runs = aces.next_up(self.runs) | aces.next_down(self.runs);
        let openings = (beside_runs | of_set_ranks) - hand;
        u128::from(aces.points(hand - melded)) << 112
            | u128::from(openings.len()) << 104
            | u128::from(melded.mask()) << 52
            | u128::from(self.sets.mask())
    }

    /// Its melds, runs shown whole, by lowest id.
    pub(crate) fn melds(self, aces: Aces) -> Vec<Meld> {
        let runs = meld::whole_runs(self.runs, aces.ace());
        let mut melds: Vec<Meld> = runs.chain(meld::whole_sets(self.sets)).collect();
        melds.sort_unstable_by_key(|meld| meld.cards().first());
        melds
    }
}

/// All sets and all runs of the hand; `None` if they overlap: then a rank is in conflict.
#[inline(always)]
pub(crate) fn without_conflict(aces: impl AceRule, hand: CardSet) -> Option<Layout> {
    let sets = CardSet::all_of_ranks(meld::set_ranks(hand)) & hand;
    let is_free = sets.is_disjoint(aces.in_some_run(hand));
    is_free.then(|| Layout { sets, runs: aces.run_cards(hand) })
}

/// Calls `visit` with each layout of a hand that may be the best: one, if no rank is in conflict. With
/// more than [`MOST_TRIED`] ranks in conflict it calls nothing and returns `false`.
#[inline(always)]
fn each_layout(aces: impl AceRule, hand: CardSet, mut visit: impl FnMut(Layout)) -> bool {
    let (set_ranks, in_runs) = (meld::set_ranks(hand), aces.in_some_run(hand));
    let mut conflicts = set_ranks & meld::ranks(in_runs);
    let free_sets = CardSet::all_of_ranks(set_ranks & !conflicts) & hand;
    let mut try_sets = |sets: u64| {
        let sets = CardSet::truncated(sets) | free_sets;
        visit(Layout { sets, runs: aces.run_cards(hand - sets) });
    };
    // Nine conflicts in ten are a single rank held three times.
    let in_conflict = CardSet::all_of_ranks(conflicts) & hand;
    if in_conflict.len() == 3 {
        try_sets(0);
        try_sets(in_conflict.mask());
        return true;
    }
    if conflicts.count_ones() > MOST_TRIED {
        return false;
    }
    let mut options = [SetOptions { masks: [0; 6], count: 1 }; MOST_TRIED as usize];
    for options in &mut options {
        if conflicts == 0 {
            break;
        }
        let held = CardSet::all_of_ranks(conflicts & conflicts.wrapping_neg()) & hand;
        *options = SetOptions::of(held, in_runs);
        conflicts &= conflicts - 1;
    }
    for third in options[2].iter() {
        for second in options[1].iter() {
            for first in options[0].iter() {
                try_sets(first | second | third);
            }
        }
    }
    true
}

/// The sets that one rank may form: none, that of all cards held, four sets of three.
#[derive(Clone, Copy)]
struct SetOptions {
    masks: [u64; 6],
    count: usize,
}

impl SetOptions {
    /// A card in no run is never left out of the set of its rank: it would only cost points.
    #[inline(always)]
    fn of(held: CardSet, in_runs: CardSet) -> SetOptions {
        let mut options = SetOptions { masks: [0, held.mask(), 0, 0, 0, 0], count: 2 };
        if held.len() == 4 {
            let mut left_out = (held & in_runs).mask();
            while left_out != 0 {
                options.masks[options.count] = held.mask() ^ (left_out & left_out.wrapping_neg());
                options.count += 1;
                left_out &= left_out - 1;
            }
        }
        options
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = u64> {
        self.masks[..self.count].iter().copied()
    }
}

/// The fewest points the hand can leave unmelded.
///
/// ```
/// use gin_fast::deadwood;
/// assert_eq!(deadwood("7c 7h 7d 8d 9d Kc Qh Js 2c 4h".parse()?), 50);
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
#[inline(always)]
pub fn deadwood(hand: CardSet) -> u8 {
    deadwood_by(AceLow, hand)
}

#[inline(always)]
pub(crate) fn deadwood_by(aces: impl AceRule, hand: CardSet) -> u8 {
    match deadwood_without_conflict(aces, hand) {
        (points, true) => points,
        _ => deadwood_in_conflict(aces, hand),
    }
}

/// The points left by all sets and all runs, and whether these do not overlap: if they do, a rank
/// is in conflict and the points mean nothing.
#[inline(always)]
pub(crate) fn deadwood_without_conflict(aces: impl AceRule, hand: CardSet) -> (u8, bool) {
    let (sets, runs) = (CardSet::all_of_ranks(meld::set_ranks(hand)), aces.run_cards(hand));
    (aces.points(hand - (sets | runs)) as u8, sets.is_disjoint(aces.in_some_run(hand)))
}

/// The least deadwood of a hand with a rank in conflict.
#[inline(always)]
pub(crate) fn deadwood_in_conflict(aces: impl AceRule, hand: CardSet) -> u8 {
    let mut least = u32::MAX;
    let tried = each_layout(aces, hand, |layout| {
        least = least.min(aces.points(hand - layout.melded()));
    });
    if tried {
        least as u8
    } else {
        aces.points(hand - wide::canonical(aces.aces(), hand).melded()) as u8
    }
}

/// The canonical layout of the hand.
#[inline(always)]
pub(crate) fn canonical(aces: impl AceRule, hand: CardSet) -> Layout {
    without_conflict(aces, hand).unwrap_or_else(|| canonical_in_conflict(aces, hand))
}

#[inline(always)]
fn canonical_in_conflict(aces: impl AceRule, hand: CardSet) -> Layout {
    let mut best = Layout::NONE;
    let mut lowest = u128::MAX;
    let tried = each_layout(aces, hand, |layout| {
        let key = layout.key(aces, hand);
        if key < lowest {
            (lowest, best) = (key, layout);
        }
    });
    if tried { best } else { wide::canonical(aces.aces(), hand) }
}

/// The cards that the canonical arrangement of the hand melds.
///
/// ```
/// use gin_fast::melded;
/// assert_eq!(melded("As 2s 3s Kd Kc Kh 9h".parse()?).to_string(), "As 2s 3s Kc Kd Kh");
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
#[inline(always)]
pub fn melded(hand: CardSet) -> CardSet {
    canonical(AceLow, hand).melded()
}

/// Disjoint melds of a hand and the cards they leave.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Arrangement {
    /// The melds, by lowest id.
    pub melds: Vec<Meld>,
    /// The cards in no meld.
    pub unmelded: CardSet,
}

impl Arrangement {
    /// The points of the unmelded cards, aces at one point.
    pub fn deadwood(&self) -> u8 {
        self.unmelded.points() as u8
    }
}

/// The canonical arrangement of the hand.
///
/// ```
/// use gin_fast::arrange;
/// let arrangement = arrange("7c 7d 7h 8h 9h Ks".parse()?);
/// assert_eq!(format!("{:?}", arrangement.melds), "[7h8h9h]");
/// assert_eq!(arrangement.deadwood(), 24);
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
pub fn arrange(hand: CardSet) -> Arrangement {
    Aces::LOW.arrange(hand)
}

impl Aces {
    /// As [`deadwood`], for any rule about aces.
    pub fn deadwood(self, hand: CardSet) -> u8 {
        deadwood_by(self, hand)
    }

    /// As [`melded`], for any rule about aces.
    pub fn melded(self, hand: CardSet) -> CardSet {
        canonical(self, hand).melded()
    }

    /// As [`arrange`], for any rule about aces.
    pub fn arrange(self, hand: CardSet) -> Arrangement {
        let layout = canonical(self, hand);
        Arrangement { melds: layout.melds(self), unmelded: hand - layout.melded() }
    }
}

#[cfg(test)]
mod tests;
