"""The environment that PettingZoo had: RLCard's game with rewards for knocks and gin."""

from numbers import Real
from typing import Any, ClassVar, Final

from gin_fast._fields import described, is_whole
from gin_fast.card import CardSet, card_name
from gin_fast.compat.rlcard import Engine
from gin_fast.compat.rlcard.seeding import np_random
from gin_fast.envs.pettingzoo.table import AGENTS, Observed, Table, seat_of
from gin_fast.envs.scene import Scene, SeatScene
from gin_fast.rules import Rules

__all__ = ["ClassicEnv"]

_ACTIONS: Final = 110
_DEAD_HAND, _GIN, _FIRST_KNOCK = 4, 5, 58
_TEN: Final = 10
_RULES: Final = Rules.preset("rlcard")
# Spades, hearts, diamonds, clubs, where they stand in our order.
_OWN_SUITS: Final = (0, 3, 2, 1)


class ClassicEnv(Table):
    """`gin_rummy_v4` as `raw_env` makes it, without wrappers.

    Args:
        knock_reward: What a knock pays to who knocks.
        gin_reward: What gin pays to who goes gin.
        opponents_hand_visible: Whether there is a fifth plane, of the cards that an agent knows
            nothing of: those of the stock and of the opponent's hand.
        render_mode: `human`, `ansi`, `rgb_array` or None.
        screen_height: The height of pictures and the window, in pixels.

    Raises:
        TypeError: An argument is of another kind.
        ValueError: An argument is out of range.

    """

    metadata: ClassVar[dict[str, Any]] = {**Table.metadata, "name": "gin_rummy_v4"}

    def __init__(
        self,
        knock_reward: float = 0.5,
        gin_reward: float = 1.0,
        opponents_hand_visible: bool | None = False,  # noqa: FBT001, FBT002 - as it was.
        render_mode: str | None = None,
        screen_height: int = 1000,
    ) -> None:
        self._knock_reward = _read_reward("knock_reward", knock_reward)
        self._gin_reward = _read_reward("gin_reward", gin_reward)
        self._count = 5 if opponents_hand_visible else 4
        Table.__init__(self, self._count, _ACTIONS, render_mode, screen_height)
        self._engine = Engine()
        self._random, _ = np_random()

    @property
    def engine(self) -> Engine:
        """The game being played, hidden cards and all, in RLCard's ids."""
        return self._engine

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: What this game and those after it are drawn from, as RLCard draws them; None: the
                next numbers.
            options: Nothing.

        Raises:
            TypeError: `seed` is no int.
            ValueError: It is negative.

        """
        del options
        if seed is not None:
            self._random, _ = np_random(seed)
        self._engine.reset(self._random)
        self._begin(self._engine.player)

    def observe(self, agent: str) -> Observed:
        """Return what an agent sees: nothing that is hidden from it, and no action off its turn."""
        player = seat_of(agent)
        engine = self._engine
        return {
            "observation": engine.planes(player, self._count),
            "action_mask": engine.legal_mask(player),
        }

    def _play(self, action: Any) -> None:
        # Asking an int whether it is a whole number takes long.
        is_id = type(action) is int or is_whole(action)
        if not is_id or not 0 <= action < _ACTIONS:
            raise ValueError(f"action: expected an id from 0 to 109, got {described(action)}")
        self._engine.apply(int(action))

    def _player(self) -> int:
        return self._engine.player

    def _paid(self) -> tuple[float, float] | None:
        if not self._engine.is_over:
            return None
        first, second = map(self._payoff, (0, 1))
        return first, second

    def _payoff(self, player: int) -> float:
        """Return what a player is paid: each is, whatever the other gets."""
        out, action = self._engine.went_out or (None, _DEAD_HAND)
        if out == player and action == _GIN:
            return self._gin_reward
        if out == player and action >= _FIRST_KNOCK:
            return self._knock_reward
        return -self._engine.deadwood(player) / 100

    def _scene(self) -> Scene:
        engine = self._engine
        if not engine.deck():
            raise ValueError("no game was dealt yet: call reset first")
        paid = self._paid()
        seats = [
            SeatScene.of(
                name,
                CardSet(map(_own, engine.hand(player))),
                _RULES,
                acts=paid is None and player == engine.player,
                note="" if paid is None else f"{paid[player]:+.2f}",
            )
            for player, name in enumerate(AGENTS)
        ]
        pile = tuple(map(_own, engine.discards()))
        return Scene(
            (seats[0], seats[1]),
            pile[-1] if pile else None,
            pile[:-1],
            len(engine.stock()),
            self._message(),
        )

    def _message(self) -> str:
        out = self._engine.went_out
        if out is None:
            hand = self._engine.hand(self._engine.player)
            due = "discard" if len(hand) > _TEN else "draw"
            return f"{AGENTS[self._engine.player]} is to {due}"
        player, action = out
        if action == _DEAD_HAND:
            return f"{AGENTS[player]} declared the hand dead"
        if action == _GIN:
            return f"{AGENTS[player]} went gin"
        return f"{AGENTS[player]} knocked with {card_name(_own(action - _FIRST_KNOCK))}"


def _own(card: int) -> int:
    """Return our id of one of RLCard's."""
    suit, rank = divmod(card, 13)
    return _OWN_SUITS[suit] * 13 + rank


def _read_reward(name: str, reward: object) -> float:
    if isinstance(reward, bool) or not isinstance(reward, Real):
        raise TypeError(f"{name}: expected a number, got {described(reward)}")
    return float(reward)
