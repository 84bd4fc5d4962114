//! The oracle itself against the worked cases of the rules, which two other references computed.

use std::fs;
use std::path::Path;

use gin_fast::{Ace, Aces, Card, CardSet, Kind, OklahomaAce, Rules, Side, TieRule};
use serde_json::Value;

use crate::oracle::Oracle;
use crate::settlement::{limit, score};

fn read(file: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

fn of_kind<'a>(cases: &'a Value, kind: &str) -> Vec<&'a Value> {
    cases["cases"].as_array().unwrap().iter().filter(|case| case["kind"] == kind).collect()
}

fn cards(text: &Value) -> u64 {
    text.as_str().unwrap().parse::<CardSet>().unwrap().mask()
}

fn melds(list: &Value) -> Vec<u64> {
    list.as_array().unwrap().iter().map(cards).collect()
}

fn number(value: &Value) -> u32 {
    value.as_u64().unwrap() as u32
}

fn upcard(case: &Value) -> Option<Card> {
    case["input"]["upcard"].as_str().map(|text| text.parse().unwrap())
}

/// The rules that a case names, from the presets in the file.
fn rules(cases: &Value, name: &str) -> Rules {
    if name == "tie_no_bonus" {
        return Rules { tie_rule: TieRule::UndercutNoBonus, ..Rules::default() };
    }
    let preset = &cases["meta"]["presets"][name];
    let number = |field: &str| preset[field].as_u64().unwrap();
    let flag = |field: &str| preset[field].as_bool().unwrap();
    Rules {
        knock_limit: number("knock_limit") as u8,
        oklahoma: flag("oklahoma"),
        oklahoma_ace: match preset["oklahoma_ace"].as_str().unwrap() {
            "gin" => OklahomaAce::Gin,
            "one" => OklahomaAce::One,
            other => panic!("{other:?}"),
        },
        spade_double: flag("spade_double"),
        gin_bonus: number("gin_bonus") as u16,
        big_gin: flag("big_gin"),
        big_gin_bonus: number("big_gin_bonus") as u16,
        undercut_bonus: number("undercut_bonus") as u16,
        tie_rule: match preset["tie_rule"].as_str().unwrap() {
            "undercut" => TieRule::Undercut,
            "no_score" => TieRule::NoScore,
            other => panic!("{other:?}"),
        },
        knock_bonus: number("knock_bonus") as u16,
        layoff: flag("layoff"),
        layoff_on_gin: flag("layoff_on_gin"),
        gin_extra_boxes: number("gin_extra_boxes") as u8,
        undercut_extra_boxes: number("undercut_extra_boxes") as u8,
        ..Rules::default()
    }
}

fn kind_and_winner(expected: &Value) -> (Kind, Option<Side>) {
    let kind = match expected["outcome"].as_str().unwrap() {
        "knock" | "tie_no_score" => Kind::Knock,
        "gin" => Kind::Gin,
        "big_gin" => Kind::BigGin,
        "undercut" => Kind::Undercut,
        other => panic!("{other:?}"),
    };
    let winner = match expected["winner"].as_str() {
        Some("knocker") => Some(Side::Knocker),
        Some("defender") => Some(Side::Defender),
        None => None,
        other => panic!("{other:?}"),
    };
    (kind, winner)
}

#[test]
fn the_oracle_settles_the_worked_showdowns() {
    let cases = read("rules_cases.json");
    let showdowns = of_kind(&cases, "showdown");
    assert_eq!(showdowns.len(), 24);
    for case in showdowns {
        let (input, expected, id) = (&case["input"], &case["expected"], &case["id"]);
        let mut oracle = Oracle::new(Aces::LOW);
        let (knocker, defender) = (cards(&input["knocker"]), cards(&input["defender"]));
        assert_eq!(oracle.least(knocker), number(&expected["knocker_min_deadwood"]), "{id}");
        let before = number(&expected["defender_deadwood_before_layoff"]);
        assert_eq!(oracle.least(defender), before, "{id}");
        let shown = oracle.shown(knocker, &melds(&input["knocker_melds"]));
        assert_eq!(shown.deadwood, number(&expected["knocker_deadwood"]), "{id}");

        let settled = oracle.settle(knocker, defender, shown.clone(), &Rules::default(), None);
        let left = number(&expected["defender_deadwood"]);
        assert_eq!(settled.defence.rest.deadwood, left, "{id}");
        let minimal = melds(&expected["minimal_layoff_sets"]);
        assert!(minimal.contains(&settled.defence.laid_off), "{id}");
        if let [only] = minimal[..] {
            assert_eq!(settled.defence.laid_off, only, "{id}");
        }
        let answer = oracle.defend(defender, &shown.melds);
        if let Some(allowed) = expected.get("would_be_if_layoff_were_allowed") {
            assert_eq!(answer.rest.deadwood, number(allowed), "{id}");
        }
        if let Some(committed) = expected.get("if_defender_commits_to_min_melds_first") {
            let first = oracle.left_by_own_minimum_first(defender, &shown.melds);
            assert_eq!(first, number(committed), "{id}");
        }

        for (name, expected) in expected["points_by_preset"].as_object().unwrap() {
            let rules = rules(&cases, name);
            let found = oracle.settle(knocker, defender, shown.clone(), &rules, upcard(case)).score;
            assert_eq!((found.kind, found.winner), kind_and_winner(expected), "{id} {name}");
            assert_eq!(u32::from(found.points), number(&expected["points"]), "{id} {name}");
            if let Some(boxes) = expected.get("boxes") {
                assert_eq!(u32::from(found.boxes), number(boxes), "{id} {name}");
            }
        }
    }
}

