//! What can be read off a table.

use super::{Action, Ended, Phase, Table};
use crate::card::Card;
use crate::card_set::CardSet;

impl Table {
    /// What is due.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.core.phase
    }

    /// The seat that is to act; at the end the one that acted last.
    #[inline]
    pub fn player(&self) -> u8 {
        self.core.player
    }

    /// The seat that dealt.
    #[inline]
    pub fn dealer(&self) -> u8 {
        self.core.dealer
    }

    /// The most deadwood to knock with.
    #[inline]
    pub fn knock_limit(&self) -> u8 {
        self.core.limit
    }

    /// Each seat's cards. After a knock its discard is in no hand.
    #[inline]
    pub fn hands(&self) -> [CardSet; 2] {
        self.core.hands
    }

    /// The cards that each seat holds and was seen to take.
    #[inline]
    pub fn known(&self) -> [CardSet; 2] {
        self.core.known
    }

    /// The upcards that each seat has refused at some time.
    #[inline]
    pub fn declined(&self) -> [CardSet; 2] {
        self.core.declined
    }

    /// The cards that each seat has thrown at some time, except to knock.
    #[inline]
    pub fn thrown(&self) -> [CardSet; 2] {
        self.core.thrown
    }

    /// The cards of the seat to act. To read both hands at once would wait for the last card to be
    /// stored in one of them.
    #[inline(always)]
    pub(in crate::sim) fn hand(&self) -> CardSet {
        self.core.hands[usize::from(self.core.player & 1)]
    }

    /// What the other seat was seen to take of its cards.
    #[inline(always)]
    pub(in crate::sim) fn known_of_other(&self) -> CardSet {
        self.core.known[usize::from(!self.core.player & 1)]
    }

    /// What the other seat has refused.
    #[inline(always)]
    pub(in crate::sim) fn declined_by_other(&self) -> CardSet {
        self.core.declined[usize::from(!self.core.player & 1)]
    }

    /// How many cards the stock has.
    #[inline(always)]
    pub(in crate::sim) fn stock_count(&self) -> u8 {
        self.core.stock
    }

    /// The stock, next drawn last.
    #[inline]
    pub fn stock(&self) -> &[u8] {
        &self.stock[..self.core.stock.into()]
    }

    /// The discard pile, the upcard last.
    #[inline]
    pub fn pile(&self) -> &[u8] {
        &self.pile[..self.core.pile.into()]
    }

    /// The cards of the discard pile, in no order.
    #[inline]
    pub fn discards(&self) -> CardSet {
        self.core.discards
    }

    /// The card that lies face up.
    #[inline]
    pub fn upcard(&self) -> Option<Card> {
        self.core.upcard.first()
    }

    /// The same as a set, which is empty if there is none.
    #[inline(always)]
    pub(in crate::sim) fn upcard_set(&self) -> CardSet {
        self.core.upcard
    }

    /// The upcard that was dealt, which Oklahoma and spade rules go by.
    #[inline]
    pub fn first_upcard(&self) -> Option<Card> {
        self.core.first
    }

    /// The card that was taken from the discard pile in this turn.
    #[inline]
    pub fn taken(&self) -> Option<Card> {
        self.core.taken
    }

    /// How many cards both seats have drawn, from either pile.
    #[inline]
    pub fn draws(&self) -> u32 {
        self.core.draws
    }

    /// How many turns ended in a plain discard.
    #[inline]
    pub fn turns(&self) -> u32 {
        self.core.turns
    }

    /// How many takes count towards `max_discard_draws`.
    #[inline]
    pub fn takes(&self) -> u32 {
        self.core.takes
    }

    /// How many moves were made, the deal counted as one.
    #[inline]
    pub fn moves(&self) -> u32 {
        self.core.moves
    }

    /// Whether the last turn threw back the card that it took.
    #[inline]
    pub fn is_stalled(&self) -> bool {
        self.core.stalled
    }

    /// Whether the round has ended.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.core.phase == Phase::Over
    }

    /// How the round ended, if it has.
    #[inline]
    pub fn ended(&self) -> Option<&Ended> {
        self.is_over().then_some(&self.core.ended)
    }

    /// The legal actions, as bits of their ids; none at the end.
    #[inline]
    pub fn legal_actions(&self) -> u128 {
        u128::from(self.core.legal[0]) | u128::from(self.core.legal[1]) << 64
    }

    /// The same in two words: the first 64, and the others.
    #[inline]
    pub fn legal_bits(&self) -> [u64; 2] {
        self.core.legal
    }

    /// Whether an action is legal.
    #[inline(always)]
    pub fn is_legal(&self, action: Action) -> bool {
        let id = action.id();
        self.core.legal[usize::from(id >> 6)] >> (id & 63) & 1 == 1
    }
}
