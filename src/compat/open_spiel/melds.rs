//! The melds of a hand and the groups of them, in OpenSpiel's order.
//!
//! A group is a choice of melds that share no card and leave no further meld. OpenSpiel lists each
//! group once for every order of its melds: first those that begin with the first meld of the list
//! of all, and within these again by the second. Its best group is the first of the most points, so
//! the one whose melds, in the order of the list, come first.

use crate::card_set::{CardSet, EVERY_SUIT};
use crate::{deadwood, meld};

/// The sets of the hand. Those of four come first, each with the two sets of three that keep the
/// first and the last suit; then the other sets of three; both by rank.
pub fn rank_melds(hand: CardSet) -> impl Iterator<Item = CardSet> {
    let (fours, sets) = (meld::ranks_of_four(hand), meld::set_ranks(hand));
    let of_rank = |rank: u32| CardSet::all_of_ranks(1 << rank);
    let without =
        move |rank: u32, suit: u32| of_rank(rank) - CardSet::truncated(1 << (suit * 13 + rank));
    let first =
        bits(fours).flat_map(move |rank| [of_rank(rank), without(rank, 2), without(rank, 1)]);
    let then = bits(sets).flat_map(move |rank| {
        if fours >> rank & 1 == 1 {
            [without(rank, 3), without(rank, 0)]
        } else {
            [of_rank(rank) & hand, CardSet::EMPTY]
        }
    });
    first.chain(then.filter(|meld| !meld.is_empty()))
}

/// The runs of the hand: of five cards, then of four, then of three, each by lowest card.
pub fn suit_melds(hand: CardSet) -> impl Iterator<Item = CardSet> {
    [5, 4, 3].into_iter().flat_map(move |length| {
        let all_held = (1..length).fold(hand.mask(), |held, step| held & hand.mask() >> step);
        // So high that no run reaches the next suit.
        let starts = EVERY_SUIT * ((1 << (14 - length)) - 1);
        bits(all_held & starts).map(move |low| CardSet::truncated(((1 << length) - 1) << low))
    })
}

/// The sets, then the runs of the hand.
pub fn all_melds(hand: CardSet) -> impl Iterator<Item = CardSet> {
    rank_melds(hand).chain(suit_melds(hand))
}

fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros());
        mask &= mask.wrapping_sub(1);
        bit
    })
}

/// Calls `visit` with each group of melds, until that is an error.
///
/// # Errors
/// What `visit` returns.
pub fn each_meld_group<E>(
    hand: CardSet,
    mut visit: impl FnMut(&[CardSet]) -> Result<(), E>,
) -> Result<(), E> {
    let melds: Vec<CardSet> = all_melds(hand).collect();
    let beside: Vec<[u64; 3]> = melds.iter().map(|meld| beside(&melds, *meld)).collect();
    let mut all = [0; 3];
    (0..melds.len()).for_each(|at| all[at / 64] |= 1 << (at % 64));
    // The hand's 52 cards make 17 melds at most.
    let mut group = [CardSet::EMPTY; 18];
    go_on(&melds, &beside, &mut group, 0, all, &mut visit)
}

/// Which of the melds, by their places in the list, share no card with this one.
fn beside(melds: &[CardSet], meld: CardSet) -> [u64; 3] {
    let mut places = [0; 3];
    for (at, other) in melds.iter().enumerate() {
        places[at / 64] |= u64::from(other.is_disjoint(meld)) << (at % 64);
    }
    places
}

/// Adds each of the melds at `places` to the first `length` of the group.
fn go_on<E>(
    melds: &[CardSet],
    beside: &[[u64; 3]],
    group: &mut [CardSet; 18],
    length: usize,
    places: [u64; 3],
    visit: &mut impl FnMut(&[CardSet]) -> Result<(), E>,
) -> Result<(), E> {
    for (at, places_here) in places.into_iter().enumerate() {
        for bit in bits(places_here) {
            let place = 64 * at + bit as usize;
            let left = [0, 1, 2].map(|at| places[at] & beside[place][at]);
            group[length] = melds[place];
            if left == [0; 3] {
                visit(&group[..=length])?;
            } else {
                go_on(melds, beside, group, length + 1, left, visit)?;
            }
        }
    }
    Ok(())
}

/// The first group of the most points, as far as the hand has melds.
pub fn best_meld_group(hand: CardSet) -> Vec<CardSet> {
    let mut group = Vec::with_capacity(4);
    each_of_best_group(hand, |meld| group.push(meld));
    group
}

/// What the first group of the most points leaves.
pub(super) fn left_by_best_group(hand: CardSet) -> CardSet {
    let mut left = hand;
    each_of_best_group(hand, |meld| left = left - meld);
    left
}

/// In the order of the list, a meld is in the first group of the most points if, beside those
/// already in it, the rest can still be melded as well as can be.
#[inline]
fn each_of_best_group(hand: CardSet, mut visit: impl FnMut(CardSet)) {
    let least = deadwood(hand);
    let mut left = hand;
    for meld in all_melds(hand) {
        if meld.is_subset(left) && deadwood(left - meld) == least {
            left = left - meld;
            visit(meld);
        }
    }
}
