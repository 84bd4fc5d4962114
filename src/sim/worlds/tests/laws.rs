//! What holds for worlds of any kind, and how often each comes.

use std::collections::HashMap;

use super::super::{Asked, Belief, NoWorlds, Reason};
use crate::card_set::CardSet;
use crate::sim::chance::{Chance, Purpose, seed_of};
use crate::sim::order::{Opening, OrderOfPlay, RoundRules, WallRule};
use crate::sim::table::{Action, Parts, Phase, Table};
use crate::sim::tables::{Decks, Tables};
use crate::{Card, Rules};

const NONE: &[CardSet] = &[CardSet::EMPTY];
const UNIFORM: Asked<'_> =
    Asked { seats: &[0], worlds: 1, seed: 5, must: NONE, must_not: NONE, belief: Belief::Uniform };

fn all_rules() -> Vec<RoundRules> {
    let order = OrderOfPlay::default();
    let settlement = Rules::default();
    vec![
        RoundRules::default(),
        RoundRules {
            order: OrderOfPlay {
                wall_rule: WallRule::LastDiscardKnock,
                may_rediscard: true,
                ..order
            },
            settlement,
        },
        RoundRules {
            order: OrderOfPlay {
                wall_rule: WallRule::LastDiscardTake,
                opening: Opening::ElevenCardNondealer,
                rediscard_on_knock: true,
                ..order
            },
            settlement: Rules { gin_forced: true, ..settlement },
        },
        RoundRules {
            order: OrderOfPlay { wall_rule: WallRule::DrawerMayNotKnock, ..order },
            settlement,
        },
    ]
}

/// Tables after so many random moves, or at the end of the round.
fn tables(rules: RoundRules, count: u64, seed: u64) -> Tables {
    let decks = |at| Decks { seed: seed_of(seed, at), dealt: 0, first_dealer: (at & 1) as u8 };
    let dealt = Tables::deal(rules, (0..count).map(decks).collect());
    let played = dealt.tables().iter().zip(0..count).map(|(table, at)| {
        let mut table = *table;
        let mut chance = Chance::new(Purpose::Worlds, seed_of(seed ^ 1, at));
        for _ in 0..chance.below(150) {
            let legal = table.legal_actions();
            if legal == 0 {
                break;
            }
            // Knocks end most rounds early, and takes leave the stock as it is.
            let plain = legal & (((1 << 52) - 1) | (0b111 << 104));
            let draw = legal & (1 << 104);
            let favourites = if draw != 0 && chance.below(3) != 0 { draw } else { plain };
            let from = if favourites != 0 && chance.below(20) != 0 { favourites } else { legal };
            let skipped = chance.below(from.count_ones());
            let rest = (0..skipped).fold(from, |rest, _| rest & (rest - 1));
            let action = Action::from_id(rest.trailing_zeros() as u8).unwrap();
            table.apply(&rules, action).unwrap();
        }
        table
    });
    Tables::with(rules, played.collect(), dealt.decks().to_vec())
}

fn determinized(tables: &Tables, asked: &Asked<'_>) -> Tables {
    tables.determinize(asked, 1, &mut || true).unwrap().unwrap()
}

fn ids(cards: &[u8]) -> CardSet {
    cards.iter().map(|&id| Card::from_id(id).unwrap()).collect()
}

