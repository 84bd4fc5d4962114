"""OpenSpiel's own account of a whole game, every field of it, of ours and of its own."""

import random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

from gin_fast.compat.open_spiel import load_game
from openspiel_pair import Pair, Params


def account(load: Any, text: str, actions: list[int], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(pyspiel, "load_game", load)
    # It would leave out most states.
    monkeypatch.setattr(
        generate_playthrough, "ShouldDisplayStateTracker", lambda: lambda _state: True
    )
    lines: list[str] = generate_playthrough.playthrough_lines(text, action_sequence=actions)
    monkeypatch.undo()
    return lines


@pytest.mark.parametrize("params", [{}, {"oklahoma": True}, {"knock_card": 7}], ids=str)
def test_the_account_of_a_game_is_openspiels(
    numbers: random.Random, monkeypatch: pytest.MonkeyPatch, params: Params
) -> None:
    pair = Pair(numbers, params, compat=True, steered=True)
    for _ in range(30):
        for _state in pair.states():
            pass
        if any(pair.ours.knocked()):
            break
        pair = Pair(numbers, params, compat=True, steered=True)
    text, actions = str(pair.ours.get_game()), pair.ours.history()
    theirs = account(pyspiel.load_game, text, actions, monkeypatch)
    ours = account(lambda text: load_game(text, compat=True), text, actions, monkeypatch)
    assert len(theirs) > 1_000
    assert ours == theirs
