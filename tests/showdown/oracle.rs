//! Hands and defences by brute force, from the rules alone: what these tests hold the crate against.
//!
//! It shares no code with the crate. A hand is a mask of card ids (`suit * 13 + rank`), and
//! everything follows from the list of all melds under one rule of the aces: a meld takes the cards
//! with which it is still a meld. Nothing is cut short but by the points that are already lost.

use std::collections::HashMap;

use gin_fast::{Ace, Aces};

/// How many ids a suit has.
const SUIT: u32 = 13;

/// The ids of the cards, lowest first.
pub(crate) fn cards_in(hand: u64) -> impl Iterator<Item = u32> {
    (0..52).filter(move |card| hand >> card & 1 == 1)
}

/// Disjoint melds of a hand, with their place in the canonical order.
///
/// The order of the fields is that of the comparison: least deadwood, then fewest openings, then
/// the lowest mask of melded cards, then the lowest mask of cards in sets.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Arrangement {
    pub(crate) deadwood: u32,
    pub(crate) openings: u32,
    pub(crate) melded: u64,
    pub(crate) in_sets: u64,
    /// By lowest id, runs whole.
    pub(crate) melds: Vec<u64>,
}

/// What a defender lays down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Defence {
    pub(crate) laid_off: u64,
    /// His own melds and what is left.
    pub(crate) rest: Arrangement,
}

/// All melds under one rule of the aces.
pub(crate) struct Oracle {
    points: [u32; 52],
    /// The melds whose lowest id is the index.
    melds: Vec<Vec<u64>>,
    /// The cards that each meld takes, each alone.
    fits: HashMap<u64, u64>,
    /// The least deadwood of hands met since `forget`.
    least: HashMap<u64, u32>,
}

impl Oracle {
    pub(crate) fn new(aces: Aces) -> Oracle {
        let all = all_melds(aces.ace());
        let mut melds = vec![Vec::new(); 52];
        for &meld in &all {
            melds[meld.trailing_zeros() as usize].push(meld);
        }
        let fitting = |meld: u64| {
            let others = cards_in(!meld).filter(|card| all.contains(&(meld | 1 << card)));
            others.fold(0, |cards, card| cards | 1 << card)
        };
        let fits = all.iter().map(|&meld| (meld, fitting(meld))).collect();
        let points = std::array::from_fn(|card| match card as u32 % SUIT {
            0 => u32::from(aces.deadwood_of_ace()),
            rank => (rank + 1).min(10),
        });
        Oracle { points, melds, fits, least: HashMap::new() }
    }

    /// Forgets the hands met so far, lest they fill the memory.
    pub(crate) fn forget(&mut self) {
        self.least.clear();
    }

    pub(crate) fn is_meld(&self, cards: u64) -> bool {
        self.fits.contains_key(&cards)
    }

    /// The melds in the hand, by lowest id, then length, then mask.
    pub(crate) fn melds_in(&self, hand: u64) -> Vec<u64> {
        let held = |&&meld: &&u64| meld & !hand == 0;
        let mut melds: Vec<u64> = self.melds.iter().flatten().filter(held).copied().collect();
        melds.sort_unstable_by_key(|meld| (meld.trailing_zeros(), meld.count_ones(), *meld));
        melds
    }

    pub(crate) fn points(&self, cards: u64) -> u32 {
        cards_in(cards).map(|card| self.points[card as usize]).sum()
    }

    /// The least deadwood over every packing.
    pub(crate) fn least(&mut self, hand: u64) -> u32 {
        if hand == 0 {
            return 0;
        }
        if let Some(&least) = self.least.get(&hand) {
            return least;
        }
        let card = hand.trailing_zeros() as usize;
        let mut best = self.points[card] + self.least(hand & (hand - 1));
        for at in 0..self.melds[card].len() {
            let meld = self.melds[card][at];
            if meld & !hand == 0 {
                best = best.min(self.least(hand & !meld));
            }
        }
        self.least.insert(hand, best);
        best
    }

