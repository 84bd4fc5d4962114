"""`GinRummyEnv` beside RLCard's, on the same seeds and actions."""

import copy
import pickle
import random
from collections import OrderedDict
from typing import Any

import numpy as np
import pytest
import rlcard
import rlcard.models
from rlcard.agents import RandomAgent
from rlcard.games.gin_rummy.utils.action_event import DrawCardAction, GinAction, KnockAction
from rlcard.games.gin_rummy.utils.gin_rummy_error import GinRummyProgramError

from gin_fast.compat.rlcard import GinRummyEnv, make
from rlcard_games import Choice, assert_same_state, random_choice, steps


def pair(seed: int, **settings: Any) -> tuple[Any, GinRummyEnv]:
    theirs = rlcard.make("gin-rummy", {"seed": seed})
    for name, value in settings.items():
        setattr(theirs.game.settings, name, value)
    return theirs, make(config={"seed": seed, **settings}, compat=True)


def test_the_same_seed_deals_and_plays_the_same(numbers: random.Random, rounds: int) -> None:
    theirs, ours = pair(numbers.randrange(2**70))
    for _ in range(rounds // 2):
        seed = numbers.choice([numbers.randrange(100), numbers.randrange(2**70)])
        assert theirs.seed(seed) == ours.seed(seed)
        for _ in range(2):
            for _ in steps(theirs, ours, random_choice(numbers)):
                pass
    assert theirs.timestep == ours.timestep > 100 * rounds


def test_by_default_only_illegal_play_and_other_seats_differ(
    numbers: random.Random, rounds: int
) -> None:
    theirs, _ = pair(1)
    ours = make()
    for _ in range(rounds // 4):
        seed = numbers.randrange(2**32)
        assert theirs.seed(seed) == ours.seed(seed)
        for _ in steps(theirs, ours, random_choice(numbers)):
            pass


SETTINGS: list[dict[str, Any]] = [
    {"dealer_for_round": 0},
    {"dealer_for_round": 1, "is_south_never_knocks": True},
    {"stockpile_dead_card_count": 20},
    {"going_out_deadwood_count": 3},
    {"going_out_deadwood_count": 40},
    {"going_out_deadwood_count": 98, "is_always_knock": True},
    {"max_drawn_card_count": 4},
    {"max_move_count": 12},
    {"is_allowed_knock": False},
    {"is_allowed_gin": False, "is_always_knock": True},
    {"is_allowed_pick_up_discard": False},
    {"is_allowed_to_discard_picked_up_card": True},
    {"is_always_knock": True, "is_south_never_knocks": True, "dealer_for_round": 0},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=" ".join)
def test_every_setting_plays_as_rlcards(settings: dict[str, Any], numbers: random.Random) -> None:
    theirs, ours = pair(numbers.randrange(2**32), **settings)
    for _ in range(4):
        for _ in steps(theirs, ours, drawing(numbers, theirs)):
            pass


def drawing(numbers: random.Random, env: Any) -> Choice:
    """Return a player who keeps melds, and so comes to knock and to go gin."""
    novice = rlcard.models.load("gin-rummy-novice-rule").agents[0]

    def choose(legal: list[int]) -> int:
        if legal[0] in {2, 3} or numbers.random() < 0.1:
            return numbers.choice(legal)
        np.random.seed(numbers.randrange(2**32))  # noqa: NPY002 - what the agent draws from.
        return int(novice.step(env.get_state(env.get_player_id())))

    return choose


def test_good_play_is_the_same(numbers: random.Random, rounds: int) -> None:
    theirs, ours = pair(numbers.randrange(2**32))
    ends = set()
    for _ in range(max(10, rounds // 15)):
        for _ in steps(theirs, ours, drawing(numbers, theirs)):
            pass
        ends.add(type(theirs.game.round.going_out_action))
    assert KnockAction in ends


@pytest.mark.parametrize("kind", ["random", "novice"])
@pytest.mark.parametrize("is_training", [False, True])
def test_runs_of_agents_are_the_same(
    kind: str,
    is_training: bool,  # noqa: FBT001
    numbers: random.Random,
    rounds: int,
) -> None:
    seed = numbers.randrange(2**32)
    found = []
    for env in pair(seed):
        agents = [RandomAgent(env.num_actions) for _ in range(env.num_players)]
        if kind == "novice":
            agents = rlcard.models.load("gin-rummy-novice-rule").agents
        env.set_agents(agents)
        np.random.seed(seed)  # noqa: NPY002 - what the agents draw from.
        games = 2 + rounds // 100
        found.append([env.run(is_training=is_training) for _ in range(games)])
    for (theirs, their_payoffs), (ours, our_payoffs) in zip(*found, strict=True):
        assert np.array_equal(their_payoffs, our_payoffs)
        assert [len(of_one) for of_one in theirs] == [len(of_one) for of_one in ours]
        for player in (0, 1):
            for one, two in zip(theirs[player], ours[player], strict=True):
                if isinstance(one, dict):
                    assert_same_state(one, two)
                else:
                    assert one == two
        moved = rlcard.utils.reorganize(ours, our_payoffs)
        assert [of_one[-1][2] for of_one in moved] == list(our_payoffs)


def test_the_state_of_the_other_seat_is_rlcards_with_its_fault(numbers: random.Random) -> None:
    theirs, ours = pair(numbers.randrange(2**32))
    fair = make(seed=1)
    for _ in steps(theirs, ours, random_choice(numbers)):
        for player in (0, 1):
            assert_same_state(theirs.get_state(player), ours.get_state(player))
            assert theirs.game.get_state(player) == ours.game.get_state(player)
    fair.reset()
    mine, other = fair.get_player_id(), 1 - fair.get_player_id()
    assert fair.get_state(mine)["obs"][0].sum() == 11
    assert fair.get_state(other)["obs"][0].sum() == 10
    assert fair.get_state(other)["legal_actions"] == OrderedDict()
    hand = [card.get_index() for card in fair.game.round.players[other].hand]
    assert fair.game.get_state(other)["hand"] == hand
    assert fair.game.get_state(other)["player_id"] == other


def outcome(env: Any, action: int) -> object:
    try:
        env.step(action)
    except Exception as error:  # noqa: BLE001 - RLCard raises many.
        return type(error)
    return None


def test_what_is_not_legal_is_played_as_rlcard_plays_it(numbers: random.Random) -> None:
    seen = set()
    for _ in range(200):
        theirs, ours = pair(numbers.randrange(2**32))
        theirs.reset()
        ours.reset()
        for _ in range(25):
            legal = list(theirs._get_legal_actions())  # noqa: SLF001
            hand = theirs.game.get_current_player().hand
            thrown = numbers.choice([6, 58]) + rlcard.games.gin_rummy.utils.utils.get_card_id(
                numbers.choice(hand)
            )
            action = numbers.choice([*legal, *legal, *range(6), thrown, numbers.randrange(110)])
            refused = outcome(theirs, action)
            assert outcome(ours, action) == refused, action
            seen.add((refused, action in legal))
            assert theirs.game.round.is_over == ours.is_over()
            assert [str(move) for move in theirs.game.round.move_sheet] == [
                str(move) for move in ours.game.round.move_sheet
            ]
            assert len(theirs.game.actions) == len(ours.game.actions)
            assert theirs.timestep == ours.timestep
            if refused is not None:
                break
            assert np.array_equal(theirs.get_payoffs(), ours.get_payoffs())
            for player in (0, 1):
                assert (
                    theirs.game.round.players[player].hand == ours.game.round.players[player].hand
                )
            assert_same_state(theirs.get_state(0), ours.get_state(0))
    assert seen >= {
        (None, True),
        (None, False),
        (GinRummyProgramError, False),
        (ValueError, False),
        (IndexError, False),
    }


def test_what_is_not_legal_is_refused_by_default() -> None:
    env = make(seed=3)
    state, player_id = env.reset()
    with pytest.raises(GinRummyProgramError, match="action 58 is not legal here: expected one of"):
        env.step(58)
    assert (env.timestep, env.action_recorder, env.game.actions) == (0, [], [])
    assert_same_state(env.get_state(player_id), state)
    for action in (110, -1, "draw"):
        with pytest.raises(ValueError, match="expected an id from 0 to 109"):
            env.step(action)


def test_a_limit_above_ten_is_kept(numbers: random.Random) -> None:
    env = make(config={"game_going_out_deadwood_count": 98})
    env.seed(numbers.randrange(2**32))
    state, _ = env.reset()
    assert sum(action >= 58 for action in state["legal_actions"]) == 11
    env.step(state["raw_legal_actions"][-1])
    env.step(0)
    env.step(1)
    assert 0.2 in env.get_payoffs()


def test_there_is_no_step_back() -> None:
    for make_env in (rlcard.make, make):
        env = make_env("gin-rummy", {"allow_step_back": True})
        with pytest.raises(NotImplementedError):
            env.step_back()
        with pytest.raises(NotImplementedError):
            env.get_perfect_information()
        with pytest.raises(Exception, match=r"(?i)step.back"):
            make_env("gin-rummy").step_back()


def test_actions_may_come_as_objects(numbers: random.Random) -> None:
    theirs, ours = pair(numbers.randrange(2**32))
    theirs.reset()
    ours.reset()
    for env in (theirs, ours):
        env.step(env.game.judge.get_legal_actions()[0], raw_action=True)
        env.step(DrawCardAction(), raw_action=True)
        env.step(np.int64(env.get_state(0)["raw_legal_actions"][-1]))
    assert theirs.game.actions == ours.game.actions
    assert theirs.action_recorder == ours.action_recorder
    assert isinstance(ours.game.actions[1], DrawCardAction)
    assert ours._decode_action(5) == GinAction()  # noqa: SLF001
    assert np.array_equal(theirs.get_action_feature(7), ours.get_action_feature(7))


def test_the_attributes_are_rlcards() -> None:
    theirs, ours = pair(1)
    for name in (
        "name",
        "num_players",
        "num_actions",
        "state_shape",
        "action_shape",
        "timestep",
        "allow_step_back",
        "action_recorder",
    ):
        assert getattr(theirs, name) == getattr(ours, name), name
    public = {name for name in dir(theirs) if not name.startswith("__")}
    assert public - set(dir(ours)) == {"_utils", "_ScoreSouthMove"}


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301
def test_a_copy_plays_on_by_itself(again: Any, numbers: random.Random) -> None:
    env = make(config={"seed": 5, "going_out_deadwood_count": 30})
    state, _ = env.reset()
    for _ in range(9):
        state, _ = env.step(numbers.choice(state["raw_legal_actions"]))
    other = again(env)
    assert_same_state(other.get_state(0), env.get_state(0))
    before = len(env.game.actions)
    other.step(env.get_state(env.get_player_id())["raw_legal_actions"][0])
    other.game.settings.going_out_deadwood_count = 5
    assert len(env.game.actions) == before == len(other.game.actions) - 1
    assert env.game.settings.going_out_deadwood_count == 30
    assert_same_state(env.reset()[0], other.reset()[0])


def test_who_extracts_states_in_his_own_way_is_asked() -> None:
    class Short(GinRummyEnv):
        def _extract_state(self, state: Any) -> dict[str, Any]:
            return {"mine": state["hand"]} if state else {}

    env = Short({"seed": 1})
    state, player_id = env.reset()
    assert state == {"mine": [card.get_index() for card in env.game.round.players[player_id].hand]}
    state, player_id = env.step(env.game.judge.get_legal_actions()[0].action_id)
    assert state == {"mine": [card.get_index() for card in env.game.round.players[player_id].hand]}


@pytest.mark.parametrize("seed", [-1, 1.5, "1"])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="seed: expected an int"):
        make(seed=seed)


def test_what_make_refuses() -> None:
    with pytest.raises(ValueError, match="env_id: expected 'gin-rummy', got 'uno'"):
        make("uno")
    with pytest.raises(ValueError, match="config: no setting is called 'game_limit'"):
        make(config={"game_limit": 3})
    with pytest.raises(TypeError, match="max_move_count: expected int, got 'many'"):
        make(config={"max_move_count": "many"})
    with pytest.raises(ValueError, match="seed: the config has another one, 1"):
        make(config={"seed": 1}, seed=2)
    assert make(config={"seed": None, "game_num_players": 2, "single_agent_mode": True}, seed=2)
