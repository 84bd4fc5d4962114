"""Determinization: tables as they may be for all that one seat knows."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gin_fast._fields import described, is_whole, shown, whole
from gin_fast.card import CardSet, InvalidCardError, InvalidHandError
from gin_fast.sim.seed import Seed, read_number

if TYPE_CHECKING:
    from gin_fast import _core
    from gin_fast._core import _Hand
    from gin_fast.rules import Rules

__all__ = ["Asked", "Determinized"]

Seats: TypeAlias = int | NDArray[np.integer[Any]]
Cards: TypeAlias = "_Hand | NDArray[np.integer[Any]] | None"
Weights: TypeAlias = (
    NDArray[np.floating[Any] | np.integer[Any]] | Sequence[float] | Literal["simple"] | None
)

_SEATS: Final = 2
_DECK: Final = 52
_read_count: Final = whole(1, sys.maxsize)
_read_seat: Final = whole(0, 1)
# Within these, no sum of 52 weights overflows, and none is lost where only small ones are left.
_LEAST_WEIGHT: Final = 1e-100
_MOST_WEIGHT: Final = 1e100


class Asked(NamedTuple):
    """What worlds are asked for, as the core reads it: arrays have one row, or one a table."""

    seats: NDArray[np.uint8]
    n: int
    seed: int
    must: NDArray[np.uint64]
    must_not: NDArray[np.uint64]
    weights: NDArray[np.float64] | bool


def read_asked(  # noqa: PLR0913, PLR0917 - the same.
    tables: int,
    player: Seats,
    n: int,
    seed: Seed,
    must: Cards,
    must_not: Cards,
    weights: Weights,
) -> Asked:
    """Read the arguments by which `tables` tables are determinized."""
    return Asked(
        seats=_read_seats(player, tables),
        n=_read_count("n", n),
        must=_read_sets("must", must, tables),
        must_not=_read_sets("must_not", must_not, tables),
        weights=_read_weights(weights, tables),
        seed=read_number(seed),
    )


def _read_seats(player: object, tables: int) -> NDArray[np.uint8]:
    if not isinstance(player, np.ndarray) or player.ndim == 0:
        return np.array([_read_seat("player", player)], dtype=np.uint8)
    _refuse_unfit("player", player, tables, "seats 0 and 1")
    wrong = np.flatnonzero((player < 0) | (player >= _SEATS))
    if wrong.size:
        at = int(wrong[0])
        raise ValueError(f"player: expected 0 or 1, got {shown(int(player[at]))} at index {at}")
    return player.astype(np.uint8)


def _read_sets(name: str, cards: object, tables: int) -> NDArray[np.uint64]:
    """Read a set of cards for all tables, or an array of masks, one a table."""
    if cards is None:
        return np.zeros(1, dtype=np.uint64)
    if not isinstance(cards, np.ndarray) or (cards.ndim == 0 and cards.dtype.kind in "iu"):
        return np.array([_read_set(name, cards)], dtype=np.uint64)
    _refuse_unfit(name, cards, tables, "masks")
    wrong = np.flatnonzero((cards < 0) | (cards >> _DECK != 0))
    if wrong.size:
        at = int(wrong[0])
        raise InvalidHandError(
            f"{name}: expected a mask of the 52 cards, got {shown(int(cards[at]))} at index {at}"
        )
    return cards.astype(np.uint64)


def _read_set(name: str, cards: object) -> int:
    try:
        if is_whole(cards):
            return CardSet.from_mask(int(cards)).mask
        return CardSet(cards).mask  # type: ignore[arg-type]
    except TypeError as error:
        raise TypeError(
            f"{name}: expected cards, an array of masks or None, got {described(cards)}"
        ) from error
    except InvalidCardError as error:
        raise InvalidCardError(f"{name}: {error}") from None
    except InvalidHandError as error:
        raise InvalidHandError(f"{name}: {error}") from None


def _refuse_unfit(name: str, array: NDArray[Any], tables: int, what: str) -> None:
    """Refuse an array that is not one integer a table."""
    if array.dtype.kind not in "iu":
        raise TypeError(
            f"{name}: expected {what} of an integer dtype, got an array of dtype {array.dtype}"
        )
    if array.shape != (tables,):
        raise ValueError(
            f"{name}: expected one a table, an array of shape ({tables},), got {array.shape}"
        )


def _read_weights(weights: object, tables: int) -> NDArray[np.float64] | bool:
    if weights is None:
        return False
    if isinstance(weights, str):
        if weights != "simple":
            raise ValueError(f'weights: expected "simple" or an array, got {shown(weights)}')
        return True
    array = np.asarray(weights)
    if array.dtype.kind not in "iuf":
        raise TypeError(f'weights: expected numbers, "simple" or None, got {described(weights)}')
    if array.shape not in {(_DECK,), (tables, _DECK)}:
        raise ValueError(
            f"weights: expected an array of shape ({_DECK},) or ({tables}, {_DECK}), "
            f"got {array.shape}"
        )
    rows = np.ascontiguousarray(array.reshape(-1, _DECK), dtype=np.float64)
    fits = (rows == 0) | (rows >= _LEAST_WEIGHT) & (rows <= _MOST_WEIGHT)
    if not fits.all():
        at = tuple(int(place) for place in np.argwhere(~fits)[0])
        where = at[1] if array.ndim == 1 else at
        raise ValueError(
            f"weights: expected 0 or {_LEAST_WEIGHT:g} to {_MOST_WEIGHT:g}, got {rows[at]:g} "
            f"at index {where}"
        )
    return rows


class Determinized:
    """Tables, of each of which a seat sees a part."""

    __slots__ = ()

    _native: "_core.Tables"
    _rules: "Rules"

    @classmethod
    def _of(cls, native: "_core.Tables", rules: "Rules") -> Self:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def determinize(  # noqa: PLR0913, PLR0917 - few are ever given.
        self,
        player: Seats,
        n: int = 1,
        seed: Seed = None,
        must: Cards = None,
        must_not: Cards = None,
        weights: Weights = None,
        threads: int | None = None,
    ) -> Self:
        """Return `n` worlds of each table, table by table: what it may be for all a seat knows.

        In a world lie where they are: the seat's own cards; the cards that the opponent was seen to
        take and has not thrown; the discard pile. The opponent's other cards and the stock, in its
        order, are drawn from the rest, and so are the decks of later rounds. Nothing of a world
        depends on what is hidden from the seat. What the rules rule out does not come: a last
        discard taken only to knock with goes to a hand that can, and where gin is forced nobody
        holds it back. What the opponent chose to do, such as not to knock, rules nothing out.

        After a knock both hands lie open, and only the stock and the opponent's knocking discard
        are drawn; after a draw hands stay hidden.

        A table's worlds are the same for any number of threads, and the first of a longer row.

        >>> import gin_fast as gf
        >>> tables = gf.sim.Tables(2, seed=1)
        >>> try:
        ...     tables.determinize(tables.player, must_not=range(52))
        ... except ValueError as error:
        ...     print(error)
        must_not: table 0: 0 cards are left for the opponent's 10 hidden ones
        >>> len(tables.determinize(tables.player, n=3, seed=7, must_not="As Ks"))
        6

        Args:
            player: The seat whose knowledge counts, or an array of one a table.
            n: How many worlds of each table.
            seed: An int or a `numpy.random.SeedSequence`; None for other worlds each time.
            must: Cards that the opponent holds: one set for all tables, or an array of masks, one a
                table. Cards that he was seen to take may be among them.
            must_not: Cards that he does not hold, alike.
            weights: How likely his hidden cards are; the stock is in any order alike.

                - None: all hands alike.
                - An array of shape (52,), or (tables, 52): after the cards he must hold, cards are
                  drawn one after the other without replacement, each with a chance in proportion to
                  its weight among those left. 0 or 1e-100 to 1e100.
                - ``"simple"``: as `SimplePlayer` holds them in the middle of a round: deadwood
                  falls with his turns, no knock was held back, what he took is melded, and what he
                  threw or refused would hardly have been.
            threads: How many threads share the work; None: one; 0: all cores.

        Raises:
            InvalidCardError: A text or id in `must` or `must_not` is no card.
            InvalidHandError: A mask there is none of 52 cards.
            MemoryError: There are too many worlds.
            TypeError: An argument is of another kind.
            ValueError: An argument has another shape or is out of range, or a table has no such
                world: the first is named.

        """
        asked = read_asked(len(self), player, n, seed, must, must_not, weights)
        return self._of(self._native.determinize(asked, threads), self._rules)
