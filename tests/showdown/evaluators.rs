//! The evaluators of one hand under every rule of the aces, against brute force.

use gin_fast::{Ace, Aces, Card, CardSet};

use crate::oracle::{Oracle, cards_in};
use crate::pairs::{self, Numbers};

/// How many hands a test takes unless told otherwise.
const HANDS: usize = 6_000;

/// The rules of the aces that are not the usual one, and that one.
fn every_aces() -> [Aces; 6] {
    let of = |deadwood| Ace::ALL.map(|ace| Aces::new(ace, deadwood).unwrap());
    let ([low, high, corner], [dear_low, dear_high, dear_corner]) = (of(1), of(15));
    [low, high, corner, dear_low, dear_high, dear_corner]
}

/// Hands of so many cards from the whole pack, from neighbouring ranks around the corner, or from
/// one suit and a few other cards, so that runs are long.
fn hand(numbers: &mut Numbers, cards: u32) -> u64 {
    const PACK: u64 = (1 << 52) - 1;
    match numbers.below(3) {
        0 => numbers.draw(cards, PACK),
        1 => {
            let ranks = (4 + numbers.below(3)).max(cards.div_ceil(4));
            let pack = numbers.neighbouring_ranks(ranks, true);
            numbers.draw(cards, pack)
        }
        _ => {
            let suit = 0x1fff << (13 * numbers.below(4));
            let hand = numbers.draw(cards * 2 / 3, suit);
            hand | numbers.draw(cards - hand.count_ones(), PACK & !hand)
        }
    }
}

fn cards(mask: u64) -> CardSet {
    CardSet::from_mask(mask).unwrap()
}

fn check_arrangement(oracle: &mut Oracle, aces: Aces, hand: u64) {
    let expected = oracle.arrange(hand);
    let what = format!("{} {aces:?}", cards(hand));
    let found = aces.arrange(cards(hand));
    let melds: Vec<u64> = found.melds.iter().map(|meld| meld.cards().mask()).collect();
    assert_eq!(melds, expected.melds, "{what}");
    assert_eq!(found.unmelded.mask(), hand & !expected.melded, "{what}");
    assert_eq!(u32::from(aces.deadwood(cards(hand))), expected.deadwood, "{what}");
    assert_eq!(aces.melded(cards(hand)).mask(), expected.melded, "{what}");
    assert_eq!(aces.points(cards(hand)), oracle.points(hand), "{what}");
    let held: Vec<u64> =
        aces.melds_in(cards(hand)).iter().map(|meld| meld.cards().mask()).collect();
    assert_eq!(held, oracle.melds_in(hand), "{what}");
}

fn check_discards(oracle: &mut Oracle, aces: Aces, hand: u64, limit: u32, banned: Option<Card>) {
    let what = format!("{} {aces:?}, {banned:?}", cards(hand));
    let mut after = [255; 52];
    for card in cards_in(hand) {
        after[card as usize] = oracle.least(hand & !(1 << card)) as u8;
    }
    assert_eq!(aces.deadwood_after_discard(cards(hand)), after, "{what}");

    let allowed = cards_in(hand).filter(|&card| banned.is_none_or(|b| u32::from(b.id()) != card));
    let allowed: Vec<u32> = allowed.collect();
    let dearest =
        |&&card: &&u32| (std::cmp::Reverse(after[card as usize]), oracle.points(1 << card), card);
    let best = allowed.iter().max_by_key(dearest).map(|&card| (card as u8, after[card as usize]));
    let found = aces.best_discard(cards(hand), banned).map(|(card, left)| (card.id(), left));
    assert_eq!(found, best, "{what}");

    let knocks = allowed.iter().filter(|&&card| u32::from(after[card as usize]) <= limit);
    let knocks = knocks.fold(0, |all, card| all | 1 << card);
    let found = aces.knock_discards(cards(hand), limit as u8, banned);
    assert_eq!(found.mask(), knocks, "{what}");
}

#[test]
fn hands_are_arranged_as_by_brute_force_under_every_rule_of_the_aces() {
    for (at, aces) in every_aces().into_iter().enumerate() {
        let mut oracle = Oracle::new(aces);
        let mut numbers = Numbers::new(pairs::seed() ^ 100 ^ at as u64);
        for at in 0..pairs::count(HANDS) {
            oracle.forget();
            let hand = hand(&mut numbers, 1 + at as u32 % 14);
            check_arrangement(&mut oracle, aces, hand);
        }
    }
}

#[test]
fn wide_hands_are_arranged_as_by_brute_force_under_every_rule_of_the_aces() {
    for (at, aces) in every_aces().into_iter().enumerate() {
        let mut oracle = Oracle::new(aces);
        let mut numbers = Numbers::new(pairs::seed() ^ 200 ^ at as u64);
        for at in 0..pairs::count(HANDS) / 50 {
            oracle.forget();
            let hand = hand(&mut numbers, 15 + at as u32 % 6);
            check_arrangement(&mut oracle, aces, hand);
        }
    }
}

#[test]
fn discards_are_chosen_as_by_brute_force_under_every_rule_of_the_aces() {
    for (at, aces) in every_aces().into_iter().enumerate() {
        let mut oracle = Oracle::new(aces);
        let mut numbers = Numbers::new(pairs::seed() ^ 300 ^ at as u64);
        for _ in 0..pairs::count(HANDS) {
            oracle.forget();
            let hand = hand(&mut numbers, 11);
            let held: Vec<u32> = cards_in(hand).collect();
            let banned = match numbers.once_in(2) {
                true => Card::from_id(numbers.choice(&held) as u8),
                false => None,
            };
            let limit = numbers.choice(&[0, 3, 10, 20]);
            check_discards(&mut oracle, aces, hand, limit, banned);
        }
    }
}

#[test]
fn every_arrangement_is_listed_as_by_brute_force_under_every_rule_of_the_aces() {
    for (at, aces) in every_aces().into_iter().enumerate() {
        let mut oracle = Oracle::new(aces);
        let mut numbers = Numbers::new(pairs::seed() ^ 400 ^ at as u64);
        for at in 0..pairs::count(HANDS) / 10 {
            oracle.forget();
            let hand = hand(&mut numbers, 1 + at as u32 % 12);
            let most = match numbers.once_in(2) {
                true => None,
                false => Some(oracle.least(hand) + numbers.below(6)),
            };
            let least = oracle.least(hand);
            let first = oracle.arrange(hand).melds;
            let mut expected = Vec::new();
            oracle.each_packing(hand, most.unwrap_or(least), &mut |melds| {
                let mut melds = melds.to_vec();
                melds.sort_unstable_by_key(|m| (m.trailing_zeros(), m.count_ones(), *m));
                let left = melds.iter().fold(hand, |left, meld| left & !meld);
                expected.push((left, melds));
            });
            let mut expected: Vec<(bool, u32, Vec<u64>)> = expected
                .into_iter()
                .map(|(left, melds)| (melds != first, oracle.points(left), melds))
                .collect();
            expected.sort();
            let listed = aces.arrangements(cards(hand), most);
            let listed = listed
                .iter()
                .map(|one| one.melds.iter().map(|meld| meld.cards().mask()).collect::<Vec<_>>());
            let expected: Vec<_> = expected.into_iter().map(|(_, _, melds)| melds).collect();
            assert_eq!(listed.collect::<Vec<_>>(), expected, "{} {aces:?}", cards(hand));
        }
    }
}
