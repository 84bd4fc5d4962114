//! Every backend: against brute force, at every length, within its buffers.

mod against_naive;
mod every_length;
mod names;
mod showdowns;

use std::fmt::Debug;

use crate::{Backend, Beside, Card, CardSet, batch};

/// What `fill_in` makes of a slice of this length that held `untouched`; nothing beyond its ends
/// may change.
fn guarded<T: Copy + PartialEq + Debug>(
    length: usize,
    untouched: T,
    fill_in: impl FnOnce(&mut [T]),
) -> Vec<T> {
    // An odd margin, so that the slice does not begin where a vector may.
    const MARGIN: usize = 67;
    let mut buffer = vec![untouched; length + 2 * MARGIN];
    fill_in(&mut buffer[MARGIN..MARGIN + length]);
    let beyond = [&buffer[..MARGIN], &buffer[MARGIN + length..]];
    assert_eq!(beyond, [[untouched; MARGIN]; 2], "written beyond a slice of {length}");
    buffer[MARGIN..MARGIN + length].to_vec()
}

const BYTE: u8 = 0xAA;
const WORD: u64 = 0xAAAA_AAAA_AAAA_AAAA;

fn deadwood(hands: &[u64], backend: Backend) -> Vec<u8> {
    guarded(hands.len(), BYTE, |out| batch::deadwood(hands, out, backend, 1))
}

fn melded(hands: &[u64], backend: Backend) -> Vec<u64> {
    guarded(hands.len(), WORD, |out| batch::melded(hands, out, backend, 1))
}

fn best_discard(hands: &[u64], banned: Beside<'_>, backend: Backend) -> Vec<(u8, u8)> {
    let mut left = Vec::new();
    let cards = guarded(hands.len(), BYTE, |cards| {
        left = guarded(hands.len(), BYTE, |left| {
            batch::best_discard(hands, banned, cards, left, backend, 1);
        });
    });
    cards.into_iter().zip(left).collect()
}

fn knock_discards(hands: &[u64], limit: u8, banned: Beside<'_>, backend: Backend) -> Vec<u64> {
    guarded(hands.len(), WORD, |out| batch::knock_discards(hands, limit, banned, out, backend, 1))
}

fn deadwood_after_discard(hands: &[u64], backend: Backend) -> Vec<u8> {
    guarded(hands.len() * 52, BYTE, |out| batch::deadwood_after_discard(hands, out, backend, 1))
}

/// Holds a backend's answers, some for each hand, against the expected ones.
#[track_caller]
fn same<T: PartialEq + Debug>(what: &str, backend: Backend, hands: &[u64], got: &[T], want: &[T]) {
    let (backend, length) = (backend.name(), hands.len());
    assert_eq!(got.len(), want.len(), "{what} of {length} hands with {backend}");
    if let Some(at) = got.iter().zip(want).position(|(got, want)| got != want) {
        let hand = at / (want.len() / length);
        let cards = CardSet::truncated(hands[hand]);
        let (got, want) = (&got[at], &want[at]);
        panic!("{what} with {backend}, hand {hand} of {length}, {cards}: {got:?}, not {want:?}");
    }
}

/// A card of the hand that may not be thrown, another from hand to hand and sometimes none, as if
/// it had been taken from the discard pile.
fn card_just_taken(hand: u64, at: usize) -> Option<Card> {
    CardSet::truncated(hand).iter().nth(at % 12)
}
