"""`ace=` and `ace_deadwood=`: how they are read, and that every evaluator and form heeds them."""

import copy
import pickle
from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np
import pytest
from numpy.typing import NDArray

import gin_fast as gf

# A low run, a high one and one around the corner, an ace too many and a king.
HAND = "As 2s 3s Qc Kc Ac Kd Ad 2d Ah Kh"
Ace = Literal["low", "high_or_low", "corner"]
ACES: tuple[Ace, ...] = ("low", "high_or_low", "corner")

WITH_HANDS: list[Callable[..., Any]] = [
    gf.deadwood,
    gf.melded,
    gf.best_discard,
    gf.deadwood_after_discard,
    gf.knock_discards,
]
WITH_POINTS: list[Callable[..., Any]] = [*WITH_HANDS, gf.arrange, gf.arrangements]
EVERY: list[Callable[..., Any]] = [*WITH_POINTS, gf.melds, gf.is_meld, gf.Meld]


def deal(count: int, ranks: tuple[int, ...]) -> NDArray[np.uint64]:
    """Return hands of eleven cards of these ranks, always the same."""
    pack = np.array([card for card in range(52) if card % 13 in ranks])
    order = np.random.default_rng(7).random((count, len(pack))).argsort(axis=1)[:, :11]
    return gf.masks(pack[order])


HANDS = np.concatenate([deal(300, (0, 1, 2, 11, 12)), deal(300, tuple(range(13)))])


def test_more_runs_leave_fewer_points() -> None:
    left = [gf.deadwood("As Qs Ks 2s", ace=ace) for ace in ACES]
    assert left == [23, 2, 0]
    assert gf.deadwood("As Ac", ace_deadwood=15) == 30
    assert gf.deadwood("As Ac 2c Kc", ace="corner", ace_deadwood=15) == 15
    assert gf.melded("As Qs Ks", ace="high_or_low") == gf.CardSet("As Qs Ks")
    assert gf.melded("As Qs Ks") == gf.CardSet()


def test_points_of_aces_decide_what_is_thrown() -> None:
    hand = "As Ac 3d 4d 5d 6h 7h 8h 9c Tc Jc"
    assert gf.best_discard(hand) == (13, 1)
    card, left = gf.best_discard(hand, ace_deadwood=15)
    assert (card, left) == (13, 15)
    assert gf.knock_discards(hand) == gf.CardSet("As Ac 4d 5d")
    assert gf.knock_discards(hand, ace_deadwood=15) == gf.CardSet()
    assert gf.knock_discards(hand, 15, ace_deadwood=15) == gf.CardSet("As Ac")
    assert gf.deadwood_after_discard("As Ac Kd", ace_deadwood=15) == {0: 25, 13: 25, 38: 30}


def test_melds_know_the_strictest_rule_that_allows_them() -> None:
    found = {ace: gf.melds(HAND, ace=ace) for ace in ACES}
    assert set(found["low"]) < set(found["high_or_low"]) < set(found["corner"])
    assert {meld.ace for meld in found["corner"]} == set(ACES)
    for ace, melds in found.items():
        for meld in melds:
            assert ACES.index(meld.ace) <= ACES.index(ace)
            assert gf.is_meld(meld, ace)
            assert gf.Meld(meld.cards, ace=ace) == meld
            for other in ACES:
                assert gf.is_meld(meld.cards, other) == (ACES.index(other) >= ACES.index(meld.ace))


@pytest.mark.parametrize(
    ("cards", "ace", "shown"),
    [
        ("As Ks Qs", "corner", "Meld('QsKsAs', ace='high_or_low')"),
        ("2s Ks As", "corner", "Meld('KsAs2s', ace='corner')"),
        ("3s 2s As", "corner", "Meld('As2s3s')"),
        ("Ac As Ad", "high_or_low", "Meld('AsAcAd')"),
    ],
)
def test_a_meld_prints_to_be_pasted_back(cards: str, ace: Any, shown: str) -> None:
    meld = gf.Meld(cards, ace=ace)
    assert repr(meld) == shown
    assert eval(shown, {"Meld": gf.Meld}) == meld  # noqa: S307
    assert str(meld) in shown
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(meld, protocol))  # noqa: S301
        assert (again, again.ace) == (meld, meld.ace)
    assert copy.deepcopy(meld) == copy.copy(meld) == meld
    assert hash(meld) == hash(gf.Meld(meld, "corner"))
    assert meld.kind == ("set" if cards == "Ac As Ad" else "run")


