//! Pictures of states, and actions in words.

use std::fmt::Write;

use super::State;
use super::observation::Hands;
use super::table::{CHANCE, Table};
use crate::compat::open_spiel::actions::{self, ACTIONS};
use crate::compat::open_spiel::{Deck, Game, MeldId};
use crate::{Card, CardSet};

/// The picture of a hand: a line a suit, in a frame.
pub fn hand_picture(deck: Deck, hand: CardSet) -> String {
    let frame = format!("+{}+\n", "-".repeat(2 * usize::from(deck.ranks())));
    let mut text = frame.clone();
    for number in 0..deck.len() {
        let (card, is_first) = (deck.card(number), number % deck.ranks() == 0);
        let is_last = (number + 1) % deck.ranks() == 0;
        text.push_str(if is_first { "|" } else { "" });
        match card.filter(|card| hand.contains(*card)) {
            Some(card) => push_card(&mut text, Some(card)),
            None => text.push_str("  "),
        }
        text.push_str(if is_last { "|\n" } else { "" });
    }
    text + &frame
}

fn push_card(text: &mut String, card: Option<Card>) {
    let (rank, suit) = card.map_or(('X', 'X'), |card| (card.rank().letter(), card.suit().letter()));
    text.push(rank);
    text.push(suit);
}

fn push_cards(text: &mut String, cards: impl IntoIterator<Item = Card>) {
    cards.into_iter().for_each(|card| push_card(text, Some(card)));
}

impl Table {
    /// The picture of the table as someone sees it, to whom the hands of `shown` lie open.
    fn picture(&self, game: &Game, shown: [bool; 2]) -> String {
        let mut text = String::with_capacity(700);
        let _ = write!(text, "\nKnock card: {}\nPrev upcard: ", self.knock_card);
        push_card(&mut text, self.prev_upcard);
        let (repeated, player) = (u8::from(self.repeated_move), self.player);
        let _ = write!(text, "\nRepeated move: {repeated}\nCurrent player: {player}");
        let _ = write!(text, "\nPhase: {}\n\n", self.phase.name());
        self.push_seat(&mut text, game, 0, shown[0]);
        let _ = write!(text, "\nStock size: {}  Upcard: ", self.stock.len());
        push_card(&mut text, self.upcard);
        text.push_str("\nDiscard pile: ");
        push_cards(&mut text, cards_of(game, self.discards.as_slice()));
        text.push_str("\n\n");
        self.push_seat(&mut text, game, 1, shown[1]);
        text
    }

    fn push_seat(&self, text: &mut String, game: &Game, number: usize, is_shown: bool) {
        let (seat, other) = (&self.seats[number], &self.seats[1 - number]);
        let _ = write!(text, "Player{number}:");
        if is_shown {
            let _ = write!(text, " Deadwood={}", seat.deadwood);
        }
        let layoffs = self.layoffs.as_slice();
        if other.has_knocked && !layoffs.is_empty() {
            text.push_str("\nLayoffs: ");
            push_cards(text, cards_of(game, layoffs));
        }
        let melds = seat.melds.as_slice();
        if !melds.is_empty() {
            text.push_str("\nLayed melds:");
        }
        for meld in melds.iter().filter_map(|&meld| MeldId::new(meld)) {
            text.push(' ');
            push_cards(text, meld.cards());
        }
        let hand = if is_shown { seat.hand } else { CardSet::EMPTY };
        text.push('\n');
        text.push_str(&hand_picture(game.deck, hand));
    }
}

fn cards_of(game: &Game, numbers: &[u8]) -> impl Iterator<Item = Card> {
    let deck = game.deck;
    numbers.iter().filter_map(move |&number| deck.card(number))
}

fn shown_to(player: usize, hands: Hands) -> [bool; 2] {
    match hands {
        Hands::None => [false, false],
        Hands::Own => [player == 0, player == 1],
        Hands::All => [true, true],
    }
}

impl State {
    /// The picture of the state, with both hands.
    pub fn picture(&self) -> String {
        self.table.picture(&self.game, [true, true])
    }

    /// The picture that a player sees, with the hands that lie open to him.
    pub fn observation(&self, player: usize, hands: Hands) -> String {
        self.table.picture(&self.game, shown_to(player, hands))
    }

    /// All that a player has seen and done, picture by picture.
    pub fn information_state(&self, player: usize) -> String {
        let mut text = String::new();
        let mut own = None;
        self.each_table(|table, action| {
            text.push_str(if text.is_empty() { "" } else { ", " });
            match own {
                Some(action) => write!(text, "(action={action}, ").expect("a text takes all"),
                None => text.push_str("(action=None, "),
            }
            let picture = table.picture(&self.game, shown_to(player, Hands::Own));
            let _ = write!(text, "observation=\"{picture}\")");
            own = action.filter(|_| usize::try_from(table.player) == Ok(player));
        });
        text
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
                let mut text = String::with_capacity(10);
                push_cards(&mut text, meld.cards());
                text
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

impl std::fmt::Display for NoWords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let NoWords { player, action, cards } = self;
        if *player == i64::from(CHANCE) {
            write!(f, "action: expected a card that chance gives, 0 to {}, got {action}", cards - 1)
        } else {
            write!(f, "action: expected 0 to {}, got {action}", ACTIONS - 1)
        }
    }
}

impl std::error::Error for NoWords {}
