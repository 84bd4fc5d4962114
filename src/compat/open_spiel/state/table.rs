//! Where a game stands, without what came before, and what an action makes of it.
//!
//! The upcard is offered to player 0, then to player 1; if both pass, player 0 draws. A knock is
//! several actions: the knock, the card thrown, the melds one by one, a pass. Then the defender lays
//! off card by card and passes, lays down melds and passes. Nobody need lay down all he could: what
//! he keeps is his deadwood.

use super::pile::Pile;
use crate::compat::open_spiel::game::WALL_STOCK_SIZE;
use crate::compat::open_spiel::{Game, MeldId, actions, min_deadwood};
use crate::{Card, CardSet};

/// The part of a game that a state is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Chance gives a card.
    Deal,
    /// The first upcard is offered.
    FirstUpcard,
    /// A player draws.
    Draw,
    /// A player throws a card or knocks.
    Discard,
    /// Who has knocked throws a card and lays down melds.
    Knock,
    /// The defender lays off, then lays down melds.
    Layoff,
    /// Two cards are left in the stock: knock with the upcard or pass.
    Wall,
    /// The game is over.
    GameOver,
}

impl Phase {
    /// The name that pictures show.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Deal => "Deal",
            Phase::FirstUpcard => "FirstUpcard",
            Phase::Draw => "Draw",
            Phase::Discard => "Discard",
            Phase::Knock => "Knock",
            Phase::Layoff => "Layoff",
            Phase::Wall => "Wall",
            Phase::GameOver => "GameOver",
        }
    }
}

/// The number of chance as a player.
pub const CHANCE: i8 = -1;
/// The number of the player to act when the game is over.
pub const TERMINAL: i8 = -4;
/// A game in which the upcard is drawn so often is over; the first upcard is not counted.
const MOST_UPCARDS_DRAWN: u8 = 50;

/// What one player has, and what he has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seat {
    /// The cards in hand, and their numbers in the order in which they came.
    pub(super) hand: CardSet,
    pub(super) order: Pile<11>,
    /// Those of them that he took as upcards.
    pub(super) known: CardSet,
    /// The least deadwood, and after a knock the points in hand.
    pub(super) deadwood: u8,
    pub(super) has_knocked: bool,
    pub(super) has_passed: bool,
    /// The numbers of the melds he has laid down, in order.
    pub(super) melds: Pile<3>,
}

/// Where a game stands. The cards are ours, whatever the deck; a [`Pile`] has the deck's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) phase: Phase,
    /// The player to act, or chance; when the game is over who would have been next.
    pub(super) player: i8,
    /// Who acted last; while chance gives a card, who gets it.
    pub(super) last: u8,
    pub(super) knock_card: u8,
    pub(super) upcard: Option<Card>,
    /// The upcard that was last taken or left lying.
    pub(super) prev_upcard: Option<Card>,
    pub(super) stock: CardSet,
    pub(super) discards: Pile<52>,
    pub(super) seats: [Seat; 2],
    pub(super) layoffs: Pile<10>,
    pub(super) finished_layoffs: bool,
    /// Whether the last player threw the upcard that he took.
    pub(super) repeated_move: bool,
    upcards_drawn: u8,
}

impl Table {
    pub(super) fn new(game: &Game) -> Table {
        let seat = Seat {
            hand: CardSet::EMPTY,
            order: Pile::EMPTY,
            known: CardSet::EMPTY,
            deadwood: 0,
            has_knocked: false,
            has_passed: false,
            melds: Pile::EMPTY,
        };
        Table {
            phase: Phase::Deal,
            player: CHANCE,
            last: 0,
            knock_card: game.knock_card,
            upcard: None,
            prev_upcard: None,
            stock: game.deck.cards(),
            discards: Pile::EMPTY,
            seats: [seat; 2],
            layoffs: Pile::EMPTY,
            finished_layoffs: false,
            repeated_move: false,
            upcards_drawn: 0,
        }
    }

    /// The player to act: 0 or 1, chance, or nobody any more.
    pub(super) fn current_player(&self) -> i8 {
        if self.phase == Phase::GameOver { TERMINAL } else { self.player }
    }

