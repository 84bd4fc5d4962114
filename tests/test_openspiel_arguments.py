"""`gin_fast.compat.open_spiel`: names, kinds of arguments, and what is said of bad ones."""

import array
import collections
import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

from gin_fast.compat import open_spiel
from gin_fast.compat.open_spiel import GinRummyUtils, Phase, SpielError

OURS: Any = GinRummyUtils(13, 4, 10)
THEIRS: Any = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
HAND = [3, 17, 0, 1, 2, 35, 9, 22]


class AsIndex:
    def __index__(self) -> int:
        return 3


class AsInt:
    def __int__(self) -> int:
        return 3


class AList(collections.UserList[int]):
    pass


KINDS: list[Callable[[list[int]], object]] = [
    list,
    tuple,
    set,
    frozenset,
    np.array,
    lambda hand: np.array(hand, dtype=np.uint8),
    lambda hand: np.array(hand, dtype=np.int32)[::-1],
    lambda hand: [np.int64(card) for card in hand],
    lambda hand: array.array("i", hand),
    bytearray,
    lambda hand: memoryview(bytes(hand)),
    collections.deque,
    AList,
    lambda hand: dict.fromkeys(hand).keys(),
    lambda hand: dict(enumerate(hand)).values(),
    lambda hand: (card for card in hand),
    lambda hand: map(int, hand),
    lambda hand: range(len(hand)),
    lambda _: [AsIndex(), AsInt(), Decimal(5), Fraction(6)][1:],
    lambda _: [True, 2, 3],
    lambda _: np.array([True]),
    lambda _: [],
]
NO_KINDS: list[object] = [
    "As",
    b"ab",
    5,
    None,
    dict.fromkeys(HAND),
    iter(HAND),
    [1.0],
    [np.float64(3)],
    np.array([1.0, 2.0]),
    np.array(3),
    ["As"],
    [None],
    [2**31],
    [-(2**31) - 1],
    [2**70],
    [[0], 1],
]
OF_A_LIST = [
    "all_meld_groups",
    "all_melds",
    "best_meld_group",
    "card_ints_to_card_strings",
    "hand_to_string",
    "is_consecutive",
    "is_rank_meld",
    "is_suit_meld",
    "min_deadwood",
    "rank_melds",
    "suit_melds",
    "total_card_value",
]
# A call that OpenSpiel refuses.
Call = tuple[str, tuple[object, ...]]
REFUSED: list[Call] = [
    ("card_string", (52,)),
    ("card_string", (-1,)),
    ("card_string", (3.0,)),
    ("card_string", ("As",)),
    ("card_string", (2**40,)),
    ("card_string", ()),
    ("card_int", ("A",)),
    ("card_int", ("",)),
    ("card_int", ("10s",)),
    ("card_int", ("A♠",)),
    ("card_int", (5,)),
    ("card_int", (None,)),
    ("card_int", (["A", "s"],)),
    ("card_ints_to_card_strings", ([0, 52],)),
    ("card_ints_to_card_strings", ([0, None],)),
    ("card_strings_to_card_ints", (["As", "Asd"],)),
    ("card_strings_to_card_ints", ([1],)),
    ("card_strings_to_card_ints", ("As",)),
    ("card_strings_to_card_ints", (None,)),
    ("card_value", ("a",)),
    ("card_rank", (1.0,)),
    ("card_suit", (None,)),
    ("min_deadwood", ()),
    ("min_deadwood", (HAND, 4, 5)),
    ("min_deadwood", (HAND, 6.0)),
    ("min_deadwood", (HAND, "As")),
    ("min_deadwood", (HAND, [6])),
    ("rank_meld_layoff", ([0, 13],)),
    ("rank_meld_layoff", ([0, 13, 14],)),
    ("rank_meld_layoff", ([0, 13, 26, 39],)),
    ("rank_meld_layoff", ([],)),
    ("meld_to_int", ([0, 1],)),
    ("meld_to_int", ([0, 1, 2, 3, 4, 5],)),
    ("meld_to_int", ([11, 12, 13],)),
    ("meld_to_int", ([0, 13, 27],)),
    ("meld_to_int", ([],)),
    ("all_layoffs", ([185], [])),
    ("all_layoffs", ([-1], [])),
    ("all_layoffs", ([0, 2**31 - 1], [])),
    ("all_layoffs", ([0],)),
    ("all_layoffs", (0, [])),
    ("all_layoffs", ([0], ["As"])),
    ("legal_melds", (HAND,)),
    ("legal_melds", (HAND, 10.0)),
    ("legal_melds", (HAND, None)),
    ("legal_melds", (HAND, 2**31)),
    ("legal_discards", (HAND, "10")),
]
# A call that OpenSpiel answers with nonsense, and what is said of it here.
NONSENSE: list[tuple[str, tuple[object, ...], str]] = [
    (
        "card_int",
        ("Zz",),
        "card: expected one of the ranks A23456789TJQK and one of the suits scdh",
    ),
    ("card_int", ("as",), "card: expected one of the ranks"),
    ("card_int", ("AS",), "card: expected one of the ranks"),
    ("card_int", ("é",), "card: expected one of the ranks"),
    ("card_int", ("A\0",), "card: expected one of the ranks"),
    ("card_int", ("\0s",), "card: expected one of the ranks"),
    ("card_strings_to_card_ints", (["As", "sA"],), "cards: expected one of the ranks"),
    ("card_value", (60,), "card: no card has the number 60: they are 0 to 51"),
    ("card_rank", (-1,), "card: no card has the number -1: they are 0 to 51"),
    ("card_suit", (52,), "card: no card has the number 52: they are 0 to 51"),
    ("total_card_value", ([0, 99],), "cards: no card has the number 99"),
    ("total_card_value", ([[0], [99]],), "cards: no card has the number 99"),
    ("hand_to_string", ([60],), "hand: no card has the number 60"),
    ("min_deadwood", ([0, 0, 0],), "hand: the card 0, As, is repeated"),
    ("min_deadwood", ([5, 99],), "hand: no card has the number 99"),
    ("min_deadwood", ([0, 1], 0), "card: the card 0, As, is repeated"),
    ("min_deadwood", ([0, 1], 52), "card: no card has the number 52"),
    ("rank_melds", ([0, 0, 13, 26],), "hand: the card 0, As, is repeated"),
    ("suit_melds", ([52, 53, 54],), "hand: no card has the number 52"),
    ("all_melds", ([-3, -2, -1],), "hand: no card has the number -3"),
    ("all_meld_groups", ([0, 0, 0],), "hand: the card 0, As, is repeated"),
    ("best_meld_group", ([0, 0, 0],), "hand: the card 0, As, is repeated"),
    ("is_rank_meld", ([0, 0, 0],), "cards: the card 0, As, is repeated"),
    ("is_rank_meld", ([0, 13, 52],), "cards: no card has the number 52"),
    ("is_suit_meld", ([52, 53, 54],), "cards: no card has the number 52"),
    ("meld_to_int", ([0, 0, 0],), "meld: the card 0, As, is repeated"),
    ("meld_to_int", ([52, 53, 54],), "meld: no card has the number 52"),
    ("rank_meld_layoff", ([0, 0, 0],), "meld: the card 0, As, is repeated"),
    (
        "suit_meld_layoffs",
        ([0, 13, 26],),
        "meld: expected three or more cards in a row in one suit",
    ),
    ("suit_meld_layoffs", ([4, 5],), "meld: expected three or more cards in a row in one suit"),
    ("suit_meld_layoffs", ([],), "meld: expected three or more cards in a row in one suit"),
    ("legal_melds", ([0, 1, 2, 2], 10), "hand: the card 2, 3s, is repeated"),
    ("legal_discards", ([52, 53, 54], 10), "hand: no card has the number 52"),
]


