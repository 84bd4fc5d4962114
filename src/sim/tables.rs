//! Many rounds in lockstep: one action for each.

mod bytes;
mod observe;
#[cfg(test)]
mod tests;

pub use observe::Planes;

use super::chance::seed_of;
use super::order::RoundRules;
use super::table::{Action, Ended, Table};
use crate::batch::share;
use crate::kernel::{Cpu, Job, at_full_speed};

/// So many tables are worked on at a time: enough to hide the cost of handing them out, few enough
/// to stay in the second-level cache.
const CHUNK: usize = 1 << 11;

/// Rounds under one set of rules, each with decks of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables {
    rules: RoundRules,
    tables: Vec<Table>,
    /// What is legal at each, once more and close together: all that a look at the actions needs.
    legal: Vec<[u64; 2]>,
    decks: Vec<Decks>,
    /// Which tables' rounds the last step ended.
    done: Vec<bool>,
    /// What they came to, signed to seat 0; 0 for the others.
    points: Vec<i16>,
}

/// Where the decks of one table come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decks {
    /// What they are shuffled by.
    pub seed: u64,
    /// How many were dealt.
    pub dealt: u64,
    /// Who dealt the first one; the dealers alternate.
    pub first_dealer: u8,
}

impl Decks {
    /// Deals the next round of each, behind these tables.
    pub fn deal_each(decks: &mut [Decks], rules: &RoundRules, tables: &mut Vec<Table>) {
        at_full_speed(Rounds { rules, decks, tables });
    }

    /// Deals the next round.
    #[inline(always)]
    fn deal(&mut self, rules: &RoundRules, cpu: impl Cpu) -> Table {
        let dealer = (u64::from(self.first_dealer) + self.dealt) & 1;
        let seed = seed_of(self.seed, self.dealt);
        self.dealt += 1;
        Table::dealt(rules, dealer as u8, seed, cpu)
    }
}

impl Tables {
    /// A round dealt from each of these.
    pub fn deal(rules: RoundRules, mut decks: Vec<Decks>) -> Tables {
        let mut tables = Vec::with_capacity(decks.len());
        Decks::deal_each(&mut decks, &rules, &mut tables);
        Tables::with(rules, tables, decks)
    }

    /// These rounds, which later ones from `decks` follow.
    ///
    /// # Panics
    /// If there are not as many of both.
    pub fn with(rules: RoundRules, tables: Vec<Table>, decks: Vec<Decks>) -> Tables {
        assert_eq!(tables.len(), decks.len(), "every table has its decks");
        let points =
            tables.iter().map(|table| table.ended().map_or(0, Ended::points_of_first_seat));
        let done = tables.iter().map(|table| table.ended().is_some()).collect();
        let points = points.collect();
        let legal = tables.iter().map(Table::legal_bits).collect();
        Tables { rules, points, done, tables, legal, decks }
    }

    /// The rules.
    pub fn rules(&self) -> &RoundRules {
        &self.rules
    }

    /// The rounds.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Where the decks of later rounds come from.
    pub fn decks(&self) -> &[Decks] {
        &self.decks
    }

    /// Which rounds are over; with automatic resets, those that the last step ended.
    pub fn done(&self) -> &[bool] {
        &self.done
    }

    /// What those came to, signed to seat 0; 0 for the others.
    pub fn points(&self) -> &[i16] {
        &self.points
    }

    /// The legal actions of each table, as bits of their ids: the first 64, and the others.
    pub fn legal(&self) -> &[[u64; 2]] {
        &self.legal
    }

