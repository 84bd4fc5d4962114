//! One stretch of masks through a kernel: validated, detached from the interpreter, interruptible.

use std::time::{Duration, Instant};

use numpy::Element;
use pyo3::prelude::*;

use super::Evaluator;
use crate::batch::{self, share_or_stop};
use crate::{Backend, Banned, Card, NO_CARD};

/// From this part of a chunk on the interpreter's lock is let go, so that other Python threads run
/// meanwhile: 4,096 hands. Fewer take about as long as the lock's going to and fro.
const DETACH_FROM: usize = 4;

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
    Interrupted,
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
        banned: Banned<'_>,
        at: usize,
    ) -> Result<(), Stop> {
        let parts = masks.chunks(batch::CHUNK).enumerate();
        let check = |(part, masks): (usize, &[u64])| {
            let start = part * batch::CHUNK;
            self.check(masks, banned.part(start, masks.len()), at + start)
        };
        self.share(py, masks.len(), parts, check)
    }

    fn check(&self, masks: &[u64], banned: Banned<'_>, at: usize) -> Result<(), Failure> {
        let (least, most) = (*self.evaluator.cards.start(), *self.evaluator.cards.end());
        let miscounted = if least == most {
            batch::first_without(least, masks, self.backend)
        } else if least > 0 {
            masks.iter().position(|mask| mask.count_ones() < least)
        } else {
            None
        };
        let no_card = match banned {
            Banned::Each(ids) => {
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
        work: impl Fn(P) -> Result<(), Failure> + Sync + Send,
    ) -> Result<(), Stop> {
        if hands < self.evaluator.chunk / DETACH_FROM {
            return share_or_stop(1, parts, work, || Ok(())).map_err(Stop::Failure);
        }
        let mut interruption = None;
        let mut looked = Instant::now();
        let pause = || {
            if looked.elapsed() < BETWEEN_SIGNALS {
                return Ok(());
            }
            let signals = Python::attach(|py| py.check_signals());
            looked = Instant::now();
            signals.map_err(|error| {
                interruption = Some(error);
                Failure { at: usize::MAX, fault: Fault::Interrupted }
            })
        };
        let done = py.detach(|| share_or_stop(self.threads, parts, work, pause));
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
        banned: Banned<'_>,
        at: usize,
        rows: [&mut [T]; N],
        is_valid: bool,
    ) -> Result<(), Stop>
    where
        T: Element,
        K: Fn(Backend, &[u64], Banned<'_>, [&mut [T]; N]),
    {
        let Evaluator { width, chunk, kernel, .. } = self.evaluator;
        let rows = rows.map(|row| row.chunks_mut(chunk * width));
        let parts = Parts { masks: masks.chunks(*chunk), rows, at: 0, banned };
        let work = |(start, masks, banned, rows): Part<'_, T, N>| {
            if !is_valid {
                self.check(masks, banned, at + start)?;
            }
            kernel(self.backend, masks, banned, rows);
            Ok(())
        };
        self.share(py, masks.len(), parts, work)
    }
}

/// Where a chunk starts, its masks, what is banned in them, and where its answers go.
type Part<'a, T, const N: usize> = (usize, &'a [u64], Banned<'a>, [&'a mut [T]; N]);

/// The chunks of some hands.
struct Parts<'a, T, const N: usize> {
    masks: std::slice::Chunks<'a, u64>,
    rows: [std::slice::ChunksMut<'a, T>; N],
    at: usize,
    banned: Banned<'a>,
}

impl<'a, T, const N: usize> Iterator for Parts<'a, T, N> {
    type Item = Part<'a, T, N>;

    fn next(&mut self) -> Option<Part<'a, T, N>> {
        let masks = self.masks.next()?;
        let start = self.at;
        self.at += masks.len();
        let rows = self.rows.each_mut().map(|rows| rows.next().unwrap_or_default());
        Some((start, masks, self.banned.part(start, masks.len()), rows))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.masks.size_hint()
    }
}

impl<T, const N: usize> ExactSizeIterator for Parts<'_, T, N> {}