    /// The seat to act; that of player 0 where chance is.
    pub(super) fn seat(&self) -> usize {
        usize::from(self.player == 1)
    }

    /// Makes an action that is legal.
    pub(super) fn apply(&mut self, game: &Game, action: u8) {
        match self.phase {
            Phase::Deal => self.deal(game, action),
            Phase::FirstUpcard => self.answer_first_upcard(game, action),
            Phase::Draw => self.draw(game, action),
            Phase::Discard => self.discard(game, action),
            Phase::Knock => self.lay_down_knock(game, action),
            Phase::Layoff => self.lay_off(game, action),
            Phase::Wall => self.play_at_wall(game, action),
            Phase::GameOver => {}
        }
    }

    fn deal(&mut self, game: &Game, action: u8) {
        let Some(card) = game.deck.card(action) else { return };
        let receiver = self.receiver(game);
        self.stock = self.stock.without(card);
        let Some(seat) = receiver else { return self.turn_upcard(game, card) };
        self.take(seat, card, action);
        // Nobody has drawn before an upcard was taken or left lying.
        if self.prev_upcard.is_some() {
            self.weigh(game, seat);
            (self.player, self.phase) = (seat as i8, Phase::Discard);
        }
    }

    /// Whom chance gives a card; `None` if it turns the first upcard.
    pub(super) fn receiver(&self, game: &Game) -> Option<usize> {
        let dealt = game.cards() - self.stock.len() as u8;
        match dealt / game.hand_size {
            seat @ 0..=1 => Some(seat.into()),
            _ if dealt == 2 * game.hand_size => None,
            _ => Some(self.last.into()),
        }
    }

    fn turn_upcard(&mut self, game: &Game, card: Card) {
        self.upcard = Some(card);
        self.weigh(game, 0);
        self.weigh(game, 1);
        if game.oklahoma {
            // An ace asks for gin.
            self.knock_card = if card.points() == 1 { 0 } else { card.points() };
        }
        (self.player, self.phase) = (0, Phase::FirstUpcard);
    }

    fn answer_first_upcard(&mut self, game: &Game, action: u8) {
        match action {
            actions::DRAW_UPCARD => self.draw_upcard(game),
            actions::DRAW_STOCK => self.draw_stock(game),
            _ => {
                self.seats[self.seat()].has_passed = true;
                self.pass_turn();
            }
        }
    }

    fn draw(&mut self, game: &Game, action: u8) {
        if action == actions::DRAW_STOCK {
            return self.draw_stock(game);
        }
        self.upcards_drawn += 1;
        if self.upcards_drawn == MOST_UPCARDS_DRAWN {
            self.phase = Phase::GameOver;
        } else {
            self.draw_upcard(game);
        }
    }

    fn draw_upcard(&mut self, game: &Game) {
        self.prev_upcard = self.upcard;
        self.take_upcard(game);
        self.last = self.seat() as u8;
        self.phase = Phase::Discard;
    }

    fn draw_stock(&mut self, game: &Game) {
        self.prev_upcard = self.upcard;
        if let Some(card) = self.upcard.take() {
            self.discards.push(game.deck.number(card));
        }
        self.last = self.seat() as u8;
        (self.player, self.phase) = (CHANCE, Phase::Deal);
    }

    fn discard(&mut self, game: &Game, action: u8) {
        if action == actions::KNOCK {
            self.count_points(0);
            self.count_points(1);
            return self.knock();
        }
        let seat = self.seat();
        self.upcard = self.give(game, seat, action);
        self.weigh(game, seat);
        self.pass_turn();
        let is_repeated = self.upcard == self.prev_upcard;
        if is_repeated && self.repeated_move {
            self.phase = Phase::GameOver;
            return;
        }
        self.repeated_move = is_repeated;
        let left = self.stock.len() as u8;
        // A deck may be so small that the first draw leaves one card. OpenSpiel draws on then.
        let is_wall = left == WALL_STOCK_SIZE || left < WALL_STOCK_SIZE && !game.compat;
        self.phase = if is_wall { Phase::Wall } else { Phase::Draw };
    }

