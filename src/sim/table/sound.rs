//! Whether a table holds together: what comes from outside could be anything.

use super::{Action, Ended, Opening, Phase, RoundRules, STOCK, Table, WallRule};
use crate::card_set::CardSet;

/// More turns, takes and moves than any round has; counting them never comes to an end of numbers.
const MANY: u32 = 1 << 30;
const HAND: u32 = 10;

impl Table {
    /// Whether every card is in one place, all fits the phase, and what is said to be legal is.
    pub(super) fn holds_together(&self, rules: &RoundRules) -> bool {
        let core = &self.core;
        let counts = [core.turns, core.takes, core.moves, core.draws];
        self.has_the_pack_once()
            && counts.iter().all(|&count| count < MANY)
            && (0..2).all(|seat| (core.known[seat] - core.hands[seat]).is_empty())
            && (core.first.is_some() || !rules.settlement.needs_upcard())
            && self.fits_its_phase(rules)
    }

    /// Whether each card lies in one place; a knocking discard lies nowhere.
    fn has_the_pack_once(&self) -> bool {
        let mut met = CardSet::EMPTY;
        let mut count = 0;
        for &id in self.stock().iter().chain(self.pile()) {
            if id >= 52 {
                return false;
            }
            met |= CardSet::truncated(1 << id);
            count += 1;
        }
        for hand in self.core.hands {
            met |= hand;
            count += hand.len();
        }
        let missing = u32::from(self.was_knocked_with_a_discard());
        met.len() == count && count == 52 - missing
    }

    fn was_knocked_with_a_discard(&self) -> bool {
        let knocker = self.ended().and_then(|ended| ended.knocker);
        knocker.is_some_and(|seat| self.core.hands[usize::from(seat & 1)].len() == HAND)
    }

    fn fits_its_phase(&self, rules: &RoundRules) -> bool {
        let (core, order) = (&self.core, &rules.order);
        let seat = usize::from(core.player & 1);
        let (mine, other) = (core.hands[seat].len(), core.hands[seat ^ 1].len());
        let is_even = mine == HAND && other == HAND && core.taken.is_none() && core.pile > 0;
        let has_stock = core.stock > order.dead_cards;
        match core.phase {
            Phase::Upcard => {
                let offer = Action::TAKE_DISCARD.upper_bit() | Action::PASS.upper_bit();
                is_even
                    && order.opening == Opening::UpcardOffer
                    && usize::from(core.stock) == STOCK
                    && core.legal == [0, offer]
            }
            Phase::Draw => is_even && has_stock && self.may_draw(rules),
            Phase::Wall => {
                let is_played = matches!(
                    order.wall_rule,
                    WallRule::LastDiscardKnock | WallRule::LastDiscardTake
                );
                is_even && is_played && core.stock == order.dead_cards && self.is_legal_as(rules)
            }
            Phase::Discard => {
                let is_taken = |card| core.hands[seat].contains(card);
                mine == HAND + 1
                    && other == HAND
                    && core.stock >= order.dead_cards
                    && core.taken.is_none_or(is_taken)
                    && core.legal != [0, 0]
                    && self.is_legal_as(rules)
            }
            Phase::Over => {
                (HAND..=HAND + 1).contains(&mine)
                    && other == HAND
                    && core.legal == [0, 0]
                    && self.ended_so(rules)
            }
        }
    }

    /// Whether the player, who acted last, could end the round as is said, and this comes of it.
    fn ended_so(&self, rules: &RoundRules) -> bool {
        let core = &self.core;
        let Some(knocker) = core.ended.knocker else { return core.ended == Ended::DRAWN };
        let seat = usize::from(core.player & 1);
        let (hand, defender) = (core.hands[seat], core.hands[seat ^ 1]);
        let most = if hand.len() == HAND { core.limit } else { 0 };
        let again = || Ended::by_knock(&rules.settlement, core.player, hand, defender, core.first);
        knocker == core.player
            && rules.settlement.aces.deadwood(hand) <= most
            && again() == core.ended
    }

    /// Whether what is legal is to draw, from the stock at least, or to give up.
    fn may_draw(&self, rules: &RoundRules) -> bool {
        let stock = Action::DRAW_STOCK.upper_bit();
        let legal = if self.is_too_long(rules) {
            self.core.legal[1] == Action::PASS.upper_bit()
        } else {
            self.core.legal[1] | Action::TAKE_DISCARD.upper_bit()
                == stock | Action::TAKE_DISCARD.upper_bit()
        };
        self.core.legal[0] == 0 && legal
    }

    /// Whether the rules find the same legal.
    fn is_legal_as(&self, rules: &RoundRules) -> bool {
        let mut again = *self;
        match self.core.phase {
            Phase::Wall => again.at_the_wall(rules),
            _ => again.work_out_legal(rules),
        }
        again.core.legal == self.core.legal
    }
}
