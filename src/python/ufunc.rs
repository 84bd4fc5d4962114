//! Real `numpy.ufunc` objects, made through NumPy's C API.
//!
//! NumPy sees to broadcasting, casting, `out`, `where` and `__array_ufunc__`, and calls one loop
//! of ours for each stretch of hands, mostly without the interpreter lock. The loop takes blocks:
//! hands that lie side by side are read where they lie, others are gathered on the stack. Answers
//! go to the stack first and are written when the block is done, so `out` may be an input itself.
//!
//! All loops share one function, [`run_loop`]; the [`Loop`] that comes back to it as its `data`
//! says what to evaluate and which types the arguments have.

mod argument;
mod fault;
mod table;

use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use numpy::npyffi::{PY_UFUNC_API, PyUFuncGenericFunction, npy_intp};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

use self::argument::{Argument, Room};
use self::fault::Fault;
use self::table::{Question, UFUNCS, Ufunc};
use super::signals::Signals;
use crate::{Backend, Beside, CardSet, LayoutChoice, Rules, Terms, batch};

/// The hands evaluated at a time: as many as the kernels take at a time themselves, or so few that
/// room for them costs next to nothing.
const BLOCK: usize = 4096;
const SMALL_BLOCK: usize = 256;

/// The value of `identity` that means there is none.
const NO_IDENTITY: c_int = -1;

/// How pairs of hands are settled.
fn terms() -> Terms<'static> {
    let (layout, upcards) = (LayoutChoice::Canonical, Beside::Nothing);
    Terms { rules: Rules::default(), layout, upcards }
}

/// One loop: the types of the arguments, the hands first.
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
    let inputs = ufunc.question.hands() as c_int;
    let outputs = ufunc.loops[0].len() as c_int - inputs;
    // SAFETY: `functions` and `data` hold `count` items, `types` one for each argument of each,
    // and all of them, like the name and the text, are never freed.
    let made = unsafe {
        PY_UFUNC_API.PyUFunc_FromFuncAndData(
            py,
            functions.as_mut_ptr(),
            data.as_mut_ptr(),
            types.as_mut_ptr(),
            count as c_int,
            inputs,
            outputs,
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
        let mut gathered_defenders = Room::<u64, BLOCK>::new();
        let mut points = Room::<i16, BLOCK>::new();
        let mut masks = Room::<u64, BLOCK>::new();
        let mut cards = Room::<u8, BLOCK>::new();
        let mut left = Room::<u8, BLOCK>::new();
        let mut signals = Signals::new();
        for from in (0..count).step_by(BLOCK) {
            let block = BLOCK.min(count - from);
            if !signals.go_on() {
                break;
            }
            // SAFETY: `from + block` is at most `count`, a hand has 64 bits in every loop, and
            // nothing is written before the slice is gone.
            let hands = unsafe { argument(0).hands(from, block, &mut gathered) };
            self.check(0, hands, backend)?;
            match self.question {
                Question::Deadwood => backend.deadwood(hands, left.of(block)),
                Question::Melded => backend.melded(hands, masks.of(block)),
                Question::KnockPoints => {
                    // SAFETY: as for the first hands.
                    let defenders =
                        unsafe { argument(1).hands(from, block, &mut gathered_defenders) };
                    self.check(1, defenders, backend)?;
                    if let Some(at) = backend.first_no_showdown(hands, defenders, &terms()) {
                        return Err(Fault::NoShowdown { hands: [hands[at], defenders[at]] });
                    }
                    backend.knock_points(hands, defenders, &terms(), points.of(block));
                }
                Question::BestDiscard
                | Question::BestDiscardCard
                | Question::BestDiscardDeadwood => {
                    let (cards, left) = (cards.of(block), left.of(block));
                    backend.best_discard(hands, Beside::Nothing, cards, left);
                }
            }
            // SAFETY: `from + block` is at most `count`, and the arguments after the hands are
            // outputs: of 64 bits where masks are written, else of a type that `write_numbers` or
            // `write_points` knows.
            unsafe {
                match self.question {
                    Question::KnockPoints => argument(2).write_points(from, points.of(block)),
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
        signals.raised().map_or(Ok(()), |error| Err(Fault::Interrupted(error)))
    }

    /// Looks whether the hands of this argument can be evaluated.
    fn check(&self, argument: usize, hands: &[u64], backend: Backend) -> Result<(), Fault> {
        if let Some(at) = batch::first_no_hand(hands, backend) {
            let (name, kind) = (self.question.names()[argument], self.types[argument]);
            return Err(Fault::NoHand { name, mask: hands[at], kind });
        }
        match self.question {
            Question::Deadwood | Question::Melded | Question::KnockPoints => Ok(()),
            _ => match batch::first_without(11, hands, backend) {
                Some(at) => Err(Fault::NotEleven { hand: CardSet::truncated(hands[at]) }),
                None => Ok(()),
            },
        }
    }
}
