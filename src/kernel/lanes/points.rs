//! The least deadwood of each hand, the cards its canonical arrangement melds, and its layout.

use super::block::{BLOCK, Lists, Question, answer};
use super::{Cpu, Lanes, Layout};
use crate::aces::AceLow;
use crate::arrangement;
use crate::card_set::CardSet;
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

pub(super) struct LeastDeadwood<'a> {
    pub(super) out: &'a mut [u8],
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

/// The canonical layouts: the cards in sets, those in runs, and the points they leave.
pub(super) struct CanonicalLayouts<'a, C> {
    pub(super) cpu: C,
    pub(super) sets: &'a mut [u64],
    pub(super) runs: &'a mut [u64],
    pub(super) deadwood: &'a mut [u8],
}

/// A layout's place in the canonical order, and its melded cards.
#[derive(Clone, Copy)]
pub(super) struct Placed<V> {
    /// The deadwood in the high byte, the openings in the low one.
    deadwood_and_openings: V,
    melded: [V; 4],
}

impl<V: Lanes> Placed<V> {
    #[inline(always)]
    fn of(cpu: V::Cpu, hand: [V; 4], layout: &Layout<V>) -> Placed<V> {
        let thirteen = V::splat(cpu, (1 << 13) - 1);
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

    /// Where this comes before the other, and where the two do not differ.
    #[inline(always)]
    fn comes_before(&self, other: &Placed<V>) -> (V::Mask, V::Mask) {
        let (points, other_points) = (self.deadwood_and_openings, other.deadwood_and_openings);
        let (lower, same) = compare(self.melded, other.melded);
        let equal = points.equals(other_points);
        (points.is_below(other_points) | equal & lower, equal & same)
    }

    /// This where the mask says so, elsewhere the other.
    #[inline(always)]
    fn or_else(&self, mask: V::Mask, other: &Placed<V>) -> Placed<V> {
        let (points, other_points) = (self.deadwood_and_openings, other.deadwood_and_openings);
        Placed {
            deadwood_and_openings: points.or_else(mask, other_points),
            melded: each!(|suit| self.melded[suit].or_else(mask, other.melded[suit])),
        }
    }
}

/// Where the one hand has the lower mask, and where both have the same: from the highest suit down,
/// as the whole mask compares.
#[inline(always)]
fn compare<V: Lanes>(one: [V; 4], other: [V; 4]) -> (V::Mask, V::Mask) {
    let [s, c, d, h] = each!(|suit| one[suit].is_below(other[suit]));
    let [same_s, same_c, same_d, same_h] = each!(|suit| one[suit].equals(other[suit]));
    let lower = h | same_h & (d | same_d & (c | same_c & s));
    (lower, same_h & same_d & same_c & same_s)
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
        Placed::of(self.cpu, hand, layout)
    }

    #[inline(always)]
    fn better(&self, one: Placed<V>, other: Placed<V>) -> Placed<V> {
        one.or_else(one.comes_before(&other).0, &other)
    }

    #[inline(always)]
    fn keep(&mut self, at: usize, answer: Placed<V>) {
        V::store_hands(answer.melded, &mut self.out[at..at + V::COUNT]);
    }

    #[inline(always)]
    fn keep_at(&mut self, _: &[u64], places: &[u16], answer: Placed<V>) {
        scatter(answer.melded, places, self.out);
    }

    #[inline(always)]
    fn answer_one(&mut self, at: usize, hand: u64) {
        scalar::melded(&[hand], &mut self.out[at..at + 1]);
    }
}

/// Writes whole hands to their places.
#[inline(always)]
fn scatter<V: Lanes>(suits: [V; 4], places: &[u16], out: &mut [u64]) {
    let mut hands = [0; 64];
    V::store_hands(suits, &mut hands[..V::COUNT]);
    for (lane, place) in places.iter().enumerate() {
        out[*place as usize] = hands[V::hand_in(lane)];
    }
}

impl<C: Cpu<Lanes = V>, V: Lanes<Cpu = C>> Question<V> for CanonicalLayouts<'_, C> {
    /// The cards in runs beside the place.
    type Answer = (Placed<V>, [V; 4]);

    #[inline(always)]
    fn without_conflict(
        &self,
        hand: [V; 4],
        layout: &Layout<V>,
    ) -> (Self::Answer, Option<V::Mask>) {
        let melded = each!(|suit| hand[suit] & !layout.unmelded[suit]);
        let deadwood_and_openings = layout.deadwood().up::<8>();
        // Of four cards one may also lie in a run: that melds the same cards with other openings.
        let [s, c, d, h] = each!(|suit| layout.runs[suit] & layout.sets);
        let in_both = !(s | c | d | h).equals(V::splat(self.cpu, 0));
        ((Placed { deadwood_and_openings, melded }, layout.runs), Some(in_both))
    }

    #[inline(always)]
    fn under(&self, hand: [V; 4], layout: &Layout<V>) -> Self::Answer {
        (Placed::of(self.cpu, hand, layout), layout.runs)
    }

    #[inline(always)]
    fn better(&self, one: Self::Answer, other: Self::Answer) -> Self::Answer {
        let ((placed, runs), (other, other_runs)) = (one, other);
        let (before, same) = placed.comes_before(&other);
        // With the same cards melded, fewer in sets are more in runs.
        let fewer_in_sets = compare(other_runs, runs).0;
        let one_first = before | same & fewer_in_sets;
        let runs = each!(|suit| runs[suit].or_else(one_first, other_runs[suit]));
        (placed.or_else(one_first, &other), runs)
    }

    #[inline(always)]
    fn keep(&mut self, at: usize, (placed, runs): Self::Answer) {
        let sets = each!(|suit| placed.melded[suit] & !runs[suit]);
        V::store_hands(sets, &mut self.sets[at..at + V::COUNT]);
        V::store_hands(runs, &mut self.runs[at..at + V::COUNT]);
        let deadwood = placed.deadwood_and_openings.down::<8>();
        deadwood.store_bytes(&mut self.deadwood[at..at + V::COUNT]);
    }

    #[inline(always)]
    fn keep_at(&mut self, _: &[u64], places: &[u16], (placed, runs): Self::Answer) {
        scatter(each!(|suit| placed.melded[suit] & !runs[suit]), places, self.sets);
        scatter(runs, places, self.runs);
        let mut lanes = [0; 64];
        placed.deadwood_and_openings.store(&mut lanes);
        for (place, lane) in places.iter().zip(lanes) {
            self.deadwood[*place as usize] = (lane >> 8) as u8;
        }
    }

    #[inline(always)]
    fn answer_one(&mut self, at: usize, hand: u64) {
        let hand = CardSet::truncated(hand);
        let layout = arrangement::canonical(AceLow, hand);
        (self.sets[at], self.runs[at]) = (layout.sets.mask(), layout.runs.mask());
        self.deadwood[at] = (hand - layout.melded()).points() as u8;
    }
}
