//! RLCard's game: who may do what, and what it pays.
//!
//! The player beside the dealer is dealt eleven cards and discards first; there is no upcard. He who
//! has ten cards draws or takes the last discard, he who has eleven discards, knocks or goes gin. The
//! round ends with a knock, gin or a dead hand, after which two actions that stand for nothing, 0 and
//! 1, score the two players. Who knocked is paid 0.2 and who went gin 1, whatever the other one holds;
//! everyone else pays a hundredth of his deadwood.

mod action;
mod error;
mod legal;
mod settings;

pub use action::{Action, Move, NUM_ACTIONS};
pub use error::MoveError;
pub use settings::{Dealer, Settings};

use super::{CardList, Pile, going_out_cards, run_piles, set_piles};
use crate::{Card, CardSet, Rank, Suit, deadwood};

/// What one player holds.
#[derive(Clone, Debug, Default)]
struct Seat {
    hand: CardList<11>,
    /// What the other one saw him take and not yet throw.
    known: CardList<11>,
    /// Ranks whose sets RLCard keeps in the order of the suits: see `legal`.
    in_suit_order: u16,
}

/// Where a game stands.
#[derive(Clone, Debug)]
pub struct Game {
    settings: Settings,
    faults: bool,
    seats: [Seat; 2],
    deck: [Card; 52],
    stock: CardList<52>,
    discards: CardList<52>,
    dealer: u8,
    player: u8,
    over: bool,
    went_out: Option<(u8, Action)>,
    moves: Vec<Move>,
    last: Option<Action>,
    drawn: usize,
    /// The hands that were scored, in turn.
    scored: Vec<CardList<11>>,
    /// What is legal, once somebody has asked.
    legal: Option<Vec<Action>>,
}

impl Game {
    /// A game to be dealt. With `faults` every move is played as RLCard plays it, legal or not, and
    /// [`going_out_cards`] has its faults.
    pub fn new(settings: Settings, faults: bool) -> Game {
        Game {
            settings,
            faults,
            seats: Default::default(),
            deck: std::array::from_fn(|_| Card::new(Rank::Ace, Suit::Spades)),
            stock: CardList::new(),
            discards: CardList::new(),
            dealer: 0,
            player: 1,
            over: true,
            went_out: None,
            moves: Vec::new(),
            last: None,
            drawn: 0,
            scored: Vec::new(),
            legal: None,
        }
    }

