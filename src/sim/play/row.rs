//! Rounds one after the other, each dealt as the last one has it.
//!
//! Who deals may depend on who won, and so on all rounds before. So that threads can share the work,
//! and that any stretch can be played by itself, an endless series of rounds is cut into rows of
//! [`ROW`] rounds: each row begins anew.

use super::{Deal, Memory, Played, Playing, dealt};
use crate::kernel::{Cpu, Job};
use crate::sim::chance::seed_of;

/// So many rounds make a row.
pub const ROW: usize = 1 << 10;

/// Who deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dealers {
    /// The seat that deals the first round of each row; without one, either, by chance.
    pub first: Option<u8>,
    /// The seat that deals the next round, by the seat that dealt this one, and by who won it:
    /// nobody, seat 0, seat 1.
    pub next: [[u8; 3]; 2],
}

impl Dealers {
    /// Seat 0, seat 1, and so on in turn.
    pub const ALTERNATING: Dealers = Dealers { first: Some(0), next: [[1; 3], [0; 3]] };

    /// The seat that deals the first round of a row.
    #[inline]
    pub fn first(&self, seed: u64, row: u64) -> u8 {
        // Numbers of rounds do not reach so far.
        self.first.unwrap_or_else(|| (seed_of(seed, u64::MAX - row) & 1) as u8)
    }

    /// The seat that deals after so many rounds, where it does not matter who wins them.
    #[inline]
    fn without_winners(&self, first: u8, rounds: usize) -> Option<u8> {
        let is_known = self.next.iter().all(|next| *next == [next[0]; 3]);
        let turn = |dealer: u8, _| self.next[usize::from(dealer & 1)][0];
        is_known.then(|| (0..rounds).fold(first, turn))
    }

    #[inline]
    fn next(&self, played: &Played) -> u8 {
        let winner = played.ended.winner.map_or(0, |seat| 1 + usize::from(seat & 1));
        self.next[usize::from(played.dealer & 1)][winner]
    }
}

/// A series of rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// What each round's own seed is made from.
    pub seed: u64,
    /// Who deals.
    pub dealers: Dealers,
}

impl Playing {
    /// Plays the rounds of a series from number `first` on, as [`Playing::deals`] does.
    ///
    /// A stretch that begins amid a row plays that row from its beginning, if it takes the winners to
    /// know who deals.
    pub fn rows<T: Send>(
        &self,
        row: &Row,
        first: u64,
        out: &mut [T],
        note: impl Fn(&mut T, &Played) + Sync,
        go_on: &mut dyn FnMut() -> bool,
    ) {
        let skipped = (first % ROW as u64) as usize;
        let (head, rest) = out.split_at_mut(out.len().min((ROW - skipped) % ROW));
        let mut parts = Vec::with_capacity(1 + rest.len() / ROW + 1);
        let part =
            |number, skipped, out| Part { playing: self, row, number, skipped, out, note: &note };
        let mut number = first / ROW as u64;
        if !head.is_empty() {
            parts.push(part(number, skipped, head));
            number += 1;
        }
        parts
            .extend((number..).zip(rest.chunks_mut(ROW)).map(|(number, out)| part(number, 0, out)));
        self.share(parts.into_iter(), go_on);
    }
}

/// Some rounds of one row.
struct Part<'a, T, N> {
    playing: &'a Playing,
    row: &'a Row,
    number: u64,
    /// How many rounds of the row lie before these.
    skipped: usize,
    out: &'a mut [T],
    note: &'a N,
}

impl<T, N: Fn(&mut T, &Played)> Job for Part<'_, T, N> {
    type Done = ();

    #[inline(always)]
    fn run(self, cpu: impl Cpu) {
        let mut memories = [Memory::new(), Memory::new()];
        let Row { seed, dealers } = *self.row;
        let mut dealer = dealers.first(seed, self.number);
        let mut to_find_out = self.skipped;
        if let Some(known) = dealers.without_winners(dealer, self.skipped) {
            (dealer, to_find_out) = (known, 0);
        }
        let numbers = self.number * ROW as u64 + (self.skipped - to_find_out) as u64..;
        let places = std::iter::repeat_with(|| None).take(to_find_out);
        for (number, place) in numbers.zip(places.chain(self.out.iter_mut().map(Some))) {
            let deal = Deal { seed: seed_of(seed, number), dealer, swapped: false };
            let played = dealt(self.playing, deal, &mut memories, cpu);
            dealer = dealers.next(&played);
            if let Some(place) = place {
                (self.note)(place, &played);
            }
        }
    }
}
