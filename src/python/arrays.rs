//! Arrays of hands in, arrays of answers out.
//!
//! Contiguous arrays of native masks are evaluated in place. All others (strided, byte-swapped,
//! of another integer dtype, broadcast) go block by block through a small copy, never whole.
//!
//! An answer allocated here is dropped on failure, so its masks are validated just before they are
//! evaluated, while they are in cache. An array given as `out` stays as it was on failure, so all
//! masks are validated before the first answer is written. Kernels look at 52 bits only: a thread
//! that writes masks during the call can spoil answers, not memory.

mod beside;
mod blocks;
mod inputs;
mod options;
mod output;
mod refusal;
mod work;

use std::ops::RangeInclusive;

use numpy::{Element, PyArray0, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods, ndarray};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

pub(super) use beside::CardBeside;
pub(super) use blocks::{Blocks, element, masks_of};
pub(super) use inputs::{Inputs, Names};
pub(super) use options::Options;
use output::Output;
pub(super) use refusal::{Refusal, wrong_count};
pub(super) use work::Hands;
use work::{Stop, Work};

use crate::Backend;
use crate::batch::CHUNK;

/// What an evaluator does with many hands, or with `M` hands at each of many places.
pub(super) struct Evaluator<'a, K, const M: usize> {
    pub(super) names: Names<M>,
    /// So many answers a place and array.
    pub(super) width: usize,
    /// So many places are evaluated at a time, between two looks at whether to stop.
    pub(super) chunk: usize,
    /// How many cards each hand must have.
    pub(super) cards: [RangeInclusive<u32>; M],
    /// What it refuses besides.
    pub(super) refusal: Option<&'a dyn Refusal<M>>,
    /// Evaluates some hands: answers of a type `T` go to `N` arrays.
    pub(super) kernel: K,
}

impl<K> Evaluator<'_, K, 1> {
    /// One that answers once a hand, which has so many cards.
    pub(super) fn of_hands(cards: RangeInclusive<u32>, kernel: K) -> Self {
        let names = Names { hands: ["hand"], beside: "banned" };
        Evaluator { names, width: 1, chunk: CHUNK, cards: [cards], refusal: None, kernel }
    }
}

/// Evaluates arrays of masks; the answers are arrays of their common shape, or scalars if it has no
/// dimension.
pub(super) fn evaluate<'py, T, K, const M: usize, const N: usize>(
    inputs: Inputs<'py, M>,
    options: Options<'_, 'py>,
    evaluator: &Evaluator<'_, K, M>,
) -> PyResult<[Bound<'py, PyAny>; N]>
where
    T: Element + Copy + Default,
    K: Fn(Backend, Hands<'_, M>, [&mut [T]; N]) + Sync,
{
    let inputs = inputs.broadcast(&evaluator.names)?;
    let work = Work { evaluator, backend: options.backend()?, threads: options.threads()? };
    let mut output = Output::<T, N>::new(&inputs.hands[0], evaluator.width, options.out)?;
    let done = match inputs.where_they_lie(&evaluator.names)? {
        Some(in_place) if output.lies_in_order() => {
            output.check_addresses(&in_place.addresses())?;
            let hands = in_place.hands(&inputs.beside)?;
            evaluate_in_place(&work, inputs.hands[0].py(), hands, &mut output)
        }
        in_place => {
            drop(in_place);
            by_blocks(&work, &inputs, &mut output)
        }
    };
    match done {
        Ok(()) => output.finish(),
        Err(Stop::Failure(failure)) => Err(refusal::error(failure, &inputs, evaluator)),
        Err(Stop::Error(error)) => Err(error),
    }
}

fn evaluate_in_place<'py, T, K, const M: usize, const N: usize>(
    work: &Work<'_, K, M>,
    py: Python<'py>,
    hands: Hands<'_, M>,
    output: &mut Output<'py, T, N>,
) -> Result<(), Stop>
where
    T: Element + Copy + Default,
    K: Fn(Backend, Hands<'_, M>, [&mut [T]; N]) + Sync,
{
    if output.given {
        work.validate(py, hands, 0)?;
    }
    let is_valid = output.given;
    output.write_all(|rows| work.evaluate(py, hands, 0, rows, is_valid))
}

/// Evaluates masks that need converting, or whose answers go to scattered places.
fn by_blocks<'py, T, K, const M: usize, const N: usize>(
    work: &Work<'_, K, M>,
    inputs: &Inputs<'py, M>,
    output: &mut Output<'py, T, N>,
) -> Result<(), Stop>
where
    T: Element + Copy + Default,
    K: Fn(Backend, Hands<'_, M>, [&mut [T]; N]) + Sync,
{
    let py = inputs.hands[0].py();
    inputs.each(|array| output.check_overlap(array))?;
    // What was given is written only after a first pass has found nothing wrong.
    let passes: &[bool] = if output.given { &[false, true] } else { &[true] };
    let is_valid = output.given;
    for &write in passes {
        for block in Blocks::new(inputs.shape(), work.hands_a_block()) {
            py.check_signals()?;
            let converted = inputs.of(&block)?;
            let hands = converted.hands(&inputs.beside)?;
            if write {
                output.write(&block, |rows| work.evaluate(py, hands, block.at, rows, is_valid))?;
            } else {
                work.validate(py, hands, block.at)?;
            }
        }
    }
    Ok(())
}

/// One hand as an array without dimensions, to broadcast.
pub(super) fn scalar(py: Python<'_>, hand: crate::CardSet) -> Bound<'_, PyUntypedArray> {
    PyArray0::from_owned_array(py, ndarray::arr0(hand.mask())).as_untyped().clone()
}

/// The shape of an array as Python has it.
pub(super) fn shape_of<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyTuple>> {
    Ok(array.getattr("shape")?.cast_into()?)
}

/// The name of a dtype for an error message.
fn dtype_name(array: &Bound<'_, PyUntypedArray>) -> String {
    array.dtype().str().map_or_else(|_| "an unknown dtype".to_owned(), |name| name.to_string())
}
