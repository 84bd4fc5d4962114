//! The one-hand evaluator against brute force.

use proptest::prelude::*;

use super::*;
use crate::hands::{neighbouring, random};
use crate::{Ace, Card, naive};

fn agrees_with_naive(hand: CardSet) {
    let (points, _, melded_cards, sets) = naive::canonical(Aces::LOW, hand);
    assert_eq!(u32::from(deadwood(hand)), points, "deadwood of {hand}");
    let layout = canonical(AceLow, hand);
    assert_eq!((layout.melded(), layout.sets), (melded_cards, sets), "layout of {hand}");
    assert_eq!(wide::canonical(Aces::LOW, hand), layout, "rank by rank, {hand}");
    let arrangement = arrange(hand);
    let laid = arrangement.melds.iter().fold(CardSet::EMPTY, |all, meld| all | meld.cards());
    assert_eq!((laid, arrangement.unmelded), (melded_cards, hand - melded_cards), "{hand}");
}

#[test]
fn every_pattern_of_one_suit_agrees_with_naive() {
    for pattern in 0..8192 {
        // Long patterns have too many arrangements for brute force; nine cards take every shape.
        let hand = CardSet::truncated(pattern << 26);
        if hand.len() <= 9 {
            agrees_with_naive(hand);
        } else {
            assert_eq!(canonical(AceLow, hand), wide::canonical(Aces::LOW, hand), "{hand}");
        }
    }
}

/// Rules about aces, and cards among which they matter: those near ace and king.
fn other_aces() -> impl Iterator<Item = Aces> {
    let rules = [Ace::HighOrLow, Ace::Corner].map(|ace| [1, 15].map(|cost| Aces::new(ace, cost)));
    rules.into_iter().flatten().flatten().chain(Aces::new(Ace::Low, 15))
}

/// The cards with their ranks turned, so that neighbouring ranks lie around the corner.
fn turned(hand: CardSet, ranks: u8) -> CardSet {
    let turn = |card: Card| card.id() / 13 * 13 + (card.id() % 13 + ranks) % 13;
    hand.iter().map(turn).filter_map(Card::from_id).collect()
}

#[test]
fn hands_under_other_aces_agree_with_naive() {
    for aces in other_aces() {
        for cards in 3..=14 {
            let dense =
                neighbouring(cards, 60).flat_map(|hand| [9, 11, 12].map(|by| turned(hand, by)));
            for hand in random(cards, 60).chain(dense) {
                let (points, _, melded, sets) = naive::canonical(aces, hand);
                assert_eq!(u32::from(aces.deadwood(hand)), points, "{aces:?}: {hand}");
                let layout = canonical(aces, hand);
                assert_eq!((layout.melded(), layout.sets), (melded, sets), "{aces:?}: {hand}");
                assert_eq!(wide::canonical(aces, hand), layout, "rank by rank, {aces:?}: {hand}");
                let laid = layout.melds(aces);
                assert!(laid.iter().all(|meld| aces.meld(meld.cards()).is_some()), "{laid:?}");
                assert_eq!(laid.iter().map(|meld| meld.cards().len()).sum::<u32>(), melded.len());
            }
        }
    }
}

#[test]
fn every_hand_of_up_to_four_cards_agrees_with_naive() {
    fn each(left: u32, lowest: u8, hand: CardSet) {
        agrees_with_naive(hand);
        if left > 0 {
            for id in lowest..52 {
                each(left - 1, id + 1, hand.with(Card::from_id(id).unwrap()));
            }
        }
    }
    each(4, 0, CardSet::EMPTY);
}

#[test]
fn discards_of_eleven_agree_with_naive() {
    for hand in random(11, 300).chain(neighbouring(11, 300)) {
        for banned in [None].into_iter().chain(hand.iter().map(Some)) {
            let expected = naive::best_discard(hand, banned);
            let found = best_discard(hand, banned).map(|(card, left)| (card, u32::from(left)));
            assert_eq!(found, expected, "{hand} without {banned:?}");
        }
        for limit in [0, 5, 10] {
            let expected = naive::knock_discards(hand, limit.into(), None);
            assert_eq!(knock_discards(hand, limit, None), expected, "{hand} under {limit}");
        }
    }
}

