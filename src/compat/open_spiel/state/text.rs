//! Pictures of states, and actions in words.
//!
//! Pictures are put together as bytes: an information state is one for every action so far.

use std::fmt;

use super::State;
use super::observation::Hands;
use super::table::{CHANCE, Table};
use crate::compat::open_spiel::actions::{self, ACTIONS};
use crate::compat::open_spiel::{Game, MeldId};
use crate::{Card, CardSet};

/// What pictures of one game are made of.
struct Painter<'a> {
    game: &'a Game,
    /// The picture of an empty hand.
    empty: Vec<u8>,
}

impl Painter<'_> {
    fn of(game: &Game) -> Painter<'_> {
        Painter { game, empty: game.deck().picture(CardSet::EMPTY).into_bytes() }
    }

    /// Adds the picture of a table as someone sees it to whom the hands of `shown` lie open.
    fn paint(&self, text: &mut Vec<u8>, table: &Table, shown: [bool; 2]) {
        text.extend_from_slice(b"\nKnock card: ");
        push_number(text, table.knock_card.into());
        text.extend_from_slice(b"\nPrev upcard: ");
        push_upcard(text, table.prev_upcard);
        text.extend_from_slice(b"\nRepeated move: ");
        push_number(text, table.repeated_move.into());
        text.extend_from_slice(b"\nCurrent player: ");
        push_number(text, table.player.into());
        text.extend_from_slice(b"\nPhase: ");
        text.extend_from_slice(table.phase.name().as_bytes());
        text.extend_from_slice(b"\n\n");
        self.paint_seat(text, table, 0, shown[0]);
        text.extend_from_slice(b"\nStock size: ");
        push_number(text, table.stock.len() as i16);
        text.extend_from_slice(b"  Upcard: ");
        push_upcard(text, table.upcard);
        text.extend_from_slice(b"\nDiscard pile: ");
        self.push_cards(text, table.discards.as_slice());
        text.extend_from_slice(b"\n\n");
        self.paint_seat(text, table, 1, shown[1]);
    }

    fn paint_seat(&self, text: &mut Vec<u8>, table: &Table, number: usize, is_shown: bool) {
        let (seat, other) = (&table.seats[number], &table.seats[1 - number]);
        text.extend_from_slice(b"Player");
        push_number(text, number as i16);
        text.push(b':');
        if is_shown {
            text.extend_from_slice(b" Deadwood=");
            push_number(text, seat.deadwood.into());
        }
        let layoffs = table.layoffs.as_slice();
        if other.has_knocked && !layoffs.is_empty() {
            text.extend_from_slice(b"\nLayoffs: ");
            self.push_cards(text, layoffs);
        }
        let melds = seat.melds.as_slice();
        if !melds.is_empty() {
            text.extend_from_slice(b"\nLayed melds:");
        }
        for meld in melds.iter().filter_map(|&meld| MeldId::new(meld)) {
            text.push(b' ');
            meld.cards().iter().for_each(|card| text.extend_from_slice(&letters(card)));
        }
        text.push(b'\n');
        let start = text.len();
        text.extend_from_slice(&self.empty);
        let line = 2 * usize::from(self.game.deck().ranks()) + 3;
        for card in if is_shown { seat.hand } else { CardSet::EMPTY } {
            let (suit, rank) = (card.suit() as usize, card.rank() as usize);
            let place = start + line * (suit + 1) + 1 + 2 * rank;
            text[place..place + 2].copy_from_slice(&letters(card));
        }
    }

    fn push_cards(&self, text: &mut Vec<u8>, numbers: &[u8]) {
        let cards = numbers.iter().filter_map(|&number| self.game.deck().card(number));
        cards.for_each(|card| text.extend_from_slice(&letters(card)));
    }
}

fn letters(card: Card) -> [u8; 2] {
    [card.rank().letter() as u8, card.suit().letter() as u8]
}

fn push_upcard(text: &mut Vec<u8>, card: Option<Card>) {
    text.extend_from_slice(&card.map_or(*b"XX", letters));
}

