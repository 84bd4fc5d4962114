"""How the arguments of a showdown are read, and what is said of wrong ones."""

import copy
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, fields
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import gin_fast as gf
from gin_fast import settle

KNOCKER = "As 2s 3s 4h 4d 4c 5h 6h 7h 9c"
DEFENDER = "4s 5s 6s Ah 2h 3h 8h 9h Td Kd"
LAYOUT = "As2s3s 4c4d4h 5h6h7h"
BIG_GIN = "As 2s 3s 4h 4d 4c 5h 6h 7h 8h 9h"
TEN_OTHERS = "Ac 2c 6c 7c Jd Qd Js 8s 9s Ks"
KNOCKER_MASK, DEFENDER_MASK = gf.CardSet(KNOCKER).mask, gf.CardSet(DEFENDER).mask

Settle = Callable[..., Any]
ONE_PAIR: list[Settle] = [gf.showdown, gf.knock_points]
every_function = pytest.mark.parametrize("settle_pair", ONE_PAIR)


def forms(hand: str) -> Iterator[Any]:
    cards = gf.CardSet(hand)
    yield from (hand, cards, cards.mask, list(cards), hand.split(), np.uint64(cards.mask))
    yield from (set(cards), (card for card in cards), hand.replace(" ", "").lower())


@every_function
def test_hands_in_any_form_have_the_same_showdown(settle_pair: Settle) -> None:
    expected = settle_pair(KNOCKER, DEFENDER)
    for knocker, defender in zip(forms(KNOCKER), forms(DEFENDER), strict=True):
        answer = settle_pair(knocker, defender)
        assert answer == expected
        assert type(answer) is type(expected)


def test_a_knock_is_signed_to_the_knocker() -> None:
    shown = gf.showdown(KNOCKER, DEFENDER)
    assert (shown.kind, shown.winner, shown.points, shown.boxes) == ("knock", 0, 11, 1)
    assert gf.knock_points(KNOCKER, DEFENDER) == 11
    assert type(gf.knock_points(KNOCKER_MASK, DEFENDER_MASK)) is int
    undercut = gf.showdown(KNOCKER, "Ac 2c 3c 8c 8d 8s Kc Kd Ks 2d")
    assert (undercut.kind, undercut.winner, undercut.points) == ("undercut", 1, 32)
    assert gf.knock_points(KNOCKER, "Ac 2c 3c 8c 8d 8s Kc Kd Ks 2d") == -32


def test_a_showdown_says_what_lies_on_the_table() -> None:
    shown = gf.showdown(KNOCKER, DEFENDER)
    assert shown.knocker_melds == tuple(map(gf.Meld, LAYOUT.split()))
    assert shown.knocker_deadwood == 9
    assert shown.defender_deadwood == 20
    assert shown.laid_off | set(gf.CardSet("Td Kd")) <= gf.CardSet(DEFENDER)
    melded = [card for meld in shown.defender_melds for card in meld]
    assert gf.CardSet(melded) | shown.laid_off | {"Td", "Kd"} == gf.CardSet(DEFENDER)
    results = (gf.Showdown, gf.Defence, settle.Price, gf.Meld, gf.CardSet)
    names: dict[str, object] = {result.__name__: result for result in results}
    defence = gf.defend(DEFENDER, LAYOUT)
    for result in (shown, defence, shown.price(gf.Rules())):
        assert eval(repr(result), names) == result  # noqa: S307
        assert pickle.loads(pickle.dumps(result)) == result  # noqa: S301
        assert copy.deepcopy(result) == result
        assert hash(result) == hash(copy.copy(result))
        assert not hasattr(result, "__dict__")
        with pytest.raises(FrozenInstanceError):
            setattr(result, fields(result)[0].name, None)


