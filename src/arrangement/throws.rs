//! What eleven cards may throw, all of it at one look: for rounds by the million.

use super::discards::{TENS, knock_discards, spare_cards};
use super::{deadwood_by, each_layout};
use crate::aces::{AceLow, AceRule, Aces};
use crate::card::Card;
use crate::card_set::{CardSet, SUIT};
use crate::meld;

/// The discards that leave least.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BestDiscards {
    /// Each of them; none if all are banned.
    pub(crate) cards: CardSet,
    /// What each of them leaves.
    pub(crate) left: u32,
    /// Whether all eleven cards can be melded.
    pub(crate) melds_all: bool,
}

/// Every discard that leaves as little as any of those that are not banned.
///
/// A card that leaves least is unmelded, and as dear as any such, in some layout that the search
/// looks at; or it is spare where one melds the whole hand. For if it were in neither place, that
/// layout would leave less with its own dearest card thrown.
#[inline(always)]
pub(crate) fn best_discards(aces: Aces, hand: CardSet, banned: CardSet) -> BestDiscards {
    if aces == Aces::LOW {
        let best = best_of_up_to_four_layouts(hand, banned);
        if !best.cards.is_empty() {
            return best;
        }
    }
    best_of_all_layouts(aces, hand, banned)
}

/// The same for most hands: those without conflict, and those with one or two ranks in conflict that
/// leave few choices; if each of these leaves a card that may be thrown. No cards for other hands.
#[inline(always)]
fn best_of_up_to_four_layouts(hand: CardSet, banned: CardSet) -> BestDiscards {
    let (set_ranks, in_runs) = (meld::set_ranks(hand), AceLow.run_cards(hand));
    let all_sets = CardSet::all_of_ranks(set_ranks) & hand;
    let leaving = |unmelded: CardSet| {
        let cards = dearest_of(unmelded - banned);
        let one = CardSet::known(cards.mask() & cards.mask().wrapping_neg());
        BestDiscards { cards, left: (unmelded - one).points(), melds_all: false }
    };
    if all_sets.is_disjoint(in_runs) {
        return leaving(hand - all_sets - in_runs);
    }
    let with_sets = |sets| leaving(hand - sets - AceLow.run_cards(hand - sets));
    let conflicts = set_ranks & meld::ranks(in_runs);
    let contested = CardSet::all_of_ranks(conflicts) & hand;
    let free = all_sets - contested;
    if contested.len() == 3 {
        with_sets(free).or(with_sets(all_sets))
    } else if contested.len() == 6 {
        // Two ranks of three.
        let lower = CardSet::all_of_ranks(conflicts & conflicts.wrapping_neg()) & hand;
        let without_upper = with_sets(free).or(with_sets(free | lower));
        without_upper.or(with_sets(all_sets - lower).or(with_sets(all_sets)))
    } else if contested.len() == 4 && (contested & in_runs).len() == 1 {
        // The run has its card, and the other three are a set.
        with_sets(all_sets - in_runs)
    } else {
        BestDiscards::NONE
    }
}

impl BestDiscards {
    const NONE: BestDiscards =
        BestDiscards { cards: CardSet::EMPTY, left: u32::MAX, melds_all: false };

    /// The better of the two, or both where neither is; none if one of them has none. No branch, since
    /// which it is cannot be foreseen.
    #[inline(always)]
    fn or(self, other: BestDiscards) -> BestDiscards {
        let ours = if self.left <= other.left { self.cards } else { CardSet::EMPTY };
        let theirs = if other.left <= self.left { other.cards } else { CardSet::EMPTY };
        let is_none = self.cards.is_empty() | other.cards.is_empty();
        let cards = if is_none { CardSet::EMPTY } else { ours | theirs };
        BestDiscards { cards, left: self.left.min(other.left), melds_all: false }
    }
}

/// The same for any hand.
fn best_of_all_layouts(aces: Aces, hand: CardSet, banned: CardSet) -> BestDiscards {
    if aces != Aces::LOW {
        return best_by_trying_each(aces, hand, banned);
    }
    let mut best = BestDiscards::NONE;
    let mut try_each = false;
    let tried = each_layout(AceLow, hand, |layout| {
        let unmelded = hand - layout.melded();
        let (points, throwable) = match unmelded.is_empty() {
            true => (0, spare_cards(layout) - banned),
            false => (unmelded.points(), dearest_of(unmelded - banned)),
        };
        best.melds_all |= unmelded.is_empty();
        let Some(first) = throwable.first() else {
            try_each = true;
            return;
        };
        let left = if unmelded.is_empty() { 0 } else { points - CardSet::from(first).points() };
        if left < best.left {
            (best.cards, best.left) = (throwable, left);
        } else if left == best.left {
            best.cards |= throwable;
        }
    });
    if try_each || !tried { best_by_trying_each(AceLow, hand, banned) } else { best }
}

/// The cards that are as dear as any of these.
#[inline(always)]
fn dearest_of(cards: CardSet) -> CardSet {
    let tens = CardSet::known(cards.mask() & TENS);
    // No branch, since which it is cannot be foreseen. Without cards there is no rank to shift by.
    let ranks = meld::ranks(cards);
    let highest = 1 << 63 >> (ranks.leading_zeros() & 63);
    let of_rank = cards & CardSet::all_of_ranks(highest & ranks);
    if tens.is_empty() { of_rank } else { tens }
}

/// As [`knock_discards`] with aces low, in one look at each layout.
///
/// A card that some layout leaves unmelded leaves its other unmelded cards. One that all meld can go
/// only where some layout may keep all its unmelded cards; such hands are few, and tried card by card.
#[inline(always)]
pub(crate) fn knock_discards_at_once(hand: CardSet, limit: u8, banned: Option<Card>) -> CardSet {
    let mut cards = CardSet::EMPTY;
    let mut least_excess = u32::MAX;
    let tried = each_layout(AceLow, hand, |layout| {
        let unmelded = hand - layout.melded();
        let excess = unmelded.points().saturating_sub(limit.into());
        least_excess = least_excess.min(excess);
        if excess <= 10 {
            // As dear as the excess: from that rank on, as the tens are the first to cost ten.
            let dear_enough = SUIT << excess.saturating_sub(1) & SUIT;
            cards |= unmelded & CardSet::all_of_ranks(dear_enough);
        }
    });
    if !tried || least_excess == 0 {
        cards = knock_discards(hand, limit, None);
    }
    banned.map_or(cards, |banned| cards.without(banned))
}

#[cold]
fn best_by_trying_each(aces: impl AceRule, hand: CardSet, banned: CardSet) -> BestDiscards {
    let melds_all = deadwood_by(aces, hand) == 0;
    let mut best = BestDiscards { cards: CardSet::EMPTY, left: u32::MAX, melds_all };
    for card in hand - banned {
        let left = deadwood_by(aces, hand.without(card)).into();
        if left < best.left {
            (best.cards, best.left) = (card.into(), left);
        } else if left == best.left {
            best.cards = best.cards.with(card);
        }
    }
    best
}
