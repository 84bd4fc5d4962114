"""OpenSpiel's error class."""

try:
    from pyspiel import SpielError
except ImportError:

    class SpielError(RuntimeError):  # type: ignore[no-redef]
        """What OpenSpiel raises, where it is not installed."""

        __module__ = "gin_fast.compat.open_spiel"


__all__ = ["SpielError"]
