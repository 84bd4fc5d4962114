//! The model of the plain player beside rounds that he plays, and how its constants are found.
//!
//! `cargo test --release --features sim -- --ignored fit::fit --nocapture` finds them anew, in some
//! minutes; `fit::show` prints the measures of real hands and of the model's, turn by turn.

use super::super::asked::{Asked, Belief};
use super::super::hidden::Hidden;
use super::super::simple::{Believed, Costs, FITTED, Measures, PARTS, STEPS};
use crate::card_set::CardSet;
use crate::kernel::{Cpu, Job, at_full_speed};
use crate::sim::chance::{Chance, Purpose, seed_of};
use crate::sim::order::RoundRules;
use crate::sim::policy::{Memory, Policy, act};
use crate::sim::table::{Phase, Table};

/// From good constants on the last passes only wander about the answer.
const PASSES: u64 = 24;

/// Turns told apart; later ones count as the last.
pub(super) const TURNS: usize = 16;

/// One world, for either seat.
const ASKED: [Asked<'_>; 2] = [asked(&[0]), asked(&[1])];

const fn asked(seats: &[u8]) -> Asked<'_> {
    Asked {
        seats,
        worlds: 1,
        seed: 0,
        must: &[CardSet::EMPTY],
        must_not: &[CardSet::EMPTY],
        belief: Belief::Simple,
    }
}

/// Sums of measures by the turns of the hand's owner.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    pub(super) count: f64,
    pub(super) deadwood: f64,
    square: f64,
    refused: f64,
    near: f64,
    unmelded: f64,
    /// Cards guessed, of those that are hidden.
    guessed: f64,
    hidden: f64,
}

impl Sums {
    fn add(&mut self, of: Measures) {
        let deadwood = f64::from(of.deadwood);
        self.count += 1.0;
        self.deadwood += deadwood;
        self.square += deadwood * deadwood;
        self.refused += f64::from(of.refused);
        self.near += f64::from(of.near);
        self.unmelded += f64::from(of.unmelded);
    }

    pub(super) fn mean(&self) -> f64 {
        self.deadwood / self.count
    }

    fn deviation(&self) -> f64 {
        (self.square / self.count - self.mean().powi(2)).sqrt()
    }
}

/// Real hands and hands of the model, one each from every position of some rounds, by turns.
pub(super) struct Compared {
    pub(super) real: [Sums; TURNS],
    pub(super) model: [Sums; TURNS],
}

pub(super) struct Rounds<'a> {
    pub(super) rules: &'a RoundRules,
    pub(super) costs: &'a Costs,
    pub(super) steps: u32,
    pub(super) seed: u64,
    pub(super) rounds: u64,
}

impl Job for Rounds<'_> {
    type Done = Compared;

    #[inline(always)]
    fn run(self, cpu: impl Cpu) -> Compared {
        let Rounds { rules, costs, steps, seed, rounds } = self;
        let mut compared =
            Compared { real: [Sums::default(); TURNS], model: [Sums::default(); TURNS] };
        let mut memories = [Memory::new(), Memory::new()];
        for number in 0..rounds {
            let mut chance = Chance::new(Purpose::Choices, seed_of(seed, number));
            let mut table = Table::deal(rules, (number & 1) as u8, seed_of(seed, number));
            memories.iter_mut().for_each(Memory::forget);
            while !table.is_over() {
                let seat = usize::from(table.player());
                if matches!(table.phase(), Phase::Draw | Phase::Discard) {
                    let hidden = Hidden::of(&table, 0, &ASKED[seat]).unwrap();
                    let believed = Believed::of(&table, rules, &hidden, costs);
                    let turns = (table.turns_of(rules, hidden.seat ^ 1).0 as usize).min(TURNS - 1);
                    let mut cards = hidden.cards;
                    hidden.shuffle_hand(&mut cards, &mut chance);
                    believed.settle(&mut cards, &mut chance, steps);
                    compared.real[turns].add(believed.measures(table.hands()[seat ^ 1]));
                    let (hand, real) = (hidden.hand(&cards), table.hands()[seat ^ 1]);
                    let sums = &mut compared.model[turns];
                    sums.add(believed.measures(hand));
                    sums.guessed += f64::from((hand & (real - hidden.seen)).len());
                    sums.hidden += f64::from((real - hidden.seen).len());
                }
                let top = Table::top_of_stock;
                let simple = |_| Policy::Simple;
                act(&mut table, rules, simple, &mut memories, &mut chance, cpu, top);
            }
        }
        compared
    }
}

