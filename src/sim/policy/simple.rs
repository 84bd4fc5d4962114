//! The plain player: the yardstick of many a tournament.
//!
//! - It takes the face-up card exactly if some meld of the hand and that card holds it.
//! - It throws one of the cards that leave least, each as likely as the other; but neither the card
//!   just taken, nor a card that it has already thrown in this round after drawing the same one. Only
//!   where these two leave nothing legal are they put aside, the second one first.
//! - It goes out as soon as it can with that throw, and declares big gin where it is legal.

use super::{Choice, Seen};
use crate::aces::{AceLow, AceRule, Aces};
use crate::arrangement::best_discards;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::meld;
use crate::sim::order::RoundRules;
use crate::sim::table::{Action, Table};

/// What it does where a card is to be drawn, or refused.
#[inline(always)]
pub(super) fn draw(seen: &Seen<'_>) -> Action {
    let takes = seen.is_legal(Action::TAKE_DISCARD);
    if takes && melds_with(seen, seen.upcard) { Action::TAKE_DISCARD } else { seen.leave() }
}

/// Whether a meld of the hand and the card holds the card.
#[inline(always)]
pub(super) fn melds_with(seen: &Seen<'_>, card: CardSet) -> bool {
    let hand = seen.hand | card;
    let in_runs = match seen.rules.settlement.aces {
        Aces::LOW => AceLow.in_some_run(hand),
        aces => aces.in_some_run(hand),
    };
    let of_rank = CardSet::all_of_ranks(meld::ranks(card));
    // No branch between the two, since which it is cannot be foreseen.
    !in_runs.is_disjoint(card) | ((hand & of_rank).len() >= 3)
}

/// What it may do with eleven cards, having thrown these after drawing the card that it has just
/// drawn.
#[inline(always)]
pub(super) fn throw(seen: &Seen<'_>, thrown: CardSet) -> Choice {
    if seen.is_legal(Action::BIG_GIN) {
        return Choice::Only(Action::BIG_GIN);
    }
    let cards = first_choice(seen.throws(), seen.taken, thrown);
    let best = best_discards(seen.rules.settlement.aces, seen.hand, seen.hand - cards);
    Choice::Throw { cards: best.cards, knocks: seen.knocks() }
}

/// Whether all cards but the one just taken may be thrown, and to knock if that leaves few enough.
#[inline(always)]
pub(super) fn goes_by_hand(table: &Table, rules: &RoundRules) -> bool {
    !rules.settlement.gin_forced && !table.has_taken_to_knock(rules)
}

/// The same as [`throw`], without working out what else is legal.
#[inline(always)]
pub(super) fn throw_by_hand(table: &Table, rules: &RoundRules, thrown: CardSet) -> Choice {
    let hand = table.hand();
    let cards = first_choice(hand, table.taken(), thrown);
    let best = best_discards(rules.settlement.aces, hand, hand - cards);
    let may_go_out = table.may_go_out(rules);
    if best.melds_all && rules.settlement.big_gin && may_go_out {
        return Choice::Only(Action::BIG_GIN);
    }
    let knocks = best.left <= table.knock_limit().into() && may_go_out;
    Choice::Throw { cards: best.cards, knocks: if knocks { best.cards } else { CardSet::EMPTY } }
}

/// The cards of which it throws one, if it may throw all of these: neither the card just taken nor
/// one that it has thrown before, if others are left.
#[inline(always)]
fn first_choice(all: CardSet, taken: Option<Card>, thrown: CardSet) -> CardSet {
    let fresh = taken.map_or(all, |taken| all.without(taken));
    let unused = fresh - thrown;
    if !unused.is_empty() {
        unused
    } else if !fresh.is_empty() {
        fresh
    } else {
        all
    }
}