#[test]
fn the_oracle_settles_the_worked_big_gins() {
    let cases = read("rules_cases.json");
    let big_gins = of_kind(&cases, "big_gin");
    assert_eq!(big_gins.len(), 2);
    for case in big_gins {
        let (input, expected, id) = (&case["input"], &case["expected"], &case["id"]);
        let mut oracle = Oracle::new(Aces::LOW);
        let (knocker, defender) = (cards(&input["knocker"]), cards(&input["defender"]));
        let shown = oracle.shown(knocker, &melds(&input["knocker_melds"]));
        let found = oracle.settle(knocker, defender, shown.clone(), &Rules::default(), None);
        assert_eq!((found.score.kind, found.score.winner), kind_and_winner(expected), "{id}");
        assert_eq!(u32::from(found.score.points), number(&expected["points"]), "{id}");
        let left = found.defence.rest.deadwood;
        assert_eq!(left, number(&expected["defender_deadwood"]), "{id}");
        let allowed = oracle.defend(defender, &shown.melds).rest.deadwood;
        assert_eq!(allowed, number(&expected["would_be_if_layoff_were_allowed"]), "{id}");
        let fifty = Rules { big_gin_bonus: 50, ..Rules::default() };
        let found = score(&fifty, None, true, 0, left);
        assert_eq!(u32::from(found.points), number(&expected["points_with_bonus_50"]), "{id}");
        let found = score(&fifty, None, false, 0, left);
        assert_eq!(u32::from(found.points), number(&expected["points_if_only_gin"]), "{id}");
    }
}

#[test]
fn the_oracle_lays_off_as_in_the_edge_hands() {
    let file = read("edge_hands.json");
    let layoffs = file["layoffs"].as_array().unwrap();
    assert_eq!(layoffs.len(), 5);
    for case in layoffs {
        let (defender, name) = (cards(&case["defender"]), &case["name"]);
        let mut oracle = Oracle::new(Aces::LOW);
        let alone = oracle.defend_alone(defender).rest.deadwood;
        assert_eq!(alone, number(&case["deadwood_without_layoff"]), "{name}");
        let found = oracle.defend(defender, &melds(&case["knocker_melds"]));
        assert_eq!(found.rest.deadwood, number(&case["optimal_deadwood"]), "{name}");
        assert_eq!(found.laid_off, cards(&case["one_optimal_layoff"]), "{name}");
    }
}

#[test]
fn the_oracle_knows_the_worked_melds_and_limits() {
    let cases = read("rules_cases.json");
    let columns = ["ace_low", "ace_high_or_low", "around_the_corner"];
    for (ace, column) in Ace::ALL.into_iter().zip(columns) {
        let oracle = Oracle::new(Aces::new(ace, 1).unwrap());
        for case in of_kind(&cases, "meld_validity") {
            let found = oracle.is_meld(cards(&case["input"]["cards"]));
            assert_eq!(Some(found), case["expected"][column].as_bool(), "{}", case["id"]);
        }
    }
    for case in of_kind(&cases, "oklahoma") {
        for (name, oklahoma_ace) in [("ace_gin", OklahomaAce::Gin), ("ace_one", OklahomaAce::One)] {
            let rules = Rules { oklahoma: true, oklahoma_ace, ..Rules::default() };
            let expected = number(&case["expected"][name]["limit"]);
            assert_eq!(limit(&rules, upcard(case)), expected, "{}", case["id"]);
        }
        let doubled = Rules { spade_double: true, ..Rules::default() };
        let factor = number(&case["expected"]["score_multiplier_with_spade_double"]);
        let found = score(&doubled, upcard(case), false, 4, 10).points;
        assert_eq!(u32::from(found), 6 * factor, "{}", case["id"]);
    }
}
