//! One hand: its least deadwood and its canonical arrangement.
//!
//! Runs alone are easy: a card can be in a run exactly if it lies in three consecutive held cards of
//! its suit, so three shifts find all of them. Sets alone are easy too: a rank held three or
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

mod discards;
mod every;
mod wide;

pub use discards::{best_discard, deadwood_after_discard, knock_discards};
pub use every::{MAX_CARDS, arrangements};

use crate::card_set::CardSet;
use crate::meld::{self, Meld};

/// Up to so many ranks in conflict the search tries every choice of sets; beyond, which takes
/// fifteen cards or more, it goes rank by rank (`wide`).
const MOST_TRIED: u32 = 4;

/// A choice of melds: which cards lie in sets and which in runs, each run shown whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) sets: CardSet,
    pub(crate) runs: CardSet,
}

impl Layout {
    #[inline]
    pub(crate) fn melded(self) -> CardSet {
        self.sets | self.runs
    }

    /// The place in the canonical order of a layout of `hand`: lower comes first.
    #[inline]
    fn key(self, hand: CardSet) -> u128 {
        let melded = self.melded();
        let of_set_ranks = CardSet::all_of_ranks(meld::ranks(self.sets));
        let openings = (meld::neighbours(self.runs) | of_set_ranks) - hand;
        u128::from((hand - melded).points()) << 112
            | u128::from(openings.len()) << 104
            | u128::from(melded.mask()) << 52
            | u128::from(self.sets.mask())
    }
}

/// The ranks in conflict, and the sets of the other ranks, which cost nothing to lay out.
#[inline]
fn conflicts_and_free_sets(hand: CardSet) -> (u64, CardSet) {
    let set_ranks = meld::set_ranks(hand);
    let conflicts = set_ranks & meld::ranks(meld::run_cards(hand));
    (conflicts, CardSet::all_of_ranks(set_ranks & !conflicts) & hand)
}

/// Calls `visit` with each layout of `rest` that may be best, the cards of `sets` being laid out.
///
/// A card in no run of `rest` is never left out of the set of its rank: it would only cost points.
fn each_layout(rest: CardSet, conflicts: u64, sets: CardSet, visit: &mut impl FnMut(Layout)) {
    let runs = meld::run_cards(rest);
    if conflicts == 0 {
        return visit(Layout { sets, runs });
    }
    let rank = conflicts & conflicts.wrapping_neg();
    let others = conflicts ^ rank;
    let held = CardSet::all_of_ranks(rank) & rest;
    each_layout(rest - held, others, sets | held, visit);
    let in_runs = held & runs;
    if in_runs.is_empty() {
        return;
    }
    each_layout(rest, others, sets, visit);
    if held.len() == 4 {
        for card in in_runs {
            let three = held.without(card);
            each_layout(rest - three, others, sets | three, visit);
        }
    }
}

/// The fewest points the hand can leave unmelded.
///
/// ```
/// use gin_fast::deadwood;
/// assert_eq!(deadwood("7c 7h 7d 8d 9d Kc Qh Js 2c 4h".parse()?), 50);
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
#[inline]
pub fn deadwood(hand: CardSet) -> u8 {
    let (conflicts, sets) = conflicts_and_free_sets(hand);
    if conflicts == 0 {
        return (hand - sets - meld::run_cards(hand)).points() as u8;
    }
    deadwood_in_conflict(hand - sets, conflicts)
}

/// The least deadwood of a hand whose ranks in conflict are known and not 0.
pub(crate) fn deadwood_in_conflict(rest: CardSet, conflicts: u64) -> u8 {
    if conflicts.count_ones() > MOST_TRIED {
        return (rest - wide::canonical(rest).melded()).points() as u8;
    }
    let mut least = u32::MAX;
    each_layout(rest, conflicts, CardSet::EMPTY, &mut |layout| {
        least = least.min((rest - layout.melded()).points());
    });
    least as u8
}

/// The canonical layout of the hand.
#[inline]
pub(crate) fn canonical(hand: CardSet) -> Layout {
    let (conflicts, sets) = conflicts_and_free_sets(hand);
    if conflicts == 0 {
        return Layout { sets, runs: meld::run_cards(hand) };
    }
    canonical_in_conflict(hand, conflicts, sets)
}

fn canonical_in_conflict(hand: CardSet, conflicts: u64, sets: CardSet) -> Layout {
    if conflicts.count_ones() > MOST_TRIED {
        return wide::canonical(hand);
    }
    let mut best = Layout { sets: CardSet::EMPTY, runs: CardSet::EMPTY };
    let mut lowest = u128::MAX;
    each_layout(hand - sets, conflicts, sets, &mut |layout| {
        let key = layout.key(hand);
        if key < lowest {
            (lowest, best) = (key, layout);
        }
    });
    best
}

/// The cards that the canonical arrangement of the hand melds.
///
/// ```
/// use gin_fast::melded;
/// assert_eq!(melded("As 2s 3s Kd Kc Kh 9h".parse()?).to_string(), "As 2s 3s Kc Kd Kh");
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
#[inline]
pub fn melded(hand: CardSet) -> CardSet {
    canonical(hand).melded()
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
    /// The points of the unmelded cards.
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
    let Layout { sets, runs } = canonical(hand);
    let mut melds: Vec<Meld> = meld::whole_runs(runs).chain(meld::whole_sets(sets)).collect();
    melds.sort_unstable_by_key(|meld| meld.cards().first());
    Arrangement { melds, unmelded: hand - sets - runs }
}

#[cfg(test)]
mod tests;
