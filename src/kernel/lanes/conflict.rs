//! Every choice of sets among the ranks in conflict, in all lanes together.
//!
//! The ranks in conflict held three times in a lane are a mask `c`; its subsets, the ranks that get
//! a set, follow each other by `x = (x - c) & c`, in every lane at its own pace. A rank held four
//! times has six choices, since its set may also leave one card out: those are an outer loop, for
//! at most two such ranks.
//!
//! A layout that leaves three cards of a rank unmelded has too few points in [`Layout::deadwood`],
//! which counts two of them. No harm: the layout with the set of that rank has fewer still.

use super::block::Question;
use super::{Lanes, Layout, run_cards, set_ranks};

/// The ranks that may go to a set or to runs, lane by lane.
#[derive(Clone, Copy)]
pub(super) struct Conflicts<V> {
    ranks: V,
    /// Those of them held four times.
    fours: V,
    /// The ranks whose sets cost nothing.
    free_sets: V,
}

/// The lanes by how much there is to try.
pub(super) struct BySize<M> {
    pub(super) no_fours: M,
    pub(super) one_four: M,
    pub(super) two_fours: M,
    /// More than the loops here are made for: twelve cards or more.
    pub(super) too_many: M,
}

impl<V: Lanes> Conflicts<V> {
    #[inline(always)]
    pub(super) fn of(hand: [V; 4]) -> Conflicts<V> {
        let [s, c, d, h] = hand;
        let sets = set_ranks(hand);
        let [rs, rc, rd, rh] = each!(|suit| run_cards(hand[suit]));
        let ranks = sets & (rs | rc | rd | rh);
        Conflicts { ranks, fours: ranks & s & c & d & h, free_sets: sets & !ranks }
    }

    #[inline(always)]
    pub(super) fn more_than_one_rank_or_a_four(&self, cpu: V::Cpu) -> V::Mask {
        let none = V::splat(cpu, 0);
        !without_lowest(cpu, self.ranks).equals(none) | !self.fours.equals(none)
    }

    #[inline(always)]
    pub(super) fn by_size(&self, cpu: V::Cpu) -> BySize<V::Mask> {
        let none = V::splat(cpu, 0);
        let second_four = without_lowest(cpu, self.fours);
        let third_four = without_lowest(cpu, second_four);
        let third_rank = without_lowest(cpu, without_lowest(cpu, self.ranks));
        let fourth_rank = without_lowest(cpu, third_rank);
        let too_many = !(third_four | fourth_rank).equals(none);
        let no_fours = self.fours.equals(none);
        let at_most_one_four = second_four.equals(none);
        BySize {
            no_fours: no_fours & !too_many,
            one_four: at_most_one_four & !no_fours & !too_many,
            two_fours: !at_most_one_four & !too_many,
            too_many,
        }
    }
}

/// The mask without its lowest bit.
#[inline(always)]
fn without_lowest<V: Lanes>(cpu: V::Cpu, mask: V) -> V {
    mask & (mask - V::splat(cpu, 1))
}

/// The answer where one rank, held three times, is in conflict: no set or the set.
#[inline(always)]
pub(super) fn try_one_rank<V: Lanes, Q: Question<V>>(
    cpu: V::Cpu,
    hand: [V; 4],
    conflicts: &Conflicts<V>,
    question: &Q,
) -> Q::Answer {
    let whole = [V::splat(cpu, 0); 4];
    let none = Layout::with_sets(hand, conflicts.free_sets, whole);
    let all = Layout::with_sets(hand, conflicts.free_sets | conflicts.ranks, whole);
    question.better(question.under(hand, &none), question.under(hand, &all))
}

/// The answer where up to three ranks are in conflict, at most `fours` of them held four times.
#[inline(always)]
pub(super) fn try_all<V: Lanes, Q: Question<V>>(
    cpu: V::Cpu,
    hand: [V; 4],
    fours: usize,
    question: &Q,
) -> Q::Answer {
    let conflicts = Conflicts::of(hand);
    let second = without_lowest(cpu, conflicts.fours);
    let first = conflicts.fours ^ second;
    let none = V::splat(cpu, 0);
    // A set of four leaves out a suit, or none, or there is no set.
    let choices = |there_is_one: bool| if there_is_one { 0..6 } else { 5..6 };
    let threes = conflicts.ranks & !conflicts.fours;
    let mut best = None;
    for of_second in choices(fours >= 2) {
        for of_first in choices(fours >= 1) {
            let left_out = each!(|suit| {
                let of_first = if of_first == suit { first } else { none };
                let of_second = if of_second == suit { second } else { none };
                of_first | of_second
            });
            let fours = (if of_first < 5 { first } else { none })
                | (if of_second < 5 { second } else { none });
            let mut chosen = none;
            loop {
                let sets = conflicts.free_sets | fours | chosen;
                let layout = Layout::with_sets(hand, sets, left_out);
                let answer = question.under(hand, &layout);
                best = Some(best.map_or(answer, |best| question.better(best, answer)));
                chosen = (chosen - threes) & threes;
                if !V::any(!chosen.equals(none)) {
                    break;
                }
            }
        }
    }
    best.expect("the loops run at least once")
}