#[test]
fn worlds_look_to_the_seat_as_the_table_does() {
    for rules in all_rules() {
        let real = tables(rules, 600, 3);
        let mut phases = [0; 5];
        for (seat, belief) in
            [(0, Belief::Uniform), (1, Belief::Simple), (1, Belief::Weights(&[[2.0; 52]]))]
        {
            let worlds =
                determinized(&real, &Asked { seats: &[seat], worlds: 3, belief, ..UNIFORM });
            // What is read from bytes is looked at whether it holds together.
            assert!(Tables::from_bytes(rules, &worlds.to_bytes()).as_ref() == Some(&worlds));
            for (row, world) in worlds.tables().iter().enumerate() {
                let table = &real.tables()[row / 3];
                assert_eq!(world.view(seat), table.view(seat));
                assert_eq!(world.pile(), table.pile());
                let (of_world, of_table) = (world.parts(), table.parts());
                assert_eq!(of_world.hands[usize::from(seat)], of_table.hands[usize::from(seat)]);
                let open = |parts: &Parts| {
                    let Parts {
                        known, declined, thrown, dealer, player, phase, first, taken, ..
                    } = parts;
                    let counts =
                        (parts.turns, parts.takes, parts.moves, parts.draws, parts.stalled);
                    (*known, *declined, *thrown, (*dealer, *player, *phase, *first, *taken), counts)
                };
                assert_eq!(open(&of_world), open(&of_table));
                assert_eq!(of_world.ended, of_table.ended);
                if table.player() == seat {
                    assert_eq!(world.legal_actions(), table.legal_actions());
                }
                assert_eq!(world.legal_actions() == 0, world.is_over());
                let [first, second] = world.hands();
                let all = [first, second, ids(world.stock()), ids(world.pile())];
                let together = all.iter().fold(CardSet::EMPTY, |all, cards| all | *cards);
                assert_eq!(together.len(), all.iter().map(|cards| cards.len()).sum::<u32>());
                match world.ended().and_then(|ended| ended.knocker) {
                    None => assert_eq!(together.len(), 52),
                    Some(knocker) => {
                        assert!(
                            together.len() == 51
                                || of_table.hands[usize::from(knocker)].len() == 11
                        );
                        assert_eq!(of_world.hands, of_table.hands);
                        // Who knocked knows what he threw.
                        assert!(knocker != seat || ids(world.stock()) == ids(table.stock()));
                    }
                }
                phases[world.phase() as usize] += 1;
            }
        }
        let is_met = |phase: Phase| phases[phase as usize] > 0;
        let wall =
            matches!(rules.order.wall_rule, WallRule::LastDiscardKnock | WallRule::LastDiscardTake);
        assert!(is_met(Phase::Wall) == wall, "{phases:?}");
        let offers = rules.order.opening == Opening::UpcardOffer;
        assert!(is_met(Phase::Upcard) == offers);
        assert!([Phase::Draw, Phase::Discard, Phase::Over].into_iter().all(is_met), "{phases:?}");
    }
}

#[test]
fn worlds_do_not_depend_on_what_is_hidden() {
    for rules in all_rules() {
        let real = tables(rules, 400, 8);
        for seat in [0, 1] {
            // Worlds have the same for all the seat knows, and other cards where he does not see.
            let asked = Asked { seats: &[seat], seed: 99, ..UNIFORM };
            let other = determinized(&real, &asked);
            assert_ne!(other, real);
            for belief in [Belief::Uniform, Belief::Simple, Belief::Weights(&[[0.5; 52]])] {
                let asked = Asked { seats: &[seat], worlds: 2, belief, ..UNIFORM };
                let worlds = [&real, &other].map(|tables| determinized(tables, &asked));
                assert!(worlds[0] == worlds[1]);
                // Nor does what is left of drawn cards behind those of the stock.
                assert_eq!(format!("{:?}", worlds[0]), format!("{:?}", worlds[1]));
            }
        }
    }
}

#[test]
fn worlds_are_the_same_for_any_number_of_threads_and_in_longer_rows() {
    let real = tables(RoundRules::default(), 300, 1);
    let asked = Asked { worlds: 5, belief: Belief::Simple, ..UNIFORM };
    let worlds = determinized(&real, &asked);
    for threads in [0, 2, 3] {
        assert!(real.determinize(&asked, threads, &mut || true) == Ok(Some(worlds.clone())));
    }
    let longer = determinized(&real, &Asked { worlds: 7, ..asked });
    for at in 0..300 {
        assert_eq!(worlds.tables()[at * 5..][..5], longer.tables()[at * 7..][..5]);
    }
    assert_eq!(real.determinize(&asked, 1, &mut || false), Ok(None));
}

/// How far counts are from those expected, in standard deviations of chi-square.
fn surprise(counts: impl Iterator<Item = f64>, expected: f64, freedom: f64) -> f64 {
    let chi_square: f64 = counts.map(|count| (count - expected).powi(2) / expected).sum();
    (chi_square - freedom) / (2.0 * freedom).sqrt()
}

