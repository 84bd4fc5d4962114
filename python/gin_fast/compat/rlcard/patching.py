"""Puts our functions into an installed RLCard, and takes them out."""

import sys
import threading
from types import ModuleType
from typing import Any, NamedTuple

__all__ = ["install", "uninstall"]

_LOCK = threading.RLock()


class _Replaced(NamedTuple):
    owner: Any
    name: str
    original: Any
    ours: Any


class _Installed(NamedTuple):
    # None: not all of it is in its place.
    compat: bool | None
    replaced: list[_Replaced]


_installed: _Installed | None = None


def install(*, compat: bool = False) -> None:
    """Put our functions into the installed RLCard, wherever it or anybody else has imported them.

    Replaced are the functions of `melding`, `get_deadwood` and `get_deadwood_count` of `utils`,
    those of `judge`, `GinRummyPlayer.get_meld_clusters`, and what `GinRummyGame` and `GinRummyEnv`
    see and find legal. To call it again is nothing; with another `compat` it changes over.

    >>> from rlcard.games.gin_rummy.utils import melding
    >>> install()
    >>> melding.get_meld_clusters.__module__
    'gin_fast.compat.rlcard._patches'
    >>> uninstall()
    >>> melding.get_meld_clusters.__module__
    'rlcard.games.gin_rummy.utils.melding'

    Args:
        compat: Whether RLCard keeps its faults. By default an action that is not legal is refused,
            a player's state is his own, and every limit of deadwood is kept.

    Raises:
        ImportError: There is no RLCard, or one that has not what is to be replaced.

    """
    global _installed  # noqa: PLW0603 - RLCard is there once too.
    with _LOCK:
        if _installed is not None and _installed.compat == compat:
            return
        uninstall()
        replaced = _originals(compat=compat)
        ours = {id(one.original): one.ours for one in replaced if isinstance(one.owner, ModuleType)}
        replaced += _copies(ours)
        # Known before anything is replaced: whatever interrupts it, all can be put back.
        _installed = _Installed(None, replaced)
        try:
            for one in replaced:
                setattr(one.owner, one.name, one.ours)
            _installed = _Installed(compat, replaced)
        except BaseException:
            uninstall()
            raise


def uninstall() -> None:
    """Put everything back that `install` replaced; without it nothing is done."""
    global _installed  # noqa: PLW0603 - as above.
    with _LOCK:
        if _installed is None:
            return
        # So that who is interrupted can go on from where he was.
        _installed = _installed._replace(compat=None)
        originals = {id(one.ours): one.original for one in _installed.replaced}
        for one in reversed(_installed.replaced):
            # What somebody else put there since is his.
            if vars(one.owner).get(one.name) is one.ours:
                setattr(one.owner, one.name, one.original)
        # Who imported a function in between has ours.
        for one in _copies(originals):
            setattr(one.owner, one.name, one.ours)
        _installed = None


def _originals(*, compat: bool) -> list[_Replaced]:
    try:
        from gin_fast.compat.rlcard._patches import patches  # noqa: PLC0415 - it needs RLCard.
    except ImportError as error:
        message = f"install: RLCard 1.2.0 is wanted, `pip install rlcard`: {error}"
        raise ImportError(message) from error
    try:
        found = patches(compat=compat)
        return [_Replaced(owner, name, vars(owner)[name], ours) for owner, name, ours in found]
    except (AttributeError, KeyError) as error:
        message = f"install: RLCard 1.2.0 is wanted, this one has no {error}"
        raise ImportError(message) from error


def _copies(ours: dict[int, Any]) -> list[_Replaced]:
    """Return where in loaded modules the objects with these ids are found by another import."""
    found = []
    for module_name, module in list(sys.modules.items()):
        if not isinstance(module, ModuleType) or module_name.startswith("gin_fast."):
            continue
        try:
            names = list(vars(module).items())
        except Exception:  # noqa: BLE001, S112 - one that is loaded late may fail at anything.
            continue
        for name, value in names:
            if id(value) in ours:
                found.append(_Replaced(module, name, value, ours[id(value)]))
    return found
