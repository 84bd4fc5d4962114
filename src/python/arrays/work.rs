//! One stretch of masks through a kernel: validated, detached from the interpreter, interruptible.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use numpy::Element;
use pyo3::prelude::*;

use super::Evaluator;
use crate::batch::{self, share_or_give_up};
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

/// So often the work looks whether a signal, such as that of Ctrl-C, has come.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

/// Blocks for all cores take so many chunks.
const CHUNKS_FOR_ALL_CORES: usize = 16;

/// What is wrong with a hand, or with the card banned beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::python) enum Fault {
    NoHand,
    CardCount,
    BannedCard,
}

/// The first hand that could not be evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::python) struct Failure {
    pub(in crate::python) at: usize,
    pub(in crate::python) fault: Fault,
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
pub(super) struct Work<'a, K> {
    pub(super) evaluator: &'a Evaluator<K>,
    pub(super) backend: Backend,
    pub(super) threads: usize,
}

impl<K: Sync> Work<'_, K> {
    /// How many hands are converted at a time: a chunk for each thread.
    pub(super) fn hands_a_block(&self) -> usize {
        self.evaluator.chunk * if self.threads == 0 { CHUNKS_FOR_ALL_CORES } else { self.threads }
    }

    /// Looks whether all of these can be evaluated; `at` is the place of the first.
    pub(super) fn validate(
        &self,
        py: Python<'_>,
        masks: &[u64],
        banned: Beside<'_>,
        at: usize,
    ) -> Result<(), Stop> {
        let parts = masks.chunks(batch::CHUNK).enumerate();
        let check = |(part, masks): (usize, &[u64]), _: &mut dyn FnMut() -> bool| {
            let start = part * batch::CHUNK;
            self.check(masks, banned.part(start, masks.len()), at + start)
        };
        self.share(py, masks.len(), parts, check)
    }

    fn check(&self, masks: &[u64], banned: Beside<'_>, at: usize) -> Result<(), Failure> {
        let (least, most) = (*self.evaluator.cards.start(), *self.evaluator.cards.end());
        let miscounted = if least == most {
            batch::first_without(least, masks, self.backend)
        } else if least > 0 {
            masks.iter().position(|mask| mask.count_ones() < least)
        } else {
            None
        };
        let no_card = match banned {
            Beside::Each(ids) => {
                ids.iter().position(|&id| Card::from_id(id).is_none() && id != NO_CARD)
            }
            _ => None,
        };
        let faults = [
            (batch::first_no_hand(masks, self.backend), Fault::NoHand),
            (miscounted, Fault::CardCount),
            (no_card, Fault::BannedCard),
        ];
        let failure = |(place, fault): (Option<usize>, Fault)| {
            place.map(|place| Failure { at: at + place, fault })
        };
        faults.into_iter().filter_map(failure).min().map_or(Ok(()), Err)
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
        let mut interruption = None;
        let mut looked = Instant::now();
        let mut go_on = || {
            if looked.elapsed() >= BETWEEN_SIGNALS {
                interruption = Python::attach(|py| py.check_signals()).err();
                looked = Instant::now();
            }
            interruption.is_none()
        };
        let done = py.detach(|| share_or_give_up(self.threads, parts, work, &mut go_on));
        match interruption {
            Some(error) => Err(Stop::Error(error)),
            None => done.map_err(Stop::Failure),
        }
    }

    /// Evaluates some hands, validating each chunk before it unless that was done.
    pub(super) fn evaluate<T, const N: usize>(
        &self,
        py: Python<'_>,
        masks: &[u64],
        banned: Beside<'_>,
        at: usize,
        rows: [&mut [T]; N],
        is_valid: bool,
    ) -> Result<(), Stop>
    where
        T: Element,
        K: Fn(Backend, &[u64], Beside<'_>, [&mut [T]; N]),
    {
        let Evaluator { width, chunk, kernel, .. } = self.evaluator;
        let parts = Parts::new(masks, banned, rows, *chunk, *width);
        let piece = AtomicUsize::new(chunk / FIRST_PIECE);
        let work = |part: Part<'_, T, N>, go_on: &mut dyn FnMut() -> bool| {
            let Part { start, masks, banned, rows } = part;
            if !is_valid {
                self.check(masks, banned, at + start)?;
            }
            let mut sample = masks.iter().step_by(chunk / SAMPLES);
            if sample.all(|mask| mask.count_ones() <= FEW_CARDS) {
                kernel(self.backend, masks, banned, rows);
                return Ok(());
            }
            let mut pieces = Parts::new(masks, banned, rows, masks.len(), *width);
            while let Some(part) = pieces.take_up_to(piece.load(Ordering::Relaxed)) {
                let hands = part.masks.len();
                let began = Instant::now();
                kernel(self.backend, part.masks, part.banned, part.rows);
                if began.elapsed() > LONG {
                    piece.store((hands / 4).max(1), Ordering::Relaxed);
                    if !go_on() {
                        break;
                    }
                } else if hands < chunk / LARGEST_PIECE {
                    piece.store(hands * 2, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        self.share(py, masks.len(), parts, work)
    }
}

/// Some hands that follow one another, what is banned in them, and where their answers go.
struct Part<'a, T, const N: usize> {
    /// The place of the first.
    start: usize,
    masks: &'a [u64],
    banned: Beside<'a>,
    rows: [&'a mut [T]; N],
}

/// Hands, taken part by part.
struct Parts<'a, T, const N: usize> {
    left: Part<'a, T, N>,
    size: usize,
    width: usize,
}

impl<'a, T, const N: usize> Parts<'a, T, N> {
    fn new(
        masks: &'a [u64],
        banned: Beside<'a>,
        rows: [&'a mut [T]; N],
        size: usize,
        width: usize,
    ) -> Parts<'a, T, N> {
        Parts { left: Part { start: 0, masks, banned, rows }, size, width }
    }

    /// The next hands, at most `size` of them.
    fn take_up_to(&mut self, size: usize) -> Option<Part<'a, T, N>> {
        let left = &mut self.left;
        let size = size.min(left.masks.len());
        if size == 0 {
            return None;
        }
        let start = left.start;
        let masks = left.masks.split_off(..size)?;
        let banned = left.banned.part(0, size);
        left.banned = left.banned.part(size, left.masks.len());
        left.start += size;
        let rows = left.rows.each_mut();
        let rows = rows.map(|rows| rows.split_off_mut(..size * self.width).unwrap_or_default());
        Some(Part { start, masks, banned, rows })
    }
}

impl<'a, T, const N: usize> Iterator for Parts<'a, T, N> {
    type Item = Part<'a, T, N>;

    fn next(&mut self) -> Option<Part<'a, T, N>> {
        self.take_up_to(self.size)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let parts = self.left.masks.len().div_ceil(self.size.max(1));
        (parts, Some(parts))
    }
}

impl<T, const N: usize> ExactSizeIterator for Parts<'_, T, N> {}
