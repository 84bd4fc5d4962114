//! Arrays of knocks: every backend against the function of one pair.

use super::guarded;
use crate::hands::pairs;
use crate::kernel::Terms;
use crate::rules::{KnockLayout, TieRule};
use crate::{
    Ace, Aces, Backend, Beside, Card, CardSet, LayoutChoice, NO_CARD, Rules, batch, knock_points,
};

/// Disjoint hands, one knocker in three below the limit, and an upcard beside each.
struct Pairs {
    knockers: Vec<u64>,
    defenders: Vec<u64>,
    upcards: Vec<u8>,
}

impl Pairs {
    fn new(count: usize) -> Pairs {
        let may_knock = |(knocker, _): &(CardSet, CardSet)| crate::deadwood(*knocker) <= 10;
        let low = pairs(40 * count).filter(may_knock);
        let mixed = low.zip(pairs(2 * count)).flat_map(|(low, any)| [low, any]).take(count);
        let (knockers, defenders): (Vec<_>, Vec<_>) = mixed.unzip();
        assert_eq!(knockers.len(), count);
        let mask = |hands: Vec<CardSet>| hands.into_iter().map(CardSet::mask).collect();
        let upcards = (0..count).map(|at| (at * 7 % 52) as u8).collect();
        Pairs { knockers: mask(knockers), defenders: mask(defenders), upcards }
    }

    /// Holds a backend against the function of one pair, from `first` on.
    fn check(
        &self,
        backend: Backend,
        rules: Rules,
        layout: LayoutChoice,
        first: usize,
        length: usize,
    ) {
        let part = first..first + length;
        let (knockers, defenders) = (&self.knockers[part.clone()], &self.defenders[part.clone()]);
        let upcards = Beside::Each(&self.upcards[part]);
        let terms = Terms { rules, layout, upcards };
        let found = guarded(length, i16::MIN, |out| {
            batch::knock_points(knockers, defenders, &terms, out, backend, 1);
        });
        for at in 0..length {
            let knock = terms.knock(at, knockers[at], defenders[at]);
            let (knocker, defender, name) = (knock.knocker, knock.defender, backend.name());
            let points = knock.points(layout);
            assert_eq!(found[at], points, "{name}, {knocker} against {defender}, {rules:?}");
        }
    }
}

fn every_rules() -> Vec<Rules> {
    let standard = Rules::default();
    let high = Aces::new(Ace::HighOrLow, 15).unwrap();
    vec![
        standard,
        Rules { layoff: false, ..standard },
        Rules { layoff_on_gin: true, gin_bonus: 0, ..standard },
        Rules { tie_rule: TieRule::NoScore, undercut_bonus: 1000, ..standard },
        Rules { tie_rule: TieRule::UndercutNoBonus, knock_bonus: 7, ..standard },
        Rules { oklahoma: true, spade_double: true, ..standard },
        Rules { aces: high, ..standard },
        Rules { knock_layout: KnockLayout::Minimal, ..standard },
    ]
}

#[test]
fn every_backend_settles_at_every_length() {
    let pairs = Pairs::new(5_000);
    for backend in Backend::available() {
        for length in (0..=70).chain([4_999]) {
            for first in [0, 1] {
                pairs.check(backend, Rules::default(), LayoutChoice::Canonical, first, length);
            }
        }
    }
}

#[test]
fn every_backend_settles_under_every_rule() {
    let pairs = Pairs::new(20_000);
    for backend in Backend::available() {
        for rules in every_rules() {
            pairs.check(backend, rules, LayoutChoice::Canonical, 0, 20_000);
            pairs.check(backend, rules, LayoutChoice::Best, 0, 150);
        }
    }
}

