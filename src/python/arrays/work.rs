//! One stretch of masks through a kernel: validated, detached from the interpreter, interruptible.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use numpy::Element;
use pyo3::prelude::*;

use super::super::signals::Signals;
use super::Evaluator;
use crate::batch::{self, CHUNK, share_or_give_up};
use crate::{Backend, Beside, Card, NO_CARD};

/// From this part of a chunk on (512 hands) the interpreter's lock is let go, so that other Python
/// threads run meanwhile, and Ctrl-C is answered. NumPy's own threshold is 500 elements.
const DETACH_FROM: usize = 32;

/// Hands of more cards can take long: eleven cards take nanoseconds, the whole pack most of a
/// millisecond. A chunk in which a sample of one in 256 holds such a hand is evaluated in pieces.
const FEW_CARDS: u32 = 11;
const SAMPLES: usize = 64;

/// A piece is at most this part of a chunk (1,024 hands) and at first the second; it is followed by
/// a smaller one if it took long, else by a larger one.
const LARGEST_PIECE: usize = 16;
const FIRST_PIECE: usize = 256;
const LONG: Duration = Duration::from_millis(10);

/// Blocks for all cores take so many chunks.
const CHUNKS_FOR_ALL_CORES: usize = 16;

/// `M` hands at each of some places that follow one another, and the card beside them.
#[derive(Debug, Clone, Copy)]
pub(in crate::python) struct Hands<'a, const M: usize> {
    /// Slices of the same length.
    pub(in crate::python) masks: [&'a [u64]; M],
    pub(in crate::python) beside: Beside<'a>,
}

impl<'a, const M: usize> Hands<'a, M> {
    /// How many places there are.
    fn len(self) -> usize {
        self.masks[0].len()
    }

    /// The hands of `count` places from this one on.
    fn part(self, at: usize, count: usize) -> Hands<'a, M> {
        let masks = self.masks.map(|masks| &masks[at..at + count]);
        Hands { masks, beside: self.beside.part(at, count) }
    }
}

/// What is wrong with a hand, the first argument being 0, or with the card beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    NoHand(usize),
    CardCount(usize),
    NoCard,
    /// Something that the evaluator itself looks for.
    Refused,
}

/// The first place that could not be evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Failure {
    pub(super) at: usize,
    pub(super) fault: Fault,
}

/// Why the work ended early.
pub(super) enum Stop {
    Failure(Failure),
    Error(PyErr),
}

impl From<PyErr> for Stop {
    fn from(error: PyErr) -> Stop {
        Stop::Error(error)
    }
}

/// How some hands are evaluated.
pub(super) struct Work<'a, K, const M: usize> {
    pub(super) evaluator: &'a Evaluator<'a, K, M>,
    pub(super) backend: Backend,
    pub(super) threads: usize,
}

