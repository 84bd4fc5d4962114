//! Work in parts, shared by the calling thread and a pool of our own.
//!
//! Each thread takes the next part as soon as it is done with its last one, so parts may differ
//! in cost. The calling thread works too, and between two of its parts it may look up: the Python
//! bindings ask there whether Ctrl-C was pressed.

/// Works through the parts, each taken in order. An error ends the work early; of several the least
/// is returned, so errors that order by place name the first place.
///
/// `threads` is how many threads work, 0 for one a core. `work` is handed a part and a question,
/// whether to go on, to ask within long parts: a part given up ends the work without error. On the
/// calling thread the question is `go_on`, which is also asked after each of its parts.
pub(crate) fn share<T: Send, E: Send + Ord>(
    threads: usize,
    parts: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T, &mut dyn FnMut() -> bool) -> Result<(), E> + Sync,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), E> {
    if threads != 1 {
        let threads = if threads == 0 { cores() } else { threads }.min(parts.len());
        if threads > 1 {
            return among(threads, parts, work, go_on);
        }
    }
    for part in parts {
        work(part, go_on)?;
        if !go_on() {
            break;
        }
    }
    Ok(())
}

/// How many threads the machine runs at once.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(not(feature = "rayon"))]
fn among<T: Send, E: Send + Ord>(
    _threads: usize,
    parts: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T, &mut dyn FnMut() -> bool) -> Result<(), E> + Sync,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), E> {
    share(1, parts, work, go_on)
}

#[cfg(feature = "rayon")]
fn among<T: Send, E: Send + Ord>(
    threads: usize,
    parts: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &mut dyn FnMut() -> bool) -> Result<(), E> + Sync,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), E> {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, PoisonError};

    let parts = Mutex::new(parts);
    let least_error = Mutex::new(None);
    // After an error no part is begun, but those begun are finished: so all parts before the
    // first bad one are looked at.
    let failed = AtomicBool::new(false);
    let given_up = AtomicBool::new(false);
    let is_given_up = || given_up.load(Ordering::Relaxed);
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = |go_on: &mut dyn FnMut() -> bool| {
        while !failed.load(Ordering::Relaxed)
            && !is_given_up()
            && let Some(part) = next()
        {
            if let Err(error) = work(part, go_on) {
                failed.store(true, Ordering::Relaxed);
                let mut least = least_error.lock().unwrap_or_else(PoisonError::into_inner);
                *least = least.take().into_iter().chain([error]).min();
            } else if !go_on() {
                given_up.store(true, Ordering::Relaxed);
            }
        }
    };
    match super::pool::with_threads(threads - 1) {
        Some(pool) => pool.in_place_scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|_| run(&mut || !is_given_up()));
            }
            run(go_on);
        }),
        None => run(go_on),
    }
    let least_error = least_error.into_inner().unwrap_or_else(PoisonError::into_inner);
    least_error.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_part_is_worked_on_once_by_any_number_of_threads() {
        for threads in [0, 1, 2, 3, 7] {
            for count in [0_usize, 1, 2, 100] {
                let sum = AtomicUsize::new(0);
                let work = |part: usize, _: &mut dyn FnMut() -> bool| {
                    sum.fetch_add(part, Ordering::Relaxed);
                    Ok::<(), ()>(())
                };
                assert_eq!(share(threads, 0..count, work, &mut || true), Ok(()));
                assert_eq!(sum.into_inner(), (0..count).sum::<usize>());
            }
        }
    }

    #[test]
    fn the_first_of_several_bad_parts_is_named() {
        for threads in [1, 2, 4] {
            let work = |part: usize, _: &mut dyn FnMut() -> bool| {
                if part % 10 == 9 { Err(part) } else { Ok(()) }
            };
            assert_eq!(share(threads, 0..100, work, &mut || true), Err(9), "{threads} threads");
        }
    }

    #[test]
    fn work_given_up_ends_within_its_parts() {
        for threads in [1, 2] {
            let done = AtomicUsize::new(0);
            let work = |_, go_on: &mut dyn FnMut() -> bool| {
                while go_on() {
                    done.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
                Ok::<(), ()>(())
            };
            let mut asked = 0;
            let mut go_on = || {
                asked += 1;
                asked < 10
            };
            assert_eq!(share(threads, 0..1000, work, &mut go_on), Ok(()));
            assert!(done.into_inner() < 1000);
        }
    }
}
