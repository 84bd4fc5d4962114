//! What a player can do, by its id.

use std::fmt;

use crate::card::Card;
use crate::card_set::CardSet;

/// One thing that a player can do, as its id: 0 to 51 to discard a card, 52 to 103 to knock
/// discarding one, then to draw from the stock, to take the discard, to pass, to declare big gin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

impl Action {
    /// How many there are.
    pub const COUNT: usize = 108;
    pub(in crate::sim) const FIRST_KNOCK: u8 = 52;
    /// Draws from the stock.
    pub const DRAW_STOCK: Action = Action(104);
    /// Takes the card that lies face up.
    pub const TAKE_DISCARD: Action = Action(105);
    /// Refuses the upcard, or gives up a round without an end.
    pub const PASS: Action = Action(106);
    /// Declares eleven melded cards.
    pub const BIG_GIN: Action = Action(107);

    /// The action with this id, if it is below 108.
    #[inline]
    pub const fn from_id(id: u8) -> Option<Action> {
        if (id as usize) < Action::COUNT { Some(Action(id)) } else { None }
    }

    /// Discards this card.
    #[inline]
    pub const fn discard(card: Card) -> Action {
        Action(card.id())
    }

    /// Knocks, discarding this card.
    #[inline]
    pub const fn knock(card: Card) -> Action {
        Action(Action::FIRST_KNOCK + card.id())
    }

    /// Discards the card of this set, which has one.
    #[inline(always)]
    pub(in crate::sim) const fn discarding(card: CardSet) -> Action {
        Action(card.mask().trailing_zeros() as u8)
    }

    /// Knocks, discarding the card of this set, which has one.
    #[inline(always)]
    pub(in crate::sim) const fn knocking(card: CardSet) -> Action {
        Action(Action::FIRST_KNOCK + card.mask().trailing_zeros() as u8)
    }

    /// Its id.
    #[inline]
    pub const fn id(self) -> u8 {
        self.0
    }

    /// The card that it throws, if any.
    #[inline]
    pub const fn card(self) -> Option<Card> {
        if self.0 < Action::DRAW_STOCK.0 { Card::from_id(self.0 % 52) } else { None }
    }

    /// Its bit among the upper actions, those from 64 on.
    #[inline]
    pub(super) const fn upper_bit(self) -> u64 {
        1 << (self.0 - 64)
    }

    /// These discards, knocks by their discards, and big gin, as bits of ids.
    #[inline]
    pub(super) fn discards_and_knocks(plain: CardSet, knocks: CardSet, big_gin: bool) -> [u64; 2] {
        let lower = plain.mask() | knocks.mask() << Action::FIRST_KNOCK;
        let upper = knocks.mask() >> (64 - Action::FIRST_KNOCK);
        [lower, upper | u64::from(big_gin) << (Action::BIG_GIN.0 - 64)]
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.card(), *self) {
            (Some(card), Action(id)) if id < Action::FIRST_KNOCK => write!(f, "discard {card}"),
            (Some(card), _) => write!(f, "knock {card}"),
            (None, Action::DRAW_STOCK) => f.write_str("draw_stock"),
            (None, Action::TAKE_DISCARD) => f.write_str("take_discard"),
            (None, Action::PASS) => f.write_str("pass"),
            (None, _) => f.write_str("big_gin"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An action that is not legal where it was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IllegalAction(pub Action);

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not legal here", self.0)
    }
}

impl std::error::Error for IllegalAction {}
