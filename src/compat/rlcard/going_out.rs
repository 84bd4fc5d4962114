//! Which of eleven cards a player may knock with or go gin with, in RLCard's order.

use super::{Pile, SetOrder, each_cluster};
use crate::{Card, CardSet, deadwood};

/// RLCard looks only at clusters that can leave so little, whatever limit it is told.
const LIMIT_OF_RLCARD: i32 = 10;

/// What a player of eleven cards may throw to go out.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoingOut {
    /// Cards that leave no more than the limit under some cluster.
    pub knock: SetOrder,
    /// Cards that leave nothing.
    pub gin: SetOrder,
}

/// What may be thrown from eleven cards, whose melds are these piles, to knock or to go gin.
///
/// With `faults` as RLCard has it: clusters that leave more than ten after every discard are passed
/// over, a hand without melds never knocks, and from eleven melded cards the first of a long pile is
/// thrown even where it lies in the middle of a run and leaves more than nothing.
pub fn going_out_cards(hand: &[Card], piles: &[Pile], limit: i32, faults: bool) -> GoingOut {
    let held: CardSet = hand.iter().copied().collect();
    let mut out = GoingOut::default();
    let mut consider = |places: &[usize], melded: CardSet| {
        let unmelded = held - melded;
        match unmelded.len() {
            0 => {
                let long =
                    places.iter().map(|place| &piles[*place]).find(|pile| pile.list.len() > 3);
                if let Some(pile) = long {
                    out.gin.add(thrown_from(pile, held, faults));
                }
            }
            1 => out.gin.extend(unmelded.iter()),
            _ => {
                let points = unmelded.points() as i32;
                let dearest = unmelded.iter().map(|card| i32::from(card.points())).max();
                let limit_tried = if faults { LIMIT_OF_RLCARD } else { limit };
                if points <= limit_tried.saturating_add(dearest.unwrap_or(0)) {
                    let may_go = |card: &Card| {
                        unmelded.contains(*card) && points - i32::from(card.points()) <= limit
                    };
                    out.knock.extend(hand.iter().copied().filter(may_go));
                }
            }
        }
    };
    each_cluster(piles, &mut consider);
    if !faults {
        consider(&[], CardSet::EMPTY);
    }
    out
}

/// The card thrown from a pile of four or more when all eleven cards are melded.
fn thrown_from(pile: &Pile, held: CardSet, faults: bool) -> Card {
    let first = pile.in_set_order().list[0];
    if faults || deadwood(held.without(first)) == 0 {
        return first;
    }
    // Either end of a run would do.
    pile.cards.first().unwrap_or(first)
}
