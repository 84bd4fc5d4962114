"""What both environments share: two agents in turn, their rewards, and how they are drawn."""

import copy
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypedDict

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from gin_fast._fields import one_of, shown, whole
from gin_fast.envs.scene import Scene

if TYPE_CHECKING:
    from gin_fast.envs.drawing import Painter

__all__ = ["AGENTS", "Observed", "Table"]

AGENTS = ("player_0", "player_1")
_RENDER_MODES = ("human", "ansi", "rgb_array")
_read_render_mode = one_of(None, *_RENDER_MODES)
_read_height = whole(200, 10_000)


def seat_of(agent: object) -> int:
    """Return the seat of an agent.

    Raises:
        ValueError: There is no such agent.

    """
    if agent not in AGENTS:
        raise ValueError(f"agent: expected {' or '.join(map(repr, AGENTS))}, got {shown(agent)}")
    return AGENTS.index(agent)


class Observed(TypedDict):
    """What an agent sees: planes of 52 cards, and the actions that it may choose."""

    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]


class Table(AECEnv):  # type: ignore[misc]  # It comes without types.
    """Two agents who act one after the other until a round is over.

    A subclass plays the round: it calls `_begin`, says what `_play` does and what is `_paid`, and
    shows a `Scene`. A copy, and what a pickle gives, stands where this one does, without a window.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(_RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self, planes: int, actions: int, render_mode: str | None, screen_height: int
    ) -> None:
        super().__init__()
        self.render_mode: str | None = _read_render_mode("render_mode", render_mode)
        self.screen_height: int = _read_height("screen_height", screen_height)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = list(AGENTS)
        # Each agent has spaces of its own, to be seeded one by one.
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (planes, 52), np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self._painter: Painter | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[AGENTS[seat_of(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[AGENTS[seat_of(agent)]]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_painter": None}

    def __copy__(self) -> Self:
        # One of two that share a round would be lost after a step of the other one.
        return copy.deepcopy(self)

    def _begin(self, player: int) -> None:
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[player]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None
        self._show()

    def step(self, action: int | np.integer | NDArray[np.integer] | None) -> None:
        """Do what the agent whose turn it is chose; one that is done can only do None.

        Raises:
            ValueError: The action is none or not legal, which the wrappers of `env` see to before.

        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        # An action space contains arrays without dimensions too.
        self._play(action[()] if isinstance(action, np.ndarray) and not action.ndim else action)
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = AGENTS[self._player()]
        paid = self._paid()
        # As long as nobody is paid there is nothing to add up and no agent is done.
        if paid is not None:
            self.rewards = dict(zip(AGENTS, paid, strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
            self._accumulate_rewards()
            self._deads_step_first()
        self._show()

    def _play(self, action: Any) -> None:
        raise NotImplementedError

    def _player(self) -> int:
        raise NotImplementedError

    def _paid(self) -> tuple[float, float] | None:
        raise NotImplementedError

    def _scene(self) -> Scene:
        raise NotImplementedError

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> NDArray[np.uint8] | str | None:
        """Show the table with both hands open.

        Returns:
            With render mode `rgb_array` a picture, rows of pixels of three bytes; with `ansi` a
            text; with `human` nothing: a window shows it.

        Raises:
            DependencyNotInstalled: There is no pygame, which draws.

        """
        if self.render_mode is None:
            logger.warn("render: this environment was made without a render_mode")
            return None
        scene = self._scene()
        if self.render_mode == "ansi":
            return str(scene)
        if self._painter is None:
            # Drawing takes pygame, which nobody needs who does not look.
            from gin_fast.envs.drawing import Painter  # noqa: PLC0415

            self._painter = Painter(self.screen_height, window=self.render_mode == "human")
        return self._painter.paint(scene, self.metadata["render_fps"])

    def close(self) -> None:
        """Close the window."""
        if self._painter is not None:
            self._painter.close()
            self._painter = None
