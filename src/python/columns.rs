//! Columns of hands: from texts and ids to masks, and back.

use numpy::{PyArrayMethods, PyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
