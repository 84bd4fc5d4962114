//! Reading arguments as OpenSpiel's bindings do: which kinds are taken, and which are refused with a
//! `TypeError`.

use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyList, PySet, PyString, PyTuple,
};

use crate::python::errors::{shown, what_came};

/// Iterators and views that are taken though they are no sequences.
const TAKEN: [&str; 6] = ["generator", "map", "zip", "dict_keys", "dict_values", "dict_items"];

/// The items of a list or of another sequence but a text; or of a set, a generator or a few more.
pub(super) fn items<'py>(
    name: &str,
    wanted: &str,
    sequence: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    if let Ok(list) = sequence.cast_exact::<PyList>() {
        return Ok(list.clone());
    }
    if let Ok(tuple) = sequence.cast_exact::<PyTuple>() {
        return Ok(tuple.to_list());
    }
    if let Ok(array) = sequence.cast::<PyUntypedArray>()
        && matches!(array.dtype().kind(), b'b' | b'i' | b'u')
        && array.ndim() == 1
    {
        return Ok(array.call_method0("tolist")?.cast_into()?);
    }
    if !is_sequence(sequence)? {
        let came = what_came(sequence);
        return Err(PyTypeError::new_err(format!(
            "{name}: expected a list or another sequence of {wanted}, got {came}"
        )));
    }
    Ok(sequence.py().get_type::<PyList>().call1((sequence,))?.cast_into()?)
}

fn is_sequence(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyDict>()
    {
        return Ok(false);
    }
    let class = object.get_type();
    Ok(object.is_instance_of::<PySet>()
        || object.is_instance_of::<PyFrozenSet>()
        || class.hasattr("__getitem__")? && class.hasattr("__len__")?
        || TAKEN.contains(&class.name()?.to_str()?))
}

/// An `int` of 32 bits, or what is one by `__index__` or, but for floats, by `__int__`.
pub(super) fn number(name: &str, item: &Bound<'_, PyAny>) -> PyResult<i32> {
    item.extract().or_else(|error| convert(name, item, &error, 32))
}

/// An `int` of 64 bits, as OpenSpiel's actions are, read as [`number`] reads one of 32.
pub(super) fn action(name: &str, item: &Bound<'_, PyAny>) -> PyResult<i64> {
    item.extract().or_else(|error| convert(name, item, &error, 64))
}

/// What is no `int` of so many bits at once, for the reason that `error` says.
#[cold]
fn convert<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    item: &Bound<'py, PyAny>,
    error: &PyErr,
    bits: u8,
) -> PyResult<T> {
    if error.is_instance_of::<PyOverflowError>(item.py()) {
        let number = shown(item);
        return Err(PyTypeError::new_err(format!("{name}: {number} has more than {bits} bits")));
    }
    if !item.is_instance_of::<PyFloat>()
        && let Ok(whole) = item.call_method0("__int__")
        && let Ok(number) = whole.extract::<T>()
    {
        return Ok(number);
    }
    let came = what_came(item);
    Err(PyTypeError::new_err(format!("{name}: expected an int, got {came}")))
}

/// The ints of a sequence.
pub(super) fn numbers(name: &str, sequence: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    let items = items(name, "ints", sequence)?;
    let mut numbers = Vec::with_capacity(items.len());
    for item in items {
        numbers.push(number(name, &item)?);
    }
    Ok(numbers)
}

/// A `bool` that says how to answer.
pub(super) fn flag(name: &str, flag: &Bound<'_, PyAny>) -> PyResult<bool> {
    flag.cast::<PyBool>().map(|flag| flag.is_true()).map_err(|_| {
        PyTypeError::new_err(format!("{name}: expected True or False, got {}", what_came(flag)))
    })
}

/// A text, or bytes of one.
pub(super) fn words(name: &str, text: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = text.cast::<PyString>() {
        return Ok(text.to_string_lossy().into_owned());
    }
    if let Ok(bytes) = text.cast::<PyBytes>() {
        return Ok(String::from_utf8_lossy(bytes.as_bytes()).into_owned());
    }
    if let Ok(bytes) = text.cast::<PyByteArray>() {
        return Ok(String::from_utf8_lossy(&bytes.to_vec()).into_owned());
    }
    let came = what_came(text);
    Err(PyTypeError::new_err(format!("{name}: expected a str, got {came}")))
}

/// The two bytes of a text in UTF-8 or of bytes; `None` if there are more or fewer.
pub(super) fn text(name: &str, text: &Bound<'_, PyAny>) -> PyResult<Option<[u8; 2]>> {
    if let Ok(text) = text.cast::<PyString>()
        && let Ok(text) = text.to_str()
    {
        return Ok(text.as_bytes().try_into().ok());
    }
    if let Ok(bytes) = text.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().try_into().ok());
    }
    if let Ok(bytes) = text.cast::<PyByteArray>() {
        return Ok(bytes.to_vec().try_into().ok());
    }
    let came = what_came(text);
    Err(PyTypeError::new_err(format!("{name}: expected a str such as 'Td', got {came}")))
}
