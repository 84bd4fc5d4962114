//! A state: where a game stands, and the actions that led there.

use std::fmt;

use super::Game;
use super::actions::ActionSet;
use crate::CardSet;

mod json;
mod legal;
mod observation;
mod pile;
mod resample;
mod table;
mod text;

pub use observation::{Hands, OBSERVATION_SIZE, Part, View};
pub use table::{CHANCE, Phase, TERMINAL};
pub use text::NoWords;

use table::Table;

/// A state of a game.
///
/// ```
/// use gin_fast::compat::open_spiel::{Game, Parameters, Phase, State};
/// let game = Game::new(Parameters::default(), false)?;
/// let mut state = State::new(game);
/// for card in 0..21 {
///     state.apply(card)?;
/// }
/// assert_eq!((state.phase(), state.current_player()), (Phase::FirstUpcard, 0));
/// assert_eq!(state.legal_actions().iter().collect::<Vec<_>>(), [52, 54]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    game: Game,
    table: Table,
    history: Vec<u8>,
}

/// A game takes about so many actions: room for them is made at once.
const USUAL_LENGTH: usize = 64;

impl State {
    /// The state before the deal.
    pub fn new(game: Game) -> State {
        State { game, table: Table::new(&game), history: Vec::with_capacity(USUAL_LENGTH) }
    }

    /// The state that these actions lead to.
    ///
    /// # Errors
    /// One of them is not legal.
    pub fn after(game: Game, actions: impl IntoIterator<Item = i64>) -> Result<State, NoAction> {
        let mut state = State::new(game);
        actions.into_iter().try_for_each(|action| state.apply(action))?;
        Ok(state)
    }

    /// Its game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The actions that led here, those of chance among them.
    pub fn history(&self) -> &[u8] {
        &self.history
    }

    /// The player to act, 0 or 1; chance is -1, and -4 says that the game is over.
    pub fn current_player(&self) -> i8 {
        self.table.current_player()
    }

    /// The part of the game.
    pub fn phase(&self) -> Phase {
        self.table.phase
    }

    /// Whether chance gives a card.
    pub fn is_chance(&self) -> bool {
        self.table.phase == Phase::Deal
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.table.phase == Phase::GameOver
    }

    /// The legal actions of whoever is to act, chance included.
    pub fn legal_actions(&self) -> ActionSet {
        self.table.legal_actions(&self.game)
    }

    /// Makes an action.
    ///
    /// # Errors
    /// It is not legal. The state is as it was.
    pub fn apply(&mut self, action: i64) -> Result<(), NoAction> {
        match u8::try_from(action) {
            Ok(action) if self.table.is_legal(&self.game, action) => {
                self.table.apply(&self.game, action);
                self.history.push(action);
                Ok(())
            }
            _ => Err(NoAction::NotLegal {
                action,
                player: self.current_player(),
                phase: self.phase(),
                legal: self.legal_actions(),
            }),
        }
    }

    /// Takes back the last action, which `player` made.
    ///
    /// # Errors
    /// The last action is another one, or another player's, or there is none. The state is as it
    /// was.
    pub fn undo(&mut self, player: i64, action: i64) -> Result<(), NoAction> {
        let wanted = NoAction::NotLast { player, action, last: self.last_action() };
        let Some((&last, before)) = self.history.split_last() else { return Err(wanted) };
        if i64::from(last) != action {
            return Err(wanted);
        }
        let table = Table::after(&self.game, before);
        if i64::from(table.current_player()) != player {
            return Err(wanted);
        }
        self.table = table;
        self.history.pop();
        Ok(())
    }

    fn last_action(&self) -> Option<(i8, u8)> {
        self.full_history().last().copied()
    }

    /// Who made which action.
    pub fn full_history(&self) -> Vec<(i8, u8)> {
        let mut players = Vec::with_capacity(self.history.len());
        self.each_table(|table, action| {
            players.extend(action.map(|action| (table.current_player(), action)));
        });
        players
    }

    /// Calls `visit` with each table on the way here and the action that was made at it, and with
    /// this one.
    fn each_table(&self, mut visit: impl FnMut(&Table, Option<u8>)) {
        let mut table = Table::new(&self.game);
        for &action in &self.history {
            visit(&table, Some(action));
            table.apply(&self.game, action);
        }
        visit(&table, None);
    }

    /// What each player has won: nothing before the end.
    pub fn returns(&self) -> [f64; 2] {
        self.table.returns(&self.game)
    }

