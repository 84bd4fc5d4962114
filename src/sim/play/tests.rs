use super::*;
use crate::sim::{Action, Decks, Tables, seed_of};
use crate::{LayoutChoice, Shown, showdown};

fn playing(policy: Policy, threads: usize) -> Playing {
    Playing { rules: RoundRules::default(), policies: [policy; 2], threads }
}

/// As at the tables of most people: who won deals the next round, and again after a draw.
const WINNER_DEALS: Dealers = Dealers { first: None, next: [[0, 0, 1], [1, 0, 1]] };

fn rounds(playing: &Playing, dealers: Dealers, first: u64, count: usize) -> Vec<Played> {
    let mut out = vec![Played::NONE; count];
    let row = Row { seed: 5, dealers };
    playing.rows(&row, first, &mut out, |place, played| *place = *played, &mut || true);
    out
}

#[test]
fn any_stretch_of_a_series_is_what_it_is_in_the_whole() {
    for dealers in [Dealers::ALTERNATING, WINNER_DEALS] {
        let whole = rounds(&playing(Policy::Simple, 1), dealers, 0, 3 * ROW + 7);
        for (first, count) in [(0, 1), (5, 3 * ROW), (ROW - 1, 2), (ROW, ROW), (2 * ROW + 9, 0)] {
            for threads in [1, 3] {
                let part = rounds(&playing(Policy::Simple, threads), dealers, first as u64, count);
                assert_eq!(part, whole[first..first + count], "{count} from {first} on");
            }
        }
    }
}

#[test]
fn who_deals_follows_from_who_won() {
    let played = rounds(&playing(Policy::Simple, 1), WINNER_DEALS, 0, 4 * ROW);
    for row in played.chunks(ROW) {
        for pair in row.windows(2) {
            assert_eq!(pair[1].dealer, pair[0].ended.winner.unwrap_or(pair[0].dealer));
        }
    }
    let alternating = rounds(&playing(Policy::Random, 1), Dealers::ALTERNATING, 0, ROW + 5);
    for (number, played) in alternating.iter().enumerate() {
        assert_eq!(usize::from(played.dealer), number & 1);
    }
}

#[test]
fn deals_are_the_rounds_of_their_seeds() {
    let playing = playing(Policy::Simple, 2);
    let in_a_row = rounds(&playing, Dealers::ALTERNATING, 0, 3000);
    let deal = |number: u64| Deal {
        seed: seed_of(5, number),
        dealer: (number & 1) as u8,
        swapped: number.is_multiple_of(3),
    };
    let deals: Vec<Deal> = (0..3000).map(deal).collect();
    let mut out = vec![Played::NONE; 3000];
    playing.deals(&deals, &mut out, |place, played| *place = *played, &mut || true);
    // Where both seats play alike it is the same who sits where.
    assert_eq!(out, in_a_row);
}

#[test]
fn what_players_leave_to_chance_tells_nothing_of_the_cards() {
    // The first number of each decides: which are the first two cards, and which of two things is done.
    let agree = |seed: &u64| {
        let deal = Deal { seed: seed_of(9, *seed), dealer: 0, swapped: false };
        let table = Table::deal(&RoundRules::default(), deal.dealer, deal.seed);
        let black = table.hands()[0].mask() & ((1 << 26) - 1);
        (black.count_ones() > 5) == (deal.chance().below(2) == 0)
    };
    let agreed = (0..4_000_u64).filter(agree).count();
    // Five standard deviations.
    assert!(agreed.abs_diff(2_000) < 160, "{agreed} of 4,000");
}

#[test]
fn players_who_change_their_seats_play_there() {
    let policies = [Policy::Simple, Policy::Random];
    let playing = Playing { rules: RoundRules::default(), policies, threads: 1 };
    for (swapped, seat) in [(false, 0), (true, 1)] {
        let deals: Vec<Deal> =
            (0..200).map(|seed| Deal { seed, dealer: (seed & 1) as u8, swapped }).collect();
        let mut out = vec![Played::NONE; deals.len()];
        playing.deals(&deals, &mut out, |place, played| *place = *played, &mut || true);
        let won = out.iter().filter(|played| played.ended.winner == Some(seat)).count();
        assert!(won > 180, "seat {seat} won {won} of 200");
    }
}

