"""What tables are worth: they are played on to their ends."""

from typing import Final

import numpy as np

from gin_fast import _core
from gin_fast._fields import described, flag, whole
from gin_fast.sim.deals import Results
from gin_fast.sim.seated import read_named
from gin_fast.sim.seed import Seed, read_number
from gin_fast.sim.tables import Tables

__all__ = ["PLAYOUT", "playout"]

PLAYOUT: Final = np.dtype(
    [("points", "f8"), ("error", "f8"), ("won", "f8"), ("lost", "f8"), ("turns", "f8")]
)
"""One table, as `playout` gives it."""

_read_times = whole(1, 2**32 - 1)


def playout(  # noqa: PLR0913 - what a playout is made of.
    tables: Tables,
    policy: str | tuple[str, str],
    n: int,
    seed: Seed = None,
    *,
    shuffle: bool = False,
    threads: int | None = 1,
) -> Results:
    """Play each table on to its end many times, and return what that comes to.

    The tables stay as they are. A continuation starts with what lies on the table, hidden cards
    included, so that the value of what one seat knows takes tables that `Tables.determinize` made
    for it. Players remember nothing of the round so far. A round that is over comes to what it came
    to.

    >>> import gin_fast as gf
    >>> tables = gf.sim.Tables(2, seed=1)
    >>> values = gf.sim.playout(tables, "random", 100, seed=2)
    >>> values.dtype.names
    ('points', 'error', 'won', 'lost', 'turns')
    >>> values["points"].shape
    (2,)

    Args:
        tables: The tables.
        policy: Who plays on: the name of a player who plays in Rust, or two of them, by seats.
        n: How many times each table is played to its end.
        seed: As for `play_rounds`.
        shuffle: Whether each time begins with the stock in another order; otherwise it stays as it
            lies, and only what players leave to chance differs.
        threads: How many threads share the work; 0: one a core.

    Returns:
        A structured array, one place a table: `points`, the mean to seat 0, and `error`, its
        standard error (NaN if `n` is 1); `won` and `lost`, the shares that seat 0 and seat 1 won;
        `turns`, the mean of the draws that were still made.

    Raises:
        TypeError: An argument is of the wrong kind.
        ValueError: A number is out of range, or a name is no player's.

    """
    if not isinstance(tables, Tables):
        raise TypeError(f"tables: expected gin_fast.sim.Tables, got {described(tables)}")
    players = read_named("policy", policy)
    times: int = _read_times("n", n)
    again = flag("shuffle", shuffle)
    points, squares, won, lost, turns = _core.playout(
        tables._native,  # noqa: SLF001 - one room.
        players,
        times,
        read_number(seed),
        again,
        threads,
    )
    out = np.empty(len(points), PLAYOUT)
    out["points"] = points / times
    if times == 1:
        out["error"] = np.nan
    else:
        spread = squares - points * out["points"]
        # Where all came to the same, rounding alone may leave less than nothing.
        out["error"] = np.sqrt(np.maximum(spread, 0) / (times - 1) / times)
    for name, sums in (("won", won), ("lost", lost), ("turns", turns)):
        out[name] = sums / times
    return out