    /// Calls `visit` with every packing of the hand that leaves at most `most` points: runs cut
    /// anywhere, melds left unused.
    pub(crate) fn each_packing(&mut self, hand: u64, most: u32, visit: &mut dyn FnMut(&[u64])) {
        self.pack(hand, most, &mut Vec::new(), visit);
    }

    fn pack(&mut self, left: u64, most: u32, laid: &mut Vec<u64>, visit: &mut dyn FnMut(&[u64])) {
        if self.least(left) > most {
            return;
        }
        if left == 0 {
            return visit(laid);
        }
        let card = left.trailing_zeros() as usize;
        if self.points[card] <= most {
            self.pack(left & (left - 1), most - self.points[card], laid, visit);
        }
        for at in 0..self.melds[card].len() {
            let meld = self.melds[card][at];
            if meld & !left == 0 {
                laid.push(meld);
                self.pack(left & !meld, most, laid, visit);
                laid.pop();
            }
        }
    }

    /// The place of these melds in the canonical order of their hand, runs shown whole.
    pub(crate) fn shown(&self, hand: u64, melds: &[u64]) -> Arrangement {
        let melded = melds.iter().fold(0, |all, meld| all | meld);
        let in_sets = melds.iter().filter(|&&meld| is_set(meld)).fold(0, |all, meld| all | meld);
        let fitting = melds.iter().fold(0, |all, meld| all | self.fits[meld]);
        Arrangement {
            deadwood: self.points(hand & !melded),
            openings: (fitting & !hand).count_ones(),
            melded,
            in_sets,
            melds: melds.to_vec(),
        }
    }

    /// The canonical arrangement.
    pub(crate) fn arrange(&mut self, hand: u64) -> Arrangement {
        let least = self.least(hand);
        let mut packings = Vec::new();
        self.each_packing(hand, least, &mut |melds| packings.push(melds.to_vec()));
        let places = packings.iter().map(|melds| self.shown(hand, melds));
        let first = places.min().expect("some packing leaves least");
        self.whole(first)
    }

    /// The same cards with each set in one piece and runs as long as the cards let them be; an ace
    /// that could close either of two runs goes with the low one.
    pub(crate) fn whole(&self, shown: Arrangement) -> Arrangement {
        let of_ranks = (0..SUIT).map(|rank| shown.in_sets & four_of(rank));
        let mut melds: Vec<u64> = of_ranks.filter(|&set| set != 0).collect();
        for suit in 0..4 {
            let cards = shown.melded & !shown.in_sets & 0x1fff << (13 * suit);
            let mut cuts = Vec::new();
            self.cut_into_runs(cards, &mut Vec::new(), &mut cuts);
            let ace_and_two = 0b11 << (13 * suit);
            let ace_lies_high =
                |runs: &[u64]| !runs.iter().any(|run| run & ace_and_two == ace_and_two);
            let whole = cuts.into_iter().min_by_key(|runs| (runs.len(), ace_lies_high(runs)));
            melds.extend(whole.expect("the cards lie in runs"));
        }
        melds.sort_unstable_by_key(|meld| meld.trailing_zeros());
        Arrangement { melds, ..shown }
    }

    /// Every way to cut all of these cards of one suit into runs.
    fn cut_into_runs(&self, left: u64, laid: &mut Vec<u64>, cuts: &mut Vec<Vec<u64>>) {
        if left == 0 {
            return cuts.push(laid.clone());
        }
        for &run in &self.melds[left.trailing_zeros() as usize] {
            if run & !left == 0 {
                laid.push(run);
                self.cut_into_runs(left & !run, laid, cuts);
                laid.pop();
            }
        }
    }

