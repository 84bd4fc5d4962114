//! Worlds that a player cannot tell from the one he is in.
//!
//! What he has not seen is which cards chance gave to the other player. Each of these gifts is a
//! place in the history. A card that the other has shown since, thrown or laid down or off, was
//! given to him before he showed it; what he still hides is any of the cards that the player has
//! never seen. Every such choice is as likely as any other, since chance gives each card alike and
//! the other's actions are taken for what was legal, not for what was good.
//!
//! Only a knock says more. While the knocker has not laid out all he will, the cards that he still
//! hides must allow his knock and let him end below the limit. Such hands are found by trying.
//!
//! The world that is found is a state with a history of its own: saved and read back it is the same.

use super::State;
use super::table::{Phase, Table};
use crate::compat::open_spiel::{Game, MeldId, actions, min_deadwood};
use crate::numbers::Numbers;
use crate::{Card, CardSet, deadwood};

impl State {
    /// A state that `player` cannot tell from this one, any one as likely as another. The same
    /// seed gives the same state. `go_on` is asked now and then, and ends the search by `false`.
    pub fn resample(
        &self,
        player: usize,
        seed: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<State> {
        if self.is_over() {
            return Some(self.clone());
        }
        let mut numbers = Numbers::new(seed);
        let seen = Seen::by(self, player);
        let mut pool: Vec<Card> = (self.table.stock | seen.hidden).iter().collect();
        let given = seen.hidden.len() as usize;
        let mut tried = 0_u32;
        loop {
            numbers.shuffle(&mut pool, given);
            if seen.allows(&self.game, pool[..given].iter().copied().collect()) {
                break;
            }
            tried = tried.wrapping_add(1);
            if tried.is_multiple_of(TRIES_BETWEEN_QUESTIONS) && !go_on() {
                return None;
            }
        }
        let mut history = self.history.clone();
        let mut gifts = seen.gifts;
        // Those shown first had the fewest gifts to come from, and all of these were open to those
        // shown later: one after the other, each choice is as likely as any.
        for (card, shown_at) in seen.shown {
            let before = gifts.partition_point(|&gift| gift < shown_at);
            let gift = gifts.remove(numbers.below(before));
            history[gift] = self.game.deck.number(card);
        }
        for (gift, card) in gifts.into_iter().zip(pool) {
            history[gift] = self.game.deck.number(card);
        }
        Some(State { game: self.game, table: Table::after(&self.game, &history), history })
    }
}

const TRIES_BETWEEN_QUESTIONS: u32 = 1 << 18;

/// What one player knows of the cards that chance gave to the other.
struct Seen {
    /// Where in the history they were given.
    gifts: Vec<usize>,
    /// Those shown since, and where that was.
    shown: Vec<(Card, usize)>,
    /// Those still hidden.
    hidden: CardSet,
    knock: Option<Knock>,
}

/// The other player's knock, while he has not laid out all that he will.
struct Knock {
    /// Of the cards that he knocked with, those not hidden.
    with: CardSet,
    /// Of the cards that he has yet to lay out, those not hidden; `None` until he has thrown one.
    left: Option<CardSet>,
    limit: u8,
}

impl Seen {
    fn by(state: &State, player: usize) -> Seen {
        let (game, other) = (&state.game, 1 - player);
        let mut seen =
            Seen { gifts: Vec::new(), shown: Vec::new(), hidden: CardSet::EMPTY, knock: None };
        let mut knocked_with = CardSet::EMPTY;
        let mut ply = 0;
        state.each_table(|table, action| {
            let Some(action) = action else { return };
            if table.phase == Phase::Deal {
                if table.receiver(game) == Some(other) {
                    seen.gifts.push(ply);
                    seen.hidden =
                        game.deck.card(action).map_or(seen.hidden, |it| seen.hidden.with(it));
                }
            } else if usize::try_from(table.player) == Ok(other) {
                if action == actions::KNOCK {
                    knocked_with = table.seats[other].hand | table.upcard.into_iter().collect();
                }
                seen.show(table.shown_by(game, action), ply);
            }
            ply += 1;
        });
        let table = &state.table;
        if table.phase == Phase::Knock && table.seat() == other {
            let left = (!table.is_to_throw(game)).then(|| table.seats[other].hand - seen.hidden);
            let with = knocked_with - seen.hidden;
            seen.knock = Some(Knock { with, left, limit: table.knock_card });
        }
        seen
    }

    fn show(&mut self, cards: CardSet, ply: usize) {
        let shown = cards & self.hidden;
        self.hidden = self.hidden - shown;
        self.shown.extend(shown.iter().map(|card| (card, ply)));
    }

    /// Whether the other player can have done what he did if he hides these cards.
    fn allows(&self, game: &Game, hidden: CardSet) -> bool {
        self.knock.as_ref().is_none_or(|knock| {
            let hand_size = game.hand_size.into();
            // Of all that he has laid out the last meld asks most of the cards he has left.
            knock.left.is_none_or(|left| deadwood(left | hidden) <= knock.limit)
                && min_deadwood(knock.with | hidden, hand_size, game.compat) <= knock.limit
        })
    }
}

impl Table {
    /// The cards that an action of the player to act lets the other see.
    fn shown_by(&self, game: &Game, action: u8) -> CardSet {
        if let Some(card) = game.deck.card(action) {
            return card.into();
        }
        match (self.phase, action) {
            (Phase::Knock, actions::PASS) => self.seats[self.seat()].hand,
            (_, actions::FIRST_MELD..) => {
                let meld = MeldId::new(action - actions::FIRST_MELD);
                meld.map_or(CardSet::EMPTY, MeldId::cards)
            }
            _ => CardSet::EMPTY,
        }
    }
}
