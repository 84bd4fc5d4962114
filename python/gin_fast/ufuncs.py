"""The evaluators as real `numpy.ufunc` objects.

A ufunc takes whatever NumPy takes: arrays of any shape and strides that broadcast, lists, `out=`,
`where=`, `casting=`, and objects that answer to ufuncs by themselves.

>>> import numpy as np
>>> from gin_fast import ufuncs
>>> masks = np.array([[0b111, 0b11], [1 << 51, 0]], dtype=np.uint64)
>>> ufuncs.deadwood(masks)
array([[ 0,  3],
       [10,  0]], dtype=uint8)
>>> ufuncs.deadwood(masks, where=masks != 3, out=np.full((2, 2), 99, dtype=np.uint8))
array([[ 0, 99],
       [10,  0]], dtype=uint8)

Dask tries a ufunc out on a hand of one card, so `best_discard_card` and `best_discard_deadwood`
want `dtype=np.uint8` there, `knock_points` `dtype=np.int16`; the functions of `gin_fast` do not.

A mask that is no hand raises `InvalidHandError` and is named, but not its index, and part of
`out` may have been written; the functions of the same names check first.
"""

from typing import Final

import numpy as np

from gin_fast import _core
from gin_fast._columns import on_column  # noqa: F401  # The evaluators look for it here.

__all__ = [
    "best_discard",
    "best_discard_card",
    "best_discard_deadwood",
    "deadwood",
    "knock_points",
    "melded",
]

_made = _core.ufuncs()

best_discard: Final[np.ufunc] = _made["best_discard"]
best_discard_card: Final[np.ufunc] = _made["best_discard_card"]
best_discard_deadwood: Final[np.ufunc] = _made["best_discard_deadwood"]
deadwood: Final[np.ufunc] = _made["deadwood"]
knock_points: Final[np.ufunc] = _made["knock_points"]
melded: Final[np.ufunc] = _made["melded"]
