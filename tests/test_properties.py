"""Laws that hold for every hand; Hypothesis looks for one that breaks them."""

from itertools import pairwise, permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import gin_fast as gf
import oracle

PERMUTED_SUITS = [list(order) for order in permutations(range(4))]


def cards_of(ids: st.SearchStrategy[int], fewest: int, most: int) -> st.SearchStrategy[gf.CardSet]:
    return st.sets(ids, min_size=fewest, max_size=most).map(gf.CardSet)


@st.composite
def neighbouring(draw: st.DrawFn, fewest: int, most: int) -> gf.CardSet:
    """Draw cards from four to six neighbouring ranks, where sets and runs conflict."""
    ranks = draw(st.integers(4, 6))
    lowest = draw(st.integers(0, 13 - ranks))
    pack = [card for card in range(52) if lowest <= card % 13 < lowest + ranks]
    return draw(cards_of(st.sampled_from(pack), fewest, most))


ids = st.integers(0, 51)
hands = st.one_of(cards_of(ids, 0, 52), cards_of(ids, 0, 14), neighbouring(0, 14))
small_hands = st.one_of(cards_of(ids, 0, 14), neighbouring(0, 14))
tens = st.one_of(cards_of(ids, 10, 10), neighbouring(10, 10))
elevens = st.one_of(cards_of(ids, 11, 11), neighbouring(11, 11))


