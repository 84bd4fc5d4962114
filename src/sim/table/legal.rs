//! What is legal.

use super::{Action, FIRST_TURNS, Phase, RoundRules, Table, WallRule};
use crate::aces::{AceLow, Aces};
use crate::arrangement::{deadwood_by, deadwood_without_conflict, knock_discards_at_once};
use crate::card::Card;
use crate::card_set::CardSet;

impl Table {
    /// With only dead cards left, lets the player use the last discard as the rules have it.
    pub(super) fn at_the_wall(&mut self, rules: &RoundRules) {
        self.core.phase = Phase::Wall;
        let mut legal = Action::PASS.upper_bit();
        if !self.is_too_long(rules) {
            let last = self.upcard();
            let hand = self.core.hands[usize::from(self.core.player & 1)];
            let hand = hand | last.map_or(CardSet::EMPTY, CardSet::from);
            if rules.order.wall_rule == WallRule::LastDiscardTake
                || self.going_out(rules, hand, last) != (CardSet::EMPTY, false)
            {
                legal |= Action::TAKE_DISCARD.upper_bit();
            }
        }
        self.core.legal = [0, legal];
    }

    /// Finds what a hand of eleven can do: throw a card, knock, go gin or big gin. Where no card is
    /// to be thrown there is nothing to find.
    #[inline(always)]
    pub(in crate::sim) fn work_out_legal(&mut self, rules: &RoundRules) {
        if self.core.phase != Phase::Discard {
            return;
        }
        let (hand, taken) = (self.core.hands[usize::from(self.core.player & 1)], self.core.taken);
        let (mut knocks, big_gin) = self.going_out(rules, hand, taken);
        let order = &rules.order;
        let mut plain = hand;
        if let Some(taken) = taken
            && !order.may_rediscard
        {
            plain = plain.without(taken);
        }
        if self.has_taken_to_knock(rules) {
            plain = CardSet::EMPTY;
        }
        if rules.settlement.gin_forced && (big_gin || !knocks.is_empty()) {
            let gins = self.knocks(rules, hand, 0, taken);
            if big_gin || !gins.is_empty() {
                (knocks, plain) = (gins, CardSet::EMPTY);
            }
        }
        self.core.legal = Action::discards_and_knocks(plain, knocks, big_gin);
    }

    /// Whether the player has taken the last discard, where he may only do so to knock.
    #[inline(always)]
    pub(in crate::sim) fn has_taken_to_knock(&self, rules: &RoundRules) -> bool {
        let order = &rules.order;
        order.wall_rule == WallRule::LastDiscardKnock
            && self.core.stock <= order.dead_cards
            && self.core.taken.is_some()
    }

    /// Whether it is not too early to go out.
    #[inline(always)]
    pub(in crate::sim) fn may_go_out(&self, rules: &RoundRules) -> bool {
        rules.order.knock_on_first_turn || self.core.turns >= FIRST_TURNS
    }

    /// The knocks of eleven cards, gin among them, by their discards, and whether big gin is legal.
    #[inline(always)]
    fn going_out(&self, rules: &RoundRules, hand: CardSet, taken: Option<Card>) -> (CardSet, bool) {
        if !self.may_go_out(rules) {
            return (CardSet::EMPTY, false);
        }
        let knocks = self.knocks(rules, hand, self.core.limit, taken);
        // Eleven melded cards have a meld of four or more, which can spare a card: no knock, no big
        // gin either.
        let big_gin = !knocks.is_empty() && rules.settlement.big_gin && {
            match rules.settlement.aces {
                Aces::LOW => deadwood_by(AceLow, hand) == 0,
                aces => deadwood_by(aces, hand) == 0,
            }
        };
        (knocks, big_gin)
    }

    #[inline(always)]
    fn knocks(&self, rules: &RoundRules, hand: CardSet, limit: u8, taken: Option<Card>) -> CardSet {
        let banned = if rules.order.rediscard_on_knock { None } else { taken };
        let aces = rules.settlement.aces;
        if aces != Aces::LOW {
            return aces.knock_discards(hand, limit, banned);
        }
        // No more can be melded than all sets and all runs together, and a discard saves ten points
        // at most: most hands are found out here.
        let (points, _) = deadwood_without_conflict(AceLow, hand);
        if points > limit + 10 {
            return CardSet::EMPTY;
        }
        knock_discards_at_once(hand, limit, banned)
    }

    /// Whether so many moves were made that only a pass is left.
    #[inline(always)]
    pub(super) fn is_too_long(&self, rules: &RoundRules) -> bool {
        rules.order.max_moves.is_some_and(|most| self.core.moves >= most)
    }
}
