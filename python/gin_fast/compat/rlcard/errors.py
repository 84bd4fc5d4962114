"""RLCard's error classes: its own where it can be imported."""

__all__ = ["GinRummyError", "GinRummyProgramError"]


class GinRummyError(Exception):
    """Something is wrong in a game of gin rummy."""


class GinRummyProgramError(GinRummyError):
    """A hand, card or action that the game cannot do with."""


try:
    from rlcard.games.gin_rummy.utils import gin_rummy_error as _theirs
except ImportError:
    pass
else:
    GinRummyError = _theirs.GinRummyError  # type: ignore[misc]
    GinRummyProgramError = _theirs.GinRummyProgramError  # type: ignore[misc]
