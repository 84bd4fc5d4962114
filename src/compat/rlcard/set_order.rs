//! The order in which a set of Python hands out RLCard's cards.
//!
//! A set of CPython is a table of a power of two of slots. A card goes into the slot that the low bits
//! of its hash name; if that is taken, into the next ones, as long as nine more lie within the table,
//! or else into a slot that the higher bits of the hash help to choose. A table filled to three fifths
//! is made anew, four times as large as what it holds. Iterating goes from slot to slot.
//!
//! RLCard hashes a card as its rank plus a hundred times its suit. Of eight slots a hundred and three
//! hundred are the same one, as are none and two hundred: so the order of three cards of one rank
//! depends on which came first.

use crate::Card;

/// As many slots as a set of up to eighteen cards needs, more than any meld or hand to play with has.
const MOST_SLOTS: usize = 32;
const FIRST_SLOTS: usize = 8;
const LINEAR_PROBES: usize = 9;
const PERTURB_SHIFT: u32 = 5;

/// A set of RLCard's cards, in the order in which CPython's would iterate.
#[derive(Clone, Copy, Debug)]
pub struct SetOrder {
    slots: [Option<Card>; MOST_SLOTS],
    size: usize,
    used: usize,
}

impl SetOrder {
    /// The empty set.
    pub fn new() -> SetOrder {
        SetOrder { slots: [None; MOST_SLOTS], size: FIRST_SLOTS, used: 0 }
    }

    /// Adds a card, unless it is there.
    pub fn add(&mut self, card: Card) {
        let place = self.place_of(card);
        if self.slots[place].is_some() {
            return;
        }
        self.slots[place] = Some(card);
        self.used += 1;
        if self.used * 5 >= (self.size - 1) * 3 {
            self.grow();
        }
    }

    /// Whether it holds no card.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Its cards, in order.
    pub fn iter(&self) -> impl Iterator<Item = Card> {
        self.slots[..self.size].iter().filter_map(|slot| *slot)
    }

    /// The slot that holds this card, or the free one that would.
    fn place_of(&self, card: Card) -> usize {
        let hash = hash(card);
        let mask = self.size - 1;
        let (mut perturb, mut first) = (hash, hash & mask);
        loop {
            let probes = if first + LINEAR_PROBES <= mask { LINEAR_PROBES } else { 0 };
            for place in first..=first + probes {
                match self.slots[place] {
                    Some(other) if other != card => {}
                    _ => return place,
                }
            }
            perturb >>= PERTURB_SHIFT;
            first = (first * 5 + 1 + perturb) & mask;
        }
    }

    fn grow(&mut self) {
        let old = *self;
        let size = (old.used * 4 + 1).next_power_of_two();
        assert!(size <= MOST_SLOTS, "a set of {} cards", old.used);
        *self = SetOrder { size, ..SetOrder::new() };
        for card in old.iter() {
            let place = self.place_of(card);
            self.slots[place] = Some(card);
        }
        self.used = old.used;
    }
}

impl Default for SetOrder {
    fn default() -> SetOrder {
        SetOrder::new()
    }
}

impl FromIterator<Card> for SetOrder {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> SetOrder {
        let mut set = SetOrder::new();
        cards.into_iter().for_each(|card| set.add(card));
        set
    }
}

/// `rank_index + 100 * suit_index`.
fn hash(card: Card) -> usize {
    usize::from(card.id() % 13) + 100 * usize::from(card.id() / 13)
}

impl Extend<Card> for SetOrder {
    fn extend<T: IntoIterator<Item = Card>>(&mut self, cards: T) {
        cards.into_iter().for_each(|card| self.add(card));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_order(ids: &[u8]) -> Vec<u8> {
        let set: SetOrder = ids.iter().filter_map(|id| Card::from_id(*id)).collect();
        set.iter().map(Card::id).collect()
    }

    #[test]
    fn cards_of_one_rank_lie_by_which_came_first() {
        // Hashes 0, 100 and 200: who comes second of the first and the last finds slot 0 taken, and
        // goes on to slot 7 by the higher bits of 200, to slot 1 by those of 0.
        assert_eq!(in_order(&[0, 26, 13]), [0, 13, 26]);
        assert_eq!(in_order(&[26, 0, 13]), [26, 0, 13]);
        assert_eq!(in_order(&[26, 13, 0]), [26, 0, 13]);
    }

    #[test]
    fn a_run_of_four_begins_in_the_middle_where_its_hashes_pass_eight() {
        assert_eq!(in_order(&[5, 6, 7, 8]), [8, 5, 6, 7]);
        assert_eq!(in_order(&[6, 7, 8, 9]), [8, 9, 6, 7]);
    }

    #[test]
    fn the_fifth_card_makes_room_for_a_whole_suit() {
        assert_eq!(in_order(&[5, 6, 7, 8, 9]), [5, 6, 7, 8, 9]);
        let suit: Vec<u8> = (0..13).collect();
        assert_eq!(in_order(&suit), suit);
    }

    #[test]
    fn a_card_is_added_once() {
        assert_eq!(in_order(&[3, 3, 4, 3]), [3, 4]);
        assert!(SetOrder::new().is_empty());
    }
}
