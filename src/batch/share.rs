//! Work in parts, shared by the calling thread and a pool of our own.
//!
//! Each thread takes the next part as soon as it is done with its last one, so parts may differ
//! in cost. The calling thread works too, and between two of its parts it may look up: the Python
//! bindings ask there whether Ctrl-C was pressed.

/// Works through the parts in order of their taking. An error ends the work early; of several the
/// least is returned, so errors that order by place name the first place.
///
/// `threads` is how many threads work, 0 for one a core. `pause` is called on the calling thread
/// after each of its parts.
pub(crate) fn share<T: Send, E: Send + Ord>(
    threads: usize,
    mut parts: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T) -> Result<(), E> + Sync,
    mut pause: impl FnMut() -> Result<(), E>,
) -> Result<(), E> {
    if threads != 1 {
        let threads = if threads == 0 { cores() } else { threads }.min(parts.len());
        if threads > 1 {
            return among(threads, parts, work, &mut pause);
        }
    }
    parts.try_for_each(|part| {
        work(part)?;
        pause()
    })
}

/// How many threads the machine runs at once.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(not(feature = "rayon"))]
fn among<T, E>(
    _threads: usize,
    mut parts: impl Iterator<Item = T>,
    work: impl Fn(T) -> Result<(), E>,
    pause: &mut dyn FnMut() -> Result<(), E>,
) -> Result<(), E> {
    parts.try_for_each(|part| {
        work(part)?;
        pause()
    })
}

#[cfg(feature = "rayon")]
fn among<T: Send, E: Send + Ord>(
    threads: usize,
    parts: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Result<(), E> + Sync,
    pause: &mut dyn FnMut() -> Result<(), E>,
) -> Result<(), E> {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, PoisonError};

    let parts = Mutex::new(parts);
    let least_error = Mutex::new(None);
    let stopped = AtomicBool::new(false);
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = |pause: &mut dyn FnMut() -> Result<(), E>| {
        // A part once taken is finished, so when one fails all parts before it are looked at.
        while !stopped.load(Ordering::Relaxed)
            && let Some(part) = next()
        {
            if let Err(error) = work(part).and_then(|()| pause()) {
                stopped.store(true, Ordering::Relaxed);
                let mut least = least_error.lock().unwrap_or_else(PoisonError::into_inner);
                *least = least.take().into_iter().chain([error]).min();
            }
        }
    };
    match super::pool::with_threads(threads - 1) {
        Some(pool) => pool.in_place_scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|_| run(&mut || Ok(())));
            }
            run(pause);
        }),
        None => run(pause),
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
                let work = |part| {
                    sum.fetch_add(part, Ordering::Relaxed);
                    Ok::<(), ()>(())
                };
                assert_eq!(share(threads, 0..count, work, || Ok(())), Ok(()));
                assert_eq!(sum.into_inner(), (0..count).sum::<usize>());
            }
        }
    }

    #[test]
    fn the_first_of_several_bad_parts_is_named() {
        for threads in [1, 2, 4] {
            let work = |part: usize| if part % 10 == 9 { Err(part) } else { Ok(()) };
            assert_eq!(share(threads, 0..100, work, || Ok(())), Err(9), "{threads} threads");
        }
    }

    #[test]
    fn a_pause_may_end_the_work() {
        for threads in [1, 2] {
            let done = AtomicUsize::new(0);
            let work = |_| {
                done.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(std::time::Duration::from_millis(1));
                Ok(())
            };
            assert_eq!(share(threads, 0..1000, work, || Err(())), Err(()));
            assert!(done.into_inner() < 1000);
        }
    }
}
