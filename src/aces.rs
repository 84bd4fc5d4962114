//! How aces may be used: before the two only, also after the king, or around the corner.
//!
//! Everything that depends on it is in [`AceRule`]. [`AceLow`], the rule of the game as it is
//! mostly played, is known when the code is compiled and costs nothing; [`Aces`] is any rule, known
//! at run time. The evaluators are written once over the trait.

use crate::card_set::{CardSet, EVERY_SUIT, SUIT};

/// Where a run of three may start: ranks ace to jack, so that none reaches the next suit.
const RUN_STARTS: u64 = (SUIT >> 2) * EVERY_SUIT;
/// The four aces.
const ACES: u64 = EVERY_SUIT;
/// The four kings.
const KINGS: u64 = ACES << 12;

/// Which runs an ace may be part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ace {
    /// A-2-3 only.
    Low,
    /// A-2-3 and Q-K-A.
    HighOrLow,
    /// Also K-A-2: runs go around the corner and use each of the thirteen ranks at most once.
    Corner,
}

impl Ace {
    /// Every rule, the strictest first: a run of one is a run of those after it.
    pub const ALL: [Ace; 3] = [Ace::Low, Ace::HighOrLow, Ace::Corner];

    /// The rule called `low`, `high_or_low` or `corner`.
    pub fn named(name: &str) -> Option<Ace> {
        Ace::ALL.into_iter().find(|ace| ace.name() == name)
    }

    /// `low`, `high_or_low` or `corner`.
    pub const fn name(self) -> &'static str {
        match self {
            Ace::Low => "low",
            Ace::HighOrLow => "high_or_low",
            Ace::Corner => "corner",
        }
    }
}

/// What a table has agreed on about aces: the runs they may be part of, and their deadwood.
///
/// The evaluators of this crate are methods here too: `aces.deadwood(hand)` is
/// [`deadwood(hand)`](crate::deadwood) under these rules. They take several times as long.
///
/// ```
/// use gin_fast::{Ace, Aces};
/// let aces = Aces::new(Ace::Corner, 15).unwrap();
/// assert_eq!(aces.deadwood("Ks As 2s Ac".parse()?), 15);
/// assert_eq!(Aces::LOW.deadwood("Ks As 2s Ac".parse()?), 14);
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Aces {
    ace: Ace,
    deadwood: u8,
}

impl Default for Aces {
    fn default() -> Aces {
        Aces::LOW
    }
}

impl Aces {
    /// Aces low, one point each.
    pub const LOW: Aces = Aces { ace: Ace::Low, deadwood: 1 };

    /// Aces in these runs and with this deadwood, if it is 1 to 15.
    pub const fn new(ace: Ace, deadwood: u8) -> Option<Aces> {
        if matches!(deadwood, 1..=15) { Some(Aces { ace, deadwood }) } else { None }
    }

    /// Which runs an ace may be part of.
    pub const fn ace(self) -> Ace {
        self.ace
    }

    /// What an ace costs as deadwood.
    pub const fn deadwood_of_ace(self) -> u8 {
        self.deadwood
    }

    /// What the cards cost together as deadwood.
    pub const fn points(self, cards: CardSet) -> u32 {
        let aces = (cards.mask() & ACES).count_ones();
        cards.points() + aces * (self.deadwood as u32 - 1)
    }
}

/// What the evaluators ask about aces.
pub(crate) trait AceRule: Copy {
    fn aces(self) -> Aces;
    /// The cards that lie in some run.
    fn in_some_run(self, cards: CardSet) -> CardSet;
    /// The cards that the best choice of runs melds: all those in some run, but where only one of
    /// two runs can have the ace that both need.
    fn run_cards(self, cards: CardSet) -> CardSet;
    /// The cards that go on top of runs with these at their upper ends.
    fn next_up(self, cards: CardSet) -> CardSet;
    /// The cards that go below runs with these at their lower ends.
    fn next_down(self, cards: CardSet) -> CardSet;
    /// What the cards cost together as deadwood.
    fn points(self, cards: CardSet) -> u32;
}

/// [`Aces::LOW`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct AceLow;

impl AceRule for AceLow {
    #[inline(always)]
    fn aces(self) -> Aces {
        Aces::LOW
    }

    #[inline(always)]
    fn in_some_run(self, cards: CardSet) -> CardSet {
        self.run_cards(cards)
    }

    #[inline(always)]
    fn run_cards(self, cards: CardSet) -> CardSet {
        let mask = cards.mask();
        let starts = mask & mask >> 1 & mask >> 2 & RUN_STARTS;
        CardSet::known(starts | starts << 1 | starts << 2)
    }

    #[inline(always)]
    fn next_up(self, cards: CardSet) -> CardSet {
        CardSet::truncated((cards.mask() & !KINGS) << 1)
    }

    #[inline(always)]
    fn next_down(self, cards: CardSet) -> CardSet {
        CardSet::truncated((cards.mask() & !ACES) >> 1)
    }

