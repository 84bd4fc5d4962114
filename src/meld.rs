//! Melds: sets of three or four of a rank, runs of three or more in suit.

use std::fmt;

use crate::aces::{self, Ace, Aces};
use crate::card::{Card, Suit};
use crate::card_set::{CardSet, SUIT};

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
    /// The meld made of exactly these cards, if they are one with the ace low.
    pub const fn new(cards: CardSet) -> Option<Meld> {
        Aces::LOW.meld(cards)
    }

    /// Its cards.
    pub const fn cards(self) -> CardSet {
        self.0
    }

    /// Whether it is a set or a run.
    pub const fn kind(self) -> MeldKind {
        if is_set(self.0) { MeldKind::Set } else { MeldKind::Run }
    }

    /// The strictest rule about aces under which it is a meld.
    pub const fn ace(self) -> Ace {
        match run_of(self.0) {
            Some((ace, _)) => ace,
            None => Ace::Low,
        }
    }
}

impl Aces {
    /// The meld made of exactly these cards, if they are one.
    ///
    /// ```
    /// use gin_fast::{Ace, Aces};
    /// let aces = Aces::new(Ace::HighOrLow, 1).unwrap();
    /// assert_eq!(aces.meld("As Qs Ks".parse()?).unwrap().to_string(), "QsKsAs");
    /// assert_eq!(aces.meld("As 2s Ks".parse()?), None);
    /// # Ok::<(), gin_fast::ParseHandError>(())
    /// ```
    pub const fn meld(self, cards: CardSet) -> Option<Meld> {
        let is_run = match run_of(cards) {
            Some((needed, _)) => needed as u8 <= self.ace() as u8,
            None => false,
        };
        if is_run || is_set(cards) { Some(Meld(cards)) } else { None }
    }

    /// Every meld among these cards, as [`melds_in`] has them.
    pub fn melds_in(self, cards: CardSet) -> Vec<Meld> {
        let mut melds: Vec<Meld> = sets_in(cards).chain(runs_in(cards, self.ace())).collect();
        melds.sort_unstable_by_key(|meld| {
            let mask = meld.0.mask();
            (mask.trailing_zeros(), mask.count_ones(), mask)
        });
        melds
    }
}

const fn is_set(cards: CardSet) -> bool {
    cards.len() >= 3 && ranks(cards).count_ones() == 1
}

/// If the cards are a run, the strictest rule about aces that allows it, and its first rank.
const fn run_of(cards: CardSet) -> Option<(Ace, u32)> {
    let suit = cards.mask().trailing_zeros() / 13;
    let in_suit = cards.mask() >> (13 * suit % 64);
    if in_suit & !SUIT == 0 { aces::run(in_suit) } else { None }
}

/// The cards in order, as `7c7d7h` or, where a run goes beyond the king, `QsKsAs`.
impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = run_of(self.0).map_or(0, |(_, first)| first as u8);
        let mut cards: Vec<Card> = self.0.iter().collect();
        cards.sort_by_key(|card| (card.rank() as u8 + 13 - first) % 13);
        cards.iter().try_for_each(|card| fmt::Display::fmt(card, f))
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
    Aces::LOW.melds_in(cards)
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

pub(crate) fn runs_in(cards: CardSet, ace: Ace) -> impl Iterator<Item = Meld> {
    let ranks_to = move |first: u32| match ace {
        Ace::Low => 13 - first,
        // The whole suit is one run, whichever ace it is thought to begin with.
        Ace::HighOrLow => (14 - first).min(if first == 1 { 12 } else { 13 }),
        Ace::Corner if first == 0 => 13,
        Ace::Corner => 12,
    };
    (0..52).flat_map(move |low: u32| {
        let (suit, first) = (low / 13, low % 13);
        let ranks = cards.mask() >> (13 * suit) & SUIT;
        let held = ((ranks | ranks << 13) >> first).trailing_ones().min(ranks_to(first));
        (3..=held).map(move |length| {
            let run = ((1 << length) - 1) << first;
            Meld(CardSet::truncated((run & SUIT | run >> 13) << (13 * suit)))
        })
    })
}

/// The runs of these cards, each shown whole; cards in no run are left out.
pub(crate) fn whole_runs(cards: CardSet, ace: Ace) -> impl Iterator<Item = Meld> {
    Suit::ALL.into_iter().flat_map(move |suit| {
        let runs = aces::whole_runs_of_suit(cards.ranks_in(suit), ace);
        runs.map(move |run| Meld(CardSet::truncated(run << (13 * suit as u32))))
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
    fn other_aces_allow_more_runs() {
        let count = |ace| Aces::new(ace, 1).unwrap().melds_in(CardSet::FULL).len();
        // A suit has 66 runs with the ace low, ten more end with a high one, and around the corner
        // thirteen begin at any rank for each of ten lengths, and one is the whole suit.
        assert_eq!(Ace::ALL.map(count), [329, 329 + 4 * 10, 65 + 4 * 131]);
        for ace in Ace::ALL {
            let aces = Aces::new(ace, 1).unwrap();
            for meld in aces.melds_in(CardSet::FULL) {
                assert_eq!(aces.meld(meld.cards()), Some(meld));
                assert!(meld.ace() <= ace);
                assert_eq!(meld.to_string().parse(), Ok(meld.cards()));
            }
        }
        let corner = Aces::new(Ace::Corner, 1).unwrap();
        let shown = |text: &str| corner.meld(text.parse().unwrap()).unwrap().to_string();
        assert_eq!(shown("Ah 2h Kh"), "KhAh2h");
        assert_eq!(shown("As Ac Ah"), "AsAcAh");
    }
}
