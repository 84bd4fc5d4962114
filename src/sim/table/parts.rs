//! A table from its parts, the middle of a round included, and the parts of a table.

use super::{Core, Ended, PILE, Phase, RoundRules, STOCK, Table};
use crate::card::Card;
use crate::card_set::CardSet;

/// What a table is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// Each seat's cards.
    pub hands: [CardSet; 2],
    /// What of them was seen to be taken.
    pub known: [CardSet; 2],
    /// The upcards that each seat has refused.
    pub declined: [CardSet; 2],
    /// The cards that each seat has thrown, as far as is known.
    pub thrown: [CardSet; 2],
    /// The stock, next drawn last.
    pub stock: Vec<u8>,
    /// The discard pile, the upcard last.
    pub pile: Vec<u8>,
    /// The seat that dealt.
    pub dealer: u8,
    /// The seat that is to act.
    pub player: u8,
    /// What is due.
    pub phase: Phase,
    /// The legal actions, as bits of their ids.
    pub legal: u128,
    /// The upcard that was dealt.
    pub first: Option<Card>,
    /// The card taken from the discard pile in this turn.
    pub taken: Option<Card>,
    /// Whether the last turn threw back the card that it took.
    pub stalled: bool,
    /// Turns that ended in a plain discard.
    pub turns: u32,
    /// Takes that count towards `max_discard_draws`.
    pub takes: u32,
    /// What was done, the deal counted as one.
    pub moves: u32,
    /// Draws from either pile.
    pub draws: u32,
    /// How the round ended, if it has.
    pub ended: Option<Ended>,
}

impl Table {
    /// A table in any position; `None` if the parts do not hold together: a card is twice or
    /// nowhere, hands, stock or pile do not fit the phase, or something else is legal there.
    pub fn from_parts(rules: &RoundRules, parts: &Parts) -> Option<Table> {
        let mut stock = [0; STOCK];
        let mut pile = [0; PILE];
        stock.get_mut(..parts.stock.len())?.copy_from_slice(&parts.stock);
        pile.get_mut(..parts.pile.len())?.copy_from_slice(&parts.pile);
        let core = Core {
            known: parts.known,
            declined: parts.declined,
            thrown: parts.thrown,
            discards: parts.pile.iter().filter_map(|&id| Card::from_id(id)).collect(),
            upcard: parts.pile.last().and_then(|&id| Card::from_id(id)).into_iter().collect(),
            legal: [parts.legal as u64, (parts.legal >> 64) as u64],
            turns: parts.turns,
            takes: parts.takes,
            moves: parts.moves,
            draws: parts.draws,
            phase: parts.phase,
            player: parts.player & 1,
            limit: rules.settlement.limit(parts.first),
            stock: parts.stock.len() as u8,
            pile: parts.pile.len() as u8,
            first: parts.first,
            taken: parts.taken,
            stalled: parts.stalled,
            ended: parts.ended.unwrap_or(Ended::DRAWN),
            ..Core::new(parts.dealer & 1, parts.hands)
        };
        let table = Table { core, stock, pile };
        table.holds_together(rules).then_some(table)
    }

    /// What the table is made of.
    pub fn parts(&self) -> Parts {
        let core = &self.core;
        Parts {
            hands: core.hands,
            known: core.known,
            declined: core.declined,
            thrown: core.thrown,
            stock: self.stock().to_vec(),
            pile: self.pile().to_vec(),
            dealer: core.dealer,
            player: core.player,
            phase: core.phase,
            legal: self.legal_actions(),
            first: core.first,
            taken: core.taken,
            stalled: core.stalled,
            turns: core.turns,
            takes: core.takes,
            moves: core.moves,
            draws: core.draws,
            ended: self.ended().copied(),
        }
    }
}
