"""Gin rummy for PettingZoo: `gin_rummy_v4`, which it no longer has, and rounds under any rules.

>>> from gin_fast.envs import pettingzoo as gin_rummy_v4
>>> env = gin_rummy_v4.env()
>>> env.reset(seed=42)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
('player_0', (4, 52), 11)
"""

from typing import Any, overload

try:
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    if error.name != "pettingzoo":
        raise
    raise ModuleNotFoundError(
        "gin_fast.envs.pettingzoo needs PettingZoo, the extra `envs`: pip install 'gin-fast[envs]' "
        "(in a clone: pip install '.[envs]')",
        name="pettingzoo",
    ) from None

from gin_fast.envs.pettingzoo.classic import ClassicEnv
from gin_fast.envs.pettingzoo.plain import PLANES, PlainEnv
from gin_fast.envs.pettingzoo.table import Observed
from gin_fast.rules import Rules

__all__ = ["PLANES", "ClassicEnv", "Observed", "PlainEnv", "env", "raw_env"]

_ILLEGAL_REWARD = -1


@overload
def raw_env(
    knock_reward: float = 0.5,
    gin_reward: float = 1.0,
    opponents_hand_visible: bool | None = False,  # noqa: FBT001, FBT002
    render_mode: str | None = None,
    screen_height: int = 1000,
) -> ClassicEnv: ...
@overload
def raw_env(
    *, rules: Rules | str, render_mode: str | None = None, screen_height: int = 1000
) -> PlainEnv: ...
def raw_env(  # noqa: PLR0913 - as it was.
    knock_reward: float = 0.5,
    gin_reward: float = 1.0,
    opponents_hand_visible: bool | None = False,  # noqa: FBT001, FBT002 - as it was.
    render_mode: str | None = None,
    screen_height: int = 1000,
    *,
    rules: Rules | str | None = None,
) -> ClassicEnv | PlainEnv:
    """Return the environment without wrappers.

    >>> from gin_fast.envs.pettingzoo import raw_env
    >>> raw_env().action_space("player_0"), raw_env(rules="eaai").action_space("player_0")
    (Discrete(110), Discrete(108))

    Args:
        knock_reward: What a knock pays to who knocks.
        gin_reward: What gin pays to who goes gin.
        opponents_hand_visible: Whether there is a fifth plane, of the cards that an agent knows
            nothing of.
        render_mode: `human`, `ansi`, `rgb_array` or None.
        screen_height: The height of pictures and the window, in pixels.
        rules: Given, the plain mode: one round under these rules or the preset of that name, whose
            points are the rewards.

    Raises:
        TypeError: An argument is of another kind.
        ValueError: An argument is out of range, no preset has that name, or one about rewards or
            planes is given beside rules.

    """
    if rules is None:
        return ClassicEnv(
            knock_reward, gin_reward, opponents_hand_visible, render_mode, screen_height
        )
    if (knock_reward, gin_reward, bool(opponents_hand_visible)) != (0.5, 1.0, False):
        raise ValueError(
            "knock_reward, gin_reward, opponents_hand_visible: expected none beside rules, under "
            "which rewards are points"
        )
    return PlainEnv(rules, render_mode, screen_height)


def env(**arguments: Any) -> wrappers.OrderEnforcingWrapper:
    """Return the environment with wrappers: an illegal action ends it and costs its agent 1.

    >>> from gin_fast.envs import pettingzoo as gin_rummy_v4
    >>> env = gin_rummy_v4.env(knock_reward=0.2, render_mode="ansi")
    >>> env.reset(seed=1)
    >>> print(env.render())
    > player_0  deadwood 49
        5s5c5h  Ks Qs Tc 6c 6h 4h 2h Ad
      stock 31  upcard none
      player_1  deadwood 58
        Jh Th 9s 8c 7s 7h 3d 2s As Ah
      player_0 is to discard

    Args:
        arguments: As for `raw_env`.

    Raises:
        TypeError: An argument is of another kind.
        ValueError: An argument is out of range, no preset has that name, or one about rewards or
            planes is given beside rules.

    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**arguments), _ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
