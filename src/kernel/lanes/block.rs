//! A block of hands: the easy ones in passing, the others from lists.

use super::conflict::{self, Conflicts};
use super::{Cpu, Lanes, Layout, two_of};

/// Hands evaluated before the lists are worked off: few enough for the first-level cache, enough to
/// fill vectors from the lists.
pub(super) const BLOCK: usize = 4096;

/// What is asked about the hands of one block, and where the answers go.
pub(super) trait Question<V: Lanes> {
    /// The answer for each lane under one layout.
    type Answer: Copy;

    /// The answer where no rank is in conflict, and where it needs a closer look all the same.
    fn without_conflict(&self, hand: [V; 4], layout: &Layout<V>)
    -> (Self::Answer, Option<V::Mask>);
    /// The answer under one of the layouts of a hand.
    fn under(&self, hand: [V; 4], layout: &Layout<V>) -> Self::Answer;
    /// The better answer of two in each lane.
    fn better(&self, one: Self::Answer, other: Self::Answer) -> Self::Answer;
    /// Keeps the answers for consecutive hands.
    fn keep(&mut self, at: usize, answer: Self::Answer);
    /// Keeps the answers for the hands at these places, by lane.
    fn keep_at(&mut self, hands: &[u64], places: &[u16], answer: Self::Answer);
    /// Answers for one hand with the scalar evaluator.
    fn answer_one(&mut self, at: usize, hand: u64);
}

/// The places of the hands that the first pass leaves open, by what they need.
///
/// One value serves all blocks of a call. Its lists are no longer than the hands need: to clear
/// whole blocks for a handful of hands would cost as much as a thousand.
pub(super) struct Lists {
    unsettled: List,
    no_fours: List,
    one_four: List,
    two_fours: List,
    too_many: List,
}

impl Lists {
    #[inline(always)]
    pub(super) fn for_blocks_of(hands: &[u64]) -> Lists {
        Lists {
            unsettled: List::for_blocks_of(hands),
            no_fours: List::for_blocks_of(hands),
            one_four: List::for_blocks_of(hands),
            two_fours: List::for_blocks_of(hands),
            too_many: List::for_blocks_of(hands),
        }
    }
}

/// Places of hands in a block, with room for a whole vector past the last.
pub(super) struct List {
    places: Vec<u16>,
    count: usize,
}

impl List {
    /// An empty list with room for the hands of a block.
    #[inline(always)]
    pub(super) fn for_blocks_of(hands: &[u64]) -> List {
        List { places: vec![0; hands.len().min(BLOCK) + 64], count: 0 }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn places(&self) -> &[u16] {
        &self.places[..self.count]
    }

    #[inline(always)]
    pub(super) fn add<V: Lanes>(&mut self, places: V, which: V::Mask) {
        self.count += places.compress(which, &mut self.places[self.count..]);
    }

    /// The places a vector at a time; the last vector repeats the last place.
    #[inline(always)]
    fn vectors(&mut self, lanes: usize) -> impl Iterator<Item = &[u16]> {
        let end = self.count.next_multiple_of(lanes);
        if self.count > 0 {
            let last = self.places[self.count - 1];
            self.places[self.count..end].fill(last);
        }
        self.places[..end].chunks_exact(lanes)
    }
}

/// Answers the question for a block of hands.
#[inline(always)]
pub(super) fn answer<C: Cpu>(
    cpu: C,
    hands: &[u64],
    lists: &mut Lists,
    question: &mut impl Question<C::Lanes>,
) {
    let unsettled = &mut lists.unsettled;
    unsettled.clear();
    let lanes = C::Lanes::COUNT;
    let whole = hands.len() - hands.len() % lanes;
    let mut places = first_places::<C>(cpu);
    for at in (0..whole).step_by(lanes) {
        let hand = C::Lanes::suits(cpu, &hands[at..at + lanes]);
        let layout = Layout::without_conflict(hand);
        let (answer, closer_look) = question.without_conflict(hand, &layout);
        question.keep(at, answer);
        let open = in_conflict(cpu, hand, &layout);
        unsettled.add(places, closer_look.map_or(open, |closer_look| open | closer_look));
        places = places + C::Lanes::splat(cpu, lanes as u16);
    }
    for (at, &hand) in hands.iter().enumerate().skip(whole) {
        question.answer_one(at, hand);
    }
    settle(cpu, hands, lists, question);
}

/// The place of each lane's hand in the first vector of a block.
#[inline(always)]
pub(super) fn first_places<C: Cpu>(cpu: C) -> C::Lanes {
    let mut places = [0; 64];
    for (lane, place) in places[..C::Lanes::COUNT].iter_mut().enumerate() {
        *place = C::Lanes::hand_in(lane) as u16;
    }
    C::Lanes::load(cpu, &places)
}

/// The hands in which a rank may go to a set or to runs but not to both.
///
/// A rank held four times with only one card in a run is no conflict: that card goes to the run,
/// the three others are a set, and all that can be melded at all is melded.
#[inline(always)]
fn in_conflict<C: Cpu>(
    cpu: C,
    hand: [C::Lanes; 4],
    layout: &Layout<C::Lanes>,
) -> <C::Lanes as Lanes>::Mask {
    let [s, c, d, h] = hand;
    let [rs, rc, rd, rh] = layout.runs;
    let (twice, once) = two_of(rs, rc, rd, rh);
    let conflicts = layout.sets & once & (twice | !(s & c & d & h));
    !conflicts.equals(C::Lanes::splat(cpu, 0))
}

/// Works off the hands that the first pass left open.
#[inline(always)]
fn settle<C: Cpu>(
    cpu: C,
    hands: &[u64],
    lists: &mut Lists,
    question: &mut impl Question<C::Lanes>,
) {
    let Lists { unsettled, no_fours, one_four, two_fours, too_many } = lists;
    for list in [&mut *no_fours, one_four, two_fours, too_many] {
        list.clear();
    }
    for places in unsettled.vectors(C::Lanes::COUNT) {
        let hand = gather(cpu, hands, places);
        let conflicts = Conflicts::of(hand);
        question.keep_at(hands, places, conflict::try_one_rank(cpu, hand, &conflicts, question));
        let open = conflicts.more_than_one_rank_or_a_four(cpu);
        if C::Lanes::any(open) {
            let by_size = conflicts.by_size(cpu);
            let places = C::Lanes::load(cpu, places);
            no_fours.add(places, open & by_size.no_fours);
            one_four.add(places, open & by_size.one_four);
            two_fours.add(places, open & by_size.two_fours);
            too_many.add(places, open & by_size.too_many);
        }
    }
    for (fours, list) in [no_fours, one_four, two_fours].into_iter().enumerate() {
        for places in list.vectors(C::Lanes::COUNT) {
            let hand = gather(cpu, hands, places);
            question.keep_at(hands, places, conflict::try_all(cpu, hand, fours, question));
        }
    }
    for &place in too_many.places() {
        question.answer_one(place as usize, hands[place as usize]);
    }
}

/// The suits of the hands at these places, by lane.
#[inline(always)]
fn gather<C: Cpu>(cpu: C, hands: &[u64], places: &[u16]) -> [C::Lanes; 4] {
    let mut gathered = [0; 64];
    for lane in 0..C::Lanes::COUNT {
        gathered[C::Lanes::hand_in(lane)] = hands[places[lane] as usize];
    }
    C::Lanes::suits(cpu, &gathered[..C::Lanes::COUNT])
}
