//! Every backend at every length: what vectors, their remainders and the chunks make of a slice.
//!
//! The expected answers are those of the one-hand functions, which their own tests hold against
//! brute force.

#[cfg(feature = "rayon")]
use super::guarded;
use super::{
    best_discard, card_just_taken, deadwood, deadwood_after_discard, knock_discards, melded, same,
};
use crate::hands::{neighbouring, random};
use crate::{Ace, Aces, Backend, Beside, Card, CardSet, NO_CARD, batch};

const LARGE: usize = 70_001;

fn lengths() -> impl Iterator<Item = usize> {
    (0..=70).chain([LARGE])
}

/// Hands of 10 and 11 cards, random and from neighbouring ranks by turns, and between them others:
/// first one of every size, then only small ones, as large ones take long.
fn mixed(count: usize) -> Vec<u64> {
    let sizes = (0..=52).chain((0..=14).cycle());
    let mut others = sizes.flat_map(|cards| neighbouring(cards, 1));
    let mut ten = random(10, count).zip(neighbouring(10, count));
    let mut eleven = random(11, count).zip(neighbouring(11, count));
    let groups = std::iter::from_fn(|| {
        let ((one, two), (three, four)) = (ten.next()?, eleven.next()?);
        Some([one, two, three, four, others.next()?])
    });
    groups.flatten().map(CardSet::mask).take(count).collect()
}

/// The hands, and the answers that the one-hand functions give.
struct Expected {
    hands: Vec<u64>,
    taken: Vec<u8>,
    deadwood: Vec<u8>,
    melded: Vec<u64>,
    best: Vec<(u8, u8)>,
    best_untaken: Vec<(u8, u8)>,
    knocks: Vec<u64>,
    knocks_untaken: Vec<u64>,
    after: Vec<u8>,
}

impl Expected {
    fn new(hands: Vec<u64>) -> Expected {
        let each = || hands.iter().map(|&hand| CardSet::truncated(hand));
        let taken: Vec<_> =
            hands.iter().enumerate().map(|(at, &hand)| card_just_taken(hand, at)).collect();
        let best = |hand, banned| {
            let best = crate::best_discard(hand, banned);
            best.map_or((NO_CARD, u8::MAX), |(card, left)| (card.id(), left))
        };
        let knocks = |hand, banned| crate::knock_discards(hand, 10, banned).mask();
        Expected {
            deadwood: each().map(crate::deadwood).collect(),
            melded: each().map(|hand| crate::melded(hand).mask()).collect(),
            best: each().map(|hand| best(hand, None)).collect(),
            best_untaken: each().zip(&taken).map(|(hand, &taken)| best(hand, taken)).collect(),
            knocks: each().map(|hand| knocks(hand, None)).collect(),
            knocks_untaken: each().zip(&taken).map(|(hand, &taken)| knocks(hand, taken)).collect(),
            after: each().flat_map(crate::deadwood_after_discard).collect(),
            taken: taken.iter().map(|card| card.map_or(NO_CARD, Card::id)).collect(),
            hands,
        }
    }

    /// Holds a backend against the answers for the hands from `first` on.
    fn check(&self, backend: Backend, first: usize, length: usize) {
        let part = first..first + length;
        let hands = &self.hands[part.clone()];
        let taken = Beside::Each(&self.taken[part.clone()]);
        let found = deadwood(hands, backend);
        same("deadwood", backend, hands, &found, &self.deadwood[part.clone()]);
        let found = melded(hands, backend);
        same("melded", backend, hands, &found, &self.melded[part.clone()]);
        let found = best_discard(hands, Beside::Nothing, backend);
        same("best_discard", backend, hands, &found, &self.best[part.clone()]);
        let found = best_discard(hands, taken, backend);
        same("best_discard, banned", backend, hands, &found, &self.best_untaken[part.clone()]);
        let found = knock_discards(hands, 10, Beside::Nothing, backend);
        same("knock_discards", backend, hands, &found, &self.knocks[part.clone()]);
        let found = knock_discards(hands, 10, taken, backend);
        same("knock_discards, banned", backend, hands, &found, &self.knocks_untaken[part]);
        let found = deadwood_after_discard(hands, backend);
        let after = &self.after[first * 52..(first + length) * 52];
        same("deadwood_after_discard", backend, hands, &found, after);
    }
}

#[test]
fn every_backend_answers_at_every_length() {
    // One hand more, so that the slices also begin off the alignment of the vector.
    let expected = Expected::new(mixed(LARGE + 1));
    for backend in Backend::available() {
        for length in lengths() {
            expected.check(backend, 0, length);
            expected.check(backend, 1, length);
        }
    }
}

