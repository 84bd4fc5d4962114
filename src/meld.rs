//! Melds: sets of three or four of a rank, runs of three or more in suit with the ace low.

use std::fmt;

use crate::card_set::{CardSet, EVERY_SUIT, SUIT};

/// Where a run of three may start: ranks ace to jack, so that none reaches the next suit.
const RUN_STARTS: u64 = (SUIT >> 2) * EVERY_SUIT;
/// The four aces.
const ACES: u64 = EVERY_SUIT;
/// The four kings.
const KINGS: u64 = ACES << 12;

/// The cards that lie in three or more consecutive cards of a suit: all that runs can use.
#[inline(always)]
pub(crate) const fn run_cards(cards: CardSet) -> CardSet {
    let mask = cards.mask();
    let starts = mask & mask >> 1 & mask >> 2 & RUN_STARTS;
    CardSet::truncated(starts | starts << 1 | starts << 2)
}

/// The ranks held three or four times, as a 13-bit mask.
#[inline(always)]
pub(crate) const fn set_ranks(cards: CardSet) -> u64 {
    let mask = cards.mask();
    let (s, c, d, h) = (mask, mask >> 13, mask >> 26, mask >> 39);
    (s & c & (d | h) | d & h & (s | c)) & SUIT
}

/// The ranks of the cards, as a 13-bit mask.
#[inline(always)]
pub(crate) const fn ranks(cards: CardSet) -> u64 {
    let mask = cards.mask();
    (mask | mask >> 13 | mask >> 26 | mask >> 39) & SUIT
}

/// The ranks held four times, as a 13-bit mask.
#[inline(always)]
pub(crate) const fn ranks_of_four(cards: CardSet) -> u64 {
    let mask = cards.mask();
    mask & mask >> 13 & mask >> 26 & mask >> 39 & SUIT
}

/// The next card up in suit of each card here.
#[inline(always)]
pub(crate) const fn next_up(cards: CardSet) -> CardSet {
    CardSet::truncated((cards.mask() & !KINGS) << 1)
}

/// The next card down in suit of each card here.
#[inline(always)]
pub(crate) const fn next_down(cards: CardSet) -> CardSet {
    CardSet::truncated((cards.mask() & !ACES) >> 1)
}

/// What holds a meld together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MeldKind {
    /// Three or four cards of one rank.
    Set,
    /// Three or more consecutive cards of one suit.
    Run,
}

/// One meld.
///
/// ```
/// use gin_fast::{Meld, MeldKind};
/// let meld = Meld::new("7c 7d 7h".parse()?).unwrap();
/// assert_eq!(meld.kind(), MeldKind::Set);
/// assert_eq!(meld.to_string(), "7c7d7h");
/// assert_eq!(Meld::new("Qs Ks As".parse()?), None);
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Meld(CardSet);

impl Meld {
    /// The meld made of exactly these cards, if they are one.
    pub const fn new(cards: CardSet) -> Option<Meld> {
        if is_set(cards) || is_run(cards) { Some(Meld(cards)) } else { None }
    }

    /// Its cards.
    pub const fn cards(self) -> CardSet {
        self.0
    }

    /// Whether it is a set or a run.
    pub const fn kind(self) -> MeldKind {
        if is_set(self.0) { MeldKind::Set } else { MeldKind::Run }
    }
}

const fn is_set(cards: CardSet) -> bool {
    cards.len() >= 3 && ranks(cards).count_ones() == 1
}

const fn is_run(cards: CardSet) -> bool {
    let mask = cards.mask();
    let low = mask.trailing_zeros();
    // Consecutive bits, and all of them within the suit of the lowest.
    cards.len() >= 3 && mask == ((1 << cards.len()) - 1) << low && low % 13 + cards.len() <= 13
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|card| fmt::Display::fmt(&card, f))
    }
}