#[test]
fn every_card_comes_at_every_place_alike() {
    let real = tables(RoundRules::default(), 1, 2);
    let table = &real.tables()[0];
    let view = table.view(0);
    let worlds = 60_000;
    let drawn = determinized(&real, &Asked { worlds, ..UNIFORM });
    let mut counts = [[0.0; 52]; 32];
    for world in drawn.tables() {
        for card in world.hands()[1] - view.seen {
            counts[31][usize::from(card.id())] += 1.0;
        }
        for (place, &id) in world.stock().iter().enumerate() {
            counts[place][usize::from(id)] += 1.0;
        }
    }
    let unseen = f64::from(view.unseen.len());
    for (place, counts) in counts.iter().enumerate() {
        let held = if place == 31 { f64::from(view.hidden) } else { 1.0 };
        if place < view.stock || place == 31 {
            let of = view.unseen.iter().map(|card| counts[usize::from(card.id())]);
            let expected = worlds as f64 * held / unseen;
            let off = surprise(of, expected, unseen - 1.0);
            // With ten of them in hand the counts scatter less than those of independent draws.
            assert!(off < 5.0 && (place == 31 || off > -5.0), "{place}: {off}");
        }
    }
}

/// A table near its end: the seat sees all but six cards, of which the other holds three.
fn endgame(rules: &RoundRules) -> Tables {
    let deck: Vec<Card> = CardSet::FULL.iter().collect();
    let set = |from: usize, to: usize| deck[from..to].iter().copied().collect::<CardSet>();
    let parts = Parts {
        hands: [set(0, 10), set(10, 20)],
        known: [CardSet::EMPTY, set(10, 17)],
        declined: [CardSet::EMPTY; 2],
        thrown: [set(23, 38), set(38, 52)],
        stock: vec![20, 21, 22],
        pile: (23..52).collect(),
        dealer: 0,
        player: 0,
        phase: Phase::Draw,
        legal: 0b11 << 104,
        first: None,
        taken: None,
        stalled: false,
        turns: 29,
        takes: 7,
        moves: 61,
        draws: 30,
        ended: None,
    };
    let table = Table::from_parts(rules, &parts).unwrap();
    Tables::with(*rules, vec![table], vec![Decks { seed: 0, dealt: 1, first_dealer: 0 }])
}

#[test]
fn all_worlds_of_an_endgame_come_alike() {
    let real = endgame(&RoundRules::default());
    let worlds = 60_000;
    let drawn = determinized(&real, &Asked { worlds, ..UNIFORM });
    let mut counts = HashMap::new();
    for world in drawn.tables() {
        *counts.entry((world.hands()[1], world.stock().to_vec())).or_insert(0.0) += 1.0;
    }
    // Three of six cards in hand, and the others in any order.
    assert_eq!(counts.len(), 20 * 6);
    let off = surprise(counts.values().copied(), worlds as f64 / 120.0, 119.0);
    assert!(off.abs() < 5.0, "{off}");
}

#[test]
fn cards_are_drawn_by_their_weights_one_after_the_other() {
    let real = endgame(&RoundRules::default());
    let mut weights = [0.0; 52];
    let of: [f64; 6] = [1.0, 2.0, 3.0, 4.0, 0.0, 6.0];
    weights[17..23].copy_from_slice(&of);
    let worlds = 60_000;
    let belief = Belief::Weights(&[weights]);
    let drawn = determinized(&real, &Asked { worlds, belief, ..UNIFORM });
    let mut chances = HashMap::new();
    for a in 0..6 {
        for b in (0..6).filter(|&b| b != a) {
            for c in (0..6).filter(|&c| c != a && c != b) {
                let chance = of[a] / 16.0 * of[b] / (16.0 - of[a]) * of[c] / (16.0 - of[a] - of[b]);
                *chances.entry(1_u64 << a | 1 << b | 1 << c).or_insert(0.0) += chance;
            }
        }
    }
    chances.retain(|_, chance| *chance > 0.0);
    let mut counts: HashMap<u64, f64> = HashMap::new();
    for world in drawn.tables() {
        *counts.entry(world.hands()[1].mask() >> 17).or_default() += 1.0;
    }
    assert_eq!(chances.len(), 10);
    assert_eq!(counts.len(), 10);
    let off = |(hand, chance): (&u64, &f64)| {
        let expected = chance * worlds as f64;
        (counts[hand] - expected).powi(2) / expected
    };
    let chi_square: f64 = chances.iter().map(off).sum();
    // Nine degrees of freedom: one in a million is beyond 45.
    assert!(chi_square < 45.0, "{chi_square}");
}

