"""Many rounds at once over NumPy arrays."""

import sys
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gin_fast import _core
from gin_fast._fields import described, flag, is_whole, one_of, shown, whole
from gin_fast.round import ACTIONS, IllegalActionError, Round
from gin_fast.round.position import Position
from gin_fast.rules import Rules
from gin_fast.scoring.round_score import read_rules
from gin_fast.sim.seed import Seed, read_seeds
from gin_fast.sim.worlds import Determinized

__all__ = ["PHASES", "PLANES", "Tables"]

PHASES: Final = ("upcard", "draw", "discard", "wall", "over")
PLANES: Final = tuple(_core.Tables.planes())

# What NumPy takes as an index of one dimension.
Places: TypeAlias = NDArray[np.bool_] | NDArray[np.integer[Any]] | list[int] | slice

_read_count = whole(1)
_read_planes = one_of("all", "cards")
_PACK: Final = 52
# The largest number of a byte.
_BYTE: Final = 255
# So many bytes have the ints that hold any target.
_WIDEST: Final = 8
# What a pickle begins with; another one where it would be read otherwise.
_FORMAT: Final = "gin_fast.sim.Tables 1"


class Tables(Determinized):
    """Rounds at many tables, one action at each at a time, under one set of rules.

    Each table deals its own decks, from its own seed: what happens at one depends neither on the
    others nor on threads. Rounds here are no game: the dealers alternate, whoever wins.

    >>> import numpy as np
    >>> from gin_fast.sim import PHASES, Tables
    >>> tables = Tables(4, seed=1)
    >>> tables
    <Tables: 4 tables, 0 of them done>
    >>> tables.step(np.array([105, 106, 106, 105]))
    >>> [PHASES[phase] for phase in tables.phase]
    ['discard', 'upcard', 'upcard', 'discard']

    Args:
        n: How many tables there are, 1 or more.
        rules: The rules. Who deals first is what `first_dealer` says; if it is ``"random"``, each
            seed says so for its table.
        seed: An int not below 0 or a SeedSequence for all tables together, an integer array of a
            seed for each, or None for what nobody knows before.

    Raises:
        MemoryError: There is no room for so many.
        TypeError: An argument is of another kind.
        ValueError: `n` or a seed is out of range, or there are not as many seeds as tables.

    """

    __slots__ = ("_native", "_rules")

    def __init__(
        self,
        n: int,
        rules: Rules = Rules(),  # noqa: B008 - rules are frozen.
        seed: Seed | NDArray[np.integer[Any]] = None,
    ) -> None:
        count: int = _read_count("n", n)
        if count > sys.maxsize:
            raise MemoryError(f"n: no memory for {shown(count)} tables")
        self._rules = read_rules(rules)
        seeds = read_seeds(seed, count)
        first = self._rules.first_dealer
        self._native = _core.Tables(self._rules, seeds, None if first == "random" else first)

    @classmethod
    def _of(cls, native: _core.Tables, rules: Rules) -> Self:
        tables = object.__new__(cls)
        tables._native, tables._rules = native, rules
        return tables

    @classmethod
    def from_rounds(
        cls, rounds: Iterable[Round], seed: Seed | NDArray[np.integer[Any]] = None
    ) -> Self:
        """Return tables at which these rounds go on; the rounds themselves stay as they are.

        >>> from gin_fast import Round
        >>> from gin_fast.sim import Tables
        >>> played = Round(seed=1)
        >>> played.apply("pass")
        >>> Tables.from_rounds([played, Round(seed=2)]).player.tolist()
        [0, 1]

        Args:
            rounds: Rounds under the same rules, wherever they stand.
            seed: As for `Tables`, for the decks of later rounds.

        Raises:
            TypeError: One is no Round.
            ValueError: There is none, their rules differ, one has its layoffs by hand, or one is
                over by a knock that was not laid out as `Tables` does it.

        """
        if not isinstance(rounds, Iterable):
            raise TypeError(f"rounds: expected Rounds, got {described(rounds)}")
        listed = list(rounds)
        if not listed:
            raise ValueError("rounds: expected at least one Round, got none")
        for at, played in enumerate(listed):
            _refuse_unfit(f"rounds[{at}]", played, listed[0])
        rules = listed[0].rules
        positions = [played._position() for played in listed]  # noqa: SLF001 - the twin's door.
        native = _core.Tables.at(rules, positions, read_seeds(seed, len(listed)))
        if isinstance(native, _core.Tables):
            return cls._of(native, rules)
        raise ValueError(
            f"rounds[{native}]: it is over by a knock that named its layout, and tables know the "
            "canonical one alone"
        )

    def to_round(self, i: int) -> Round:
        """Return the round at one table: its cards, what is due, what each seat has seen.

        How it came about is not known at a table: the history is empty.

        >>> from gin_fast.sim import Tables
        >>> Tables(3, seed=1).to_round(-1)
        <Round: upcard, seat 1 to act, 31 cards in the stock>

        Args:
            i: Which table; a negative one counts from the end.

        Raises:
            IndexError: There is no such table.
            TypeError: It is no int.

        """
        count = len(self)
        if not is_whole(i):
            raise TypeError(f"i: expected an int, got {described(i)}")
        at = int(i)
        if not -count <= at < count:
            raise IndexError(f"i: expected one of {count} tables, got {shown(at)}")
        position = Position(**self._native.position(at % count))
        return Round._at(self._rules, position)  # noqa: SLF001 - the twin's door.

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._rules

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of each table, which gives the same decks in other `Tables` too."""
        return self._native.seeds()

    @property
    def dealer(self) -> NDArray[np.int8]:
        """The seat that dealt the round at each table."""
        return self._native.dealer()

    @property
    def player(self) -> NDArray[np.int8]:
        """The seat that is to act at each table; at the end the one that acted last."""
        return self._native.player()

    @property
    def phase(self) -> NDArray[np.uint8]:
        """What is due at each table, as an index into `PHASES`."""
        return self._native.phase()

    @property
    def hands(self) -> NDArray[np.uint64]:
        """Both hands at each table as masks, by seat: shape (n, 2); no seat sees them both."""
        return self._native.hands()

    @property
    def done(self) -> NDArray[np.bool_]:
        """Which rounds are over; with `auto_reset`, those that the last step ended."""
        return self._native.done()

    @property
    def points(self) -> NDArray[np.int16]:
        """What those came to, positive where seat 0 scored; 0 for the others."""
        return self._native.points()

    def legal_actions(
        self, out: NDArray[np.bool_] | None = None, threads: int | None = None
    ) -> NDArray[np.bool_]:
        """Return which actions are legal at each table, by their ids; none where a round is over.

        >>> from gin_fast.sim import Tables
        >>> legal = Tables(3, seed=1).legal_actions()
        >>> legal.shape, legal.any(axis=0).nonzero()[0].tolist()
        ((3, 108), [105, 106])

        Args:
            out: A bool array of shape (n, 108) to write to.
            threads: How many threads work: one if None, one a core if 0.

        Raises:
            TypeError: `out` is no such array.
            ValueError: Its shape is another one, or `threads` is out of range.

        """
        return self._native.legal(out, threads)

    def legal_bits(self) -> NDArray[np.uint64]:
        """Return the same as bits of ids: shape (n, 2), the first 64 and the others.

        >>> from gin_fast.sim import Tables
        >>> Tables(1, seed=1).legal_bits().tolist() == [[0, 1 << 105 - 64 | 1 << 106 - 64]]
        True
        """
        return self._native.legal_bits()

    def step(
        self,
        actions: NDArray[np.integer[Any]],
        auto_reset: bool = False,  # noqa: FBT001, FBT002 - as environments have it.
        threads: int | None = None,
    ) -> None:
        """Do one action at each table, by its id. Where a round is over nothing happens.

        >>> import gin_fast as gf, numpy as np
        >>> from gin_fast.sim import Tables
        >>> tables = Tables(2, seed=1)
        >>> try:
        ...     tables.step(np.array([106, 3]))
        ... except gf.IllegalActionError as error:
        ...     print(error)
        actions: discard 4s (3) is not legal at table 1, for seat 1 in phase upcard

        Args:
            actions: An array of any integer dtype and of shape (n,).
            auto_reset: Whether a round that this step ends gives way to the table's next one at
                once; `done` and `points` then tell of the one that ended.
            threads: How many threads work: one if None, one a core if 0.

        Raises:
            IllegalActionError: An action is none, or not legal at its table; no table has moved.
            TypeError: `actions` is no integer array.
            ValueError: Its shape is another one, or `threads` is out of range.

        """
        at = self._native.step(actions, flag("auto_reset", auto_reset), threads)
        if at is not None:
            raise IllegalActionError(self._refusal(at, int(actions[at])))

    def _refusal(self, at: int, action: int) -> str:
        """Return why an action is not legal at a table."""
        if not 0 <= action < len(ACTIONS):
            return f"actions: expected ids from 0 to {len(ACTIONS) - 1}, got {action} at table {at}"
        where = f"for seat {self.player[at]} in phase {PHASES[self.phase[at]]}"
        return f"actions: {ACTIONS[action]} ({action}) is not legal at table {at}, {where}"

    def reset(self, where: Places | None = None) -> None:
        """Deal the next round at some tables, or at all.

        >>> import numpy as np
        >>> from gin_fast.sim import Tables
        >>> tables = Tables(4, seed=1)
        >>> tables.step(np.full(4, 105))
        >>> tables.reset([0, 2])
        >>> tables.phase.tolist()
        [0, 2, 0, 2]

        Args:
            where: A mask, places or a slice, as NumPy takes them; None for all tables.

        Raises:
            IndexError: There is no such table, or `where` is nothing that chooses tables.

        """
        # Each table once; of millions `np.unique` would take seconds, which Ctrl-C cannot end.
        chosen = np.zeros(len(self), np.bool_)
        chosen[self._places(slice(None) if where is None else where)] = True
        self._native.reset(self._places(chosen))

    def observe(
        self,
        out: NDArray[np.uint8] | None = None,
        planes: Literal["all", "cards"] = "all",
        scores: NDArray[np.integer[Any]] | None = None,
        threads: int | None = None,
    ) -> NDArray[np.uint8]:
        """Return what the seat to act sees at each table, as planes of 52 numbers, one a card.

        `PLANES` names them in their order; `docs/simulate.md` says what each one holds. No card is
        in them that the seat has not seen; what differs in what is legal differs here.

        >>> from gin_fast.sim import PLANES, Tables
        >>> seen = Tables(3, seed=1).observe()
        >>> seen.shape == (3, len(PLANES), 52)
        True
        >>> seen[:, PLANES.index("hand")].sum(axis=1).tolist()
        [10, 10, 10]

        Args:
            out: A uint8 array of shape (n, planes, 52) to write to.
            planes: ``"all"`` of them, or the first six, those of ``"cards"``.
            scores: Where a game stands, by seat: an integer array of shape (n, 2), or (2,) for
                all tables; the planes hold 255ths of the target. None for 0.
            threads: How many threads work: one if None, one a core if 0.

        Raises:
            TypeError: An argument is of another kind.
            ValueError: A shape is another one, or a value is out of range.

        """
        all_planes = _read_planes("planes", planes) == "all"
        if scores is not None and not all_planes:
            raise ValueError('scores: planes="cards" has no room for them')
        read = None if scores is None else self._read_scores(scores)
        return self._native.observe(all_planes, read, out, threads)

    def _read_scores(self, scores: object) -> NDArray[np.uint8]:
        """Read scores by seat, and return them in 255ths of the target."""
        shape = (len(self), 2)
        if not isinstance(scores, np.ndarray) or scores.dtype.kind not in "iu":
            raise TypeError(f"scores: expected an integer array, got {described(scores)}")
        if scores.shape not in {shape, (2,)}:
            raise ValueError(f"scores: expected the shape {shape} or (2,), got {scores.shape}")
        if (scores < 0).any():
            raise ValueError(f"scores: expected none below 0, got {scores.min()}")
        # No score beyond the target says more. Small ints may not hold the target itself.
        target = self._rules.target
        wide = scores if scores.dtype.itemsize == _WIDEST else scores.astype(np.int64)
        parts = np.minimum(wide, target).astype(np.int64) * _BYTE // target
        return np.ascontiguousarray(np.broadcast_to(parts, shape), dtype=np.uint8)

    def copy(self) -> Self:
        """Return a copy that goes its own way; it deals the same decks.

        >>> import numpy as np
        >>> from gin_fast.sim import Tables
        >>> tables = Tables(2, seed=1)
        >>> twins = tables.copy()
        >>> twins.step(np.array([106, 106]))
        >>> tables.player.tolist() == twins.player.tolist()
        False
        """
        return self._of(self._native.copy(), self._rules)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def take(self, where: Places) -> Self:
        """Return copies of some tables, in the order given; `tables[where]` is the same.

        A table may come more than once, and none need come at all.

        >>> from gin_fast.sim import Tables
        >>> tables = Tables(4, seed=1)
        >>> len(tables.take([0, 0, 0, 3])), len(tables[~tables.done]), len(tables[1:])
        (4, 4, 3)

        Args:
            where: A mask, places or a slice, as NumPy takes them.

        Raises:
            IndexError: There is no such table, or `where` is nothing that chooses tables.

        """
        return self._of(self._native.take(self._places(where)), self._rules)

    __getitem__ = take
    # Not by `__getitem__`, which gives no single tables.
    __iter__ = None

    def _places(self, where: Places) -> NDArray[np.int64]:
        """Return the tables that an index of NumPy's chooses."""
        if isinstance(where, list) and not where:
            return np.empty(0, np.int64)
        try:
            places = np.arange(len(self), dtype=np.int64)[where]
        except IndexError as error:
            raise IndexError(f"where: {error}") from None
        if not isinstance(places, np.ndarray) or places.ndim != 1:
            raise IndexError(
                f"where: expected a mask, places or a slice, got {shown(where)}; "
                "for one table call to_round"
            )
        return np.ascontiguousarray(places)

    def __len__(self) -> int:
        return len(self._native)

    def __eq__(self, other: object) -> bool:
        """Whether both have the same rules, rounds and decks to come."""
        if not isinstance(other, Tables):
            return NotImplemented
        return self._rules == other._rules and self._native.equals(other._native)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Tables: {len(self)} tables, {np.count_nonzero(self.done)} of them done>"

    def __reduce__(self) -> "tuple[Callable[..., Tables], tuple[str, Rules, bytes]]":
        return _unpickled, (_FORMAT, self._rules, self._native.to_bytes())


def _unpickled(kind: object, rules: object, state: object) -> Tables:
    """Return the tables of a pickle, or refuse one that holds none."""
    if kind != _FORMAT:
        raise ValueError(f"pickle: expected {_FORMAT!r}, got {shown(kind)}")
    if not isinstance(rules, Rules) or not isinstance(state, bytes):
        raise ValueError(  # noqa: TRY004 - the pickle is wrong, not an argument.
            f"pickle: expected Rules and bytes, got {shown(rules)} and {shown(state)}"
        )
    core = _core.Tables.from_bytes(rules, state)
    if core is None:
        raise ValueError("pickle: its tables are damaged")
    return Tables._of(core, rules)  # noqa: SLF001 - this is where they come from.


def _refuse_unfit(name: str, played: object, first: Round) -> None:
    """Refuse what no table can go on with."""
    if not isinstance(played, Round):
        raise TypeError(f"{name}: expected a Round, got {described(played)}")
    if played.rules != first.rules:
        raise ValueError(f"{name}: expected the rules of rounds[0], got {played.rules!r}")
    if played.layoff == "manual":
        raise ValueError(
            f'{name}: layoff="manual" is not played at tables, where defenders lay out their best'
        )
