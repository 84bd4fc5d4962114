//! Tables as bytes and back.

use super::{Decks, Tables};
use crate::sim::order::RoundRules;
use crate::sim::table::{Reader, Table, Writer};

impl Tables {
    /// Everything but the rules.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::default();
        to.u64(self.tables.len() as u64);
        for (at, table) in self.tables.iter().enumerate() {
            table.write(&mut to);
            let decks = self.decks[at];
            to.u64(decks.seed);
            to.u64(decks.dealt);
            to.u8(decks.first_dealer);
            to.u8(self.done[at].into());
            to.u16(self.points[at].cast_unsigned());
        }
        to.u64(checksum(&to.0));
        to.0
    }

    /// The tables that these bytes were made of; `None` if they were made of none, are damaged, or
    /// do not hold together under these rules.
    pub fn from_bytes(rules: RoundRules, bytes: &[u8]) -> Option<Tables> {
        let (bytes, sum) = bytes.split_last_chunk::<8>()?;
        if u64::from_le_bytes(*sum) != checksum(bytes) {
            return None;
        }
        let mut from = Reader(bytes);
        let count = usize::try_from(from.u64()?).ok()?;
        let (mut tables, mut decks, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..count {
            tables.push(Table::read(&rules, &mut from)?);
            decks.push(Decks { seed: from.u64()?, dealt: from.u64()?, first_dealer: from.seat()? });
            let end = (from.flag()?, from.u16()?.cast_signed());
            if !tells_of(end, tables.last()?) {
                return None;
            }
            ends.push(end);
        }
        let (done, points) = ends.into_iter().unzip();
        let read = Tables { done, points, ..Tables::with(rules, tables, decks) };
        from.0.is_empty().then_some(read)
    }
}

/// Whether this can stand beside a table: how its round ended, or the one before it if that gave way
/// to this one.
fn tells_of((done, points): (bool, i16), table: &Table) -> bool {
    match table.ended() {
        Some(ended) => (done, points) == (true, ended.points_of_first_seat()),
        None => done || points == 0,
    }
}

/// A number that other bytes hardly have too (FNV-1a).
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
