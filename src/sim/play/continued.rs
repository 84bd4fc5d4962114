//! Rounds played on from where they stand, many times each.

use super::{Memory, Playing, to_the_end};
use crate::kernel::{Cpu, Job};
use crate::sim::chance::{Chance, Purpose, seed_of};
use crate::sim::table::Table;

/// So many continuations are played by one thread at a time.
const CHUNK: usize = 1 << 8;

/// What continuations of one round came to, all together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Continued {
    /// How many were played.
    pub count: u64,
    /// The points, positive for seat 0.
    pub points: i64,
    /// The squares of the points.
    pub squares: u64,
    /// How many each seat won.
    pub won: [u64; 2],
    /// The draws from here on.
    pub turns: u64,
}

impl Continued {
    #[inline]
    fn count(&mut self, table: &Table, turns_before: u32) {
        let Some(ended) = table.ended() else { return };
        let points = i64::from(ended.points_of_first_seat());
        self.count += 1;
        self.points += points;
        self.squares += points.unsigned_abs().pow(2);
        if let Some(seat) = ended.winner {
            self.won[usize::from(seat & 1)] += 1;
        }
        self.turns += u64::from(table.draws() - turns_before);
    }

    fn add(&mut self, other: &Continued) {
        self.count += other.count;
        self.points += other.points;
        self.squares += other.squares;
        self.won = [self.won[0] + other.won[0], self.won[1] + other.won[1]];
        self.turns += other.turns;
    }
}

impl Playing {
    /// Plays each table to its end `times` times; with `shuffled` each time after a shuffle of its
    /// stock.
    ///
    /// Players remember nothing of what was played before.
    pub fn continued(
        &self,
        tables: &[Table],
        times: u32,
        seed: u64,
        shuffled: bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Vec<Continued> {
        let times = times as usize;
        // A part has many tables, or the continuations of one table have many parts.
        let parts_a_table = times.div_ceil(CHUNK).max(1);
        let at_once = (CHUNK / times.max(1)).max(1);
        let mut sums = vec![Continued::default(); tables.len() * parts_a_table];
        let parts = sums.chunks_mut(at_once).enumerate().map(|(chunk, sums)| Part {
            playing: self,
            tables,
            seed,
            shuffled,
            first: chunk * at_once,
            parts_a_table,
            times,
            sums,
        });
        self.share(parts, go_on);
        let whole = |parts: &[Continued]| {
            let mut sum = Continued::default();
            parts.iter().for_each(|part| sum.add(part));
            sum
        };
        sums.chunks(parts_a_table).map(whole).collect()
    }
}

/// Some tables, or some continuations of one.
struct Part<'a> {
    playing: &'a Playing,
    tables: &'a [Table],
    seed: u64,
    shuffled: bool,
    /// The place of the first of `sums` among those of all parts.
    first: usize,
    parts_a_table: usize,
    times: usize,
    sums: &'a mut [Continued],
}

impl Job for Part<'_> {
    type Done = ();

    #[inline(always)]
    fn run(self, cpu: impl Cpu) {
        let Playing { rules, policies, .. } = self.playing;
        let mut memories = [Memory::new(), Memory::new()];
        for (place, sum) in (self.first..).zip(self.sums) {
            let (at, part) = (place / self.parts_a_table, place % self.parts_a_table);
            let seed = seed_of(self.seed, at as u64);
            let times = part * CHUNK..self.times.min((part + 1) * CHUNK);
            for time in times {
                let mut chance = Chance::new(Purpose::Continuations, seed_of(seed, time as u64));
                let mut table = self.tables[at];
                if self.shuffled {
                    table.shuffle_stock(&mut chance);
                }
                to_the_end(
                    rules,
                    &mut table,
                    *policies,
                    &mut memories,
                    &mut chance,
                    cpu,
                    Table::top_of_stock,
                );
                sum.count(&table, self.tables[at].draws());
            }
        }
    }
}
