//! What to throw: the best discard, the discards that allow a knock, what each leaves.
//!
//! As in [`crate::arrangement::best_discard`] the best discard is the dearest unmelded card of some
//! layout, or, where a layout melds the whole hand, a card it can spare. A banned card changes
//! nothing unless it would be the best, which is rare: those hands are asked again one by one.

use super::block::{BLOCK, Lists, Question, answer};
use super::{Cpu, Lanes, Layout};
use crate::kernel::{Beside, scalar};

#[inline(always)]
pub(in crate::kernel) fn best_discard<C: Cpu>(
    cpu: C,
    hands: &[u64],
    banned: Beside<'_>,
    cards: &mut [u8],
    left: &mut [u8],
) {
    let mut lists = Lists::for_blocks_of(hands);
    let blocks = hands.chunks(BLOCK).zip(cards.chunks_mut(BLOCK)).zip(left.chunks_mut(BLOCK));
    for (block, ((hands, cards), left)) in blocks.enumerate() {
        answer(cpu, hands, &mut lists, &mut BestDiscard { cpu, cards, left });
        if let Beside::Nothing = banned {
            continue;
        }
        let banned = banned.part(block * BLOCK, hands.len());
        for at in 0..hands.len() {
            if banned.of(at).is_some_and(|card| card.id() == cards[at]) {
                let banned = banned.part(at, 1);
                let (card, left) = (&mut cards[at..=at], &mut left[at..=at]);
                scalar::best_discard(&hands[at..=at], banned, card, left);
            }
        }
    }
}

#[inline(always)]
pub(in crate::kernel) fn knock_discards<C: Cpu>(
    cpu: C,
    hands: &[u64],
    limit: u8,
    banned: Beside<'_>,
    out: &mut [u64],
) {
    let (mut cards, mut left) = ([0; BLOCK], [0; BLOCK]);
    for (block, (hands, out)) in hands.chunks(BLOCK).zip(out.chunks_mut(BLOCK)).enumerate() {
        let (cards, left) = (&mut cards[..hands.len()], &mut left[..hands.len()]);
        best_discard(cpu, hands, Beside::Nothing, cards, left);
        for at in 0..hands.len() {
            out[at] = 0;
            if left[at] <= limit {
                let banned = banned.part(block * BLOCK + at, 1);
                scalar::knock_discards(&hands[at..=at], limit, banned, &mut out[at..=at]);
            }
        }
    }
}

#[inline(always)]
pub(in crate::kernel) fn deadwood_after_discard<C: Cpu>(cpu: C, hands: &[u64], out: &mut [u8]) {
    out.fill(u8::MAX);
    let (mut rest, mut places) = ([0; BLOCK], [0; BLOCK]);
    let mut count = 0;
    for (at, &hand) in hands.iter().enumerate() {
        for card in crate::CardSet::truncated(hand) {
            rest[count] = hand & !(1 << card.id());
            places[count] = at * 52 + card.id() as usize;
            count += 1;
            if count == BLOCK {
                deadwood_at(cpu, &rest, &places, out);
                count = 0;
            }
        }
    }
    deadwood_at(cpu, &rest[..count], &places[..count], out);
}

/// Writes the deadwood of each hand to its own place.
#[inline(always)]
fn deadwood_at<C: Cpu>(cpu: C, hands: &[u64], places: &[usize], out: &mut [u8]) {
    let mut left = [0; BLOCK];
    super::deadwood(cpu, hands, &mut left[..hands.len()]);
    for (place, left) in places.iter().zip(left) {
        out[*place] = left;
    }
}

struct BestDiscard<'a, C> {
    cpu: C,
    cards: &'a mut [u8],
    left: &'a mut [u8],
}

/// A card to throw. The lower `cost` comes first, then the higher id.
#[derive(Clone, Copy)]
struct Discard<V: Lanes> {
    /// What the discard leaves, times sixteen, and fifteen less its points: of equals the dearest.
    cost: V,
    card: V,
    /// No unmelded card and none to spare: a meld must be broken, which happens only to hands of
    /// other than ten or eleven cards.
    stuck: V::Mask,
}

