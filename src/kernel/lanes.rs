//! Many hands in one vector: a hand a lane of 16 bits, a vector a suit.
//!
//! With each suit in a vector of its own nothing ever shifts from one suit into another, so the
//! steps of [`crate::arrangement`] become plain bit operations on whole vectors:
//!
//! - The cards in runs of a suit are `m & m<<1 & m<<2`, spread down again by two ranks.
//! - A rank is held three times or more where `s & c & (d | h) | d & h & (s | c)`.
//! - A hand without conflict leaves at most two cards of a rank, so its unmelded cards fold into
//!   two masks, ranks left once or twice; table look-ups turn them into points.
//!
//! That settles 97 % of random hands (`block`). The places of the others are compressed into a
//! list, and lists are worked off a vector at a time: every choice of sets in conflict is tried in
//! all lanes together (`conflict`). What is left, from twelve cards on, goes to the scalar kernel.
//!
//! The algorithm knows vectors by the traits below only; each set of CPU instructions implements
//! them, and so does a plain model for the tests.

/// Something for each of the four suits.
///
/// A macro, since `array::map`, iterators and all but the smallest closures are compiled
/// without the instructions of the vectors: each operation would become a function call.
macro_rules! each {
    (|$suit:ident| $of_suit:expr) => {
        [
            {
                let $suit = 0;
                $of_suit
            },
            {
                let $suit = 1;
                $of_suit
            },
            {
                let $suit = 2;
                $of_suit
            },
            {
                let $suit = 3;
                $of_suit
            },
        ]
    };
}
pub(super) use each;

mod block;
mod conflict;
mod discards;
mod points;
mod showdown;

pub(super) use discards::{best_discard, deadwood_after_discard, knock_discards};
pub(super) use points::{deadwood, melded};
pub(super) use showdown::{first_no_showdown, knock_points};

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use super::scalar;

// Plain loops that the compiler turns into vectors by itself.
#[inline(always)]
pub(super) fn first_no_hand<C: Cpu>(_: C, hands: &[u64]) -> Option<usize> {
    scalar::first_no_hand(hands)
}

#[inline(always)]
pub(super) fn first_without<C: Cpu>(_: C, cards: u32, hands: &[u64]) -> Option<usize> {
    scalar::first_without(cards, hands)
}

/// The proof that this CPU has the instructions of its vectors.
pub(super) trait Cpu: Copy {
    type Lanes: Lanes<Cpu = Self>;
}

/// Lanes of 16 bits each.
pub(super) trait Lanes:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    type Cpu: Cpu<Lanes = Self>;
    /// Some of the lanes.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;
    const COUNT: usize;

    /// Which of the hands read at once is in this lane.
    fn hand_in(lane: usize) -> usize;
    fn splat(cpu: Self::Cpu, value: u16) -> Self;
    /// The lanes from a list of at least [`Self::COUNT`] values.
    fn load(cpu: Self::Cpu, values: &[u16]) -> Self;
    /// The four suits of hands, 13 bits a lane; bits of a hand above 51 are ignored.
    fn suits(cpu: Self::Cpu, hands: &[u64]) -> [Self; 4];

    /// Each card one or more ranks up.
    fn up<const RANKS: i32>(self) -> Self;
    /// Each card one or more ranks down.
    fn down<const RANKS: i32>(self) -> Self;
    fn min(self, other: Self) -> Self;
    fn equals(self, other: Self) -> Self::Mask;
    fn is_below(self, other: Self) -> Self::Mask;
    /// This where the mask says so, elsewhere the other.
    fn or_else(self, mask: Self::Mask, other: Self) -> Self;
    fn any(mask: Self::Mask) -> bool;
    /// How many bits are set.
    fn count_ones(self) -> Self;
    /// The place of the highest bit set; 0 where none is.
    fn highest(self) -> Self;
    /// The points of the ranks in this 13-bit mask and those in `twice`.
    fn points(self, twice: Self) -> Self;

    /// Writes the lanes that the mask names to the front of `list`, which has room for all; how
    /// many those are.
    fn compress(self, mask: Self::Mask, list: &mut [u16]) -> usize;
    /// Writes the lanes, all below 256, by hand.
    fn store_bytes(self, out: &mut [u8]);
    /// Writes whole hands from their suits, by hand.
    fn store_hands(suits: [Self; 4], out: &mut [u64]);
    /// Writes the lanes as they are.
    fn store(self, out: &mut [u16]);
}

/// A choice of melds for the hand in each lane.
#[derive(Clone, Copy)]
struct Layout<V> {
    unmelded: [V; 4],
    runs: [V; 4],
    /// The ranks with a set.
    sets: V,
}

impl<V: Lanes> Layout<V> {
    /// The sets of these ranks but for the cards in `left_out`, and what runs can take of the rest.
    #[inline(always)]
    fn with_sets(hand: [V; 4], sets: V, left_out: [V; 4]) -> Layout<V> {
        let rest = each!(|suit| hand[suit] & !(sets & !left_out[suit]));
        let runs = each!(|suit| run_cards(rest[suit]));
        Layout { unmelded: each!(|suit| rest[suit] & !runs[suit]), runs, sets }
    }

    /// All sets and all runs: right where no rank is in conflict.
    #[inline(always)]
    fn without_conflict(hand: [V; 4]) -> Layout<V> {
        let (runs, sets) = (each!(|suit| run_cards(hand[suit])), set_ranks(hand));
        Layout { unmelded: each!(|suit| hand[suit] & !(runs[suit] | sets)), runs, sets }
    }

    /// The points of the unmelded cards, at most two of a rank.
    #[inline(always)]
    fn deadwood(&self) -> V {
        let [s, c, d, h] = self.unmelded;
        let (twice, once) = two_of(s, c, d, h);
        once.points(twice)
    }
}

/// The ranks in two suits or more, and in one or more.
#[inline(always)]
fn two_of<V: Lanes>(s: V, c: V, d: V, h: V) -> (V, V) {
    let (black, red) = (s | c, d | h);
    (s & c | d & h | black & red, black | red)
}

/// The ranks held three or four times.
#[inline(always)]
fn set_ranks<V: Lanes>([s, c, d, h]: [V; 4]) -> V {
    s & c & (d | h) | d & h & (s | c)
}

/// The cards of a suit that lie in three or more consecutive ones.
#[inline(always)]
fn run_cards<V: Lanes>(suit: V) -> V {
    let ends = suit & suit.up::<1>() & suit.up::<2>();
    ends | ends.down::<1>() | ends.down::<2>()
}

#[cfg(test)]
mod tests;