/// Adds a number from -99 to 999.
fn push_number(text: &mut Vec<u8>, number: i16) {
    if number < 0 {
        text.push(b'-');
    }
    let number = number.unsigned_abs();
    let digit = |power: u16| b'0' + (number / power % 10) as u8;
    if number >= 100 {
        text.push(digit(100));
    }
    if number >= 10 {
        text.push(digit(10));
    }
    text.push(digit(1));
}

fn finished(text: Vec<u8>) -> String {
    String::from_utf8(text).expect("all of it is ASCII")
}

fn shown_to(player: usize, hands: Hands) -> [bool; 2] {
    match hands {
        Hands::None => [false, false],
        Hands::Own => [player == 0, player == 1],
        Hands::All => [true, true],
    }
}

/// About as many bytes as a picture has.
const PICTURE: usize = 560;

impl State {
    /// The picture of the state, with both hands.
    pub fn picture(&self) -> String {
        self.observation(0, Hands::All)
    }

    /// The picture that a player sees, with the hands that lie open to him.
    pub fn observation(&self, player: usize, hands: Hands) -> String {
        let mut text = Vec::with_capacity(PICTURE);
        Painter::of(&self.game).paint(&mut text, &self.table, shown_to(player, hands));
        finished(text)
    }

    /// All that a player has seen and done, picture by picture.
    pub fn information_state(&self, player: usize) -> String {
        let mut text = Vec::with_capacity((PICTURE + 32) * (self.history.len() + 1));
        let painter = Painter::of(&self.game);
        let shown = shown_to(player, Hands::Own);
        let mut own = None;
        self.each_table(|table, action| {
            text.extend_from_slice(if text.is_empty() { b"(action=" } else { b", (action=" });
            match own {
                Some(action) => push_number(&mut text, i16::from(action)),
                None => text.extend_from_slice(b"None"),
            }
            text.extend(b", observation=\"");
            painter.paint(&mut text, table, shown);
            text.extend_from_slice(b"\")");
            own = action.filter(|_: &u8| usize::try_from(table.player) == Ok(player));
        });
        finished(text)
    }

    /// The actions, one a line.
    pub fn serialize(&self) -> String {
        let mut text = self.history_text(b"\n");
        text.push('\n');
        text
    }

    /// The actions, with something between.
    pub fn history_text(&self, between: &[u8]) -> String {
        let mut text = Vec::with_capacity((2 + between.len()) * self.history.len() + 1);
        for (at, &action) in self.history.iter().enumerate() {
            text.extend_from_slice(if at == 0 { b"" } else { between });
            push_number(&mut text, action.into());
        }
        finished(text)
    }

    /// An action of a player in words.
    ///
    /// # Errors
    /// There is no such action, or it is none of chance's.
    pub fn action_text(&self, player: i64, action: i64) -> Result<String, NoWords> {
        let no_words = NoWords { player, action, cards: self.game.deck.len() };
        let number = u8::try_from(action).map_err(|_| no_words)?;
        let card = self.game.deck.card(number);
        if player == i64::from(CHANCE) {
            let card = card.ok_or(no_words)?;
            return Ok(format!("Chance outcome: {card}"));
        }
        let words = match (number, card) {
            (_, Some(card)) => card.to_string(),
            (actions::DRAW_UPCARD, _) => "Draw upcard".to_owned(),
            (actions::DRAW_STOCK, _) => "Draw stock".to_owned(),
            (actions::PASS, _) => "Pass".to_owned(),
            (actions::KNOCK, _) => "Knock".to_owned(),
            (actions::FIRST_MELD..ACTIONS, _) => {
                let meld = MeldId::new(number - actions::FIRST_MELD).ok_or(no_words)?;
                finished(meld.cards().iter().flat_map(letters).collect())
            }
            _ => return Err(no_words),
        };
        Ok(format!("Player: {player} Action: {words}"))
    }
}

/// There are no words for an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoWords {
    player: i64,
    action: i64,
    cards: u8,
}

impl fmt::Display for NoWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoWords { player, action, cards } = self;
        if *player == i64::from(CHANCE) {
            write!(f, "action: expected a card that chance gives, 0 to {}, got {action}", cards - 1)
        } else {
            write!(f, "action: expected 0 to {}, got {action}", ACTIONS - 1)
        }
    }
}

impl std::error::Error for NoWords {}