    /// Deals from the end of a shuffled deck: eleven cards to the player beside the dealer, then ten
    /// to the dealer.
    pub fn deal(&mut self, dealer: u8, deck: [Card; 52]) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        *self = Game { over: false, moves, ..Game::new(self.settings, self.faults) };
        (self.dealer, self.player) = (dealer, 1 - dealer);
        self.deck = deck;
        self.stock = deck.into_iter().collect();
        for (seat, count) in [(self.player, 11), (dealer, 10)] {
            let seat = &mut self.seats[usize::from(seat)];
            for _ in 0..count {
                seat.hand.extend(self.stock.pop());
            }
        }
    }

    /// What is chosen about the game.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Chooses anew; it holds from the next move on.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
        self.legal = None;
    }

    /// Whether moves are played as RLCard plays them, legal or not.
    pub fn has_faults(&self) -> bool {
        self.faults
    }

    /// The seat to act.
    pub fn player(&self) -> u8 {
        self.player
    }

    /// The dealer's seat.
    pub fn dealer(&self) -> u8 {
        self.dealer
    }

    /// Whether both players are scored. A game that was never dealt is over too.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether it was ever dealt.
    pub fn was_dealt(&self) -> bool {
        !self.seats[0].hand.is_empty()
    }

    /// Who ended the play, and whether by a knock, gin or a dead hand.
    pub fn went_out(&self) -> Option<(u8, Action)> {
        self.went_out
    }

    /// The moves since the deal, those too at which RLCard failed after it had written them down.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The hands as they were scored, in turn.
    pub fn scored(&self) -> &[CardList<11>] {
        &self.scored
    }

    /// The action played last.
    pub fn last_action(&self) -> Option<Action> {
        self.last
    }

    /// A seat's cards, in the order in which they came.
    pub fn hand(&self, seat: u8) -> &[Card] {
        &self.seats[usize::from(seat)].hand
    }

    /// The cards that the other seat saw this one take and not throw, in that order.
    pub fn known(&self, seat: u8) -> &[Card] {
        &self.seats[usize::from(seat)].known
    }

    /// The deck as it was dealt, from its end.
    pub fn deck(&self) -> &[Card; 52] {
        &self.deck
    }

    /// The stock, next drawn last.
    pub fn stock(&self) -> &[Card] {
        &self.stock
    }

    /// The discards, oldest first.
    pub fn discards(&self) -> &[Card] {
        &self.discards
    }

    /// What a seat may see: its hand, the last discard, the other discards, what is known of the other
    /// hand, and the cards that are none of these. Nothing once the game is over.
    pub fn planes(&self, seat: u8) -> [CardSet; 5] {
        if self.over {
            return [CardSet::EMPTY; 5];
        }
        let (last, rest) = match self.discards.split_last() {
            Some((last, rest)) => (CardSet::from(*last), rest),
            None => (CardSet::EMPTY, &[][..]),
        };
        let set = |cards: &[Card]| cards.iter().copied().collect::<CardSet>();
        let known = set(self.known(1 - seat));
        let unknown = set(&self.stock) | (set(self.hand(1 - seat)) - known);
        [set(self.hand(seat)), last, set(rest), known, unknown]
    }

    /// What each seat is paid: nothing until both are scored.
    pub fn payoffs(&self) -> Option<[f64; 2]> {
        let is_scored = self.moves.last()?.action == Action::SCORE_SOUTH;
        is_scored.then(|| [0, 1].map(|seat| self.payoff(seat)))
    }

    fn payoff(&self, seat: u8) -> f64 {
        match self.went_out {
            Some((out, Action::GIN)) if out == seat => 1.0,
            Some((out, action)) if out == seat && action.is_knock() => 0.2,
            _ => -f64::from(self.deadwood(seat)) / 100.0,
        }
    }

    /// The least points that a seat's cards leave unmelded.
    pub fn deadwood(&self, seat: u8) -> u8 {
        deadwood(self.hand(seat).iter().copied().collect())
    }

    /// A seat's melds, in the order in which RLCard keeps them.
    pub fn piles(&self, seat: u8) -> Vec<Pile> {
        self.seats[usize::from(seat)].piles()
    }

    /// Plays an action of the seat to act.
    ///
    /// # Errors
    /// The action is not legal; then nothing is done. A game with RLCard's faults refuses only what
    /// RLCard fails at, and may have done half of it, as RLCard has.
    pub fn apply(&mut self, action: Action) -> Result<(), MoveError> {
        if !self.faults {
            let legal = self.legal_actions()?;
            if !legal.contains(&action) {
                return Err(MoveError::Illegal { action, legal: legal.to_vec() });
            }
        }
        self.play(action)
    }

    /// Plays an action without a look at what is legal, as RLCard does.
    ///
    /// # Errors
    /// RLCard fails at it; the move may be recorded all the same.
    pub fn play(&mut self, action: Action) -> Result<(), MoveError> {
        self.legal = None;
        let before = self.moves.len();
        let result = self.make(action);
        match &result {
            Ok(()) => self.last = Some(action),
            Err(_) => self.moves[before..].iter_mut().for_each(|refused| refused.is_refused = true),
        }
        result
    }

    fn make(&mut self, action: Action) -> Result<(), MoveError> {
        match action {
            Action::SCORE_NORTH => {
                self.score(0, action)?;
                self.player = 1;
            }
            Action::SCORE_SOUTH => {
                self.score(1, action)?;
                self.over = true;
            }
            Action::DRAW => {
                self.must_hold(10)?;
                let card = self.stock.pop().ok_or(MoveError::NoCardLeft)?;
                self.record(action, Some(card));
                self.seat().take(card);
                self.drawn += 1;
            }
            Action::PICK_UP => {
                self.must_hold(10)?;
                let card = self.discards.pop().ok_or(MoveError::NoCardLeft)?;
                self.record(action, Some(card));
                self.seat().take(card);
                self.seat().known.push(card);
            }
            Action::DEAD_HAND => {
                self.record(action, None);
                self.went_out = Some((self.player, action));
                self.must_hold(10)?;
                self.player = 0;
            }
            Action::GIN => {
                self.record(action, None);
                self.went_out = Some((self.player, action));
                self.must_hold(11)?;
                let card = self.gin_card().ok_or(MoveError::NoGin)?;
                self.throw(card)?;
                self.player = 0;
            }
            Action(_) => {
                let card = action.card().ok_or(MoveError::Unknown(action))?;
                if action.is_knock() {
                    self.record(action, None);
                    self.went_out = Some((self.player, action));
                    self.must_hold(11)?;
                    self.throw(card)?;
                    self.player = 0;
                } else {
                    self.must_hold(11)?;
                    self.record(action, None);
                    self.throw(card)?;
                    self.discards.push(card);
                    self.player = 1 - self.player;
                }
            }
        }
        Ok(())
    }

    fn score(&mut self, seat: u8, action: Action) -> Result<(), MoveError> {
        if self.player != seat {
            return Err(MoveError::WrongPlayer { player: self.player, wanted: seat });
        }
        let count = self.hand(seat).len();
        if count != 10 {
            return Err(MoveError::ScoredHand(count));
        }
        self.record(action, None);
        self.scored.push(self.seats[usize::from(seat)].hand);
        Ok(())
    }

    fn must_hold(&self, wanted: usize) -> Result<(), MoveError> {
        let count = self.hand(self.player).len();
        if count == wanted { Ok(()) } else { Err(MoveError::HandSize { count, wanted }) }
    }

    fn seat(&mut self) -> &mut Seat {
        &mut self.seats[usize::from(self.player)]
    }

    fn record(&mut self, action: Action, card: Option<Card>) {
        self.moves.push(Move { player: self.player, action, card, is_refused: false });
    }

    fn throw(&mut self, card: Card) -> Result<(), MoveError> {
        if self.seat().throw(card) { Ok(()) } else { Err(MoveError::NotHeld(card)) }
    }

    /// The card that goes when the player to act goes gin.
    fn gin_card(&self) -> Option<Card> {
        let hand = self.hand(self.player);
        let piles = [run_piles(hand), set_piles(hand)].concat();
        let out = going_out_cards(hand, &piles, self.settings.knock_limit, self.faults);
        out.gin.first().copied()
    }
}

#[cfg(test)]
mod tests;
