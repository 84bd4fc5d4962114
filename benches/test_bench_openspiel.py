"""`gin_fast.compat.open_spiel` beside OpenSpiel: lists of ints in, a hand a call."""

import random
import zlib
from collections.abc import Callable
from itertools import starmap
from typing import Any

import pyspiel
import pytest

import gin_fast as gf
from conftest import Measure
from gin_fast.cli import bench_hands
from gin_fast.compat.open_spiel import GinRummyUtils

COUNT = 1_000
KINDS = {"random": bench_hands.random, "play": bench_hands.from_play, "dense": bench_hands.dense}
SPIEL: Any = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
ENGINES: dict[str, Any] = {
    "OpenSpiel": SPIEL,
    "gin_fast": GinRummyUtils(13, 4, 10),
    "gin_fast, compat": GinRummyUtils(13, 4, 10, compat=True),
}
MELDS: list[list[int]] = list(SPIEL.int_to_meld.values())
both = pytest.mark.parametrize("engine", ["OpenSpiel", "gin_fast"])
Calls = list[tuple[object, ...]]


def hands(kind: str, cards: int) -> list[list[int]]:
    """Return hands as lists of ids in no order."""
    numbers = random.Random(1)
    lists = [list(gf.CardSet.from_mask(mask)) for mask in KINDS[kind](cards)[:COUNT].tolist()]
    for hand in lists:
        numbers.shuffle(hand)
    return lists


def checksum(answers: object) -> int:
    """Return a number that no other answers in another order are likely to have."""
    return zlib.crc32(repr(answers).encode())


def measure_calls(
    measure: Measure, what: str, engine: str, function: Callable[..., object], calls: Calls
) -> None:
    method = what.partition(",")[0]
    expected = checksum(list(starmap(getattr(SPIEL, method), calls)))

    def run() -> list[object]:
        return list(starmap(function, calls))

    measure(what, engine, len(calls), run, expected, checksum)


@both
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "method",
    [
        "all_meld_groups",
        "all_melds",
        "best_meld_group",
        "card_ints_to_card_strings",
        "hand_to_string",
        "is_consecutive",
        "legal_melds",
        "min_deadwood",
        "rank_melds",
        "suit_melds",
        "total_card_value",
    ],
)
def test_ten_cards(measure: Measure, method: str, kind: str, engine: str) -> None:
    knock_card = (10,) if method == "legal_melds" else ()
    calls: Calls = [(hand, *knock_card) for hand in hands(kind, 10)]
    function = getattr(ENGINES[engine], method)
    measure_calls(measure, f"{method}, {kind}10", engine, function, calls)


@both
@pytest.mark.parametrize("kind", KINDS)
def test_legal_discards(measure: Measure, kind: str, engine: str) -> None:
    calls: Calls = [(hand, 10) for hand in hands(kind, 11)]
    function = ENGINES[engine].legal_discards
    measure_calls(measure, f"legal_discards, {kind}11", engine, function, calls)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("engine", ENGINES)
def test_min_deadwood_of_eleven(measure: Measure, kind: str, engine: str) -> None:
    eleven = hands(kind, 11)
    function = ENGINES[engine].min_deadwood
    if engine != "gin_fast":
        calls: Calls = [(hand,) for hand in eleven]
        measure_calls(measure, f"min_deadwood, {kind}11", engine, function, calls)
        return
    each = ([hand[:at] + hand[at + 1 :] for at in range(11)] for hand in eleven)
    exact = sum(min(map(SPIEL.min_deadwood, tens)) for tens in each)
    measure(f"min_deadwood, {kind}11", engine, COUNT, lambda: list(map(function, eleven)), exact)


@both
@pytest.mark.parametrize(
    ("method", "calls"),
    [
        ("card_string", [(card,) for card in range(52)]),
        ("card_value", [(card,) for card in range(52)]),
        ("card_rank", [(card,) for card in range(52)]),
        ("card_suit", [(card,) for card in range(52)]),
        ("card_int", [(SPIEL.card_string(card),) for card in range(52)]),
        ("card_strings_to_card_ints", [(list(map(SPIEL.card_string, meld)),) for meld in MELDS]),
        ("is_rank_meld", [(meld,) for meld in MELDS]),
        ("is_suit_meld", [(meld,) for meld in MELDS]),
        ("meld_to_int", [(meld,) for meld in MELDS]),
        ("suit_meld_layoffs", [(meld,) for meld in MELDS[65:]]),
        ("rank_meld_layoff", [(meld,) for meld in MELDS[:65] if len(meld) == 3]),
        ("all_layoffs", [([at, at * 7 % 185], [at % 52, 51]) for at in range(185)]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_cards_and_melds(measure: Measure, method: str, calls: Calls, engine: str) -> None:
    measure_calls(measure, method, engine, getattr(ENGINES[engine], method), calls)


@both
def test_the_table_of_melds(measure: Measure, engine: str) -> None:
    utils = ENGINES[engine]
    expected = checksum(SPIEL.int_to_meld)
    measure("int_to_meld", engine, 1, lambda: utils.int_to_meld, expected, checksum)


@pytest.mark.parametrize(
    ("engine", "make"),
    [("OpenSpiel", pyspiel.gin_rummy.GinRummyUtils), ("gin_fast", GinRummyUtils)],
    ids=["OpenSpiel", "gin_fast"],
)
def test_making_one(measure: Measure, engine: str, make: Callable[..., Any]) -> None:
    def deadwood(made: Any) -> int:
        return int(made.min_deadwood([0, 1, 2, 9]))

    measure("GinRummyUtils(13, 4, 10)", engine, 1, lambda: make(13, 4, 10), 10, deadwood)