@pytest.mark.parametrize("kind", range(len(KINDS)))
@pytest.mark.parametrize("name", OF_A_LIST)
def test_every_kind_that_openspiel_takes_is_taken(name: str, kind: int) -> None:
    ours, theirs = KINDS[kind](HAND), KINDS[kind](HAND)
    assert getattr(OURS, name)(ours) == getattr(THEIRS, name)(theirs)


@pytest.mark.parametrize("no_kind", NO_KINDS, ids=repr)
@pytest.mark.parametrize("name", OF_A_LIST)
def test_what_openspiel_refuses_is_a_type_error(name: str, no_kind: object) -> None:
    for utils in (OURS, THEIRS):
        with pytest.raises(TypeError):
            getattr(utils, name)(no_kind)


def test_card_and_knock_card_are_of_any_kind_of_int() -> None:
    for card in (4, np.int8(4), True, AsIndex(), AsInt(), Decimal(3), None):
        assert OURS.card_string(card) == THEIRS.card_string(card)
        expected = THEIRS.min_deadwood([10, 17, 35], card)
        assert OURS.min_deadwood([10, 17, 35], card) == expected
        if card is not None:
            assert OURS.legal_discards(HAND, card) == THEIRS.legal_discards(HAND, card)
            assert OURS.card_rank(card) == THEIRS.card_rank(card)


