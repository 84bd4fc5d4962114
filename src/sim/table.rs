//! One round, from the opening to the showdown, in a state of fixed size.

mod action;
mod bytes;
mod ending;
mod hidden;
mod legal;
mod moves;
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
use super::pack::Pack;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::kernel::{Cpu, Job, at_full_speed};
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
    /// The one that lies face up; none if there is none.
    upcard: CardSet,
    /// The actions that are legal, as bits of their ids: the first 64, and the others. None after a
    /// draw, until [`Table::work_out_legal`] has found them.
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
    /// A round dealt by this seed: ten cards each to the non-dealer and the dealer in turn, then the
    /// upcard or the non-dealer's eleventh, then the stock.
    pub fn deal(rules: &RoundRules, dealer: u8, seed: u64) -> Table {
        struct Deal<'a>(&'a RoundRules, u8, u64);

        impl Job for Deal<'_> {
            type Done = Table;

            #[inline(always)]
            fn run(self, cpu: impl Cpu) -> Table {
                Table::dealt(self.0, self.1, self.2, cpu)
            }
        }

        at_full_speed(Deal(rules, dealer, seed))
    }

    /// As [`Table::deal`], within a job.
    #[inline(always)]
    pub(super) fn dealt(rules: &RoundRules, dealer: u8, seed: u64, cpu: impl Cpu) -> Table {
        let (mut table, mut pack) = Table::dealt_but_for_the_stock(rules, dealer, seed, cpu);
        for place in table.stock.iter_mut().rev() {
            *place = pack.next(cpu).mask().trailing_zeros() as u8;
        }
        table
    }

    /// The same, the stock left in the pack: it is from there that cards must come when they are
    /// drawn.
    #[inline(always)]
    pub(super) fn dealt_but_for_the_stock(
        rules: &RoundRules,
        dealer: u8,
        seed: u64,
        cpu: impl Cpu,
    ) -> (Table, Pack) {
        let (mut hands, mut pack) = Pack::deal(seed, cpu);
        if dealer == 0 {
            hands.reverse();
        }
        let mut table =
            Table { core: Core::new(dealer, hands), stock: [0; STOCK], pile: [0; PILE] };
        let next = pack.next(cpu);
        match rules.order.opening {
            Opening::UpcardOffer => {
                table.turn_up(rules, next.first());
                table.core.legal = [0, Action::TAKE_DISCARD.upper_bit() | Action::PASS.upper_bit()];
            }
            Opening::ElevenCardNondealer => {
                table.turn_up(rules, None);
                table.core.hands[usize::from(table.core.player & 1)] |= next;
                table.core.phase = Phase::Discard;
                table.work_out_legal(rules);
            }
        }
        (table, pack)
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
        let id = action.id();
        if id < Action::FIRST_KNOCK {
            self.discard(rules, CardSet::known(1 << id));
        } else if id == Action::DRAW_STOCK.id() {
            self.draw(rules, self.top_of_stock());
            self.work_out_legal(rules);
        } else if id == Action::TAKE_DISCARD.id() {
            self.take(rules);
            self.work_out_legal(rules);
        } else if id == Action::PASS.id() {
            self.pass(rules);
        } else {
            let discard = action.card().map_or(CardSet::EMPTY, CardSet::from);
            self.knock(rules, discard, settle);
        }
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
            upcard: CardSet::EMPTY,
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
