"""How seeds are read that Rust goes by: 64 bits each."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gin_fast import _core
from gin_fast._fields import described, read_seed

__all__ = ["Seed", "read_number", "read_seeds"]

Seed: TypeAlias = int | np.random.SeedSequence | None


def read_number(seed: object) -> int:
    """Return 64 bits that belong to a seed: an int not below 0, a SeedSequence, or None.

    None stands for what nobody knows before.
    """
    if not isinstance(seed, np.random.SeedSequence):
        seed = np.random.SeedSequence(read_seed("seed", seed))
    return int(seed.generate_state(1, np.uint64)[0])


def read_seeds(seed: object, count: int) -> NDArray[np.uint64]:
    """Return a seed for each table: those given, or those that belong to one."""
    if not isinstance(seed, np.ndarray):
        return _core.Tables.seeds_of(read_number(seed), count)
    if seed.dtype.kind not in "iu":
        raise TypeError(f"seed: expected an array of an integer dtype, got {described(seed)}")
    if seed.shape != (count,):
        raise ValueError(f"seed: expected one a table, the shape ({count},), got {seed.shape}")
    if (seed < 0).any():
        raise ValueError(f"seed: expected none below 0, got {seed.min()}")
    return np.ascontiguousarray(seed, dtype=np.uint64)
