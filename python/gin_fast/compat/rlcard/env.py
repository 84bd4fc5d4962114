"""RLCard's environment."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gin_fast.compat.rlcard.actions import ActionEvent, id_of
from gin_fast.compat.rlcard.game import SCORE_SOUTH, GinRummyGame
from gin_fast.compat.rlcard.seeding import np_random
from gin_fast.compat.rlcard.settings import Setting

__all__ = ["Agent", "GinRummyEnv", "make"]

State = dict[str, Any]


class Agent(Protocol):
    """Who plays, as RLCard's agents do."""

    @property
    def use_raw(self) -> bool:
        """Whether it answers with actions rather than ids."""

    def step(self, state: Any, /) -> Any:
        """Return an action, while it is trained."""

    def eval_step(self, state: Any, /) -> tuple[Any, Any]:
        """Return an action and what it thinks of it, while it is evaluated."""


class GinRummyEnv:
    """RLCard's environment of gin rummy: the same deals, states and payoffs for the same seed.

    Args:
        config: As for `rlcard.make`: `seed` and `allow_step_back`; besides, each of RLCard's
            settings by its name, with or without `game_` before it.
        compat: Whether it has RLCard's faults: the state of the player to act for either one,
            actions that are not legal played all the same, limits above ten that hardly matter.

    Raises:
        TypeError: The value of a setting, or the seed, is of another type.
        ValueError: A key begins with `game_` and is no setting, or the seed is negative.

    >>> env = GinRummyEnv({"seed": 42})
    >>> state, player_id = env.reset()
    >>> player_id, state["obs"].shape, len(state["legal_actions"])
    (0, (5, 52), 11)
    >>> state, player_id = env.step(state["raw_legal_actions"][0])
    >>> state["raw_legal_actions"]
    [2, 3]

    """

    name = "gin-rummy"

    def __init__(self, config: Mapping[str, Any] | None = None, *, compat: bool = False) -> None:
        config = {} if config is None else config
        self.compat = compat
        self.allow_step_back = bool(config.get("allow_step_back", False))
        self.game = GinRummyGame(self.allow_step_back, compat=compat)
        for name, value in _chosen(config).items():
            setattr(self.game.settings, name, value)
        self.action_recorder: list[tuple[int, ActionEvent]] = []
        self.num_players = self.game.get_num_players()
        self.num_actions = self.game.get_num_actions()
        self.state_shape = [[5, 52] for _ in range(self.num_players)]
        self.action_shape: list[None] = [None for _ in range(self.num_players)]
        self.agents: Sequence[Agent]
        self.timestep = 0
        # Who extracts states in his own way is asked for each.
        self._extracts = type(self)._extract_state is not GinRummyEnv._extract_state  # noqa: SLF001
        self.seed(config.get("seed"))

    def seed(self, seed: int | None = None) -> int:
        """Draw from this seed from the next deal on; return it."""
        self.np_random, seed = np_random(seed)
        self.game.np_random = self.np_random
        return seed

    def reset(self) -> tuple[State, int]:
        """Deal a game; return the state of the player who begins, and who that is."""
        self.game.deal()
        self.action_recorder = []
        player_id = self.game.engine.player
        return self.get_state(player_id), player_id

    def step(self, action: Any, raw_action: bool = False) -> tuple[State, int]:  # noqa: FBT001, FBT002 - RLCard's signature.
        """Play an action; return the state of the player who acts next, and who that is.

        Args:
            action: An id, or an object of an action.
            raw_action: Whether it is an object.

        Raises:
            GinRummyProgramError: The action is not legal; then nothing is done. With `compat` it is
                played all the same, unless RLCard fails at it.
            TypeError: The object is no action.
            ValueError: No action has this id.

        """
        event: ActionEvent = action if raw_action else self._decode_action(action)
        action_id = id_of(event)
        engine = self.game.engine
        player_id = engine.player
        if self.compat:
            self._record(player_id, event)
            engine.apply(action_id)
        else:
            engine.apply(action_id)
            self._record(player_id, event)
        player_id = engine.player
        if self._extracts:
            return self.get_state(player_id), player_id
        return engine.state(player_id), player_id

    def _record(self, player_id: int, event: ActionEvent) -> None:
        self.timestep += 1
        self.action_recorder.append((player_id, event))

    def step_back(self) -> tuple[State, int]:
        """Raise an error, as RLCard does: there is no step back in gin rummy."""
        if not self.allow_step_back:
            raise RuntimeError("step_back is off, and gin rummy has none, as in RLCard")
        raise NotImplementedError("gin rummy has no step_back, as in RLCard")

    def set_agents(self, agents: Sequence[Agent]) -> None:
        """Seat the agents that `run` asks: player 0's first."""
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], NDArray[np.float64]]:  # noqa: FBT001, FBT002 - RLCard's signature.
        """Play a whole game between the agents.

        Args:
            is_training: Whether to ask `step` of an agent rather than `eval_step`.

        Returns:
            For each player the states he saw and the actions he chose, in turn, and the payoffs.

        """
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, player_id = self.reset()
        trajectories[player_id].append(state)
        while not self.is_over():
            agent = self.agents[player_id]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            state, next_player_id = self.step(action, agent.use_raw)
            trajectories[player_id].append(action)
            player_id = next_player_id
            if not self.is_over():
                trajectories[player_id].append(state)
        for player_id, trajectory in enumerate(trajectories):
            trajectory.append(self.get_state(player_id))
        return trajectories, self.get_payoffs()

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.game.engine.is_over

    def get_player_id(self) -> int:
        """Return who is to act."""
        return self.game.get_player_id()

    def get_state(self, player_id: int) -> State:
        """Return what a player may see; he has legal actions only if he is to act.

        With `compat` it is what the player to act may see, whoever is asked for: RLCard's fault.

        Returns:
            `obs` and `raw_obs`, the same array of int64 of shape (5, 52): the hand, the last
            discard, the other discards, what is known of the other hand, the rest.
            `legal_actions`, an OrderedDict with ids as keys, and `raw_legal_actions`, a list of
            them.

        """
        if self._extracts:
            return self._extract_state(self.game.get_state(player_id))
        engine = self.game.engine
        return engine.state(engine.player if self.compat else player_id)

    def get_payoffs(self) -> NDArray[np.float64]:
        """Return what both players are paid: 0 until the game is over."""
        is_scored = self.game.engine.last_action == SCORE_SOUTH
        scorer = self.game.judge.scorer
        return np.array(scorer.get_payoffs(game=self.game) if is_scored else [0, 0])

    def get_perfect_information(self) -> dict[str, Any]:
        """Raise NotImplementedError, as RLCard does."""
        raise NotImplementedError("gin rummy has no get_perfect_information, as in RLCard")

    def get_action_feature(self, action: int) -> NDArray[np.int8]:
        """Return 110 numbers, 1 at the action's id."""
        feature = np.zeros(self.num_actions, dtype=np.int8)
        feature[action] = 1
        return feature

    def _extract_state(self, state: Mapping[str, Any]) -> State:
        """Return the state of the environment from that of the game."""
        engine = self.game.engine
        return engine.state(state.get("player_id", engine.player))

    def _decode_action(self, action_id: int) -> ActionEvent:
        """Return the action with an id."""
        return self.game.decode_action(action_id)

    def _get_legal_actions(self) -> "OrderedDict[int, None]":
        """Return what the player to act may do, ids as keys."""
        return OrderedDict.fromkeys(self.game.engine.legal_actions())