def test_texts_may_be_bytes() -> None:
    for text in (b"Td", bytearray(b"Td"), np.str_("Td")):
        assert OURS.card_int(text) == THEIRS.card_int(text) == 35
    for texts in (["As", b"Td"], ("As",), {"As"}, np.array(["As", "Td"])):
        found = OURS.card_strings_to_card_ints(texts)
        assert found == THEIRS.card_strings_to_card_ints(texts)


@pytest.mark.parametrize(("name", "arguments"), REFUSED, ids=str)
def test_what_openspiel_raises_is_raised(name: str, arguments: tuple[object, ...]) -> None:
    with pytest.raises((TypeError, IndexError, SpielError)) as theirs:
        getattr(THEIRS, name)(*arguments)
    with pytest.raises(theirs.type) as ours:
        getattr(OURS, name)(*arguments)
    assert ours.type is theirs.type
    assert "\n" not in str(ours.value)


@pytest.mark.parametrize(("name", "arguments", "message"), NONSENSE, ids=str)
def test_where_openspiel_answers_nonsense_it_is_said(
    name: str, arguments: tuple[object, ...], message: str
) -> None:
    with pytest.raises(SpielError) as error:
        getattr(OURS, name)(*arguments)
    assert str(error.value).startswith(message)


def test_cards_that_are_repeated_are_no_run_and_are_counted_twice() -> None:
    for cards in ([0, 0, 1], [0, 1, 2, 2], [0, 0, 14]):
        assert not OURS.is_suit_meld(cards)
        assert not THEIRS.is_suit_meld(cards)
        assert not OURS.is_rank_meld(cards)
        assert OURS.total_card_value(cards) == THEIRS.total_card_value(cards)
        assert OURS.hand_to_string(cards) == THEIRS.hand_to_string(cards)
    assert OURS.all_layoffs([65], [3, 3, 99, -1]) == THEIRS.all_layoffs([65], [3, 3, 99, -1])


def test_arguments_go_by_place() -> None:
    for utils in (OURS, THEIRS):
        for arguments in ({"hand": HAND}, {"arg0": HAND}):
            with pytest.raises(TypeError):
                utils.min_deadwood(**arguments)
        with pytest.raises(TypeError):
            utils.min_deadwood(HAND, card=4)
    with pytest.raises(TypeError):
        GinRummyUtils(num_ranks=13, num_suits=4, hand_size=10)  # type: ignore[call-arg]
    for made_of in ((13, 4), (13.0, 4, 10), (13, 4, None), (13, 4, 10, 1)):
        with pytest.raises(TypeError):
            GinRummyUtils(*made_of)
    for call in (
        lambda: GinRummyUtils(13, 4, 10, compat=1),  # type: ignore[arg-type]
        lambda: OURS.min_deadwood(HAND, compat=1),
    ):
        with pytest.raises(TypeError, match="compat: expected True or False, got int"):
            call()


def test_a_table_of_melds_is_ones_own() -> None:
    table = OURS.int_to_meld
    table[0].append(99)
    del table[1]
    assert OURS.int_to_meld == THEIRS.int_to_meld
    with pytest.raises(AttributeError):
        OURS.int_to_meld = {}


def test_lists_are_ones_own() -> None:
    for name in ("all_meld_groups", "all_melds", "best_meld_group"):
        getattr(OURS, name)(HAND)[0].append(7)
        assert getattr(OURS, name)(HAND) == getattr(THEIRS, name)(HAND)


