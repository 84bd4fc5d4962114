"""`CardSet` against `frozenset`, operation by operation."""

import operator
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin_fast as gf
from gin_fast import CardSet

ids = st.frozensets(st.integers(0, 51), max_size=52)
# What may stand on the other side: cards and what is none.
others = st.frozensets(st.integers(-3, 60), max_size=20)

OPERATORS = [operator.and_, operator.or_, operator.sub, operator.xor]
COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


def read_back(text: str) -> CardSet:
    return CardSet(text)


@given(ids)
def test_it_holds_what_the_frozenset_holds(cards: frozenset[int]) -> None:
    hand = CardSet(cards)
    assert list(hand) == sorted(cards)
    assert len(hand) == len(cards)
    assert bool(hand) == bool(cards)
    assert [card in hand for card in range(-1, 53)] == [card in cards for card in range(-1, 53)]
    assert hand.mask == int(hand) == sum(1 << card for card in cards)
    assert hand.points == sum(min(card % 13 + 1, 10) for card in cards)
    assert hand == cards
    assert cards == hand
    assert hash(hand) == hash(cards)
    assert CardSet.from_mask(hand.mask) == hand
    assert read_back(str(hand)) == hand
    assert {hand: 1}[cards] == 1  # type: ignore[index]


@given(ids, ids)
def test_comparisons_are_those_of_frozensets(a: frozenset[int], b: frozenset[int]) -> None:
    for compare in COMPARISONS:
        for other in (a, b, a | b, a & b):
            expected = compare(a, other)
            assert compare(CardSet(a), CardSet(other)) == expected
            assert compare(CardSet(a), other) == expected
            assert compare(CardSet(a), set(other)) == expected
            assert compare(set(a), CardSet(other)) == expected


@given(ids, others)
def test_comparisons_hold_beside_what_is_no_card(a: frozenset[int], b: frozenset[int]) -> None:
    for compare in COMPARISONS:
        assert compare(CardSet(a), b) == compare(a, b)
        assert compare(b, CardSet(a)) == compare(b, a)
    assert CardSet(a).isdisjoint(b) == a.isdisjoint(b)
    assert CardSet(a).issubset(b) == a.issubset(b)
    assert CardSet(a).issuperset(b) == a.issuperset(b)


@given(ids, ids)
def test_operators_work_both_ways(a: frozenset[int], b: frozenset[int]) -> None:
    for operate in OPERATORS:
        expected = operate(a, b)
        for left, right in [
            (CardSet(a), CardSet(b)),
            (CardSet(a), b),
            (CardSet(a), set(b)),
            (a, CardSet(b)),
            (set(a), CardSet(b)),
        ]:
            result = operate(left, right)
            assert type(result) is CardSet
            assert result == expected


@given(ids, others)
def test_what_is_no_card_is_refused_only_where_it_would_be_in_the_answer(
    a: frozenset[int], b: frozenset[int]
) -> None:
    for operate in OPERATORS:
        for left, right, expected in [
            (CardSet(a), b, operate(a, b)),
            (b, CardSet(a), operate(b, a)),
        ]:
            if expected <= frozenset(range(52)) and b <= frozenset(range(52)):
                assert operate(left, right) == expected
            elif not expected <= frozenset(range(52)):
                with pytest.raises(gf.InvalidCardError):
                    operate(left, right)
            elif operate is operator.and_ or (operate is operator.sub and right is b):
                assert operate(left, right) == expected


@given(ids, st.lists(ids, max_size=3))
def test_methods_take_any_iterables(a: frozenset[int], many: list[frozenset[int]]) -> None:
    shapes: list[Callable[[frozenset[int]], Iterable[int]]] = [
        lambda x: x, list, iter, CardSet, lambda x: dict.fromkeys(x).keys()
    ]  # fmt: skip
    for shape in shapes:
        assert CardSet(a).union(*map(shape, many)) == a.union(*many)
        assert CardSet(a).intersection(*map(shape, many)) == a.intersection(*many)
        assert CardSet(a).difference(*map(shape, many)) == a.difference(*many)
        for b in many:
            assert CardSet(a).symmetric_difference(shape(b)) == a.symmetric_difference(b)
            assert CardSet(a).isdisjoint(shape(b)) == a.isdisjoint(b)
            assert CardSet(a).issubset(shape(b)) == a.issubset(b)
            assert CardSet(a).issuperset(shape(b)) == a.issuperset(b)


