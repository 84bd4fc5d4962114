//! Which of eleven cards a player may knock with or go gin with, in RLCard's order.

use super::{CardList, Pile, SetOrder, each_cluster};
use crate::{Card, CardSet, deadwood};

/// RLCard looks only at clusters that can leave so little, whatever limit it is told.
const LIMIT_OF_RLCARD: i32 = 10;

/// What a player of eleven cards may throw to go out.
#[derive(Clone, Copy, Debug)]
pub struct GoingOut {
    /// Cards that leave no more than the limit under some cluster with other cards unmelded.
    pub knock: CardList<11>,
    /// Cards that leave nothing.
    pub gin: CardList<11>,
}

/// What may be thrown from eleven cards, whose melds are these piles, to knock or to go gin.
///
/// With `faults` as RLCard has it: clusters that leave more than ten after every discard are passed
/// over, a hand without melds never knocks, and of eleven melded cards one may be named that lies in
/// the middle of a run and leaves more than nothing.
pub fn going_out_cards(hand: &[Card], piles: &[Pile], limit: i32, faults: bool) -> GoingOut {
    let held: CardSet = hand.iter().copied().collect();
    let (mut knock, mut gin) = (SetOrder::new(), SetOrder::new());
    let mut consider = |places: &[usize], melded: CardSet| {
        let unmelded = held - melded;
        match unmelded.len() {
            0 => {
                let mut of_places = places.iter().map(|place| &piles[*place]);
                let long = of_places.find(|pile| pile.list.len() > 3);
                gin.extend(long.and_then(|pile| pile.in_set_order().list.first().copied()));
            }
            1 => gin.extend(unmelded.iter()),
            _ => {
                let points = unmelded.points() as i32;
                let dearest = unmelded.iter().map(|card| i32::from(card.points())).max();
                let looked_at = if faults { LIMIT_OF_RLCARD } else { limit };
                if points <= looked_at.saturating_add(dearest.unwrap_or(0)) {
                    let may_go = |card: &Card| {
                        unmelded.contains(*card) && points - i32::from(card.points()) <= limit
                    };
                    knock.extend(hand.iter().copied().filter(may_go));
                }
            }
        }
    };
    each_cluster(piles, &mut consider);
    if !faults {
        consider(&[], CardSet::EMPTY);
    }
    // Of eleven melded cards both ends of a long run are named by the clusters with the rest of it:
    // to leave out what is wrong is enough.
    let is_gin = |card: &Card| faults || deadwood(held.without(*card)) == 0;
    GoingOut { knock: knock.iter().collect(), gin: gin.iter().filter(is_gin).collect() }
}
