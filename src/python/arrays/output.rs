//! Where answers go: arrays that the caller gave as `out=`, or fresh ones.

use std::ops::Range;

use numpy::{
    BorrowError, Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::super::errors::what_came;
use super::super::hand;
use super::super::known::known;
use super::blocks::Block;
use super::work::Stop;
use super::{dtype_name, shape_of};

/// `N` arrays for answers, each with `width` of them a hand.
pub(super) struct Output<'py, T: Element, const N: usize> {
    /// Whether the caller gave the arrays.
    pub(super) given: bool,
    arrays: [Bound<'py, PyArrayDyn<T>>; N],
    /// The same arrays, borrowed for writing, if their elements lie in order.
    slices: Option<[PyReadwriteArrayDyn<'py, T>; N]>,
    width: usize,
}

impl<'py, T: Element + Copy + Default, const N: usize> Output<'py, T, N> {
    /// The arrays for the answers to these hands: those given if they are as they must be.
    pub(super) fn new(
        hands: &Bound<'py, PyUntypedArray>,
        width: usize,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Output<'py, T, N>> {
        let arrays = match out {
            None => {
                let shape = shape_of_answers(hands, width)?;
                collected((0..N).map(|_| empty::<T>(&shape)))?
            }
            Some(out) => {
                let arrays: [Bound<'py, PyAny>; N] = split(out)?;
                collected(arrays.iter().map(|array| checked::<T>(array, hands, width)))?
            }
        };
        let slices = if arrays.iter().all(lies_in_order) {
            Some(collected(arrays.iter().map(writable))?)
        } else {
            // The borrows only show that every array may be written to.
            arrays.iter().try_for_each(|array| writable(array).map(drop))?;
            None
        };
        Ok(Output { given: out.is_some(), arrays, slices, width })
    }

    /// Whether the answers can be written where they belong, as slices.
    pub(super) fn lies_in_order(&self) -> bool {
        self.slices.is_some()
    }

    /// Has all answers written; they lie in order.
    pub(super) fn write_all(
        &mut self,
        evaluate: impl FnOnce([&mut [T]; N]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let slices = self.slices.iter_mut().flatten();
        let rows = collected(slices.map(|slice| slice.as_slice_mut().map_err(PyErr::from)))?;
        evaluate(rows)
    }

    /// Has the answers of a block written, wherever they lie.
    pub(super) fn write(
        &mut self,
        block: &Block,
        evaluate: impl FnOnce([&mut [T]; N]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let places = block.at * self.width..(block.at + block.len) * self.width;
        if self.lies_in_order() {
            return self.write_all(|rows| evaluate(rows.map(|row| &mut row[places.clone()])));
        }
        let mut answers: [Vec<T>; N] = std::array::from_fn(|_| vec![T::default(); places.len()]);
        evaluate(answers.each_mut().map(Vec::as_mut_slice))?;
        for (array, answers) in self.arrays.iter().zip(answers) {
            let view = block.of(array.as_untyped())?;
            let answers = PyArray1::from_vec(array.py(), answers);
            let answers = answers.call_method1("reshape", (view.getattr("shape")?,))?;
            view.set_item(array.py().Ellipsis(), answers)?;
        }
        Ok(())
    }

    /// Refuses arrays given that share memory with these addresses or with each other; they lie in
    /// order. The borrows do not see it where two arrays got the memory from another object.
    pub(super) fn check_addresses(&self, inputs: &[Range<usize>]) -> PyResult<()> {
        if !self.given {
            return Ok(());
        }
        let outputs = self.arrays.each_ref().map(addresses);
        for (at, output) in outputs.iter().enumerate() {
            let overlaps =
                |other: &Range<usize>| output.start < other.end && other.start < output.end;
            if inputs.iter().chain(&outputs[..at]).any(overlaps) {
                return Err(in_use("out"));
            }
        }
        Ok(())
    }

    /// Refuses arrays given that share memory with an input or with each other.
    pub(super) fn check_overlap(&self, input: &Bound<'py, PyUntypedArray>) -> PyResult<()> {
        if !self.given {
            return Ok(());
        }
        let shares_memory = known(input.py())?.shares_memory.bind(input.py());
        for (at, array) in self.arrays.iter().enumerate() {
            let others = self.arrays[..at].iter().map(|other| other.as_any());
            for other in others.chain([input.as_any()]) {
                // A question too hard to answer raises: then they may share it.
                let shared = shares_memory.call1((array, other, 1_000_000));
                if shared.map_or(Ok(true), |shared| shared.extract::<bool>())? {
                    return Err(in_use("out"));
                }
            }
        }
        Ok(())
    }

    /// The arrays; of no dimension, and not given, the scalars in them.
    pub(super) fn finish(self) -> PyResult<[Bound<'py, PyAny>; N]> {
        drop(self.slices);
        let given = self.given;
        collected(self.arrays.into_iter().map(|array| {
            if given || array.ndim() > 0 {
                Ok(array.into_any())
            } else {
                array.get_item(PyTuple::empty(array.py()))
            }
        }))
    }
}

/// The error for an array that something else reads or writes.
pub(super) fn in_use(name: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{name}: shares memory with another array of this call, or with one that another thread is \
         evaluating; pass an array of its own"
    ))
}

/// The addresses of an array whose elements lie in order.
pub(super) fn addresses<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> Range<usize> {
    let start = array.data().addr();
    start..start + array.len() * size_of::<T>()
}

fn lies_in_order<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> bool {
    array.is_c_contiguous() && array.is_aligned()
}

/// The array, borrowed for writing.
fn writable<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.try_readwrite().map_err(|error| match error {
        BorrowError::NotWriteable => PyValueError::new_err("out: the array is read-only"),
        _ => in_use("out"),
    })
}

/// `N` values, or the first error.
pub(super) fn collected<V, const N: usize>(
    mut values: impl Iterator<Item = PyResult<V>>,
) -> PyResult<[V; N]> {
    let mut error = None;
    let found: [Option<V>; N] = std::array::from_fn(|_| match values.next()? {
        Ok(value) => Some(value),
        Err(failed) => {
            error.get_or_insert(failed);
            None
        }
    });
    match error {
        Some(error) => Err(error),
        None if found.iter().all(Option::is_some) => {
            Ok(found.map(|value| value.expect("looked at just before")))
        }
        None => Err(PyValueError::new_err(format!("out: expected {N} arrays"))),
    }
}

/// The arrays in the argument `out`: itself, or for two answers a pair.
fn split<'py, const N: usize>(out: &Bound<'py, PyAny>) -> PyResult<[Bound<'py, PyAny>; N]> {
    if N == 1 {
        return collected([Ok(out.clone())].into_iter());
    }
    let is_pair =
        (out.is_instance_of::<PyTuple>() || out.is_instance_of::<PyList>()) && out.len()? == N;
    if is_pair {
        return collected(out.try_iter()?);
    }
    let came = what_came(out);
    Err(PyTypeError::new_err(format!("out: expected a pair of arrays, got {came}")))
}

fn empty<'py, T: Element>(shape: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let py = shape.py();
    Ok(known(py)?.empty.bind(py).call1((shape, dtype::<T>(py)))?.cast_into()?)
}

