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
    from gin_fast import arena, players, record, rules, scoring, settle, sim, ufuncs
    from gin_fast import match as match
    from gin_fast import round as round  # noqa: A004 - left out of `__all__`: a builtin.
    from gin_fast.match import Game, Match, play
    from gin_fast.players import GreedyPlayer, RandomPlayer, SimpleEaaiPlayer, SimplePlayer
    from gin_fast.record import RecordError
    from gin_fast.round import (
        Action,
        IllegalActionError,
        Observation,
        Player,
        Round,
        RoundResult,
    )
    from gin_fast.rules import Rules
    from gin_fast.scoring import GameScore, HollywoodScore, MatchScore, next_dealer
    from gin_fast.settle import Defence, Showdown, defend, knock_points, showdown

__all__ = [
    "Action",
    "Arrangement",
    "CardSet",
    "Defence",
    "Game",
    "GameScore",
    "GreedyPlayer",
    "HollywoodScore",
    "IllegalActionError",
    "InvalidCardError",
    "InvalidHandError",
    "Match",
    "MatchScore",
    "Meld",
    "Observation",
    "Player",
    "RandomPlayer",
    "Rank",
    "RecordError",
    "Round",
    "RoundResult",
    "Rules",
    "Showdown",
    "SimpleEaaiPlayer",
    "SimplePlayer",
    "Suit",
    "arena",
    "arrange",
    "arrangements",
    "backend",
    "backends",
    "best_discard",
    "card_name",
    "cards",
    "deadwood",
    "deadwood_after_discard",
    "defend",
    "format_hands",
    "is_meld",
    "knock_discards",
    "knock_points",
    "masks",
    "melded",
    "melds",
    "next_dealer",
    "parse_card",
    "parse_hands",
    "play",
    "players",
    "record",
    "rules",
    "scoring",
    "settle",
    "showdown",
    "sim",
    "ufuncs",
]

__version__: str = build_info["version"]

# Loaded on first use, so that `import gin_fast` stays cheap: each name and the module it is in.
_LAZY = {
    "Action": "round",
    "Defence": "settle",
    "Game": "match",
    "GameScore": "scoring",
    "GreedyPlayer": "players",
    "HollywoodScore": "scoring",
    "IllegalActionError": "round",
    "Match": "match",
    "MatchScore": "scoring",
    "Observation": "round",
    "Player": "round",
    "RandomPlayer": "players",
    "RecordError": "record",
    "Round": "round",
    "RoundResult": "round",
    "Rules": "rules",
    "Showdown": "settle",
    "SimpleEaaiPlayer": "players",
    "SimplePlayer": "players",
    "defend": "settle",
    "knock_points": "settle",
    "next_dealer": "scoring",
    "play": "match",
    "showdown": "settle",
}
_LAZY_MODULES = frozenset(
    {"arena", "match", "players", "record", "round", "rules", "scoring", "settle", "sim", "ufuncs"}
)


def __getattr__(name: str) -> object:
    module = _LAZY.get(name, name)
    if module not in _LAZY_MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib  # noqa: PLC0415 - with the first lazy name, not before.

    loaded = importlib.import_module(f"gin_fast.{module}")
    if name == module:
        return loaded
    # Next time it is found without asking here.
    return globals().setdefault(name, getattr(loaded, name))


def __dir__() -> list[str]:
    return sorted(__all__)
