"""The environment with real scoring: one round under any rules, rewards in points."""

from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from gin_fast._fields import read_seed
from gin_fast.card import CardSet, card_name
from gin_fast.envs.pettingzoo.table import AGENTS, Observed, Table, seat_of
from gin_fast.envs.scene import Scene, SeatScene, by_rank
from gin_fast.round import ACTIONS, Round, RoundResult
from gin_fast.rules import Rules
from gin_fast.scoring.round_score import read_rules

__all__ = ["PLANES", "PlainEnv"]

PLANES: Final = ("hand", "upcard", "discards", "opponent_known", "opponent_declined", "unseen")
"""What the planes of an observation are, in order."""
_PACK: Final = (1 << 52) - 1


class PlainEnv(Table):
    """One `Round` under any rules, as ``raw_env(rules=…)`` makes it, without wrappers.

    Actions are the ids of `gin_fast.Action`; a knock shows the canonical layout, and the defender
    always plays his best. Rewards are the points of the round: the winner's to him, and as many
    below zero to the other.

    Args:
        rules: The rules, or the name of a preset.
        render_mode: `human`, `ansi`, `rgb_array` or None.
        screen_height: The height of pictures and the window, in pixels.

    Raises:
        TypeError: An argument is of another kind.
        ValueError: An argument is out of range, or no preset has that name.

    """

    metadata: ClassVar[dict[str, Any]] = {**Table.metadata, "name": "gin_rummy_plain_v0"}

    def __init__(
        self, rules: Rules | str, render_mode: str | None = None, screen_height: int = 1000
    ) -> None:
        self._rules = Rules.preset(rules) if isinstance(rules, str) else read_rules(rules)
        Table.__init__(self, len(PLANES), len(ACTIONS), render_mode, screen_height)
        self._random = np.random.default_rng()
        self._round: Round | None = None

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._rules

    @property
    def round(self) -> Round:
        """The round being played, hidden cards and all.

        Raises:
            ValueError: None was dealt yet.

        """
        if self._round is None:
            raise ValueError("no round was dealt yet: call reset first")
        return self._round

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new round.

        Args:
            seed: What this round and those after it are drawn from; None: the next numbers.
            options: Nothing.

        Raises:
            TypeError: `seed` is no int.
            ValueError: It is negative.

        """
        del options
        if seed is not None:
            self._random = np.random.default_rng(read_seed("seed", seed))
        first = self._rules.first_dealer
        drawn, dealt = self._random.integers(1 << 53, size=2).tolist()
        dealer = drawn & 1 if first == "random" else first
        self._round = Round(self._rules, seed=dealt, dealer=dealer)
        self._begin(self._round.player)

    def observe(self, agent: str) -> Observed:
        """Return what an agent sees: its `gin_fast.Observation` as planes, and what is legal."""
        playing = self.round
        seen = playing.observation(seat_of(agent))
        upcard = 0 if seen.upcard is None else 1 << seen.upcard
        discards = CardSet(seen.discards).mask
        known = seen.opponent_known.mask
        visible = seen.hand.mask | upcard | discards | known
        mask = np.zeros(len(ACTIONS), np.int8)
        mask[[action.id for action in seen.legal_actions if action.id is not None]] = 1
        return {
            "observation": _planes(
                seen.hand.mask,
                upcard,
                discards,
                known,
                seen.opponent_declined.mask,
                _PACK & ~visible,
            ),
            "action_mask": mask,
        }

    def _play(self, action: Any) -> None:
        # What is no action is told by the round.
        self.round.apply(action)

    def _player(self) -> int:
        return self.round.player

    def _paid(self) -> tuple[float, float] | None:
        result = self.round.result
        if result is None:
            return None
        points = float(result.points)
        return {None: (0.0, 0.0), 0: (points, -points), 1: (-points, points)}[result.winner]

    def _scene(self) -> Scene:
        playing = self.round
        first, second = self._seat(playing, 0), self._seat(playing, 1)
        return Scene(
            (first, second),
            playing.upcard,
            playing.discards,
            len(playing.stock),
            _message(playing),
        )

    def _seat(self, playing: Round, seat: int) -> SeatScene:
        result, hand, paid = playing.result, playing.hands[seat], self._paid()
        note = "" if paid is None else f"{paid[seat]:+.0f}"
        if result is None or result.knocker is None:
            acts = result is None and playing.player == seat
            return SeatScene.of(AGENTS[seat], hand, self._rules, acts=acts, note=note)
        knocks = seat == result.knocker
        melds = result.knocker_melds if knocks else result.defender_melds
        laid_off = CardSet() if knocks else result.laid_off
        deadwood = result.knocker_deadwood if knocks else result.defender_deadwood
        left = hand - laid_off - {card for meld in melds for card in meld}
        return SeatScene(
            AGENTS[seat],
            tuple(tuple(meld) for meld in melds),
            by_rank(laid_off),
            by_rank(left),
            deadwood or 0,
            note=note,
        )


def _planes(*masks: int) -> NDArray[np.int8]:
    """Return sets of cards as rows of 52 numbers."""
    read = np.array(masks, "<u8").view(np.uint8).reshape(len(masks), 8)
    return np.unpackbits(read, axis=1, bitorder="little", count=52).view(np.int8)


def _message(playing: Round) -> str:
    result = playing.result
    if result is None:
        due = {
            "upcard": "take the upcard or pass",
            "draw": "draw",
            "discard": "discard or knock",
            "wall": "take the last discard or pass",
        }
        return f"{AGENTS[playing.player]} is to {due[playing.phase]}"
    return _outcome(playing, result)


def _outcome(playing: Round, result: RoundResult) -> str:
    if result.knocker is None:
        return "the round is drawn"
    knocker = AGENTS[result.knocker]
    card = playing.history[-1].card
    with_card = "" if card is None else f" with {card_name(card)}"
    if result.kind == "gin":
        return f"{knocker} went gin{with_card}"
    if result.kind == "big_gin":
        return f"{knocker} declared big gin"
    undercut = ", undercut" if result.kind == "undercut" else ""
    return f"{knocker} knocked{with_card}{undercut}"
