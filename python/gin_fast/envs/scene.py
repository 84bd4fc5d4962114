"""What a spectator sees of a table: both hands open, the pile, the stock, and what is going on."""

from dataclasses import dataclass
from typing import Self

from gin_fast.card import CardSet, card_name
from gin_fast.evaluate import arrange
from gin_fast.rules import Rules

__all__ = ["Scene", "SeatScene"]


@dataclass(frozen=True, slots=True)
class SeatScene:
    """A player, and his cards as they lie before him.

    Attributes:
        name: His name.
        melds: The cards of each meld, in order.
        laid_off: The cards that he has laid off.
        unmelded: His other cards, the highest first.
        deadwood: The points of these.
        acts: Whether it is his turn.
        note: What there is to say of him besides, such as what he was paid.

    """

    name: str
    melds: tuple[tuple[int, ...], ...]
    laid_off: tuple[int, ...]
    unmelded: tuple[int, ...]
    deadwood: int
    acts: bool = False
    note: str = ""

    @classmethod
    def of(
        cls, name: str, hand: CardSet, rules: Rules, *, acts: bool = False, note: str = ""
    ) -> Self:
        """Return a player with his cards in the canonical arrangement."""
        found = arrange(hand, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
        melds = tuple(tuple(meld) for meld in found.melds)
        unmelded = by_rank(found.unmelded)
        return cls(name, melds, (), unmelded, found.deadwood, acts, note)

    def __str__(self) -> str:
        groups = ["".join(map(card_name, meld)) for meld in self.melds]
        if self.laid_off:
            groups.append(f"laid off {' '.join(map(card_name, self.laid_off))}")
        groups.append(" ".join(map(card_name, self.unmelded)))
        mark = ">" if self.acts else " "
        head = f"{mark} {self.name}  deadwood {self.deadwood}"
        return f"{head}{self.note and f'  {self.note}'}\n    {'  '.join(filter(None, groups))}"


@dataclass(frozen=True, slots=True)
class Scene:
    """A table.

    >>> from gin_fast import CardSet, Rules
    >>> from gin_fast.envs.scene import Scene, SeatScene
    >>> first = SeatScene.of("player_0", CardSet("7c 7d 7h Ks 2d"), Rules(), acts=True)
    >>> second = SeatScene.of("player_1", CardSet("As 2s 3s 4s"), Rules())
    >>> print(Scene((first, second), 35, (12, 0), 21, "player_0 is to draw"))
    > player_0  deadwood 12
        7c7d7h  Ks 2d
      stock 21  upcard Td  under it Ks As
      player_1  deadwood 0
        As2s3s4s
      player_0 is to draw

    Attributes:
        seats: The two players.
        upcard: The card that lies face up, or None.
        discards: The cards under it, oldest first.
        stock_count: How many cards the stock has.
        message: What is due, or what happened.

    """

    seats: tuple[SeatScene, SeatScene]
    upcard: int | None
    discards: tuple[int, ...]
    stock_count: int
    message: str

    def __str__(self) -> str:
        first, second = self.seats
        upcard = "none" if self.upcard is None else card_name(self.upcard)
        under = f"  under it {' '.join(map(card_name, self.discards))}" if self.discards else ""
        piles = f"  stock {self.stock_count}  upcard {upcard}{under}"
        return f"{first}\n{piles}\n{second}\n  {self.message}"


def by_rank(cards: CardSet) -> tuple[int, ...]:
    """Return cards from the highest rank to the lowest."""
    return tuple(sorted(cards, key=lambda card: (-(card % 13), card)))
