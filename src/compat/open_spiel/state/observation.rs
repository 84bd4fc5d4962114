//! What a player sees, as numbers: the parts of the observation tensor.

use super::State;
use crate::compat::open_spiel::actions::MELDS;

/// A part of the observation tensor: its name and shape.
pub type Part = (&'static str, &'static [usize]);

const CARDS: usize = 52;
const PLAYER: Part = ("player", &[2]);
const PRIVATE_HAND: Part = ("private_hand", &[2, CARDS]);
const PRIVATE_HANDS: Part = ("private_hands", &[2, CARDS]);
/// What both see.
const PUBLIC: [Part; 6] = [
    ("current_player", &[2]),
    ("knock_card", &[10]),
    ("upcard", &[CARDS]),
    ("discard_pile", &[CARDS]),
    ("stock_size", &[CARDS]),
    ("layed_melds", &[2, MELDS as usize]),
];

/// Whose hands an observation shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hands {
    /// No hand.
    None,
    /// The observing player's.
    Own,
    /// Both.
    All,
}

/// What an observation shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Whose hands.
    pub hands: Hands,
    /// Whether what both players see is in it.
    pub public: bool,
}

impl View {
    /// What a player sees.
    pub const PLAYER: View = View { hands: Hands::Own, public: true };

    /// The parts of its tensor, in order.
    pub fn parts(self) -> Vec<Part> {
        let hands = match self.hands {
            Hands::None => None,
            Hands::Own => Some(PRIVATE_HAND),
            Hands::All => Some(PRIVATE_HANDS),
        };
        let public = if self.public { &PUBLIC[..] } else { &[] };
        [PLAYER].into_iter().chain(hands).chain(public.iter().copied()).collect()
    }

    /// How many numbers its tensor has.
    pub fn len(self) -> usize {
        self.parts().iter().map(|(_, shape)| shape.iter().product::<usize>()).sum()
    }

    /// Whether its tensor has no number: it never is.
    pub fn is_empty(self) -> bool {
        false
    }
}

/// How many numbers the tensor of [`View::PLAYER`] has.
pub const OBSERVATION_SIZE: usize = 644;

impl State {
    /// Calls `one` with the place of each one in the tensor of what a player sees; the others are
    /// zeros.
    pub fn observe(&self, view: View, player: usize, mut one: impl FnMut(usize)) {
        one(player);
        let mut start = 2;
        let seats: &[usize] = match view.hands {
            Hands::None => &[],
            Hands::Own => &[player],
            Hands::All => &[0, 1],
        };
        for &seat in seats {
            self.hand(seat).iter().for_each(|&card| one(start + CARDS * seat + usize::from(card)));
        }
        if view.hands != Hands::None {
            start += 2 * CARDS;
        }
        if view.public {
            self.observe_public(|place| one(start + place));
        }
    }

    fn observe_public(&self, mut one: impl FnMut(usize)) {
        if let Ok(player) = usize::try_from(self.table.player) {
            one(player);
        }
        let mut start = 2;
        (0..usize::from(self.knock_card())).for_each(|place| one(start + place));
        start += 10;
        self.upcard().into_iter().for_each(|card| one(start + usize::from(card)));
        start += CARDS;
        self.discard_pile().iter().for_each(|&card| one(start + usize::from(card)));
        start += CARDS;
        (0..usize::from(self.stock_size())).for_each(|place| one(start + place));
        start += CARDS;
        for seat in 0..2 {
            self.melds(seat).iter().for_each(|&meld| one(start + usize::from(meld)));
            start += usize::from(MELDS);
        }
    }
}
