//! What a seat knows: the whole of what a player goes by.

use crate::card::Card;
use crate::card_set::CardSet;
use crate::sim::order::RoundRules;
use crate::sim::table::{Action, Phase, Table};

/// What the seat to act knows, and nothing else: what `gin_fast.Observation` says in Python, and
/// which card it has just taken.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// The rules.
    pub rules: &'a RoundRules,
    /// What is due.
    pub phase: Phase,
    /// The seat's own cards.
    pub hand: CardSet,
    /// The card that it took from the discard pile in this turn.
    pub taken: Option<Card>,
    /// The card that lies face up; none if there is none.
    pub upcard: CardSet,
    /// The cards of the discard pile, which are out of play but for the upcard.
    pub discards: CardSet,
    /// How many cards the stock has.
    pub stock: u8,
    /// The cards that the opponent holds and was seen to take.
    pub opponent_known: CardSet,
    /// The upcards that the opponent has refused.
    pub opponent_declined: CardSet,
    /// The most deadwood to knock with.
    pub limit: u8,
    /// The legal actions, as bits of their ids.
    pub legal: u128,
}

impl<'a> Seen<'a> {
    #[inline(always)]
    pub(in crate::sim) fn of(table: &'a Table, rules: &'a RoundRules) -> Seen<'a> {
        Seen {
            rules,
            phase: table.phase(),
            hand: table.hand(),
            taken: table.taken(),
            upcard: table.upcard_set(),
            discards: table.discards(),
            stock: table.stock_count(),
            opponent_known: table.known_of_other(),
            opponent_declined: table.declined_by_other(),
            limit: table.knock_limit(),
            legal: table.legal_actions(),
        }
    }

    /// Whether some legal action suits the phase and the hand.
    pub fn has_something_to_do(&self) -> bool {
        let throws = self.throws();
        match self.phase {
            Phase::Over => false,
            Phase::Discard if throws.is_empty() => self.is_legal(Action::BIG_GIN),
            Phase::Discard => throws.is_subset(self.hand),
            _ => [Action::DRAW_STOCK, Action::TAKE_DISCARD, Action::PASS]
                .into_iter()
                .any(|action| self.is_legal(action)),
        }
    }

    #[inline(always)]
    pub(super) fn is_legal(&self, action: Action) -> bool {
        self.legal >> action.id() & 1 == 1
    }

    /// The cards that may be thrown, to knock or not.
    #[inline(always)]
    pub(super) fn throws(&self) -> CardSet {
        self.discards() | self.knocks()
    }

    /// The cards that may be thrown without knocking.
    #[inline(always)]
    pub(super) fn discards(&self) -> CardSet {
        CardSet::truncated(self.legal as u64)
    }

    /// The cards that may be thrown to knock.
    #[inline(always)]
    pub(super) fn knocks(&self) -> CardSet {
        CardSet::truncated((self.legal >> Action::FIRST_KNOCK) as u64)
    }

    /// Draws from the stock, or refuses the card that lies face up; takes it if it must.
    #[inline(always)]
    pub(super) fn leave(&self) -> Action {
        if self.is_legal(Action::DRAW_STOCK) {
            Action::DRAW_STOCK
        } else if self.is_legal(Action::PASS) {
            Action::PASS
        } else {
            Action::TAKE_DISCARD
        }
    }
}
