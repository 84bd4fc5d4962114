//! Real `numpy.ufunc` objects, made through NumPy's C API.
//!
//! NumPy sees to broadcasting, casting, `out`, `where` and `__array_ufunc__`, and calls one loop
//! of ours for each stretch of hands, mostly without the interpreter lock. The loop takes blocks:
//! hands that lie side by side are read where they lie, others are gathered on the stack. Answers
//! go to the stack first and are written when the block is done, so `out` may be the input itself.
//!
//! All loops share one function, [`run_loop`]; the [`Loop`] that comes back to it as its `data`
//! says what to evaluate and which types the arguments have.

mod table;

use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::time::{Duration, Instant};

use numpy::npyffi::{PY_UFUNC_API, PyUFuncGenericFunction, npy_intp};
use pyo3::exceptions::{PyAttributeError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

use self::table::{I64, Question, U8, UFUNCS, Ufunc};
use super::errors::InvalidHandError;
use crate::kernel::{Backend, BackendError, Beside};
use crate::{CardSet, batch};

/// The hands evaluated at a time: as many as the kernels take at a time themselves, or so few that
/// room for them costs next to nothing.
const BLOCK: usize = 4096;
const SMALL_BLOCK: usize = 256;

/// So often a loop looks whether a signal, such as that of Ctrl-C, has come.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

/// The value of `identity` that means there is none.
const NO_IDENTITY: c_int = -1;

/// One loop: the types of the arguments, the hand first.
struct Loop {
    question: Question,
    types: &'static [c_char],
}

/// Return every ufunc by its name: always the same objects, as pickling wants.
#[pyfunction]
pub(super) fn ufuncs(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    static MADE: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let made = MADE.get_or_try_init(py, || {
        let made = PyDict::new(py);
        for ufunc in &UFUNCS {
            made.set_item(ufunc.name, make(py, ufunc)?)?;
        }
        Ok::<_, PyErr>(made.unbind())
    })?;
    Ok(made.bind(py).clone())
}

fn make<'py>(py: Python<'py>, ufunc: &'static Ufunc) -> PyResult<Bound<'py, PyAny>> {
    let count = ufunc.loops.len();
    // NumPy keeps these three arrays, and a ufunc may live as long as the process.
    let functions: &mut [PyUFuncGenericFunction] =
        Box::leak(vec![Some(run_loop as _); count].into());
    let types: &mut [c_char] = Box::leak(ufunc.loops.concat().into());
    let each = ufunc.loops.iter().map(|types| Loop { question: ufunc.question, types });
    let data = each.map(|each| std::ptr::from_mut(Box::leak(Box::new(each))).cast());
    let data: &mut [*mut c_void] = Box::leak(data.collect());
    let arguments = ufunc.loops[0].len() as c_int;
    // SAFETY: `functions` and `data` hold `count` items, `types` one for each argument of each,
    // and all of them, like the name and the text, are never freed.
    let made = unsafe {
        PY_UFUNC_API.PyUFunc_FromFuncAndData(
            py,
            functions.as_mut_ptr(),
            data.as_mut_ptr(),
            types.as_mut_ptr(),
            count as c_int,
            1,
            arguments - 1,
            NO_IDENTITY,
            ufunc.name.as_ptr(),
            ufunc.doc.as_ptr(),
            0,
        )
    };
    // SAFETY: NumPy gives a new reference, or null with an exception set.
    let made = unsafe { Bound::from_owned_ptr_or_err(py, made) }?;
    match made.setattr("__module__", "gin_fast.ufuncs") {
        // Where ufuncs take no attributes, as in NumPy 2.0, pickle looks for the object in every
        // module.
        Err(error) if !error.is_instance_of::<PyAttributeError>(py) => Err(error),
        _ => Ok(made),
    }
}

/// What NumPy calls: `dimensions[0]` places, for each argument its first place and its step in
/// bytes.
///
/// # Safety
/// As NumPy promises its loops: `data` is what was given with this loop, `args` and `steps` have an
/// item for each of its arguments, and every place of an argument may be read, or written if it is
/// an output, as the argument's type.
unsafe extern "C" fn run_loop(
    args: *mut *mut c_char,
    dimensions: *mut npy_intp,
    steps: *mut npy_intp,
    data: *mut c_void,
) {
    // SAFETY: `data` is a `Loop` that `make` leaked; nobody changes it.
    let this = unsafe { &*data.cast::<Loop>() };
    // SAFETY: one pointer an argument; NumPy leaves them alone until the loop returns.
    let starts = unsafe { slice::from_raw_parts(args, this.types.len()) };
    // SAFETY: one step an argument; NumPy leaves them alone until the loop returns.
    let steps = unsafe { slice::from_raw_parts(steps, this.types.len()) };
    // SAFETY: an element-wise loop has one dimension.
    let count = unsafe { *dimensions } as usize;
    let argument =
        |at: usize| Argument { start: starts[at].cast(), step: steps[at], kind: this.types[at] };
    // A panic must not cross into C.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the promise of this function.
        unsafe {
            if count <= SMALL_BLOCK {
                this.run::<SMALL_BLOCK>(count, argument)
            } else {
                this.run::<BLOCK>(count, argument)
            }
        }
    }));
    match outcome {
        Ok(Ok(())) => {}
        Ok(Err(fault)) => fault.raise(),
        Err(_) => Fault::Panic.raise(),
    }
}

