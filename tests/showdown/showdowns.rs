//! Pairs of hands, settled by the crate and by brute force.

use gin_fast::{
    Ace, Aces, Card, CardSet, Defence, KnockLayout, LayoutChoice, Meld, OklahomaAce, Rules, Shown,
    TieRule, defend, knock_points, showdown,
};

use crate::oracle::{self, Arrangement, Oracle};
use crate::pairs::{self, Maker, Numbers, Pair};
use crate::settlement::{Settled, limit, signed};

/// How many pairs a test takes unless told otherwise.
const PAIRS: usize = 20_000;

fn cards(mask: u64) -> CardSet {
    CardSet::from_mask(mask).unwrap()
}

fn masks(melds: &[Meld]) -> Vec<u64> {
    melds.iter().map(|meld| meld.cards().mask()).collect()
}

fn check_defence(found: &Defence, hand: u64, expected: &oracle::Defence, what: &str) {
    assert_eq!(found.laid_off.mask(), expected.laid_off, "laid off, {what}");
    assert_eq!(masks(&found.melds), expected.rest.melds, "the defender's melds, {what}");
    let unmelded = hand & !expected.laid_off & !expected.rest.melded;
    assert_eq!(found.unmelded.mask(), unmelded, "unmelded, {what}");
    assert_eq!(u32::from(found.deadwood), expected.rest.deadwood, "{what}");
}

/// Holds everything that is said about a pair, with the knocker's melds shown in one way.
fn check(pair: Pair, rules: &Rules, upcard: Option<Card>, shown: Shown<'_>, expected: &Settled) {
    let (knocker, defender) = (cards(pair.0), cards(pair.1));
    let what = format!("{knocker} against {defender}, {shown:?}, upcard {upcard:?}, {rules:?}");
    let found = showdown(knocker, defender, rules, shown, upcard);
    let found = found.unwrap_or_else(|error| panic!("{error}: {what}"));
    assert_eq!(found.score, expected.score, "{what}");
    assert_eq!(masks(&found.knocker_melds), expected.knocker.melds, "the knocker's melds, {what}");
    assert_eq!(u32::from(found.knocker_deadwood), expected.knocker.deadwood, "{what}");
    check_defence(&found.defence, pair.1, &expected.defence, &what);
    let Shown::Chosen(choice) = shown else { return };
    let points = knock_points(knocker, defender, rules, choice, upcard);
    assert_eq!(points.map(i32::from), Ok(signed(&expected.score)), "{what}");
}

/// Settles a pair in each way of showing the knocker's melds.
fn check_pair(oracle: &mut Oracle, numbers: &mut Numbers, pair: Pair, rules: &Rules) {
    let needs_upcard = rules.oklahoma || rules.spade_double;
    let upcard = match needs_upcard {
        true => Some(Card::from_id(numbers.below(52) as u8).unwrap()),
        false => None,
    };
    let (knocker, defender) = pair;
    oracle.forget();
    if knocker.count_ones() == 10 && oracle.least(knocker) > limit(rules, upcard) {
        let refused = showdown(
            cards(knocker),
            cards(defender),
            rules,
            Shown::Chosen(LayoutChoice::Canonical),
            upcard,
        );
        assert!(refused.is_err(), "{} {rules:?}", cards(knocker));
        return;
    }
    let canonical = oracle.arrange(knocker);
    let expected = oracle.settle(knocker, defender, canonical, rules, upcard);
    check(pair, rules, upcard, Shown::Chosen(LayoutChoice::Canonical), &expected);

    let expected = oracle.settle_best(knocker, defender, rules, upcard);
    check(pair, rules, upcard, Shown::Chosen(LayoutChoice::Best), &expected);

    let layouts = oracle.layouts(knocker, rules, upcard);
    let mut melds = layouts[numbers.below(layouts.len() as u32) as usize].clone();
    melds.sort_unstable_by_key(|meld| meld.trailing_zeros());
    let given: Vec<Meld> =
        melds.iter().map(|&meld| rules.aces.meld(cards(meld)).unwrap()).collect();
    let shown: Arrangement = oracle.shown(knocker, &melds);
    let answer = oracle.defend(defender, &melds);
    let found = defend(cards(defender), &given, rules.aces);
    check_defence(&found, defender, &answer, "given melds");
    let expected = oracle.settle(knocker, defender, shown, rules, upcard);
    check(pair, rules, upcard, Shown::Melds(&given), &expected);
}

