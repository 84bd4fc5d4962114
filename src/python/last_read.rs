//! What was read last off a frozen object of Python, for callers who pass the same one again.

use std::sync::Mutex;

use pyo3::prelude::*;

/// The object read last, and what was read off it.
pub(super) struct LastRead<T>(Mutex<Option<(Py<PyAny>, T)>>);

impl<T: Copy> LastRead<T> {
    pub(super) const fn new() -> LastRead<T> {
        LastRead(Mutex::new(None))
    }

    /// What was read off this object, or what `read` finds in it now. Nobody waits for another
    /// thread: he reads for himself.
    pub(super) fn of(
        &self,
        object: &Bound<'_, PyAny>,
        read: impl FnOnce() -> PyResult<T>,
    ) -> PyResult<T> {
        if let Ok(last) = self.0.try_lock()
            && let Some((known, found)) = &*last
            && known.is(object)
        {
            return Ok(*found);
        }
        let found = read()?;
        let last = self
            .0
            .try_lock()
            .ok()
            .and_then(|mut last| last.replace((object.clone().unbind(), found)));
        // To drop the object may run code of Python, so not under the lock.
        drop(last);
        Ok(found)
    }
}