impl<C: Cpu<Lanes = V>, V: Lanes<Cpu = C>> Question<V> for BestDiscard<'_, C> {
    type Answer = Discard<V>;

    #[inline(always)]
    fn without_conflict(&self, _: [V; 4], layout: &Layout<V>) -> (Discard<V>, Option<V::Mask>) {
        let all_melded = self.all_melded(layout);
        let (card, points) = self.dearest(layout.unmelded);
        let discard = self.discard(card, points, layout.deadwood() - points, all_melded);
        (discard, Some(all_melded))
    }

    #[inline(always)]
    fn under(&self, hand: [V; 4], layout: &Layout<V>) -> Discard<V> {
        let none = V::splat(self.cpu, 0);
        let all_melded = self.all_melded(layout);
        let spare = spare_cards(hand, layout);
        let throwable = each!(|suit| spare[suit].or_else(all_melded, layout.unmelded[suit]));
        let (card, points) = self.dearest(throwable);
        let left = none.or_else(all_melded, layout.deadwood() - points);
        let [s, c, d, h] = throwable;
        self.discard(card, points, left, (s | c | d | h).equals(none))
    }

    #[inline(always)]
    fn better(&self, one: Discard<V>, other: Discard<V>) -> Discard<V> {
        let dearer = one.cost.equals(other.cost) & other.card.is_below(one.card);
        let one_first = one.cost.is_below(other.cost) | dearer;
        Discard {
            cost: one.cost.or_else(one_first, other.cost),
            card: one.card.or_else(one_first, other.card),
            stuck: one.stuck | other.stuck,
        }
    }

    #[inline(always)]
    fn keep(&mut self, at: usize, answer: Discard<V>) {
        answer.card.store_bytes(&mut self.cards[at..at + V::COUNT]);
        answer.cost.down::<4>().store_bytes(&mut self.left[at..at + V::COUNT]);
    }

    #[inline(always)]
    fn keep_at(&mut self, hands: &[u64], places: &[u16], answer: Discard<V>) {
        let (mut cards, mut left) = ([0; 64], [0; 64]);
        answer.card.store(&mut cards);
        answer.cost.down::<4>().store(&mut left);
        for (lane, place) in places.iter().enumerate() {
            self.cards[*place as usize] = cards[lane] as u8;
            self.left[*place as usize] = left[lane] as u8;
        }
        if V::any(answer.stuck) {
            for place in places {
                self.answer_one(*place as usize, hands[*place as usize]);
            }
        }
    }

    #[inline(always)]
    fn answer_one(&mut self, at: usize, hand: u64) {
        let (card, left) = (&mut self.cards[at..=at], &mut self.left[at..=at]);
        scalar::best_discard(&[hand], Beside::Nothing, card, left);
    }
}

impl<C: Cpu<Lanes = V>, V: Lanes<Cpu = C>> BestDiscard<'_, C> {
    #[inline(always)]
    fn all_melded(&self, layout: &Layout<V>) -> V::Mask {
        let [s, c, d, h] = layout.unmelded;
        (s | c | d | h).equals(V::splat(self.cpu, 0))
    }

    #[inline(always)]
    fn discard(&self, card: V, points: V, left: V, stuck: V::Mask) -> Discard<V> {
        let cost = left.up::<4>() + (V::splat(self.cpu, 15) - points);
        Discard { cost, card, stuck }
    }

    /// The dearest of some cards, of equals the one with the highest id, and its points.
    #[inline(always)]
    fn dearest(&self, [s, c, d, h]: [V; 4]) -> (V, V) {
        let splat = |value| V::splat(self.cpu, value);
        // Cards worth ten, four bits a suit, are in the order of their ids.
        let tens = s.down::<9>()
            | c.down::<5>() & splat(0x00f0)
            | d.down::<1>() & splat(0x0f00)
            | h.up::<3>() & splat(0xf000);
        let ten = tens.highest();
        let suit_of_ten = ten.down::<2>();
        let ten = ten + splat(9) + suit_of_ten.up::<3>() + suit_of_ten;
        // Below ten the points are the rank, so the highest rank comes before the highest suit.
        let below_ten = (s | c | d | h) & splat(0x01ff);
        let rank = below_ten.highest();
        let top = highest_only(below_ten);
        let none = splat(0);
        let clubs = none.or_else((c & top).equals(none), splat(13));
        let diamonds = clubs.or_else((d & top).equals(none), splat(26));
        let first_of_suit = diamonds.or_else((h & top).equals(none), splat(39));
        let without_ten = tens.equals(none);
        let card = (first_of_suit + rank).or_else(without_ten, ten);
        (card, (rank + splat(1)).or_else(without_ten, splat(10)))
    }
}

/// The highest of up to nine bits, in place.
#[inline(always)]
fn highest_only<V: Lanes>(bits: V) -> V {
    let bits = bits | bits.down::<1>();
    let bits = bits | bits.down::<2>();
    let bits = bits | bits.down::<4>();
    let bits = bits | bits.down::<8>();
    bits ^ bits.down::<1>()
}

/// The cards that a layout can spare without breaking a meld: each card of a set of four, and those
/// of a run that leave no or at least three cards on either side.
#[inline(always)]
fn spare_cards<V: Lanes>(hand: [V; 4], layout: &Layout<V>) -> [V; 4] {
    let [s, c, d, h] = each!(|suit| hand[suit] & !layout.runs[suit] & !layout.unmelded[suit]);
    let of_fours = s & c & d & h;
    each!(|suit| {
        let run = layout.runs[suit];
        let (below, above) = (run.up::<1>(), run.down::<1>());
        let three_below = below & run.up::<2>() & run.up::<3>();
        let three_above = above & run.down::<2>() & run.down::<3>();
        let ends = !below & three_above | !above & three_below;
        run & (ends | three_above & three_below) | of_fours
    })
}