    /// Deals the rounds that are due next at these tables, which stay as they are, behind `dealt`.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn deal_following(&self, places: &[usize], dealt: &mut Vec<Table>) {
        let mut decks: Vec<Decks> = places.iter().map(|&at| self.decks[at]).collect();
        Decks::deal_each(&mut decks, &self.rules, dealt);
    }

    /// Has tables, each named once, go on with the rounds that are due there.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn follow(&mut self, places: &[usize], dealt: &[Table]) {
        for (&at, table) in places.iter().zip(dealt) {
            self.decks[at].dealt += 1;
            self.tables[at] = *table;
            self.legal[at] = table.legal_bits();
            (self.done[at], self.points[at]) = (false, 0);
        }
    }

    /// Copies of these tables, in this order; one may come more than once.
    ///
    /// # Panics
    /// If there is no such table.
    #[must_use]
    pub fn take(&self, places: &[usize]) -> Tables {
        fn taken<T: Copy>(from: &[T], places: &[usize]) -> Vec<T> {
            places.iter().map(|&at| from[at]).collect()
        }
        Tables {
            rules: self.rules,
            tables: taken(&self.tables, places),
            legal: taken(&self.legal, places),
            decks: taken(&self.decks, places),
            done: taken(&self.done, places),
            points: taken(&self.points, places),
        }
    }

    /// Does one action, by its id, at each table that is not over.
    ///
    /// With `auto_reset` a round that ends gives way to the next one at once.
    ///
    /// # Errors
    /// The first table whose action is not legal; no table has moved then.
    ///
    /// # Panics
    /// If there are not as many actions as tables.
    pub fn step(&mut self, actions: &[u8], auto_reset: bool, threads: usize) -> Result<(), usize> {
        assert_eq!(actions.len(), self.tables.len(), "one action a table");
        let parts = self.legal.chunks(CHUNK).zip(actions.chunks(CHUNK)).enumerate();
        let look = |(chunk, (legal, actions)): (usize, _), _: &mut dyn FnMut() -> bool| {
            let illegal = at_full_speed(Check { legal, actions });
            illegal.map_or(Ok(()), |at| Err(chunk * CHUNK + at))
        };
        share(threads, parts, look, &mut || true)?;
        let rules = &self.rules;
        let parts = self.tables.chunks_mut(CHUNK).zip(self.legal.chunks_mut(CHUNK));
        let parts = parts.zip(self.decks.chunks_mut(CHUNK));
        let ends = self.done.chunks_mut(CHUNK).zip(self.points.chunks_mut(CHUNK));
        let parts = parts.zip(ends).zip(actions.chunks(CHUNK)).map(
            |((((tables, legal), decks), (done, points)), actions)| Move {
                rules,
                tables,
                legal,
                decks,
                done,
                points,
                actions,
                auto_reset,
            },
        );
        let play = |part: Move<'_>, _: &mut dyn FnMut() -> bool| {
            at_full_speed(part);
            Ok::<(), ()>(())
        };
        // A step that has begun is finished: half of the tables one move ahead would be useless.
        let _ = share(threads, parts, play, &mut || true);
        Ok(())
    }
}

/// Deals the next round of each.
struct Rounds<'a> {
    rules: &'a RoundRules,
    decks: &'a mut [Decks],
    tables: &'a mut Vec<Table>,
}

impl Job for Rounds<'_> {
    type Done = ();

    #[inline(always)]
    fn run(self, cpu: impl Cpu) {
        self.tables.extend(self.decks.iter_mut().map(|decks| decks.deal(self.rules, cpu)));
    }
}

/// Looks for the first action that is not legal.
struct Check<'a> {
    legal: &'a [[u64; 2]],
    actions: &'a [u8],
}

impl Job for Check<'_> {
    type Done = Option<usize>;

    #[inline(always)]
    fn run(self, _cpu: impl Cpu) -> Option<usize> {
        let is_illegal = |(legal, &id): (&[u64; 2], &u8)| {
            let word = legal[usize::from(id >> 6 & 1)];
            let is_legal = id < 128 && word >> (id & 63) & 1 == 1;
            // Where nothing is legal the round is over, and the action does nothing.
            !is_legal && *legal != [0, 0]
        };
        self.legal.iter().zip(self.actions).position(is_illegal)
    }
}

/// Does actions that are legal.
struct Move<'a> {
    rules: &'a RoundRules,
    tables: &'a mut [Table],
    legal: &'a mut [[u64; 2]],
    decks: &'a mut [Decks],
    done: &'a mut [bool],
    points: &'a mut [i16],
    actions: &'a [u8],
    auto_reset: bool,
}

impl Job for Move<'_> {
    type Done = ();

    #[inline(always)]
    fn run(self, cpu: impl Cpu) {
        let ends = self.done.iter_mut().zip(self.points);
        let each = self.tables.iter_mut().zip(self.legal).zip(self.decks).zip(ends);
        for ((((table, legal), decks), (done, points)), &id) in each.zip(self.actions) {
            if table.is_over() {
                continue;
            }
            if let Some(action) = Action::from_id(id) {
                table.play(self.rules, action);
            }
            (*done, *points) = (false, 0);
            if let Some(ended) = table.ended() {
                (*done, *points) = (true, ended.points_of_first_seat());
                if self.auto_reset {
                    *table = decks.deal(self.rules, cpu);
                }
            }
            *legal = table.legal_bits();
        }
    }
}
