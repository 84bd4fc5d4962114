//! The short ways to an answer against groups of melds, counted out.

use super::*;
use crate::card_set::CardSet;
use crate::hands::{neighbouring, random};
use crate::{Card, deadwood, melds_in};

fn hand(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn hands(cards: u32) -> impl Iterator<Item = CardSet> {
    random(cards, 500).chain(neighbouring(cards, 1_500))
}

/// Every group, and what it leaves.
fn groups(hand: CardSet) -> Vec<(Vec<CardSet>, CardSet)> {
    let mut groups = Vec::new();
    let listed = each_meld_group(hand, |group| {
        groups.push((group.to_vec(), group.iter().fold(hand, |left, meld| left - *meld)));
        Ok::<(), ()>(())
    });
    listed.unwrap();
    groups
}

/// The first group of the most points, as OpenSpiel looks for it.
fn first_best(hand: CardSet) -> Vec<CardSet> {
    let (mut best, mut most) = (Vec::new(), 0);
    for (group, left) in groups(hand) {
        let melded = (hand - left).points();
        if melded > most {
            (best, most) = (group, melded);
        }
    }
    best
}

#[test]
fn the_melds_are_those_of_at_most_five_cards() {
    for hand in hands(10).chain([CardSet::FULL]) {
        let mut melds: Vec<CardSet> = all_melds(hand).collect();
        melds.sort_unstable();
        let short = |cards: &CardSet| cards.len() <= 5;
        let mut expected: Vec<_> =
            melds_in(hand).iter().map(|meld| meld.cards()).filter(short).collect();
        expected.sort_unstable();
        assert_eq!(melds, expected, "{hand}");
    }
}

#[test]
fn groups_are_disjoint_leave_no_meld_and_come_in_every_order() {
    for hand in hands(10) {
        let listed = groups(hand);
        let mut counts = std::collections::HashMap::new();
        for (group, left) in &listed {
            let held: u32 = group.iter().map(|meld| meld.len()).sum();
            assert_eq!(held + left.len(), hand.len(), "{hand}: {group:?}");
            assert_eq!(all_melds(*left).count(), 0, "{hand}: {group:?}");
            let mut sorted = group.clone();
            sorted.sort_unstable();
            *counts.entry(sorted).or_insert(0) += 1;
        }
        for (group, count) in counts {
            assert_eq!(count, (1..=group.len()).product::<usize>(), "{hand}: {group:?}");
        }
    }
}

#[test]
fn the_best_group_is_the_first_of_the_most_points() {
    for hand in hands(10).chain(hands(11)) {
        assert_eq!(best_meld_group(hand), first_best(hand), "{hand}");
    }
}

#[test]
fn a_card_too_many_costs_what_the_best_discard_leaves() {
    for size in [1, 2, 5, 7, 8, 10, 11] {
        for hand in hands(size + 1) {
            let each = hand.iter().map(|card| deadwood(hand.without(card)));
            assert_eq!(Some(min_deadwood(hand, size, false)), each.min(), "{hand}");
            assert_eq!(min_deadwood(hand, size + 1, false), deadwood(hand));
        }
    }
}

#[test]
fn with_compat_the_highest_card_beside_the_best_group_goes() {
    for size in [1, 2, 5, 7, 8, 10, 11] {
        for hand in hands(size + 1) {
            let left = first_best(hand).iter().fold(hand, |left, meld| left - *meld);
            let highest = left.iter().max_by_key(|card| card.rank());
            let kept = highest.map_or(left, |card| left.without(card));
            assert_eq!(u32::from(min_deadwood(hand, size, true)), kept.points(), "{hand}");
            assert_eq!(min_deadwood(hand, size + 1, true), deadwood(hand));
        }
    }
    let three_sets = hand("4s 4c 4d 5s 5c 5d Ks Kc Kd");
    assert_eq!((min_deadwood(three_sets, 8, true), min_deadwood(three_sets, 8, false)), (0, 8));
}

#[test]
fn melds_that_may_be_laid_are_in_a_group_that_leaves_few() {
    for hand in hands(10) {
        for knock_card in [-1, 0, 5, 10, 40] {
            let few = |left: &CardSet| left.points() as i32 <= knock_card;
            let groups = groups(hand);
            let of_few = groups.iter().filter(|(_, left)| few(left));
            let expected: MeldIds = of_few
                .flat_map(|(group, _)| group)
                .map(|meld| MeldId::of(*meld).unwrap())
                .collect();
            assert_eq!(legal_melds(hand, knock_card), expected, "{hand}");
        }
    }
}

#[test]
fn a_card_may_be_thrown_if_the_rest_leaves_few() {
    for hand in hands(11) {
        let few = |card: &Card| deadwood(hand.without(*card)) <= 10;
        let expected: CardSet = hand.iter().filter(few).collect();
        assert_eq!(legal_discards(hand, 10, 10, false), expected, "{hand}");
        assert_eq!(legal_discards(hand, 10, 10, true), expected, "{hand}");
    }
}

#[test]
fn layoffs_go_on_at_the_ends_of_runs_and_complete_sets() {
    let layoffs = |deck, melds: &[&str], previous, compat| {
        let ids: Vec<MeldId> = melds.iter().map(|meld| MeldId::of(hand(meld)).unwrap()).collect();
        all_layoffs(deck, ids, hand(previous), compat).to_string()
    };
    let full = Deck::FULL;
    for compat in [false, true] {
        assert_eq!(layoffs(full, &["As 2s 3s", "Jh Qh Kh", "7s 7c 7h"], "", compat), "4s 7d Th");
        assert_eq!(layoffs(full, &["7s 7c 7d 7h"], "", compat), "");
        assert_eq!(layoffs(full, &["5s 6s 7s"], "8s 4s 9h", compat), "3s 9s");
        assert_eq!(layoffs(full, &["7c 7d 7h"], "7s", compat), "7s");
        assert_eq!(
            layoffs(Deck::new(10, 3).unwrap(), &["8d 9d Td", "7s 7c 7d"], "", compat),
            "7d 7h"
        );
    }
    assert_eq!(layoffs(full, &["5s 6s 7s"], "8s 9s Ts", false), "4s Js");
    assert_eq!(layoffs(full, &["5s 6s 7s"], "8s 9s Ts", true), "4s 9s");
}
