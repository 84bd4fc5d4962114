//! The hands to measure with: random ones, hands from play, and dense ones of few ranks.

use gin_fast::{Card, CardSet, best_discard, deadwood, melds_in};

/// So many hands, their masks and answers stay in a core's own cache.
pub(crate) const COUNT: usize = 1 << 16;

/// Some hands and what the benches call them.
pub(crate) struct Hands {
    pub(crate) name: &'static str,
    pub(crate) masks: Vec<u64>,
}

impl Hands {
    /// The first of them, for engines that take a thousand times as long.
    pub(crate) fn few(&self) -> Hands {
        Hands { name: self.name, masks: self.masks[..1 << 8].to_vec() }
    }

    /// From the whole pack.
    pub(crate) fn random(name: &'static str, cards: usize) -> Hands {
        let mut numbers = Numbers(cards as u64);
        let mut pack: Vec<Card> = CardSet::FULL.iter().collect();
        Hands { name, masks: (0..COUNT).map(|_| numbers.draw(cards, &mut pack)).collect() }
    }

    /// From three to five neighbouring ranks.
    pub(crate) fn dense(name: &'static str, cards: usize) -> Hands {
        let mut numbers = Numbers(cards as u64 + 100);
        let draw = |_| {
            let ranks = 3 + numbers.below(3);
            let lowest = numbers.below(14 - ranks);
            let near = |card: &Card| (lowest..lowest + ranks).contains(&(card.rank() as usize));
            let mut pack: Vec<Card> = CardSet::FULL.iter().filter(near).collect();
            numbers.draw(cards, &mut pack)
        };
        Hands { name, masks: (0..COUNT).map(draw).collect() }
    }

    /// Those that players held, of these numbers of cards, over and over.
    pub(crate) fn from_play(name: &'static str, cards: &[u32]) -> Hands {
        let rows = include_str!("../../tests/data/midgame_hands.csv").lines().skip(1);
        let masks = rows.map(|row| {
            let hand = row.split_once(",0x").expect("cards, then the mask").1;
            u64::from_str_radix(hand, 16).expect("hexadecimal")
        });
        let held: Vec<u64> = masks.filter(|mask| cards.contains(&mask.count_ones())).collect();
        Hands { name, masks: held.into_iter().cycle().take(COUNT).collect() }
    }
}

/// Showdowns and what the benches call them: disjoint hands of ten, the knocker with 1 to 10 points.
pub(crate) struct Pairs {
    pub(crate) name: &'static str,
    pub(crate) knockers: Vec<u64>,
    pub(crate) defenders: Vec<u64>,
}

impl Pairs {
    fn collect(name: &'static str, pairs: impl Iterator<Item = (u64, u64)>) -> Pairs {
        let may_knock = |knocker: u64| {
            (1..=10).contains(&deadwood(CardSet::from_mask(knocker).expect("made from cards")))
        };
        let pairs = pairs.filter(|(knocker, other)| may_knock(*knocker) && knocker & other == 0);
        let (knockers, defenders) = pairs.take(COUNT).unzip();
        Pairs { name, knockers, defenders }
    }

    /// A knocker of random melds and low cards, and a defender with any ten of the other cards.
    pub(crate) fn random() -> Pairs {
        let mut numbers = Numbers(10);
        let melds = melds_in(CardSet::FULL);
        let pack: Vec<Card> = CardSet::FULL.iter().collect();
        let draw = move || {
            let mut knocker = CardSet::EMPTY;
            for _ in 0..3 {
                let meld = melds[numbers.below(melds.len())].cards();
                if meld.is_disjoint(knocker) && (knocker | meld).len() <= 10 {
                    knocker |= meld;
                }
            }
            let mut others: Vec<Card> =
                pack.iter().copied().filter(|card| !knocker.contains(*card)).collect();
            let more = 10 - knocker.len() as usize;
            let drawn = numbers.draw(10 + more, &mut others);
            let rest: CardSet = others[..more].iter().copied().collect();
            Some((knocker.mask() | rest.mask(), drawn & !rest.mask()))
        };
        Pairs::collect("random", std::iter::from_fn(draw))
    }

    /// Hands that players knocked with, against others that they held.
    pub(crate) fn from_play() -> Pairs {
        let distinct = |cards| {
            let mut hands = Hands::from_play("play", &[cards]).masks;
            hands.sort_unstable();
            hands.dedup();
            hands
        };
        let knock = |eleven: u64| {
            let hand = CardSet::from_mask(eleven).expect("made from cards");
            let (discard, left) = best_discard(hand, None).expect("it has cards");
            (1..=10).contains(&left).then(|| hand.without(discard).mask())
        };
        let knockers: Vec<u64> = distinct(11).into_iter().filter_map(knock).collect();
        let defenders = distinct(10);
        assert!(knockers.len() > 50, "only {} knocks", knockers.len());
        let mut numbers = Numbers(11);
        let draw = move || {
            let knocker = knockers[numbers.below(knockers.len())];
            Some((knocker, defenders[numbers.below(defenders.len())]))
        };
        Pairs::collect("play", std::iter::from_fn(draw))
    }

    /// Both hands from six neighbouring ranks.
    pub(crate) fn dense() -> Pairs {
        let mut numbers = Numbers(12);
        let draw = move || {
            let lowest = numbers.below(8);
            let near = |card: &Card| (lowest..lowest + 6).contains(&(card.rank() as usize));
            let mut pack: Vec<Card> = CardSet::FULL.iter().filter(near).collect();
            let both = numbers.draw(20, &mut pack);
            let knocker: CardSet = pack[..10].iter().copied().collect();
            Some((knocker.mask(), both & !knocker.mask()))
        };
        Pairs::collect("dense", std::iter::from_fn(draw))
    }
}

/// A small generator of reproducible numbers (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ mixed >> 31) * bound as u128) >> 64) as usize
    }

    fn draw(&mut self, cards: usize, pack: &mut [Card]) -> u64 {
        for at in 0..cards {
            let other = at + self.below(pack.len() - at);
            pack.swap(at, other);
        }
        pack[..cards].iter().copied().collect::<CardSet>().mask()
    }
}
