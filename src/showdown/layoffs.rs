//! The defender's answer: his own melds and the cards he lays off, chosen together.
//!
//! ```text
//! knocker  .. .. .. .. 5c 6c 7c .. .. .. .. .. ..      the 8c and then the 9c may go on the run,
//!          Js Jc Jd                                    the Jh on the set
//! defender .. .. .. .. .. .. .. 8c 9c Tc .. .. ..      or the 8c stays with 9c and Tc
//! ```
//!
//! A card that lies in none of his melds is laid off wherever it can be: that only helps. Those
//! that do lie in one, contested cards, are few: each choice of them is tried, and what remains is
//! evaluated as any hand. So his own melds are broken where that pays.
//!
//! Two cards at an end of a run are as many as he ever needs to lay off: three in a row are a run of
//! his own. And whatever can be laid off one way and another way can be laid off together, so of
//! equal answers no two leave the same melds.

use std::ops::ControlFlow;

use crate::aces::AceRule;
use crate::arrangement::{Layout, canonical, deadwood_by};
use crate::card_set::CardSet;
use crate::meld;

/// The defender's cards that the knocker's melds take: fourth cards of sets, and at each end of
/// the runs the next and the one after it.
#[derive(Clone, Copy)]
pub(crate) struct Layoffs {
    fourths: CardSet,
    up: [CardSet; 2],
    down: [CardSet; 2],
}

impl Layoffs {
    /// Those of `defender` on these melds.
    #[inline(always)]
    pub(crate) fn of(aces: impl AceRule, defender: CardSet, table: Layout) -> Layoffs {
        // Where runs or cut pieces of one meet, the next card is on the table and not in the hand.
        let (up, down) =
            (aces.next_up(table.runs) & defender, aces.next_down(table.runs) & defender);
        Layoffs {
            fourths: CardSet::all_of_ranks(meld::ranks(table.sets)) & defender,
            up: [up, aces.next_up(up) & defender],
            down: [down, aces.next_down(down) & defender],
        }
    }

    /// All that can be laid off together.
    #[inline(always)]
    pub(crate) fn all(&self) -> CardSet {
        self.fourths | self.up[0] | self.up[1] | self.down[0] | self.down[1]
    }

    /// Those of the cards offered that can be laid off without the others.
    #[inline(always)]
    fn among(&self, aces: impl AceRule, offered: CardSet) -> CardSet {
        let (up, down) = (self.up[0] & offered, self.down[0] & offered);
        let then = aces.next_up(up) & self.up[1] | aces.next_down(down) & self.down[1];
        self.fourths & offered | up | down | then & offered
    }

    /// Calls `visit` with each choice of cards to lay off that may be the best, first the one
    /// without contested cards, until it breaks off.
    #[inline(always)]
    fn each(
        &self,
        aces: impl AceRule,
        contested: CardSet,
        mut visit: impl FnMut(CardSet) -> ControlFlow<()>,
    ) {
        let free = self.all() - contested;
        let mut chosen = 0_u64;
        loop {
            let laid = self.among(aces, free | CardSet::truncated(chosen));
            if CardSet::truncated(chosen).is_subset(laid) && visit(laid).is_break() {
                break;
            }
            // The next subset of the contested cards.
            chosen = chosen.wrapping_sub(contested.mask()) & contested.mask();
            if chosen == 0 {
                break;
            }
        }
    }
}

/// The cards that some meld of the hand holds.
#[inline(always)]
fn in_some_meld(aces: impl AceRule, hand: CardSet) -> CardSet {
    let sets = CardSet::all_of_ranks(meld::set_ranks(hand)) & hand;
    sets | aces.in_some_run(hand)
}

/// Calls `visit` with each choice of cards to lay off on these melds that may be the best, first the
/// one of the fewest cards, until it breaks off.
#[inline(always)]
pub(crate) fn each_choice(
    aces: impl AceRule,
    defender: CardSet,
    table: Layout,
    visit: impl FnMut(CardSet) -> ControlFlow<()>,
) {
    let layoffs = Layoffs::of(aces, defender, table);
    layoffs.each(aces, layoffs.all() & in_some_meld(aces, defender), visit);
}

/// Breaks off where there can be nothing better.
#[inline(always)]
fn until(is_best: bool) -> ControlFlow<()> {
    if is_best { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The least deadwood of the defender after laying off on these melds.
#[inline(always)]
pub(crate) fn least_deadwood(aces: impl AceRule, defender: CardSet, table: Layout) -> u8 {
    let mut least = u8::MAX;
    each_choice(aces, defender, table, |laid| {
        least = least.min(deadwood_by(aces, defender - laid));
        until(least == 0)
    });
    least
}

/// The defender's best answer to these melds: what he lays off, and the layout of the rest.
///
/// Among equal answers the one that lays off fewest cards, then the one whose remaining cards come
/// first in the canonical order. `None` if `go_on` said not to.
pub(crate) fn best_answer(
    aces: impl AceRule,
    defender: CardSet,
    table: Layout,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<(CardSet, Layout)> {
    let mut given_up = false;
    let mut best: Option<((u32, u32, u128), CardSet, Layout)> = None;
    each_choice(aces, defender, table, |laid| {
        let rest = defender - laid;
        let layout = canonical(aces, rest);
        let key = (aces.points(rest - layout.melded()), laid.len(), layout.key(aces, rest));
        let is_first = best.is_none();
        if best.is_none_or(|(lowest, ..)| key < lowest) {
            best = Some((key, laid, layout));
        }
        given_up = !go_on();
        // Nothing left, and no choice lays off fewer cards than the first.
        until(given_up || is_first && key.0 == 0)
    });
    best.filter(|_| !given_up).map(|(_, laid, layout)| (laid, layout))
}

/// What the defender lays off in his best answer to these melds, and the deadwood it leaves him.
///
/// Nine times in ten nothing that he can lay off lies in a meld of his own: there is one choice.
#[cfg(feature = "sim")]
#[inline(always)]
pub(crate) fn answer(aces: impl AceRule, defender: CardSet, table: Layout) -> (CardSet, u8) {
    let layoffs = Layoffs::of(aces, defender, table);
    let all = layoffs.all();
    if (all & in_some_meld(aces, defender)).is_empty() {
        let laid = layoffs.among(aces, all);
        return (laid, deadwood_by(aces, defender - laid));
    }
    contested_answer(aces, defender, table)
}

/// The same where a card that can be laid off lies in a meld of his own.
#[cfg(feature = "sim")]
#[inline(always)]
fn contested_answer(aces: impl AceRule, defender: CardSet, table: Layout) -> (CardSet, u8) {
    let (mut best, mut least, mut is_tied) = (CardSet::EMPTY, (u8::MAX, 0), false);
    each_choice(aces, defender, table, |laid| {
        let answer = (deadwood_by(aces, defender - laid), laid.len());
        is_tied = answer == least || is_tied && answer > least;
        if answer < least {
            (best, least) = (laid, answer);
        }
        until(least == (0, 0))
    });
    if is_tied { tied_answer(aces, defender, table) } else { (best, least.0) }
}

/// The same where several answers leave as little and lay off as few.
#[cfg(feature = "sim")]
#[cold]
fn tied_answer(aces: impl AceRule, defender: CardSet, table: Layout) -> (CardSet, u8) {
    let answer = best_answer(aces, defender, table, &mut || true);
    let (laid_off, layout) = answer.expect("to lay off no contested card is a choice");
    (laid_off, aces.points(defender - laid_off - layout.melded()) as u8)
}