impl<K: Sync, const M: usize> Work<'_, K, M> {
    /// How many places are converted at a time: a chunk for each thread.
    pub(super) fn hands_a_block(&self) -> usize {
        self.evaluator.chunk * if self.threads == 0 { CHUNKS_FOR_ALL_CORES } else { self.threads }
    }

    /// Looks whether all of these can be evaluated; `at` is the place of the first.
    pub(super) fn validate(
        &self,
        py: Python<'_>,
        hands: Hands<'_, M>,
        at: usize,
    ) -> Result<(), Stop> {
        // Without answers a chunk takes no room; only what is refused besides takes time.
        let size = if self.evaluator.refusal.is_some() { self.evaluator.chunk } else { CHUNK };
        let parts = (0..hands.len()).step_by(size);
        let check = |start: usize, _: &mut dyn FnMut() -> bool| {
            self.check(hands.part(start, size.min(hands.len() - start)), at + start)
        };
        self.share(py, hands.len(), parts, check)
    }

    fn check(&self, hands: Hands<'_, M>, at: usize) -> Result<(), Failure> {
        let arguments = hands.masks.iter().zip(&self.evaluator.cards).enumerate();
        let of_hands = arguments.flat_map(|(argument, (masks, cards))| {
            [
                (batch::first_no_hand(masks, self.backend), Fault::NoHand(argument)),
                (self.first_miscounted(masks, cards), Fault::CardCount(argument)),
            ]
        });
        let no_card = match hands.beside {
            Beside::Each(ids) => {
                ids.iter().position(|&id| Card::from_id(id).is_none() && id != NO_CARD)
            }
            _ => None,
        };
        let refused = self.evaluator.refusal.and_then(|refusal| refusal.first(self.backend, hands));
        let faults = of_hands.chain([(no_card, Fault::NoCard), (refused, Fault::Refused)]);
        let failure = |(place, fault): (Option<usize>, Fault)| {
            place.map(|place| Failure { at: at + place, fault })
        };
        faults.filter_map(failure).min().map_or(Ok(()), Err)
    }

    fn first_miscounted(&self, masks: &[u64], cards: &RangeInclusive<u32>) -> Option<usize> {
        let (least, most) = (*cards.start(), *cards.end());
        if least == most {
            batch::first_without(least, masks, self.backend)
        } else if least > 0 {
            masks.iter().position(|mask| mask.count_ones() < least)
        } else {
            None
        }
    }

    /// Works through the parts, detached if there are enough hands to make it worth while.
    fn share<P: Send>(
        &self,
        py: Python<'_>,
        hands: usize,
        parts: impl ExactSizeIterator<Item = P> + Send,
        work: impl Fn(P, &mut dyn FnMut() -> bool) -> Result<(), Failure> + Sync + Send,
    ) -> Result<(), Stop> {
        if hands < self.evaluator.chunk / DETACH_FROM {
            return share_or_give_up(1, parts, work, &mut || true).map_err(Stop::Failure);
        }
        let mut signals = Signals::new();
        let done =
            py.detach(|| share_or_give_up(self.threads, parts, work, &mut || signals.go_on()));
        match signals.raised() {
            Some(error) => Err(Stop::Error(error)),
            None => done.map_err(Stop::Failure),
        }
    }

    /// Evaluates some hands, validating each chunk before it unless that was done.
    pub(super) fn evaluate<T, const N: usize>(
        &self,
        py: Python<'_>,
        hands: Hands<'_, M>,
        at: usize,
        rows: [&mut [T]; N],
        is_valid: bool,
    ) -> Result<(), Stop>
    where
        T: Element,
        K: Fn(Backend, Hands<'_, M>, [&mut [T]; N]),
    {
        let Evaluator { width, chunk, kernel, .. } = self.evaluator;
        let parts = Parts::new(hands, rows, *chunk, *width);
        let piece = AtomicUsize::new((chunk / FIRST_PIECE).max(1));
        let work = |part: Part<'_, T, M, N>, go_on: &mut dyn FnMut() -> bool| {
            let Part { start, hands, rows } = part;
            if !is_valid {
                self.check(hands, at + start)?;
            }
            let few = |masks: &[u64]| {
                masks.iter().step_by(chunk / SAMPLES).all(|mask| mask.count_ones() <= FEW_CARDS)
            };
            if hands.masks.iter().all(|masks| few(masks)) {
                kernel(self.backend, hands, rows);
                return Ok(());
            }
            let mut pieces = Parts::new(hands, rows, hands.len(), *width);
            while let Some(part) = pieces.take_up_to(piece.load(Ordering::Relaxed)) {
                let count = part.hands.len();
                let began = Instant::now();
                kernel(self.backend, part.hands, part.rows);
                if began.elapsed() > LONG {
                    piece.store((count / 4).max(1), Ordering::Relaxed);
                    if !go_on() {
                        break;
                    }
                } else if count < chunk / LARGEST_PIECE {
                    piece.store(count * 2, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        self.share(py, hands.len(), parts, work)
    }
}

/// Some hands that follow one another, and where their answers go.
struct Part<'a, T, const M: usize, const N: usize> {
    /// The place of the first.
    start: usize,
    hands: Hands<'a, M>,
    rows: [&'a mut [T]; N],
}

/// Hands, taken part by part.
struct Parts<'a, T, const M: usize, const N: usize> {
    left: Part<'a, T, M, N>,
    size: usize,
    width: usize,
}

impl<'a, T, const M: usize, const N: usize> Parts<'a, T, M, N> {
    fn new(
        hands: Hands<'a, M>,
        rows: [&'a mut [T]; N],
        size: usize,
        width: usize,
    ) -> Parts<'a, T, M, N> {
        Parts { left: Part { start: 0, hands, rows }, size, width }
    }

    /// The next hands, those of at most `size` places.
    fn take_up_to(&mut self, size: usize) -> Option<Part<'a, T, M, N>> {
        let left = &mut self.left;
        let size = size.min(left.hands.len());
        if size == 0 {
            return None;
        }
        let start = left.start;
        let hands = left.hands.part(0, size);
        left.hands = left.hands.part(size, left.hands.len() - size);
        left.start += size;
        let rows = left.rows.each_mut();
        let rows = rows.map(|rows| rows.split_off_mut(..size * self.width).unwrap_or_default());
        Some(Part { start, hands, rows })
    }
}

impl<'a, T, const M: usize, const N: usize> Iterator for Parts<'a, T, M, N> {
    type Item = Part<'a, T, M, N>;

    fn next(&mut self) -> Option<Part<'a, T, M, N>> {
        self.take_up_to(self.size)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let parts = self.left.hands.len().div_ceil(self.size.max(1));
        (parts, Some(parts))
    }
}

impl<T, const M: usize, const N: usize> ExactSizeIterator for Parts<'_, T, M, N> {}
