//! The golden files, hands with the answers of another evaluator, through the public functions.

use std::fmt::Debug;
use std::str::FromStr;

use gin_fast::{Backend, Beside, Card, CardSet, arrange, batch};

/// The rows of a golden file, each split at its commas; none is quoted.
fn rows<const COLUMNS: usize>(
    file: &'static str,
    names: [&str; COLUMNS],
) -> Vec<[&'static str; COLUMNS]> {
    let split = |line: &'static str| -> [&str; COLUMNS] {
        let fields: Vec<&str> = line.split(',').collect();
        fields.try_into().unwrap_or_else(|_| panic!("expected {COLUMNS} fields in {line:?}"))
    };
    let mut lines = file.lines().map(split);
    assert_eq!(lines.next(), Some(names));
    lines.collect()
}

fn read<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error:?}"))
}

fn words(melds: &[impl ToString]) -> String {
    melds.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn golden_hands_are_arranged_as_written() {
    let rows = rows(
        include_str!("data/golden_hands.csv"),
        ["kind", "hand", "deadwood", "melds", "unmelded"],
    );
    let hands: Vec<CardSet> = rows.iter().map(|[_, hand, ..]| read(hand)).collect();
    for (&hand, [kind, text, deadwood, melds, unmelded]) in hands.iter().zip(&rows) {
        let arrangement = arrange(hand);
        assert_eq!(hand.to_string(), *text);
        assert_eq!(gin_fast::deadwood(hand), read::<u8>(deadwood), "{kind}: {hand}");
        assert_eq!(words(&arrangement.melds), *melds, "{kind}: {hand}");
        assert_eq!(arrangement.unmelded.to_string(), *unmelded, "{kind}: {hand}");
        assert_eq!(gin_fast::melded(hand), hand - arrangement.unmelded, "{kind}: {hand}");
    }
    let masks: Vec<u64> = hands.iter().map(|hand| hand.mask()).collect();
    let deadwood: Vec<u8> = rows.iter().map(|[_, _, deadwood, ..]| read(deadwood)).collect();
    let unmelded = rows.iter().map(|[.., unmelded]| read::<CardSet>(unmelded));
    let melded: Vec<u64> =
        hands.iter().zip(unmelded).map(|(&hand, rest)| (hand - rest).mask()).collect();
    for backend in Backend::available() {
        let (mut left, mut cards) = (vec![0; masks.len()], vec![0; masks.len()]);
        batch::deadwood(&masks, &mut left, backend, 1);
        batch::melded(&masks, &mut cards, backend, 1);
        assert_eq!((left, cards), (deadwood.clone(), melded.clone()), "{}", backend.name());
    }
}

#[test]
fn golden_discards_are_chosen_as_written() {
    let rows = rows(
        include_str!("data/golden_discards.csv"),
        [
            "kind",
            "hand",
            "taken",
            "limit",
            "best",
            "left",
            "knocks",
            "best_untaken",
            "left_untaken",
            "knocks_untaken",
            "after",
        ],
    );
    for [kind, hand, taken, limit, written @ ..] in rows {
        let hand: CardSet = read(hand);
        let [best, left, knocks, best_untaken, left_untaken, knocks_untaken, after] = written;
        for (banned, best, left, knocks) in [
            (None, best, left, knocks),
            (Some(read::<Card>(taken)), best_untaken, left_untaken, knocks_untaken),
        ] {
            let best = (read::<Card>(best), read::<u8>(left));
            assert_eq!(gin_fast::best_discard(hand, banned), Some(best), "{kind}: {hand}");
            let found = gin_fast::knock_discards(hand, read(limit), banned);
            assert_eq!(found.to_string(), knocks, "{kind}: {hand}");
            for backend in Backend::available() {
                let banned = banned.map_or(Beside::Nothing, Beside::Card);
                let ((mut card, mut left), mut found) = (([0], [0]), [0]);
                batch::best_discard(&[hand.mask()], banned, &mut card, &mut left, backend, 1);
                assert_eq!((card, left), ([best.0.id()], [best.1]), "{kind}: {hand}");
                let hands = [hand.mask()];
                batch::knock_discards(&hands, read(limit), banned, &mut found, backend, 1);
                assert_eq!(found, [read::<CardSet>(knocks).mask()], "{kind}: {hand}");
            }
        }
        let left = gin_fast::deadwood_after_discard(hand);
        let left: Vec<u8> = hand.iter().map(|card| left[card.id() as usize]).collect();
        assert_eq!(words(&left), after, "{kind}: {hand}");
    }
}
