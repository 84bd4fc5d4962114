"""Seeds: one for a match, and from it one for each thing that chance decides."""

import numpy as np

from gin_fast._fields import read_seed

__all__ = ["read_or_draw", "spawn"]


def spawn(seed: int, *key: int) -> int:
    """Return the seed of a part of what `seed` stands for.

    53 bits, which any program that reads JSON keeps.
    """
    state = np.random.SeedSequence(seed, spawn_key=key).generate_state(1, np.uint64)
    return int(state[0]) >> 11


def read_or_draw(seed: object) -> int:
    """Read a seed, or draw one that nobody knows before."""
    known: int | None = read_seed("seed", seed)
    if known is not None:
        return known
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) >> 11
