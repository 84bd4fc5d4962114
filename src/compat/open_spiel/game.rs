//! What is fixed before the deal: the deck, the limit of a knock, the bonuses.

use std::fmt;

use super::Deck;

/// One of OpenSpiel's games of `gin_rummy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Game {
    pub(super) deck: Deck,
    pub(super) hand_size: u8,
    pub(super) oklahoma: bool,
    pub(super) knock_card: u8,
    pub(super) gin_bonus: i32,
    pub(super) undercut_bonus: i32,
    pub(super) compat: bool,
}

/// A game's parameters as they come, not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Parameters {
    /// Whether the value of the first upcard is the limit of a knock; an ace asks for gin.
    pub oklahoma: bool,
    /// The most deadwood to knock with.
    pub knock_card: i32,
    /// What gin earns.
    pub gin_bonus: i32,
    /// What an undercut earns.
    pub undercut_bonus: i32,
    /// How many ranks a suit has.
    pub num_ranks: i32,
    /// How many suits there are.
    pub num_suits: i32,
    /// How many cards are dealt to a player.
    pub hand_size: i32,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            oklahoma: false,
            knock_card: 10,
            gin_bonus: 25,
            undercut_bonus: 25,
            num_ranks: 13,
            num_suits: 4,
            hand_size: 10,
        }
    }
}

/// With two cards in the stock nobody draws any more.
pub(super) const WALL_STOCK_SIZE: u8 = 2;
/// The most that a hand is taken to leave.
const MAX_POSSIBLE_DEADWOOD: f64 = 98.0;
/// The most that a hand can leave whose melds nobody lays down: ten tens.
const MOST_DEADWOOD: f64 = 100.0;

impl Game {
    /// The game of these parameters. With `compat` it answers as OpenSpiel does where that is
    /// wrong: what eleven cards leave, the third card laid off at one end of a run, the bound of
    /// the returns, whose hand an observation shows, and draws below two cards in the stock.
    ///
    /// # Errors
    /// A parameter is out of bounds, or the deck is too small for two hands, the upcard, and a
    /// stock of two.
    pub fn new(parameters: Parameters, compat: bool) -> Result<Game, GameError> {
        let Parameters { num_ranks, num_suits, hand_size, knock_card, .. } = parameters;
        let bounded = |name, value, least, most| match u8::try_from(value) {
            Ok(value) if (least..=most).contains(&value) => Ok(value),
            _ => Err(GameError::OutOfBounds { name, value, least, most }),
        };
        let knock_card = bounded("knock_card", knock_card, 0, 10)?;
        let ranks = bounded("num_ranks", num_ranks, 1, 13)?;
        let suits = bounded("num_suits", num_suits, 1, 4)?;
        let hand_size = bounded("hand_size", hand_size, 1, 10)?;
        let wanted = 2 * hand_size + WALL_STOCK_SIZE + 1;
        match Deck::new(ranks, suits) {
            Some(deck) if deck.len() >= wanted => Ok(Game {
                deck,
                hand_size,
                oklahoma: parameters.oklahoma,
                knock_card,
                gin_bonus: parameters.gin_bonus,
                undercut_bonus: parameters.undercut_bonus,
                compat,
            }),
            _ => Err(GameError::TooFewCards { cards: ranks * suits, wanted, hand_size }),
        }
    }

    /// Its parameters.
    pub fn parameters(&self) -> Parameters {
        Parameters {
            oklahoma: self.oklahoma,
            knock_card: self.knock_card.into(),
            gin_bonus: self.gin_bonus,
            undercut_bonus: self.undercut_bonus,
            num_ranks: self.deck.ranks().into(),
            num_suits: self.deck.suits().into(),
            hand_size: self.hand_size.into(),
        }
    }

    /// Whether it answers as OpenSpiel does where that is wrong.
    pub fn compat(&self) -> bool {
        self.compat
    }

    /// Its cards and how they are numbered.
    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// How many cards there are.
    pub fn cards(&self) -> u8 {
        self.deck.len()
    }

    /// How many cards chance gives at most.
    pub fn max_chance_nodes(&self) -> u8 {
        let before_wall = self.cards() - WALL_STOCK_SIZE;
        // One card is drawn after the deal, however few are left.
        if self.compat { before_wall } else { before_wall.max(2 * self.hand_size + 2) }
    }

    /// The most that a player can win.
    ///
    /// OpenSpiel counts with 98 points, which tens alone exceed, and not with an undercut's bonus.
    pub fn max_utility(&self) -> f64 {
        let gin = f64::from(self.gin_bonus);
        if self.compat {
            return MAX_POSSIBLE_DEADWOOD + gin;
        }
        // Who knocks has ten points at most, and so much may an undercut bring besides its bonus.
        let undercut = 10.0 + f64::from(self.undercut_bonus).abs();
        undercut.max(MOST_DEADWOOD + gin.abs())
    }
}

/// There is no such game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameError {
    /// A parameter is out of bounds.
    OutOfBounds {
        /// Its name.
        name: &'static str,
        /// What came.
        value: i32,
        /// The least it may be.
        least: u8,
        /// The most it may be.
        most: u8,
    },
    /// The deck is too small for the hands.
    TooFewCards {
        /// How many cards it has.
        cards: u8,
        /// How many are wanted.
        wanted: u8,
        /// How many a hand has.
        hand_size: u8,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::OutOfBounds { name, value, least, most } => {
                write!(f, "{name}: expected {least} to {most}, got {value}")
            }
            GameError::TooFewCards { cards, wanted, hand_size } => write!(
                f,
                "num_ranks * num_suits: expected at least {wanted} cards for hands of {hand_size}, \
                 got {cards}"
            ),
        }
    }
}

impl std::error::Error for GameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_checked_one_by_one() {
        type Change = fn(&mut Parameters);
        let told = |change: Change| {
            let mut parameters = Parameters::default();
            change(&mut parameters);
            Game::new(parameters, false).map_err(|error| error.to_string())
        };
        assert!(told(|_| {}).is_ok());
        let refused: [(Change, &str); 6] = [
            (|game| game.knock_card = 11, "knock_card: expected 0 to 10, got 11"),
            (|game| game.knock_card = -1, "knock_card: expected 0 to 10, got -1"),
            (|game| game.num_ranks = 14, "num_ranks: expected 1 to 13, got 14"),
            (|game| game.num_suits = 0, "num_suits: expected 1 to 4, got 0"),
            (|game| game.hand_size = 11, "hand_size: expected 1 to 10, got 11"),
            (
                |game| game.num_suits = 1,
                "num_ranks * num_suits: expected at least 23 cards for hands of 10, got 13",
            ),
        ];
        for (change, message) in refused {
            assert_eq!(told(change), Err(message.to_owned()));
        }
        let smallest = |game: &mut Parameters| (game.num_ranks, game.hand_size) = (6, 10);
        assert_eq!(told(smallest).map(|game| game.cards()), Ok(24));
    }

    #[test]
    fn a_game_gives_its_parameters_back() {
        let parameters = Parameters { oklahoma: true, knock_card: 3, ..Parameters::default() };
        let game = Game::new(parameters, true).unwrap();
        assert_eq!((game.parameters(), game.compat()), (parameters, true));
        assert_eq!((game.max_utility(), game.max_chance_nodes()), (123.0, 50));
    }
}
