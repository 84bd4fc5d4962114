//! A table as bytes and back, to be kept and sent elsewhere.

use super::{Ended, Ending, Parts, Phase, RoundRules, Table};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::rules::Kind;

/// What stands for none of a card, a seat or an ending.
const NONE: u8 = u8::MAX;

/// Writes numbers one behind the other, the lowest byte first.
#[derive(Default)]
pub(in crate::sim) struct Writer(pub(in crate::sim) Vec<u8>);

impl Writer {
    pub(in crate::sim) fn u8(&mut self, number: u8) {
        self.0.push(number);
    }

    pub(in crate::sim) fn u16(&mut self, number: u16) {
        self.0.extend(number.to_le_bytes());
    }

    pub(in crate::sim) fn u64(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn u32(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }

    fn sets(&mut self, sets: [CardSet; 2]) {
        sets.iter().for_each(|set| self.u64(set.mask()));
    }

    fn cards(&mut self, ids: &[u8]) {
        self.u8(ids.len() as u8);
        self.0.extend(ids);
    }

    fn card(&mut self, card: Option<Card>) {
        self.u8(card.map_or(NONE, Card::id));
    }
}

/// Reads what a [`Writer`] wrote; `None` where it ends too early, or no such thing was written.
pub(in crate::sim) struct Reader<'a>(pub(in crate::sim) &'a [u8]);

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    pub(in crate::sim) fn u8(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    pub(in crate::sim) fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub(in crate::sim) fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    pub(in crate::sim) fn seat(&mut self) -> Option<u8> {
        self.u8().filter(|&seat| seat < 2)
    }

    pub(in crate::sim) fn flag(&mut self) -> Option<bool> {
        self.seat().map(|seat| seat == 1)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn set(&mut self) -> Option<CardSet> {
        CardSet::from_mask(self.u64()?)
    }

    fn sets(&mut self) -> Option<[CardSet; 2]> {
        Some([self.set()?, self.set()?])
    }

    fn cards(&mut self) -> Option<&'a [u8]> {
        let count = self.u8()?;
        let (ids, rest) = self.0.split_at_checked(count.into())?;
        self.0 = rest;
        Some(ids)
    }

    /// The outer `None` is that of an error.
    fn card(&mut self) -> Option<Option<Card>> {
        match self.u8()? {
            NONE => Some(None),
            id => Card::from_id(id).map(Some),
        }
    }

    fn seat_or_none(&mut self) -> Option<Option<u8>> {
        match self.u8()? {
            NONE => Some(None),
            seat => (seat < 2).then_some(Some(seat)),
        }
    }
}

impl Table {
    pub(in crate::sim) fn write(&self, to: &mut Writer) {
        let parts = self.parts();
        for sets in [parts.hands, parts.known, parts.declined, parts.thrown] {
            to.sets(sets);
        }
        to.cards(&parts.stock);
        to.cards(&parts.pile);
        to.u8(parts.dealer);
        to.u8(parts.player);
        to.u8(parts.phase as u8);
        to.u64(parts.legal as u64);
        to.u64((parts.legal >> 64) as u64);
        to.card(parts.first);
        to.card(parts.taken);
        to.u8(parts.stalled.into());
        for count in [parts.turns, parts.takes, parts.moves, parts.draws] {
            to.u32(count);
        }
        if let Some(ended) = parts.ended {
            let number = |kind| Kind::NAMES.iter().position(|(other, _)| *other == kind);
            let ending = match ended.ending {
                Ending::Drawn => None,
                Ending::Out(kind) => number(kind),
            };
            to.u8(ending.map_or(NONE, |number| number as u8));
            to.u8(ended.winner.unwrap_or(NONE));
            to.u16(ended.points);
            to.u16(ended.boxes);
            to.u8(ended.knocker.unwrap_or(NONE));
            to.u8(ended.knocker_deadwood);
            to.u8(ended.defender_deadwood);
            to.u64(ended.laid_off.mask());
        }
    }

    pub(in crate::sim) fn read(rules: &RoundRules, from: &mut Reader<'_>) -> Option<Table> {
        let mut parts = Parts {
            hands: from.sets()?,
            known: from.sets()?,
            declined: from.sets()?,
            thrown: from.sets()?,
            stock: from.cards()?.to_vec(),
            pile: from.cards()?.to_vec(),
            dealer: from.seat()?,
            player: from.seat()?,
            phase: Phase::NAMES.get(usize::from(from.u8()?))?.0,
            legal: u128::from(from.u64()?) | u128::from(from.u64()?) << 64,
            first: from.card()?,
            taken: from.card()?,
            stalled: from.flag()?,
            turns: from.u32()?,
            takes: from.u32()?,
            moves: from.u32()?,
            draws: from.u32()?,
            ended: None,
        };
        if parts.phase == Phase::Over {
            parts.ended = Some(Ended {
                ending: match from.u8()? {
                    NONE => Ending::Drawn,
                    number => Ending::Out(Kind::NAMES.get(usize::from(number))?.0),
                },
                winner: from.seat_or_none()?,
                points: from.u16()?,
                boxes: from.u16()?,
                knocker: from.seat_or_none()?,
                knocker_deadwood: from.u8()?,
                defender_deadwood: from.u8()?,
                laid_off: from.set()?,
            });
        }
        Table::from_parts(rules, &parts)
    }
}
