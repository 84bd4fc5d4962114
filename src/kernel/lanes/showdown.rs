//! Knocks: the knockers' layouts, what the defenders can lay off, and the deadwood of the rest.
//!
//! Four passes over a block of pairs. Layouts and deadwood come from the searches for single hands;
//! between them a pass over pairs of vectors finds what can be laid off: the ranks of the sets, the
//! neighbours of the runs and theirs. Where none of these cards lies in a meld of the defender they
//! all go. Pairs where one does are listed, and each choice of what to lay off becomes a hand more
//! whose deadwood is asked. The last pass prices what both are left with.

use std::ops::ControlFlow;

use super::block::{List, Lists, answer, first_places};
use super::points::{CanonicalLayouts, LeastDeadwood};
use super::{Cpu, Lanes, run_cards, set_ranks};
use crate::aces::{AceLow, Aces};
use crate::arrangement::Layout;
use crate::card_set::CardSet;
use crate::kernel::{Terms, scalar};
use crate::rules::Rules;
use crate::showdown::{LayoutChoice, each_choice};

/// Pairs settled between two looks at the lists: their layouts stay in the second-level cache.
const PAIRS: usize = 2048;

#[inline(always)]
pub(in crate::kernel) fn knock_points<C: Cpu>(
    cpu: C,
    knockers: &[u64],
    defenders: &[u64],
    terms: &Terms<'_>,
    out: &mut [i16],
) {
    if terms.rules.aces != Aces::LOW || terms.layout != LayoutChoice::Canonical {
        return scalar::knock_points(knockers, defenders, terms, out);
    }
    let mut tables = Tables::for_blocks_of(knockers);
    let pairs = knockers.chunks(PAIRS).zip(defenders.chunks(PAIRS));
    for (block, ((knockers, defenders), out)) in pairs.zip(out.chunks_mut(PAIRS)).enumerate() {
        tables.lay_out(cpu, knockers, &terms.rules);
        tables.lay_off(cpu, defenders);
        tables.find_deadwood(cpu, defenders.len());
        tables.price(knockers, &terms.part(block * PAIRS, knockers.len()), out);
    }
}

/// The place of the first pair that is no showdown: the sums that all sound pairs pass are taken
/// for whole blocks, and only a block that fails is looked at pair by pair.
#[inline(always)]
pub(in crate::kernel) fn first_no_showdown<C: Cpu>(
    cpu: C,
    knockers: &[u64],
    defenders: &[u64],
    terms: &Terms<'_>,
) -> Option<usize> {
    let rules = &terms.rules;
    let one_limit = !rules.needs_upcard() && rules.aces == Aces::LOW;
    let limit = rules.limit(None);
    let mut deadwood = [0; PAIRS];
    let pairs = knockers.chunks(PAIRS).zip(defenders.chunks(PAIRS)).enumerate();
    for (block, (knockers, defenders)) in pairs {
        let deadwood = &mut deadwood[..knockers.len()];
        super::deadwood(cpu, knockers, deadwood);
        let mut fault = u64::from(!one_limit);
        for ((knocker, defender), deadwood) in knockers.iter().zip(defenders).zip(&*deadwood) {
            let miscounted = (knocker.count_ones() ^ 10) | (defender.count_ones() ^ 10);
            fault |= u64::from(miscounted) | knocker & defender | u64::from(*deadwood > limit);
        }
        if fault != 0 {
            let terms = terms.part(block * PAIRS, knockers.len());
            let place = scalar::first_no_showdown(knockers, defenders, &terms);
            if let Some(place) = place {
                return Some(block * PAIRS + place);
            }
        }
    }
    None
}

/// What lies on the tables of a block of pairs.
struct Tables {
    lists: Lists,
    /// The knockers' sets and runs on which may be laid off, and the deadwood they leave.
    sets: Vec<u64>,
    runs: Vec<u64>,
    knocker_deadwood: Vec<u8>,
    /// The pairs in which a card that could be laid off lies in a meld of the defender.
    contested: List,
    /// What laying off leaves to the defenders: a hand a pair, and behind those what other choices
    /// leave, with the places of their pairs.
    rest: Vec<u64>,
    others: Vec<u16>,
    deadwood: Vec<u8>,
}

impl Tables {
    #[inline(always)]
    fn for_blocks_of(knockers: &[u64]) -> Tables {
        let block = &knockers[..knockers.len().min(PAIRS)];
        let count = block.len();
        Tables {
            lists: Lists::for_blocks_of(block),
            sets: vec![0; count],
            runs: vec![0; count],
            knocker_deadwood: vec![0; count],
            contested: List::for_blocks_of(block),
            rest: vec![0; count],
            others: Vec::new(),
            deadwood: Vec::new(),
        }
    }

