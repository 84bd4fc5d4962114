//! Many hands at once.
//!
//! A [`Backend`] says with which instructions; each has the same functions and the same answers.
//! Hands come as masks of which only the lowest 52 bits count: whoever calls has checked the rest.

/// Hands the list of all kernels to a macro, behind what else it is given.
macro_rules! for_each_kernel {
    ($then:ident $($arguments:tt)*) => {
        $then! {
            $($arguments)*;
            fn deadwood(hands: &[u64], out: &mut [u8]);
            fn melded(hands: &[u64], out: &mut [u64]);
            fn best_discard(
                hands: &[u64],
                banned: $crate::kernel::Beside<'_>,
                cards: &mut [u8],
                left: &mut [u8]
            );
            fn knock_discards(
                hands: &[u64],
                limit: u8,
                banned: $crate::kernel::Beside<'_>,
                out: &mut [u64]
            );
            fn deadwood_after_discard(hands: &[u64], out: &mut [u8]);
            fn knock_points(
                knockers: &[u64],
                defenders: &[u64],
                terms: &$crate::kernel::Terms<'_>,
                out: &mut [i16]
            );
            fn first_no_showdown(
                knockers: &[u64],
                defenders: &[u64],
                terms: &$crate::kernel::Terms<'_>
            ) -> Option<usize>;
            fn first_no_hand(hands: &[u64]) -> Option<usize>;
            fn first_without(cards: u32, hands: &[u64]) -> Option<usize>;
        }
    };
}
use for_each_kernel;

mod backend;
#[cfg(feature = "sim")]
mod job;
mod lanes;
mod other_aces;
mod scalar;
#[cfg(feature = "sim")]
mod spread;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "CPU instructions beyond the baseline of the target")]
mod x86_64;

pub use backend::{Backend, BackendError, VARIABLE};
#[cfg(all(test, feature = "sim"))]
pub(crate) use job::AnyCpu;
#[cfg(feature = "sim")]
pub(crate) use job::{Cpu, Job, at_full_speed};
#[cfg(feature = "sim")]
pub(crate) use spread::Spread;

use crate::card_set::CardSet;
use crate::rules::Rules;
use crate::showdown::{Knock, LayoutChoice};

/// How many showdowns are settled.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    /// The rules.
    pub rules: Rules,
    /// The layout that the knockers show.
    pub layout: LayoutChoice,
    /// The first upcard of each round; where the rules do not ask for it, none need be given.
    pub upcards: Beside<'a>,
}

impl<'a> Terms<'a> {
    /// The terms of `count` showdowns from this place on.
    pub(crate) fn part(&self, at: usize, count: usize) -> Terms<'a> {
        Terms { upcards: self.upcards.part(at, count), ..*self }
    }

    /// The knock at this place, between these hands.
    #[inline(always)]
    pub(crate) fn knock(&self, at: usize, knocker: u64, defender: u64) -> Knock<'_> {
        let [knocker, defender] = [knocker, defender].map(CardSet::truncated);
        Knock { knocker, defender, rules: &self.rules, upcard: self.upcards.of(at) }
    }
}

/// The value that means no card where a card id is expected.
pub const NO_CARD: u8 = 255;

/// A card beside each of some hands: one that it may not throw, or the upcard of its round.
#[derive(Debug, Clone, Copy)]
pub enum Beside<'a> {
    /// No card.
    Nothing,
    /// The same card for all hands.
    Card(crate::Card),
    /// One id a hand; [`NO_CARD`] is none.
    Each(&'a [u8]),
}

impl<'a> Beside<'a> {
    /// The card beside the hand at this place.
    #[inline(always)]
    pub(crate) fn of(self, at: usize) -> Option<crate::Card> {
        match self {
            Beside::Nothing => None,
            Beside::Card(card) => Some(card),
            Beside::Each(ids) => crate::Card::from_id(ids[at]),
        }
    }

    /// The cards beside `count` hands from this place on.
    pub(crate) fn part(self, at: usize, count: usize) -> Beside<'a> {
        match self {
            Beside::Each(ids) => Beside::Each(&ids[at..at + count]),
            all_alike => all_alike,
        }
    }
}