    /// Every set of cards that can be laid off, the empty one included: the melds grow by one card
    /// at a time, as they lie.
    pub(crate) fn layoffs(&self, hand: u64, melds: &[u64]) -> Vec<u64> {
        let mut laid_off = vec![0];
        for &meld in melds {
            let mut further = Vec::new();
            for &before in &laid_off {
                let mut grown = vec![meld];
                let mut at = 0;
                while let Some(&lying) = grown.get(at) {
                    at += 1;
                    further.push(before | lying & !meld);
                    for card in cards_in(self.fits[&lying] & hand & !before) {
                        let longer = lying | 1 << card;
                        if !grown.contains(&longer) {
                            grown.push(longer);
                        }
                    }
                }
            }
            further.sort_unstable();
            further.dedup();
            laid_off = further;
        }
        laid_off
    }

    /// The best answer to melds on the table: least deadwood, then fewest cards laid off, then the
    /// one whose remaining cards come first in the canonical order.
    pub(crate) fn defend(&mut self, hand: u64, melds: &[u64]) -> Defence {
        let layoffs = self.layoffs(hand, melds);
        self.best_of(hand, layoffs)
    }

    /// The answer without laying off.
    pub(crate) fn defend_alone(&mut self, hand: u64) -> Defence {
        self.best_of(hand, vec![0])
    }

    fn best_of(&mut self, hand: u64, layoffs: Vec<u64>) -> Defence {
        let place = |laid_off: u64, oracle: &mut Oracle| {
            (oracle.least(hand & !laid_off), laid_off.count_ones())
        };
        let places: Vec<_> = layoffs.iter().map(|&laid_off| place(laid_off, self)).collect();
        let best = places.iter().min().expect("nothing need be laid off");
        let equal = layoffs.iter().zip(&places).filter(|&(_, place)| place == best);
        let defences =
            equal.map(|(&laid_off, _)| Defence { laid_off, rest: self.arrange(hand & !laid_off) });
        defences.min_by(|one, other| one.rest.cmp(&other.rest)).expect("the best is among them")
    }

    /// What is left when the defender lays down his own least deadwood first, however he arranges
    /// it, and only then lays off as well as he can.
    pub(crate) fn left_by_own_minimum_first(&mut self, hand: u64, melds: &[u64]) -> u32 {
        let least = self.least(hand);
        let mut unmelded = Vec::new();
        self.each_packing(hand, least, &mut |own| {
            unmelded.push(own.iter().fold(hand, |left, meld| left & !meld));
        });
        unmelded.sort_unstable();
        unmelded.dedup();
        let after = |left: &u64| {
            let layoffs = self.layoffs(*left, melds);
            layoffs.into_iter().map(|laid_off| self.points(left & !laid_off)).min()
        };
        unmelded.iter().filter_map(after).min().expect("every hand can be arranged")
    }
}

/// The four cards of a rank.
pub(crate) fn four_of(rank: u32) -> u64 {
    (0..4).fold(0, |cards, suit| cards | 1 << (rank + SUIT * suit))
}

fn is_set(meld: u64) -> bool {
    cards_in(meld).map(|card| card % SUIT).all(|rank| rank == meld.trailing_zeros() % SUIT)
}

fn all_melds(ace: Ace) -> Vec<u64> {
    let mut melds = Vec::new();
    for rank in 0..SUIT {
        let four = four_of(rank);
        melds.push(four);
        melds.extend(cards_in(four).map(|missing| four & !(1 << missing)));
    }
    // A run starts at some rank and goes up, at most once over every rank.
    for (start, length) in (0..SUIT).flat_map(|start| (3..=SUIT).map(move |length| (start, length)))
    {
        let last = start + length - 1;
        let allowed = match ace {
            Ace::Low => last < SUIT,
            // The fourteenth place is the ace's again.
            Ace::HighOrLow => last <= SUIT,
            Ace::Corner => true,
        };
        if allowed {
            let ranks = (start..=last).fold(0, |ranks, rank| ranks | 1_u64 << (rank % SUIT));
            melds.extend((0..4).map(|suit| ranks << (13 * suit)));
        }
    }
    melds.sort_unstable();
    melds.dedup();
    melds
}