@every_function
def test_rules_are_heeded(settle_pair: Settle) -> None:
    def points(*arguments: Any, **named: Any) -> Any:
        answer = settle_pair(*arguments, **named)
        return answer if isinstance(answer, int) else answer.points

    assert points(BIG_GIN, TEN_OTHERS) == 31 + gf.deadwood(TEN_OTHERS)
    gin = gf.CardSet(BIG_GIN) - {"9h"}
    assert points(gin, TEN_OTHERS) == 25 + gf.deadwood(TEN_OTHERS)
    assert points(gin, TEN_OTHERS, gf.Rules(gin_bonus=7)) == 7 + gf.deadwood(TEN_OTHERS)
    assert points(gin, TEN_OTHERS, rules=None) == points(gin, TEN_OTHERS, gf.Rules())
    spade = gf.Rules(spade_double=True)
    assert points(gin, TEN_OTHERS, spade, upcard="Ts") == 2 * points(gin, TEN_OTHERS)
    assert points(gin, TEN_OTHERS, spade, "canonical", "Td") == points(gin, TEN_OTHERS)


@every_function
@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        ("palace", r'gf\.Rules\.preset\("palace"\)'),
        ({"gin_bonus": 20}, r"gf\.Rules\.preset\(name\)"),
        (gf.Rules, r"gf\.Rules\.preset\(name\)"),
        (5, r"gf\.Rules\.preset\(name\)"),
        (gf.rules, r"gf\.Rules\.preset\(name\)"),
    ],
)
def test_rules_of_another_kind_hint_at_the_presets(
    settle_pair: Settle, rules: Any, hint: str
) -> None:
    with pytest.raises(TypeError, match=rf"^rules: expected a gin_fast\.Rules, got .*{hint}$"):
        settle_pair(KNOCKER, DEFENDER, rules)
    with pytest.raises(TypeError, match=r"^rules: "):
        settle.price("gin", 0, 30, rules)


def test_rules_of_another_kind_are_refused_before_any_are_loaded() -> None:
    code = "import gin_fast as gf; gf.knock_points(0x3ff, 0x3ff << 13, 'palace')"
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert "TypeError: rules: expected a gin_fast.Rules, got str" in done.stderr


@every_function
@pytest.mark.parametrize("rules", [gf.Rules.preset("oklahoma"), gf.Rules(spade_double=True)])
def test_rules_that_go_by_the_upcard_want_one(settle_pair: Settle, rules: gf.Rules) -> None:
    for nothing in (None, 255):
        with pytest.raises(ValueError, match=r"^upcard: ") as caught:
            settle_pair(KNOCKER, DEFENDER, rules, "canonical", nothing)
        assert type(caught.value) is ValueError
    for card in ("Td", 35, np.uint8(35)):
        assert settle_pair(KNOCKER, DEFENDER, rules, upcard=card) == settle_pair(KNOCKER, DEFENDER)
    with pytest.raises(gf.InvalidCardError, match=r"^upcard: "):
        settle_pair(KNOCKER, DEFENDER, rules, upcard=52)
    for wrong in (1.0, True, b"Td", [35], (35, 36)):
        with pytest.raises(TypeError, match=r"^upcard: "):
            settle_pair(KNOCKER, DEFENDER, rules, upcard=wrong)


def test_one_showdown_takes_one_upcard() -> None:
    with pytest.raises(TypeError, match=r"^upcard: expected one card, got ndarray"):
        gf.showdown(KNOCKER, DEFENDER, upcard=np.array([1]))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^upcard: expected one card, got ndarray"):
        settle.price("gin", 0, 30, upcard=np.array([1]))  # type: ignore[arg-type]