/// A round of random players played on.
struct ToTheEnd<'a> {
    table: &'a mut Table,
    chance: &'a mut Chance,
}

impl Job for ToTheEnd<'_> {
    type Done = ();

    #[inline(always)]
    fn run(self, cpu: impl Cpu) {
        let (rules, mut memories) = (RoundRules::default(), [Memory::new(), Memory::new()]);
        let ToTheEnd { table, chance } = self;
        to_the_end(
            &rules,
            table,
            [Policy::Random; 2],
            &mut memories,
            chance,
            cpu,
            Table::top_of_stock,
        );
    }
}

#[test]
fn continuations_add_up_to_the_rounds_that_they_are() {
    let rules = RoundRules::default();
    let deck = |seed| Decks { seed, dealt: 0, first_dealer: 0 };
    let tables = Tables::deal(rules, (0..9).map(deck).collect());
    for (times, shuffled) in [(1, false), (3, true), (700, false), (600, true)] {
        let sums =
            playing(Policy::Random, 1).continued(tables.tables(), times, 4, shuffled, &mut || true);
        let again =
            playing(Policy::Random, 3).continued(tables.tables(), times, 4, shuffled, &mut || true);
        assert_eq!(sums, again);
        for (at, sum) in sums.iter().enumerate() {
            let mut expected = (0, 0, 0, [0, 0]);
            for time in 0..u64::from(times) {
                let mut table = tables.tables()[at];
                let mut chance =
                    Chance::new(Purpose::Continuations, seed_of(seed_of(4, at as u64), time));
                if shuffled {
                    table.shuffle_stock(&mut chance);
                }
                at_full_speed(ToTheEnd { table: &mut table, chance: &mut chance });
                let ended = table.ended().unwrap();
                expected.0 += 1;
                expected.1 += i64::from(ended.points_of_first_seat());
                expected.2 += u64::from(table.draws());
                if let Some(seat) = ended.winner {
                    expected.3[usize::from(seat)] += 1;
                }
            }
            assert_eq!((sum.count, sum.points, sum.turns, sum.won), expected);
            assert!(sum.squares * sum.count >= sum.points.unsigned_abs().pow(2));
        }
    }
}

#[test]
fn a_round_that_is_over_continues_as_it_ended() {
    let rules = RoundRules::default();
    let decks = (0..40).map(|seed| Decks { seed, dealt: 0, first_dealer: 1 }).collect();
    let mut tables = Tables::deal(rules, decks);
    while !tables.done().iter().all(|&done| done) {
        let first = |table: &Table| table.legal_actions().trailing_zeros() as u8;
        let actions: Vec<u8> = tables.tables().iter().map(first).collect();
        tables.step(&actions, false, 1).unwrap();
    }
    let sums = playing(Policy::Simple, 1).continued(tables.tables(), 10, 1, false, &mut || true);
    for (sum, points) in sums.iter().zip(tables.points()) {
        assert_eq!((sum.count, sum.points, sum.turns), (10, 10 * i64::from(*points), 0));
    }
}

#[test]
fn a_shuffled_stock_has_the_same_cards() {
    let table = Table::deal(&RoundRules::default(), 0, 1);
    let mut chance = Chance::new(Purpose::Continuations, 2);
    let mut last_cards = [0_u32; 52];
    for _ in 0..3100 {
        let mut shuffled = table;
        shuffled.shuffle_stock(&mut chance);
        let (mut before, mut after) = (table.stock().to_vec(), shuffled.stock().to_vec());
        last_cards[usize::from(after[30])] += 1;
        before.sort_unstable();
        after.sort_unstable();
        assert_eq!(before, after);
        assert_eq!(shuffled.hands(), table.hands());
    }
    // 31 cards, each on top about 100 times.
    assert!(last_cards.iter().filter(|&&count| count > 0).all(|count| (50..150).contains(count)));
    assert_eq!(last_cards.iter().filter(|&&count| count > 0).count(), 31);
}