    #[inline(always)]
    fn points(self, cards: CardSet) -> u32 {
        cards.points()
    }
}

impl AceRule for Aces {
    fn aces(self) -> Aces {
        self
    }

    fn in_some_run(self, cards: CardSet) -> CardSet {
        match self.ace {
            Ace::Low => AceLow.run_cards(cards),
            Ace::HighOrLow => high_or_low(cards, |covered, _, _| covered),
            Ace::Corner => around_the_corner(cards),
        }
    }

    fn run_cards(self, cards: CardSet) -> CardSet {
        match self.ace {
            Ace::HighOrLow => high_or_low(cards, share_aces),
            _ => self.in_some_run(cards),
        }
    }

    fn next_up(self, cards: CardSet) -> CardSet {
        let mask = cards.mask();
        match self.ace {
            Ace::Low => AceLow.next_up(cards),
            // Nothing goes on top of an ace that ends a run; one that begins it has its two.
            Ace::HighOrLow => {
                CardSet::truncated((mask & !KINGS & !ACES) << 1 | (mask & KINGS) >> 12)
            }
            Ace::Corner => CardSet::truncated((mask & !KINGS) << 1 | (mask & KINGS) >> 12),
        }
    }

    fn next_down(self, cards: CardSet) -> CardSet {
        let mask = cards.mask();
        match self.ace {
            Ace::Low | Ace::HighOrLow => AceLow.next_down(cards),
            Ace::Corner => CardSet::truncated((mask & !ACES) >> 1 | (mask & ACES) << 12),
        }
    }

    fn points(self, cards: CardSet) -> u32 {
        Aces::points(self, cards)
    }
}

/// The first place of each suit where suits take 16 bits: room for an ace and a two above the king.
const EVERY_FIELD: u64 = 1 | 1 << 16 | 1 << 32 | 1 << 48;
const FIELD: u64 = SUIT * EVERY_FIELD;

/// The suits with three bits of room above each king.
const fn with_room(mask: u64) -> u64 {
    mask & SUIT | (mask & SUIT << 13) << 3 | (mask & SUIT << 26) << 6 | (mask & SUIT << 39) << 9
}

/// The suits side by side again.
const fn without_room(fields: u64) -> CardSet {
    let (s, c) = (fields & SUIT, fields >> 3 & SUIT << 13);
    CardSet::truncated(s | c | fields >> 6 & SUIT << 26 | fields >> 9 & SUIT << 39)
}

/// The cards in runs, of which `share` sorts out those that are to be in runs together.
#[inline(always)]
fn high_or_low(cards: CardSet, share: impl Fn(u64, u64, u64) -> u64) -> CardSet {
    let low = with_room(cards.mask());
    let fields = low | (low & EVERY_FIELD) << 13;
    let starts = fields & fields >> 1 & fields >> 2;
    let covered = share(starts | starts << 1 | starts << 2, starts, fields);
    without_room(covered | covered >> 13 & EVERY_FIELD)
}

/// An ace that both A-2-3 and Q-K-A need goes where it saves more: to the court cards.
fn share_aces(covered: u64, starts: u64, fields: u64) -> u64 {
    let no_four = starts & !(fields >> 3);
    let no_jack = (starts & !(fields << 1)) >> 11;
    covered & !((no_four & no_jack & EVERY_FIELD) * 0b111)
}

fn around_the_corner(cards: CardSet) -> CardSet {
    let once = with_room(cards.mask());
    let fields = once | (once & (0b11 * EVERY_FIELD)) << 13;
    let starts = fields & fields >> 1 & fields >> 2 & FIELD;
    let covered = starts | starts << 1 | starts << 2;
    without_room(covered | covered >> 13 & (0b11 * EVERY_FIELD))
}

/// The runs, as 13-bit masks of ranks, into which the cards of one suit fall; each shown whole, and
/// cards in no run left out. The cards are what [`AceRule::run_cards`] gives, or fewer.
///
/// An ace that could close either of two runs goes with the low one.
pub(crate) fn whole_runs_of_suit(ranks: u64, ace: Ace) -> impl Iterator<Item = u64> {
    // The ranks in line from `first` on, so that no run goes beyond the end of the line.
    let (mut line, first) = match ace {
        Ace::Low => (ranks, 0),
        Ace::HighOrLow if ace_goes_high(ranks) => (ranks & !1 | 1 << 13, 0),
        Ace::HighOrLow => (ranks, 0),
        Ace::Corner => {
            // A missing rank goes to the end; where none is missing the run is the whole suit.
            let first = (ranks.trailing_ones() + 1) % 13;
            (ranks >> first | ranks << (13 - first) & SUIT, first)
        }
    };
    std::iter::from_fn(move || {
        while line != 0 {
            let low = line.trailing_zeros();
            let length = (line >> low).trailing_ones();
            line &= !(((1 << length) - 1) << low);
            if length >= 3 {
                let run = ((1 << length) - 1) << (low + first);
                return Some(run & SUIT | run >> 13);
            }
        }
        None
    })
}