@every_function
@pytest.mark.parametrize(
    ("knocker", "defender", "name"),
    [
        ("As 2s 3s 4h 4d 4c 5h 6h 7h", DEFENDER, "knocker"),
        ("As 2s 3s 4h 4d 4c 5h 6h 7h 9c Tc Qc", DEFENDER, "knocker"),
        (KNOCKER, "4s 5s 6s Ah 2h 3h 8h 9h Td", "defender"),
        (KNOCKER, DEFENDER + " Ks", "defender"),
        (KNOCKER, "", "defender"),
        # Eleven cards that are no big gin.
        (KNOCKER + " Tc", DEFENDER, "knocker"),
        # Nineteen points.
        ("As 2s 3s 4h 4d 4c 5h 6h Ac Qd", "5s 6s 8h 9h Th Jh Td Kd Kc Ks", "knocker"),
        # The four of diamonds in both hands.
        (KNOCKER, "4d 5s 6s Ah 2h 3h 8h 9h Td Kd", ""),
    ],
)
def test_hands_that_cannot_meet_are_refused(
    settle_pair: Settle, knocker: str, defender: str, name: str
) -> None:
    with pytest.raises(gf.InvalidHandError, match=rf"^{name or '(knocker|defender)'}: "):
        settle_pair(knocker, defender)


@every_function
def test_big_gin_wants_rules_that_know_it(settle_pair: Settle) -> None:
    assert settle_pair(BIG_GIN, TEN_OTHERS) is not None
    with pytest.raises(gf.InvalidHandError, match=r"^knocker: "):
        settle_pair(BIG_GIN, TEN_OTHERS, gf.Rules(big_gin=False))


@every_function
@pytest.mark.parametrize("place", [0, 1])
def test_what_is_no_hand_is_named(settle_pair: Settle, place: int) -> None:
    name = ("knocker", "defender")[place]
    wrong: Any
    for wrong in (None, 1.5, True, b"As", {}, pd.DataFrame()):
        hands: list[Any] = [KNOCKER, DEFENDER]
        hands[place] = wrong
        with pytest.raises(TypeError, match=f"^{name}: expected "):
            settle_pair(*hands)
    for wrong in (-1, 1 << 52, 1 << 64, "As As"):
        hands[place] = wrong
        with pytest.raises(gf.InvalidHandError, match=f"^{name}: "):
            settle_pair(*hands)
    hands[place] = "As 1x"
    with pytest.raises(gf.InvalidCardError, match=f"^{name}: "):
        settle_pair(*hands)


def test_a_showdown_is_of_one_pair() -> None:
    for hands in (np.array([KNOCKER_MASK]), pd.Series([KNOCKER_MASK]), pl.Series([KNOCKER_MASK])):
        with pytest.raises(TypeError, match=r"^knocker: expected one hand"):
            gf.showdown(hands, DEFENDER)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"^defender: expected one hand"):
            gf.showdown(KNOCKER, hands)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"^defender: expected one hand"):
            gf.defend(hands, LAYOUT)  # type: ignore[arg-type]


def layouts(text: str) -> Iterator[Any]:
    """Yield the same melds in every form."""
    words = text.split()
    yield from (text, text.lower(), text.replace(" ", ", "), words, tuple(words), iter(words))
    yield [gf.Meld(word, ace="corner") for word in words]
    yield (gf.CardSet(word) for word in words)
    yield [list(gf.CardSet(word)) for word in words]
    yield {gf.Meld(word, ace="corner") for word in words}


def test_melds_are_taken_in_any_form() -> None:
    expected = gf.showdown(KNOCKER, DEFENDER, layout=LAYOUT)
    for layout in layouts(LAYOUT):
        assert gf.showdown(KNOCKER, DEFENDER, layout=layout) == expected
    answer = gf.defend(DEFENDER, LAYOUT)
    for melds in layouts(LAYOUT):
        assert gf.defend(DEFENDER, melds) == answer
    one = gf.Meld("5h6h7h")
    assert gf.defend("8h 9h Kd", one) == gf.defend("8h 9h Kd", [one])
    nothings: tuple[Any, ...] = ("", [], ())
    for nothing in nothings:
        assert gf.defend("8h 9h Kd", nothing).laid_off == gf.CardSet()