impl fmt::Debug for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Every meld among these cards, by lowest id, then length, then mask.
///
/// ```
/// use gin_fast::{CardSet, melds_in};
/// let melds = melds_in("7c 7d 7h 8h 9h".parse()?);
/// assert_eq!(format!("{melds:?}"), "[7c7d7h, 7h8h9h]");
/// assert_eq!(melds_in(CardSet::FULL).len(), 329);
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
pub fn melds_in(cards: CardSet) -> Vec<Meld> {
    let mut melds: Vec<Meld> = sets_in(cards).chain(runs_in(cards)).collect();
    melds.sort_unstable_by_key(|meld| {
        let mask = meld.0.mask();
        (mask.trailing_zeros(), mask.count_ones(), mask)
    });
    melds
}

/// The sets among these cards; of four equal ranks the set of four and each set of three.
pub(crate) fn sets_in(cards: CardSet) -> impl Iterator<Item = Meld> {
    let ranks = set_ranks(cards);
    (0..13).filter(move |rank| ranks >> rank & 1 == 1).flat_map(move |rank| {
        let held = CardSet::all_of_ranks(1 << rank) & cards;
        let threes = held.iter().map(move |card| held.without(card));
        threes.filter(|three| three.len() == 3).chain([held]).map(Meld)
    })
}

fn runs_in(cards: CardSet) -> impl Iterator<Item = Meld> {
    (0..52).flat_map(move |low| {
        let room = 13 - low % 13;
        let held = (cards.mask() >> low).trailing_ones().min(room);
        (3..=held).map(move |length| Meld(CardSet::truncated(((1 << length) - 1) << low)))
    })
}

/// The runs of these cards, each shown whole, by lowest id; cards in no run are left out.
pub(crate) fn whole_runs(cards: CardSet) -> impl Iterator<Item = Meld> {
    let mut left = run_cards(cards);
    std::iter::from_fn(move || {
        let low = left.first()?.id() as u32;
        let length = (left.mask() >> low).trailing_ones().min(13 - low % 13);
        let run = CardSet::truncated(((1 << length) - 1) << low);
        left = left - run;
        Some(Meld(run))
    })
}

/// The cards of sets, one meld a rank, by rank.
pub(crate) fn whole_sets(sets: CardSet) -> impl Iterator<Item = Meld> {
    let ranks = ranks(sets);
    (0..13)
        .filter(move |rank| ranks >> rank & 1 == 1)
        .map(move |rank| Meld(CardSet::all_of_ranks(1 << rank) & sets))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pack_holds_65_sets_and_264_runs() {
        let melds = melds_in(CardSet::FULL);
        let sets = melds.iter().filter(|meld| meld.kind() == MeldKind::Set).count();
        assert_eq!((sets, melds.len() - sets), (65, 264));
        for meld in melds {
            assert_eq!(Meld::new(meld.cards()), Some(meld));
        }
    }

    #[test]
    fn a_run_does_not_turn_the_corner_or_change_suit() {
        for text in
            ["Qs Ks As", "Ks As 2s", "Js Qs Ks Ac", "Qs Ks Ac", "4h 5h 6d", "4h 5h 7h", "7c 7d"]
        {
            assert_eq!(Meld::new(text.parse().unwrap()), None, "{text}");
        }
        for text in ["As 2s 3s", "Jh Qh Kh", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"] {
            assert_eq!(Meld::new(text.parse().unwrap()).unwrap().kind(), MeldKind::Run, "{text}");
        }
    }

    #[test]
    fn run_cards_are_those_of_some_run_for_every_suit_pattern() {
        for pattern in 0..8192_u64 {
            for suit in 0..4 {
                let cards = CardSet::truncated(pattern << (13 * suit));
                let in_some_run = runs_in(cards).fold(CardSet::EMPTY, |all, run| all | run.cards());
                assert_eq!(run_cards(cards), in_some_run, "{cards}");
                let whole = whole_runs(cards).fold(CardSet::EMPTY, |all, run| all | run.cards());
                assert_eq!(whole, in_some_run, "{cards}");
            }
        }
    }

    #[test]
    fn neighbours_stay_in_suit() {
        let cards: CardSet = "As Kc 5d".parse().unwrap();
        assert_eq!(next_up(cards), "2s 6d".parse().unwrap());
        assert_eq!(next_down(cards), "Qc 4d".parse().unwrap());
    }
}
