//! Pairs of hands to test with: disjoint, ten cards each unless said, the knocker below a limit.

use std::collections::HashSet;

use gin_fast::{Ace, Aces};

use crate::oracle::{Oracle, cards_in, four_of};

/// A knocker's hand and a defender's.
pub(crate) type Pair = (u64, u64);

const PACK: u64 = (1 << 52) - 1;

/// How many pairs a test takes: `GIN_FAST_PAIRS`, or few enough for the inner loop of development.
pub(crate) fn count(default: usize) -> usize {
    match std::env::var("GIN_FAST_PAIRS") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("GIN_FAST_PAIRS={text}: a number")),
        Err(_) => default,
    }
}

/// Where the pairs begin: `GIN_FAST_SEED`, or always at the same place.
pub(crate) fn seed() -> u64 {
    match std::env::var("GIN_FAST_SEED") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("GIN_FAST_SEED={text}: a number")),
        Err(_) => 0,
    }
}

/// A small generator of reproducible numbers (SplitMix64).
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    pub(crate) fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.any()) * u128::from(bound)) >> 64) as u32
    }

    /// Once in so many times.
    pub(crate) fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn choice<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    /// So many cards out of these; all of them if they are fewer.
    pub(crate) fn draw(&mut self, cards: u32, from: u64) -> u64 {
        let mut left: Vec<u32> = cards_in(from).collect();
        let mut drawn = 0;
        for _ in 0..cards.min(left.len() as u32) {
            drawn |= 1 << left.swap_remove(self.below(left.len() as u32) as usize);
        }
        drawn
    }

    /// So many neighbouring ranks in all suits, around the corner if `wrap` is set.
    pub(crate) fn neighbouring_ranks(&mut self, ranks: u32, wrap: bool) -> u64 {
        let lowest = self.below(if wrap { 13 } else { 14 - ranks });
        let within = |card: &u32| (card % 13 + 13 - lowest) % 13 < ranks;
        cards_in(PACK).filter(within).fold(0, |cards, card| cards | 1 << card)
    }
}

/// What pairs are made of.
pub(crate) struct Maker<'a> {
    oracle: &'a mut Oracle,
    numbers: Numbers,
    /// Whether neighbouring ranks go around the corner.
    wrap: bool,
}

