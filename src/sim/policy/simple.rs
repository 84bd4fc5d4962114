//! The plain player: the yardstick of many a tournament.
//!
//! - It takes the face-up card exactly if some meld of the hand and that card holds it.
//! - It throws one of the cards that leave least, each as likely as the other; but neither the card
//!   just taken, nor a card that it has already thrown in this round after drawing the same one. Only
//!   where these two leave nothing legal are they put aside, the second one first.
//! - It goes out as soon as it can with that throw, and declares big gin where it is legal.

use super::Seen;
use crate::aces::{AceLow, AceRule, Aces};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::kernel::Cpu;
use crate::meld;
use crate::sim::chance::Chance;
use crate::sim::table::{Action, Phase};

/// What a player remembers of a round: his hand before the last draw, and what he threw after
/// drawing which card.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory {
    hand: CardSet,
    /// The cards that have an entry below.
    drawn: CardSet,
    thrown: [CardSet; 52],
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory { hand: CardSet::EMPTY, drawn: CardSet::EMPTY, thrown: [CardSet::EMPTY; 52] }
    }

    /// Forgets the last round.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        (self.hand, self.drawn) = (CardSet::EMPTY, CardSet::EMPTY);
    }

    /// What was thrown after drawing this card.
    #[inline(always)]
    fn thrown_for(&self, drawn: Card) -> CardSet {
        if self.drawn.contains(drawn) {
            self.thrown[usize::from(drawn.id())]
        } else {
            CardSet::EMPTY
        }
    }

    #[inline(always)]
    fn note(&mut self, drawn: Card, thrown: Card) {
        self.thrown[usize::from(drawn.id())] = self.thrown_for(drawn).with(thrown);
        self.drawn = self.drawn.with(drawn);
    }
}

#[inline(always)]
pub(super) fn act(
    seen: Seen<'_>,
    memory: &mut Memory,
    chance: &mut Chance,
    cpu: impl Cpu,
) -> Action {
    if seen.phase() == Phase::Discard {
        return throw(seen, memory, chance, cpu);
    }
    memory.hand = seen.hand();
    let takes = seen.is_legal(Action::TAKE_DISCARD);
    if takes && seen.upcard().is_some_and(|upcard| melds_with(seen, upcard)) {
        Action::TAKE_DISCARD
    } else if seen.is_legal(Action::DRAW_STOCK) {
        Action::DRAW_STOCK
    } else if seen.is_legal(Action::PASS) {
        Action::PASS
    } else {
        Action::TAKE_DISCARD
    }
}

/// Whether a meld of the hand and the card holds the card.
#[inline(always)]
fn melds_with(seen: Seen<'_>, card: Card) -> bool {
    let hand = seen.hand().with(card);
    let in_runs = match seen.rules().settlement.aces {
        Aces::LOW => AceLow.in_some_run(hand),
        aces => aces.in_some_run(hand),
    };
    let in_sets = CardSet::all_of_ranks(meld::set_ranks(hand));
    (in_runs | in_sets).contains(card)
}

#[inline(always)]
fn throw(seen: Seen<'_>, memory: &mut Memory, chance: &mut Chance, cpu: impl Cpu) -> Action {
    if seen.is_legal(Action::BIG_GIN) {
        return Action::BIG_GIN;
    }
    let hand = seen.hand();
    let legal = seen.legal_actions();
    let all = CardSet::truncated(legal as u64) | CardSet::truncated((legal >> 52) as u64);
    let fresh = seen.taken().map_or(all, |taken| all.without(taken));
    // The opening with eleven cards draws none.
    let drawn = if memory.hand.len() == 10 { (hand - memory.hand).first() } else { None };
    let unused = drawn.map_or(fresh, |drawn| fresh - memory.thrown_for(drawn));
    let choice = [unused, fresh, all].into_iter().find(|cards| !cards.is_empty()).unwrap_or(hand);
    let least =
        crate::arrangement::best_discards(seen.rules().settlement.aces, hand, hand - choice);
    let card = Card::from_id(chance.card_of(least, cpu)).expect("an id of a card of the hand");
    if let Some(drawn) = drawn {
        memory.note(drawn, card);
    }
    let knock = Action::knock(card);
    if seen.is_legal(knock) { knock } else { Action::discard(card) }
}
