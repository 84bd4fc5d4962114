//! Worked examples; `tests/showdown/` holds settlements against brute force.

use super::*;
use crate::rules::{Kind, KnockLayout, Side, TieRule};
use crate::{Ace, OklahomaAce};

fn hand(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn settle(knocker: &str, defender: &str, rules: &Rules, choice: LayoutChoice) -> Showdown {
    let (knocker, defender) = (hand(knocker), hand(defender));
    let settled = showdown(knocker, defender, rules, Shown::Chosen(choice), None).unwrap();
    let points = knock_points(knocker, defender, rules, choice, None);
    assert_eq!(points, Ok(settled.score.signed()), "{knocker} against {defender}");
    settled
}

#[test]
fn breaking_a_set_can_win_the_round() {
    let (knocker, defender) = ("6c 7c 8c 7h 8h 9h Th Jh 4d 6d", "9c Tc Qc 9d Td Jd Qd Qh Kh Qs");
    let settled = settle(knocker, defender, &Rules::default(), LayoutChoice::Canonical);
    assert_eq!(settled.defence.laid_off, hand("9c Tc Qh Kh"));
    assert_eq!((settled.defence.deadwood, settled.score.signed()), (0, -35));
}

#[test]
fn a_card_goes_where_another_can_follow() {
    let melds = ["7c 7d 7s", "4h 5h 6h"].map(|text| Meld::new(hand(text)).unwrap());
    assert_eq!(defend(hand("7h 8h Qc"), &melds, Aces::LOW).laid_off, hand("7h 8h"));
}

#[test]
fn three_in_a_row_stay_a_run_of_the_defenders_own() {
    let melds = [Meld::new(hand("3d 4d 5d")).unwrap()];
    let defence = defend(hand("6d 7d 8d"), &melds, Aces::LOW);
    assert_eq!((defence.laid_off, defence.deadwood), (CardSet::EMPTY, 0));
}

#[test]
fn in_hindsight_a_meld_less_can_win_more() {
    let (knocker, defender) = ("2s 3s 4s 5s 6s Ac 2c 3c 4c Ah", "5c 6c 9c Kc 2d 5d 6d 7d 5h Qs");
    let rules = Rules::default();
    let canonical = settle(knocker, defender, &rules, LayoutChoice::Canonical);
    assert_eq!((canonical.knocker_deadwood, canonical.score.points), (1, 35));
    let best = settle(knocker, defender, &rules, LayoutChoice::Best);
    assert_eq!((best.score.points, best.defence.laid_off), (42, CardSet::EMPTY));
    let minimal = Rules { knock_layout: KnockLayout::Minimal, ..rules };
    assert_eq!(settle(knocker, defender, &minimal, LayoutChoice::Best).score.points, 35);
}

#[test]
fn nothing_is_laid_off_on_gin_unless_the_rules_say_so() {
    let (knocker, defender) = ("5d 6d 7d 8d 8c 8h 8s Jc Qc Kc", "4d 9d Td Tc 9c Ah 2s 3s 6c Kh");
    let gin = settle(knocker, defender, &Rules::default(), LayoutChoice::Canonical);
    assert_eq!((gin.score.kind, gin.score.points), (Kind::Gin, 89));
    let open = Rules { layoff_on_gin: true, ..Rules::default() };
    let melds = ["5d 6d 7d 8d", "8c 8h 8s", "Jc Qc Kc"];
    let melds = melds.map(|text| Meld::new(hand(text)).unwrap());
    let open = showdown(hand(knocker), hand(defender), &open, Shown::Melds(&melds), None).unwrap();
    assert_eq!(open.defence.laid_off, hand("4d 9d Td Tc 9c"));
    assert_eq!((open.defence.deadwood, open.score.points), (22, 47));
}

#[test]
fn equal_deadwood_is_scored_by_the_tie_rule() {
    let score = |tie_rule| {
        let rules = Rules { tie_rule, undercut_extra_boxes: 1, ..Rules::default() };
        let score = rules.score(false, 5, 5, None);
        (score.kind, score.winner, score.points, score.boxes)
    };
    let defender = Some(Side::Defender);
    assert_eq!(score(TieRule::Undercut), (Kind::Undercut, defender, 25, 2));
    assert_eq!(score(TieRule::UndercutNoBonus), (Kind::Undercut, defender, 0, 1));
    assert_eq!(score(TieRule::NoScore), (Kind::Knock, None, 0, 0));
}

#[test]
fn a_spade_doubles_points_and_extra_boxes() {
    let rules = Rules { spade_double: true, undercut_extra_boxes: 1, ..Rules::default() };
    let score = |upcard: &str| rules.score(false, 9, 4, upcard.parse().ok());
    assert_eq!((score("Ks").points, score("Ks").boxes), (60, 3));
    assert_eq!((score("Kh").points, score("Kh").boxes), (30, 2));
}

#[test]
fn the_upcard_lowers_the_limit() {
    let rules = Rules { oklahoma: true, ..Rules::default() };
    let limit = |rules: &Rules, upcard: &str| rules.limit(upcard.parse().ok());
    assert_eq!(["3d", "Qs", "Ah"].map(|upcard| limit(&rules, upcard)), [3, 10, 0]);
    assert_eq!(limit(&Rules { oklahoma_ace: OklahomaAce::One, ..rules }, "Ah"), 1);
    assert_eq!(limit(&Rules { knock_limit: 5, ..rules }, "Qs"), 5);
    assert_eq!(limit(&Rules::default(), "3d"), 10);
}

#[test]
fn an_ace_around_the_corner_can_be_laid_off() {
    let corner = Aces::new(Ace::Corner, 15).unwrap();
    let melds = [corner.meld(hand("Js Qs Ks")).unwrap()];
    assert_eq!(defend(hand("As 2s"), &melds, corner).laid_off, hand("As 2s"));
    let high = Aces::new(Ace::HighOrLow, 15).unwrap();
    assert_eq!(defend(hand("As 2s"), &melds, high).laid_off, hand("As"));
    assert_eq!(defend(hand("As 2s"), &melds, Aces::LOW).laid_off, CardSet::EMPTY);
    // The queen high: nothing goes on an ace that ends a run.
    let melds = [high.meld(hand("Qs Ks As")).unwrap()];
    assert_eq!(defend(hand("2s Js"), &melds, high).laid_off, hand("Js"));
}

#[test]
fn hands_that_are_no_showdown_are_refused_with_the_reason() {
    let (ten, other) =
        (hand("7c 7d 7h 2s 3s 4s Tc Jc Qc 9h"), hand("6c 6d 6h 8s 9s Ts Kc Kh 4d 3d"));
    let rules = Rules::default();
    let error = |knocker, defender, rules: &Rules, melds: &[&str]| {
        let melds: Vec<_> = melds.iter().map(|text| Meld::new(hand(text)).unwrap()).collect();
        let chosen = Shown::Chosen(LayoutChoice::Canonical);
        let shown = if melds.is_empty() { chosen } else { Shown::Melds(&melds) };
        showdown(knocker, defender, rules, shown, None).unwrap_err()
    };
    assert_eq!(error(hand("As"), other, &rules, &[]), ShowdownError::KnockerCards(hand("As")));
    assert_eq!(error(ten, hand("As"), &rules, &[]), ShowdownError::DefenderCards(hand("As")));
    assert_eq!(error(ten, ten, &rules, &[]), ShowdownError::Shared(ten));
    let eleven = ten.with("Kd".parse().unwrap());
    let unmelded = ShowdownError::NotAllMelded(hand("9h Kd"));
    assert_eq!(error(eleven, other, &rules, &[]), unmelded);
    let no_big_gin = Rules { big_gin: false, ..rules };
    assert_eq!(error(eleven, other, &no_big_gin, &[]), ShowdownError::NoBigGin);
    let low_limit = Rules { knock_limit: 8, ..rules };
    let over = |deadwood, limit| ShowdownError::OverLimit { deadwood, limit };
    assert_eq!(error(ten, other, &low_limit, &[]), over(9, 8));
    assert_eq!(error(ten, other, &rules, &["7c 7d 7h"]), over(48, 10));
    let sixes = "6c 6d 6h";
    let foreign = ShowdownError::NotInHand(Meld::new(hand(sixes)).unwrap());
    assert_eq!(error(ten, other, &rules, &[sixes]), foreign);
    let sevens = "7c 7d 7h";
    let twice = ShowdownError::Overlapping(Meld::new(hand(sevens)).unwrap());
    assert_eq!(error(ten, other, &rules, &[sevens, sevens]), twice);
    let oklahoma = Rules { oklahoma: true, ..rules };
    assert_eq!(error(ten, other, &oklahoma, &[]), ShowdownError::NoUpcard);
    let minimal = Rules { knock_layout: KnockLayout::Minimal, ..rules };
    let (knocker, short) =
        (hand("As 2s 3s 4s 7c 7d 7h Jc Qc Kc"), ["2s 3s 4s", sevens, "Jc Qc Kc"]);
    let refused = ShowdownError::NotMinimal { deadwood: 1, least: 0 };
    let other = hand("6c 6d 6h 8s 9s Ts Kd Kh 4d 3d");
    assert_eq!(error(knocker, other, &minimal, &short), refused);
    let forced = Rules { gin_forced: true, ..rules };
    assert_eq!(error(knocker, other, &forced, &short), refused);
}

#[test]
fn forced_gin_is_shown_even_where_a_knock_scores_more() {
    let (knocker, defender) = ("As 2s 3s 4c 4d 4h 7c 7d 7h 7s", "Ks Qd Js 9c 8d 6s 6c 5d 2h 3c");
    let dear = Rules { knock_bonus: 100, ..Rules::default() };
    assert_eq!(settle(knocker, defender, &dear, LayoutChoice::Best).score.kind, Kind::Knock);
    let forced = Rules { gin_forced: true, ..dear };
    let gin = settle(knocker, defender, &forced, LayoutChoice::Best);
    assert_eq!((gin.score.kind, gin.score.points), (Kind::Gin, 94));
}
