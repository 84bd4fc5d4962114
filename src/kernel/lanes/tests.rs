//! The vectors of each CPU, operation by operation and lane by lane, and the algorithm on plain
//! lanes.

mod model;

use super::{Cpu, Lanes};
use crate::hands::{Numbers, neighbouring, random};
use crate::kernel::{Beside, scalar};
use model::Plain;

#[cfg(target_arch = "x86_64")]
#[test]
fn avx2_lanes_do_what_plain_lanes_do() {
    if let Some(cpu) = crate::kernel::x86_64::Avx2::new() {
        operations(cpu);
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx512_lanes_do_what_plain_lanes_do() {
    if let Some(cpu) = crate::kernel::x86_64::Avx512::new() {
        operations(cpu);
    }
}

/// Lanes as numbers.
fn values<V: Lanes>(lanes: V) -> Vec<u16> {
    let mut values = vec![0; V::COUNT];
    lanes.store(&mut values);
    values
}

/// The lanes of a mask, as all ones or all zeros.
fn named<C: Cpu>(cpu: C, mask: <C::Lanes as Lanes>::Mask) -> Vec<bool> {
    let (ones, none) = (C::Lanes::splat(cpu, 1), C::Lanes::splat(cpu, 0));
    values(ones.or_else(mask, none)).into_iter().map(|lane| lane == 1).collect()
}

fn operations<C: Cpu>(cpu: C) {
    let mut numbers = Numbers::new(1);
    for round in 0..2_000 {
        // Few bits, many bits and equal lanes all occur.
        let mut lane = || match round % 3 {
            0 => numbers.below(1 << 16) as u16,
            1 => 1 << numbers.below(16),
            _ => numbers.below(4) as u16,
        };
        let a: Vec<u16> = (0..C::Lanes::COUNT).map(|_| lane()).collect();
        let b: Vec<u16> = (0..C::Lanes::COUNT).map(|_| lane()).collect();
        of_two(cpu, &a, &b);
        of_masks(cpu, &a, &b);
        of_hands(cpu, &mut numbers);
    }
}

fn of_two<C: Cpu>(cpu: C, a: &[u16], b: &[u16]) {
    let (va, vb) = (C::Lanes::load(cpu, a), C::Lanes::load(cpu, b));
    let check = |what: &str, got: C::Lanes, want: &dyn Fn(u16, u16) -> u16| {
        let want: Vec<u16> = a.iter().zip(b).map(|(&a, &b)| want(a, b)).collect();
        assert_eq!(values(got), want, "{what} of {a:?} and {b:?}");
    };
    check("and", va & vb, &|a, b| a & b);
    check("or", va | vb, &|a, b| a | b);
    check("exclusive or", va ^ vb, &|a, b| a ^ b);
    check("not", !va, &|a, _| !a);
    check("sum", va + vb, &u16::wrapping_add);
    check("difference", va - vb, &u16::wrapping_sub);
    check("minimum", va.min(vb), &std::cmp::min);
    check("one up", va.up::<1>(), &|a, _| a << 1);
    check("two up", va.up::<2>(), &|a, _| a << 2);
    check("eight up", va.up::<8>(), &|a, _| a << 8);
    check("one down", va.down::<1>(), &|a, _| a >> 1);
    check("nine down", va.down::<9>(), &|a, _| a >> 9);
    check("ones", va.count_ones(), &|a, _| a.count_ones() as u16);
    check("highest", va.highest(), &|a, _| a.checked_ilog2().unwrap_or(0) as u16);
    let thirteen = C::Lanes::splat(cpu, 0x1fff);
    let points = |ranks: u16| crate::CardSet::truncated((ranks & 0x1fff).into()).points() as u16;
    check("points", (va & thirteen).points(vb & thirteen), &|a, b| points(a) + points(b));
}

fn of_masks<C: Cpu>(cpu: C, a: &[u16], b: &[u16]) {
    let (va, vb) = (C::Lanes::load(cpu, a), C::Lanes::load(cpu, b));
    let both = || a.iter().zip(b);
    let equals: Vec<bool> = both().map(|(a, b)| a == b).collect();
    let below: Vec<bool> = both().map(|(a, b)| a < b).collect();
    assert_eq!(named(cpu, va.equals(vb)), equals);
    assert_eq!(named(cpu, va.is_below(vb)), below);
    let either = equals.iter().zip(&below).map(|(equal, below)| equal | below);
    assert_eq!(named(cpu, va.equals(vb) | va.is_below(vb)), either.collect::<Vec<_>>());
    assert_eq!(named(cpu, !va.equals(va)), vec![false; a.len()]);
    assert_eq!(C::Lanes::any(va.equals(vb)), equals.contains(&true));
    assert_eq!(C::Lanes::any(!va.equals(vb)), equals.contains(&false));
    let chosen = both().map(|(a, b)| if a < b { a } else { b }).copied();
    assert_eq!(values(va.or_else(va.is_below(vb), vb)), chosen.collect::<Vec<_>>());

    let mut list = vec![0xaaaa; 2 * a.len()];
    let count = va.compress(va.is_below(vb), &mut list);
    let named = both().filter(|(a, b)| a < b).map(|(a, _)| *a);
    assert_eq!(list[..count], named.collect::<Vec<_>>());
}

fn of_hands<C: Cpu>(cpu: C, numbers: &mut Numbers) {
    let count = C::Lanes::COUNT;
    let hands: Vec<u64> = (0..count).map(|_| numbers.any()).collect();
    let suits = C::Lanes::suits(cpu, &hands);
    for (suit, lanes) in suits.into_iter().enumerate() {
        for (lane, cards) in values(lanes).into_iter().enumerate() {
            let hand = hands[C::Lanes::hand_in(lane)];
            assert_eq!(u64::from(cards), hand >> (13 * suit) & 0x1fff, "suit {suit}, lane {lane}");
        }
    }
    let mut again = vec![0; count];
    C::Lanes::store_hands(suits, &mut again);
    let cards: Vec<u64> = hands.iter().map(|hand| hand & ((1 << 52) - 1)).collect();
    assert_eq!(again, cards);
    let mut bytes = vec![0; count];
    (suits[0] & C::Lanes::splat(cpu, 0xff)).store_bytes(&mut bytes);
    assert_eq!(bytes, hands.iter().map(|&hand| hand as u8).collect::<Vec<_>>());
}

/// The algorithm on lanes that no CPU has, against the scalar kernels.
#[test]
fn the_algorithm_is_right_on_plain_lanes() {
    for cards in 1..=16 {
        let hands = random(cards, 1_000).chain(neighbouring(cards, 3_000));
        let hands: Vec<u64> = hands.map(crate::CardSet::mask).collect();
        let count = hands.len();

        let (mut got, mut want) = (vec![0; count], vec![0; count]);
        super::deadwood(Plain, &hands, &mut got);
        scalar::deadwood(&hands, &mut want);
        assert_eq!(got, want, "deadwood of {cards} cards");

        let (mut left, mut want_left) = (vec![0; count], vec![0; count]);
        super::best_discard(Plain, &hands, Beside::Nothing, &mut got, &mut left);
        scalar::best_discard(&hands, Beside::Nothing, &mut want, &mut want_left);
        assert_eq!((got, left), (want, want_left), "best discard of {cards} cards");

        let (mut got, mut want) = (vec![0; count], vec![0; count]);
        super::melded(Plain, &hands, &mut got);
        scalar::melded(&hands, &mut want);
        assert_eq!(got, want, "melds of {cards} cards");
    }
}
