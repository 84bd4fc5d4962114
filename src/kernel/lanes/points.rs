//! The least deadwood of each hand, and the cards its canonical arrangement melds.

use super::block::{BLOCK, Lists, Question, answer};
use super::{Cpu, Lanes, Layout};
use crate::kernel::scalar;

#[inline(always)]
pub(in crate::kernel) fn deadwood<C: Cpu>(cpu: C, hands: &[u64], out: &mut [u8]) {
    let mut lists = Lists::for_blocks_of(hands);
    for (hands, out) in hands.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        answer(cpu, hands, &mut lists, &mut LeastDeadwood { out });
    }
}

#[inline(always)]
pub(in crate::kernel) fn melded<C: Cpu>(cpu: C, hands: &[u64], out: &mut [u64]) {
    let mut lists = Lists::for_blocks_of(hands);
    for (hands, out) in hands.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        answer(cpu, hands, &mut lists, &mut CanonicalMelds { cpu, out });
    }
}

struct LeastDeadwood<'a> {
    out: &'a mut [u8],
}

impl<V: Lanes> Question<V> for LeastDeadwood<'_> {
    type Answer = V;

    #[inline(always)]
    fn without_conflict(&self, _: [V; 4], layout: &Layout<V>) -> (V, Option<V::Mask>) {
        (layout.deadwood(), None)
    }

    #[inline(always)]
    fn under(&self, _: [V; 4], layout: &Layout<V>) -> V {
        layout.deadwood()
    }

    #[inline(always)]
    fn better(&self, one: V, other: V) -> V {
        one.min(other)
    }

    #[inline(always)]
    fn keep(&mut self, at: usize, answer: V) {
        answer.store_bytes(&mut self.out[at..at + V::COUNT]);
    }

    #[inline(always)]
    fn keep_at(&mut self, _: &[u64], places: &[u16], answer: V) {
        let mut lanes = [0; 64];
        answer.store(&mut lanes);
        for (place, left) in places.iter().zip(lanes) {
            self.out[*place as usize] = left as u8;
        }
    }

    #[inline(always)]
    fn answer_one(&mut self, at: usize, hand: u64) {
        scalar::deadwood(&[hand], &mut self.out[at..at + 1]);
    }
}

struct CanonicalMelds<'a, C> {
    cpu: C,
    out: &'a mut [u64],
}

/// A layout's place in the canonical order, and its melded cards.
#[derive(Clone, Copy)]
struct Placed<V> {
    /// The deadwood in the high byte, the openings in the low one.
    deadwood_and_openings: V,
    melded: [V; 4],
}

/// Where one comes before the other, by this digit or, if they are equal, by the lower digits.
#[inline(always)]
fn first<V: Lanes>(one: V, other: V, by_lower_digits: V::Mask) -> V::Mask {
    one.is_below(other) | one.equals(other) & by_lower_digits
}

impl<C: Cpu<Lanes = V>, V: Lanes<Cpu = C>> Question<V> for CanonicalMelds<'_, C> {
    type Answer = Placed<V>;

    #[inline(always)]
    fn without_conflict(&self, hand: [V; 4], layout: &Layout<V>) -> (Placed<V>, Option<V::Mask>) {
        let melded = each!(|suit| hand[suit] & !layout.unmelded[suit]);
        (Placed { deadwood_and_openings: hand[0], melded }, None)
    }

    #[inline(always)]
    fn under(&self, hand: [V; 4], layout: &Layout<V>) -> Placed<V> {
        let thirteen = V::splat(self.cpu, (1 << 13) - 1);
        let openings = each!(|suit| {
            let runs = layout.runs[suit];
            let fitting = runs.up::<1>() & thirteen | runs.down::<1>() | layout.sets;
            (fitting & !hand[suit]).count_ones()
        });
        let [s, c, d, h] = openings;
        Placed {
            deadwood_and_openings: layout.deadwood().up::<8>() + (s + c) + (d + h),
            melded: each!(|suit| hand[suit] & !layout.unmelded[suit]),
        }
    }

    /// The masks compare from the highest suit down, as the whole mask would.
    #[inline(always)]
    fn better(&self, one: Placed<V>, other: Placed<V>) -> Placed<V> {
        let [s, c, d, h] = one.melded;
        let [other_s, other_c, other_d, other_h] = other.melded;
        let lower = first(h, other_h, first(d, other_d, first(c, other_c, s.is_below(other_s))));
        let one_first = first(one.deadwood_and_openings, other.deadwood_and_openings, lower);
        Placed {
            deadwood_and_openings: one
                .deadwood_and_openings
                .or_else(one_first, other.deadwood_and_openings),
            melded: each!(|suit| one.melded[suit].or_else(one_first, other.melded[suit])),
        }
    }

    #[inline(always)]
    fn keep(&mut self, at: usize, answer: Placed<V>) {
        V::store_hands(answer.melded, &mut self.out[at..at + V::COUNT]);
    }

    #[inline(always)]
    fn keep_at(&mut self, _: &[u64], places: &[u16], answer: Placed<V>) {
        let mut hands = [0; 64];
        V::store_hands(answer.melded, &mut hands[..V::COUNT]);
        for (lane, place) in places.iter().enumerate() {
            self.out[*place as usize] = hands[V::hand_in(lane)];
        }
    }

    #[inline(always)]
    fn answer_one(&mut self, at: usize, hand: u64) {
        scalar::melded(&[hand], &mut self.out[at..at + 1]);
    }
}
