//! Cards in the order in which they came.

/// Up to `N` numbers in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pile<const N: usize> {
    numbers: [u8; N],
    len: u8,
}

impl<const N: usize> Pile<N> {
    pub(super) const EMPTY: Pile<N> = Pile { numbers: [0; N], len: 0 };

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.numbers[..usize::from(self.len)]
    }

    /// Puts a number behind the others.
    pub(super) fn push(&mut self, number: u8) {
        self.numbers[usize::from(self.len)] = number;
        self.len += 1;
    }

    /// Takes a number out, wherever it is; those behind it move up.
    pub(super) fn remove(&mut self, number: u8) {
        if let Some(at) = self.as_slice().iter().position(|&held| held == number) {
            self.numbers.copy_within(at + 1..usize::from(self.len), at);
            self.len -= 1;
        }
    }
}
