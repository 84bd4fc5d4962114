//! One round, from the opening to the showdown, in a state of fixed size.

mod action;
mod bytes;
mod ending;
mod hidden;
mod parts;
mod sound;
mod state;
mod stock;
#[cfg(test)]
mod tests;

pub use action::{Action, IllegalAction};
pub(super) use bytes::{Reader, Writer};
pub use ending::{Ended, Ending};
pub use hidden::View;
pub use parts::Parts;

use super::order::{Opening, RoundRules, WallRule};
use crate::aces::{AceLow, Aces};
use crate::arrangement::{deadwood_by, deadwood_without_conflict, knock_discards_at_once};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::showdown::{Knock, Settled};

/// The stock when all is dealt.
const STOCK: usize = 31;
/// The most cards that can lie on the discard pile: all but two hands.
const PILE: usize = 32;
/// Turns alternate, so that the first two are the first one of each seat.
const FIRST_TURNS: u32 = 2;

/// What is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// To take the upcard that is offered, or to pass.
    Upcard,
    /// To draw.
    Draw,
    /// To discard, to knock, or to declare big gin.
    Discard,
    /// To use the last discard, or to pass.
    Wall,
    /// Nothing.
    Over,
}

impl Phase {
    /// Every phase with its name in Python.
    pub const NAMES: [(Phase, &str); 5] = [
        (Phase::Upcard, "upcard"),
        (Phase::Draw, "draw"),
        (Phase::Discard, "discard"),
        (Phase::Wall, "wall"),
        (Phase::Over, "over"),
    ];
}

/// One round: every card's place, whose turn it is, what is legal, and what each seat has shown.
///
/// It knows neither its rules nor how it came about: the rules are an argument, always the same one.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    core: Core,
    /// Next drawn last, so that what is left of it is its first `core.stock` cards.
    stock: [u8; STOCK],
    /// The upcard last.
    pile: [u8; PILE],
}

/// What a step changes beside the top of the discard pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Core {
    hands: [CardSet; 2],
    /// What of each hand was seen to be taken.
    known: [CardSet; 2],
    /// The upcards that each seat has refused at some time.
    declined: [CardSet; 2],
    /// The cards that each seat has thrown at some time.
    thrown: [CardSet; 2],
    /// The cards of the discard pile.
    discards: CardSet,
    /// The actions that are legal, as bits of their ids: the first 64, and the others.
    legal: [u64; 2],
    /// Turns that ended in a plain discard.
    turns: u32,
    /// Takes that count towards `max_discard_draws`.
    takes: u32,
    /// What was done, the deal counted as one.
    moves: u32,
    /// Draws from either pile.
    draws: u32,
    phase: Phase,
    player: u8,
    dealer: u8,
    limit: u8,
    stock: u8,
    pile: u8,
    /// The upcard that was dealt.
    first: Option<Card>,
    /// The card taken from the discard pile in this turn.
    taken: Option<Card>,
    /// Whether the last turn threw back the card that it took.
    stalled: bool,
    ended: Ended,
}

impl PartialEq for Table {
    /// What lies behind the cards of the stock and the pile does not count.
    fn eq(&self, other: &Table) -> bool {
        self.core == other.core && self.stock() == other.stock() && self.pile() == other.pile()
    }
}

impl Eq for Table {}

/// What takes a step back.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    core: Core,
    top: u8,
}

impl Table {
    /// A round dealt from this deck, first dealt first: ten cards to the non-dealer and the dealer
    /// in turn, then the upcard or the non-dealer's eleventh, then the stock.
    pub fn deal(rules: &RoundRules, dealer: u8, deck: &[Card; 52]) -> Table {
        let non_dealer = usize::from(dealer ^ 1);
        let mut hands = [0_u64; 2];
        for (at, card) in deck[..20].iter().enumerate() {
            hands[non_dealer ^ (at & 1)] |= 1 << card.id();
        }
        let hands = hands.map(CardSet::truncated);
        let mut table =
            Table { core: Core::new(dealer, hands), stock: [0; STOCK], pile: [0; PILE] };
        for (at, card) in deck[21..].iter().rev().enumerate() {
            table.stock[at] = card.id();
        }
        match rules.order.opening {
            Opening::UpcardOffer => {
                table.turn_up(rules, Some(deck[20]));
                table.put(deck[20]);
                table.core.legal = [0, Action::TAKE_DISCARD.upper_bit() | Action::PASS.upper_bit()];
            }
            Opening::ElevenCardNondealer => {
                table.turn_up(rules, None);
                let hand = &mut table.core.hands[non_dealer];
                *hand = hand.with(deck[20]);
                table.due_to_discard(rules);
            }
        }
        table
    }

