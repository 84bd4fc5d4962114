"""`gin_rummy_v4` for current PettingZoo: its own tests, the old environment's promises, no leak."""

import copy
import pickle
import random
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
import rlcard
from gymnasium import spaces
from pettingzoo.utils import wrappers

from gin_fast.compat.rlcard import GinRummyProgramError
from gin_fast.envs import pettingzoo as gin_rummy_v4
from gin_fast.envs.pettingzoo import ClassicEnv

with warnings.catch_warnings():
    # Its tests import an environment of its own in a way that it warns of.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.performance_benchmark import performance_benchmark

AGENTS = ["player_0", "player_1"]
# PettingZoo has a list of its own environments that may do so: see dicts, and no action at the end.
OF_ANY_OTHER = {
    "Observation is not a NumPy array",
    (
        "Observation space for each agent probably should be gymnasium.spaces.box or "
        "gymnasium.spaces.discrete"
    ),
    "Observation numpy array is all zeros.",
    "Action mask numpy array is all zeros (no legal actions).",
}


def choose(observation: gin_rummy_v4.Observed, numbers: random.Random) -> int:
    """Choose by chance, and mostly knock where one can."""
    legal = np.flatnonzero(observation["action_mask"]).tolist()
    knocks = [action for action in legal if action >= 58]
    return numbers.choice(knocks if knocks and numbers.random() < 0.7 else legal)


def played_out(env: Any, numbers: random.Random, seed: int | None = None) -> dict[str, float]:
    """Play a game; return what each agent was paid in all."""
    env.reset(seed=seed)
    paid = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        done = terminated or truncated
        if done:
            paid[agent] = reward
        env.step(None if done else choose(observation, numbers))
    return paid


@pytest.mark.parametrize("visible", [False, True])
def test_it_passes_the_api_test(visible: bool) -> None:  # noqa: FBT001 - pytest's.
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(gin_rummy_v4.env(opponents_hand_visible=visible), num_cycles=500)
    assert {str(one.message) for one in caught} <= OF_ANY_OTHER


def test_it_passes_the_seed_test() -> None:
    seed_test(gin_rummy_v4.env, num_cycles=300)
    seed_test(gin_rummy_v4.raw_env, num_cycles=300)


def test_it_runs_in_the_benchmark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # It looks at the clock once before and once after every cycle, until five seconds have gone by.
    clock = iter(range(0, 100, 2))
    monkeypatch.setattr("time.time", lambda: float(next(clock)))
    performance_benchmark(gin_rummy_v4.env())
    assert "turns per second" in capsys.readouterr().out


def test_it_says_of_itself_what_the_old_one_said() -> None:
    env = gin_rummy_v4.env()
    assert isinstance(env, wrappers.OrderEnforcingWrapper)
    assert isinstance(env.env, wrappers.AssertOutOfBoundsWrapper)
    assert isinstance(env.env.env, wrappers.TerminateIllegalWrapper)
    raw = env.unwrapped
    assert isinstance(raw, ClassicEnv)
    assert raw.metadata["name"] == str(raw) == str(env) == "gin_rummy_v4"
    assert raw.metadata["is_parallelizable"] is False
    assert {"human", "ansi", "rgb_array"} == set(raw.metadata["render_modes"])
    assert raw.possible_agents == AGENTS
    for agent in AGENTS:
        assert env.action_space(agent) == spaces.Discrete(110)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) == spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (4, 52), np.int8),
                "action_mask": spaces.Box(0, 1, (110,), np.int8),
            }
        )
    five = gin_rummy_v4.raw_env(opponents_hand_visible=True).observation_space(AGENTS[0])
    assert five["observation"].shape == (5, 52)