def test_a_knocker_may_name_his_layout() -> None:
    shown = gf.showdown("As 2s 3s 4s Kd Kc Kh 5h 5d 5c", TEN_OTHERS.replace("Ac", "9d"),
                        layout="2s3s4s KdKcKh 5h5d5c")  # fmt: skip
    assert shown.kind == "knock"
    assert shown.knocker_deadwood == 1
    assert shown.knocker_melds == tuple(map(gf.Meld, ["2s3s4s", "5h5d5c", "KdKcKh"]))


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("As2s 4c4d4h 5h6h7h", r'^layout: "As 2s" is no meld'),
        (["QsKsAs"], r'^layout: "As Qs Ks" is no meld: .* the ace low$'),
        ("As2s3s 4c4d4h 8h9hTh", r"^layout: expected melds of the knocker's cards, got 8h9hTh$"),
        ("As2s3s 4c4d4h 4c4d4h", r"^layout: .* share no card, got 4c4d4h beside another$"),
        ("As2s3s 4c4d4h", r"^knocker: expected at most 10 points of deadwood, got 27$"),
        ("", r"^knocker: expected at most 10 points of deadwood, got 45$"),
    ],
)
def test_a_layout_must_be_one_of_his_hand(layout: Any, message: str) -> None:
    with pytest.raises(gf.InvalidHandError, match=message):
        gf.showdown(KNOCKER, DEFENDER, layout=layout)


def test_a_layout_is_a_word_or_melds() -> None:
    wrong: Any
    for wrong in ("worst", "Canonical", "best canonical", "7c7d7x", "\ud800"):
        with pytest.raises(
            ValueError, match=r'^layout: expected "canonical", "best" or melds such as'
        ):
            gf.showdown(KNOCKER, DEFENDER, layout=wrong)
    for wrong in (None, 5, 1.5, True, b"best", gf.CardSet("As2s3s"), np.array([7])):
        with pytest.raises(TypeError, match=r"^layout: expected melds"):
            gf.showdown(KNOCKER, DEFENDER, layout=wrong)
    for wrong in ([5], [None], [1.5]):
        with pytest.raises(TypeError, match=r"^layout: expected"):
            gf.showdown(KNOCKER, DEFENDER, layout=wrong)
    with pytest.raises(gf.InvalidCardError, match=r"^layout: "):
        gf.showdown(KNOCKER, DEFENDER, layout=["7c7d7x"])


def test_points_are_asked_for_with_one_of_two_layouts() -> None:
    knock_points: Settle = gf.knock_points
    assert gf.knock_points(KNOCKER, DEFENDER, layout="best") >= gf.knock_points(KNOCKER, DEFENDER)
    for knocker in (KNOCKER, np.array([KNOCKER_MASK])):
        for wrong in ("worst", LAYOUT, ""):
            with pytest.raises(ValueError, match=r'^layout: expected "canonical" or "best", got "'):
                knock_points(knocker, DEFENDER, layout=wrong)
        for kind in (LAYOUT.split(), 1, b"best"):
            with pytest.raises(TypeError, match=r"^layout: .* call gf\.showdown$"):
                knock_points(knocker, DEFENDER, layout=kind)


def test_a_defence_adds_up() -> None:
    defence = gf.defend(DEFENDER, LAYOUT)
    assert defence.deadwood == defence.unmelded.points == 20
    assert defence.unmelded == gf.CardSet("Td Kd")
    melded = gf.CardSet([card for meld in defence.melds for card in meld])
    assert melded | defence.laid_off | defence.unmelded == gf.CardSet(DEFENDER)
    assert gf.defend("", LAYOUT) == gf.Defence((), gf.CardSet(), gf.CardSet(), 0)


def test_a_defence_heeds_the_rule_about_aces() -> None:
    assert gf.defend("As Kd", "JsQsKs").deadwood == 11
    assert gf.defend("As Kd", "JsQsKs", ace_deadwood=15).deadwood == 25
    assert gf.defend("As Kd", "JsQsKs", ace="high_or_low").deadwood == 10
    assert gf.defend("2s As Kd", "JsQsKs", ace="high_or_low").deadwood == 12
    assert gf.defend("2s As Kd", "JsQsKs", ace="corner").deadwood == 10
    with pytest.raises(gf.InvalidHandError, match=r'^melds: "As Qs Ks" is no meld'):
        gf.defend("2s", [gf.Meld("QsKsAs", ace="corner")])


