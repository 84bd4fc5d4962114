//! Arrays of hands in, arrays of answers out.
//!
//! Contiguous arrays of native masks are evaluated in place. All others (strided, byte-swapped,
//! of another integer dtype, broadcast) go block by block through a small copy, never whole.
//!
//! An answer allocated here is dropped on failure, so its masks are validated just before they are
//! evaluated, while they are in cache. An array given as `out` stays as it was on failure, so all
//! masks are validated before the first answer is written. Kernels look at 52 bits only: a thread
//! that writes masks during the call can spoil answers, not memory.

mod blocks;
mod options;
mod output;
mod work;

use numpy::{
    Element, PyArray0, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

pub(super) use blocks::{Blocks, element, masks_of};
pub(super) use options::Options;
use output::{Output, addresses, in_use};
use work::{Failure, Fault, Stop, Work};

use super::card;
use super::errors::{InvalidCardError, InvalidHandError, what_came};
use super::hand;
use super::known::known;
use crate::batch::CHUNK;
use crate::{Backend, Beside, Card, NO_CARD};

/// What an evaluator does with many hands; `T` is what it answers with, in `N` arrays.
pub(super) struct Evaluator<K> {
    /// So many answers a hand and array.
    pub(super) width: usize,
    /// So many hands are evaluated at a time, between two looks at whether to stop.
    pub(super) chunk: usize,
    /// How many cards a hand must have.
    pub(super) cards: std::ops::RangeInclusive<u32>,
    /// Evaluates some hands.
    pub(super) kernel: K,
}

/// A card that may not be thrown: none, one for all hands, or one a hand.
pub(super) enum BannedCard<'py> {
    Nothing,
    Card(Card),
    Each(Bound<'py, PyUntypedArray>),
}

impl<'py> BannedCard<'py> {
    /// Reads the argument `banned`: a card, `None`, or an integer array in which 255 is none.
    pub(super) fn read(banned: Option<&Bound<'py, PyAny>>) -> PyResult<BannedCard<'py>> {
        let Some(banned) = banned else { return Ok(BannedCard::Nothing) };
        if let Ok(array) = banned.cast::<PyUntypedArray>() {
            return if hand::is_integer_array(array)? {
                Ok(BannedCard::Each(array.clone()))
            } else {
                Err(hand::wrong_array("banned", banned))
            };
        }
        if banned.extract::<u8>().is_ok_and(|id| id == NO_CARD) {
            return Ok(BannedCard::Nothing);
        }
        if banned.is_instance_of::<PyList>() || banned.is_instance_of::<PyTuple>() {
            let came = what_came(banned);
            return Err(PyTypeError::new_err(format!(
                "banned: expected a card's id or text, or an array of ids, got {came}; \
                 pass np.array(ids, dtype=np.uint8)"
            )));
        }
        card::read("banned", banned).map(BannedCard::Card)
    }

    /// The same for the core, `ids` being those of the hands at issue.
    fn beside<'a>(&self, ids: Option<&'a [u8]>) -> Beside<'a> {
        match (ids, self) {
            (Some(ids), _) => Beside::Each(ids),
            (None, BannedCard::Card(card)) => Beside::Card(*card),
            (None, _) => Beside::Nothing,
        }
    }
}

