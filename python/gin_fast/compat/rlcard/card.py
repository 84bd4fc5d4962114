"""One card as RLCard has it."""

from typing import TYPE_CHECKING

__all__ = ["Card"]

if TYPE_CHECKING:
    _Base = object
else:
    try:
        # So that ours is one of RLCard's for who asks with isinstance.
        from rlcard.games.base import Card as _Base
    except ImportError:
        _Base = object


class Card(_Base):
    """A card by the letters of its suit and rank, equal to RLCard's and with the same hash.

    As with RLCard the letters are not checked; what has no rank or suit of RLCard's has no hash.

    >>> card = Card("S", "A")
    >>> str(card), card.get_index(), hash(Card("H", "3"))
    ('AS', 'SA', 102)
    """

    suit: str
    rank: str
    valid_suit = ("S", "H", "D", "C", "BJ", "RJ")
    valid_rank = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")

    def __init__(self, suit: str, rank: str) -> None:
        self.suit = suit
        self.rank = rank

    def __eq__(self, other: object) -> bool:
        """Compare by suit and rank, with any card that has them."""
        try:
            return bool(self.rank == other.rank and self.suit == other.suit)  # type: ignore[attr-defined]
        except AttributeError:
            return NotImplemented

    def __hash__(self) -> int:
        return self.valid_rank.index(self.rank) + 100 * self.valid_suit.index(self.suit)

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"Card({self.suit!r}, {self.rank!r})"

    def get_index(self) -> str:
        """Return the suit and the rank, as observations name cards.

        >>> Card("D", "T").get_index()
        'DT'
        """
        return self.suit + self.rank