    /// Finds the canonical layouts of the knockers.
    #[inline(always)]
    fn lay_out<C: Cpu>(&mut self, cpu: C, knockers: &[u64], rules: &Rules) {
        let (sets, runs) = (&mut self.sets[..], &mut self.runs[..]);
        let deadwood = &mut self.knocker_deadwood[..];
        let question = &mut CanonicalLayouts { cpu, sets, runs, deadwood };
        answer(cpu, knockers, &mut self.lists, question);
        let layouts = self.sets.iter_mut().zip(&mut self.runs).zip(&self.knocker_deadwood);
        for ((sets, runs), &deadwood) in layouts {
            if !rules.allows_layoffs(deadwood) {
                (*sets, *runs) = (0, 0);
            }
        }
    }

    /// Finds what laying off leaves to the defenders.
    #[inline(always)]
    fn lay_off<C: Cpu>(&mut self, cpu: C, defenders: &[u64]) {
        let lanes = C::Lanes::COUNT;
        let whole = defenders.len() - defenders.len() % lanes;
        self.rest.truncate(defenders.len());
        self.others.clear();
        self.contested.clear();
        let none = C::Lanes::splat(cpu, 0);
        let mut places = first_places::<C>(cpu);
        for at in (0..whole).step_by(lanes) {
            let hand = C::Lanes::suits(cpu, &defenders[at..at + lanes]);
            let runs = C::Lanes::suits(cpu, &self.runs[at..at + lanes]);
            let [s, c, d, h] = C::Lanes::suits(cpu, &self.sets[at..at + lanes]);
            let fourths = s | c | d | h;
            let laid = each!(|suit| {
                let (up, down) = (runs[suit].up::<1>(), runs[suit].down::<1>());
                let (up, down) = (up & hand[suit], down & hand[suit]);
                let then = up.up::<1>() | down.down::<1>();
                (fourths | then) & hand[suit] | up | down
            });
            let sets = set_ranks(hand);
            let [s, c, d, h] = each!(|suit| (run_cards(hand[suit]) | sets) & laid[suit]);
            self.contested.add(places, !(s | c | d | h).equals(none));
            let rest = each!(|suit| hand[suit] & !laid[suit]);
            C::Lanes::store_hands(rest, &mut self.rest[at..at + lanes]);
            places = places + C::Lanes::splat(cpu, lanes as u16);
        }
        for (at, &defender) in defenders.iter().enumerate().skip(whole) {
            self.choose(at, defender);
        }
        for at in 0..self.contested.places().len() {
            let place = self.contested.places()[at] as usize;
            self.choose(place, defenders[place]);
        }
    }

    /// Notes every choice of what one defender lays off.
    fn choose(&mut self, at: usize, defender: u64) {
        let defender = CardSet::truncated(defender);
        let [sets, runs] = [self.sets[at], self.runs[at]].map(CardSet::truncated);
        let mut is_first = true;
        each_choice(AceLow, defender, Layout { sets, runs }, |laid| {
            let rest = (defender - laid).mask();
            if std::mem::take(&mut is_first) {
                self.rest[at] = rest;
            } else {
                self.rest.push(rest);
                self.others.push(at as u16);
            }
            ControlFlow::Continue(())
        });
    }

    /// Finds what each defender is left with after the best choice.
    #[inline(always)]
    fn find_deadwood<C: Cpu>(&mut self, cpu: C, pairs: usize) {
        self.deadwood.resize(self.rest.len(), 0);
        let room = self.sets.len();
        for (hands, out) in self.rest.chunks(room).zip(self.deadwood.chunks_mut(room)) {
            answer(cpu, hands, &mut self.lists, &mut LeastDeadwood { out });
        }
        let (least, others) = self.deadwood.split_at_mut(pairs);
        for (at, &deadwood) in self.others.iter().zip(&*others) {
            let least = &mut least[*at as usize];
            *least = deadwood.min(*least);
        }
    }

    /// Prices what both sides are left with.
    #[inline(always)]
    fn price(&self, knockers: &[u64], terms: &Terms<'_>, out: &mut [i16]) {
        let left = self.knocker_deadwood.iter().zip(&self.deadwood);
        for (at, ((knocker, points), (own, other))) in
            knockers.iter().zip(out).zip(left).enumerate()
        {
            let is_big_gin = CardSet::truncated(*knocker).len() == 11;
            let score = terms.rules.score(is_big_gin, *own, *other, terms.upcards.of(at));
            *points = score.signed();
        }
    }
}
