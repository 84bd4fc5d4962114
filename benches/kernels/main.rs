//! Every kernel with every backend on every kind of hands, beside the crate `gin-rummy`, brute force
//! and the one-hand functions.
//!
//! Each engine gets the same hands, and its answers must add up to what `gin-rummy` finds.

mod hands;

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use gin_fast::{Backend, Beside, CardSet, LayoutChoice, Rules, Terms, batch, naive};
use hands::{COUNT, Hands, Pairs};

fn sum(points: &[u8]) -> u64 {
    points.iter().map(|&points| u64::from(points)).sum()
}

fn cards(mask: u64) -> CardSet {
    CardSet::from_mask(mask).expect("made from cards")
}

/// A hand of the crate `gin-rummy`: 16 bits a suit, the ace at bit 1; suits may go by any order.
fn peer_hand(mask: u64) -> gin_rummy::Hand {
    let suit = |suit: u32| (mask >> (13 * suit) & 0x1FFF) << (16 * suit + 1);
    gin_rummy::Hand::from_bits_truncate((0..4).map(suit).sum())
}

fn peer_hands(masks: &[u64]) -> Vec<gin_rummy::Hand> {
    masks.iter().map(|&mask| peer_hand(mask)).collect()
}

fn peer_deadwood(hands: &[gin_rummy::Hand]) -> u64 {
    hands.iter().map(|&hand| u64::from(gin_rummy::deadwood(hand))).sum()
}

/// What each discard leaves, by `gin-rummy`.
fn peer_discards(mask: u64) -> impl Iterator<Item = u8> {
    let hand = cards(mask);
    hand.iter().map(move |card| gin_rummy::deadwood(peer_hand(hand.without(card).mask())))
}

fn peer_after_discard(mask: u64) -> u64 {
    peer_discards(mask).min().map_or(0, u64::from)
}

fn peer_knocks(mask: u64) -> u64 {
    peer_discards(mask).filter(|&left| left <= 10).count() as u64
}

/// Measures `run`, which puts the answers for all hands into `answers`, once they add up.
fn measure<A>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    engine: &str,
    hands: &Hands,
    expected: u64,
    mut answers: A,
    mut run: impl FnMut(&mut A),
    checksum: impl Fn(&A) -> u64,
) {
    run(&mut answers);
    assert_eq!(checksum(&answers), expected, "the checksum of {engine} on {}", hands.name);
    let id = BenchmarkId::new(engine, format!("{}/{}", hands.name, hands.masks.len()));
    group.throughput(Throughput::Elements(hands.masks.len() as u64));
    group.bench_function(id, |bencher| bencher.iter(|| run(black_box(&mut answers))));
}

/// Measures an engine that answers one hand after the other; its answers are added up.
fn measure_one_by_one<H: Copy>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    engine: &str,
    hands: &Hands,
    expected: u64,
    each: &[H],
    answer: impl Fn(H) -> u64,
) {
    let run = |sum: &mut u64| *sum = each.iter().map(|&hand| answer(black_box(hand))).sum();
    measure(group, engine, hands, expected, 0, run, |&sum| sum);
}

fn tens() -> [Hands; 3] {
    [
        Hands::random("random10", 10),
        Hands::from_play("play", &[10, 11]),
        Hands::dense("dense10", 10),
    ]
}

fn elevens() -> [Hands; 3] {
    [Hands::random("random11", 11), Hands::from_play("play11", &[11]), Hands::dense("dense11", 11)]
}

fn deadwood(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("deadwood");
    for hands in tens().into_iter().chain([Hands::random("random11", 11)]) {
        let (masks, peers) = (&hands.masks, peer_hands(&hands.masks));
        let expected = peer_deadwood(&peers);
        for backend in Backend::available() {
            let run = |out: &mut Vec<u8>| batch::deadwood(masks, out, backend, 1);
            let answers = vec![0; COUNT];
            measure(&mut group, backend.name(), &hands, expected, answers, run, |out| sum(out));
        }
        let one = |mask| u64::from(gin_fast::deadwood(cards(mask)));
        measure_one_by_one(&mut group, "one hand", &hands, expected, masks, one);
        let peer = |hand| u64::from(gin_rummy::deadwood(hand));
        measure_one_by_one(&mut group, "gin-rummy", &hands, expected, &peers, peer);
        let few = hands.few();
        let expected = peer_deadwood(&peer_hands(&few.masks));
        let brute = |mask| u64::from(naive::deadwood(cards(mask)));
        measure_one_by_one(&mut group, "naive", &few, expected, &few.masks, brute);
    }
    group.finish();
}

