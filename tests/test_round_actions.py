"""Actions: ids, texts, and what is refused."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import gin_fast as gf
from gin_fast.round import ACTIONS


def test_ids_are_cards_knocks_and_four_more() -> None:
    assert [action.id for action in ACTIONS] == list(range(108))
    assert [action.card for action in ACTIONS[:104]] == [*range(52), *range(52)]
    texts = [str(ACTIONS[at]) for at in (0, 38, 52, 90, 104, 105, 106, 107)]
    assert texts == [
        "discard As",
        "discard Kd",
        "knock As",
        "knock Kd",
        "draw_stock",
        "take_discard",
        "pass",
        "big_gin",
    ]


def test_a_text_is_read_back() -> None:
    for action in ACTIONS:
        assert gf.Action.parse(str(action)) is action
        assert eval(repr(action), {"Action": gf.Action}) is action  # noqa: S307 - our own.
        assert pickle.loads(pickle.dumps(action)) == action  # noqa: S301 - our own.
    for text in ("knock Kd: 2s3s4s 7c7d7h", "meld 7c7d7h", "lay_off Kd: KsKcKh", "big_gin: 2s3s4s"):
        action = gf.Action.parse(text)
        assert str(action) == text
        assert copy.deepcopy(action) == action


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("DISCARD 10H", "discard Th"),
        ("  knock   kd ", "knock Kd"),
        ("knock K♦: 7h7d7c, 4s3s2s", "knock Kd: 2s3s4s 7c7d7h"),
        ("meld 7c 7d 7h", "meld 7c7d7h"),
        ("lay_off As: QsKs Js", None),
        ("meld AsKs2s", "meld KsAs2s"),
    ],
)
def test_texts_are_read_as_people_write_them(text: str, same: str | None) -> None:
    if same is None:
        with pytest.raises(gf.IllegalActionError):
            gf.Action.parse(text)
    else:
        assert str(gf.Action.parse(text)) == same


def test_a_layout_does_not_change_the_id() -> None:
    named = gf.Action.parse("knock Kd: 7c7d7h 2s3s4s")
    assert named.id == ACTIONS[90].id
    assert named != ACTIONS[90]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "knok Kd",
        "knock",
        "discard",
        "pass Kd",
        "discard Kd Qd",
        "discard 1x",
        "discard Kd: 7c7d7h",
        "pass: 7c7d7h",
        "knock Kd:",
        "knock Kd: 7c7d8h",
        "meld 7c7d",
        "meld",
        "lay_off Kd",
        "lay_off Kd: KsKcKh 7c7d7h",
        "gin Kd",
        "0",
    ],
)
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(gf.IllegalActionError, match="action: "):
        gf.Action.parse(text)
    played = gf.Round(seed=1)
    before = played.copy()
    with pytest.raises(gf.IllegalActionError, match=r"legal are take_discard, pass$"):
        played.apply(text)
    assert played == before


@pytest.mark.parametrize("number", [-1, 108, 10**30, np.int64(108)])
def test_an_id_that_is_no_action_is_refused(number: int) -> None:
    with pytest.raises(gf.IllegalActionError, match=r"id from 0 to 107, got .*; legal are"):
        gf.Round(seed=1).apply(number)


@pytest.mark.parametrize("thing", [None, True, 1.0, b"pass", ["pass"], np.array([1])])
def test_another_kind_of_thing_is_refused(thing: object) -> None:
    with pytest.raises(TypeError, match="action: expected an Action, an id or a text, got"):
        gf.Round(seed=1).apply(thing)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="action: expected a text, got"):
        gf.Action.parse(thing)  # type: ignore[arg-type]


def test_ids_of_numpy_are_taken() -> None:
    played = gf.Round(seed=1)
    played.apply(np.uint8(105))
    assert played.history == (ACTIONS[105],)


@pytest.mark.parametrize(
    "fields",
    [
        (5, "knock", 5, ()),
        (52, "discard", 0, ()),
        (None, "pass", None, ()),
        (0, "discard", None, ()),
        (106, "pass", 3, ()),
        (106, "pass", None, (gf.Meld("7c7d7h"),)),
        (None, "meld", None, ()),
        (None, "gin", 3, ()),
    ],
)
def test_parts_of_an_action_go_together(fields: tuple[object, ...]) -> None:
    with pytest.raises(gf.IllegalActionError):
        gf.Action(*fields)  # type: ignore[arg-type]


HANDS = ("7c 7d 7h 2s 3s 4s Tc Jc 9h Kd", "6c 6d 6h 8s 9s Ts Kc Kh 4d 3d")
REST = sorted(gf.CardSet(range(52)) - gf.CardSet(HANDS[0]) - gf.CardSet(HANDS[1]) - {"Qc"})


def opening(rules: gf.Rules = gf.Rules()) -> gf.Round:  # noqa: B008 - rules are frozen.
    return gf.Round.from_parts(rules=rules, dealer=1, hands=HANDS, upcard="Qc", stock=REST)


@pytest.mark.parametrize(
    ("done", "action", "reason"),
    [
        ("", "draw_stock", "for seat 0 in phase upcard; legal are take_discard, pass"),
        ("", "discard Kd", "for seat 0 in phase upcard; legal"),
        ("take_discard", "discard Qc", "Qc was just taken from the discard pile; legal are"),
        ("take_discard", "discard Ah", "he does not hold Ah; legal are discard 2s, "),
        ("take_discard", "knock Tc", "it leaves 39 points, and the limit is 10; legal are"),
        ("take_discard", "knock Qc", "Qc was just taken"),
        ("take_discard", "big_gin", "for seat 0 in phase discard; legal"),
        ("take_discard", "pass", "for seat 0 in phase discard; legal"),
        ("take_discard", "meld 7c7d7h", "for seat 0 in phase discard; legal"),
        ("take_discard", "knock Kd: 7c7d7h 2s3s4s", "at most 10 points of deadwood, got 39"),
        ("take_discard", "knock Kd: 6c6d6h", "knocker|layout"),
        ("take_discard, knock Kd", "pass", "for seat 0 in phase over; the round is over"),
    ],
)
def test_an_illegal_action_says_why_and_changes_nothing(
    done: str, action: str, reason: str
) -> None:
    played = opening()
    for one in filter(None, done.split(", ")):
        played.apply(one)
    before = played.copy()
    with pytest.raises(gf.IllegalActionError, match=reason):
        played.apply(action)
    assert played == before
    assert played.history == before.history


def test_an_action_that_is_none_of_a_hand_says_so_at_the_end_too() -> None:
    played = opening()
    played.apply("take_discard")
    played.apply("knock Kd")
    with pytest.raises(gf.IllegalActionError, match="the round is over"):
        played.apply("nonsense")


def test_an_action_is_no_other_one_in_disguise() -> None:
    made: Any = gf.Action
    for action_id, card in ((104, 104), (105, 105), (90, 90), (-1, -1), (1, True)):
        with pytest.raises(gf.IllegalActionError, match=r"^(card|id): expected"):
            made(action_id, "discard", card)
    with pytest.raises(TypeError, match=r"^melds: expected Melds"):
        made(90, "knock", 38, ["7c7d7h"])
    melds = [gf.Meld("7c7d7h"), gf.Meld("2s3s4s")]
    assert made(90, "knock", 38, melds) == gf.Action.parse("knock Kd: 2s3s4s 7c7d7h")
    assert hash(made(90, "knock", 38, melds)) == hash(gf.Action.parse("knock Kd: 2s3s4s 7c7d7h"))
