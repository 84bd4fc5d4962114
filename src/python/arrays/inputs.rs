//! What goes into an evaluation: one array of hands or two, and the cards beside them.

use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::super::known::known;
use super::beside::CardBeside;
use super::blocks::{Block, masks_of};
use super::output::{addresses, collected, in_use};
use super::work::Hands;

/// What an evaluator calls its arguments.
#[derive(Debug, Clone, Copy)]
pub(in crate::python) struct Names<const M: usize> {
    pub(in crate::python) hands: [&'static str; M],
    pub(in crate::python) beside: &'static str,
}

/// `M` arrays of masks and the card beside the hands of each place.
pub(in crate::python) struct Inputs<'py, const M: usize> {
    pub(in crate::python) hands: [Bound<'py, PyUntypedArray>; M],
    pub(in crate::python) beside: CardBeside<'py>,
}

impl<'py, const M: usize> Inputs<'py, M> {
    /// The arrays, in the order of the arguments.
    fn arrays(&self) -> impl Iterator<Item = &Bound<'py, PyUntypedArray>> {
        self.hands.iter().chain(self.beside.each())
    }

    /// The shape of them all, once they are broadcast.
    pub(super) fn shape(&self) -> &[usize] {
        self.hands[0].shape()
    }

    /// The same in their common shape.
    pub(super) fn broadcast(self, names: &Names<M>) -> PyResult<Inputs<'py, M>> {
        if self.arrays().all(|array| array.shape() == self.shape()) {
            return Ok(self);
        }
        let py = self.hands[0].py();
        let broadcast_arrays = known(py)?.broadcast_arrays.bind(py);
        let arrays: Vec<_> = self.arrays().cloned().collect();
        let Ok(all) = broadcast_arrays.call1(PyTuple::new(py, &arrays)?) else {
            return Err(misfit(&arrays, names));
        };
        let all = all.try_iter()?.map(|array| Ok(array?.cast_into::<PyUntypedArray>()?));
        let mut all = all.collect::<PyResult<Vec<_>>>()?.into_iter();
        let hands = collected(all.by_ref().take(M).map(Ok))?;
        Ok(Inputs { hands, beside: all.next().map_or(self.beside, CardBeside::Each) })
    }

    /// The arrays as slices, if none needs converting.
    pub(super) fn where_they_lie(&self, names: &Names<M>) -> PyResult<Option<InPlace<'py, M>>> {
        let arrays = self.hands.iter().zip(names.hands);
        let masks: Option<Vec<_>> =
            arrays.map(|(array, name)| contiguous(array, name)).collect::<PyResult<_>>()?;
        let Some(masks) = masks else { return Ok(None) };
        let masks = collected(masks.into_iter().map(Ok))?;
        let Some(ids) = self.beside.each() else { return Ok(Some(InPlace { masks, ids: None })) };
        let ids = contiguous(ids, names.beside)?;
        Ok(ids.map(|ids| InPlace { masks, ids: Some(ids) }))
    }

    /// The hands of a block, converted.
    pub(super) fn of(&self, block: &Block) -> PyResult<Converted<'py, M>> {
        let masks = collected(self.hands.iter().map(|hands| masks_of(hands, block)))?;
        Ok(Converted { masks, ids: self.beside.ids_of(block)? })
    }

    /// Has each array looked at.
    pub(super) fn each(
        &self,
        look: impl FnMut(&Bound<'py, PyUntypedArray>) -> PyResult<()>,
    ) -> PyResult<()> {
        self.arrays().try_for_each(look)
    }
}

/// Masks, and ids of cards if each place has its own, that need no converting.
pub(super) struct InPlace<'py, const M: usize> {
    masks: [PyReadonlyArrayDyn<'py, u64>; M],
    ids: Option<PyReadonlyArrayDyn<'py, u8>>,
}

impl<const M: usize> InPlace<'_, M> {
    pub(super) fn hands<'a>(&'a self, beside: &CardBeside<'_>) -> PyResult<Hands<'a, M>> {
        let ids = self.ids.as_ref().map(|ids| ids.as_slice()).transpose()?;
        Ok(Hands { masks: slices(&self.masks)?, beside: beside.of(ids) })
    }

    /// The addresses of all of them.
    pub(super) fn addresses(&self) -> Vec<std::ops::Range<usize>> {
        let masks = self.masks.iter().map(|masks| addresses(masks));
        masks.chain(self.ids.iter().map(|ids| addresses(ids))).collect()
    }
}

/// The masks of a block, and its ids if each place has one.
pub(super) struct Converted<'py, const M: usize> {
    masks: [PyReadonlyArrayDyn<'py, u64>; M],
    ids: Option<Vec<u8>>,
}

impl<const M: usize> Converted<'_, M> {
    pub(super) fn hands<'a>(&'a self, beside: &CardBeside<'_>) -> PyResult<Hands<'a, M>> {
        Ok(Hands { masks: slices(&self.masks)?, beside: beside.of(self.ids.as_deref()) })
    }
}

fn slices<'a, const M: usize>(
    arrays: &'a [PyReadonlyArrayDyn<'_, u64>; M],
) -> PyResult<[&'a [u64]; M]> {
    collected(arrays.iter().map(|array| Ok(array.as_slice()?)))
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

/// The error for arrays without a common shape: the first that does not go with those before it.
fn misfit<const M: usize>(arrays: &[Bound<'_, PyUntypedArray>], names: &Names<M>) -> PyErr {
    let names: Vec<&str> = names.hands.into_iter().chain([names.beside]).collect();
    let mut common: Vec<usize> = Vec::new();
    for (at, array) in arrays.iter().enumerate() {
        let shape = array.shape();
        match common_shape(&common, shape) {
            Some(both) => common = both,
            None => {
                let others = names[..at].join(" and ");
                return PyValueError::new_err(format!(
                    "{}: its shape {shape:?} does not broadcast with the shape {common:?} of \
                     {others}",
                    names[at]
                ));
            }
        }
    }
    PyValueError::new_err(format!("{}: too many dimensions or elements", names[0]))
}

/// The shape that arrays of both shapes broadcast to.
fn common_shape(one: &[usize], other: &[usize]) -> Option<Vec<usize>> {
    let length = one.len().max(other.len());
    let of = |shape: &[usize], axis: usize| {
        (axis + shape.len()).checked_sub(length).map_or(1, |axis| shape[axis])
    };
    let both = (0..length).map(|axis| match (of(one, axis), of(other, axis)) {
        (1, length) | (length, 1) => Some(length),
        (length, same) => (length == same).then_some(length),
    });
    both.collect()
}

#[cfg(test)]
mod tests {
    use super::common_shape;

    #[test]
    fn shapes_broadcast_as_in_numpy() {
        type Case = (&'static [usize], &'static [usize], Option<&'static [usize]>);
        let cases: [Case; 8] = [
            (&[], &[3], Some(&[3])),
            (&[3], &[3], Some(&[3])),
            (&[2, 1], &[3], Some(&[2, 3])),
            (&[3], &[2, 1], Some(&[2, 3])),
            (&[1], &[0], Some(&[0])),
            (&[0], &[3], None),
            (&[2], &[3], None),
            (&[2, 3], &[2], None),
        ];
        for (one, other, both) in cases {
            assert_eq!(common_shape(one, other).as_deref(), both, "{one:?} {other:?}");
        }
    }
}
