//! Which actions are legal, in RLCard's order.
//!
//! RLCard keeps for each player lists of his melds, sets by rank and runs by suit, and brings them up
//! to date with each card. In what order it keeps them shows in the order of the knocks, since that
//! is a set's, in which it matters what came first.

use super::super::melding::push_sets;
use super::super::{CardList, Pile, going_out_cards, run_piles};
use super::{Action, Game, MoveError, Seat};
use crate::meld::set_ranks;
use crate::{Card, CardSet};

impl Game {
    /// What the seat to act may do, in RLCard's order: discards as the cards came to the hand, then
    /// knocks. Nothing once the game is over.
    ///
    /// # Errors
    /// Only after moves that are not legal: the hand to go out with has not eleven cards.
    pub fn legal_actions(&mut self) -> Result<&[Action], MoveError> {
        let legal = match self.legal.take() {
            Some(legal) => legal,
            None => self.find_legal()?,
        };
        Ok(self.legal.insert(legal))
    }

    fn find_legal(&self) -> Result<Vec<Action>, MoveError> {
        let settings = &self.settings;
        Ok(match self.last {
            None if self.over => vec![],
            None | Some(Action::DRAW | Action::PICK_UP) => return self.throws(),
            Some(Action::SCORE_NORTH) => vec![Action::SCORE_SOUTH],
            Some(Action::SCORE_SOUTH) => vec![],
            Some(action) if !action.is_discard() => vec![Action::SCORE_NORTH],
            Some(_) => {
                let is_dead = self.moves.len() as i64 + 1 >= i64::from(settings.most_moves);
                let may_draw = self.stock.len() as i64 > i64::from(settings.dead_stock)
                    && (settings.most_draws >= 52
                        || (self.drawn as i64) < settings.most_draws.into());
                let mut legal =
                    vec![if may_draw && !is_dead { Action::DRAW } else { Action::DEAD_HAND }];
                if settings.may_pick_up && !is_dead {
                    legal.push(Action::PICK_UP);
                }
                legal
            }
        })
    }

    /// What a player of eleven cards may do.
    fn throws(&self) -> Result<Vec<Action>, MoveError> {
        self.must_hold(11)?;
        let (settings, seat) = (&self.settings, &self.seats[usize::from(self.player)]);
        let out = going_out_cards(&seat.hand, &seat.piles(), settings.knock_limit, self.faults);
        if settings.may_go_gin && !out.gin.is_empty() {
            return Ok(vec![Action::GIN]);
        }
        let mut legal = Vec::with_capacity(22);
        let may_knock = settings.may_knock && !(self.player == 1 && settings.south_never_knocks);
        let may_knock = may_knock && !out.knock.is_empty();
        if !(may_knock && settings.must_knock) {
            let picked_up = match self.moves.last() {
                Some(last) if last.action == Action::PICK_UP => last.card,
                _ => None,
            };
            let kept = picked_up.filter(|_| !settings.may_discard_picked_up);
            let thrown = seat.hand.iter().copied().filter(|card| Some(*card) != kept);
            legal.extend(thrown.map(Action::discard));
        }
        if may_knock {
            legal.extend(out.knock.iter().copied().map(Action::knock));
        }
        Ok(legal)
    }
}

impl Seat {
    /// The hand's melds in the order in which RLCard keeps them.
    ///
    /// It finds sets in the hand, and so in the order of the hand, when it is dealt and when a third
    /// card of a rank comes. A fourth card, or one of four thrown, has it write the set anew, suit
    /// after suit.
    pub(super) fn piles(&self) -> Vec<Pile> {
        let held: CardSet = self.hand.iter().copied().collect();
        let mut piles = Vec::new();
        let ranks = set_ranks(held);
        for rank in (0..13).filter(|rank| ranks >> rank & 1 == 1) {
            let mut of_rank: CardList<4> = self.of_rank(rank).collect();
            if self.in_suit_order >> rank & 1 == 1 {
                of_rank = (CardSet::all_of_ranks(1 << rank) & held).iter().collect();
            }
            push_sets(&of_rank, &mut piles);
        }
        piles.extend(run_piles(&self.hand));
        piles
    }

    pub(super) fn take(&mut self, card: Card) {
        self.hand.push(card);
        if self.of_rank(card.rank() as u8).count() == 4 {
            self.in_suit_order |= 1 << card.rank() as u8;
        }
    }

    /// Throws a card; `false` if it is not held.
    pub(super) fn throw(&mut self, card: Card) -> bool {
        let were_four = self.of_rank(card.rank() as u8).count() == 4;
        let is_held = self.hand.remove(card);
        if is_held {
            self.known.remove(card);
            self.in_suit_order &= !(1 << card.rank() as u8);
            self.in_suit_order |= u16::from(were_four) << card.rank() as u8;
        }
        is_held
    }

    fn of_rank(&self, rank: u8) -> impl Iterator<Item = Card> {
        self.hand.iter().copied().filter(move |card| card.rank() as u8 == rank)
    }
}
