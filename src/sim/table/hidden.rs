//! What a seat cannot see of a table, and the same position with other cards there.

use super::{FIRST_TURNS, PILE, Phase, RoundRules, STOCK, Table};
use crate::card_set::CardSet;

/// What a seat knows of where the cards are. It depends on nothing that is hidden from him.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// His own cards.
    pub hand: CardSet,
    /// The other's cards that he has seen: those taken and not thrown; after a knock all.
    pub seen: CardSet,
    /// The cards of which he knows neither place nor holder.
    pub unseen: CardSet,
    /// How many of them the other holds.
    pub hidden: u32,
    /// How many of them the stock has. After a knock the other may have put down one more.
    pub stock: usize,
}

impl Table {
    /// What a seat knows of where the cards are.
    pub fn view(&self, seat: u8) -> View {
        let core = &self.core;
        let own = usize::from(seat & 1);
        let (hand, other) = (core.hands[own], core.hands[own ^ 1]);
        let mut open = hand | core.discards;
        let knocker = self.ended().and_then(|ended| ended.knocker);
        let seen = if knocker.is_some() { other } else { core.known[own ^ 1] };
        if knocker == Some(seat & 1) {
            // His knocking discard lies face down, but he knows what he put there.
            let stock = self.stock().iter().fold(0, |stock, &id| stock | 1 << id);
            open |= CardSet::FULL - open - other - CardSet::truncated(stock);
        }
        View {
            hand,
            seen,
            unseen: CardSet::FULL - open - seen,
            hidden: other.len() - seen.len(),
            stock: core.stock.into(),
        }
    }

    /// The same position with this hand of the other seat, and this stock, next drawn last; `None`
    /// if play cannot have led there.
    ///
    /// Nothing is left of the cards that were there, nor of those drawn before.
    #[inline(always)]
    pub(in crate::sim) fn with_hidden(
        &self,
        rules: &RoundRules,
        seat: u8,
        hand: CardSet,
        stock: &[u8],
    ) -> Option<Table> {
        let other = seat & 1 ^ 1;
        let mut core = self.core;
        core.hands[usize::from(other)] = hand;
        let mut table = Table { core, stock: [0; STOCK], pile: [0; PILE] };
        table.stock[..stock.len()].copy_from_slice(stock);
        let pile = self.pile();
        table.pile[..pile.len()].copy_from_slice(pile);
        if core.player == other {
            match core.phase {
                Phase::Discard => table.work_out_legal(rules),
                Phase::Wall => table.at_the_wall(rules),
                _ => {}
            }
        }
        let goes_on = table.core.legal != [0, 0] || core.phase == Phase::Over;
        let is_held_back = rules.settlement.gin_forced && table.holds_back_gin(rules, other);
        (goes_on && !is_held_back).then_some(table)
    }
    /// The turns that a seat has ended by a discard, and whether he could have knocked in the last.
    #[inline]
    pub(in crate::sim) fn turns_of(&self, rules: &RoundRules, seat: u8) -> (u32, bool) {
        let core = &self.core;
        // Turns alternate, and whoever is to act did not end the last one.
        let others = u32::from(core.player != seat & 1);
        let turns = (core.turns + others) / 2;
        let last = (core.turns + others).saturating_sub(2);
        (turns, turns > 0 && (rules.order.knock_on_first_turn || last >= FIRST_TURNS))
    }

    /// Whether a seat threw a card where he was bound to go gin.
    #[inline(always)]
    fn holds_back_gin(&self, rules: &RoundRules, seat: u8) -> bool {
        let order = &rules.order;
        // A card thrown back might have been no card to go gin with.
        if self.is_over() || order.may_rediscard && !order.rediscard_on_knock {
            return false;
        }
        let hand = self.core.hands[usize::from(seat)];
        let (_, could_knock) = self.turns_of(rules, seat);
        could_knock && hand.len() == 10 && rules.settlement.aces.deadwood(hand) == 0
    }
}