#[test]
fn every_backend_answers_under_other_aces() {
    let few = |hand: &u64| hand.count_ones() <= 14;
    let hands: Vec<_> = mixed(500).into_iter().filter(few).collect();
    for (ace, cost) in [(Ace::Low, 15), (Ace::HighOrLow, 1), (Ace::Corner, 15)] {
        let aces = Aces::new(ace, cost).unwrap();
        let each = || hands.iter().map(|&hand| CardSet::truncated(hand));
        let points: Vec<_> = each().map(|hand| aces.deadwood(hand)).collect();
        let cards: Vec<_> = each().map(|hand| aces.melded(hand).mask()).collect();
        let best = |hand| aces.best_discard(hand, None).map(|(card, left)| (card.id(), left));
        let best: Vec<_> = each().map(|hand| best(hand).unwrap_or((NO_CARD, u8::MAX))).collect();
        let knocks: Vec<_> =
            each().map(|hand| aces.knock_discards(hand, 10, None).mask()).collect();
        let after: Vec<_> = each().flat_map(|hand| aces.deadwood_after_discard(hand)).collect();
        for backend in Backend::available().into_iter().map(|backend| backend.under(aces)) {
            same("deadwood", backend, &hands, &deadwood(&hands, backend), &points);
            same("melded", backend, &hands, &melded(&hands, backend), &cards);
            let found = best_discard(&hands, Beside::Nothing, backend);
            same("best_discard", backend, &hands, &found, &best);
            let found = knock_discards(&hands, 10, Beside::Nothing, backend);
            same("knock_discards", backend, &hands, &found, &knocks);
            let found = deadwood_after_discard(&hands, backend);
            same("deadwood_after_discard", backend, &hands, &found, &after);
        }
    }
}

#[test]
fn each_single_hand_is_answered_alike_at_every_place() {
    for backend in Backend::available() {
        for hand in mixed(200) {
            let alike = vec![hand; 70];
            let points = vec![crate::deadwood(CardSet::truncated(hand)); 70];
            same("deadwood", backend, &alike, &deadwood(&alike, backend), &points);
        }
    }
}

#[test]
fn bits_above_the_pack_do_not_count() {
    let hands = mixed(1_000);
    let dirty: Vec<_> = hands.iter().map(|hand| hand | 0xFFF << 52).collect();
    for backend in Backend::available() {
        let nothing = Beside::Nothing;
        assert_eq!(deadwood(&dirty, backend), deadwood(&hands, backend));
        assert_eq!(melded(&dirty, backend), melded(&hands, backend));
        assert_eq!(best_discard(&dirty, nothing, backend), best_discard(&hands, nothing, backend));
        let knocks = |hands| knock_discards(hands, 10, nothing, backend);
        assert_eq!(knocks(&dirty), knocks(&hands));
        assert_eq!(
            deadwood_after_discard(&dirty, backend),
            deadwood_after_discard(&hands, backend)
        );
    }
}

#[test]
fn one_banned_card_is_banned_in_every_hand() {
    let hands: Vec<_> = random(11, 500).chain(neighbouring(11, 500)).map(CardSet::mask).collect();
    for card in CardSet::FULL {
        let ids = vec![card.id(); hands.len()];
        for backend in Backend::available() {
            let (one, each) = (Beside::Card(card), Beside::Each(&ids));
            assert_eq!(best_discard(&hands, one, backend), best_discard(&hands, each, backend));
            let knocks = |banned| knock_discards(&hands, 10, banned, backend);
            assert_eq!(knocks(one), knocks(each));
        }
    }
}

#[test]
fn the_first_mask_that_is_no_hand_is_found_at_every_place() {
    for backend in Backend::available() {
        for length in lengths().filter(|&length| length < LARGE).chain([1_100]) {
            let mut hands = vec![CardSet::FULL.mask(); length];
            assert_eq!(batch::first_no_hand(&hands, backend), None);
            for at in (0..length).rev() {
                hands[at] = 1 << (52 + at % 12);
                assert_eq!(batch::first_no_hand(&hands, backend), Some(at), "of {length}");
            }
        }
    }
}

#[test]
fn the_first_hand_of_another_size_is_found_at_every_place() {
    for backend in Backend::available() {
        for length in lengths().filter(|&length| length < LARGE).chain([1_100]) {
            let mut hands: Vec<_> = random(11, length).map(CardSet::mask).collect();
            assert_eq!(batch::first_without(11, &hands, backend), None);
            for at in (0..length).rev() {
                // A card less or a card more.
                hands[at] ^= 1 << (at % 52);
                assert_eq!(batch::first_without(11, &hands, backend), Some(at), "of {length}");
            }
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_nothing() {
    let expected = Expected::new(mixed(LARGE));
    let hands = &expected.hands;
    let each = Beside::Each(&expected.taken);
    for backend in Backend::available() {
        for threads in [0, 2, 3] {
            let found = guarded(LARGE, 0xAA, |out| batch::deadwood(hands, out, backend, threads));
            same("deadwood", backend, hands, &found, &expected.deadwood);
            let found = guarded(LARGE, 0xAA, |out| batch::melded(hands, out, backend, threads));
            same("melded", backend, hands, &found, &expected.melded);
            let found = guarded(LARGE, 0xAA, |out| {
                batch::knock_discards(hands, 10, each, out, backend, threads);
            });
            same("knock_discards", backend, hands, &found, &expected.knocks_untaken);
            let mut left = vec![0xAA; LARGE];
            let cards = guarded(LARGE, 0xAA, |cards| {
                batch::best_discard(hands, each, cards, &mut left, backend, threads);
            });
            let found: Vec<_> = cards.into_iter().zip(left).collect();
            same("best_discard", backend, hands, &found, &expected.best_untaken);
            let found = guarded(LARGE * 52, 0xAA, |out| {
                batch::deadwood_after_discard(hands, out, backend, threads);
            });
            same("deadwood_after_discard", backend, hands, &found, &expected.after);
        }
    }
}

#[test]
#[should_panic(expected = "the slices differ in length")]
fn slices_of_different_lengths_are_refused() {
    batch::deadwood(&[0, 0], &mut [0], Backend::detect().unwrap(), 1);
}
