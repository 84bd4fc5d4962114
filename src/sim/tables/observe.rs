//! What the seat to act sees, as planes of 52 bytes.

use super::{CHUNK, Tables};
use crate::batch::share;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::kernel::Spread;
use crate::sim::order::RoundRules;
use crate::sim::table::{Action, Table};

/// How many places a plane has: one a card.
const PLANE: usize = 52;
/// What counts no further than a byte goes, and what has no end.
const MANY: u32 = 255;

/// Which planes are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planes {
    /// Those of cards that hold most of what is seen: the first of all.
    Cards,
    /// Everything that is seen.
    All,
}

impl Planes {
    /// How many planes of cards all are.
    const OF_CARDS: usize = 11;
    /// Every plane: those of cards, 1 where the card is there, and those of one number everywhere.
    pub const NAMES: [&str; 21] = [
        "hand",
        "upcard",
        "pile",
        "known",
        "declined",
        "unseen",
        "taken",
        "shown",
        "refused",
        "thrown",
        "first_upcard",
        "phase",
        "dealer",
        "stock",
        "knock_limit",
        "turns",
        "moves_left",
        "takes_left",
        "stalled",
        "score",
        "opponent_score",
    ];

    /// How many there are.
    pub const fn count(self) -> usize {
        match self {
            Planes::Cards => 6,
            Planes::All => Planes::NAMES.len(),
        }
    }
}

impl Tables {
    /// Writes what the seat to act sees at each table: so many planes of 52 bytes.
    ///
    /// `scores` has two bytes a table, by seat; it may be empty, and all are 0.
    ///
    /// # Panics
    /// If `out` has another length, or `scores` has.
    pub fn observe(
        &self,
        planes: Planes,
        scores: &[u8],
        out: &mut [u8],
        threads: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) {
        let size = planes.count() * PLANE;
        assert_eq!(out.len(), self.tables.len() * size, "room for every plane");
        assert!(scores.is_empty() || scores.len() == 2 * self.tables.len(), "two scores a table");
        let spread = Spread::detect();
        let parts = self.tables.chunks(CHUNK).zip(out.chunks_mut(CHUNK * size)).enumerate();
        let write = |(chunk, (tables, out)): (usize, (&[Table], &mut [u8])),
                     _: &mut dyn FnMut() -> bool| {
            match planes {
                Planes::Cards => write_cards(tables, spread, out),
                Planes::All => {
                    let scores = scores.get(2 * CHUNK * chunk..).unwrap_or_default();
                    write_all(&self.rules, tables, scores, spread, out);
                }
            }
            Ok::<(), ()>(())
        };
        // Nothing goes wrong in a table.
        let _ = share(threads, parts, write, go_on);
    }

    /// Writes a byte an action at each table, 1 where it is legal.
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn write_legal(&self, out: &mut [u8], threads: usize, go_on: &mut dyn FnMut() -> bool) {
        assert_eq!(out.len(), self.legal.len() * Action::COUNT, "room for every action");
        let spread = Spread::detect();
        let parts = self.legal.chunks(CHUNK).zip(out.chunks_mut(CHUNK * Action::COUNT));
        let write = |(legal, out): (&[[u64; 2]], &mut [u8]), _: &mut dyn FnMut() -> bool| {
            write_legal(legal, spread, out);
            Ok::<(), ()>(())
        };
        let _ = share(threads, parts, write, go_on);
    }
}

/// So many tables' masks are gathered before they are spread.
const BLOCK: usize = 32;

/// Half of the actions are as many as fit one mask.
fn write_legal(legal: &[[u64; 2]], spread: Spread, out: &mut [u8]) {
    const HALF: usize = Action::COUNT / 2;
    let mut masks = [[0; 2]; BLOCK];
    for (legal, out) in legal.chunks(BLOCK).zip(out.chunks_mut(BLOCK * Action::COUNT)) {
        for (masks, legal) in masks.iter_mut().zip(legal) {
            *masks = [legal[0], legal[0] >> HALF | legal[1] << (64 - HALF)];
        }
        spread.write(masks[..legal.len()].as_flattened(), HALF, out);
    }
}

fn write_cards(tables: &[Table], spread: Spread, out: &mut [u8]) {
    let mut masks = [[0; Planes::Cards.count()]; BLOCK];
    for (tables, out) in
        tables.chunks(BLOCK).zip(out.chunks_mut(BLOCK * Planes::Cards.count() * PLANE))
    {
        for (masks, table) in masks.iter_mut().zip(tables) {
            *masks = cards(table);
        }
        spread.write(masks[..tables.len()].as_flattened(), PLANE, out);
    }
}

fn write_all(rules: &RoundRules, tables: &[Table], scores: &[u8], spread: Spread, out: &mut [u8]) {
    for (at, (table, out)) in
        tables.iter().zip(out.chunks_exact_mut(Planes::All.count() * PLANE)).enumerate()
    {
        let (of_cards, of_numbers) = out.split_at_mut(Planes::OF_CARDS * PLANE);
        let [cards, more] = [&cards(table)[..], &more_cards(table)[..]];
        let mut masks = [0; Planes::OF_CARDS];
        masks[..cards.len()].copy_from_slice(cards);
        masks[cards.len()..].copy_from_slice(more);
        spread.write(&masks, PLANE, of_cards);
        let scores = scores.get(2 * at..2 * at + 2).map_or([0, 0], |both| [both[0], both[1]]);
        for (plane, number) in of_numbers.chunks_exact_mut(PLANE).zip(numbers(rules, table, scores))
        {
            plane.fill(number);
        }
    }
}

/// The seat to act and the other one.
#[inline(always)]
fn seats(table: &Table) -> (usize, usize) {
    let seat = usize::from(table.player() & 1);
    (seat, seat ^ 1)
}

/// The planes `hand` to `unseen`.
#[inline(always)]
fn cards(table: &Table) -> [u64; Planes::Cards.count()] {
    let (seat, other) = seats(table);
    let (hand, known) = (table.hands()[seat], table.known()[other]);
    let upcard = table.upcard_set();
    let pile = table.discards();
    let unseen = CardSet::FULL - hand - known - pile;
    let declined = table.declined()[other];
    let pile = pile - upcard;
    [hand.mask(), upcard.mask(), pile.mask(), known.mask(), declined.mask(), unseen.mask()]
}

/// The planes `taken` to `first_upcard`.
#[inline(always)]
fn more_cards(table: &Table) -> [u64; Planes::OF_CARDS - Planes::Cards.count()] {
    let (seat, other) = seats(table);
    let one = |card: Option<Card>| card.map_or(0, |card| 1 << card.id());
    [
        one(table.taken()),
        table.known()[seat].mask(),
        table.declined()[seat].mask(),
        table.thrown()[other].mask(),
        one(table.first_upcard()),
    ]
}

/// The planes `phase` to `opponent_score`.
#[inline(always)]
fn numbers(
    rules: &RoundRules,
    table: &Table,
    scores: [u8; 2],
) -> [u8; Planes::NAMES.len() - Planes::OF_CARDS] {
    let (seat, other) = seats(table);
    let byte = |count: u32| count.min(MANY) as u8;
    let left =
        |most: Option<u32>, count| most.map_or(MANY as u8, |most| byte(most.saturating_sub(count)));
    [
        table.phase() as u8,
        u8::from(usize::from(table.dealer()) == seat),
        table.stock().len() as u8,
        table.knock_limit(),
        byte(table.turns()),
        left(rules.order.max_moves, table.moves()),
        left(rules.order.max_discard_draws, table.takes()),
        table.is_stalled().into(),
        scores[seat],
        scores[other],
    ]
}
