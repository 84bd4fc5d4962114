//! The cards that may be laid off on melds.

use super::deck::Deck;
use super::meld_id::MeldId;
use crate::aces::{AceLow, AceRule};
use crate::card_set::CardSet;
use crate::meld::{self, Meld, MeldKind};

/// The cards that go on this meld directly: on a set of three the fourth, whether or not the deck
/// has its suit; on a run those beside its ends.
#[inline]
pub fn meld_layoffs(deck: Deck, meld: Meld) -> CardSet {
    let cards = meld.cards();
    let fitting = match meld.kind() {
        MeldKind::Set => CardSet::all_of_ranks(meld::ranks(cards)),
        MeldKind::Run => AceLow.next_up(cards) | AceLow.next_down(cards),
    };
    (fitting - cards) & deck.ranks_in_four_suits()
}

/// The cards that may be laid off on melds on which `previous` have been laid off before; who
/// holds them is not asked.
///
/// With `compat`, as in OpenSpiel, a run counts as grown by one card at either end only: the third
/// card at the same end is never offered.
///
/// ```
/// use gin_fast::compat::open_spiel::{Deck, MeldId, all_layoffs};
/// let run = MeldId::of("5s 6s 7s".parse()?);
/// let previous = "8s 9s".parse()?;
/// assert_eq!(all_layoffs(Deck::FULL, run, previous, false).to_string(), "4s Ts");
/// assert_eq!(all_layoffs(Deck::FULL, run, previous, true).to_string(), "4s 9s");
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
pub fn all_layoffs(
    deck: Deck,
    melds: impl IntoIterator<Item = MeldId>,
    previous: CardSet,
    compat: bool,
) -> CardSet {
    let mut all = CardSet::EMPTY;
    for id in melds {
        let Some(mut meld) = Meld::new(id.cards()) else { continue };
        let mut layoffs = meld_layoffs(deck, meld);
        while meld.kind() == MeldKind::Run {
            let Some(grown) = Meld::new(meld.cards() | layoffs & previous) else { break };
            if grown == meld {
                break;
            }
            meld = grown;
            layoffs = meld_layoffs(deck, meld);
            if compat {
                break;
            }
        }
        all |= layoffs;
    }
    all
}
