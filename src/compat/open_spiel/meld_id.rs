//! The numbers of melds.
//!
//! Sets come first, five a rank: those of three by the suit they lack, then that of four. Then come
//! runs of three, four and five cards, suit by suit from the lowest. The numbers are the same for
//! every deck.

use std::iter::FusedIterator;

use crate::card_set::CardSet;
use crate::meld::{Meld, MeldKind};

/// The number of a set or of a run of at most five cards, 0 to 184.
///
/// ```
/// use gin_fast::compat::open_spiel::MeldId;
/// let run = MeldId::of("As 2s 3s".parse()?).unwrap();
/// assert_eq!(run.get(), 65);
/// assert_eq!(MeldId::new(0).unwrap().cards().to_string(), "Ac Ad Ah");
/// assert_eq!(MeldId::new(185), None);
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeldId(u8);

const SETS: u8 = 13 * 5;
/// For runs of three, four and five cards: the number of the first, and how many a suit has.
const RUNS: [(u8, u8); 3] = [(SETS, 11), (SETS + 44, 10), (SETS + 84, 9)];
const MELDS: [CardSet; MeldId::COUNT] = {
    let mut melds = [CardSet::EMPTY; MeldId::COUNT];
    let mut id = 0;
    while id < melds.len() {
        melds[id] = cards_of(id as u8);
        id += 1;
    }
    melds
};

const fn cards_of(id: u8) -> CardSet {
    if id < SETS {
        let (rank, lacking) = (id / 5, id % 5);
        let four = CardSet::all_of_ranks(1 << rank).mask();
        // The fifth is the set of four.
        let lacks = if lacking < 4 { 1 << (lacking * 13 + rank) } else { 0 };
        return CardSet::truncated(four & !lacks);
    }
    let length = if id < RUNS[1].0 {
        3
    } else if id < RUNS[2].0 {
        4
    } else {
        5
    };
    let (first, a_suit) = RUNS[length - 3];
    let (suit, low) = ((id - first) / a_suit, (id - first) % a_suit);
    CardSet::truncated(((1 << length) - 1) << (suit * 13 + low))
}

impl MeldId {
    /// How many melds have a number.
    pub const COUNT: usize = 185;

    /// The meld of this number.
    #[inline]
    pub const fn new(id: u8) -> Option<MeldId> {
        if (id as usize) < MeldId::COUNT { Some(MeldId(id)) } else { None }
    }

    /// The meld made of exactly these cards, if they are one of at most five.
    #[inline]
    pub const fn of(cards: CardSet) -> Option<MeldId> {
        let Some(meld) = Meld::new(cards) else { return None };
        let Some(lowest) = cards.first() else { return None };
        let (rank, suit) = (lowest.rank() as u8, lowest.suit() as u8);
        match (meld.kind(), cards.len()) {
            (MeldKind::Set, 4) => Some(MeldId(5 * rank + 4)),
            (MeldKind::Set, _) => {
                let lacking = CardSet::all_of_ranks(1 << rank).mask() & !cards.mask();
                Some(MeldId(5 * rank + lacking.trailing_zeros() as u8 / 13))
            }
            (MeldKind::Run, length @ 3..=5) => {
                let (first, a_suit) = RUNS[length as usize - 3];
                Some(MeldId(first + suit * a_suit + rank))
            }
            (MeldKind::Run, _) => None,
        }
    }

    /// The number.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Its cards.
    #[inline]
    pub const fn cards(self) -> CardSet {
        MELDS[self.0 as usize]
    }

    /// Every meld, by number.
    pub fn all() -> impl Iterator<Item = MeldId> {
        (0..MeldId::COUNT as u8).map(MeldId)
    }
}

/// A set of melds, which it iterates by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MeldIds([u64; 3]);

impl MeldIds {
    /// No meld.
    pub const EMPTY: MeldIds = MeldIds([0; 3]);

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Whether the meld is one of them.
    #[inline]
    pub const fn contains(self, id: MeldId) -> bool {
        self.0[id.0 as usize / 64] >> (id.0 % 64) & 1 == 1
    }

    /// Puts the meld among them.
    #[inline]
    pub const fn insert(&mut self, id: MeldId) {
        self.0[id.0 as usize / 64] |= 1 << (id.0 % 64);
    }

    /// The masks of the numbers 0 to 63, 64 to 127 and 128 to 184.
    #[inline]
    pub const fn masks(self) -> [u64; 3] {
        self.0
    }

    /// The melds, by number.
    pub const fn iter(self) -> MeldIdsIter {
        MeldIdsIter(self)
    }
}

impl IntoIterator for MeldIds {
    type Item = MeldId;
    type IntoIter = MeldIdsIter;

    fn into_iter(self) -> MeldIdsIter {
        self.iter()
    }
}

impl FromIterator<MeldId> for MeldIds {
    fn from_iter<I: IntoIterator<Item = MeldId>>(ids: I) -> MeldIds {
        let mut all = MeldIds::EMPTY;
        ids.into_iter().for_each(|id| all.insert(id));
        all
    }
}

/// The melds of [`MeldIds`], by number.
#[derive(Debug, Clone)]
pub struct MeldIdsIter(MeldIds);

impl Iterator for MeldIdsIter {
    type Item = MeldId;

    #[inline]
    fn next(&mut self) -> Option<MeldId> {
        for (at, ids) in self.0.0.iter_mut().enumerate() {
            if *ids != 0 {
                let id = 64 * at as u8 + ids.trailing_zeros() as u8;
                *ids &= *ids - 1;
                return Some(MeldId(id));
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len() as usize, Some(self.0.len() as usize))
    }
}

impl ExactSizeIterator for MeldIdsIter {}
impl FusedIterator for MeldIdsIter {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::melds_in;

    #[test]
    fn every_meld_of_at_most_five_cards_has_one_number() {
        let melds = melds_in(CardSet::FULL);
        let ids: MeldIds = melds.iter().filter_map(|meld| MeldId::of(meld.cards())).collect();
        assert_eq!(ids.len() as usize, MeldId::COUNT);
        for meld in melds {
            let id = MeldId::of(meld.cards());
            assert_eq!(id.is_some(), meld.cards().len() <= 5, "{meld}");
            assert!(id.is_none_or(|id| id.cards() == meld.cards()), "{meld}");
        }
        assert!(ids.iter().eq(MeldId::all()));
    }

    #[test]
    fn sets_come_by_the_suit_they_lack_and_runs_by_length() {
        let cards = |id| MeldId::new(id).unwrap().cards().to_string();
        assert_eq!(cards(3), "As Ac Ad");
        assert_eq!(cards(4), "As Ac Ad Ah");
        assert_eq!(cards(64), "Ks Kc Kd Kh");
        assert_eq!(cards(75), "Js Qs Ks");
        assert_eq!(cards(76), "Ac 2c 3c");
        assert_eq!(cards(109), "As 2s 3s 4s");
        assert_eq!(cards(184), "9h Th Jh Qh Kh");
        assert_eq!(MeldId::of("As 2s".parse().unwrap()), None);
    }
}