/// An array given for answers of this shape.
fn checked<'py, T: Element>(
    out: &Bound<'py, PyAny>,
    hands: &Bound<'py, PyUntypedArray>,
    width: usize,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let Ok(array) = out.cast::<PyArrayDyn<T>>() else {
        return Err(PyTypeError::new_err(unfit::<T>(out, hands, width)?));
    };
    if !hand::is_integer_array(array.as_untyped())? {
        return Err(PyTypeError::new_err(unfit::<T>(out, hands, width)?));
    }
    let fits = match array.shape().strip_prefix(hands.shape()) {
        Some([]) => width == 1,
        Some([last]) => width > 1 && *last == width,
        _ => false,
    };
    if !fits {
        return Err(PyValueError::new_err(unfit::<T>(out, hands, width)?));
    }
    Ok(array.clone())
}

/// What is wrong with an array given for answers.
#[cold]
fn unfit<'py, T: Element>(
    out: &Bound<'py, PyAny>,
    hands: &Bound<'py, PyUntypedArray>,
    width: usize,
) -> PyResult<String> {
    let wanted = dtype::<T>(out.py()).str()?;
    let shape = shape_of_answers(hands, width)?;
    let came = match out.cast::<PyUntypedArray>() {
        Ok(array) => format!("{} of shape {}", dtype_name(array), shape_of(array)?),
        Err(_) => what_came(out),
    };
    Ok(format!(
        "out: expected a {wanted} array of shape {shape}, got {came}; \
         pass np.empty({shape}, np.{wanted})"
    ))
}

fn shape_of_answers<'py>(
    hands: &Bound<'py, PyUntypedArray>,
    width: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = shape_of(hands)?;
    if width == 1 { Ok(shape.into_any()) } else { shape.add((width,)) }
}