#[cfg(feature = "sim")]
#[test]
fn all_best_discards_of_eleven_agree_with_naive() {
    let mut numbers = crate::hands::Numbers::new(11);
    let (mut in_conflict, mut melds_all) = ([0; 4], 0);
    // Hands that meld whole are few.
    let whole = neighbouring(11, 50_000).filter(|&hand| deadwood(hand) == 0).take(200);
    for hand in random(11, 1_000).chain(neighbouring(11, 3_000)).chain(whole) {
        let conflicts = meld::set_ranks(hand) & meld::ranks(AceLow.run_cards(hand));
        in_conflict[conflicts.count_ones() as usize] += 1;
        let left = naive::discards(hand);
        // Mostly one or two cards are banned, sometimes all.
        let bans =
            [0, 1, 3, 12].map(|count| (0..count).map(|_| numbers.below(11)).collect::<Vec<_>>());
        for places in bans {
            let banned: CardSet = places.iter().filter_map(|at| hand.iter().nth(*at)).collect();
            let allowed = || left.iter().filter(|(card, _)| !banned.contains(*card));
            let least = allowed().map(|(_, left)| *left).min();
            let best = allowed().filter(|(_, left)| Some(*left) == least).map(|(card, _)| *card);
            let best: CardSet = best.collect();
            let found = throws::best_discards(Aces::LOW, hand, banned);
            assert_eq!(found.cards, best, "{hand} without {banned}");
            assert!(least.is_none_or(|least| least == found.left), "{hand} without {banned}");
            assert_eq!(found.melds_all, naive::deadwood(hand) == 0, "{hand}");
            melds_all += u32::from(found.melds_all);
        }
    }
    assert!(
        in_conflict.iter().all(|&count| count > 20) && melds_all > 500,
        "{in_conflict:?} {melds_all}"
    );
}

#[cfg(feature = "sim")]
#[test]
fn knock_discards_found_at_once_agree_with_naive() {
    for hand in random(11, 1_000).chain(neighbouring(11, 3_000)) {
        for limit in [0, 1, 4, 9, 10] {
            for banned in [None, hand.first()] {
                let expected = naive::knock_discards(hand, limit.into(), banned);
                let found = throws::knock_discards_at_once(hand, limit, banned);
                assert_eq!(found, expected, "{hand} under {limit} without {banned:?}");
            }
        }
    }
}

#[test]
fn hands_of_any_size_agree_with_naive() {
    for cards in 1..=14 {
        random(cards, 400).chain(neighbouring(cards, 400)).for_each(agrees_with_naive);
    }
}

/// Every set of free cards is tried, so this takes few ranks; brute force would take too long.
#[test]
fn trying_choices_agrees_with_going_rank_by_rank_on_large_hands() {
    for cards in 15..=52 {
        for hand in random(cards, 40).chain(neighbouring(cards, 40)) {
            let found = wide::canonical(Aces::LOW, hand);
            assert_eq!(canonical(AceLow, hand), found, "{hand}");
            let arrangement = arrange(hand);
            let melded = arrangement.melds.iter().fold(CardSet::EMPTY, |all, m| all | m.cards());
            assert_eq!((melded, hand - melded), (found.melded(), arrangement.unmelded), "{hand}");
        }
    }
}

#[test]
fn the_whole_pack_melds_whole() {
    assert_eq!(deadwood(CardSet::FULL), 0);
    assert_eq!(melded(CardSet::FULL), CardSet::FULL);
}

#[test]
fn every_arrangement_is_listed_once_and_the_canonical_comes_first() {
    for hand in random(10, 100).chain(neighbouring(10, 200)) {
        for limit in [None, Some(20)] {
            let listed = arrangements(hand, limit);
            let most = limit.unwrap_or_else(|| u32::from(deadwood(hand)));
            let mut expected = 0;
            naive::each_arrangement(Ace::Low, hand, &mut |melds: &[CardSet]| {
                let melded = melds.iter().fold(CardSet::EMPTY, |all, &meld| all | meld);
                expected += usize::from((hand - melded).points() <= most);
            });
            assert_eq!(listed.len(), expected, "{hand}");
            if let Some(first) = listed.first() {
                assert_eq!(*first, arrange(hand), "{hand}");
            }
        }
    }
}

proptest! {
    #[test]
    fn suits_do_not_matter(mask in 0_u64..1 << 52, turn in 1_u32..4) {
        let turned = CardSet::truncated(mask << (13 * turn) | mask >> (52 - 13 * turn));
        let hand = CardSet::truncated(mask);
        prop_assert_eq!(deadwood(hand), deadwood(turned));
    }

    #[test]
    fn a_card_more_costs_at_most_its_points(mask in 0_u64..1 << 52, id in 0_u8..52) {
        let (hand, card) = (CardSet::truncated(mask), Card::from_id(id).unwrap());
        let (before, after) = (deadwood(hand.without(card)), deadwood(hand.with(card)));
        prop_assert!(after <= before + card.points());
    }
}
