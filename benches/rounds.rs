//! Rounds from the deal to the showdown, beside the crate `gin-rummy`.
//!
//! That crate has rounds but no player. The one here does on it what `simple` does: he takes a card
//! that some meld of his hand and that card holds; he throws what leaves least, but neither the card
//! taken nor one that he has thrown after drawing the same card; he goes out as soon as he can, and
//! lays off what his own melds leave. The decks are the same, and what the rounds come to must agree
//! as far as chance lets it.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use gin_fast::sim::{Played, Policy, RoundRules, Table, play_rounds, seed_of};
use gin_rummy::{Card, Hand, Phase, Player, Rank, Round, Rules, Suit, best_melds, deadwood};

const SEED: u64 = 1;
const COUNT: u64 = 10_000;
const COUNT_OF_PEER: u64 = 1_000;

/// The points that the winners of so many rounds get.
fn points(policy: Policy, count: u64) -> u64 {
    let mut out = vec![Played::NONE; count as usize];
    play_rounds(&RoundRules::default(), [policy; 2], SEED, 0, &mut out, 1, &mut || true);
    out.iter().map(|played| u64::from(played.ended.points)).sum()
}

fn points_of_peer(count: u64) -> u64 {
    let rules = Rules::default();
    let play = |number| {
        let mut round = deal(rules, number);
        play(&mut round);
        round.result().map_or(0, |result| u64::from(result.points(&rules)))
    };
    (0..count).map(play).sum()
}

/// The crate's card of an id; its suits may go by any order.
fn card(id: usize) -> Card {
    Card { suit: Suit::ASC[id / 13], rank: Rank::new((id % 13 + 1) as u8) }
}

fn id(card: Card) -> usize {
    13 * card.suit as usize + usize::from(card.rank.get()) - 1
}

/// The round of this number as [`play_rounds`] deals it.
fn deal(rules: Rules, number: u64) -> Round {
    let dealer = (number & 1) as u8;
    let table = Table::deal(&RoundRules::default(), dealer, seed_of(SEED, number));
    let hands = table.hands().map(|hand| hand.iter().map(|held| card(held.id().into())).collect());
    let upcard = table.upcard().map(|upcard| card(upcard.id().into())).expect("one is offered");
    let stock = table.stock().iter().map(|&id| card(id.into())).collect();
    Round::from_deal(rules, Player::ALL[usize::from(dealer)], hands, upcard, stock)
        .expect("a whole deck")
}

/// Both players, who remember what they threw after drawing which card.
fn play(round: &mut Round) {
    let mut thrown = [[0_u64; 52]; 2];
    while let Some(player) = round.turn() {
        match round.phase() {
            Phase::Upcard | Phase::Draw => {
                let Some((drawn, taken)) = draw(round, player) else { continue };
                let thrown = &mut thrown[player as usize][id(drawn)];
                *thrown |= 1 << id(throw(round, player, taken, *thrown));
            }
            Phase::Layoff => lay_off(round, player),
            Phase::Discard | Phase::Finished => unreachable!("a turn is played in one go"),
        }
    }
}

/// Draws, or passes where the upcard is offered; says which card was drawn, and again if it was
/// taken from the pile.
fn draw(round: &mut Round, player: Player) -> Option<(Card, Option<Card>)> {
    let upcard = *round.discard_pile().last()?;
    if melds_with(round.hand(player), upcard)
        && let Ok(taken) = round.take_discard()
    {
        return Some((taken, Some(taken)));
    }
    if round.phase() == Phase::Upcard {
        round.pass().expect("it is offered");
        return None;
    }
    Some((round.draw_stock().expect("a draw is due"), None))
}

/// Whether a meld of the hand and the card holds the card.
fn melds_with(hand: Hand, card: Card) -> bool {
    let holds = |suit: Suit, rank: u8| {
        Rank::try_new(rank).is_ok_and(|rank| hand.contains(Card { suit, rank }))
    };
    let rank = card.rank.get();
    let of_rank = Suit::ASC.iter().filter(|&&suit| suit != card.suit && holds(suit, rank)).count();
    let [low, lower] = [rank.wrapping_sub(1), rank.wrapping_sub(2)].map(|r| holds(card.suit, r));
    let [high, higher] = [rank + 1, rank + 2].map(|rank| holds(card.suit, rank));
    of_rank >= 2 || low && (lower || high) || high && higher
}

/// Throws a card, going out if it can be; says which.
fn throw(round: &mut Round, player: Player, taken: Option<Card>, thrown: u64) -> Card {
    let hand = round.hand(player);
    let left = |card: Card| {
        let mut left = hand;
        left.remove(card);
        left
    };
    let fresh = hand.iter().filter(|&card| Some(card) != taken);
    let unused = fresh.clone().filter(|&card| thrown >> id(card) & 1 == 0);
    let cost = |card: &Card| deadwood(left(*card));
    let card = unused.min_by_key(cost).or_else(|| fresh.min_by_key(cost)).expect("eleven cards");
    if deadwood(hand) == 0 && round.declare_big_gin(best_melds(hand)).is_ok() {
        return card;
    }
    let melds = best_melds(left(card));
    if melds.deadwood() > round.knock_limit() || round.knock(card, melds).is_err() {
        round.discard(card).expect("a legal card");
    }
    card
}

/// Lays off what is left beside the melds of the hand, one card after the other.
fn lay_off(round: &mut Round, player: Player) {
    let mut goes_on = true;
    while goes_on {
        let unmelded = best_melds(round.hand(player)).deadwood_cards();
        let places = round.spread().count();
        goes_on =
            unmelded.iter().any(|card| (0..places).any(|place| round.lay_off(card, place).is_ok()));
    }
    round.finish_layoffs().expect("somebody knocked");
}

fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    engine: &str,
    count: u64,
    run: impl Fn(u64) -> u64,
) {
    group.throughput(Throughput::Elements(count));
    let id = BenchmarkId::new(engine, count);
    group.bench_function(id, |bencher| bencher.iter(|| run(black_box(count))));
}

fn rounds(criterion: &mut Criterion) {
    let [ours, theirs] = [points(Policy::Simple, COUNT), points_of_peer(COUNT)];
    let apart = ours.abs_diff(theirs) as f64 / COUNT as f64;
    assert!(apart < 0.5, "the points of a round differ by {apart}");
    let mut group = criterion.benchmark_group("rounds");
    measure(&mut group, "random", COUNT, |count| points(Policy::Random, count));
    measure(&mut group, "simple", COUNT, |count| points(Policy::Simple, count));
    measure(&mut group, "gin-rummy, as simple", COUNT_OF_PEER, points_of_peer);
}

criterion_group!(benches, rounds);
criterion_main!(benches);