    /// Does what the player to act says.
    ///
    /// # Errors
    /// If it is not legal; the table stays as it was.
    #[inline(always)]
    pub fn apply(&mut self, rules: &RoundRules, action: Action) -> Result<(), IllegalAction> {
        if !self.is_legal(action) {
            return Err(IllegalAction(action));
        }
        self.play(rules, action);
        Ok(())
    }

    /// As [`Table::apply`], and returns what [`Table::undo`] takes back.
    ///
    /// # Errors
    /// As [`Table::apply`].
    #[inline]
    pub fn step(&mut self, rules: &RoundRules, action: Action) -> Result<Step, IllegalAction> {
        let step =
            Step { core: self.core, top: self.pile[usize::from(self.core.pile).saturating_sub(1)] };
        self.apply(rules, action)?;
        Ok(step)
    }

    /// Takes the last step back.
    #[inline]
    pub fn undo(&mut self, step: &Step) {
        self.core = step.core;
        if let Some(top) = usize::from(self.core.pile).checked_sub(1) {
            self.pile[top] = step.top;
        }
    }

    /// Does what is known to be legal.
    #[inline(always)]
    pub(super) fn play(&mut self, rules: &RoundRules, action: Action) {
        self.play_settled_by(rules, action, |knock| knock.settled());
    }

