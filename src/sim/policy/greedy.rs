//! A player that makes the most of each turn, and plans no second one.
//!
//! - It takes the face-up card where a meld of the hand and that card holds it and it is left with
//!   less than before. So its takes come to an end, whatever the opponent does.
//! - It throws the card that costs least: in deadwood that is left, in unseen cards that would have
//!   made a meld with the hand, in pairs of cards with which the opponent would make a meld of it.
//! - With gin it goes out at once, with deadwood only within a limit of its own, which falls with
//!   each card drawn from the stock: late in a round the other one has little left too, and who
//!   waits for gin undercuts who does not. How fast it falls depends on what that earns.
//! - It shows its canonical layout and defends as well as can be done.
//!
//! It knows the opponent by what he took, and by what he did not: two cards that make a meld with
//! one in the discard pile he did not hold when that card was his to take or to keep.
//!
//! The weights were found in rounds against `simple` and against itself with other weights. Knocking
//! late, which wins more rounds, loses more points than it earns; the other weights matter little
//! near where they are. It draws nothing by lot.

use super::Seen;
use super::simple::melds_with;
use crate::aces::{AceLow, AceRule, Aces};
use crate::arrangement::deadwood_by;
use crate::best_discard;
use crate::card::Card;
use crate::card_set::{CardSet, SUIT};
use crate::meld;
use crate::sim::order::WallRule;
use crate::sim::table::{Action, Phase};

/// What costs are counted in: so many make a point of deadwood.
const POINT: i32 = 16;
/// What an unseen card is worth that would make a meld with the hand.
const OUT: i32 = POINT;
/// What a pair costs of which he may hold both cards, and one of which he holds a card for sure.
const UNSEEN_PAIR: i32 = POINT / 4;
const KNOWN_PAIR: i32 = POINT;

/// The limit it begins with, in a full stock.
const FIRST_LIMIT: i32 = 13;
/// While so many cards are drawn, the limit falls by what the bonuses for gin and for an undercut
/// exceed `WORTH_WAITING` by.
const CARDS_OF_FALL: i32 = 13;
const WORTH_WAITING: i32 = 25;
const FULL_STOCK: i32 = 31;

#[inline(always)]
pub(super) fn act(seen: &Seen<'_>) -> Action {
    match seen.rules.settlement.aces {
        Aces::LOW => act_by(AceLow, seen),
        aces => act_by(aces, seen),
    }
}

#[inline(always)]
fn act_by(aces: impl AceRule, seen: &Seen<'_>) -> Action {
    if seen.phase == Phase::Discard {
        throw(aces, seen)
    } else if seen.is_legal(Action::TAKE_DISCARD) && takes(aces, seen) {
        Action::TAKE_DISCARD
    } else {
        seen.leave()
    }
}

#[inline(always)]
fn takes(aces: impl AceRule, seen: &Seen<'_>) -> bool {
    let Some(upcard) = seen.upcard.first().filter(|_| melds_with(seen, seen.upcard)) else {
        return false;
    };
    let hand = seen.hand.with(upcard);
    let best = match aces.aces() {
        Aces::LOW => best_discard(hand, Some(upcard)),
        aces => aces.best_discard(hand, Some(upcard)),
    };
    // The last discard may be there to knock with only.
    let must_knock =
        seen.phase == Phase::Wall && seen.rules.order.wall_rule == WallRule::LastDiscardKnock;
    best.is_some_and(|(_, left)| {
        left < deadwood_by(aces, seen.hand) && !(must_knock && i32::from(left) > own_limit(seen))
    })
}

#[inline(always)]
fn throw(aces: impl AceRule, seen: &Seen<'_>) -> Action {
    if seen.is_legal(Action::BIG_GIN) {
        return Action::BIG_GIN;
    }
    let (knocks, plain) = (seen.knocks(), seen.discards());
    let left = Left::of(aces, seen.hand, knocks | plain);
    if !knocks.is_empty() {
        let (least, card) = left.least_of(knocks);
        if i32::from(least) <= own_limit(seen) || plain.is_empty() {
            return Action::knock(card);
        }
    }
    Action::discard(cheapest(aces, seen, &left))
}

/// The most deadwood it goes out with.
#[inline(always)]
fn own_limit(seen: &Seen<'_>) -> i32 {
    let rules = &seen.rules.settlement;
    let bonuses = i32::from(rules.gin_bonus) + i32::from(rules.undercut_bonus);
    let fall = (bonuses - WORTH_WAITING).max(0);
    let drawn = FULL_STOCK - i32::from(seen.stock);
    (FIRST_LIMIT - drawn * fall / CARDS_OF_FALL).max(0)
}

