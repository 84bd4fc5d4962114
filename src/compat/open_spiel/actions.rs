//! The 241 actions by number, and sets of them.

use std::ops::BitOr;

/// Takes the upcard.
pub const DRAW_UPCARD: u8 = 52;
/// Draws from the stock.
pub const DRAW_STOCK: u8 = 53;
/// Passes on the upcard or at the wall, or has laid down or off all that it will.
pub const PASS: u8 = 54;
/// Knocks.
pub const KNOCK: u8 = 55;
/// The first of the numbers of melds.
pub const FIRST_MELD: u8 = 56;
/// How many melds have a number.
pub const MELDS: u8 = 185;
/// How many actions there are.
pub const ACTIONS: u8 = FIRST_MELD + MELDS;

/// A set of actions: bit *number* of four words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ActionSet([u64; 4]);

impl ActionSet {
    /// No action.
    pub const EMPTY: ActionSet = ActionSet([0; 4]);

    /// These actions; 241 and above are none.
    pub fn of(actions: &[u8]) -> ActionSet {
        actions.iter().fold(ActionSet::EMPTY, |set, &action| set.with(action))
    }

    /// Cards, by the bits of a mask of their numbers.
    pub const fn of_cards(mask: u64) -> ActionSet {
        ActionSet([mask, 0, 0, 0])
    }

    /// The set with this action.
    #[must_use]
    pub const fn with(mut self, action: u8) -> ActionSet {
        if action < ACTIONS {
            self.0[action as usize / 64] |= 1 << (action % 64);
        }
        self
    }

    /// Whether the action is among them.
    pub const fn contains(self, action: u8) -> bool {
        self.0[action as usize / 64] >> (action % 64) & 1 == 1
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == ActionSet::EMPTY
    }

    /// The actions, by ascending number.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let words = self.0.into_iter().zip([0_u8, 64, 128, 192]);
        words.flat_map(|(mut word, first)| {
            std::iter::from_fn(move || {
                let next = (word != 0).then(|| first + word.trailing_zeros() as u8);
                word &= word.wrapping_sub(1);
                next
            })
        })
    }
}

impl BitOr for ActionSet {
    type Output = ActionSet;

    fn bitor(self, other: ActionSet) -> ActionSet {
        ActionSet(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_it_was_made_of_in_ascending_order() {
        let all: Vec<u8> = (0..ACTIONS).collect();
        let set = ActionSet::of(&all);
        assert_eq!((set.len(), set.iter().collect::<Vec<_>>()), (241, all));
        let some = ActionSet::of(&[240, 3, 64, 55]) | ActionSet::of_cards(1 << 51);
        assert_eq!(some.iter().collect::<Vec<_>>(), [3, 51, 55, 64, 240]);
        assert!(some.contains(64) && !some.contains(63) && !some.contains(250));
        assert!(ActionSet::of(&[241, 255]).is_empty());
    }
}
