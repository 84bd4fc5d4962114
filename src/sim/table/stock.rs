//! What nobody has seen: the order of the stock.

use super::Table;
use crate::sim::chance::Chance;

impl Table {
    /// Puts the stock in another order, each as likely as the other.
    #[inline]
    pub fn shuffle_stock(&mut self, chance: &mut Chance) {
        let stock = &mut self.stock[..usize::from(self.core.stock)];
        for at in 1..stock.len() {
            let other = chance.below(at as u32 + 1) as usize;
            stock.swap(at, other);
        }
    }
}
