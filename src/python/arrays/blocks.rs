//! An array of any shape, cut into blocks that follow one another in C order.

use numpy::{
    PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PySlice, PyTuple};

use super::super::known::known;
use super::output::in_use;

/// Some elements that follow one another.
pub(in crate::python) struct Block {
    /// The place of the first, counted in C order.
    pub(in crate::python) at: usize,
    /// How many there are.
    pub(in crate::python) len: usize,
    /// The place on each axis but the last that the block cuts, where it takes a range.
    outer: Vec<usize>,
    range: std::ops::Range<usize>,
}

impl Block {
    /// The index that takes the block out of an array.
    fn index<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut index = Vec::with_capacity(self.outer.len() + 1);
        for place in &self.outer {
            index.push(place.into_bound_py_any(py)?);
        }
        let (start, end) = (self.range.start as isize, self.range.end as isize);
        index.push(PySlice::new(py, start, end, 1).into_any());
        PyTuple::new(py, index)
    }

    /// The block of an array, as a view.
    pub(super) fn of<'py>(
        &self,
        array: &Bound<'py, PyUntypedArray>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if array.ndim() == 0 {
            return Ok(array.clone().into_any());
        }
        array.get_item(self.index(array.py())?)
    }
}

/// The blocks of an array of this shape, in C order, of at most so many elements each.
pub(in crate::python) struct Blocks {
    /// The axes before the one that is cut, and where on them the next block is.
    outer: Vec<usize>,
    next: Vec<usize>,
    /// The axis that is cut: its length, how much of it a block takes, where the next one starts.
    axis: usize,
    step: usize,
    start: usize,
    /// The elements behind one place of that axis.
    inner: usize,
    at: usize,
    len: usize,
}

impl Blocks {
    pub(in crate::python) fn new(shape: &[usize], most: usize) -> Blocks {
        let len = shape.iter().product();
        let mut cut = shape.len().saturating_sub(1);
        let mut inner = 1;
        while cut > 0 && inner * shape[cut] <= most {
            inner *= shape[cut];
            cut -= 1;
        }
        let outer = shape[..cut].to_vec();
        let axis = shape.get(cut).copied().unwrap_or(1);
        // An array without elements has no block, whatever the step.
        let step = (most / inner.max(1)).max(1);
        Blocks { next: vec![0; outer.len()], outer, axis, step, start: 0, inner, at: 0, len }
    }
}

impl Iterator for Blocks {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        if self.at >= self.len {
            return None;
        }
        let end = (self.start + self.step).min(self.axis);
        let range = self.start..end;
        let len = range.len() * self.inner;
        let block = Block { at: self.at, len, outer: self.next.clone(), range };
        self.at += len;
        self.start = end % self.axis;
        if self.start == 0 {
            for (place, length) in self.next.iter_mut().zip(&self.outer).rev() {
                *place = (*place + 1) % length;
                if *place != 0 {
                    break;
                }
            }
        }
        Some(block)
    }
}

/// The masks of a block, converted. A negative one turns into one with high bits, so it is no hand.
pub(in crate::python) fn masks_of<'py>(
    array: &Bound<'py, PyUntypedArray>,
    block: &Block,
) -> PyResult<PyReadonlyArrayDyn<'py, u64>> {
    let py = array.py();
    let uint64 = known(py)?.uint64.bind(py);
    let masks = block.of(array)?.call_method1("astype", (uint64, "C"))?;
    let masks = masks.cast_into::<PyArrayDyn<u64>>()?;
    masks.try_readonly().map_err(|_| in_use("hand"))
}

/// Where an element is, for an error message, and what it is.
pub(in crate::python) fn element<'py>(
    array: &Bound<'py, PyUntypedArray>,
    at: usize,
) -> (String, PyResult<Bound<'py, PyAny>>) {
    let shape = array.shape();
    let mut left = at;
    let mut index: Vec<usize> = Vec::with_capacity(shape.len());
    for length in shape.iter().rev() {
        index.push(left % length);
        left /= length;
    }
    index.reverse();
    let place = match index[..] {
        [] => String::new(),
        [at] => format!(" at index {at}"),
        _ => {
            let places: Vec<String> = index.iter().map(usize::to_string).collect();
            format!(" at index ({})", places.join(", "))
        }
    };
    let element = PyTuple::new(array.py(), index).and_then(|index| array.get_item(index));
    (place, element)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_any_shape_in_order() {
        let shapes: [&[usize]; 9] =
            [&[], &[0], &[1], &[100], &[7, 13], &[3, 0, 5], &[5, 3, 4], &[2, 1, 33, 1], &[1, 1, 1]];
        for shape in shapes {
            for most in [1, 2, 7, 16, 1000] {
                let len: usize = shape.iter().product();
                let mut at = 0;
                for block in Blocks::new(shape, most) {
                    assert_eq!(block.at, at, "{shape:?} {most}");
                    assert!(block.len <= most && block.len > 0, "{shape:?} {most}");
                    let mut first = block.outer.clone();
                    first.push(block.range.start);
                    let place = first.iter().zip(shape).fold(0, |all, (i, n)| all * n + i);
                    let inner: usize = shape.iter().skip(first.len()).product();
                    assert_eq!(place * inner, at, "{shape:?} {most}");
                    at += block.len;
                }
                assert_eq!(at, len, "{shape:?} {most}");
            }
        }
    }
}