    /// Does what is known to be legal; what a knock comes to, `settle` says.
    #[inline(always)]
    pub(super) fn play_settled_by(
        &mut self,
        rules: &RoundRules,
        action: Action,
        settle: impl FnOnce(&Knock<'_>) -> Settled,
    ) {
        self.core.moves += 1;
        let id = action.id();
        if id < Action::FIRST_KNOCK {
            self.discard(rules, id);
        } else if id == Action::DRAW_STOCK.id() {
            self.draw(rules);
        } else if id == Action::TAKE_DISCARD.id() {
            self.take(rules);
        } else if id == Action::PASS.id() {
            self.pass(rules);
        } else {
            self.knock(rules, action.card(), settle);
        }
    }

    /// Notes the first upcard, which may be the limit.
    fn turn_up(&mut self, rules: &RoundRules, first: Option<Card>) {
        self.core.first = first;
        self.core.limit = rules.settlement.limit(first);
    }

    /// Lays a card on the discard pile.
    #[inline(always)]
    fn put(&mut self, card: Card) {
        self.pile[usize::from(self.core.pile)] = card.id();
        self.core.pile += 1;
        self.core.discards |= CardSet::from(card);
    }

    #[inline(always)]
    fn top(&self) -> u64 {
        1 << self.pile[usize::from(self.core.pile) - 1]
    }

    /// Draws from the stock, which refuses the card that lies face up.
    #[inline(always)]
    fn draw(&mut self, rules: &RoundRules) {
        let seat = usize::from(self.core.player & 1);
        let top = self.top();
        let core = &mut self.core;
        core.declined[seat] |= CardSet::truncated(top);
        core.stock -= 1;
        core.draws += 1;
        let drawn = CardSet::truncated(1 << self.stock[usize::from(core.stock)]);
        core.hands[seat] |= drawn;
        core.taken = None;
        let order = &rules.order;
        if core.stock <= order.dead_cards && order.wall_rule == WallRule::DrawerMayNotKnock {
            self.end(Ended::DRAWN);
        } else {
            self.due_to_discard(rules);
        }
    }

    /// Takes the card that lies face up: the offered upcard, a discard, or the last one.
    #[inline(always)]
    fn take(&mut self, rules: &RoundRules) {
        let core = &mut self.core;
        let seat = usize::from(core.player & 1);
        core.pile -= 1;
        core.draws += 1;
        let id = self.pile[usize::from(core.pile)];
        let card = CardSet::truncated(1 << id);
        core.hands[seat] |= card;
        core.known[seat] |= card;
        core.discards = core.discards - card;
        core.taken = Card::from_id(id);
        // The cap is there to end swapping. The offer comes once, and a last discard that may only
        // be taken to knock ends the round anyway.
        let is_swap = match core.phase {
            Phase::Upcard => false,
            Phase::Wall => rules.order.wall_rule == WallRule::LastDiscardTake,
            _ => true,
        };
        if is_swap {
            core.takes += 1;
            if Some(core.takes) == rules.order.max_discard_draws {
                self.end(Ended::DRAWN);
                return;
            }
        }
        self.due_to_discard(rules);
    }

    /// Refuses the upcard, or gives up a round without an end.
    #[inline(always)]
    fn pass(&mut self, rules: &RoundRules) {
        let top = self.top();
        let core = &mut self.core;
        let seat = core.player;
        let declined = &mut core.declined[usize::from(seat & 1)];
        *declined |= CardSet::truncated(top);
        if core.phase != Phase::Upcard {
            self.end(Ended::DRAWN);
            return;
        }
        core.player = seat ^ 1;
        if seat == core.dealer {
            // Both refused it: the non-dealer draws from the stock.
            self.due_to_draw(rules, Action::DRAW_STOCK.upper_bit());
        }
    }

    /// Discards without knocking, which ends the turn.
    #[inline(always)]
    fn discard(&mut self, rules: &RoundRules, id: u8) {
        let core = &mut self.core;
        let seat = usize::from(core.player & 1);
        let card = CardSet::truncated(1 << id);
        core.hands[seat] = core.hands[seat] - card;
        core.known[seat] = core.known[seat] - card;
        core.thrown[seat] |= card;
        core.discards |= card;
        self.pile[usize::from(core.pile)] = id;
        core.pile += 1;
        core.turns = core.turns.saturating_add(1);
        let is_thrown_back = core.taken.is_some_and(|taken| taken.id() == id);
        core.taken = None;
        let order = &rules.order;
        if is_thrown_back && core.stalled && order.stall_rule {
            self.end(Ended::DRAWN);
            return;
        }
        core.stalled = is_thrown_back;
        if core.stock > order.dead_cards {
            core.player ^= 1;
            let either = Action::DRAW_STOCK.upper_bit() | Action::TAKE_DISCARD.upper_bit();
            self.due_to_draw(rules, either);
        } else if matches!(order.wall_rule, WallRule::LastDiscardKnock | WallRule::LastDiscardTake)
        {
            core.player ^= 1;
            self.at_the_wall(rules);
        } else {
            self.end(Ended::DRAWN);
        }
    }

    /// Knocks, goes gin or, without a discard, big gin: the round is settled.
    #[inline]
    fn knock(
        &mut self,
        rules: &RoundRules,
        discard: Option<Card>,
        settle: impl FnOnce(&Knock<'_>) -> Settled,
    ) {
        let core = &mut self.core;
        let seat = core.player;
        let knocker = usize::from(seat & 1);
        let discard = discard.map_or(CardSet::EMPTY, CardSet::from);
        let hand = core.hands[knocker] - discard;
        core.hands[knocker] = hand;
        core.known[knocker] &= hand;
        core.taken = None;
        let defender = core.hands[knocker ^ 1];
        let (rules, upcard) = (&rules.settlement, core.first);
        let knock = Knock { knocker: hand, defender, rules, upcard };
        self.end(Ended::settled(seat, settle(&knock)));
    }

    #[inline(always)]
    fn due_to_draw(&mut self, rules: &RoundRules, legal: u64) {
        self.core.phase = Phase::Draw;
        let legal = if self.is_too_long(rules) { Action::PASS.upper_bit() } else { legal };
        self.core.legal = [0, legal];
    }

    /// With only dead cards left, lets the player use the last discard as the rules have it.
    fn at_the_wall(&mut self, rules: &RoundRules) {
        self.core.phase = Phase::Wall;
        let mut legal = Action::PASS.upper_bit();
        if !self.is_too_long(rules) {
            let last = self.upcard();
            let hand = self.core.hands[usize::from(self.core.player & 1)];
            let hand = hand | last.map_or(CardSet::EMPTY, CardSet::from);
            if rules.order.wall_rule == WallRule::LastDiscardTake
                || self.going_out(rules, hand, last) != (CardSet::EMPTY, false)
            {
                legal |= Action::TAKE_DISCARD.upper_bit();
            }
        }
        self.core.legal = [0, legal];
    }

    /// Finds what a hand of eleven can do: throw a card, knock, go gin or big gin.
    #[inline(always)]
    fn due_to_discard(&mut self, rules: &RoundRules) {
        self.core.phase = Phase::Discard;
        let (hand, taken) = (self.core.hands[usize::from(self.core.player & 1)], self.core.taken);
        let (mut knocks, big_gin) = self.going_out(rules, hand, taken);
        let order = &rules.order;
        let mut plain = hand;
        if let Some(taken) = taken {
            if !order.may_rediscard {
                plain = plain.without(taken);
            }
            if self.core.stock <= order.dead_cards && order.wall_rule == WallRule::LastDiscardKnock
            {
                // He took the last discard, which he may only do to knock.
                plain = CardSet::EMPTY;
            }
        }
        if rules.settlement.gin_forced && (big_gin || !knocks.is_empty()) {
            let gins = self.knocks(rules, hand, 0, taken);
            if big_gin || !gins.is_empty() {
                (knocks, plain) = (gins, CardSet::EMPTY);
            }
        }
        self.core.legal = Action::discards_and_knocks(plain, knocks, big_gin);
    }

    /// The knocks of eleven cards, gin among them, by their discards, and whether big gin is legal.
    #[inline(always)]
    fn going_out(&self, rules: &RoundRules, hand: CardSet, taken: Option<Card>) -> (CardSet, bool) {
        if self.core.turns < FIRST_TURNS && !rules.order.knock_on_first_turn {
            return (CardSet::EMPTY, false);
        }
        let knocks = self.knocks(rules, hand, self.core.limit, taken);
        // Eleven melded cards have a meld of four or more, which can spare a card: no knock, no big
        // gin either.
        let big_gin = !knocks.is_empty() && rules.settlement.big_gin && {
            match rules.settlement.aces {
                Aces::LOW => deadwood_by(AceLow, hand) == 0,
                aces => deadwood_by(aces, hand) == 0,
            }
        };
        (knocks, big_gin)
    }

    #[inline(always)]
    fn knocks(&self, rules: &RoundRules, hand: CardSet, limit: u8, taken: Option<Card>) -> CardSet {
        let banned = if rules.order.rediscard_on_knock { None } else { taken };
        let aces = rules.settlement.aces;
        if aces != Aces::LOW {
            return aces.knock_discards(hand, limit, banned);
        }
        // No more can be melded than all sets and all runs together, and a discard saves ten points
        // at most: most hands are found out here.
        let (points, _) = deadwood_without_conflict(AceLow, hand);
        if points > limit + 10 {
            return CardSet::EMPTY;
        }
        knock_discards_at_once(hand, limit, banned)
    }

    /// Whether so many moves were made that only a pass is left.
    #[inline(always)]
    fn is_too_long(&self, rules: &RoundRules) -> bool {
        rules.order.max_moves.is_some_and(|most| self.core.moves >= most)
    }

    #[inline]
    fn end(&mut self, ended: Ended) {
        self.core.phase = Phase::Over;
        self.core.legal = [0, 0];
        self.core.ended = ended;
    }
}

impl Core {
    fn new(dealer: u8, hands: [CardSet; 2]) -> Core {
        Core {
            hands,
            known: [CardSet::EMPTY; 2],
            declined: [CardSet::EMPTY; 2],
            thrown: [CardSet::EMPTY; 2],
            discards: CardSet::EMPTY,
            legal: [0, 0],
            turns: 0,
            takes: 0,
            moves: 1,
            draws: 0,
            phase: Phase::Upcard,
            player: dealer ^ 1,
            dealer,
            limit: 0,
            stock: STOCK as u8,
            pile: 0,
            first: None,
            taken: None,
            stalled: false,
            ended: Ended::DRAWN,
        }
    }
}
