"""How one field or argument is read: the right kind of value, within its range, named in errors."""

import reprlib
from collections.abc import Callable
from numbers import Integral
from typing import Any, SupportsInt, TypeGuard

import numpy as np

# Takes the name of a field and what came; returns what the field holds.
Reader = Callable[[str, object], Any]


def shown(value: object) -> str:
    """Return what came, for an error, however long it is."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python writes no int of more than a few thousand digits.
        return "one beyond any use"


def described(value: object) -> str:
    """Return what came and its type, for an error.

    >>> described(True)
    'True (bool)'
    """
    return f"{shown(value)} ({type(value).__name__})"


def is_whole(value: object) -> TypeGuard[SupportsInt]:
    """Whether a value is an int, NumPy's included; a bool is none."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def flag(name: str, value: object) -> bool:
    """Read True or False, NumPy's included."""
    if isinstance(value, bool | np.bool):
        return bool(value)
    raise TypeError(f"{name}: expected True or False, got {described(value)}")


def whole(
    least: int, most: int | None = None, *, odd: bool = False, or_none: bool = False
) -> Reader:
    """Return a reader of ints from `least` to `most`, or of any that are not less than `least`."""
    kind = "an odd int" if odd else "an int"
    wanted = f"{kind} from {least} to {most}" if most is not None else f"{kind} not below {least}"
    if or_none:
        wanted = f"None or {wanted}"

    def read(name: str, value: object) -> int | None:
        if or_none and value is None:
            return None
        if not is_whole(value):
            raise TypeError(f"{name}: expected {wanted}, got {described(value)}")
        number = int(value)
        if number < least or (most is not None and number > most) or (odd and number % 2 == 0):
            raise ValueError(f"{name}: expected {wanted}, got {shown(number)}")
        return number

    return read


# What chance is drawn from, as large as one likes; None: what nobody knows before.
read_seed = whole(0, or_none=True)


def one_of(*choices: str | int | None) -> Reader:
    """Return a reader of a few words, ints or None, which are all that a field may hold."""
    *others, last = [repr(choice) for choice in choices]
    wanted = f"{', '.join(others)} or {last}"
    kinds = {type(choice) for choice in choices}

    def read(name: str, value: object) -> str | int | None:
        if value is None and None in choices:
            return None
        known: str | int
        if isinstance(value, str) and str in kinds:
            # Not `str(value)`: a member of an enum of texts writes its name.
            known = "".join(value)
        elif is_whole(value) and int in kinds:
            known = int(value)
        else:
            raise TypeError(f"{name}: expected {wanted}, got {described(value)}")
        if known not in choices:
            raise ValueError(f"{name}: expected {wanted}, got {shown(known)}")
        return known

    return read