def test_an_evaluator_pickles_prints_and_compares_by_value() -> None:
    small = GinRummyUtils(10, 3, 7, compat=True)
    assert repr(OURS) == "GinRummyUtils(13, 4, 10)"
    assert repr(small) == "GinRummyUtils(10, 3, 7, compat=True)"
    for utils in (OURS, small):
        copies = [pickle.loads(pickle.dumps(utils)), copy.copy(utils), copy.deepcopy(utils)]  # noqa: S301
        assert copies == [utils] * 3
        assert {utils, *copies} == {utils}
        assert eval(repr(utils)) == utils  # noqa: S307
    assert OURS not in (small, GinRummyUtils(13, 4, 9), GinRummyUtils(13, 4, 10, compat=True), 5)
    assert (small.num_ranks, small.num_suits, small.hand_size, small.compat) == (10, 3, 7, True)


class Named(GinRummyUtils):
    def best(self, hand: list[int]) -> int:
        return self.min_deadwood(hand)


def test_an_evaluator_can_be_extended() -> None:
    named = Named(13, 4, 10)
    assert named.best(HAND) == OURS.min_deadwood(HAND)
    assert repr(named) == "Named(13, 4, 10)"
    assert type(pickle.loads(pickle.dumps(named))) is Named  # noqa: S301


def test_a_hand_may_change_its_own_list() -> None:
    class Growing:
        def __index__(self) -> int:
            hand.clear()
            return 4

    hand: list[object] = [1, 2, Growing(), 3]
    assert OURS.min_deadwood(hand) in range(50)


def test_every_number_and_phase_of_openspiel_is_there() -> None:
    theirs = pyspiel.gin_rummy
    for name in dir(theirs):
        value = getattr(theirs, name)
        if isinstance(value, int):
            assert getattr(open_spiel, name) == value
            assert name in open_spiel.__all__
    assert Phase is theirs.Phase
    for name, phase in Phase.__members__.items():
        assert getattr(open_spiel, name) == phase
        assert name in open_spiel.__all__


def test_every_method_of_openspiels_is_there() -> None:
    public = {name for name in dir(THEIRS) if not name.startswith("_")}
    assert public <= set(dir(OURS))
    for name in public:
        assert (getattr(GinRummyUtils, name).__doc__ or "").strip()


@pytest.mark.parametrize("name", [*open_spiel.__all__, *vars(GinRummyUtils)])
def test_every_public_name_has_a_line_in_the_page(name: str) -> None:
    page = (Path(__file__).parent.parent / "docs" / "openspiel.md").read_text(encoding="utf-8")
    assert name.startswith("_") or re.search(rf"`([\w.]*\.)?{name}\b", page)


def test_errors_are_openspiels() -> None:
    assert SpielError is pyspiel.SpielError
    assert issubclass(SpielError, RuntimeError)


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_listing_without_end_can_be_interrupted() -> None:
    # Apart, and with a bound on memory: a listing that goes on takes all there is.
    said = run(
        "import resource, signal\n"
        "from gin_fast.compat.open_spiel import GinRummyUtils\n"
        "resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))\n"
        "def interrupt(*_): raise InterruptedError\n"
        "signal.signal(signal.SIGALRM, interrupt)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.05)\n"
        "try: GinRummyUtils(13, 4, 10).all_meld_groups(range(52))\n"
        "except InterruptedError: print('interrupted')"
    )
    assert said == "interrupted\n"


def test_openspiel_need_not_be_there() -> None:
    said = run(
        "import pickle, sys; sys.modules['pyspiel'] = None\n"
        "from gin_fast.compat.open_spiel import GinRummyUtils, SpielError\n"
        "assert issubclass(SpielError, RuntimeError)\n"
        "utils = GinRummyUtils(13, 4, 10)\n"
        "assert utils.min_deadwood([0, 1, 2, 9]) == 10\n"
        "try: utils.card_string(52)\n"
        "except SpielError as error: print(repr(pickle.loads(pickle.dumps(error))))\n"
        "print(SpielError.__module__)"
    )
    message = "card: no card has the number 52: they are 0 to 51"
    assert said == f"SpielError('{message}')\ngin_fast.compat.open_spiel\n"


def test_the_package_loads_nothing_of_it() -> None:
    said = run("import sys, gin_fast; print([name for name in sys.modules if 'spiel' in name])")
    assert said == "[]\n"
