//! Slices of pairs, settled by every backend and by brute force.

use gin_fast::{
    Ace, Aces, Backend, Beside, Card, CardSet, KnockLayout, LayoutChoice, OklahomaAce, Rules,
    Terms, TieRule, batch,
};

use crate::oracle::Oracle;
use crate::pairs::{self, Maker, Numbers, Pair};
use crate::settlement::{limit, signed};

/// How many pairs of all kinds are settled under each of the rules unless told otherwise.
const PAIRS: usize = 1_500;

/// Pairs of every kind, each kind scattered over the slice.
fn every_kind(maker: &mut Maker<'_>, count: usize) -> Vec<Pair> {
    let (breaking, _) = maker.breaking_pays(count / 8, 10);
    let mut pairs: Vec<Pair> = (breaking.len()..count)
        .map(|at| match at % 8 {
            0 => maker.gins(10),
            1 => maker.gins(11),
            2..5 => maker.random(10),
            _ => maker.neighbouring(10),
        })
        .chain(breaking)
        .collect();
    maker.shuffle(&mut pairs);
    pairs
}

/// Rules that differ in what a kernel may treat in another way.
fn every_rules() -> Vec<Rules> {
    let standard = Rules::default();
    let corner = Aces::new(Ace::Corner, 15).unwrap();
    vec![
        standard,
        Rules { tie_rule: TieRule::NoScore, ..standard },
        Rules { tie_rule: TieRule::UndercutNoBonus, undercut_bonus: 10, ..standard },
        Rules { gin_bonus: 1000, undercut_bonus: 1000, big_gin_bonus: 1000, ..standard },
        Rules { knock_bonus: 15, knock_layout: KnockLayout::Minimal, ..standard },
        Rules { layoff: false, ..standard },
        Rules { layoff_on_gin: true, ..standard },
        Rules { oklahoma: true, spade_double: true, ..standard },
        Rules { oklahoma: true, oklahoma_ace: OklahomaAce::One, knock_limit: 7, ..standard },
        Rules { aces: Aces::new(Ace::HighOrLow, 1).unwrap(), ..standard },
        Rules { aces: corner, layoff_on_gin: true, gin_bonus: 20, ..standard },
    ]
}

#[test]
fn slices_of_pairs_are_settled_as_by_brute_force() {
    for (at, rules) in every_rules().into_iter().enumerate() {
        let mut numbers = Numbers::new(pairs::seed() ^ 500 ^ at as u64);
        let mut oracle = Oracle::new(rules.aces);
        let seed = numbers.any();
        let mut made =
            every_kind(&mut Maker::new(&mut oracle, seed, rules.aces), pairs::count(PAIRS));
        let mut upcards = Vec::new();
        made.retain(|&(knocker, _)| {
            let upcard = Card::from_id(numbers.below(52) as u8).unwrap();
            let legal =
                knocker.count_ones() == 11 || oracle.least(knocker) <= limit(&rules, Some(upcard));
            if legal {
                upcards.push(upcard.id());
            }
            legal
        });
        let (knockers, defenders): (Vec<u64>, Vec<u64>) = made.iter().copied().unzip();
        for layout in [LayoutChoice::Canonical, LayoutChoice::Best] {
            let expected: Vec<i32> = made
                .iter()
                .zip(&upcards)
                .map(|(&(knocker, defender), &upcard)| {
                    oracle.forget();
                    let upcard = Card::from_id(upcard);
                    let settled = match layout {
                        LayoutChoice::Canonical => {
                            let shown = oracle.arrange(knocker);
                            oracle.settle(knocker, defender, shown, &rules, upcard)
                        }
                        LayoutChoice::Best => oracle.settle_best(knocker, defender, &rules, upcard),
                    };
                    signed(&settled.score)
                })
                .collect();
            let terms = Terms { rules, layout, upcards: Beside::Each(&upcards) };
            for backend in Backend::available() {
                let none = batch::first_no_showdown(&knockers, &defenders, &terms, backend);
                assert_eq!(none, None, "{backend:?} {rules:?}");
                let mut found = vec![i16::MIN; made.len()];
                batch::knock_points(&knockers, &defenders, &terms, &mut found, backend, 1);
                let found: Vec<i32> = found.into_iter().map(i32::from).collect();
                for (at, pair) in made.iter().enumerate() {
                    let what = format!("{pair:x?} {layout:?} {backend:?} {rules:?}");
                    assert_eq!(found[at], expected[at], "{what}");
                }
            }
        }
    }
}

/// The first pair that is refused is the one that was put there.
#[test]
fn the_first_pair_that_is_no_showdown_is_found() {
    let rules = Rules::default();
    let mut oracle = Oracle::new(rules.aces);
    let maker = &mut Maker::new(&mut oracle, pairs::seed() ^ 600, rules.aces);
    let made: Vec<Pair> = (0..200).map(|_| maker.random(10)).collect();
    let (knockers, defenders): (Vec<u64>, Vec<u64>) = made.into_iter().unzip();
    let terms = Terms { rules, layout: LayoutChoice::Canonical, upcards: Beside::Nothing };
    let no_knock: CardSet = "As 3s 5s 7s 9s Js Ks 2h 4h 6h".parse().unwrap();
    let mut numbers = Numbers::new(pairs::seed() ^ 601);
    for _ in 0..200 {
        let at = numbers.below(200) as usize;
        let (mut knockers, mut defenders) = (knockers.clone(), defenders.clone());
        match numbers.below(4) {
            0 => (knockers[at], defenders[at]) = (no_knock.mask(), 0x3ff << 13),
            1 => defenders[at] = knockers[at],
            2 => knockers[at] &= knockers[at] - 1,
            _ => defenders[at] &= defenders[at] - 1,
        }
        // Another one after it, if there is room, is not the first.
        let later = (at + 1 + numbers.below(50) as usize).min(199);
        defenders[later] = knockers[later];
        for backend in Backend::available() {
            let found = batch::first_no_showdown(&knockers, &defenders, &terms, backend);
            assert_eq!(found, Some(at), "{backend:?}");
        }
    }
}
