//! Ctrl-C during long work, which lets the interpreter's lock go.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// So often the work looks whether a signal, such as that of Ctrl-C, has come.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Looks for signals, but not too often.
pub(super) struct Signals {
    looked: Instant,
    caught: Option<PyErr>,
}

impl Signals {
    pub(super) fn new() -> Signals {
        Signals { looked: Instant::now(), caught: None }
    }

    /// Whether to go on: no signal has come whose handler raises.
    pub(super) fn go_on(&mut self) -> bool {
        if self.looked.elapsed() >= BETWEEN_LOOKS {
            self.caught = Python::attach(|py| py.check_signals()).err();
            self.looked = Instant::now();
        }
        self.caught.is_none()
    }

    /// What the handler of a signal raised.
    pub(super) fn raised(self) -> Option<PyErr> {
        self.caught
    }
}
