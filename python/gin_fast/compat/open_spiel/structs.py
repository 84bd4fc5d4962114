"""States and observations part by part, as OpenSpiel's structs have them."""

import json
from typing import Any, ClassVar, Final

__all__ = ["GinRummyObservationStruct", "GinRummyStateStruct"]


_EMPTY: Final[dict[str, Any]] = {
    "current_player": "",
    "deadwood": [],
    "discard_pile": [],
    "finished_layoffs": False,
    "hands": [],
    "knock_card": 0,
    "knocked": [],
    "layed_melds": [],
    "layoffs": [],
    "pass_on_first_upcard": [],
    "phase": "",
    "prev_upcard": None,
    "stock_size": 0,
    "upcard": None,
}


class GinRummyStateStruct:
    """All of a state by name: hands and piles as texts of cards.

    Args:
        contents: The parts as a dict or as JSON; what is missing is empty.

    >>> from gin_fast.compat.open_spiel import load_game
    >>> state = load_game("gin_rummy").new_initial_state()
    >>> state.apply_action(0)
    >>> state.to_struct().hands, state.to_struct().phase
    ([['As'], []], 'Deal')

    """

    current_player: str
    deadwood: list[int]
    discard_pile: list[str]
    finished_layoffs: bool
    hands: list[list[str]]
    knock_card: int
    knocked: list[bool]
    layed_melds: list[list[list[str]]]
    layoffs: list[str]
    pass_on_first_upcard: list[bool]
    phase: str
    prev_upcard: str | None
    stock_size: int
    upcard: str | None

    _empty: ClassVar = _EMPTY

    def __init__(self, contents: dict[str, Any] | str | None = None) -> None:
        given = json.loads(contents) if isinstance(contents, str) else contents or {}
        unknown = sorted(set(given) - set(self._empty))
        if unknown:
            raise ValueError(f"contents: expected some of {sorted(self._empty)}, got {unknown}")
        for name, empty in self._empty.items():
            value = given.get(name, empty)
            setattr(self, name, list(value) if isinstance(value, list) else value)

    def to_dict(self) -> dict[str, Any]:
        """Return the parts as a dict."""
        return {name: getattr(self, name) for name in sorted(self._empty)}

    def to_json(self) -> str:
        """Return the parts as JSON."""
        return json.dumps(self.to_dict(), separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment] # The parts can be changed.

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.to_dict()!r})"


class GinRummyObservationStruct(GinRummyStateStruct):
    """What a player may see of a state, by name: a card he may not see is ``XX``.

    Where the other hand is hidden, its deadwood is -1.
    """

    observing_player: int

    _empty: ClassVar = {**_EMPTY, "observing_player": -1}


for _struct in (GinRummyStateStruct, GinRummyObservationStruct):
    _struct.__module__ = "gin_fast.compat.open_spiel"