/// Whether the ace ends the run at the top: the one at the bottom needs it less.
const fn ace_goes_high(ranks: u64) -> bool {
    let below = ranks.trailing_ones();
    let above = (ranks << (64 - 13)).leading_ones();
    ranks & 1 == 1 && ranks != SUIT && if below < 3 { above >= 2 } else { above == 2 }
}

/// The strictest rule under which these ranks of a suit are one run, and the rank it begins with.
pub(crate) const fn run(ranks: u64) -> Option<(Ace, u32)> {
    let length = ranks.count_ones();
    if length < 3 {
        return None;
    }
    let low = ranks.trailing_zeros();
    if ranks >> low == (1 << length) - 1 {
        return Some((Ace::Low, low));
    }
    // Around the corner it ends at the bottom and begins behind the only gap.
    let at_the_bottom = ranks.trailing_ones();
    let start = at_the_bottom + (ranks >> at_the_bottom).trailing_zeros();
    let in_line = ranks >> start | ranks << (13 - start) & SUIT;
    if in_line != (1 << length) - 1 {
        return None;
    }
    Some((if at_the_bottom == 1 { Ace::HighOrLow } else { Ace::Corner }, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs under a rule, as masks of ranks, counted out rank by rank.
    fn runs(ace: Ace) -> Vec<u64> {
        let mut runs = Vec::new();
        for first in 0..13 {
            for length in 3..=13 {
                let last = first + length - 1;
                let ends = match ace {
                    Ace::Low => last <= 12,
                    Ace::HighOrLow => last <= 12 || last == 13 && length < 13,
                    Ace::Corner => length < 13 || first == 0,
                };
                if ends {
                    runs.push((first..=last).fold(0, |all, rank| all | 1 << (rank % 13)));
                }
            }
        }
        runs
    }

    #[test]
    fn a_run_is_one_of_those_counted_out_and_knows_its_rule() {
        for ranks in 0..8192 {
            let strictest = Ace::ALL.into_iter().find(|&ace| runs(ace).contains(&ranks));
            assert_eq!(run(ranks).map(|(ace, _)| ace), strictest, "{ranks:013b}");
        }
    }

    /// Of every pattern of a suit, the most that disjoint runs can meld.
    #[test]
    fn run_cards_meld_most_for_every_suit_pattern() {
        for ace in Ace::ALL {
            let runs = runs(ace);
            let mut most = vec![(0, 0); 8192];
            for ranks in 0..8192_u64 {
                let melded = |runs: u64| (CardSet::truncated(runs).points(), runs);
                let options = runs.iter().filter(|&&run| run & ranks == run);
                let best = options.map(|&run| melded(run | most[(ranks & !run) as usize].1)).max();
                most[ranks as usize] = best.unwrap_or_default();
                let aces = Aces::new(ace, 1).unwrap();
                let shift = 13 * (ranks % 4);
                let found = aces.run_cards(CardSet::truncated(ranks << shift)).mask() >> shift;
                assert_eq!(melded(found).0, most[ranks as usize].0, "{ace:?} {ranks:013b}");
                let whole: Vec<u64> = whole_runs_of_suit(found, ace).collect();
                assert_eq!(whole.iter().fold(0, |all, run| all | run), found, "{ranks:013b}");
                assert_eq!(whole.iter().sum::<u64>(), found, "disjoint: {ranks:013b}");
                assert!(whole.iter().all(|run| runs.contains(run)), "{ace:?} {ranks:013b}");
            }
        }
    }

    #[test]
    fn an_ace_between_two_runs_goes_with_the_low_one() {
        let whole = |ranks, ace| whole_runs_of_suit(ranks, ace).collect::<Vec<_>>();
        let (both, queens) = (0b1_1100_0000_1111, 0b1_1000_0000_1111);
        assert_eq!(whole(both, Ace::HighOrLow), [0b1111, 0b1_1100_0000_0000]);
        assert_eq!(whole(queens, Ace::HighOrLow), [0b1110, 0b1_1000_0000_0001]);
        assert_eq!(whole(queens, Ace::Corner), [queens]);
        assert_eq!(whole(queens, Ace::Low), [0b1111]);
    }

    #[test]
    fn neighbours_stay_in_suit() {
        let cards: CardSet = "As Kc 5d".parse().unwrap();
        let up = |ace| Aces::new(ace, 1).unwrap().next_up(cards).to_string();
        let down = |ace| Aces::new(ace, 1).unwrap().next_down(cards).to_string();
        assert_eq!(Ace::ALL.map(up), ["2s 6d", "Ac 6d", "2s Ac 6d"]);
        assert_eq!(Ace::ALL.map(down), ["Qc 4d", "Qc 4d", "Ks Qc 4d"]);
        assert_eq!(AceLow.next_up(cards).to_string(), "2s 6d");
        assert_eq!(AceLow.next_down(cards).to_string(), "Qc 4d");
    }
}