/// Rules with other numbers and options in some fields, the aces aside.
fn any_rules(numbers: &mut Numbers) -> Rules {
    let layoff = !numbers.once_in(8);
    Rules {
        knock_limit: numbers.choice(&[10, 10, 10, 10, 7, 5, 0]),
        oklahoma: numbers.once_in(6),
        oklahoma_ace: numbers.choice(&[OklahomaAce::Gin, OklahomaAce::One]),
        spade_double: numbers.once_in(3),
        gin_bonus: numbers.choice(&[25, 20, 0, 1000]),
        gin_forced: numbers.once_in(3),
        big_gin: true,
        big_gin_bonus: numbers.choice(&[31, 50, 0, 1000]),
        undercut_bonus: numbers.choice(&[25, 20, 10, 0, 1000]),
        tie_rule: numbers.choice(&[TieRule::Undercut, TieRule::UndercutNoBonus, TieRule::NoScore]),
        knock_bonus: numbers.choice(&[0, 0, 15, 1000]),
        layoff,
        layoff_on_gin: layoff && numbers.once_in(3),
        knock_layout: numbers.choice(&[KnockLayout::Any, KnockLayout::Minimal]),
        gin_extra_boxes: numbers.choice(&[0, 2, 100]),
        undercut_extra_boxes: numbers.choice(&[0, 1, 100]),
        aces: Aces::LOW,
    }
}

