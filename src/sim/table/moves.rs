//! What each move does, by the order of play.

use super::{Action, Ended, Phase, RoundRules, Table, WallRule};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::showdown::{Knock, Settled};

impl Table {
    /// Turns up the first card of the discard pile, if there is one; it may be the limit.
    #[inline(always)]
    pub(super) fn turn_up(&mut self, rules: &RoundRules, first: Option<Card>) {
        self.core.first = first;
        self.core.limit = rules.settlement.limit(first);
        if let Some(card) = first {
            self.put(card.into());
        }
    }

    /// Lays a card on the discard pile.
    #[inline(always)]
    fn put(&mut self, card: CardSet) {
        self.pile[usize::from(self.core.pile)] = card.mask().trailing_zeros() as u8;
        self.core.pile += 1;
        self.core.discards |= card;
        self.core.upcard = card;
    }

    /// The card that lies on top of the stock.
    #[inline(always)]
    pub(in crate::sim) fn top_of_stock(&self) -> CardSet {
        CardSet::known(1 << self.stock[usize::from(self.core.stock) - 1])
    }

    /// Draws this card from the stock, which refuses the card that lies face up.
    ///
    /// What is legal with eleven cards, [`Table::work_out_legal`] finds: not every player asks.
    #[inline(always)]
    pub(in crate::sim) fn draw(&mut self, rules: &RoundRules, drawn: CardSet) {
        let core = &mut self.core;
        let seat = usize::from(core.player & 1);
        core.declined[seat] |= core.upcard;
        core.moves += 1;
        core.stock -= 1;
        core.draws += 1;
        core.hands[seat] |= drawn;
        core.taken = None;
        let order = &rules.order;
        if core.stock <= order.dead_cards && order.wall_rule == WallRule::DrawerMayNotKnock {
            self.end(Ended::DRAWN);
        } else {
            self.due_to_discard();
        }
    }

    /// Takes the card that lies face up: the offered upcard, a discard, or the last one. As after
    /// [`Table::draw`], what is then legal is yet to be found.
    #[inline(always)]
    pub(in crate::sim) fn take(&mut self, rules: &RoundRules) {
        let core = &mut self.core;
        let seat = usize::from(core.player & 1);
        core.moves += 1;
        core.pile -= 1;
        core.draws += 1;
        let card = core.upcard;
        let below = usize::from(core.pile).checked_sub(1);
        core.upcard = below.map_or(CardSet::EMPTY, |at| CardSet::known(1 << self.pile[at]));
        core.hands[seat] |= card;
        core.known[seat] |= card;
        core.discards = core.discards - card;
        core.taken = card.first();
        // The cap is there to end swapping. The offer comes once, and a last discard that may only
        // be taken to knock ends the round anyway.
        let is_swap = match core.phase {
            Phase::Upcard => false,
            Phase::Wall => rules.order.wall_rule == WallRule::LastDiscardTake,
            _ => true,
        };
        if is_swap {
            core.takes += 1;
            if Some(core.takes) == rules.order.max_discard_draws {
                self.end(Ended::DRAWN);
                return;
            }
        }
        self.due_to_discard();
    }

    /// Refuses the upcard, or gives up a round without an end.
    #[inline(always)]
    pub(in crate::sim) fn pass(&mut self, rules: &RoundRules) {
        let core = &mut self.core;
        core.moves += 1;
        let seat = core.player;
        core.declined[usize::from(seat & 1)] |= core.upcard;
        if core.phase != Phase::Upcard {
            self.end(Ended::DRAWN);
            return;
        }
        core.player = seat ^ 1;
        if seat == core.dealer {
            // Both refused it: the non-dealer draws from the stock.
            self.due_to_draw(rules, Action::DRAW_STOCK.upper_bit());
        }
    }

    /// Discards without knocking, which ends the turn.
    #[inline(always)]
    pub(in crate::sim) fn discard(&mut self, rules: &RoundRules, card: CardSet) {
        let core = &mut self.core;
        let seat = usize::from(core.player & 1);
        core.hands[seat] = core.hands[seat] - card;
        core.known[seat] = core.known[seat] - card;
        core.thrown[seat] |= card;
        core.moves += 1;
        core.turns = core.turns.saturating_add(1);
        let is_thrown_back = core.taken.is_some_and(|taken| CardSet::from(taken) == card);
        core.taken = None;
        self.put(card);
        let core = &mut self.core;
        let order = &rules.order;
        if is_thrown_back && core.stalled && order.stall_rule {
            self.end(Ended::DRAWN);
            return;
        }
        core.stalled = is_thrown_back;
        if core.stock > order.dead_cards {
            core.player ^= 1;
            let either = Action::DRAW_STOCK.upper_bit() | Action::TAKE_DISCARD.upper_bit();
            self.due_to_draw(rules, either);
        } else if matches!(order.wall_rule, WallRule::LastDiscardKnock | WallRule::LastDiscardTake)
        {
            core.player ^= 1;
            self.at_the_wall(rules);
        } else {
            self.end(Ended::DRAWN);
        }
    }

    /// Knocks, goes gin or, discarding no card, big gin: the round is settled.
    #[inline(always)]
    pub(in crate::sim) fn knock(
        &mut self,
        rules: &RoundRules,
        discard: CardSet,
        settle: impl FnOnce(&Knock<'_>) -> Settled,
    ) {
        let core = &mut self.core;
        core.moves += 1;
        let seat = core.player;
        let knocker = usize::from(seat & 1);
        let hand = core.hands[knocker] - discard;
        core.hands[knocker] = hand;
        core.known[knocker] &= hand;
        core.taken = None;
        let defender = core.hands[knocker ^ 1];
        let (rules, upcard) = (&rules.settlement, core.first);
        let knock = Knock { knocker: hand, defender, rules, upcard };
        self.end(Ended::settled(seat, settle(&knock)));
    }

    #[inline(always)]
    fn due_to_discard(&mut self) {
        self.core.phase = Phase::Discard;
        self.core.legal = [0, 0];
    }

    #[inline(always)]
    fn due_to_draw(&mut self, rules: &RoundRules, legal: u64) {
        self.core.phase = Phase::Draw;
        let legal = if self.is_too_long(rules) { Action::PASS.upper_bit() } else { legal };
        self.core.legal = [0, legal];
    }

    #[inline]
    fn end(&mut self, ended: Ended) {
        self.core.phase = Phase::Over;
        self.core.legal = [0, 0];
        self.core.ended = ended;
    }
}
