//! Pools of threads that survive a fork of the process.
//!
//! The threads of a pool do not: a child that handed work to its parent's pool would wait for ever,
//! and so it would at a lock that some thread of its parent held at the moment of the fork. So a
//! pool belongs to a process id, a child makes its own, and the places that keep the pools are
//! claimed without a lock: a claim names the process, and only threads of that process ever wait
//! for the pool behind it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool that a process has claimed: 0 while free, else process id and number of threads.
struct Place {
    owner: AtomicU64,
    pool: OnceLock<Option<ThreadPool>>,
}

/// So many pools are kept: one for each number of threads asked for, in this process and in those
/// it was forked from. Further ones are made for one call.
static PLACES: [Place; 32] =
    [const { Place { owner: AtomicU64::new(0), pool: OnceLock::new() } }; 32];

/// The pool of this process with so many threads, or `None` if the system starts no more.
pub(super) fn with_threads(threads: usize) -> Option<Pool> {
    let threads_or_none = u32::try_from(threads).ok()?;
    let owner = u64::from(std::process::id()) << 32 | u64::from(threads_or_none);
    for place in &PLACES {
        let claim = place.owner.compare_exchange(0, owner, Ordering::AcqRel, Ordering::Acquire);
        if claim.is_ok() || claim == Err(owner) {
            return place.pool.get_or_init(|| build(threads)).as_ref().map(Pool::Kept);
        }
    }
    build(threads).map(Pool::ForOneCall)
}

/// A pool, kept for further calls or not.
pub(super) enum Pool {
    Kept(&'static ThreadPool),
    ForOneCall(ThreadPool),
}

impl std::ops::Deref for Pool {
    type Target = ThreadPool;

    fn deref(&self) -> &ThreadPool {
        match self {
            Pool::Kept(pool) => pool,
            Pool::ForOneCall(pool) => pool,
        }
    }
}

fn build(threads: usize) -> Option<ThreadPool> {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.thread_name(|at| format!("gin_fast {at}")).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_is_kept_as_long_as_there_is_a_place() {
        let first = with_threads(2).unwrap();
        let again = with_threads(2).unwrap();
        assert!(std::ptr::eq(&*first, &*again));
        for threads in 1..=PLACES.len() + 1 {
            let pool = with_threads(threads).unwrap();
            assert_eq!(pool.current_num_threads(), threads);
        }
    }
}