#[test]
fn rounds_in_lockstep_are_the_same_rounds() {
    let deal = |seed: u64| Deal { seed, dealer: (seed & 1) as u8, swapped: seed & 2 == 2 };
    let deals: Vec<Deal> = (0..600).map(deal).collect();
    for policies in [[Policy::Simple, Policy::Random], [Policy::Greedy, Policy::SimpleEaai]] {
        let playing = Playing { rules: RoundRules::default(), policies, threads: 1 };
        let mut expected = vec![Played::NONE; deals.len()];
        playing.deals(&deals, &mut expected, |place, played| *place = *played, &mut || true);
        for threads in [1, 3] {
            let lockstep = Lockstep::new(playing.rules, policies.map(Some), &deals, threads);
            assert_eq!(lockstep.played().collect::<Vec<_>>(), expected);
            assert_eq!(lockstep.waiting(0).count() + lockstep.waiting(1).count(), 0);
        }
    }
}

/// He answers with the last action, a knock where there is one, and the other one lays off by first
/// fit: never better than can be, and sometimes worse.
#[test]
fn who_is_asked_meets_a_defender_with_layoffs_of_his_own() {
    let rules = RoundRules::default();
    let policies = [None, Some(Policy::SimpleEaai)];
    let deal = |seed: u64| Deal { seed, dealer: (seed & 1) as u8, swapped: seed & 2 == 2 };
    let deals: Vec<Deal> = (0..20_000).map(deal).collect();
    let mut lockstep = Lockstep::new(rules, policies, &deals, 1);
    loop {
        let places: Vec<usize> = lockstep.waiting(0).collect();
        if places.is_empty() {
            break;
        }
        let tables: Vec<Table> = lockstep.tables().copied().collect();
        let last = |&at: &usize| 127 - tables[at].legal_actions().leading_zeros() as u8;
        lockstep.answer(&places, &places.iter().map(last).collect::<Vec<u8>>()).unwrap();
        lockstep.advance(1);
    }
    let mut worse = 0;
    for (table, deal) in lockstep.tables().zip(&deals) {
        let asked = u8::from(deal.swapped);
        let Some(ended) = table.ended().filter(|ended| ended.knocker == Some(asked)) else {
            continue;
        };
        let [first, second] = table.hands();
        let (hand, defender) = if asked == 0 { (first, second) } else { (second, first) };
        let best = showdown(
            hand,
            defender,
            &rules.settlement,
            Shown::Chosen(LayoutChoice::Canonical),
            table.first_upcard(),
        )
        .unwrap();
        assert_eq!(ended.knocker_deadwood, best.knocker_deadwood);
        assert!(ended.defender_deadwood >= best.defence.deadwood);
        worse += u32::from(ended.defender_deadwood > best.defence.deadwood);
    }
    assert!(worse > 0);
}

#[test]
fn who_is_asked_plays_by_his_answers() {
    let deal = |seed: u64| Deal { seed, dealer: (seed & 1) as u8, swapped: seed & 2 == 2 };
    let deals: Vec<Deal> = (0..300).map(deal).collect();
    let policies = [None, Some(Policy::Simple)];
    let mut lockstep = Lockstep::new(RoundRules::default(), policies, &deals, 1);
    let mut steps = 0;
    loop {
        let places: Vec<usize> = lockstep.waiting(0).collect();
        assert_eq!(lockstep.waiting(1).count(), 0);
        if places.is_empty() {
            break;
        }
        let tables: Vec<Table> = lockstep.tables().copied().collect();
        for &at in &places {
            assert_eq!(tables[at].player() == 1, deals[at].swapped);
        }
        // The last of them, a knock where there is one, but once something that is not legal.
        let last = |&at: &usize| 127 - tables[at].legal_actions().leading_zeros() as u8;
        let mut actions: Vec<u8> = places.iter().map(last).collect();
        let bad = places.len() / 2;
        let legal = std::mem::replace(&mut actions[bad], Action::COUNT as u8);
        assert_eq!(lockstep.answer(&places, &actions), Err(bad));
        assert!(lockstep.tables().eq(&tables), "nothing has moved");
        actions[bad] = legal;
        lockstep.answer(&places, &actions).unwrap();
        lockstep.advance(2);
        steps += 1;
    }
    assert!(steps > 10);
    assert!(lockstep.tables().all(Table::is_over));
}
