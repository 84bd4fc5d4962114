"""The plain mode: rounds under any rules, what an agent sees of them, and points for rewards."""

import copy
import pickle
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

import gin_fast as gf
from gin_fast.envs import pettingzoo as gin_rummy
from gin_fast.envs.pettingzoo import PLANES, PlainEnv
from gin_fast.round import ACTIONS
from gin_fast.rules import PRESETS
from round_players import choose
from test_pettingzoo import AGENTS, OF_ANY_OTHER

with warnings.catch_warnings():
    # Its tests import an environment of its own in a way that it warns of.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test


@pytest.mark.parametrize("name", PRESETS)
def test_it_passes_pettingzoos_tests_under_every_preset(name: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(gin_rummy.env(rules=name), num_cycles=100)
    assert {str(one.message) for one in caught} <= OF_ANY_OTHER
    seed_test(lambda: gin_rummy.env(rules=name), num_cycles=50)


def cards(plane: Any) -> gf.CardSet:
    return gf.CardSet(np.flatnonzero(plane).tolist())


@pytest.mark.parametrize("name", PRESETS)
def test_agents_see_what_the_observation_of_their_seat_has(
    name: str, numbers: random.Random, rounds: int
) -> None:
    env = gin_rummy.raw_env(rules=PRESETS[name])
    met = set()
    for _ in range(rounds // 15 + 1):
        env.reset(seed=numbers.getrandbits(40))
        while not all(env.terminations.values()):
            playing = env.round
            assert env.agent_selection == AGENTS[playing.player]
            for seat, agent in enumerate(AGENTS):
                seen, knows = env.observe(agent), playing.observation(seat)
                assert env.observation_space(agent).contains(seen)
                planes = dict(zip(PLANES, map(cards, seen["observation"]), strict=True))
                assert planes["hand"] == knows.hand
                assert planes["upcard"] == set(
                    filter(lambda card: card is not None, [knows.upcard])
                )
                assert planes["discards"] == set(knows.discards)
                assert planes["opponent_known"] == knows.opponent_known
                assert planes["opponent_declined"] == knows.opponent_declined
                hidden = set(playing.stock) | (playing.hands[1 - seat] - knows.opponent_known)
                assert planes["unseen"] == hidden
                legal = [action.id for action in knows.legal_actions]
                assert np.flatnonzero(seen["action_mask"]).tolist() == legal
                assert bool(legal) == (agent == env.agent_selection)
            action = choose(numbers, playing, steered=True)
            assert action.id is not None
            env.step(np.int64(action.id))
        result = env.round.result
        assert result is not None
        met.add(result.kind)
        points = dict.fromkeys(AGENTS, 0)
        if result.winner is not None:
            points[AGENTS[result.winner]] = result.points
            points[AGENTS[1 - result.winner]] = -result.points
        assert env.rewards == points
        assert not any(env.truncations.values())
        for agent in AGENTS:
            # What was shown at the end is seen.
            assert env.observe(agent)["observation"].any()
            assert not env.observe(agent)["action_mask"].any()
    assert met


def test_nothing_hidden_changes_what_an_agent_sees(numbers: random.Random) -> None:
    env = gin_rummy.raw_env(rules="standard")
    for _ in range(30):
        env.reset(seed=numbers.getrandbits(40))
        for _ in range(numbers.randrange(30)):
            if not all(env.terminations.values()):
                action = choose(numbers, env.round, steered=True)
                env.step(action.id)
        playing = env.round
        if playing.phase == "over":
            continue
        seat = playing.player
        knows = playing.observation(seat)
        hidden = sorted({*playing.stock, *(playing.hands[1 - seat] - knows.opponent_known)})
        numbers.shuffle(hidden)
        held = 10 - len(knows.opponent_known)
        theirs = knows.opponent_known | set(hidden[:held])
        other = gf.Round.from_parts(
            rules=playing.rules,
            hands=(theirs, knows.hand) if seat else (knows.hand, theirs),
            upcard=playing.upcard,
            stock=hidden[held:],
            discards=playing.discards,
            dealer=playing.dealer,
            phase=playing.phase,
            player=seat,
            taken=playing.taken,
            known=playing.known,
            declined=playing.declined,
        )
        seen = env.observe(AGENTS[seat])
        env._round = other  # noqa: SLF001 - there is no other way to put it there.
        again = env.observe(AGENTS[seat])
        assert np.array_equal(seen["observation"], again["observation"])
        assert np.array_equal(seen["action_mask"], again["action_mask"])


def test_spaces_are_those_of_rounds() -> None:
    env = gin_rummy.env(rules="eaai")
    assert isinstance(env.unwrapped, PlainEnv)
    assert str(env) == "gin_rummy_plain_v0"
    assert env.action_space(AGENTS[0]) == spaces.Discrete(len(ACTIONS))
    space = env.observation_space(AGENTS[0])
    assert space["observation"] == spaces.Box(0, 1, (6, 52), np.int8)
    assert space["action_mask"] == spaces.Box(0, 1, (108,), np.int8)


def test_deals_come_from_the_seed_and_go_on_from_there() -> None:
    def deals(seed: int) -> list[Any]:
        env = gin_rummy.raw_env(rules="standard")
        env.reset(seed=seed)
        found = [(env.round.deck, env.round.dealer)]
        for _ in range(9):
            env.reset()
            found.append((env.round.deck, env.round.dealer))
        return found

    assert deals(7) == deals(7) != deals(8)
    assert len(set(deals(7))) == 10
    assert {dealer for _, dealer in deals(7)} == {0, 1}
    env = gin_rummy.raw_env(rules=gf.Rules(first_dealer=1))
    for _ in range(5):
        env.reset()
        assert env.round.dealer == 1
    env.reset(seed=3)
    # A round can be dealt again by its own seed.
    again = gf.Round(env.rules, seed=env.round.seed, dealer=env.round.dealer)
    assert again == env.round


def test_an_illegal_action_is_refused_or_ends_it(caplog: pytest.LogCaptureFixture) -> None:
    raw = gin_rummy.raw_env(rules="standard")
    raw.reset(seed=1)
    before = pickle.dumps(raw.round)
    with pytest.raises(gf.IllegalActionError, match="discard As is not legal"):
        raw.step(0)
    with pytest.raises(gf.IllegalActionError, match="expected an id from 0 to 107, got 108"):
        raw.step(108)
    with pytest.raises(TypeError, match="expected an Action, an id or a text, got None"):
        raw.step(None)
    assert pickle.dumps(raw.round) == before
    env = gin_rummy.env(rules="standard")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert "Illegal move made" in caplog.text
    assert env.rewards == {name: -1.0 if name == agent else 0.0 for name in AGENTS}


def test_what_is_asked_too_early_and_what_are_no_rules() -> None:
    env = gin_rummy.raw_env(rules="standard")
    with pytest.raises(ValueError, match=r"^no round was dealt yet: call reset first$"):
        env.observe(AGENTS[0])
    with pytest.raises(ValueError, match="unknown preset 'standart'"):
        gin_rummy.raw_env(rules="standart")
    with pytest.raises(TypeError, match="rules: expected Rules, got 3"):
        gin_rummy.raw_env(rules=3)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"^seed: expected None or an int not below 0, got 'a'"):
        env.reset(seed="a")  # type: ignore[arg-type]


AGAIN: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    lambda env: pickle.loads(pickle.dumps(env)),  # noqa: S301
]


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("rules", [None, "standard"])
def test_a_copy_in_the_middle_of_a_game_plays_on_by_itself(
    rules: str | None, again: Callable[[Any], Any], numbers: random.Random
) -> None:
    for make in (gin_rummy.raw_env, gin_rummy.env):
        if (make, again) == (gin_rummy.env, copy.copy):
            continue  # PettingZoo's wrappers share what they wrap.
        env: Any = make(rules=rules) if rules else make()
        other = again(env)
        env.reset(seed=1)
        other.reset(seed=1)
        for turn in range(400):
            if turn % 9 == 4:
                other = again(env)
            assert (env.agents, env.agent_selection) == (other.agents, other.agent_selection)
            if not env.agents:
                # Later deals are drawn alike too.
                env.reset()
                other.reset()
            seen, *paid = env.last()
            assert tuple(paid) == other.last()[1:]
            for name, plane in seen.items():
                assert np.array_equal(plane, other.last()[0][name])
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            action = None if env.terminations[env.agent_selection] else numbers.choice(legal)
            env.step(action)
            other.step(action)