def test_what_only_another_rule_allows_is_no_meld() -> None:
    for cards, ace, how in [
        ("Qs Ks As", "low", "the ace low"),
        ("Ks As 2s", "high_or_low", "the ace low or high"),
        ("As 2s 4s", "corner", "around the corner"),
    ]:
        with pytest.raises(gf.InvalidHandError, match=rf"^cards: .* is no meld: .*, {how}$"):
            gf.Meld(cards, ace=ace)  # type: ignore[arg-type]
    with pytest.raises(gf.InvalidHandError, match="is no meld"):
        gf.Meld(gf.Meld("QsKsAs", ace="high_or_low"))


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("points", [1, 2, 15])
def test_an_arrangement_adds_up_under_its_rule(ace: Any, points: int) -> None:
    for hand in HANDS[::30].tolist():
        arranged = gf.arrange(hand, ace=ace, ace_deadwood=points)
        aces = sum(card % 13 == 0 for card in arranged.unmelded)
        assert arranged.deadwood == arranged.unmelded.points + aces * (points - 1)
        assert arranged.deadwood == gf.deadwood(hand, ace=ace, ace_deadwood=points)
        every = gf.arrangements(hand, ace=ace, ace_deadwood=points)
        assert every[0] == arranged
        assert {one.deadwood for one in every} == {arranged.deadwood}
        assert all(gf.is_meld(meld, ace) for one in every for meld in one.melds)


def plain(answer: Any) -> Any:
    """Return an answer for one hand as arrays have it."""
    if isinstance(answer, gf.CardSet):
        return answer.mask
    if isinstance(answer, dict):
        return [answer.get(card, 255) for card in range(52)]
    return answer


@pytest.mark.parametrize("evaluate", WITH_HANDS)
@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("points", [1, 15])
def test_arrays_get_the_answers_of_their_hands(
    evaluate: Callable[..., Any], ace: str, points: int, backend: str
) -> None:
    rule: dict[str, Any] = {"ace": ace, "ace_deadwood": points}
    expected = [plain(evaluate(hand, **rule)) for hand in HANDS.tolist()]
    for hands in (HANDS, HANDS.astype(">u8"), HANDS.repeat(2)[::2]):
        answers = evaluate(hands, **rule, backend=backend, threads=2)
        if isinstance(answers, tuple):
            answers = np.stack(answers, axis=1)
        np.testing.assert_array_equal(answers, expected)


@pytest.mark.parametrize("evaluate", WITH_HANDS)
def test_the_default_can_be_spelled_out(evaluate: Callable[..., Any]) -> None:
    hand = int(HANDS[0])
    assert evaluate(hand, ace="low", ace_deadwood=1) == evaluate(hand)
    for answer, expected in zip(
        evaluate(HANDS, ace="low", ace_deadwood=np.int8(1)), evaluate(HANDS), strict=True
    ):
        np.testing.assert_array_equal(answer, expected)


def arguments_of(function: Callable[..., Any]) -> list[Any]:
    hands: list[Any] = ["As Ac Ad"] if function in {gf.Meld, gf.is_meld, gf.melds} else [HAND]
    return [*hands, HANDS] if function in WITH_HANDS else hands


@pytest.mark.parametrize("function", EVERY)
def test_an_unknown_rule_is_refused(function: Callable[..., Any]) -> None:
    for hands in arguments_of(function):
        for wrong in ("high", "", "LOW", "\ud800"):
            with pytest.raises(
                ValueError, match=r'^ace: expected one of \["low", "high_or_low", "corner"\], got "'
            ):
                function(hands, ace=wrong)
        for kind in (1, True, b"low", ["low"], 1.5):
            with pytest.raises(TypeError, match=r"^ace: expected one of .*, got "):
                function(hands, ace=kind)


@pytest.mark.parametrize("function", WITH_POINTS)
def test_an_ace_costs_one_to_fifteen_points(function: Callable[..., Any]) -> None:
    for hands in arguments_of(function):
        for wrong in (0, 16, -1, 256, 10**30, np.int64(0)):
            with pytest.raises(ValueError, match=f"^ace_deadwood: expected 1 to 15, got {wrong}$"):
                function(hands, ace_deadwood=wrong)
        for kind in (1.0, "1", True, [1]):
            with pytest.raises(TypeError, match=r"^ace_deadwood: expected an int of points, got "):
                function(hands, ace_deadwood=kind)


@pytest.mark.parametrize("function", [gf.melds, gf.is_meld, gf.Meld])
def test_melds_have_no_points(function: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="ace_deadwood"):
        function("As Ac Ad", ace_deadwood=1)


def test_out_is_as_it_was_after_an_error() -> None:
    hands = HANDS.copy()
    hands[500] = 1 << 60
    out = np.full(len(hands), 0xAA, np.uint8)
    with pytest.raises(gf.InvalidHandError, match="at index 500"):
        gf.deadwood(hands, ace="corner", out=out)
    with pytest.raises(ValueError, match="ace"):
        gf.deadwood(HANDS, ace="no", out=out)  # type: ignore[call-overload]
    assert (out == 0xAA).all()
    assert gf.deadwood(HANDS, ace="corner", out=out) is out
    np.testing.assert_array_equal(out, gf.deadwood(HANDS, ace="corner"))


def test_the_stub_lists_the_rules() -> None:
    from gin_fast import rules  # noqa: PLC0415

    assert get_args(rules.Rules.__annotations__["ace"]) == ACES
