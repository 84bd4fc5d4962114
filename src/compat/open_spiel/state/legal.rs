//! Which actions are legal.

use super::table::{Phase, Table};
use crate::CardSet;
use crate::compat::open_spiel::actions::{self, ActionSet};
use crate::compat::open_spiel::{
    Game, MeldId, MeldIds, all_layoffs, legal_discards, legal_melds, min_deadwood,
};

impl Table {
    /// The legal actions of whoever is to act, chance included.
    pub(super) fn legal_actions(&self, game: &Game) -> ActionSet {
        match self.phase {
            Phase::Deal => of_cards(game, self.stock),
            Phase::FirstUpcard if self.seats.iter().all(|seat| seat.has_passed) => {
                ActionSet::of(&[actions::DRAW_STOCK])
            }
            Phase::FirstUpcard => ActionSet::of(&[actions::DRAW_UPCARD, actions::PASS]),
            Phase::Draw => ActionSet::of(&[actions::DRAW_UPCARD, actions::DRAW_STOCK]),
            Phase::Discard => {
                let seat = &self.seats[self.seat()];
                let knock = if_(seat.deadwood <= self.knock_card, actions::KNOCK);
                of_cards(game, seat.hand) | knock
            }
            Phase::Knock => self.legal_after_knock(game),
            Phase::Layoff => self.legal_for_defender(game),
            Phase::Wall => {
                let with_upcard = self.seats[self.seat()].hand | self.upcard_as_set();
                let left = min_deadwood(with_upcard, game.hand_size.into(), game.compat);
                ActionSet::of(&[actions::PASS]) | if_(left <= self.knock_card, actions::KNOCK)
            }
            Phase::GameOver => ActionSet::EMPTY,
        }
    }

    /// Whether an action is legal, as [`Table::legal_actions`] says.
    pub(super) fn is_legal(&self, game: &Game, action: u8) -> bool {
        let of_card = |cards: CardSet| game.deck.card(action).is_some_and(|it| cards.contains(it));
        match self.phase {
            Phase::Deal => of_card(self.stock),
            Phase::Discard if action != actions::KNOCK => of_card(self.seats[self.seat()].hand),
            _ => self.legal_actions(game).contains(action),
        }
    }

    fn legal_after_knock(&self, game: &Game) -> ActionSet {
        let (hand, limit) = (self.seats[self.seat()].hand, i32::from(self.knock_card));
        if self.is_to_throw(game) {
            let discards = legal_discards(hand, game.hand_size.into(), limit, game.compat);
            return of_cards(game, discards);
        }
        let is_enough = hand.points() as i32 <= limit;
        of_melds(legal_melds(hand, limit)) | if_(is_enough, actions::PASS)
    }

    fn legal_for_defender(&self, game: &Game) -> ActionSet {
        let hand = self.seats[self.seat()].hand;
        let pass = ActionSet::of(&[actions::PASS]);
        if self.finished_layoffs {
            // He may leave as much as he likes.
            return pass | of_melds(legal_melds(hand, i32::MAX));
        }
        let melds = self.seats[usize::from(self.last)].melds;
        let melds = melds.as_slice().iter().filter_map(|&meld| MeldId::new(meld));
        let laid = self.layoffs.as_slice().iter().filter_map(|&number| game.deck.card(number));
        let layoffs = all_layoffs(game.deck, melds, laid.collect(), game.compat);
        pass | of_cards(game, layoffs & hand)
    }

    fn upcard_as_set(&self) -> CardSet {
        self.upcard.map_or(CardSet::EMPTY, CardSet::from)
    }
}

fn if_(is_legal: bool, action: u8) -> ActionSet {
    if is_legal { ActionSet::of(&[action]) } else { ActionSet::EMPTY }
}

fn of_cards(game: &Game, cards: CardSet) -> ActionSet {
    if game.deck.ranks() == 13 {
        return ActionSet::of_cards(cards.mask());
    }
    cards.iter().fold(ActionSet::EMPTY, |set, card| set.with(game.deck.number(card)))
}

fn of_melds(melds: MeldIds) -> ActionSet {
    let with = |set: ActionSet, meld: MeldId| set.with(actions::FIRST_MELD + meld.get());
    melds.iter().fold(ActionSet::EMPTY, with)
}
