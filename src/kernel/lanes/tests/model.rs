//! Eight lanes as plain numbers: what the vectors of a CPU have to do, said in loops.

use std::array::from_fn;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use crate::kernel::lanes::{Cpu, Lanes};

/// The CPU that everything runs on.
#[derive(Clone, Copy)]
pub(super) struct Plain;

#[derive(Clone, Copy)]
pub(super) struct Lanes8([u16; 8]);

/// Whether each lane is meant.
#[derive(Clone, Copy)]
pub(super) struct Mask8([bool; 8]);

impl Cpu for Plain {
    type Lanes = Lanes8;
}

impl Lanes8 {
    fn of_each(of_lane: impl FnMut(usize) -> u16) -> Lanes8 {
        Lanes8(from_fn(of_lane))
    }
}

impl Lanes for Lanes8 {
    type Cpu = Plain;
    type Mask = Mask8;

    const COUNT: usize = 8;

    /// An order of its own, so that nobody relies on another one.
    fn hand_in(lane: usize) -> usize {
        7 - lane
    }

    fn splat(_: Plain, value: u16) -> Lanes8 {
        Lanes8([value; 8])
    }

    fn load(_: Plain, values: &[u16]) -> Lanes8 {
        Lanes8::of_each(|lane| values[lane])
    }

    fn suits(_: Plain, hands: &[u64]) -> [Lanes8; 4] {
        from_fn(|suit| Lanes8::of_each(|lane| (hands[7 - lane] >> (13 * suit)) as u16 & 0x1fff))
    }

    fn store_hands(suits: [Lanes8; 4], out: &mut [u64]) {
        for (hand, out) in out[..8].iter_mut().enumerate() {
            let ranks = |suit: usize| u64::from(suits[suit].0[7 - hand]) << (13 * suit);
            *out = ranks(0) | ranks(1) | ranks(2) | ranks(3);
        }
    }

    fn up<const RANKS: i32>(self) -> Lanes8 {
        Lanes8(self.0.map(|lane| lane << RANKS))
    }

    fn down<const RANKS: i32>(self) -> Lanes8 {
        Lanes8(self.0.map(|lane| lane >> RANKS))
    }

    fn min(self, other: Lanes8) -> Lanes8 {
        Lanes8::of_each(|lane| self.0[lane].min(other.0[lane]))
    }

    fn equals(self, other: Lanes8) -> Mask8 {
        Mask8(from_fn(|lane| self.0[lane] == other.0[lane]))
    }

    fn is_below(self, other: Lanes8) -> Mask8 {
        Mask8(from_fn(|lane| self.0[lane] < other.0[lane]))
    }

    fn or_else(self, mask: Mask8, other: Lanes8) -> Lanes8 {
        Lanes8::of_each(|lane| if mask.0[lane] { self.0[lane] } else { other.0[lane] })
    }

    fn any(mask: Mask8) -> bool {
        mask.0.contains(&true)
    }

    fn count_ones(self) -> Lanes8 {
        Lanes8(self.0.map(|lane| lane.count_ones() as u16))
    }

    fn highest(self) -> Lanes8 {
        Lanes8(self.0.map(|lane| lane.checked_ilog2().unwrap_or(0) as u16))
    }

    fn points(self, twice: Lanes8) -> Lanes8 {
        let points = |ranks: u16| crate::CardSet::truncated(ranks.into()).points() as u16;
        Lanes8::of_each(|lane| points(self.0[lane]) + points(twice.0[lane]))
    }

    fn compress(self, mask: Mask8, list: &mut [u16]) -> usize {
        let named: Vec<u16> =
            (0..8).filter(|&lane| mask.0[lane]).map(|lane| self.0[lane]).collect();
        list[..named.len()].copy_from_slice(&named);
        named.len()
    }

    fn store_bytes(self, out: &mut [u8]) {
        for (hand, out) in out[..8].iter_mut().enumerate() {
            *out = self.0[7 - hand] as u8;
        }
    }

    fn store(self, out: &mut [u16]) {
        out[..8].copy_from_slice(&self.0);
    }
}

macro_rules! operators {
    ($($Operator:ident $method:ident $lane:expr;)*) => {$(
        impl $Operator for Lanes8 {
            type Output = Lanes8;

            fn $method(self, other: Lanes8) -> Lanes8 {
                let of_lane: fn(u16, u16) -> u16 = $lane;
                Lanes8::of_each(|lane| of_lane(self.0[lane], other.0[lane]))
            }
        }
    )*};
}

operators! {
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    BitXor bitxor |a, b| a ^ b;
    Add add u16::wrapping_add;
    Sub sub u16::wrapping_sub;
}

impl Not for Lanes8 {
    type Output = Lanes8;

    fn not(self) -> Lanes8 {
        Lanes8(self.0.map(|lane| !lane))
    }
}

impl BitAnd for Mask8 {
    type Output = Mask8;

    fn bitand(self, other: Mask8) -> Mask8 {
        Mask8(from_fn(|lane| self.0[lane] & other.0[lane]))
    }
}

impl BitOr for Mask8 {
    type Output = Mask8;

    fn bitor(self, other: Mask8) -> Mask8 {
        Mask8(from_fn(|lane| self.0[lane] | other.0[lane]))
    }
}

impl Not for Mask8 {
    type Output = Mask8;

    fn not(self) -> Mask8 {
        Mask8(self.0.map(|lane| !lane))
    }
}