/// Evaluates an array of masks; the answers are arrays of its shape, or scalars if it has none.
pub(super) fn evaluate<'py, T, K, const N: usize>(
    hands: &Bound<'py, PyUntypedArray>,
    banned: BannedCard<'py>,
    options: Options<'_, 'py>,
    evaluator: &Evaluator<K>,
) -> PyResult<[Bound<'py, PyAny>; N]>
where
    T: Element + Copy + Default,
    K: Fn(Backend, &[u64], Beside<'_>, [&mut [T]; N]) + Sync,
{
    let (hands, banned) = broadcast(hands, banned)?;
    let work = Work { evaluator, backend: options.backend()?, threads: options.threads()? };
    let mut output = Output::<T, N>::new(&hands, evaluator.width, options.out)?;
    let done = match where_they_lie(&hands, &banned)? {
        Some(inputs) if output.lies_in_order() => {
            let (masks, ids) = (addresses(&inputs.0), inputs.1.as_deref().map(addresses));
            output.check_addresses(&[masks, ids.unwrap_or_default()])?;
            in_place(&work, &inputs, &banned, &mut output)
        }
        inputs => {
            drop(inputs);
            by_blocks(&work, &hands, &banned, &mut output)
        }
    };
    match done {
        Ok(()) => output.finish(),
        Err(Stop::Failure(failure)) => Err(error(failure, &hands, &banned, &evaluator.cards)),
        Err(Stop::Error(error)) => Err(error),
    }
}

/// Masks, and ids of banned cards if each hand has its own, that need no converting.
type InPlace<'py> = (PyReadonlyArrayDyn<'py, u64>, Option<PyReadonlyArrayDyn<'py, u8>>);

fn where_they_lie<'py>(
    hands: &Bound<'py, PyUntypedArray>,
    banned: &BannedCard<'py>,
) -> PyResult<Option<InPlace<'py>>> {
    let Some(masks) = contiguous(hands, "hand")? else { return Ok(None) };
    match banned {
        BannedCard::Each(ids) => Ok(contiguous(ids, "banned")?.map(|ids| (masks, Some(ids)))),
        _ => Ok(Some((masks, None))),
    }
}

fn in_place<'py, T, K, const N: usize>(
    work: &Work<'_, K>,
    (masks, ids): &InPlace<'py>,
    banned: &BannedCard<'py>,
    output: &mut Output<'py, T, N>,
) -> Result<(), Stop>
where
    T: Element + Copy + Default,
    K: Fn(Backend, &[u64], Beside<'_>, [&mut [T]; N]) + Sync,
{
    let py = masks.py();
    let masks = masks.as_slice().map_err(PyErr::from)?;
    let ids = ids.as_ref().map(|ids| ids.as_slice()).transpose().map_err(PyErr::from)?;
    let banned = banned.beside(ids);
    if output.given {
        work.validate(py, masks, banned, 0)?;
    }
    let is_valid = output.given;
    output.write_all(|rows| work.evaluate(py, masks, banned, 0, rows, is_valid))
}

/// Evaluates masks that need converting, or whose answers go to scattered places.
fn by_blocks<'py, T, K, const N: usize>(
    work: &Work<'_, K>,
    hands: &Bound<'py, PyUntypedArray>,
    banned: &BannedCard<'py>,
    output: &mut Output<'py, T, N>,
) -> Result<(), Stop>
where
    T: Element + Copy + Default,
    K: Fn(Backend, &[u64], Beside<'_>, [&mut [T]; N]) + Sync,
{
    let py = hands.py();
    output.check_overlap(hands)?;
    if let BannedCard::Each(ids) = banned {
        output.check_overlap(ids)?;
    }
    // What was given is written only after a first pass has found nothing wrong.
    let passes: &[bool] = if output.given { &[false, true] } else { &[true] };
    let is_valid = output.given;
    for &write in passes {
        for block in Blocks::new(hands.shape(), work.hands_a_block()) {
            py.check_signals()?;
            let masks = masks_of(hands, &block)?;
            let masks = masks.as_slice().map_err(PyErr::from)?;
            let ids = match banned {
                BannedCard::Each(ids) => Some(ids_of(ids, &block)?),
                _ => None,
            };
            let banned = banned.beside(ids.as_deref());
            if write {
                output.write(&block, |rows| {
                    work.evaluate(py, masks, banned, block.at, rows, is_valid)
                })?;
            } else {
                work.validate(py, masks, banned, block.at)?;
            }
        }
    }
    Ok(())
}

/// The banned ids of a block. What is no id becomes 254, which is found when the block is
/// validated.
fn ids_of(ids: &Bound<'_, PyUntypedArray>, block: &blocks::Block) -> PyResult<Vec<u8>> {
    let masks = masks_of(ids, block)?;
    let ids = masks.as_slice()?.iter();
    Ok(ids.map(|&id| u8::try_from(id).unwrap_or(NO_CARD - 1)).collect())
}

/// The array as a slice, if its elements are native, aligned and lie in order.
fn contiguous<'py, T: Element>(
    array: &Bound<'py, PyUntypedArray>,
    name: &str,
) -> PyResult<Option<PyReadonlyArrayDyn<'py, T>>> {
    match array.cast::<PyArrayDyn<T>>() {
        Ok(array) if array.is_c_contiguous() && array.is_aligned() => {
            array.try_readonly().map(Some).map_err(|_| in_use(name))
        }
        _ => Ok(None),
    }
}

