//! Reading one action a table.

use numpy::{PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::super::errors::what_came;
use super::super::hand::is_integer_array;

/// The id of no action, which is what an int that no byte can hold becomes.
const NO_ACTION: u8 = u8::MAX;

/// Reads the argument `actions`: an id for each of `count` tables, copied, so that nobody writes to
/// what was found to be legal.
pub(super) fn read(actions: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<u8>> {
    let array = match actions.cast::<PyUntypedArray>() {
        Ok(array) if is_integer_array(array)? => array,
        _ => return Err(PyTypeError::new_err(unfit(actions, count))),
    };
    if array.shape() != [count] {
        let shape = array.getattr("shape")?;
        return Err(PyValueError::new_err(format!(
            "actions: expected one a table, an array of shape ({count},), got one of shape {shape}"
        )));
    }
    if let Ok(bytes) = array.cast::<PyArray1<u8>>()
        && bytes.is_c_contiguous()
        && let Ok(bytes) = bytes.try_readonly()
    {
        return Ok(bytes.as_slice()?.to_vec());
    }
    let wide = array.call_method1("astype", (dtype::<i64>(array.py()),))?;
    let wide = wide.cast::<PyArray1<i64>>()?.try_readonly()?;
    let ids = wide.as_slice()?.iter().map(|&id| u8::try_from(id).unwrap_or(NO_ACTION));
    Ok(ids.collect())
}

fn unfit(actions: &Bound<'_, PyAny>, count: usize) -> String {
    let came = what_came(actions);
    format!(
        "actions: expected an array of an integer dtype and of shape ({count},), got {came}; \
         pass np.asarray(actions, dtype=np.uint8)"
    )
}
