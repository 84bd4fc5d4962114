//! The places in memory that NumPy hands to a loop.

use std::ffi::c_char;
use std::slice;

use super::table::{F64, I16, U8};

/// Room on the stack for a block of values, made when asked for: clearing what a loop does not use
/// would cost short loops more than their hands do.
pub(super) struct Room<T, const BLOCK: usize>(Option<[T; BLOCK]>);

impl<T: Copy + Default, const BLOCK: usize> Room<T, BLOCK> {
    pub(super) fn new() -> Self {
        Room(None)
    }

    #[inline(always)]
    pub(super) fn of(&mut self, count: usize) -> &mut [T] {
        &mut self.0.get_or_insert_with(|| [T::default(); BLOCK])[..count]
    }
}

/// One argument of a loop: its first place, the step to the next in bytes, its type.
#[derive(Clone, Copy)]
pub(super) struct Argument {
    pub(super) start: *mut u8,
    pub(super) step: isize,
    pub(super) kind: c_char,
}

impl Argument {
    /// So many hands from a place on: where they lie if side by side, else copied.
    ///
    /// # Safety
    /// The places are the argument's, hold 64 bits, and are not written while the slice lives.
    pub(super) unsafe fn hands<const BLOCK: usize>(
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
    pub(super) unsafe fn write_numbers(self, from: usize, numbers: &[u8]) {
        if self.kind == U8 {
            // SAFETY: the caller's promise; the items are bytes.
            unsafe { self.write::<u8, u8>(from, numbers) };
        } else {
            // SAFETY: the caller's promise; the items have 64 bits.
            unsafe { self.write::<u8, u64>(from, numbers) };
        }
    }

    /// Writes points from a place on, in the width of the argument.
    ///
    /// # Safety
    /// The places are the argument's, which is an output of 16-bit or 64-bit integers or of 64-bit
    /// floats.
    pub(super) unsafe fn write_points(self, from: usize, points: &[i16]) {
        // SAFETY: the caller's promise; each type is written where the argument has it.
        unsafe {
            match self.kind {
                I16 => self.write::<i16, i16>(from, points),
                F64 => self.write::<i16, f64>(from, points),
                _ => self.write::<i16, i64>(from, points),
            }
        }
    }

    /// Writes values from a place on, as items of the type `T`.
    ///
    /// # Safety
    /// The places are the argument's, which is an output and holds items of the size of `T`.
    pub(super) unsafe fn write<V: Copy, T: From<V>>(self, from: usize, values: &[V]) {
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