def test_texts_stand_for_cards() -> None:
    hand = CardSet("As Td 9h")
    assert "As" in hand
    assert "10d" in hand
    assert "Ks" not in hand
    assert hand - {"As"} == hand.difference("As") == hand.difference(["As"]) == CardSet("Td 9h")
    assert hand | {"Ks"} == {"Ks"} | hand == hand.union("Ks") == CardSet("As Ks Td 9h")
    assert hand & {"Td", 0} == hand.intersection("Td As") == CardSet("As Td")
    assert not hand.isdisjoint("9h Kd")
    with pytest.raises(gf.InvalidCardError, match="11s"):
        "11s" in hand  # noqa: B015
    with pytest.raises(gf.InvalidCardError, match="11s"):
        hand & {"11s"}


@pytest.mark.parametrize("item", [None, 1.5, b"As", (0,), 99, -1, 10**30, object()])
def test_what_is_no_card_is_not_in_it(item: object) -> None:
    assert item not in CardSet("As 2s")


def test_numpy_ids_are_ids() -> None:
    assert np.uint8(0) in CardSet("As")
    assert CardSet(list(np.arange(3))) == CardSet("As 2s 3s")


@pytest.mark.parametrize(
    "cards", ["As Td 9h", [0, 35, 47], ("9h", 35, "As"), {0, 35, 47}, iter([47, 0, 35])]
)
def test_it_is_made_of_a_text_or_of_ids_or_texts(cards: Any) -> None:
    assert CardSet(cards).mask == 1 << 0 | 1 << 35 | 1 << 47


@pytest.mark.parametrize("mask", [7, np.uint64(7), np.int8(7)])
def test_a_mask_comes_only_through_from_mask(mask: int) -> None:
    with pytest.raises(TypeError, match="from_mask"):
        CardSet(mask)  # type: ignore[arg-type]
    assert CardSet.from_mask(mask) == CardSet("As 2s 3s")


@pytest.mark.parametrize("mask", [-1, 1 << 52, 1 << 64, -(1 << 70)])
def test_a_mask_beyond_the_pack_is_shown(mask: int) -> None:
    with pytest.raises(gf.InvalidHandError, match=f"got {mask}"):
        CardSet.from_mask(mask)


@pytest.mark.parametrize("cards", [None, 1.0, b"As", {0: 1}, np.array([0, 1]), True, object()])
def test_other_objects_make_no_card_set(cards: Any) -> None:
    with pytest.raises(TypeError, match="cards: expected"):
        CardSet(cards)


def test_a_repeated_card_is_named() -> None:
    cards: Any
    for cards in ("As 2s As", [0, 1, 0], ["As", 0]):
        with pytest.raises(gf.InvalidHandError, match="card As is repeated"):
            CardSet(cards)


def test_it_prints_as_text_as_code_and_as_a_picture() -> None:
    hand = CardSet("9h 10d AS")
    assert (str(hand), repr(hand)) == ("As Td 9h", "CardSet('As Td 9h')")
    assert repr(CardSet()) == "CardSet('')"
    rows = [row.split() for row in hand.grid().splitlines()]
    assert [len(row) for row in rows] == [13, 13, 13, 13]
    assert [card for row in rows for card in row if card != ".."] == ["As", "Td", "9h"]


def test_it_is_a_set_but_no_frozenset() -> None:
    hand = CardSet("As")
    assert isinstance(hand, AbstractSet)
    assert not isinstance(hand, frozenset)
    public = [name for name in dir(frozenset) if not name.startswith("_")]
    assert [name for name in public if not hasattr(hand, name)] == []
    assert hand.copy() is hand


def test_an_iterator_knows_what_is_left() -> None:
    cards = iter(CardSet("As 2s 3s"))
    assert next(cards) == 0
    assert operator.length_hint(cards) == 2
    assert list(cards) == [1, 2]


def test_other_kinds_of_operands_are_left_to_python() -> None:
    for operate in OPERATORS:
        with pytest.raises(TypeError, match="unsupported operand"):
            operate(CardSet("As"), [1])
    assert CardSet("As") != [0]
    assert CardSet("As") != 1
    assert {0: "x"}.keys() & CardSet("As 2s") == {0}
    assert CardSet("As 2s") & {0: "x"}.keys() == {0}
