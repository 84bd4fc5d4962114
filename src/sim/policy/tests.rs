use super::eaai::{laid_off_first_fit, one_of_the_best};
use super::{Memory, Policy, Seen, act, line, play, simple};
use crate::arrangement::Layout;
use crate::hands::{Numbers, neighbouring};
use crate::kernel::AnyCpu;
use crate::sim::chance::{Chance, Purpose, seed_of};
use crate::sim::{Action, Opening, OrderOfPlay, Phase, RoundRules, Table, WallRule};
use crate::{Ace, Aces, Card, CardSet, Rules, arrangements};

fn cards(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Rules that differ in what bears on players.
fn tables_rules() -> Vec<RoundRules> {
    let standard = RoundRules::default();
    let order = standard.order;
    let settlement = standard.settlement;
    let with_order = |order: OrderOfPlay| RoundRules { order, ..standard };
    let with = |settlement: Rules| RoundRules { settlement, ..standard };
    vec![
        standard,
        with(Rules { big_gin: false, gin_bonus: 20, undercut_bonus: 10, ..settlement }),
        with(Rules { knock_limit: 0, ..settlement }),
        with(Rules { oklahoma: true, gin_forced: true, layoff: false, ..settlement }),
        with(Rules { aces: Aces::new(Ace::HighOrLow, 15).unwrap(), ..settlement }),
        with(Rules {
            aces: Aces::new(Ace::Corner, 15).unwrap(),
            layoff_on_gin: true,
            ..settlement
        }),
        // With so few cards to draw the last discard is often reached.
        with_order(OrderOfPlay { dead_cards: 20, wall_rule: WallRule::LastDiscardKnock, ..order }),
        with_order(OrderOfPlay {
            may_rediscard: true,
            rediscard_on_knock: true,
            stall_rule: true,
            wall_rule: WallRule::LastDiscardKnock,
            max_discard_draws: Some(50),
            ..order
        }),
        with_order(OrderOfPlay {
            opening: Opening::ElevenCardNondealer,
            wall_rule: WallRule::LastDiscardTake,
            max_moves: Some(200),
            ..order
        }),
        with_order(OrderOfPlay {
            wall_rule: WallRule::DrawerMayNotKnock,
            knock_on_first_turn: false,
            ..order
        }),
    ]
}

/// Has the player to act do what its policy says, and sees to it that a step by that action comes to
/// the same.
fn done(
    table: &mut Table,
    rules: &RoundRules,
    policy: Policy,
    memories: &mut [Memory; 2],
    chance: &mut Chance,
) -> Action {
    let mut acted = *table;
    let top = Table::top_of_stock;
    let action = act(&mut acted, rules, |_| policy, memories, chance, AnyCpu, top);
    acted.work_out_legal(rules);
    table.apply(rules, action).unwrap();
    assert_eq!(acted, *table, "after {action}");
    action
}

fn dealt(rules: &RoundRules, number: u64) -> Table {
    Table::deal(rules, (number & 1) as u8, seed_of(11, number))
}

/// Each pair of policies.
fn pairs() -> impl Iterator<Item = [Policy; 2]> {
    let all = Policy::NAMES.map(|(policy, _)| policy);
    all.into_iter().flat_map(move |first| all.map(|second| [first, second]))
}

#[test]
fn every_policy_plays_every_round_to_its_end_by_legal_actions() {
    for rules in tables_rules() {
        for policies in pairs() {
            for number in 0..40 {
                let mut checked = dealt(&rules, number);
                let mut table = checked;
                for action in line(&rules, &mut table, policies, number) {
                    checked.apply(&rules, action).unwrap();
                }
                assert!(checked.is_over() && table.is_over());
                assert_eq!(checked.hands(), table.hands());
            }
        }
    }
}

/// The plain player once more, card by card from its rules.
#[derive(Default)]
struct Plain {
    hand: CardSet,
    thrown: Vec<(Option<Card>, Card)>,
}

impl Plain {
    /// What it may do, having thrown these cards for the one just drawn.
    fn choices(table: &Table, rules: &RoundRules, thrown: CardSet) -> Vec<Action> {
        let legal = |action: Action| table.is_legal(action);
        let hand = table.hands()[usize::from(table.player())];
        if table.phase() != Phase::Discard {
            let upcard = table.upcard();
            let melds = |card: Card| {
                let melds = rules.settlement.aces.melds_in(hand.with(card));
                melds.iter().any(|meld| meld.cards().contains(card))
            };
            let takes = legal(Action::TAKE_DISCARD) && upcard.is_some_and(melds);
            let first = if takes { Action::TAKE_DISCARD } else { Action::DRAW_STOCK };
            let order = [first, Action::PASS, Action::TAKE_DISCARD];
            return vec![*order.iter().find(|action| legal(**action)).unwrap()];
        }
        if legal(Action::BIG_GIN) {
            return vec![Action::BIG_GIN];
        }
        let may_throw = |card: &Card| legal(Action::discard(*card)) || legal(Action::knock(*card));
        let all: Vec<Card> = hand.iter().filter(may_throw).collect();
        let fresh: Vec<Card> =
            all.iter().copied().filter(|&card| table.taken() != Some(card)).collect();
        let unused: Vec<Card> =
            fresh.iter().copied().filter(|&card| !thrown.contains(card)).collect();
        let cards = [unused, fresh, all].into_iter().find(|cards| !cards.is_empty()).unwrap();
        let left = |card: Card| rules.settlement.aces.deadwood(hand.without(card));
        let least = cards.iter().map(|&card| left(card)).min().unwrap();
        let best = cards.into_iter().filter(|&card| left(card) == least);
        let thrown = best.map(|card| match Action::knock(card) {
            knock if legal(knock) => knock,
            _ => Action::discard(card),
        });
        thrown.collect()
    }

    /// What it threw for the card just drawn.
    fn thrown(&self, table: &Table) -> CardSet {
        let drawn = self.drawn(table.hands()[usize::from(table.player())]);
        let pairs = self.thrown.iter().filter(|(card, _)| drawn.is_some() && *card == drawn);
        pairs.map(|(_, thrown)| *thrown).collect()
    }

    fn drawn(&self, hand: CardSet) -> Option<Card> {
        if self.hand.is_empty() { None } else { (hand - self.hand).first() }
    }

    fn note(&mut self, table: &Table, action: Action) {
        let hand = table.hands()[usize::from(table.player())];
        match action.card() {
            Some(card) => self.thrown.push((self.drawn(hand), card)),
            None => self.hand = hand,
        }
    }
}

#[test]
fn simple_may_do_what_its_rules_say() {
    let (mut several, mut by_hand, mut to_knock, mut repeated) = (0, 0, 0, 0);
    for rules in tables_rules() {
        // Few rounds get to a last discard that somebody can knock with.
        let rounds = if rules.order.dead_cards == 20 { 4_000 } else { 300 };
        for number in 0..rounds {
            let mut table = dealt(&rules, number);
            let mut chance = Chance::new(Purpose::Choices, number);
            let mut memories = [Memory::new(), Memory::new()];
            let mut plain = [Plain::default(), Plain::default()];
            while !table.is_over() {
                let seat = usize::from(table.player());
                let (seen, memory) = (Seen::of(&table, &rules), memories[seat]);
                let thrown = plain[seat].thrown(&table);
                assert_eq!(memory.thrown_for(memory.drawn(seen.hand)), thrown);
                repeated += u32::from(!thrown.is_empty());
                // That comes seldom enough: any other cards may be given as thrown.
                let others = CardSet::truncated(chance.any() & chance.any());
                for thrown in [others, thrown] {
                    let expected = Plain::choices(&table, &rules, thrown);
                    let ids = expected.iter().fold(0, |ids, action| ids | 1 << action.id());
                    assert_eq!(Policy::Simple.choices(&seen, thrown), ids, "{seen:?}");
                    assert_eq!(Policy::SimpleEaai.choices(&seen, thrown), ids, "{seen:?}");
                    if table.phase() == Phase::Discard && simple::goes_by_hand(&table, &rules) {
                        let choice = simple::throw_by_hand(&table, &rules, thrown);
                        assert_eq!(choice.actions(), ids, "by hand, {seen:?}");
                        by_hand += 1;
                    }
                    several += u32::from(expected.len() > 1);
                    to_knock += u32::from(table.has_taken_to_knock(&rules));
                }
                let expected = Plain::choices(&table, &rules, thrown);
                let before = table;
                let action = done(&mut table, &rules, Policy::Simple, &mut memories, &mut chance);
                assert!(expected.contains(&action));
                plain[seat].note(&before, action);
            }
        }
    }
    assert!(several > 1_000 && by_hand > 1_000, "{several} {by_hand}");
    assert!(to_knock > 100 && repeated > 0, "{to_knock} {repeated}");
}

#[test]
fn what_players_do_depends_on_nothing_that_they_cannot_see() {
    let rules = RoundRules::default();
    for number in 0..200 {
        let mut table = dealt(&rules, number);
        let mut chance = Chance::new(Purpose::Choices, number);
        while !table.is_over() {
            // The opponent's unknown cards and the stock are dealt again.
            let mut parts = table.parts();
            let seat = usize::from(table.player());
            let known = parts.known[seat ^ 1];
            let mut hidden: Vec<Card> = (parts.hands[seat ^ 1] - known).iter().collect();
            let in_hand = hidden.len();
            hidden.extend(parts.stock.iter().filter_map(|&id| Card::from_id(id)));
            hidden.sort_by_cached_key(|_| chance.any());
            parts.hands[seat ^ 1] = known | hidden[..in_hand].iter().copied().collect();
            parts.stock = hidden[in_hand..].iter().map(|card| card.id()).collect();
            let other = Table::from_parts(&rules, &parts).unwrap();
            for (policy, _) in Policy::NAMES {
                let choices = |table| policy.choices(&Seen::of(table, &rules), CardSet::EMPTY);
                assert_eq!(choices(&table), choices(&other), "{policy:?}");
            }
            let mut memories = [Memory::new(); 2];
            done(&mut table, &rules, Policy::Greedy, &mut memories, &mut chance);
        }
    }
}

/// A table where seat 1 has just drawn a card to these ten, with so many cards left in the stock. The
/// pile has these cards, and then eights, nines and tens before others.
fn drawn(hands: [Option<CardSet>; 2], drawn: Card, pile: CardSet, stock: usize) -> Table {
    drawn_under(&RoundRules::default(), hands, drawn, pile, stock)
}

fn drawn_under(
    rules: &RoundRules,
    hands: [Option<CardSet>; 2],
    drawn: Card,
    pile: CardSet,
    stock: usize,
) -> Table {
    let hand = hands[1].unwrap();
    let mut others: Vec<Card> =
        (!(hand.with(drawn) | pile | hands[0].unwrap_or_default())).iter().collect();
    others.sort_by_key(|card| (7..10).contains(&(card.rank() as u8)));
    let opponent = hands[0].unwrap_or_else(|| others.drain(..10).collect());
    let mut parts = dealt(rules, 0).parts();
    parts.hands = [opponent, hand];
    parts.stock = others.drain(..stock).chain([drawn]).map(Card::id).collect();
    parts.pile = pile.iter().chain(others).map(Card::id).collect();
    (parts.phase, parts.player, parts.turns) = (Phase::Draw, 1, 6);
    parts.legal = 1 << Action::DRAW_STOCK.id() | 1 << Action::TAKE_DISCARD.id();
    let mut table = Table::from_parts(rules, &parts).unwrap();
    table.apply(rules, Action::DRAW_STOCK).unwrap();
    table
}

#[test]
fn simple_does_the_same_by_hand_with_hands_that_are_seldom_met() {
    let mut numbers = Numbers::new(7);
    let mut melds_all = 0;
    for rules in tables_rules() {
        for hand in neighbouring(11, 6_000) {
            let card = hand.iter().nth(numbers.below(11)).unwrap();
            let stock = 21;
            let table =
                drawn_under(&rules, [None, Some(hand.without(card))], card, CardSet::EMPTY, stock);
            let thrown = CardSet::truncated(numbers.any() & numbers.any());
            if simple::goes_by_hand(&table, &rules) {
                let by_hand = simple::throw_by_hand(&table, &rules, thrown).actions();
                let expected = Policy::Simple.choices(&Seen::of(&table, &rules), thrown);
                assert_eq!(by_hand, expected, "{hand} without {thrown} under {rules:?}");
                melds_all += u32::from(rules.settlement.aces.deadwood(hand) == 0);
            }
        }
    }
    assert!(melds_all > 100, "{melds_all}");
}

fn greedy_does(hand: &str, card: &str, pile: &str, stock: usize) -> Action {
    let rules = RoundRules::default();
    let mut table = drawn([None, Some(cards(hand))], self::card(card), cards(pile), stock);
    let mut memories = [Memory::new(); 2];
    done(&mut table, &rules, Policy::Greedy, &mut memories, &mut Chance::new(Purpose::Choices, 1))
}

#[test]
fn greedy_knocks_early_and_waits_for_gin_later() {
    let hand = "As 2s 3s 7c 7d 7h 4d 2h Ac Ah";
    assert_eq!(greedy_does(hand, "Kc", "", 29), Action::knock(card("Kc")));
    assert_eq!(greedy_does(hand, "Kc", "", 20), Action::discard(card("Kc")));
    let gin = "As 2s 3s 7c 7d 7h 4c 5c 6c 2h";
    assert_eq!(greedy_does(gin, "4s", "", 5), Action::knock(card("2h")));
}

#[test]
fn greedy_keeps_cards_that_may_still_meld() {
    // Queens of which two are out of play are no more than twenty points; the jacks may be three.
    let hand = "As 2s 3s 7c 7d 7h Jc Jd Qs Qh";
    let thrown = greedy_does(hand, "4s", "Qc Qd", 20);
    assert!([card("Qs"), card("Qh")].map(Action::discard).contains(&thrown), "{thrown}");
}

fn layout(sets: &str, runs: &str) -> Layout {
    Layout { sets: cards(sets), runs: cards(runs) }
}

#[test]
fn the_framework_lays_off_the_first_card_that_fits_on_the_first_meld() {
    let aces = Aces::LOW;
    // The three goes on the set, being lower than the four; so the two stays.
    let shown = layout("3c 3d 3s", "5h 6h 7h");
    assert_eq!(laid_off_first_fit(aces, cards("2h 3h 4h"), shown), cards("3h 4h"));
    // From above it goes well: the eight comes first and the nine follows it on the run.
    let shown = layout("9c 9d 9s", "5h 6h 7h");
    assert_eq!(laid_off_first_fit(aces, cards("8h 9h Th"), shown), cards("8h 9h Th"));
    assert_eq!(laid_off_first_fit(aces, cards("8h 9h"), Layout::NONE), CardSet::EMPTY);
    // A set of four takes no more.
    assert_eq!(laid_off_first_fit(aces, cards("Kh 2c"), layout("3c 3d 3s 3h", "")), CardSet::EMPTY);
}

#[test]
fn each_of_the_best_meld_sets_is_as_likely_as_the_other() {
    // Three sets or three runs.
    let hand = cards("5c 6c 7c 5d 6d 7d 5h 6h 7h Ac");
    assert_eq!(arrangements(hand, None).len(), 2);
    let mut chance = Chance::new(Purpose::Choices, 5);
    let sets = |_| one_of_the_best(Aces::LOW, hand, &mut chance).sets.len();
    let of_sets = (0..4_000).map(sets).filter(|&cards| cards == 9).count();
    // Five standard deviations.
    assert!(of_sets.abs_diff(2_000) < 160, "{of_sets}");
}

#[test]
fn a_knock_is_settled_by_what_each_side_does() {
    // The eight and then the nine of hearts could go on the run, and the other eights stay a set; but
    // to the framework all four are melded before anything is laid off.
    let knocker = cards("3c 3d 3s 5h 6h 7h Ac 2c Ad As");
    let defender = cards("8s 8c 8d 8h 9h Kc Kd Ks Qc Jd");
    let rules = RoundRules::default();
    let ended = |policies| {
        let king = card("Kh");
        let mut table = drawn([Some(defender), Some(knocker)], king, CardSet::EMPTY, 20);
        play(
            &mut table,
            &rules,
            Action::knock(king),
            policies,
            &mut Chance::new(Purpose::Choices, 1),
        );
        *table.ended().unwrap()
    };
    for knocker in [Policy::Simple, Policy::Greedy, Policy::SimpleEaai] {
        let best = ended([Policy::Simple, knocker]);
        assert_eq!((best.laid_off, best.defender_deadwood), (cards("8h 9h"), 20));
        let framework = ended([Policy::SimpleEaai, knocker]);
        assert_eq!((framework.laid_off, framework.defender_deadwood), (CardSet::EMPTY, 29));
        assert_eq!((framework.winner, framework.points), (Some(1), 27));
    }
}
