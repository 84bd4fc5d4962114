//! The rules that bear on the order of play, beside those of the settlement.

use crate::rules::{Rules, named};

/// How a round opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opening {
    /// The upcard is offered to the non-dealer, then to the dealer.
    UpcardOffer,
    /// The non-dealer is dealt eleven cards and discards first.
    ElevenCardNondealer,
}

named! { Opening {
    UpcardOffer = "upcard_offer", ElevenCardNondealer = "eleven_card_nondealer"
} }

/// What happens when only dead cards are left in the stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WallRule {
    /// Who drew the last card may knock; otherwise the round is drawn.
    DrawerMayKnock,
    /// The other may then take the last discard to knock.
    LastDiscardKnock,
    /// Or to play on.
    LastDiscardTake,
    /// The round is drawn with the last draw.
    DrawerMayNotKnock,
}

named! { WallRule {
    DrawerMayKnock = "drawer_may_knock", LastDiscardKnock = "last_discard_knock",
    LastDiscardTake = "last_discard_take", DrawerMayNotKnock = "drawer_may_not_knock"
} }

/// The rules of a round's order of play: fields of `gin_fast.Rules`, under the same names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OrderOfPlay {
    /// Whether a player may knock in his first turn.
    pub knock_on_first_turn: bool,
    /// Whether the card just taken from the discard pile may be thrown back.
    pub may_rediscard: bool,
    /// Whether it may be the knocking discard, whatever `may_rediscard` says.
    pub rediscard_on_knock: bool,
    /// How many cards of the stock nobody draws, at most 20.
    pub dead_cards: u8,
    /// What happens when only these are left.
    pub wall_rule: WallRule,
    /// With how many cards taken from the discard pile a round is drawn.
    pub max_discard_draws: Option<u32>,
    /// Whether a round is drawn when both in turn throw back the card they just took.
    pub stall_rule: bool,
    /// After how many moves, the deal counted as one, a player due to draw may only give up.
    pub max_moves: Option<u32>,
    /// How a round opens.
    pub opening: Opening,
}

impl Default for OrderOfPlay {
    fn default() -> OrderOfPlay {
        OrderOfPlay {
            knock_on_first_turn: true,
            may_rediscard: false,
            rediscard_on_knock: false,
            dead_cards: 2,
            wall_rule: WallRule::DrawerMayKnock,
            max_discard_draws: None,
            stall_rule: false,
            max_moves: None,
            opening: Opening::UpcardOffer,
        }
    }
}

/// All rules of one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RoundRules {
    /// Those of the order of play.
    pub order: OrderOfPlay,
    /// Those of the settlement.
    pub settlement: Rules,
}