/// The plain discard that costs least, of equals the one with the lowest id.
#[inline(always)]
fn cheapest(aces: impl AceRule, seen: &Seen<'_>, left: &Left) -> Card {
    let mut cards = seen.discards();
    let mut limit = u8::MAX;
    if let Some(taken) = seen.taken {
        // It took the card to have less. To throw that away again, or the card, could go on for ever.
        let others = cards.without(taken);
        cards = if others.is_empty() { cards } else { others };
        limit = deadwood_by(aces, seen.hand.without(taken)).saturating_sub(1);
    }
    let (least, first) = left.least_of(cards);
    let limit = limit.max(least);
    let pile = seen.discards;
    let unseen = !(seen.hand | pile | seen.opponent_known);
    let wishes = Wishes::of(aces, unseen, seen.opponent_known, pile);
    let mut best = (i32::MAX, first);
    for card in cards {
        let left = left.after(card);
        if left <= limit {
            let outs = outs(aces, seen.hand.without(card)) & unseen;
            let cost = POINT * i32::from(left) - OUT * outs.len() as i32 + wishes.cost_of(card);
            best = best.min((cost, card));
        }
    }
    best.1
}

/// What a hand of eleven leaves after each discard.
struct Left([u8; 52]);

impl Left {
    #[inline(always)]
    fn of(aces: impl AceRule, hand: CardSet, cards: CardSet) -> Left {
        let mut left = [u8::MAX; 52];
        for card in cards {
            left[usize::from(card.id())] = deadwood_by(aces, hand.without(card));
        }
        Left(left)
    }

    #[inline(always)]
    fn after(&self, card: Card) -> u8 {
        self.0[usize::from(card.id())]
    }

    /// The least that one of these cards leaves, of which there is one, and the first that does.
    #[inline(always)]
    fn least_of(&self, cards: CardSet) -> (u8, Card) {
        let each = cards.iter().map(|card| (self.after(card), card));
        each.min().expect("there is a card to throw")
    }
}

/// The cards outside a hand that make a meld with cards of it.
#[inline(always)]
fn outs(aces: impl AceRule, hand: CardSet) -> CardSet {
    let (above, below) = (aces.next_up(hand), aces.next_down(hand));
    let runs = above & below | aces.next_up(above & hand) | aces.next_down(below & hand);
    (runs | CardSet::all_of_ranks(ranks_of_two(hand))) - hand
}

/// The ranks held at least twice, as a 13-bit mask.
#[inline(always)]
fn ranks_of_two(cards: CardSet) -> u64 {
    let mask = cards.mask();
    let (s, c, d, h) = (mask, mask >> 13, mask >> 26, mask >> 39);
    (s & c | d & h | (s | c) & (d | h)) & SUIT
}

/// With how many pairs of the opponent's cards a card would make a meld.
struct Wishes {
    /// Of unseen cards.
    unseen: Pairs,
    /// Of unseen cards and those that he is known to hold, if there are any.
    all: Option<Pairs>,
}

impl Wishes {
    #[inline(always)]
    fn of(aces: impl AceRule, unseen: CardSet, known: CardSet, refused: CardSet) -> Wishes {
        let all = (!known.is_empty()).then(|| Pairs::of(aces, unseen | known, refused));
        Wishes { unseen: Pairs::of(aces, unseen, refused), all }
    }

    #[inline(always)]
    fn cost_of(&self, card: Card) -> i32 {
        let unseen = self.unseen.with(card);
        let with_known = self.all.as_ref().map_or(0, |all| all.with(card) - unseen);
        UNSEEN_PAIR * unseen + KNOWN_PAIR * with_known
    }
}

/// The cards that make a meld with a pair, by where the pair lies.
struct Pairs {
    /// Of the two above, one on either side, the two below, and two of the rank.
    once: [CardSet; 4],
    /// Of three of the rank, which are three pairs.
    three_times: CardSet,
}

impl Pairs {
    /// Pairs of these cards, but for those that make a meld with one of the refused cards.
    #[inline(always)]
    fn of(aces: impl AceRule, cards: CardSet, refused: CardSet) -> Pairs {
        let (above, below) = (aces.next_up(cards), aces.next_down(cards));
        let three_above = aces.next_up(aces.next_up(aces.next_up(refused)));
        let three_below = aces.next_down(aces.next_down(aces.next_down(refused)));
        let of_ranks = CardSet::all_of_ranks;
        let twice = of_ranks(ranks_of_two(cards) & !meld::ranks(refused));
        Pairs {
            once: [
                aces.next_down(below & cards) - three_below,
                above & below,
                aces.next_up(above & cards) - three_above,
                twice,
            ],
            three_times: of_ranks(meld::set_ranks(cards)),
        }
    }

    /// How many make a meld with this card.
    #[inline(always)]
    fn with(&self, card: Card) -> i32 {
        let once: i32 = self.once.iter().map(|cards| i32::from(cards.contains(card))).sum();
        once + 2 * i32::from(self.three_times.contains(card))
    }
}