@given(hands, st.sampled_from(PERMUTED_SUITS))
def test_suits_have_no_order(hand: gf.CardSet, order: list[int]) -> None:
    permuted = gf.CardSet([13 * order[card // 13] + card % 13 for card in hand])
    assert gf.deadwood(permuted) == gf.deadwood(hand)


@given(hands, ids)
def test_a_card_more_costs_at_most_its_points(hand: gf.CardSet, card: int) -> None:
    cost = gf.deadwood(hand | {card}) - gf.deadwood(hand)
    assert cost <= gf.CardSet([card]).points


@given(hands)
def test_melds_are_disjoint_and_the_points_add_up(hand: gf.CardSet) -> None:
    arrangement = gf.arrange(hand)
    cards = [card for meld in arrangement.melds for card in meld.cards]
    assert gf.CardSet(cards) == gf.melded(hand)
    assert len(cards) == len(gf.melded(hand))
    assert gf.melded(hand) | arrangement.unmelded == hand
    assert gf.melded(hand).isdisjoint(arrangement.unmelded)
    assert arrangement.unmelded.points == arrangement.deadwood == gf.deadwood(hand)
    assert set(arrangement.melds) <= set(gf.melds(hand))
    assert list(arrangement.melds) == sorted(arrangement.melds, key=lambda meld: min(meld.cards))


@given(hands)
def test_runs_are_shown_whole(hand: gf.CardSet) -> None:
    runs = [meld.cards for meld in gf.arrange(hand).melds if meld.kind == "run"]
    assert not any(gf.is_meld(one | other) for one, other in pairwise(runs))


@given(tens)
def test_ten_cards_are_gin_if_and_only_if_nothing_is_left(hand: gf.CardSet) -> None:
    assert (gf.deadwood(hand) == 0) is (gf.melded(hand) == hand)


@given(hands)
def test_no_hand_leaves_more_than_170_points(hand: gf.CardSet) -> None:
    assert 0 <= gf.deadwood(hand) <= min(170, hand.points)


@given(hands)
def test_melds_are_the_subsets_that_are_melds(hand: gf.CardSet) -> None:
    listed = [meld.cards.mask for meld in gf.melds(hand)]
    assert listed == [meld for meld in oracle.MELDS if meld & hand.mask == meld]


@given(small_hands, st.one_of(st.none(), st.integers(0, 40)))
def test_arrangements_are_legal_distinct_and_in_order(
    hand: gf.CardSet, max_deadwood: int | None
) -> None:
    found = gf.arrangements(hand, max_deadwood)
    most = gf.deadwood(hand) if max_deadwood is None else max_deadwood
    for one in found:
        melded = gf.CardSet([card for meld in one.melds for card in meld.cards])
        assert sum(len(meld.cards) for meld in one.melds) == len(melded)
        assert (melded | one.unmelded, melded & one.unmelded) == (hand, gf.CardSet())
        assert one.deadwood == one.unmelded.points <= most
    assert len(set(found)) == len(found)
    assert bool(found) is (gf.deadwood(hand) <= most)
    if found:
        assert found[0] == gf.arrange(hand)
    others = [(one.deadwood, [meld.cards.mask for meld in one.melds]) for one in found[1:]]
    assert others == sorted(others)


@given(elevens, st.one_of(st.none(), ids))
def test_the_best_discard_leaves_least_and_ties_go_to_the_dearest(
    hand: gf.CardSet, banned: int | None
) -> None:
    after = gf.deadwood_after_discard(hand)
    assert list(after) == sorted(hand)
    assert all(left == gf.deadwood(hand - {card}) for card, left in after.items())
    allowed = [card for card in hand if card != banned]
    best = min(allowed, key=lambda card: (after[card], -oracle.value(card), -card))
    assert gf.best_discard(hand, banned) == (best, after[best])


@given(elevens, st.integers(0, 10), st.one_of(st.none(), ids))
def test_a_knock_discard_leaves_at_most_the_limit(
    hand: gf.CardSet, limit: int, banned: int | None
) -> None:
    after = gf.deadwood_after_discard(hand)
    expected = {card for card, left in after.items() if left <= limit and card != banned}
    assert gf.knock_discards(hand, limit, banned) == expected


@given(elevens)
def test_eleven_melded_cards_always_leave_gin_too(hand: gf.CardSet) -> None:
    if gf.deadwood(hand) == 0:
        assert gf.knock_discards(hand, 0)


@given(st.lists(hands, max_size=40), st.sampled_from(gf.backends()))
def test_a_batch_is_each_hand_alone(drawn: list[gf.CardSet], backend: str) -> None:
    masks = np.array([hand.mask for hand in drawn], dtype=np.uint64)
    assert gf.deadwood(masks, backend=backend).tolist() == [gf.deadwood(hand) for hand in drawn]
    melded = [gf.melded(hand).mask for hand in drawn]
    assert gf.melded(masks, backend=backend).tolist() == melded


@given(st.lists(elevens, max_size=40), ids, st.integers(0, 10), st.sampled_from(gf.backends()))
def test_a_batch_of_discards_is_each_hand_alone(
    drawn: list[gf.CardSet], banned: int, limit: int, backend: str
) -> None:
    masks = np.array([hand.mask for hand in drawn], dtype=np.uint64)
    cards, left = gf.best_discard(masks, banned, backend=backend)
    best = [gf.best_discard(hand, banned) for hand in drawn]
    assert list(zip(cards.tolist(), left.tolist(), strict=True)) == best
    knocks = gf.knock_discards(masks, limit, banned, backend=backend)
    assert knocks.tolist() == [gf.knock_discards(hand, limit, banned).mask for hand in drawn]
    after = gf.deadwood_after_discard(masks, backend=backend)
    assert after.shape == (len(drawn), 52)
    for row, hand in zip(after.tolist(), drawn, strict=True):
        held = {card: points for card, points in enumerate(row) if points != 255}
        assert held == gf.deadwood_after_discard(hand)


@given(hands)
def test_what_is_printed_is_read_back(hand: gf.CardSet) -> None:
    assert gf.CardSet(str(hand)) == hand
    assert eval(repr(hand), vars(gf)) == hand  # noqa: S307 - the text is our own.
    arrangement = gf.arrange(hand)
    assert eval(repr(arrangement), vars(gf)) == arrangement  # noqa: S307
    assert gf.CardSet.from_mask(hand.mask) == hand


@given(ids)
def test_a_card_name_is_read_back(card: int) -> None:
    assert gf.parse_card(gf.card_name(card)) == card
    assert gf.card_name(card) == oracle.card_text(card)
