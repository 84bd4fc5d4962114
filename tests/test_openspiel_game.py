"""`Game` and `load_game`: parameters, bounds, texts, types."""

import copy
import pickle
from typing import Any

import pyspiel
import pytest

from gin_fast.compat.open_spiel import Game, SpielError, load_game

PARAMS: list[dict[str, Any]] = [
    {},
    {"oklahoma": True},
    {"knock_card": 5, "oklahoma": False},
    {"gin_bonus": -5, "undercut_bonus": 0},
    {"num_ranks": 10, "num_suits": 3, "hand_size": 7},
]
ANSWERS = [
    "num_distinct_actions",
    "policy_tensor_shape",
    "max_chance_outcomes",
    "max_chance_nodes_in_history",
    "max_game_length",
    "max_history_length",
    "max_move_number",
    "num_players",
    "min_utility",
    "max_utility",
    "utility_sum",
    "observation_tensor_shape",
    "observation_tensor_size",
    "observation_tensor_layout",
    "information_state_tensor_layout",
    "get_parameters",
    "get_type",
    "oklahoma",
    "knock_card",
    "action_struct_spec",
    "serialize",
    "to_string",
    "__str__",
    "__repr__",
]


@pytest.mark.parametrize("params", PARAMS, ids=str)
def test_answers_are_openspiels(params: dict[str, Any]) -> None:
    theirs, ours = pyspiel.load_game("gin_rummy", params), Game(params, compat=True)
    for answer in ANSWERS:
        assert getattr(ours, answer)() == getattr(theirs, answer)(), answer
    assert ours.action_to_string(0, 56) == theirs.action_to_string(0, 56)
    assert [str(state) for state in ours.new_initial_states()] == [
        str(state) for state in theirs.new_initial_states()
    ]


def test_every_public_method_of_openspiels_is_there() -> None:
    theirs = pyspiel.load_game("gin_rummy")
    ours = load_game("gin_rummy")
    public = {name for name in dir(theirs) if not name.startswith("_")}
    assert public <= set(dir(ours))
    public = {name for name in dir(theirs.new_initial_state()) if not name.startswith("_")}
    assert public <= set(dir(ours.new_initial_state()))


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"knock_card": 11}, "knock_card: expected 0 to 10, got 11"),
        ({"knock_card": -1}, "knock_card: expected 0 to 10, got -1"),
        ({"num_ranks": 0}, "num_ranks: expected 1 to 13, got 0"),
        ({"num_ranks": 14}, "num_ranks: expected 1 to 13, got 14"),
        ({"num_suits": 5}, "num_suits: expected 1 to 4, got 5"),
        ({"hand_size": 0}, "hand_size: expected 1 to 10, got 0"),
        ({"hand_size": 11}, "hand_size: expected 1 to 10, got 11"),
        (
            {"num_ranks": 4, "num_suits": 2, "hand_size": 4},
            "num_ranks * num_suits: expected at least 11 cards for hands of 4, got 8",
        ),
        ({"foo": 1}, "params: expected some of gin_bonus, hand_size, knock_card, "),
        ({"knock_card": "x"}, "knock_card: expected an int, got str"),
        ({"knock_card": 2.5}, "knock_card: expected an int, got float"),
        ({"knock_card": True}, "knock_card: expected an int, got bool"),
        ({"oklahoma": 1}, "oklahoma: expected a bool, got int"),
    ],
)
def test_what_openspiel_refuses_is_refused(params: dict[str, Any], message: str) -> None:
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("gin_rummy", params)
    with pytest.raises(SpielError) as caught:
        Game(params)
    assert message in str(caught.value)
    assert SpielError is pyspiel.SpielError


def test_bonuses_have_32_bits() -> None:
    with pytest.raises(RuntimeError, match="gin_bonus: 1000000000000 has more than 32 bits"):
        Game({"gin_bonus": 10**12})


@pytest.mark.parametrize(
    "text",
    [
        "gin_rummy",
        "gin_rummy()",
        "gin_rummy(oklahoma=true)",
        "gin_rummy(oklahoma=False,knock_card=3)",
        "gin_rummy(knock_card=3,)",
        "gin_rummy(gin_bonus=-3)",
    ],
)
def test_texts_are_read_as_openspiel_reads_them(text: str) -> None:
    theirs, ours = pyspiel.load_game(text), load_game(text)
    assert str(ours) == str(theirs)
    assert ours.get_parameters() == theirs.get_parameters()
    assert load_game(str(ours)) == ours


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gin_rumy", "name: expected 'gin_rummy', got 'gin_rumy'"),
        ("gin_rummy(", "name: expected a bracket at the end"),
        ("gin_rummy(oklahoma=maybe)", "oklahoma: expected a bool, got str"),
        ("gin_rummy(oklahoma=1)", "oklahoma: expected a bool, got int"),
        ("gin_rummy(knock_card=11)", "knock_card: expected 0 to 10, got 11"),
        ("gin_rummy(foo=1)", "params: expected some of gin_bonus"),
        ("gin_rummy( knock_card=3)", "params: expected some of gin_bonus"),
        ("gin_rummy(knock_card)", "name: expected parameters such as knock_card=10"),
    ],
)
def test_texts_that_openspiel_refuses_are_refused(text: str, message: str) -> None:
    with pytest.raises(SpielError):
        pyspiel.load_game(text)
    with pytest.raises(SpielError) as caught:
        load_game(text)
    assert message in str(caught.value)


def test_parameters_come_once() -> None:
    with pytest.raises(SpielError, match="params: the name has parameters"):
        load_game("gin_rummy(knock_card=3)", {"gin_bonus": 3})
    with pytest.raises(TypeError, match="params: expected a dict of parameters by name, got list"):
        Game([1])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="name: expected a str such as 'gin_rummy', got int"):
        load_game(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("params", PARAMS, ids=str)
@pytest.mark.parametrize("compat", [False, True])
def test_games_pickle_and_compare(params: dict[str, Any], *, compat: bool) -> None:
    game = Game(params, compat=compat)
    for other in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):  # noqa: S301
        assert other == game
        assert hash(other) == hash(game)
        assert (str(other), other.compat) == (str(game), compat)
    assert game != Game(params, compat=not compat)
    assert game != Game({**params, "knock_card": 7})


def test_the_bounds_hold_whatever_the_bonuses() -> None:
    assert Game().max_utility() == 125.0
    assert Game(compat=True).max_utility() == 123.0
    assert Game({"undercut_bonus": -1000}).min_utility() == -1010.0
    assert Game({"gin_bonus": -2000}).max_utility() == 2100.0


def test_what_gin_rummy_has_not_got_is_refused() -> None:
    for game in (pyspiel.load_game("gin_rummy"), Game()):
        with pytest.raises(SpielError):
            game.new_initial_state({})  # type: ignore[arg-type]
        with pytest.raises(SpielError):
            game.new_initial_state_for_population(0)
        with pytest.raises(SpielError):
            game.information_state_tensor_shape()
        with pytest.raises(SpielError):
            game.information_state_tensor_size()
        with pytest.raises(SpielError):
            game.make_observer({"a": 1})