@pytest.mark.parametrize(
    ("melds", "message"),
    [
        ("7h8h9h", r"^melds: the meld 7h8h9h shares 8h 9h with the defender's hand$"),
        ("5h6h7h 5c5d5h", r"^melds: the meld 5c5d5h shares 5h with another meld$"),
        ("5h6h", r'^melds: "5h 6h" is no meld'),
    ],
)
def test_melds_on_the_table_are_checked(melds: str, message: str) -> None:
    with pytest.raises(gf.InvalidHandError, match=message):
        gf.defend("8h 9h Kd", melds)
    with pytest.raises(gf.InvalidCardError, match=r"^melds: "):
        gf.defend("8h 9h Kd", "worst")
    with pytest.raises(TypeError, match=r"^melds: expected melds"):
        gf.defend("8h 9h Kd", None)  # type: ignore[arg-type]


# What the same facts are worth elsewhere.


@pytest.mark.parametrize(
    ("facts", "rules", "expected"),
    [
        (("knock", 4, 25), {}, ("knock", 0, 21, 1)),
        (("knock", 4, 25), {"knock_bonus": 5}, ("knock", 0, 26, 1)),
        (("undercut", 9, 3), {}, ("undercut", 1, 31, 1)),
        (("undercut", 9, 3), {"undercut_extra_boxes": 1}, ("undercut", 1, 31, 2)),
        (("undercut", 7, 7), {}, ("undercut", 1, 25, 1)),
        (("undercut", 7, 7), {"tie_rule": "undercut_no_bonus"}, ("undercut", 1, 0, 1)),
        (("undercut", 7, 7), {"tie_rule": "no_score"}, ("knock", None, 0, 0)),
        (("knock", 7, 7), {}, ("undercut", 1, 25, 1)),
        (("gin", 0, 30), {}, ("gin", 0, 55, 1)),
        (("gin", 0, 30), {"gin_extra_boxes": 2}, ("gin", 0, 55, 3)),
        (("gin", 0, 0), {}, ("gin", 0, 25, 1)),
        (("big_gin", 0, 30), {}, ("big_gin", 0, 61, 1)),
        (("big_gin", 0, 30), {"big_gin": False}, ("gin", 0, 55, 1)),
        # The limit is not looked at.
        (("knock", 40, 60), {"knock_limit": 0}, ("knock", 0, 20, 1)),
    ],
)
def test_facts_are_priced(
    facts: tuple[str, int, int], rules: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    price = settle.price(*facts, gf.Rules(**rules))
    assert (price.kind, price.winner, price.points, price.boxes) == expected
    spade = gf.Rules(**rules, spade_double=True)
    assert settle.price(*facts, spade, "Ts").points == 2 * price.points
    assert settle.price(*facts, spade, "Td") == price


def test_a_showdown_is_priced_by_its_facts() -> None:
    shown = gf.showdown(KNOCKER, DEFENDER)
    for name, rules in gf.rules.PRESETS.items():
        upcard = "2s" if rules.oklahoma or rules.spade_double else None
        expected = settle.price("knock", 9, 20, rules, upcard)
        assert shown.price(rules, upcard) == expected, name
    assert shown.price(gf.Rules()) == settle.Price(
        shown.kind, shown.winner, shown.points, shown.boxes
    )


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (("draw", 3, 9), r'^kind: expected one of \["knock", "gin", "big_gin", "undercut"\], got'),
        (("gin", 3, 9), "^knocker_deadwood: expected 0 .* got 3$"),
        (("big_gin", 1, 9), "^knocker_deadwood: expected 0 .* got 1$"),
        (("knock", 0, 9), "^knocker_deadwood: expected 1 or more .* got 0$"),
        (("undercut", 0, 0), "^knocker_deadwood: expected 1 or more .* got 0$"),
        (("knock", 5, 4), "^defender_deadwood: .* got 4$"),
        (("undercut", 5, 6), "^defender_deadwood: .* got 6$"),
        (("knock", -1, 4), "^knocker_deadwood: expected 0 to 150, got -1$"),
        (("knock", 1, 151), "^defender_deadwood: expected 0 to 150, got 151$"),
        (("knock", 1, 10**30), "^defender_deadwood: expected 0 to 150, got 1000"),
    ],
)
def test_facts_of_no_showdown_are_refused(facts: tuple[str, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        settle.price(*facts)


def test_facts_are_a_word_and_two_ints() -> None:
    wrong: Any
    for wrong in (None, 1, b"gin"):
        with pytest.raises(TypeError, match=r"^kind: expected one of"):
            settle.price(wrong, 0, 30)
    for wrong in (None, 1.0, "1", True):
        with pytest.raises(TypeError, match=r"^knocker_deadwood: expected an int"):
            settle.price("knock", wrong, 30)
        with pytest.raises(TypeError, match=r"^defender_deadwood: expected an int"):
            settle.price("knock", 1, wrong)
    with pytest.raises(ValueError, match=r"^upcard: "):
        settle.price("knock", 1, 30, gf.Rules.preset("oklahoma"))
    with pytest.raises(ValueError, match=r"^upcard: "):
        gf.showdown(KNOCKER, DEFENDER).price(gf.Rules.preset("oklahoma"))


def test_signatures_say_what_is_taken() -> None:
    for function in (gf.knock_points, gf.showdown):
        names = list(inspect.signature(function).parameters)
        assert names[:5] == ["knocker", "defender", "rules", "layout", "upcard"]
    assert inspect.signature(gf.knock_points).parameters["layout"].default == "canonical"


def test_the_limit_goes_by_the_upcard_in_oklahoma_only() -> None:
    oklahoma = gf.Rules(oklahoma=True)
    limits = {"As": 0, "2h": 2, "9c": 9, "Td": 10, "Ks": 10}
    for upcard, limit in limits.items():
        assert settle.knock_limit(oklahoma, upcard) == limit
        assert settle.knock_limit(oklahoma.replace(knock_limit=4), upcard) == min(limit, 4)
        assert settle.knock_limit(gf.Rules(spade_double=True), upcard) == 10
    assert settle.knock_limit(oklahoma.replace(oklahoma_ace="one"), "As") == 1
    assert settle.knock_limit() == settle.knock_limit(gf.Rules(spade_double=True)) == 10
    with pytest.raises(ValueError, match=r"^upcard: expected the first upcard"):
        settle.knock_limit(oklahoma)
    with pytest.raises(gf.InvalidCardError, match=r"^upcard: "):
        settle.knock_limit(oklahoma, "1x")
    with pytest.raises(TypeError, match=r"^rules: "):
        settle.knock_limit("oklahoma")  # type: ignore[arg-type]


def test_cards_that_cannot_all_be_laid_off_are_refused() -> None:
    table = [gf.Meld("7c7d7s"), gf.Meld("4h5h6h")]
    assert settle.layoffs(table, gf.CardSet()) == ()
    steps = settle.layoffs(table, gf.CardSet("3h 7h 8h"))
    assert [str(step.meld) for step in steps] == ["4h5h6h", "3h4h5h6h", "3h4h5h6h7h"]
    for cards in ("8h", "7h Kd", "2h"):
        with pytest.raises(gf.InvalidHandError, match=r"^cards: expected cards that fit"):
            settle.layoffs(table, gf.CardSet(cards))
    corner = [gf.Meld("QsKsAs", ace="corner")]
    (step,) = settle.layoffs(corner, gf.CardSet("2s"), ace="corner")
    assert step == settle.Layoff(1, corner[0])