fn shown(compared: &Compared) {
    eprintln!(
        "turns  positions  deadwood: real model  deviation: real model  refused: real model  \
         near: real model  unmelded: real model  guessed"
    );
    for (turns, (real, model)) in compared.real.iter().zip(&compared.model).enumerate() {
        let of = |sum: fn(&Sums) -> f64| [real, model].map(|sums| sum(sums) / sums.count);
        let ([r, s], [n, o], [u, v]) = (of(|s| s.refused), of(|s| s.near), of(|s| s.unmelded));
        eprintln!(
            "{turns:5} {:10} {:9.2} {:6.2} {:9.2} {:6.2} {r:9.3} {s:.3} {n:9.3} {o:.3} {u:9.3} \
             {v:.3} {:9.3}",
            real.count,
            real.mean(),
            model.mean(),
            real.deviation(),
            model.deviation(),
            model.guessed / model.hidden
        );
    }
}

#[test]
#[ignore = "finds the constants of the model"]
fn fit() {
    let rules = &RoundRules::default();
    let mut costs = FITTED;
    let mut exact = [costs.deadwood, costs.refused, costs.near, costs.unmelded].map(f64::from);
    for pass in 0..PASSES {
        let job = Rounds { rules, costs: &costs, steps: 1_000, seed: 1_000 + pass, rounds: 4_000 };
        let compared = at_full_speed(job);
        let sum = |sums: &[Sums], of: fn(&Sums, f64) -> f64| {
            sums.iter().zip(0..).map(|(sums, turns)| of(sums, f64::from(turns))).sum::<f64>()
        };
        let [real, model] = [&compared.real, &compared.model];
        // Newton's steps, halved: the derivative of a mean is its variance, for the counts about
        // the mean itself.
        let spread =
            |sums: &Sums, turns: f64| sums.count * (sums.deviation() * turns / 10.0).powi(2);
        let deadwood = |sums: &Sums, turns: f64| sums.deadwood * turns / 10.0;
        let steps = [
            (sum(model, deadwood) - sum(real, deadwood)) / sum(model, spread),
            sum(model, |s, _| s.refused) / sum(real, |s, _| s.refused) - 1.0,
            sum(model, |s, _| s.near) / sum(real, |s, _| s.near) - 1.0,
            sum(model, |s, _| s.unmelded) / sum(real, |s, _| s.unmelded) - 1.0,
        ];
        for (exact, step) in exact.iter_mut().zip(steps) {
            *exact += f64::from(PARTS) * step / 2.0;
        }
        let [deadwood, refused, near, unmelded] = exact.map(|cost| cost.round() as i32);
        costs = Costs { deadwood, refused, near, unmelded };
        eprintln!("{pass}: {costs:?}");
    }
}

#[test]
#[ignore = "prints what the model's hands are like"]
fn show() {
    let rules = &RoundRules::default();
    for steps in [0, STEPS, 1_000] {
        eprintln!("{steps} exchanges");
        shown(&at_full_speed(Rounds { rules, costs: &FITTED, steps, seed: 7, rounds: 20_000 }));
    }
}

#[test]
fn hands_of_the_model_have_the_deadwood_of_real_ones_turn_by_turn() {
    let rules = &RoundRules::default();
    let job = Rounds { rules, costs: &FITTED, steps: STEPS, seed: 77, rounds: 6_000 };
    let Compared { real, model } = at_full_speed(job);
    let mut turns_seen = 0;
    for (turns, (real, model)) in
        real.iter().zip(&model).enumerate().filter(|(_, (real, _))| real.count > 1_000.0)
    {
        let apart = (model.mean() - real.mean()).abs();
        assert!(apart < 1.0, "turn {turns}: {} and {}", real.mean(), model.mean());
        // A card that was taken lies in a meld, and a card refused would lie in none.
        assert!(
            model.unmelded / model.count < 0.06
                && model.refused <= 1.7 * real.refused + 0.06 * real.count
        );
        turns_seen += 1;
    }
    assert!(turns_seen >= 10, "{turns_seen}");
}
