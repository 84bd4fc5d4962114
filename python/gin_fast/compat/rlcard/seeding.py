"""From a seed, the random numbers that RLCard draws for it."""

import hashlib
import operator
import secrets

import numpy as np

__all__ = ["np_random"]

_BYTES = 8
_WORD = 2**32


def np_random(seed: int | None = None) -> tuple[np.random.RandomState, int]:
    """Return random numbers and the seed that gives them.

    RLCard begins `RandomState` with the first eight bytes of the SHA-512 of the seed's digits.

    Args:
        seed: An int that is not negative; without it one that nobody knows before.

    Raises:
        TypeError: The seed is no int.
        ValueError: It is negative.

    >>> numbers, seed = np_random(42)
    >>> seed, numbers.randint(1000)
    (42, 75)

    """
    if seed is None:
        seed = secrets.randbits(8 * _BYTES)
    else:
        try:
            seed = operator.index(seed)
        except TypeError:
            kind = type(seed).__name__
            raise TypeError(f"seed: expected an int or None, got {kind}") from None
        if seed < 0:
            raise ValueError(f"seed: expected an int that is not negative, got {seed}")
    seed %= 2 ** (8 * _BYTES)
    digest = hashlib.sha512(str(seed).encode()).digest()
    high, low = divmod(int.from_bytes(digest[:_BYTES], "little"), _WORD)
    numbers = np.random.RandomState()
    numbers.seed([low, high] if high else [low])
    return numbers, seed