impl Loop {
    /// Evaluates block by block.
    ///
    /// # Safety
    /// `argument` gives for each of `self.types` one that has `count` places.
    unsafe fn run<const BLOCK: usize>(
        &self,
        count: usize,
        argument: impl Fn(usize) -> Argument,
    ) -> Result<(), Fault> {
        let backend = Backend::detect().map_err(Fault::Backend)?;
        let mut gathered = Room::<u64, BLOCK>::new();
        let mut masks = Room::<u64, BLOCK>::new();
        let mut cards = Room::<u8, BLOCK>::new();
        let mut left = Room::<u8, BLOCK>::new();
        let mut looked = Instant::now();
        for from in (0..count).step_by(BLOCK) {
            let block = BLOCK.min(count - from);
            if looked.elapsed() > BETWEEN_SIGNALS {
                Python::attach(|py| py.check_signals()).map_err(Fault::Interrupted)?;
                looked = Instant::now();
            }
            // SAFETY: `from + block` is at most `count`, a hand has 64 bits in every loop, and
            // nothing is written before the slice is gone.
            let hands = unsafe { argument(0).hands(from, block, &mut gathered) };
            self.check(hands, backend)?;
            match self.question {
                Question::Deadwood => batch::deadwood(hands, left.of(block), backend, 1),
                Question::Melded => batch::melded(hands, masks.of(block), backend, 1),
                _ => {
                    let (cards, left) = (cards.of(block), left.of(block));
                    batch::best_discard(hands, Beside::Nothing, cards, left, backend, 1);
                }
            }
            // SAFETY: `from + block` is at most `count`, and the arguments after the hand are
            // outputs: of 64 bits where masks are written, else of a type that `write_numbers`
            // knows.
            unsafe {
                match self.question {
                    Question::Melded => argument(1).write::<u64, u64>(from, masks.of(block)),
                    Question::BestDiscardCard => argument(1).write_numbers(from, cards.of(block)),
                    Question::Deadwood | Question::BestDiscardDeadwood => {
                        argument(1).write_numbers(from, left.of(block));
                    }
                    Question::BestDiscard => {
                        argument(1).write_numbers(from, cards.of(block));
                        argument(2).write_numbers(from, left.of(block));
                    }
                }
            }
        }
        Ok(())
    }

    fn check(&self, hands: &[u64], backend: Backend) -> Result<(), Fault> {
        if let Some(at) = batch::first_no_hand(hands, backend) {
            return Err(Fault::NoHand { mask: hands[at], signed: self.types[0] == I64 });
        }
        match self.question {
            Question::Deadwood | Question::Melded => Ok(()),
            _ => match batch::first_without(11, hands, backend) {
                Some(at) => Err(Fault::NotEleven { hand: CardSet::truncated(hands[at]) }),
                None => Ok(()),
            },
        }
    }
}

/// Room on the stack for a block of values, made when asked for: clearing what a loop does not use
/// would cost short loops more than their hands do.
struct Room<T, const BLOCK: usize>(Option<[T; BLOCK]>);

impl<T: Copy + Default, const BLOCK: usize> Room<T, BLOCK> {
    fn new() -> Self {
        Room(None)
    }

