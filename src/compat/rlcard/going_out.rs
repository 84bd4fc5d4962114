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
    let mut search = Search::new(hand, limit, faults);
    each_cluster(piles, |places, melded| {
        search.consider(melded, || {
            let mut of_places = places.iter().map(|place| &piles[*place]);
            of_places.find(|pile| pile.list.len() > 3)?.in_set_order().list.first().copied()
        });
    });
    search.found()
}

/// Who may go out, as cluster after cluster is considered.
pub struct Search<'hand> {
    hand: &'hand [Card],
    held: CardSet,
    limit: i32,
    faults: bool,
    knock: SetOrder,
    gin: SetOrder,
}

impl Search<'_> {
    /// Begins with eleven cards; the rest as for [`going_out_cards`].
    pub fn new(hand: &[Card], limit: i32, faults: bool) -> Search<'_> {
        let (knock, gin) = (SetOrder::new(), SetOrder::new());
        Search { hand, held: hand.iter().copied().collect(), limit, faults, knock, gin }
    }

    /// Considers a cluster of these cards; `first_of_long` is the first card of its first pile of
    /// four or more.
    #[inline]
    pub fn consider(&mut self, melded: CardSet, first_of_long: impl FnOnce() -> Option<Card>) {
        let (limit, unmelded) = (self.limit, self.held - melded);
        match unmelded.len() {
            0 => self.gin.extend(first_of_long()),
            1 => self.gin.extend(unmelded.iter()),
            _ => {
                let points = unmelded.points() as i32;
                let dearest = unmelded.iter().map(|card| i32::from(card.points())).max();
                let looked_at = if self.faults { LIMIT_OF_RLCARD } else { limit };
                if points <= looked_at.saturating_add(dearest.unwrap_or(0)) {
                    let may_go = |card: &Card| {
                        unmelded.contains(*card) && points - i32::from(card.points()) <= limit
                    };
                    self.knock.extend(self.hand.iter().copied().filter(may_go));
                }
            }
        }
    }

    /// What may be thrown, once every cluster is considered.
    pub fn found(mut self) -> GoingOut {
        if !self.faults {
            self.consider(CardSet::EMPTY, || None);
        }
        // Of eleven melded cards both ends of a long run are named by the clusters with the rest of
        // it: to leave out what is wrong is enough.
        let is_gin = |card: &Card| self.faults || deadwood(self.held.without(*card)) == 0;
        GoingOut {
            knock: self.knock.iter().collect(),
            gin: self.gin.iter().filter(is_gin).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::rlcard::{run_piles, set_piles};

    /// Clubs stand for RLCard's hearts, hearts for its clubs.
    fn out(text: &str, limit: i32, faults: bool) -> [String; 2] {
        let hand: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        let piles = [run_piles(&hand), set_piles(&hand)].concat();
        let found = going_out_cards(&hand, &piles, limit, faults);
        [found.knock, found.gin].map(|cards| cards.iter().map(Card::to_string).collect())
    }

    #[test]
    fn who_has_a_card_too_many_knocks_with_it() {
        let hand = "Js Jc Jd 8h 7s 7c 7d 4s 3d 2s Ah";
        assert_eq!(out(hand, 10, false), ["8h", ""]);
        assert_eq!(out(hand, 9, false), ["", ""]);
    }

    #[test]
    fn a_limit_above_ten_is_kept_but_by_rlcard() {
        let hand = "As 3s 5c 7c 9c Jc 2d 4d 6d 8d Th";
        assert_eq!(out(hand, 98, true)[0], "");
        assert_eq!(out(hand, 98, false)[0].len(), 22);
    }

    #[test]
    fn the_middle_of_a_run_leaves_no_gin_but_to_rlcard() {
        let hand = "7s 8s 9s Ts Ac 2c 3c 4d 5d 6d 7d";
        assert_eq!(out(hand, 10, true)[1], "7s9sTs4d7d");
        assert_eq!(out(hand, 10, false)[1], "7sTs4d7d");
    }
}
