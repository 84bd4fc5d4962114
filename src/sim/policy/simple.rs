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
use crate::sim::table::Action;

/// What it does where a card is to be drawn, or refused.
#[inline(always)]
pub(super) fn draw(seen: &Seen<'_>) -> Action {
    let takes = seen.is_legal(Action::TAKE_DISCARD);
    if takes && seen.upcard().is_some_and(|upcard| melds_with(seen, upcard)) {
        Action::TAKE_DISCARD
    } else {
        seen.leave()
    }
}

/// Whether a meld of the hand and the card holds the card.
#[inline(always)]
pub(super) fn melds_with(seen: &Seen<'_>, card: Card) -> bool {
    let hand = seen.hand.with(card);
    let in_runs = match seen.rules.settlement.aces {
        Aces::LOW => AceLow.in_some_run(hand),
        aces => aces.in_some_run(hand),
    };
    let in_sets = CardSet::all_of_ranks(meld::set_ranks(hand));
    (in_runs | in_sets).contains(card)
}

/// What it may do with eleven cards, having thrown these after drawing the card that it has just
/// drawn.
#[inline(always)]
pub(super) fn throw(seen: &Seen<'_>, thrown: CardSet) -> Choice {
    if seen.is_legal(Action::BIG_GIN) {
        return Choice::Only(Action::BIG_GIN);
    }
    let all = seen.throws();
    let fresh = seen.taken.map_or(all, |taken| all.without(taken));
    let unused = fresh - thrown;
    let choice = if !unused.is_empty() {
        unused
    } else if !fresh.is_empty() {
        fresh
    } else {
        all
    };
    let aces = seen.rules.settlement.aces;
    Choice::Throw(best_discards(aces, seen.hand, seen.hand - choice).cards)
}