#[test]
fn who_took_the_last_discard_to_knock_can() {
    let order = OrderOfPlay { wall_rule: WallRule::LastDiscardKnock, ..OrderOfPlay::default() };
    let rules = RoundRules { order, settlement: Rules::default() };
    let set = |text: &str| text.parse::<CardSet>().unwrap();
    let hands = [set("As 3s 5s 7s 9s Js Ks 2c 4c 6c"), set("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th 2s")];
    let stock = set("Kd Kc");
    let pile = CardSet::FULL - hands[0] - hands[1] - stock;
    let first = endgame(&rules).tables()[0].parts();
    let taken = "2s".parse().ok();
    let knocks = crate::knock_discards(hands[1], 10, taken);
    let parts = Parts {
        hands,
        known: [CardSet::EMPTY, set("2s Ah 2h")],
        stock: stock.iter().map(Card::id).collect(),
        pile: pile.iter().map(Card::id).collect(),
        thrown: [CardSet::EMPTY; 2],
        phase: Phase::Discard,
        player: 1,
        legal: u128::from(knocks.mask()) << 52,
        taken,
        ..first
    };
    let table = Table::from_parts(&rules, &parts).unwrap();
    let decks = vec![Decks { seed: 0, dealt: 1, first_dealer: 0 }];
    let real = Tables::with(rules, vec![table], decks);
    let asked = Asked { worlds: 2_000, ..UNIFORM };
    let worlds = determinized(&real, &asked);
    let mut hands = Vec::new();
    for world in worlds.tables() {
        assert!(world.legal_actions() & ((1 << 52) - 1) == 0 && world.legal_actions() != 0);
        hands.push(world.hands()[1].mask());
    }
    hands.sort_unstable();
    hands.dedup();
    // Of 45 hands those count that leave ten points or fewer.
    let view = table.view(0);
    let all = (0..10_u32).flat_map(|a| (0..a).map(move |b| [a, b]));
    let unseen: Vec<Card> = view.unseen.iter().collect();
    let can = all.filter(|out| {
        let out = out.map(|at| unseen[at as usize]);
        let hand = view.seen | view.unseen.without(out[0]).without(out[1]);
        !crate::knock_discards(hand, 10, taken).is_empty()
    });
    assert_eq!(hands.len(), can.count());
    // Both kings and a gap in the run leave more than ten.
    let must = &[set("Kd Kc")];
    let asked = Asked { must, must_not: &[set("4h 6h")], ..asked };
    let none = real.determinize(&asked, 1, &mut || true);
    assert_eq!(none, Err(NoWorlds::Impossible(0, Reason::Unplayable)));
}

#[test]
fn who_was_bound_to_go_gin_does_not_hold_it() {
    let bound = RoundRules {
        order: OrderOfPlay::default(),
        settlement: Rules { gin_forced: true, ..Rules::default() },
    };
    for (rules, worlds_seen) in [(RoundRules::default(), 4), (bound, 3)] {
        let set = |text: &str| text.parse::<CardSet>().unwrap();
        let known = set("Ah 2h 3h 4h 5h 6h 7h 8h 9h");
        let hands = [set("As 3s 5s 7s 9s Js Ks 2c 4c 6c"), known | set("Kd")];
        let stock = set("Th Kc Kh");
        let pile = CardSet::FULL - hands[0] - hands[1] - stock;
        let parts = Parts {
            hands,
            known: [CardSet::EMPTY, known],
            stock: stock.iter().map(Card::id).collect(),
            pile: pile.iter().map(Card::id).collect(),
            thrown: [CardSet::EMPTY; 2],
            ..endgame(&rules).tables()[0].parts()
        };
        let table = Table::from_parts(&rules, &parts).unwrap();
        let decks = vec![Decks { seed: 0, dealt: 1, first_dealer: 0 }];
        let real = Tables::with(rules, vec![table], decks);
        let worlds = determinized(&real, &Asked { worlds: 500, ..UNIFORM });
        let mut hands: Vec<u64> =
            worlds.tables().iter().map(|world| world.hands()[1].mask()).collect();
        hands.sort_unstable();
        hands.dedup();
        assert_eq!(hands.len(), worlds_seen);
    }
}