    /// At the wall a knock takes the upcard.
    fn play_at_wall(&mut self, game: &Game, action: u8) {
        if action == actions::KNOCK {
            self.take_upcard(game);
            self.knock();
        } else {
            self.phase = Phase::GameOver;
        }
    }

    fn knock(&mut self) {
        let seat = self.seat();
        self.seats[seat].has_knocked = true;
        self.last = seat as u8;
        self.phase = Phase::Knock;
    }

    fn lay_down_knock(&mut self, game: &Game, action: u8) {
        let seat = self.seat();
        if self.is_to_throw(game) {
            self.give(game, seat, action);
            self.discards.push(action);
        } else if action != actions::PASS {
            self.lay_down(game, seat, action);
        }
        self.count_points(seat);
        if action == actions::PASS {
            // Nothing is laid off on gin.
            self.finished_layoffs = self.seats[seat].deadwood == 0;
            self.pass_turn();
            self.phase = Phase::Layoff;
        }
    }

    fn lay_off(&mut self, game: &Game, action: u8) {
        let seat = self.seat();
        match (action, self.finished_layoffs) {
            (actions::PASS, false) => self.finished_layoffs = true,
            (actions::PASS, true) => {
                self.count_points(seat);
                self.phase = Phase::GameOver;
            }
            (_, false) => {
                self.give(game, seat, action);
                self.layoffs.push(action);
                self.count_points(seat);
            }
            (_, true) => {
                self.lay_down(game, seat, action);
                self.count_points(seat);
            }
        }
    }

    /// Whether who has knocked still has to throw a card.
    pub(super) fn is_to_throw(&self, game: &Game) -> bool {
        self.seats[self.seat()].hand.len() > u32::from(game.hand_size)
    }

    fn pass_turn(&mut self) {
        self.last = self.seat() as u8;
        self.player = 1 - self.player;
    }

    fn take(&mut self, seat: usize, card: Card, number: u8) {
        self.seats[seat].hand = self.seats[seat].hand.with(card);
        self.seats[seat].order.push(number);
    }

    fn take_upcard(&mut self, game: &Game) {
        let seat = self.seat();
        if let Some(card) = self.upcard.take() {
            self.take(seat, card, game.deck.number(card));
            self.seats[seat].known = self.seats[seat].known.with(card);
            self.weigh(game, seat);
        }
    }

    /// Takes the card of a number out of the hand.
    fn give(&mut self, game: &Game, seat: usize, number: u8) -> Option<Card> {
        let card = game.deck.card(number)?;
        let seat = &mut self.seats[seat];
        (seat.hand, seat.known) = (seat.hand.without(card), seat.known.without(card));
        seat.order.remove(number);
        Some(card)
    }

    fn lay_down(&mut self, game: &Game, seat: usize, action: u8) {
        let Some(meld) = MeldId::new(action - actions::FIRST_MELD) else { return };
        self.seats[seat].melds.push(meld.get());
        for card in meld.cards() {
            self.give(game, seat, game.deck.number(card));
        }
    }

    /// Finds the least deadwood of the hand.
    fn weigh(&mut self, game: &Game, seat: usize) {
        let seat = &mut self.seats[seat];
        seat.deadwood = min_deadwood(seat.hand, game.hand_size.into(), game.compat);
    }

    fn count_points(&mut self, seat: usize) {
        let seat = &mut self.seats[seat];
        seat.deadwood = seat.hand.points() as u8;
    }

    /// What each player has won.
    pub(super) fn returns(&self, game: &Game) -> [f64; 2] {
        let knocker = match (self.phase, self.seats[0].has_knocked, self.seats[1].has_knocked) {
            (Phase::GameOver, true, _) => 0,
            (Phase::GameOver, _, true) => 1,
            _ => return [0.0, 0.0],
        };
        let [own, other] = [knocker, 1 - knocker].map(|seat| f64::from(self.seats[seat].deadwood));
        let mut won = other - own;
        if own == 0.0 {
            won += f64::from(game.gin_bonus);
        }
        if won < 0.0 {
            won -= f64::from(game.undercut_bonus);
        }
        if knocker == 0 { [won, -won] } else { [-won, won] }
    }
}