/// Both arrays in their common shape.
fn broadcast<'py>(
    hands: &Bound<'py, PyUntypedArray>,
    banned: BannedCard<'py>,
) -> PyResult<(Bound<'py, PyUntypedArray>, BannedCard<'py>)> {
    let ids = match banned {
        BannedCard::Each(ids) if ids.shape() != hands.shape() => ids,
        banned => return Ok((hands.clone(), banned)),
    };
    let py = hands.py();
    let both = known(py)?.broadcast_arrays.bind(py).call1((hands, &ids)).map_err(|_| {
        PyValueError::new_err(format!(
            "banned: its shape {:?} does not broadcast with the shape {:?} of hand",
            ids.shape(),
            hands.shape()
        ))
    })?;
    let (hands, ids): (Bound<'py, PyAny>, Bound<'py, PyAny>) = both.extract()?;
    Ok((hands.cast_into::<PyUntypedArray>()?, BannedCard::Each(ids.cast_into::<PyUntypedArray>()?)))
}

/// The error for a failure: what stands at the place, and where that is.
fn error(
    failure: Failure,
    hands: &Bound<'_, PyUntypedArray>,
    banned: &BannedCard<'_>,
    cards: &std::ops::RangeInclusive<u32>,
) -> PyErr {
    let (place, came) = match (failure.fault, banned) {
        (Fault::BannedCard, BannedCard::Each(ids)) => blocks::element(ids, failure.at),
        _ => blocks::element(hands, failure.at),
    };
    let came = match came {
        Ok(came) => came,
        Err(error) => return error,
    };
    match failure.fault {
        Fault::BannedCard => InvalidCardError::new_err(format!(
            "banned: no card has the id {came}{place}: ids are 0 to 51, and 255 is none"
        )),
        Fault::CardCount => {
            let held = came.extract::<u64>().map_or(0, u64::count_ones);
            match hint_at_ids(hands, cards) {
                Ok(hint) => wrong_count(&format!("{held} cards{place}{hint}"), cards),
                Err(error) => error,
            }
        }
        _ => InvalidHandError::new_err(format!(
            "hand: expected masks of the bits 0 to 51, got {came}{place}"
        )),
    }
}

/// What to say where the elements look like ids of cards: no number below 52 is the mask of more
/// than five cards.
fn hint_at_ids(
    hands: &Bound<'_, PyUntypedArray>,
    cards: &std::ops::RangeInclusive<u32>,
) -> PyResult<&'static str> {
    if *cards.start() <= 5 {
        return Ok("");
    }
    for block in Blocks::new(hands.shape(), CHUNK) {
        hands.py().check_signals()?;
        if masks_of(hands, &block)?.as_slice()?.iter().any(|&mask| mask > 51) {
            return Ok("");
        }
    }
    Ok("; if these are ids of cards, pass gf.masks(ids)")
}

/// The error for a hand with a wrong number of cards.
pub(super) fn wrong_count(got: &str, cards: &std::ops::RangeInclusive<u32>) -> PyErr {
    let (least, most) = (cards.start(), cards.end());
    let wanted = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    InvalidHandError::new_err(format!("hand: expected {wanted} cards, got {got}"))
}

/// One hand as an array without dimensions, to broadcast.
pub(super) fn scalar(py: Python<'_>, hand: crate::CardSet) -> PyResult<Bound<'_, PyUntypedArray>> {
    let array = PyArray0::from_owned_array(py, numpy::ndarray::arr0(hand.mask()));
    Ok(array.as_untyped().clone())
}

/// The shape of an array as Python has it.
pub(super) fn shape_of<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyTuple>> {
    Ok(array.getattr("shape")?.cast_into()?)
}

/// The name of a dtype for an error message.
fn dtype_name(array: &Bound<'_, PyUntypedArray>) -> String {
    array.dtype().str().map_or_else(|_| "an unknown dtype".to_owned(), |name| name.to_string())
}
