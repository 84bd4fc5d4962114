"""The fastest exact gin rummy evaluator there is.

>>> import gin_fast as gf
>>> gf.deadwood("As 2s 3s 4h 4d 4c 5d 5h 5c Kd")
10
"""

from typing import TYPE_CHECKING

from gin_fast._core import build_info
from gin_fast.card import (
    CardSet,
    InvalidCardError,
    InvalidHandError,
    Meld,
    Rank,
    Suit,
    card_name,
    parse_card,
)
from gin_fast.evaluate import (
    Arrangement,
    arrange,
    arrangements,
    backend,
    backends,
    best_discard,
    cards,
    deadwood,
    deadwood_after_discard,
    format_hands,
    is_meld,
    knock_discards,
    masks,
    melded,
    melds,
    parse_hands,
)

if TYPE_CHECKING:
    from types import ModuleType

    from gin_fast import ufuncs

__all__ = [
    "Arrangement",
    "CardSet",
    "InvalidCardError",
    "InvalidHandError",
    "Meld",
    "Rank",
    "Suit",
    "arrange",
    "arrangements",
    "backend",
    "backends",
    "best_discard",
    "card_name",
    "cards",
    "deadwood",
    "deadwood_after_discard",
    "format_hands",
    "is_meld",
    "knock_discards",
    "masks",
    "melded",
    "melds",
    "parse_card",
    "parse_hands",
    "ufuncs",
]

__version__: str = build_info["version"]

# Loaded on first use, so that `import gin_fast` stays cheap.
_LAZY = frozenset({"ufuncs"})


def __getattr__(name: str) -> "ModuleType":
    if name in _LAZY:
        import importlib  # noqa: PLC0415 - with the first lazy module, not before.

        return importlib.import_module(f"gin_fast.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
