//! Determinization: tables as they may be for all that one seat knows.
//!
//! A world has the seat's own cards, the cards that the other was seen to take and not to throw,
//! and the discard pile where they are. The other's hidden cards and the stock are drawn from the
//! cards that the seat has not seen, which are gone through by their ids: what a world looks like
//! depends on a table only through the seat's view and what was done in the open.
//!
//! Every world has numbers of its own, by the seed, the table and how many worlds came before, so
//! that worlds are the same for any number of threads, and the first few are those of a longer row.

mod asked;
mod hidden;
mod simple;
#[cfg(test)]
mod tests;

pub use asked::{Asked, Belief, NoWorlds, Reason};

use super::chance::{Chance, Purpose, seed_of};
use super::order::RoundRules;
use super::table::Table;
use super::tables::{Decks, Tables};
use crate::batch::share;
use crate::kernel::{Cpu, Job, at_full_speed};
use hidden::Hidden;
use simple::{Believed, FITTED, STEPS};

/// So many worlds are drawn by one thread at a time.
const CHUNK: usize = 1 << 8;
/// So many are begun together.
const BLOCK: usize = CHUNK << 7;
/// So often a world is drawn anew that play cannot have led to: a hand that took the last discard to
/// knock and cannot, or that was bound to go gin and did not. Nearly all are possible elsewhere.
const TRIES: u32 = 1 << 20;

impl Tables {
    /// The worlds that are asked for, table by table; `None` if `go_on` says no.
    ///
    /// # Errors
    /// The first table that has none, or too little memory for all.
    ///
    /// # Panics
    /// If a slice of `asked` has neither one element nor one a table.
    pub fn determinize(
        &self,
        asked: &Asked<'_>,
        threads: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Tables>, NoWorlds> {
        asked.assert_fits(self.tables().len());
        let rules = self.rules();
        for (at, table) in self.tables().iter().enumerate() {
            Hidden::of(table, at, asked).map_err(|reason| NoWorlds::Impossible(at, reason))?;
        }
        let out_of_memory = |_| NoWorlds::OutOfMemory;
        let rows = self.tables().len().checked_mul(asked.worlds).ok_or(NoWorlds::OutOfMemory)?;
        let (mut tables, mut decks) = (Vec::<Table>::new(), Vec::<Decks>::new());
        tables.try_reserve_exact(rows).map_err(out_of_memory)?;
        decks.try_reserve_exact(rows).map_err(out_of_memory)?;
        while tables.len() < rows {
            let first = tables.len();
            let end = rows.min(first + BLOCK);
            tables.resize(end, self.tables()[first / asked.worlds]);
            decks.resize(end, self.decks()[first / asked.worlds]);
            let parts = tables[first..].chunks_mut(CHUNK).zip(decks[first..].chunks_mut(CHUNK));
            let parts = parts.enumerate().map(|(chunk, (tables, decks))| Row {
                rules,
                from: self,
                asked,
                first: first + chunk * CHUNK,
                tables,
                decks,
            });
            let mut goes_on = true;
            let draw = |part: Row<'_>, _: &mut dyn FnMut() -> bool| at_full_speed(part);
            let drawn = share(threads, parts, draw, &mut || {
                goes_on = goes_on && go_on();
                goes_on
            });
            drawn.map_err(|row| NoWorlds::Impossible(row / asked.worlds, Reason::Unplayable))?;
            if !goes_on {
                return Ok(None);
            }
        }
        Ok(Some(Tables::with(*rules, tables, decks)))
    }
}

/// Draws worlds that follow one another.
struct Row<'a> {
    rules: &'a RoundRules,
    from: &'a Tables,
    asked: &'a Asked<'a>,
    /// The place of the first among all.
    first: usize,
    tables: &'a mut [Table],
    decks: &'a mut [Decks],
}

impl Job for Row<'_> {
    type Done = Result<(), usize>;

    #[inline(always)]
    fn run(self, _cpu: impl Cpu) -> Result<(), usize> {
        let Row { rules, from, asked, first, tables, decks } = self;
        let mut hidden: Option<(usize, Hidden, Believed<'_>)> = None;
        for (row, (world, decks)) in (first..).zip(tables.iter_mut().zip(decks)) {
            let (at, number) = (row / asked.worlds, row % asked.worlds);
            let table = &from.tables()[at];
            let (hidden, believed) = match &hidden {
                Some((last, hidden, believed)) if *last == at => (hidden, believed),
                _ => {
                    let found = Hidden::of(table, at, asked).map_err(|_| row)?;
                    let believed = Believed::of(table, rules, &found, &FITTED);
                    let (_, found, believed) = hidden.insert((at, found, believed));
                    (&*found, &*believed)
                }
            };
            let seed = seed_of(seed_of(asked.seed, at as u64), number as u64);
            let mut chance = Chance::new(Purpose::Worlds, seed);
            let tried = (0..TRIES).find_map(|_| {
                let mut cards = hidden.cards;
                match asked.belief {
                    Belief::Uniform => hidden.shuffle_hand(&mut cards, &mut chance),
                    Belief::Weights(weights) => {
                        hidden.draw_hand(&mut cards, asked::of(weights, at), &mut chance);
                    }
                    Belief::Simple => {
                        hidden.shuffle_hand(&mut cards, &mut chance);
                        believed.settle(&mut cards, &mut chance, STEPS);
                    }
                }
                let stock = hidden.shuffle_stock(&mut cards, &mut chance);
                table.with_hidden(rules, hidden.seat, hidden.hand(&cards), &cards[stock])
            });
            *world = tried.ok_or(row)?;
            // Whoever has the seed of a table's decks can deal the round anew.
            *decks = Decks { seed: chance.any(), ..from.decks()[at] };
        }
        Ok(())
    }
}
