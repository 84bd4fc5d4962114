//! Arrays that answers go to: the caller's `out=`, or fresh ones.

use numpy::{
    BorrowError, Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::super::errors::what_came;
use super::super::known::known;

/// The array given if it is as it must be, or a fresh one.
pub(super) fn array<'py, T: Element>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let Some(out) = out else {
        let shape = PyTuple::new(py, shape)?;
        return Ok(known(py)?.empty.bind(py).call1((shape, dtype::<T>(py)))?.cast_into()?);
    };
    let Ok(array) = out.cast::<PyArrayDyn<T>>() else {
        return Err(PyTypeError::new_err(unfit::<T>(out, shape)?));
    };
    if array.shape() != shape || !array.is_c_contiguous() {
        return Err(PyValueError::new_err(unfit::<T>(out, shape)?));
    }
    Ok(array.clone())
}

/// The array, borrowed for writing.
pub(super) fn writable<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.try_readwrite().map_err(|error| match error {
        BorrowError::NotWriteable => PyValueError::new_err("out: the array is read-only"),
        _ => PyValueError::new_err("out: another call of gin_fast is at work on this array"),
    })
}

/// The same memory as bytes: NumPy holds a bool as a byte of 0 or 1.
pub(super) fn as_bytes<'py>(
    array: &Bound<'py, PyArrayDyn<bool>>,
) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
    let py = array.py();
    Ok(array.call_method1("view", (dtype::<u8>(py),))?.cast_into()?)
}

#[cold]
fn unfit<T: Element>(out: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<String> {
    let py = out.py();
    let wanted = dtype::<T>(py).str()?;
    let shape = PyTuple::new(py, shape)?;
    let came = match out.cast::<PyUntypedArray>() {
        Ok(array) => {
            let order = if array.is_c_contiguous() { "" } else { " that is not contiguous" };
            format!("{} of shape {}{order}", array.dtype().str()?, array.getattr("shape")?)
        }
        Err(_) => what_came(out),
    };
    Ok(format!(
        "out: expected a contiguous {wanted} array of shape {shape}, got {came}; \
         pass np.empty({shape}, np.{wanted})"
    ))
}
