//! Melds and clusters of melds, in RLCard's orders.
//!
//! A *pile* is a meld as a list of cards, a *cluster* one to three piles that share no card.

use super::{CardList, SetOrder};
use crate::meld::{runs_in, set_ranks};
use crate::{Ace, Card, CardSet, Suit};

/// RLCard sorts the names of ranks as texts: 2 to 9, then A, J, K, Q, T.
const RANKS_BY_NAME: [u8; 13] = [1, 2, 3, 4, 5, 6, 7, 8, 0, 10, 12, 11, 9];

/// A meld with its cards in an order.
#[derive(Clone, Copy, Debug)]
pub struct Pile {
    /// Its cards in order.
    pub list: CardList<13>,
    /// Its cards.
    pub cards: CardSet,
}

impl Pile {
    /// The pile with its cards in the order of the frozenset that RLCard makes of it.
    pub fn in_set_order(&self) -> Pile {
        let set: SetOrder = self.list.iter().copied().collect();
        Pile { list: set.iter().collect(), cards: self.cards }
    }
}

impl FromIterator<Card> for Pile {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Pile {
        let list: CardList<13> = cards.into_iter().collect();
        let cards = list.iter().copied().collect();
        Pile { list, cards }
    }
}

/// Every run among these cards: suit by suit, by its lowest card, then by length.
pub fn run_piles(hand: &[Card]) -> Vec<Pile> {
    runs_in(hand.iter().copied().collect(), Ace::Low)
        .map(|run| Pile { list: run.cards().iter().collect(), cards: run.cards() })
        .collect()
}

/// Every run of one suit, by its lowest card, then by length.
pub fn run_piles_of_suit(hand: &[Card], suit: Suit) -> Vec<Pile> {
    let of_suit: Vec<Card> = hand.iter().copied().filter(|card| card.suit() == suit).collect();
    run_piles(&of_suit)
}

/// Every set among these cards, by the name of its rank; of four equal ranks all four, then without
/// the first, the second, the third, the fourth. Suits come in the order of the hand.
pub fn set_piles(hand: &[Card]) -> Vec<Pile> {
    let ranks = set_ranks(hand.iter().copied().collect());
    let mut piles = Vec::new();
    if ranks != 0 {
        for rank in RANKS_BY_NAME.into_iter().filter(|rank| ranks >> rank & 1 == 1) {
            let held = hand.iter().copied().filter(|card| card.rank() as u8 == rank);
            push_sets(&held.collect(), &mut piles);
        }
    }
    piles
}

/// Appends a set of three or four cards, and of four each set of three.
pub(super) fn push_sets(held: &CardList<4>, piles: &mut Vec<Pile>) {
    piles.push(held.iter().copied().collect());
    if held.len() == 4 {
        for left_out in held.iter() {
            piles.push(held.iter().copied().filter(|card| card != left_out).collect());
        }
    }
}

/// Calls `visit` with every cluster, as the places of its piles and all its cards: each pile alone,
/// followed by every later one that shares no card with it, each of these followed by every third.
#[inline]
pub fn each_cluster(piles: &[Pile], mut visit: impl FnMut(&[usize], CardSet)) {
    for (first, one) in piles.iter().enumerate() {
        visit(&[first], one.cards);
        for (second, two) in piles.iter().enumerate().skip(first + 1) {
            if !two.cards.is_disjoint(one.cards) {
                continue;
            }
            let both = one.cards | two.cards;
            visit(&[first, second], both);
            for (third, three) in piles.iter().enumerate().skip(second + 1) {
                if three.cards.is_disjoint(both) {
                    visit(&[first, second, third], both | three.cards);
                }
            }
        }
    }
}

/// The clusters that leave least deadwood of the hand, in the order of [`each_cluster`].
pub fn best_clusters(hand: CardSet, piles: &[Pile]) -> Vec<Cluster> {
    let mut best = Vec::new();
    let mut least = u32::MAX;
    each_cluster(piles, |places, melded| {
        let left = (hand - melded).points();
        if left < least {
            best.clear();
            least = left;
        }
        if left == least {
            best.push(Cluster::new(places));
        }
    });
    best
}

/// Which of a list of piles make up a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cluster {
    places: [u16; 3],
    len: u8,
}

impl Cluster {
    fn new(places: &[usize]) -> Cluster {
        let mut kept = [0; 3];
        for (place, kept) in places.iter().zip(&mut kept) {
            *kept = *place as u16;
        }
        Cluster { places: kept, len: places.len() as u8 }
    }

    /// The places in the list of piles.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.places[..usize::from(self.len)].iter().map(|place| usize::from(*place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    fn shown(piles: &[Pile]) -> Vec<String> {
        piles.iter().map(|pile| pile.list.iter().map(Card::to_string).collect()).collect()
    }

    #[test]
    fn sets_come_by_the_letters_of_their_ranks() {
        let piles = set_piles(&hand("Th As Kd Ac Ts Ks Td Ad Kc 9s 9c 9d"));
        assert_eq!(shown(&piles), ["9s9c9d", "AsAcAd", "KdKsKc", "ThTsTd"]);
    }

    #[test]
    fn of_four_come_all_and_then_three_without_each() {
        let piles = set_piles(&hand("5d 5s 5h 5c"));
        assert_eq!(shown(&piles), ["5d5s5h5c", "5s5h5c", "5d5h5c", "5d5s5c", "5d5s5h"]);
    }

    #[test]
    fn runs_come_by_their_lowest_card_then_by_length() {
        let cards = hand("6c 3c 5c 4c Kd Qd Jd");
        assert_eq!(shown(&run_piles(&cards)), ["3c4c5c", "3c4c5c6c", "4c5c6c", "JdQdKd"]);
        assert_eq!(shown(&run_piles_of_suit(&cards, Suit::Diamonds)), ["JdQdKd"]);
    }

    #[test]
    fn each_pile_is_followed_by_what_can_be_laid_with_it() {
        let cards = hand("As 2s 3s Ac Ad 7h 8h 9h");
        let piles = [run_piles(&cards), set_piles(&cards)].concat();
        let mut found = Vec::new();
        each_cluster(&piles, |places, melded| found.push((places.to_vec(), melded.len())));
        // The ace of spades is in the first run and in the set.
        let expected = [(vec![0], 3), (vec![0, 1], 6), (vec![1], 3), (vec![1, 2], 6), (vec![2], 3)];
        assert_eq!(found, expected);
        let best = best_clusters(cards.iter().copied().collect(), &piles);
        assert_eq!(best.iter().map(|one| one.iter().collect()).collect::<Vec<Vec<_>>>(), [[0, 1]]);
    }
}