#[test]
fn eleven_melded_cards_are_big_gin() {
    let eleven: CardSet = "5d 6d 7d 8d 8c 8h 8s Tc Jc Qc Kc".parse().unwrap();
    let defender: CardSet = "4d 9d Td 9c Ah 2s 3s 6c Kh 7h".parse().unwrap();
    for backend in Backend::available() {
        for (rules, points) in [
            (Rules::default(), 92),
            (Rules { big_gin_bonus: 50, ..Rules::default() }, 111),
            (Rules { layoff_on_gin: true, ..Rules::default() }, 79),
        ] {
            let terms = Terms { rules, layout: LayoutChoice::Canonical, upcards: Beside::Nothing };
            let mut out = [0; 50];
            let (knockers, defenders) = ([eleven.mask(); 50], [defender.mask(); 50]);
            batch::knock_points(&knockers, &defenders, &terms, &mut out, backend, 1);
            assert_eq!(out, [points; 50], "{}", backend.name());
            assert_eq!(batch::first_no_showdown(&knockers, &defenders, &terms, backend), None);
        }
    }
}

fn first(
    knockers: &[u64],
    defenders: &[u64],
    rules: Rules,
    upcards: Beside<'_>,
    backend: Backend,
) -> Option<usize> {
    let terms = Terms { rules, layout: LayoutChoice::Canonical, upcards };
    batch::first_no_showdown(knockers, defenders, &terms, backend)
}

#[test]
fn the_first_pair_that_is_no_showdown_is_found() {
    let pairs = Pairs::new(6_000);
    let sound =
        (0..6_000).filter(|&at| crate::deadwood(CardSet::truncated(pairs.knockers[at])) <= 10);
    let (knockers, defenders): (Vec<u64>, Vec<u64>) =
        sound.map(|at| (pairs.knockers[at], pairs.defenders[at])).unzip();
    let rules = Rules::default();
    let count = knockers.len();
    assert!(count > 2_100, "{count}");
    for backend in Backend::available() {
        let nothing = Beside::Nothing;
        assert_eq!(first(&knockers, &defenders, rules, nothing, backend), None);
        for place in [0, 1, 31, 32, 2_047, 2_048, count - 1] {
            let [knocker, defender] = [knockers[place], defenders[place]].map(CardSet::truncated);
            let dear: CardSet = (!defender).iter().step_by(4).take(10).collect();
            let outside = !(knocker | defender);
            let faults = [
                (knocker.without(knocker.first().unwrap()), defender),
                (knocker.with(outside.first().unwrap()), defender),
                (knocker, defender.with(outside.first().unwrap())),
                (
                    knocker,
                    defender.without(defender.first().unwrap()).with(knocker.first().unwrap()),
                ),
                (dear, defender),
            ];
            for (bad_knocker, bad_defender) in faults {
                let layout = LayoutChoice::Canonical;
                if knock_points(bad_knocker, bad_defender, &rules, layout, None).is_ok() {
                    continue;
                }
                let (mut knockers, mut defenders) = (knockers.clone(), defenders.clone());
                (knockers[place], defenders[place]) = (bad_knocker.mask(), bad_defender.mask());
                let found = first(&knockers, &defenders, rules, nothing, backend);
                let name = backend.name();
                assert_eq!(found, Some(place), "{name}: {bad_knocker} against {bad_defender}");
            }
        }
        // Limits that differ from pair to pair, and one pair without upcard.
        let oklahoma = Rules { oklahoma: true, ..rules };
        let mut upcards = vec![Card::from_id(12).unwrap().id(); count];
        assert_eq!(first(&knockers, &defenders, oklahoma, Beside::Each(&upcards), backend), None);
        upcards[count - 1] = NO_CARD;
        let found = first(&knockers, &defenders, oklahoma, Beside::Each(&upcards), backend);
        assert_eq!(found, Some(count - 1));
        upcards.fill(0);
        let not_gin = |knocker: &u64| crate::deadwood(CardSet::truncated(*knocker)) > 0;
        let found = first(&knockers, &defenders, oklahoma, Beside::Each(&upcards), backend);
        assert_eq!(found, knockers.iter().position(not_gin));
    }
}
