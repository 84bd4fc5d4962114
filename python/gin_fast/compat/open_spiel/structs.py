"""States and observations part by part, as OpenSpiel's structs have them."""

import json
from operator import index
from types import NoneType
from typing import Any, ClassVar, Final, SupportsIndex, TypeVar

__all__ = ["GinRummyObservationStruct", "GinRummyStateStruct"]


# What each part is, and what it is in a struct made of nothing.
_PARTS: Final[dict[str, tuple[Any, Any]]] = {
    "current_player": ("str", ""),
    "deadwood": (["int"], []),
    "discard_pile": (["str"], []),
    "finished_layoffs": ("bool", False),
    "hands": ([["str"]], []),
    "knock_card": ("int", 0),
    "knocked": (["bool"], []),
    "layed_melds": ([[["str"]]], []),
    "layoffs": (["str"], []),
    "pass_on_first_upcard": (["bool"], []),
    "phase": ("str", ""),
    "prev_upcard": ("str or None", None),
    "stock_size": ("int", 0),
    "upcard": ("str or None", None),
}
_CLASSES: Final = {"str": (str,), "bool": (bool,), "int": (int,), "str or None": (str, NoneType)}


def _read(kind: Any, value: Any, name: str) -> Any:
    """Return a value of a kind, lists copied; a list of one kind stands for lists of it."""
    if isinstance(kind, list):
        if not isinstance(value, list | tuple):
            raise TypeError(f"{name}: expected a list, got {type(value).__name__}")
        return [_read(kind[0], item, name) for item in value]
    if kind == "int" and isinstance(value, SupportsIndex):
        value = index(value)
        if not -(2**31) <= value < 2**31:
            raise TypeError(f"{name}: {value} has more than 32 bits")
    if not isinstance(value, _CLASSES[kind]):
        raise TypeError(f"{name}: expected {kind}, got {type(value).__name__}")
    return value


def _copied(value: Any) -> Any:
    return [_copied(item) for item in value] if isinstance(value, list) else value


class GinRummyStateStruct:
    """All of a state by name: hands and piles as texts of cards.

    Args:
        contents: The parts as a dict or as JSON, none missing; left out, all are empty. What is no
            part is passed over.

    Raises:
        RuntimeError: The JSON is none, or a part is missing or of another kind.
        TypeError: `contents` are of another kind, or a part is set to another kind later.

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

    __slots__ = tuple(_PARTS)

    _parts: ClassVar = _PARTS

    def __init__(self, *contents: dict[str, Any] | str) -> None:
        if len(contents) > 1:
            raise TypeError(f"contents: expected a dict or JSON, got {len(contents)} arguments")
        given = _contents(*contents) if contents else {}
        # As OpenSpiel's, a struct is made without an observer, but not without another part.
        missing = [name for name in _PARTS if name not in given]
        if contents and missing:
            raise RuntimeError(f"contents: expected all parts, {missing} are missing")
        for name, (kind, empty) in self._parts.items():
            try:
                value = _read(kind, given.get(name, empty), name)
            except TypeError as error:
                raise RuntimeError(f"contents: {error}") from None
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._parts:
            value = _read(self._parts[name][0], value, name)
        object.__setattr__(self, name, value)

    def to_dict(self) -> dict[str, Any]:
        """Return the parts as a dict."""
        return {name: _copied(value) for name, value in self._held().items()}

    def to_json(self) -> str:
        """Return the parts as JSON."""
        return json.dumps(self._held(), separators=(",", ":"))

    def _held(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._parts}

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

    __slots__ = ("observing_player",)

    _parts: ClassVar = dict(sorted({**_PARTS, "observing_player": ("int", -1)}.items()))


_Struct = TypeVar("_Struct", bound=GinRummyStateStruct)


def _holding(struct: type[_Struct], parts: dict[str, Any]) -> _Struct:
    made = struct.__new__(struct)
    for name, value in parts.items():
        object.__setattr__(made, name, value)
    return made


def state_struct(contents: dict[str, Any]) -> GinRummyStateStruct:
    """Return the struct of parts that a state told, which need no check and are nobody else's."""
    return _holding(GinRummyStateStruct, contents)


def observation_struct(contents: dict[str, Any]) -> GinRummyObservationStruct:
    """Return the struct of parts that an observation told, as `state_struct` does."""
    return _holding(GinRummyObservationStruct, contents)


def _contents(contents: dict[str, Any] | str) -> dict[str, Any]:
    """Return a dict, or the object that JSON holds."""
    if isinstance(contents, dict):
        return contents
    if not isinstance(contents, str | bytes | bytearray):
        raise TypeError(f"contents: expected a dict or JSON, got {type(contents).__name__}")
    try:
        given = json.loads(contents)
    except ValueError as error:
        raise RuntimeError(f"contents: expected JSON, got {contents[:60]!r}: {error}") from None
    if not isinstance(given, dict):
        message = f"contents: expected a JSON object, got {contents[:60]!r}"
        raise RuntimeError(message)  # noqa: TRY004 - all JSON is of one type to OpenSpiel.
    return given


for _struct in (GinRummyStateStruct, GinRummyObservationStruct):
    _struct.__module__ = "gin_fast.compat.open_spiel"