/// Settles `count` pairs, every third under the rules as given and the others with fields changed.
fn settle(aces: Aces, count: usize, seed: u64, mut next: impl FnMut(&mut Maker<'_>) -> Pair) {
    let mut oracle = Oracle::new(aces);
    let mut numbers = Numbers::new(pairs::seed() ^ seed);
    for at in 0..count {
        let mut maker = Maker::new(&mut oracle, numbers.any(), aces);
        let pair = next(&mut maker);
        let rules = match at % 3 {
            0 => Rules { aces, ..Rules::default() },
            _ => Rules { aces, ..any_rules(&mut numbers) },
        };
        check_pair(&mut oracle, &mut numbers, pair, &rules);
    }
}

fn aces(ace: Ace, deadwood: u8) -> Aces {
    Aces::new(ace, deadwood).unwrap()
}

#[test]
fn random_pairs_are_settled_as_by_brute_force() {
    settle(Aces::LOW, pairs::count(PAIRS), 1, |maker| maker.random(10));
}

#[test]
fn neighbouring_pairs_are_settled_as_by_brute_force() {
    settle(Aces::LOW, pairs::count(PAIRS), 2, |maker| maker.neighbouring(10));
}

#[test]
fn pairs_with_the_ace_high_or_low_are_settled_as_by_brute_force() {
    for (seed, deadwood) in [(3, 1), (4, 15)] {
        let aces = aces(Ace::HighOrLow, deadwood);
        settle(aces, pairs::count(PAIRS) / 2, seed, |maker| maker.mixed(10));
    }
}

#[test]
fn pairs_around_the_corner_are_settled_as_by_brute_force() {
    for (seed, deadwood) in [(5, 1), (6, 15)] {
        let aces = aces(Ace::Corner, deadwood);
        settle(aces, pairs::count(PAIRS) / 2, seed, |maker| maker.mixed(10));
    }
}

#[test]
fn pairs_with_a_dear_low_ace_are_settled_as_by_brute_force() {
    settle(aces(Ace::Low, 15), pairs::count(PAIRS) / 2, 7, |maker| maker.mixed(10));
}

#[test]
fn round_the_corner_gin_lets_the_defender_lay_off() {
    let aces = aces(Ace::Corner, 15);
    let rules = Rules {
        gin_bonus: 20,
        undercut_bonus: 20,
        big_gin: true,
        layoff_on_gin: true,
        aces,
        ..Rules::default()
    };
    let mut oracle = Oracle::new(aces);
    let mut numbers = Numbers::new(pairs::seed() ^ 8);
    let mut nobody = 0;
    for at in 0..pairs::count(PAIRS) {
        let mut maker = Maker::new(&mut oracle, numbers.any(), aces);
        let pair = match at % 2 {
            0 => maker.gins(10 + at as u32 / 2 % 2),
            _ => maker.mixed(10),
        };
        check_pair(&mut oracle, &mut numbers, pair, &rules);
        let settled = oracle.settle_best(pair.0, pair.1, &rules, None);
        nobody += usize::from(settled.knocker.deadwood == 0 && settled.score.winner.is_none());
    }
    assert!(nobody > 0, "no defender laid off everything");
}

#[test]
fn gin_and_big_gin_are_settled_as_by_brute_force() {
    settle(Aces::LOW, pairs::count(PAIRS) / 2, 9, |maker| maker.gins(10));
    settle(Aces::LOW, pairs::count(PAIRS) / 2, 10, |maker| maker.gins(11));
    for (seed, ace) in [(11, Ace::HighOrLow), (12, Ace::Corner)] {
        settle(aces(ace, 15), pairs::count(PAIRS) / 4, seed, |maker| maker.gins(10));
        settle(aces(ace, 15), pairs::count(PAIRS) / 4, seed + 2, |maker| maker.gins(11));
    }
}

#[test]
fn any_cards_are_laid_down_against_any_melds_as_by_brute_force() {
    let every = Ace::ALL.into_iter().flat_map(|ace| [aces(ace, 1), aces(ace, 15)]);
    for (seed, aces) in every.enumerate() {
        let mut oracle = Oracle::new(aces);
        let mut numbers = Numbers::new(pairs::seed() ^ 700 ^ seed as u64);
        for _ in 0..pairs::count(PAIRS) / 5 {
            oracle.forget();
            let (melds, hand) = Maker::new(&mut oracle, numbers.any(), aces).table();
            let given: Vec<Meld> =
                melds.iter().map(|&meld| aces.meld(cards(meld)).unwrap()).collect();
            let found = defend(cards(hand), &given, aces);
            let expected = oracle.defend(hand, &melds);
            let what = format!("{} against {given:?}, {aces:?}", cards(hand));
            check_defence(&found, hand, &expected, &what);
        }
    }
}

/// The layout that pays most is another than the canonical one often enough to be tested.
#[test]
fn hindsight_finds_the_layout_that_scores_most() {
    let rules = Rules::default();
    let mut oracle = Oracle::new(Aces::LOW);
    let mut numbers = Numbers::new(pairs::seed() ^ 15);
    let (mut better, mut not_minimal) = (0, 0);
    for at in 0..pairs::count(PAIRS) {
        let mut maker = Maker::new(&mut oracle, numbers.any(), Aces::LOW);
        let pair = maker.mixed(10);
        check_pair(&mut oracle, &mut numbers, pair, &rules);
        let minimal = Rules { knock_layout: KnockLayout::Minimal, ..rules };
        if at % 2 == 0 {
            check_pair(&mut oracle, &mut numbers, pair, &minimal);
        }
        let canonical = oracle.arrange(pair.0);
        let canonical = signed(&oracle.settle(pair.0, pair.1, canonical, &rules, None).score);
        let of_minimal = signed(&oracle.settle_best(pair.0, pair.1, &minimal, None).score);
        let best = signed(&oracle.settle_best(pair.0, pair.1, &rules, None).score);
        assert!(canonical <= of_minimal && of_minimal <= best);
        better += usize::from(canonical < of_minimal);
        not_minimal += usize::from(of_minimal < best);
    }
    assert!(better >= 10 && not_minimal >= 10, "{better} and {not_minimal} of the pairs");
}

/// Laying down his least deadwood first and then laying off costs the defender points in each of
/// these positions.
#[test]
fn breaking_a_meld_is_found_wherever_it_pays() {
    let wanted = (pairs::count(PAIRS) / 10).max(500);
    for (seed, aces) in [
        (16, Aces::LOW),
        (17, aces(Ace::HighOrLow, 1)),
        (18, aces(Ace::Corner, 1)),
        (19, aces(Ace::Corner, 15)),
    ] {
        let mut oracle = Oracle::new(aces);
        let mut numbers = Numbers::new(pairs::seed() ^ seed);
        let maker = &mut Maker::new(&mut oracle, numbers.any(), aces);
        let (found, looked_at) = maker.breaking_pays(wanted, 10);
        eprintln!("{} positions of {looked_at} looked at, {aces:?}", found.len());
        assert!(found.len() >= 300, "{} of {looked_at}, {aces:?}", found.len());
        for &pair in &found {
            check_pair(&mut oracle, &mut numbers, pair, &Rules { aces, ..Rules::default() });
        }
    }
}
