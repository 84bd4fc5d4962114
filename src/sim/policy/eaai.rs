//! How the EAAI challenge framework settles a knock.
//!
//! - A player who goes out shows one of the meld sets that leave least, each as likely as the other;
//!   runs cut differently are different sets. So does the defender, who looks at his own hand only.
//! - Then the framework lays off for him, as long as some card fits: the first that does, by suit in
//!   the order clubs, hearts, spades, diamonds and then by rank, on the first meld that it fits, runs
//!   before sets. That is not always best: a card laid on a set may have opened a run to the next.
//!
//! Where only one of two players is of this kind, each does what his own policy does: the other
//! shows his canonical layout as knocker, and answers as well as he can as defender.

use super::Policy;
use crate::aces::{AceRule, Aces};
use crate::arrangement::{Layout, canonical, each_choice_of_melds, without_conflict};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::meld;
use crate::showdown::{Knock, Settled, answer, table};
use crate::sim::chance::Chance;

/// The suits in the framework's order of cards.
const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds];

/// What a knock by this seat comes to.
pub(super) fn settled(
    knock: &Knock<'_>,
    seat: usize,
    policies: [Policy; 2],
    chance: &mut Chance,
) -> Settled {
    let aces = knock.rules.aces;
    let is_ours = |seat: usize| policies[seat & 1] == Policy::SimpleEaai;
    let shown = match is_ours(seat) {
        true => one_of_the_best(aces, knock.knocker, chance),
        false => canonical(aces, knock.knocker),
    };
    let (knocker_deadwood, table) = knock.on_the_table(aces, shown);
    let (laid_off, left) = match is_ours(seat ^ 1) {
        true => {
            let own = one_of_the_best(aces, knock.defender, chance);
            let unmelded = knock.defender - own.melded();
            let laid_off = laid_off_first_fit(aces, unmelded, table);
            (laid_off, aces.points(unmelded - laid_off) as u8)
        }
        false => answer(aces, knock.defender, table),
    };
    knock.settled_with(knocker_deadwood, left, laid_off)
}

/// The layout of one of the meld sets that leave least, each as likely as the other.
pub(super) fn one_of_the_best(aces: Aces, hand: CardSet, chance: &mut Chance) -> Layout {
    if let Some(layout) = without_conflict(aces, hand) {
        // Every best meld set has these cards in sets and those in runs, however it cuts them.
        return layout;
    }
    let mut layouts = Vec::new();
    each_choice_of_melds(aces, hand, aces.deadwood(hand).into(), &mut |melds, _| {
        layouts.push(table(melds));
    });
    layouts[chance.below(layouts.len() as u32) as usize]
}

/// What the framework lays off of these cards on the knocker's melds.
pub(super) fn laid_off_first_fit(aces: impl AceRule, cards: CardSet, table: Layout) -> CardSet {
    let (mut runs, mut left) = (table.runs, cards);
    let mut sets = meld::ranks(table.sets);
    loop {
        let on_runs = (aces.next_up(runs) | aces.next_down(runs)) & left;
        let on_sets = CardSet::all_of_ranks(sets) & left;
        let Some(card) = first(on_runs | on_sets) else { return cards - left };
        if on_runs.contains(card) {
            runs = runs.with(card);
        } else {
            sets &= !(1 << card.rank() as u32);
        }
        left = left.without(card);
    }
}

/// The first of the cards in the framework's order.
fn first(cards: CardSet) -> Option<Card> {
    let of_suit = |suit: Suit| CardSet::truncated(cards.ranks_in(suit) << (13 * suit as u32));
    SUITS.into_iter().find_map(|suit| of_suit(suit).first())
}