@pytest.mark.parametrize("rules", [None, "standard"])
def test_every_action_of_the_space_is_read(rules: str | None) -> None:
    for make in (gin_rummy.raw_env, gin_rummy.env):
        seen = set()
        for kind in (int, np.int8, np.uint8, np.array):
            env: Any = make(rules=rules) if rules else make()
            env.reset(seed=1)
            legal = np.flatnonzero(env.last()[0]["action_mask"]).tolist()
            action = kind(legal[-1])
            assert env.action_space(env.agent_selection).contains(action)
            env.step(action)
            seen.add(env.observe(AGENTS[0])["observation"].tobytes())
        assert len(seen) == 1
    env = gin_rummy.raw_env(rules=rules) if rules else gin_rummy.raw_env()
    env.reset(seed=1)
    for wrong in (True, np.array([5]), np.array(5.0)):
        with pytest.raises((ValueError, TypeError), match=r"^action: expected an"):
            env.step(wrong)


@pytest.mark.parametrize("rules", [None, "standard"])
def test_what_there_is_not_is_said(rules: str | None) -> None:
    arguments: dict[str, Any] = {"rules": rules} if rules else {}
    for mode in ("ansi", "rgb_array", "human"):
        env = gin_rummy.raw_env(**arguments, render_mode=mode)
        with pytest.raises(ValueError, match="was dealt yet: call reset first"):
            env.render()
    env.reset(seed=1)
    for call in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(
            ValueError, match=r"^agent: expected 'player_0' or 'player_1', got 'N'$"
        ):
            call("N")
    env.close()