def test_games_are_those_of_rlcard_for_the_same_seed(numbers: random.Random, rounds: int) -> None:
    """The old environment made RLCard's anew with the seed; without one it went on."""
    for _ in range(rounds // 10):
        seed = numbers.randrange(2**32)
        theirs = rlcard.make("gin-rummy", {"seed": seed})
        ours = gin_rummy_v4.raw_env(opponents_hand_visible=True)
        for again in range(3):
            ours.reset(seed=None if again else seed)
            state, player = theirs.reset()
            while not theirs.is_over():
                agent = AGENTS[player]
                assert ours.agent_selection == agent
                seen = ours.observe(agent)
                assert np.array_equal(seen["observation"], state["obs"])
                assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(
                    state["legal_actions"]
                )
                action = choose(seen, numbers)
                ours.step(action)
                state, player = theirs.step(action)
            out = theirs.game.round.going_out_action
            payoffs = theirs.get_payoffs().tolist()
            if out.action_id >= 58:
                payoffs = [0.5 if payoff == 0.2 else payoff for payoff in payoffs]
            assert [ours.rewards[agent] for agent in AGENTS] == payoffs
            assert all(ours.terminations.values())
            assert not any(ours.truncations.values())
            for agent in AGENTS:
                seen = ours.observe(agent)
                assert not seen["observation"].any()
                assert not seen["action_mask"].any()


def test_rewards_are_those_that_were_asked_for_after_a_seeded_reset_too(
    numbers: random.Random,
) -> None:
    """P1: the old one went back to RLCard's 0.2 with a seeded reset."""
    env = gin_rummy_v4.env(knock_reward=0.75, gin_reward=3.0)
    met = set()
    for at in range(400):
        paid = played_out(env, numbers, seed=at if at % 2 else None)
        met |= {reward for reward in paid.values() if reward > 0}
        # Each is paid by himself, so that they do not add up to nothing.
        assert min(paid.values()) <= 0
        if 0.75 in met and at >= 50:
            break
    assert 0.75 in met
    assert met <= {0.75, 3.0}


def test_gin_pays_its_reward() -> None:
    env = gin_rummy_v4.raw_env(gin_reward=2.5)
    for seed in range(3_000):
        env.reset(seed=seed)
        number = random.Random(seed)
        while not all(env.terminations.values()):
            seen = env.observe(env.agent_selection)
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            plain = [action for action in legal if action < 58]
            env.step(5 if 5 in legal else best_discard(seen, plain, number))
        if 2.5 in env.rewards.values():
            return
    pytest.fail("nobody went gin")


def best_discard(seen: gin_rummy_v4.Observed, legal: list[int], number: random.Random) -> int:
    """Keep what is near other cards, so that somebody goes gin now and then."""
    hand = set(np.flatnonzero(seen["observation"][0]).tolist())

    def neighbours(card: int) -> int:
        same = sum(other % 13 == card % 13 for other in hand)
        near = sum(other // 13 == card // 13 and abs(other - card) < 3 for other in hand)
        return same + near

    discards = [action for action in legal if 6 <= action < 58]
    if not discards:
        takes = 3 in legal and neighbours(int(seen["observation"][1].argmax())) > 2
        return 3 if takes else number.choice(legal)
    return min(discards, key=lambda action: (neighbours(action - 6), number.random()))


def test_an_agent_off_its_turn_sees_its_own_cards_and_no_action(numbers: random.Random) -> None:
    """P2: the old one gave it the hand and the actions of the one to act."""
    env = gin_rummy_v4.env(opponents_hand_visible=True)
    env.reset(seed=numbers.getrandbits(32))
    for agent in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        if terminated:
            break
        other = AGENTS[agent == AGENTS[0]]
        engine = env.unwrapped.engine
        for at, name in enumerate(AGENTS):
            hand = np.flatnonzero(env.observe(name)["observation"][0])
            assert hand.tolist() == sorted(engine.hand(at))
        assert not env.observe(other)["action_mask"].any()
        assert env.observe(agent)["action_mask"].any()
        env.step(choose(observation, numbers))


def test_planes_are_what_an_agent_may_know_and_no_more(numbers: random.Random) -> None:
    """Where two hidden cards change places, nobody whom they are hidden from sees it."""
    env, twin = (gin_rummy_v4.raw_env(opponents_hand_visible=True) for _ in range(2))
    compared = 0
    for _ in range(60):
        env.reset(seed=numbers.getrandbits(32))
        for _ in range(numbers.randrange(60)):
            if not all(env.terminations.values()):
                env.step(choose(env.observe(env.agent_selection), numbers))
        engine = env.engine
        if engine.is_over or engine.went_out:
            continue
        seat = engine.player
        # Cards that the other was dealt or drew, and that were never shown.
        held = set(engine.hand(1 - seat)) - set(engine.known_cards(1 - seat))
        if not held:
            continue
        hidden = [*sorted(held), *engine.stock()]
        seen = env.observe(AGENTS[seat])
        assert np.flatnonzero(seen["observation"][4]).tolist() == sorted(hidden)
        first, second = numbers.choice(sorted(held)), numbers.choice(engine.stock())
        change = {first: second, second: first}
        deck = [change.get(card, card) for card in engine.deck()]
        twin.reset(seed=1)
        twin.engine.deal(engine.dealer, deck)
        try:
            for _, action, _ in engine.moves():
                twin.engine.apply(action)
        except GinRummyProgramError:
            # With that card he would have had to go gin, or could not have knocked.
            continue
        compared += 1
        again = twin.observe(AGENTS[seat])
        assert np.array_equal(seen["observation"], again["observation"])
        assert np.array_equal(seen["action_mask"], again["action_mask"])
    assert compared


ARGUMENTS: dict[str, Any] = {
    "knock_reward": 0.25,
    "gin_reward": 2.0,
    "opponents_hand_visible": True,
    "render_mode": "ansi",
    "screen_height": 400,
}


@pytest.mark.parametrize("again", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy])  # noqa: S301
def test_a_pickle_keeps_every_argument(again: Any, numbers: random.Random) -> None:
    """P3: the old one lost the visible hand and the height."""
    for made in (gin_rummy_v4.raw_env, gin_rummy_v4.env):
        env = again(made(**ARGUMENTS)).unwrapped
        assert env.observation_space(AGENTS[0])["observation"].shape == (5, 52)
        assert (env.render_mode, env.screen_height) == ("ansi", 400)
        paid: set[float] = set()
        for seed in range(200):
            paid |= set(played_out(env, numbers, seed).values())
            if 0.25 in paid:
                break
        assert 0.25 in paid
    rules = again(gin_rummy_v4.raw_env(rules="oklahoma", screen_height=300))
    assert (rules.rules.oklahoma, rules.screen_height) == (True, 300)


def test_an_illegal_action_ends_the_game_and_costs_its_agent(
    caplog: pytest.LogCaptureFixture,
) -> None:
    env = gin_rummy_v4.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(2)
    assert "Illegal move made" in caplog.text
    assert env.terminations == env.truncations == dict.fromkeys(AGENTS, True)
    assert env.rewards[agent] == -1
    assert sum(env.rewards.values()) == -1
    for _ in AGENTS:
        env.step(None)
    assert not env.agents


def test_without_wrappers_an_illegal_action_is_an_error_and_nothing_is_done() -> None:
    env = gin_rummy_v4.raw_env()
    env.reset(seed=1)
    before = pickle.dumps(env.engine)
    with pytest.raises(GinRummyProgramError, match="action 2 is not legal"):
        env.step(2)
    for action in (110, -1, None, 2.0, "2"):
        with pytest.raises(ValueError, match="action: expected an id from 0 to 109, got"):
            env.step(action)  # type: ignore[arg-type]
    assert pickle.dumps(env.engine) == before


def test_the_wrappers_ask_for_a_reset_first() -> None:
    env = gin_rummy_v4.env()
    with pytest.raises(Exception, match="reset"):
        env.observe(AGENTS[0])
    raw = gin_rummy_v4.raw_env()
    assert not raw.observe(AGENTS[0])["observation"].any()


def test_arguments_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"^render_mode: expected None, 'human', 'ansi' or 'rgb"):
        gin_rummy_v4.env(render_mode="colour")
    with pytest.raises(ValueError, match=r"^screen_height: expected an int from 200 to 10000"):
        gin_rummy_v4.env(screen_height=10)
    with pytest.raises(TypeError, match=r"^knock_reward: expected a number, got '1' \(str\)$"):
        gin_rummy_v4.env(knock_reward="1")
    with pytest.raises(TypeError, match=r"^gin_reward: expected a number, got True \(bool\)$"):
        gin_rummy_v4.env(gin_reward=True)
    with pytest.raises(ValueError, match=r"^seed: expected an int that is not negative, got -1$"):
        gin_rummy_v4.raw_env().reset(seed=-1)
    with pytest.raises(ValueError, match=r"^knock_reward, gin_reward, opponents_hand_visible: exp"):
        gin_rummy_v4.env(rules="standard", knock_reward=0.2)


def test_it_needs_no_rlcard_and_no_pygame() -> None:
    program = """
import sys
for name in ("rlcard", "pygame", "pyspiel"):
    sys.modules[name] = None
import gin_fast
assert not any(name.startswith("gin_fast.envs") for name in sys.modules)
from gin_fast.envs import pettingzoo as gin_rummy_v4
env = gin_rummy_v4.env(render_mode="rgb_array")
env.reset(seed=1)
try:
    env.render()
except Exception as error:
    assert "pip install" in str(error), error
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-c", program], check=True)