def _chosen(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that a config names."""
    known = {str(key.value) for key in Setting}
    chosen = {}
    for key, value in config.items():
        name = str(getattr(key, "value", key))
        setting = name.removeprefix("game_")
        if setting in known:
            chosen[setting] = value
        elif name not in {setting, "game_num_players"}:
            names = ", ".join(sorted(known))
            raise ValueError(f"config: no setting is called {name!r}; they are {names}")
    return chosen


def make(
    env_id: str = "gin-rummy",
    config: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    compat: bool = False,
) -> GinRummyEnv:
    """Return an environment, as `rlcard.make` does.

    Args:
        env_id: `gin-rummy`.
        config: As for `GinRummyEnv`.
        seed: The seed, if the config has none.
        compat: As for `GinRummyEnv`.

    Raises:
        ValueError: Another game, two seeds, or what `GinRummyEnv` refuses.

    >>> env = make("gin-rummy", {"seed": 42, "going_out_deadwood_count": 20})
    >>> env.game.settings.going_out_deadwood_count
    20

    """
    if env_id != GinRummyEnv.name:
        raise ValueError(
            f"env_id: expected {GinRummyEnv.name!r}, got {env_id!r}; other games are rlcard.make's"
        )
    config = dict(config or {})
    if seed is not None and config.setdefault("seed", seed) not in {None, seed}:
        raise ValueError(f"seed: the config has another one, {config['seed']!r}")
    if seed is not None:
        config["seed"] = seed
    return GinRummyEnv(config, compat=compat)
