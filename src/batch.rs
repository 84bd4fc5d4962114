//! Slices of hands in, slices of answers out: lengths, chunks, threads.
//!
//! ```
//! use gin_fast::{Backend, batch};
//! let hands = [0b111, 1 << 51];
//! let mut left = [0; 2];
//! batch::deadwood(&hands, &mut left, Backend::detect().unwrap(), 1);
//! assert_eq!(left, [0, 10]);
//! ```
//!
//! Only the lowest 52 bits of a hand count; [`first_no_hand`] finds hands with more. `threads` is
//! how many threads share the work, 0 for one a core; without the feature `rayon` the work is not
//! shared.

use crate::kernel::{Backend, Beside, Terms};

#[cfg(feature = "rayon")]
mod pool;
mod share;

#[cfg(not(feature = "sim"))]
use share::share;
#[cfg(feature = "sim")]
pub(crate) use share::share;
#[cfg(feature = "python")]
pub(crate) use share::share as share_or_give_up;

/// The hands that one thread takes at a time: enough to hide the cost of handing them out, few
/// enough to stay in the second-level cache.
pub(crate) const CHUNK: usize = 1 << 14;
/// The same for pairs of hands, which take tens of times as long.
pub(crate) const CHUNK_OF_PAIRS: usize = CHUNK / 4;
/// The same where an answer is 52 bytes and takes 52 evaluations.
pub(crate) const CHUNK_OF_ROWS: usize = CHUNK / 64;

/// The least deadwood of each hand.
///
/// # Panics
/// If the slices differ in length; so do all functions here.
#[track_caller]
pub fn deadwood(hands: &[u64], out: &mut [u8], backend: Backend, threads: usize) {
    same_length(hands.len(), out.len());
    let parts = hands.chunks(CHUNK).zip(out.chunks_mut(CHUNK));
    to_the_end(threads, parts, |(hands, out)| backend.deadwood(hands, out));
}

/// The cards that each hand's canonical arrangement melds.
#[track_caller]
pub fn melded(hands: &[u64], out: &mut [u64], backend: Backend, threads: usize) {
    same_length(hands.len(), out.len());
    let parts = hands.chunks(CHUNK).zip(out.chunks_mut(CHUNK));
    to_the_end(threads, parts, |(hands, out)| backend.melded(hands, out));
}

/// Each hand's best discard and what it leaves; [`crate::NO_CARD`] and 255 where none is allowed.
#[track_caller]
pub fn best_discard(
    hands: &[u64],
    banned: Beside<'_>,
    cards: &mut [u8],
    left: &mut [u8],
    backend: Backend,
    threads: usize,
) {
    same_length(hands.len(), cards.len());
    same_length(hands.len(), left.len());
    let parts = hands.chunks(CHUNK).zip(cards.chunks_mut(CHUNK)).zip(left.chunks_mut(CHUNK));
    to_the_end(threads, parts.enumerate(), |(chunk, ((hands, cards), left))| {
        backend.best_discard(hands, banned.part(chunk * CHUNK, hands.len()), cards, left);
    });
}

/// The discards of each hand that leave at most `limit`.
#[track_caller]
pub fn knock_discards(
    hands: &[u64],
    limit: u8,
    banned: Beside<'_>,
    out: &mut [u64],
    backend: Backend,
    threads: usize,
) {
    same_length(hands.len(), out.len());
    let parts = hands.chunks(CHUNK).zip(out.chunks_mut(CHUNK));
    to_the_end(threads, parts.enumerate(), |(chunk, (hands, out))| {
        backend.knock_discards(hands, limit, banned.part(chunk * CHUNK, hands.len()), out);
    });
}

/// What each discard of each hand leaves: 52 bytes a hand, 255 for cards not held.
#[track_caller]
pub fn deadwood_after_discard(hands: &[u64], out: &mut [u8], backend: Backend, threads: usize) {
    same_length(hands.len() * 52, out.len());
    let parts = hands.chunks(CHUNK_OF_ROWS).zip(out.chunks_mut(CHUNK_OF_ROWS * 52));
    to_the_end(threads, parts, |(hands, out)| backend.deadwood_after_discard(hands, out));
}

/// The points of each showdown, positive for the knocker, as [`knock_points`](crate::knock_points)
/// has them; [`first_no_showdown`] finds pairs of which there are none.
#[track_caller]
pub fn knock_points(
    knockers: &[u64],
    defenders: &[u64],
    terms: &Terms<'_>,
    out: &mut [i16],
    backend: Backend,
    threads: usize,
) {
    same_length(knockers.len(), defenders.len());
    same_length(knockers.len(), out.len());
    let pairs = knockers.chunks(CHUNK_OF_PAIRS).zip(defenders.chunks(CHUNK_OF_PAIRS));
    let parts = pairs.zip(out.chunks_mut(CHUNK_OF_PAIRS)).enumerate();
    to_the_end(threads, parts, |(chunk, ((knockers, defenders), out))| {
        let terms = terms.part(chunk * CHUNK_OF_PAIRS, knockers.len());
        backend.knock_points(knockers, defenders, &terms, out);
    });
}

/// The place of the first pair that is no showdown under the terms.
pub fn first_no_showdown(
    knockers: &[u64],
    defenders: &[u64],
    terms: &Terms<'_>,
    backend: Backend,
) -> Option<usize> {
    backend.first_no_showdown(knockers, defenders, terms)
}

/// The place of the first mask that is no hand: with a bit above 51.
pub fn first_no_hand(hands: &[u64], backend: Backend) -> Option<usize> {
    backend.first_no_hand(hands)
}

/// The place of the first hand that has not this many cards.
pub fn first_without(cards: u32, hands: &[u64], backend: Backend) -> Option<usize> {
    backend.first_without(cards, hands)
}

#[track_caller]
fn same_length(expected: usize, got: usize) {
    assert_eq!(expected, got, "the slices differ in length");
}

/// Work that neither fails nor is given up.
fn to_the_end<T: Send>(
    threads: usize,
    parts: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    let work = |part, _: &mut dyn FnMut() -> bool| {
        work(part);
        Ok::<(), std::convert::Infallible>(())
    };
    let Ok(()) = share(threads, parts, work, &mut || true);
}