    #[inline(always)]
    fn of(&mut self, count: usize) -> &mut [T] {
        &mut self.0.get_or_insert_with(|| [T::default(); BLOCK])[..count]
    }
}

/// One argument of a loop: its first place, the step to the next in bytes, its type.
#[derive(Clone, Copy)]
struct Argument {
    start: *mut u8,
    step: isize,
    kind: c_char,
}

impl Argument {
    /// So many hands from a place on: where they lie if side by side, else copied.
    ///
    /// # Safety
    /// The places are the argument's, hold 64 bits, and are not written while the slice lives.
    unsafe fn hands<const BLOCK: usize>(
        self,
        from: usize,
        count: usize,
        gathered: &mut Room<u64, BLOCK>,
    ) -> &[u64] {
        let first = self.start.cast::<u64>();
        if self.step == size_of::<u64>() as isize && first.is_aligned() {
            // SAFETY: aligned, side by side, and the caller's promise.
            return unsafe { slice::from_raw_parts(first.add(from), count) };
        }
        let hands = gathered.of(count);
        for (at, hand) in hands.iter_mut().enumerate() {
            let place = (from + at) as isize * self.step;
            // SAFETY: the caller's promise, which says nothing about alignment.
            *hand = unsafe { self.start.offset(place).cast::<u64>().read_unaligned() };
        }
        hands
    }

    /// Writes numbers from a place on, in the width of the argument.
    ///
    /// # Safety
    /// The places are the argument's, which is an output of bytes or of 64 bits.
    unsafe fn write_numbers(self, from: usize, numbers: &[u8]) {
        if self.kind == U8 {
            // SAFETY: the caller's promise; the items are bytes.
            unsafe { self.write::<u8, u8>(from, numbers) };
        } else {
            // SAFETY: the caller's promise; the items have 64 bits.
            unsafe { self.write::<u8, u64>(from, numbers) };
        }
    }

    /// Writes values from a place on, as items of the type `T`.
    ///
    /// # Safety
    /// The places are the argument's, which is an output and holds items of the size of `T`.
    unsafe fn write<V: Copy, T: From<V>>(self, from: usize, values: &[V]) {
        let side_by_side = size_of::<T>() as isize;
        // A step that the compiler knows makes this a copy.
        if self.step == side_by_side {
            // SAFETY: the caller's promise.
            unsafe { self.write_at_steps::<V, T>(side_by_side, from, values) };
        } else {
            // SAFETY: the caller's promise.
            unsafe { self.write_at_steps::<V, T>(self.step, from, values) };
        }
    }

    /// # Safety
    /// As for `write`; `step` is the argument's own.
    #[inline(always)]
    unsafe fn write_at_steps<V: Copy, T: From<V>>(self, step: isize, from: usize, values: &[V]) {
        for (at, value) in values.iter().enumerate() {
            let place = (from + at) as isize * step;
            // SAFETY: the caller's promise, which says nothing about alignment.
            unsafe { self.start.offset(place).cast::<T>().write_unaligned(T::from(*value)) };
        }
    }
}

/// Why a loop stopped.
enum Fault {
    Backend(BackendError),
    NoHand { mask: u64, signed: bool },
    NotEleven { hand: CardSet },
    Interrupted(PyErr),
    Panic,
}

impl Fault {
    /// Sets the exception, with the interpreter lock, which NumPy has mostly released.
    fn raise(self) {
        // While the interpreter shuts down nobody is left to tell.
        let _ = Python::try_attach(|py| {
            // Of several loops that fail in one call the first is told.
            if !PyErr::occurred(py) {
                PyErr::from(self).restore(py);
            }
        });
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> PyErr {
        match fault {
            Fault::Backend(error) => error.into(),
            Fault::Interrupted(error) => error,
            Fault::NoHand { mask, signed } => {
                let mask = if signed { mask.cast_signed().to_string() } else { mask.to_string() };
                InvalidHandError::new_err(format!(
                    "hand: expected masks of the bits 0 to 51, got {mask}"
                ))
            }
            Fault::NotEleven { hand } => InvalidHandError::new_err(format!(
                "hand: expected 11 cards, got {} in the mask {}",
                hand.len(),
                hand.mask()
            )),
            Fault::Panic => PyRuntimeError::new_err("a gin_fast ufunc failed; please report it"),
        }
    }
}