fn melded(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("melded");
    let points = |mask: u64| u64::from(cards(mask).points());
    let all_points = |masks: &Vec<u64>| masks.iter().map(|&mask| points(mask)).sum::<u64>();
    for hands in tens() {
        let (masks, peers) = (&hands.masks, peer_hands(&hands.masks));
        let expected = all_points(masks) - peer_deadwood(&peers);
        for backend in Backend::available() {
            let run = |out: &mut Vec<u64>| batch::melded(masks, out, backend, 1);
            let answers = vec![0; COUNT];
            measure(&mut group, backend.name(), &hands, expected, answers, run, all_points);
        }
        let one = |mask| points(gin_fast::melded(cards(mask)).mask());
        measure_one_by_one(&mut group, "one hand", &hands, expected, masks, one);
        let peer = |hand| u64::from(gin_rummy::pip_sum(gin_rummy::best_melds(hand).melded()));
        measure_one_by_one(&mut group, "gin-rummy", &hands, expected, &peers, peer);
        let few = hands.few();
        let expected = all_points(&few.masks) - peer_deadwood(&peer_hands(&few.masks));
        let brute = |mask| points(naive::melded(cards(mask)).mask());
        measure_one_by_one(&mut group, "naive", &few, expected, &few.masks, brute);
    }
    group.finish();
}

fn best_discard(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("best_discard");
    for hands in elevens() {
        let masks = &hands.masks;
        let expected = masks.iter().map(|&mask| peer_after_discard(mask)).sum();
        for backend in Backend::available() {
            let run = |(thrown, left): &mut (Vec<u8>, Vec<u8>)| {
                batch::best_discard(masks, Beside::Nothing, thrown, left, backend, 1);
            };
            let answers = (vec![0; COUNT], vec![0; COUNT]);
            let left = |(_, left): &(Vec<u8>, Vec<u8>)| sum(left);
            measure(&mut group, backend.name(), &hands, expected, answers, run, left);
        }
        let one = |mask| {
            let best = gin_fast::best_discard(cards(mask), None);
            best.map_or(0, |(_, left)| u64::from(left))
        };
        measure_one_by_one(&mut group, "one hand", &hands, expected, masks, one);
        measure_one_by_one(&mut group, "gin-rummy", &hands, expected, masks, peer_after_discard);
    }
    group.finish();
}

fn knock_discards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("knock_discards");
    for hands in elevens() {
        let masks = &hands.masks;
        let expected = masks.iter().map(|&mask| peer_knocks(mask)).sum();
        for backend in Backend::available() {
            let run = |out: &mut Vec<u64>| {
                batch::knock_discards(masks, 10, Beside::Nothing, out, backend, 1);
            };
            let held = |out: &Vec<u64>| out.iter().map(|mask| u64::from(mask.count_ones())).sum();
            measure(&mut group, backend.name(), &hands, expected, vec![0; COUNT], run, held);
        }
        measure_one_by_one(&mut group, "gin-rummy", &hands, expected, masks, peer_knocks);
    }
    group.finish();
}

fn deadwood_after_discard(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("deadwood_after_discard");
    for hands in elevens() {
        let masks = &hands.masks;
        let expected = masks.iter().flat_map(|&mask| peer_discards(mask)).map(u64::from).sum();
        for backend in Backend::available() {
            let run = |out: &mut Vec<u8>| batch::deadwood_after_discard(masks, out, backend, 1);
            let held = |out: &Vec<u8>| sum(out) - 255 * (52 - 11) * COUNT as u64;
            measure(&mut group, backend.name(), &hands, expected, vec![0; COUNT * 52], run, held);
        }
    }
    group.finish();
}

/// Beside the function of one pair only: no peer settles a knock exactly.
fn knock_points(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("knock_points");
    group.throughput(Throughput::Elements(COUNT as u64));
    let (rules, layout) = (Rules::default(), LayoutChoice::Canonical);
    let terms = Terms { rules, layout, upcards: Beside::Nothing };
    for Pairs { name, knockers, defenders } in [Pairs::random(), Pairs::from_play(), Pairs::dense()]
    {
        let id = |engine| BenchmarkId::new(engine, format!("{name}/{COUNT}"));
        let one = |knocker, defender| {
            let points = gin_fast::knock_points(knocker, defender, &rules, layout, None);
            i64::from(points.expect("the knocker may knock"))
        };
        let pairs = || knockers.iter().zip(&defenders).map(|(&one, &two)| (cards(one), cards(two)));
        let all_one_by_one = || pairs().map(|(a, b)| one(black_box(a), b)).sum::<i64>();
        let expected = all_one_by_one();
        for backend in Backend::available() {
            let mut points = vec![0; COUNT];
            batch::knock_points(&knockers, &defenders, &terms, &mut points, backend, 1);
            let sum: i64 = points.iter().map(|&points| i64::from(points)).sum();
            assert_eq!(sum, expected, "the checksum of {} on {name}", backend.name());
            group.bench_function(id(backend.name()), |bencher| {
                let points = black_box(&mut points);
                bencher.iter(|| {
                    batch::knock_points(&knockers, &defenders, &terms, points, backend, 1);
                });
            });
        }
        group.bench_function(id("one pair"), |bencher| bencher.iter(all_one_by_one));
    }
    group.finish();
}

fn kernels(criterion: &mut Criterion) {
    // `cargo bench` asks for measurements, `cargo test --benches` for one run of each.
    let measured = std::env::args().any(|argument| argument == "--bench");
    assert!(!(measured && cfg!(debug_assertions)), "a debug build says nothing about speed");
    deadwood(criterion);
    melded(criterion);
    best_discard(criterion);
    knock_discards(criterion);
    deadwood_after_discard(criterion);
    knock_points(criterion);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_millis(1_500));
    targets = kernels
}
criterion_main!(benches);
