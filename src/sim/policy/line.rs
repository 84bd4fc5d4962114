//! A round played on to its end, action by action, to be looked at.

use super::{Memory, Policy, act};
use crate::kernel::{Cpu, Job, at_full_speed};
use crate::sim::chance::{Chance, Purpose};
use crate::sim::order::RoundRules;
use crate::sim::table::{Action, Table};

/// What seats of these policies do from here on, their choices drawn from a seed; the table is left
/// at the end. Of what was thrown before they remember nothing.
pub fn line(
    rules: &RoundRules,
    table: &mut Table,
    policies: [Policy; 2],
    seed: u64,
) -> Vec<Action> {
    at_full_speed(Line {
        rules,
        table,
        policies,
        chance: Chance::new(Purpose::Continuations, seed),
    })
}

struct Line<'a> {
    rules: &'a RoundRules,
    table: &'a mut Table,
    policies: [Policy; 2],
    chance: Chance,
}

impl Job for Line<'_> {
    type Done = Vec<Action>;

    #[inline(always)]
    fn run(mut self, cpu: impl Cpu) -> Vec<Action> {
        let mut memories = [Memory::new(), Memory::new()];
        let mut line = Vec::new();
        while !self.table.is_over() {
            let policy_of = |seat: usize| self.policies[seat & 1];
            let (table, chance) = (&mut *self.table, &mut self.chance);
            let top = Table::top_of_stock;
            line.push(act(table, self.rules, policy_of, &mut memories, chance, cpu, top));
        }
        line
    }
}
