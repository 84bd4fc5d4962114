"""How a seed is read that Rust goes by."""

from typing import TypeAlias

import numpy as np

from gin_fast._fields import read_seed

__all__ = ["Seed", "read_number"]

Seed: TypeAlias = int | np.random.SeedSequence | None


def read_number(seed: object) -> int:
    """Return 64 bits that belong to a seed: an int not below 0, a SeedSequence, or None.

    None stands for what nobody knows before.
    """
    if not isinstance(seed, np.random.SeedSequence):
        seed = np.random.SeedSequence(read_seed("seed", seed))
    return int(seed.generate_state(1, np.uint64)[0])