impl Maker<'_> {
    pub(crate) fn new(oracle: &mut Oracle, seed: u64, aces: Aces) -> Maker<'_> {
        Maker { oracle, numbers: Numbers::new(seed), wrap: aces.ace() != Ace::Low }
    }

    /// Disjoint melds, up to `count` of them where there is room, of at most `most` cards together.
    fn melds(&mut self, count: u32, most: u32) -> Vec<u64> {
        let all = self.oracle.melds_in(PACK);
        let (mut melds, mut melded) = (Vec::new(), 0_u64);
        for _ in 0..count {
            // Uniform choice among all melds would make most of them long runs.
            let longest = self.numbers.choice(&[3, 3, 4, 4, 5, 10]);
            let room = (most - melded.count_ones()).min(longest);
            let fitting = |&&meld: &&u64| meld & melded == 0 && meld.count_ones() <= room;
            let fitting: Vec<u64> = all.iter().filter(fitting).copied().collect();
            if !fitting.is_empty() {
                melds.push(self.numbers.choice(&fitting));
                melded |= melds[melds.len() - 1];
            }
        }
        melds
    }

    /// Cards melded so.
    fn melded(&mut self, most: u32) -> u64 {
        self.melds(3, most).into_iter().fold(0, |all, meld| all | meld)
    }

    /// Melds on the table, and some other cards, half of the time from near the melds.
    pub(crate) fn table(&mut self) -> (Vec<u64>, u64) {
        let count = self.numbers.below(6);
        let melds = self.melds(count, 40);
        let laid = melds.iter().fold(0, |all, meld| all | meld);
        let rest = PACK & !laid;
        let pack = match self.numbers.once_in(2) {
            true => self.near(laid) & rest,
            false => rest,
        };
        let cards = 1 + self.numbers.below(14);
        (melds, self.numbers.draw(cards, pack))
    }

    /// A hand of ten cards made of melds and a few low cards.
    fn knocker(&mut self, limit: u32) -> u64 {
        loop {
            let melded = self.melded(10);
            let low =
                cards_in(!melded & PACK).filter(|&card| self.oracle.points(1 << card) <= limit);
            let low = low.fold(0, |cards, card| cards | 1 << card);
            let hand = melded | self.numbers.draw(10 - melded.count_ones(), low);
            if hand.count_ones() == 10 && self.oracle.least(hand) <= limit {
                return hand;
            }
        }
    }

    /// A hand of so many cards, all of them melded.
    fn gin(&mut self, cards: u32) -> u64 {
        loop {
            let melded = self.melded(cards);
            if melded.count_ones() == cards {
                return melded;
            }
        }
    }

    /// A defender from the whole pack or, half of the time, from cards near the knocker's.
    fn defender(&mut self, knocker: u64) -> u64 {
        let rest = PACK & !knocker;
        let near = match self.numbers.once_in(2) {
            true => self.near(knocker) & rest,
            false => rest,
        };
        let hand = self.numbers.draw(10, near);
        hand | self.numbers.draw(10 - hand.count_ones(), rest & !hand)
    }

    /// Cards with a neighbour in suit among these, and the neighbours of those; some ranks whole.
    fn near(&mut self, cards: u64) -> u64 {
        let beside = |cards: u64| {
            cards_in(cards).fold(cards, |all, card| {
                let suit = card - card % 13;
                all | 1 << (suit + (card + 1 - suit) % 13) | 1 << (suit + (card + 12 - suit) % 13)
            })
        };
        let near = beside(beside(cards));
        let reached = self.numbers.draw(3, near);
        cards_in(reached).fold(near, |all, card| all | four_of(card % 13))
    }

    /// A knocker made of melds and low cards, and any defender.
    pub(crate) fn random(&mut self, limit: u32) -> Pair {
        let knocker = self.knocker(limit);
        (knocker, self.defender(knocker))
    }

    /// A knocker with gin or, with eleven cards, big gin.
    pub(crate) fn gins(&mut self, cards: u32) -> Pair {
        let knocker = self.gin(cards);
        (knocker, self.defender(knocker))
    }

    /// Both hands from five to seven neighbouring ranks, where runs, sets and layoffs conflict; four
    /// do not hold twenty cards.
    pub(crate) fn neighbouring(&mut self, limit: u32) -> Pair {
        loop {
            let ranks = 5 + self.numbers.below(3);
            let pack = self.numbers.neighbouring_ranks(ranks, self.wrap);
            let knocker = self.numbers.draw(10, pack);
            if self.oracle.least(knocker) <= limit {
                return (knocker, self.numbers.draw(10, pack & !knocker));
            }
        }
    }

    /// One of the random or of the neighbouring pairs.
    pub(crate) fn mixed(&mut self, limit: u32) -> Pair {
        match self.numbers.once_in(2) {
            true => self.random(limit),
            false => self.neighbouring(limit),
        }
    }

    pub(crate) fn shuffle(&mut self, pairs: &mut [Pair]) {
        for at in 1..pairs.len() {
            pairs.swap(at, self.numbers.below(at as u32 + 1) as usize);
        }
    }

    /// So many pairs whose defender does better by breaking one of his own melds than by laying down
    /// his least deadwood first, fewer if they are hard to find; and how many were looked at.
    ///
    /// One random pair in thousands is one. So each that is found is changed a little, again and
    /// again: another card in place of one, or the suits in another order.
    pub(crate) fn breaking_pays(&mut self, count: usize, limit: u32) -> (Vec<Pair>, usize) {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut looked_at = 0;
        while found.len() < count && looked_at < 100 * count {
            looked_at += 1;
            // Some are always made afresh, so that they do not all descend from a few.
            let pair = match found.is_empty() || self.numbers.once_in(4) {
                true => self.random(limit),
                false => {
                    let pair = self.numbers.choice(&found);
                    self.changed(pair)
                }
            };
            let is_new = self.oracle.least(pair.0) <= limit && seen.insert(pair);
            if is_new && self.breaking_one_pays(pair) {
                found.push(pair);
            }
        }
        (found, looked_at)
    }

    fn breaking_one_pays(&mut self, (knocker, defender): Pair) -> bool {
        self.oracle.forget();
        let shown = self.oracle.arrange(knocker).melds;
        let layoffs = self.oracle.layoffs(defender, &shown);
        if layoffs.len() == 1 {
            return false;
        }
        let together = layoffs.iter().map(|laid_off| self.oracle.least(defender & !laid_off)).min();
        together < Some(self.oracle.left_by_own_minimum_first(defender, &shown))
    }

    fn changed(&mut self, (knocker, defender): Pair) -> Pair {
        let rest = PACK & !knocker & !defender;
        let in_place_of_one = |hand: u64, numbers: &mut Numbers| {
            hand & !numbers.draw(1, hand) | numbers.draw(1, rest)
        };
        match self.numbers.below(4) {
            0 => (in_place_of_one(knocker, &mut self.numbers), defender),
            1 => {
                let by = 13 * (1 + self.numbers.below(3));
                let turned = |hand: u64| (hand << by | hand >> (52 - by)) & PACK;
                (turned(knocker), turned(defender))
            }
            _ => (knocker, in_place_of_one(defender, &mut self.numbers)),
        }
    }
}