    /// The number of the card that lies face up.
    pub fn upcard(&self) -> Option<u8> {
        self.table.upcard.map(|card| self.game.deck.number(card))
    }

    /// The number of the upcard that was last taken or left lying.
    pub fn prev_upcard(&self) -> Option<u8> {
        self.table.prev_upcard.map(|card| self.game.deck.number(card))
    }

    /// The most deadwood to knock with.
    pub fn knock_card(&self) -> u8 {
        self.table.knock_card
    }

    /// How many cards are left in the stock.
    pub fn stock_size(&self) -> u8 {
        self.table.stock.len() as u8
    }

    /// The numbers of the cards in a seat's hand, as they came.
    pub fn hand(&self, seat: usize) -> &[u8] {
        self.table.seats[seat].order.as_slice()
    }

    /// The numbers of the cards in a seat's hand that it took as upcards, ascending.
    pub fn known_cards(&self, seat: usize) -> impl Iterator<Item = u8> {
        self.numbers(self.table.seats[seat].known)
    }

    /// The numbers of the cards out of play, as they came.
    pub fn discard_pile(&self) -> &[u8] {
        self.table.discards.as_slice()
    }

    /// A seat's least deadwood; after a knock the points in its hand.
    pub fn deadwood(&self, seat: usize) -> u8 {
        self.table.seats[seat].deadwood
    }

    /// Whether a seat has knocked.
    pub fn has_knocked(&self, seat: usize) -> bool {
        self.table.seats[seat].has_knocked
    }

    /// Whether a seat has passed on the first upcard.
    pub fn has_passed(&self, seat: usize) -> bool {
        self.table.seats[seat].has_passed
    }

    /// The numbers of the melds that a seat has laid down, as they came.
    pub fn melds(&self, seat: usize) -> &[u8] {
        self.table.seats[seat].melds.as_slice()
    }

    /// The numbers of the cards laid off, as they came.
    pub fn layoffs(&self) -> &[u8] {
        self.table.layoffs.as_slice()
    }

    /// Whether nothing more can be laid off.
    pub fn finished_layoffs(&self) -> bool {
        self.table.finished_layoffs
    }

    /// The numbers of the cards in the stock, ascending.
    pub fn stock(&self) -> impl Iterator<Item = u8> {
        self.numbers(self.table.stock)
    }

    fn numbers(&self, cards: CardSet) -> impl Iterator<Item = u8> {
        let deck = self.game.deck;
        cards.iter().map(move |card| deck.number(card))
    }

    /// Whether an observation that `player` is given hides the other's hand.
    ///
    /// What a knocker has laid out lies open once he is done, and all hands do at the end. OpenSpiel
    /// shows more: all that a knocker holds at once, and the defender's hand too.
    pub fn hides_other_hand(&self, player: usize) -> bool {
        let other_knocked = self.has_knocked(1 - player);
        match self.phase() {
            Phase::GameOver => false,
            Phase::Layoff => !self.game.compat && !other_knocked,
            _ => !(self.game.compat && other_knocked),
        }
    }
}

impl Table {
    /// The table that these actions, all legal, lead to.
    fn after(game: &Game, actions: &[u8]) -> Table {
        let mut table = Table::new(game);
        actions.iter().for_each(|&action| table.apply(game, action));
        table
    }
}

/// An action that cannot be made or taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAction {
    /// It is not legal.
    NotLegal {
        /// What came.
        action: i64,
        /// Who is to act.
        player: i8,
        /// The part of the game.
        phase: Phase,
        /// What is legal.
        legal: ActionSet,
    },
    /// It was not the last one.
    NotLast {
        /// The player that came.
        player: i64,
        /// The action that came.
        action: i64,
        /// Who made which action last.
        last: Option<(i8, u8)>,
    },
}

impl fmt::Display for NoAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAction::NotLegal { action, phase: Phase::GameOver, .. } => {
                write!(f, "action: the game is over, got {action}")
            }
            NoAction::NotLegal { action, player, phase, legal } => {
                let legal: Vec<String> = legal.iter().map(|action| action.to_string()).collect();
                let (legal, phase) = (legal.join(", "), phase.name());
                write!(f, "action: player {player} may make {legal} in phase {phase}, got {action}")
            }
            NoAction::NotLast { player, action, last: Some((maker, last)) } => write!(
                f,
                "undo: expected the last action, {last} of player {maker}, got {action} of player \
                 {player}"
            ),
            NoAction::NotLast { .. } => f.write_str("undo: no action was made"),
        }
    }
}

impl std::error::Error for NoAction {}

#[cfg(test)]
mod tests;
