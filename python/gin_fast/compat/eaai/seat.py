"""A player at the table: how he is called, what he is given, and how his answers are read."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from gin_fast._fields import described, shown
from gin_fast.compat.eaai.cards import Card, read_card
from gin_fast.compat.eaai.evaluation import meld_masks

__all__ = ["Forfeit", "ForfeitedError", "PlayerSeat"]

_CALLBACKS: Final = (
    "startGame",
    "willDrawFaceUpCard",
    "reportDraw",
    "getDiscard",
    "reportDiscard",
    "getFinalMelds",
    "reportFinalMelds",
    "reportScores",
    "reportLayoff",
    "reportFinalHand",
)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Who lost a match by doing what is not allowed, and what it was.

    Attributes:
        player: The player's number.
        reason: What he did, in words.

    """

    player: Literal[0, 1]
    reason: str


class ForfeitedError(Exception):
    """A player did what is not allowed, which ends the match."""

    def __init__(self, player: Literal[0, 1], reason: str) -> None:
        super().__init__(reason)
        self.forfeit = Forfeit(player, reason)


class PlayerSeat:
    """A player and his number; what comes of a callback that fails says which it was."""

    def __init__(self, number: Literal[0, 1], player: Any) -> None:
        if isinstance(player, type):
            raise TypeError(
                f"player{number}: expected a player, got a type; pass {player.__name__}()"
            )
        for name in _CALLBACKS:
            if not callable(getattr(player, name, None)):
                raise TypeError(
                    f"player{number}: expected a player with {name}, got {described(player)}"
                )
        self.number = number
        self._player = player
        self._as_ids = bool(getattr(player, "cards_as_ids", False))

    def call(self, callback: str, *arguments: object) -> Any:
        """Call the player back, with ids for cards if that is what he wants."""
        if self._as_ids:
            arguments = tuple(map(_with_ids, arguments))
        try:
            return getattr(self._player, callback)(*arguments)
        except Exception as error:
            self._blame(error, callback)
            raise

    def _blame(self, error: Exception, callback: str) -> None:
        error.add_note(f"raised by {callback} of {self}")

    def takes(self, card: Card) -> bool:
        """Ask whether he takes the card that lies face up.

        Raises:
            Exception: Whatever the callback raises, or its answer when asked whether it is true.

        """
        answer = self.call("willDrawFaceUpCard", card)
        try:
            return bool(answer)
        except Exception as error:
            self._blame(error, "willDrawFaceUpCard")
            raise

    def forfeit(self, reason: str) -> ForfeitedError:
        """Return the error that ends the match."""
        return ForfeitedError(self.number, f"{self} {reason}")

    def discard(self, hand: int, taken: Card | None) -> Card:
        """Ask for a card to throw.

        Raises:
            ForfeitedError: It is none, he does not hold it, or has just taken it.

        """
        answer = self.call("getDiscard")
        try:
            card = read_card("getDiscard", answer)
        except (TypeError, ValueError):
            raise self.forfeit(f"threw {shown(answer)}, which is no card") from None
        if not hand & card.bit:
            raise self.forfeit(f"threw {card}, which he does not hold")
        if card is taken:
            raise self.forfeit(f"threw {card}, the face-up card that he had just taken")
        return card

    def melds(self) -> list[int] | None:
        """Ask for melds, and return their masks or None.

        Raises:
            ForfeitedError: They are not what melds can be.

        """
        answer = self.call("getFinalMelds")
        if answer is None:
            return None
        try:
            return meld_masks("getFinalMelds", answer)
        except (TypeError, ValueError) as error:
            raise self.forfeit(f"showed what are no melds: {error}") from None

    def __str__(self) -> str:
        return f"player {self.number} ({type(self._player).__name__})"


def _with_ids(argument: object) -> object:
    if isinstance(argument, Card):
        return argument.id
    if isinstance(argument, list) and isinstance(argument, Iterable):
        return [_with_ids(one) for one in argument]
    return argument
