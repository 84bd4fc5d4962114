"""OpenSpiel's lists of actions become the rounds that they play."""

import random
from collections import Counter
from typing import Any

import pyspiel
import pytest

import gin_fast as gf
from gin_fast.record import Record, from_openspiel
from gin_fast.record.openspiel import _meld, _Said

ONE_ROUND = [*range(10), *range(13, 23), 51]


@pytest.fixture(scope="module")
def games() -> dict[str, Any]:
    # One each: making a state takes as long as a round.
    texts = {"standard": "gin_rummy", "oklahoma": "gin_rummy(oklahoma=True)"}
    return {name: pyspiel.load_game(text).new_initial_state() for name, text in texts.items()}


def random_round(state: Any, numbers: random.Random, plies: int | None = None) -> Any:
    state = state.clone()
    while not state.is_terminal() and (plies is None or len(state.history()) < plies):
        legal = state.legal_actions()
        eager = 55 in legal and numbers.random() < 0.7
        state.apply_action(55 if eager else numbers.choice(legal))
    return state


@pytest.mark.parametrize("kind", ["standard", "oklahoma"])
def test_rounds_of_openspiel_end_as_they_did_there(
    kind: str, games: dict[str, Any], numbers: random.Random
) -> None:
    rules = gf.Rules.preset("openspiel").replace(oklahoma=kind == "oklahoma")
    ends: Counter[str] = Counter()
    for _ in range(400):
        state = random_round(games[kind], numbers)
        read = from_openspiel(state.history(), rules)
        assert read.result is not None
        result = read.result
        ends[result.kind] += 1
        signed = 0 if result.winner is None else result.points * (1 - 2 * result.winner)
        assert [signed, -signed] == state.returns()
        record = Record.of(read)
        assert Record.from_json(record.to_json()) == record
    assert ends["knock"] + ends["undercut"] + ends["gin"] > 5
    assert ends["draw"] > 20


def test_every_beginning_is_a_round_or_says_what_it_lacks(
    games: dict[str, Any], numbers: random.Random
) -> None:
    for _ in range(10):
        history = random_round(games["standard"], numbers).history()
        whole = from_openspiel(history)
        for end in range(len(history)):
            state = games["standard"].clone()
            for action in history[:end]:
                state.apply_action(action)
            if state.is_chance_node():
                with pytest.raises(gf.RecordError, match="the list ends where chance is due a "):
                    from_openspiel(history[:end])
            elif str(state.current_phase()).endswith("KNOCK"):
                with pytest.raises(gf.RecordError, match="the list ends within a knock"):
                    from_openspiel(history[:end])
            else:
                begun = from_openspiel(history[:end])
                if begun.phase != "layoff":
                    assert begun.history == whole.history[: len(begun.history)]
                assert begun.phase != "over"
                assert begun.player == state.current_player()
                # What is laid off has left the hand there and lies on it here.
                if begun.phase != "layoff":
                    hands = [sorted(map(gf.parse_card, hand)) for hand in _hands(state)]
                    assert [list(hand) for hand in begun.hands] == hands


def _hands(state: Any) -> list[list[str]]:
    return [[gf.card_name(card) for card in hand] for hand in state.hands()]


def test_melds_have_openspiels_numbers() -> None:
    known = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).int_to_meld
    assert len(known) == 185
    for number, cards in known.items():
        assert sorted(_meld(_Said(1, 56 + number))) == sorted(cards)


def test_a_state_of_openspiel_can_be_given_whole(
    games: dict[str, Any], numbers: random.Random
) -> None:
    state = random_round(games["standard"], numbers)
    assert from_openspiel(state).history == from_openspiel(state.history()).history


def test_the_other_seat_may_deal() -> None:
    numbers = [*ONE_ROUND, 54, 54, 53, 26]
    read, swapped = from_openspiel(numbers), from_openspiel(numbers, dealer=0)
    assert (read.player, swapped.player) == (0, 1)
    assert read.hands == swapped.hands[::-1]
    assert read.rules == gf.Rules.preset("openspiel")
    assert read.layoff == "manual"


@pytest.mark.parametrize(
    ("numbers", "ply", "reason"),
    [
        ([], None, "the list ends where chance is due a card"),
        (ONE_ROUND[:-1], None, "the list ends where chance is due a card"),
        ([*ONE_ROUND, 54, 54, 53], None, "the list ends where chance is due a card"),
        ([*ONE_ROUND[:-1], 52], 21, "expected a card that chance gives, got 52"),
        ([*ONE_ROUND[:-1], 0], 21, "As is dealt twice"),
        ([*ONE_ROUND, 54, 54, 53, 51], 25, "Kh is dealt twice"),
        ([*ONE_ROUND, 241], 22, "expected 0 to 240, got 241"),
        ([*ONE_ROUND, -1], 22, "expected 0 to 240, got -1"),
        ([*ONE_ROUND, 0], 22, "action: discard As is not legal"),
        ([*ONE_ROUND, 54, 54, 52], 24, "action: take_discard is not legal"),
        ([*ONE_ROUND, 60], 22, "a meld, 60, without a knock in phase upcard"),
        ([*ONE_ROUND, 52, 55], 23, "the list ends within a knock"),
        ([*ONE_ROUND, 52, 55, 54, 54], 24, "expected the card thrown to knock"),
        ([*ONE_ROUND, 52, 55, 51, 3, 54], 25, "expected a meld, got 3"),
        ([*ONE_ROUND, 52, 55, 0, 154, 54], 23, "action: knock As: Ah2h3h is not legal"),
    ],
)
def test_a_list_that_is_none_says_where(numbers: list[int], ply: int | None, reason: str) -> None:
    with pytest.raises(gf.RecordError) as caught:
        from_openspiel(numbers)
    assert caught.value.ply == ply
    assert caught.value.reason.startswith(reason)


def test_what_follows_the_end_is_refused(games: dict[str, Any], numbers: random.Random) -> None:
    knocked = drawn = False
    while not (knocked and drawn):
        history = random_round(games["standard"], numbers).history()
        ended = from_openspiel(history).result
        assert ended is not None
        knocked |= ended.kind != "draw"
        drawn |= ended.kind == "draw"
        with pytest.raises(gf.RecordError) as caught:
            from_openspiel([*history, 54])
        assert caught.value.ply == len(history) + 1


def test_what_is_no_list_of_ints_is_a_type_error() -> None:
    wrong: list[Any] = [None, 5, "0 1 2", b"012", [0.5], ["As"], [True]]
    for value in wrong:
        with pytest.raises(TypeError, match=r"^actions: expected "):
            from_openspiel(value)
    with pytest.raises(TypeError, match=r"^rules: expected Rules"):
        from_openspiel(ONE_ROUND, "openspiel")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^dealer: expected 0 or 1, got 2$"):
        from_openspiel(ONE_ROUND, dealer=2)
