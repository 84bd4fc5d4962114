from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import (
    Any,
    Final,
    Literal,
    Protocol,
    Self,
    TypeAlias,
    TypedDict,
    TypeVar,
    final,
    overload,
)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gin_fast.rules import Rules

__all__ = [
    "CardSet",
    "Engine",
    "InvalidCardError",
    "InvalidHandError",
    "Meld",
    "arrange",
    "arrangements",
    "backend",
    "backends",
    "best_discard",
    "build_info",
    "card_name",
    "cards",
    "clusters_of_kept",
    "deadwood",
    "deadwood_after_discard",
    "defend",
    "format_hands",
    "get_all_run_melds",
    "get_all_run_melds_for_suit",
    "get_all_set_melds",
    "get_best_meld_clusters",
    "get_deadwood",
    "get_deadwood_count",
    "get_going_out_cards",
    "get_meld_clusters",
    "going_out_of_clusters",
    "is_meld",
    "knock_discards",
    "knock_limit",
    "knock_points",
    "masks",
    "melded",
    "melds",
    "observation_of_piles",
    "parse_card",
    "parse_hands",
    "price",
    "showdown",
    "throws_of_kept",
    "ufuncs",
    "view_of_piles",
]

# NumPy arrays are no Sequences, so overloads for arrays and for one hand do not overlap.
_Card: TypeAlias = int | str | np.integer[Any]
_Cards: TypeAlias = CardSet | str | Sequence[_Card] | AbstractSet[_Card] | Iterator[_Card]
_Hand: TypeAlias = _Cards | int | np.integer[Any]
_Integers: TypeAlias = NDArray[np.integer[Any]]
_ObjectSet: TypeAlias = CardSet | AbstractSet[object]
_CardSet: TypeAlias = CardSet | AbstractSet[_Card]
_Melds: TypeAlias = tuple[Meld, ...]
_Ace: TypeAlias = Literal["low", "high_or_low", "corner"]
_Points: TypeAlias = int | np.integer[Any]
_Choice: TypeAlias = Literal["canonical", "best"]
_Kind: TypeAlias = Literal["knock", "gin", "big_gin", "undercut"]
_Score: TypeAlias = tuple[_Kind, Literal[0, 1] | None, int, int]
# A text of melds is one of these too.
_LaidOut: TypeAlias = str | Meld | Iterable[Meld | _Cards]

# A column of pandas, Polars, xarray or Dask: it answers to ufuncs by itself.
class _Column(Protocol):
    def __array_ufunc__(
        self, ufunc: np.ufunc, method: Any, /, *inputs: Any, **kwargs: Any
    ) -> Any: ...

# A column of pyarrow, which is no iterable of str.
class _Texts(Protocol):
    def to_pylist(self) -> list[Any]: ...

class _BuildInfo(TypedDict):
    version: str
    profile: str
    features: tuple[str, ...]

build_info: Final[_BuildInfo]

class InvalidCardError(ValueError): ...
class InvalidHandError(ValueError): ...

# No `AbstractSet[int]` here though it is one when the program runs: then `"As" in hand` would be
# flagged, and `{0} | hand` taken for a set.
@final
class CardSet:
    def __new__(cls, cards: _Cards = ..., /) -> Self: ...
    @staticmethod
    def from_mask(mask: int | np.integer[Any]) -> CardSet: ...
    @property
    def mask(self) -> int: ...
    @property
    def points(self) -> int: ...
    def grid(self) -> str: ...
    def __int__(self) -> int: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: _ObjectSet, /) -> bool: ...
    def __le__(self, value: _ObjectSet, /) -> bool: ...
    def __gt__(self, value: _ObjectSet, /) -> bool: ...
    def __ge__(self, value: _ObjectSet, /) -> bool: ...
    def __and__(self, value: _ObjectSet, /) -> CardSet: ...
    def __rand__(self, value: _ObjectSet, /) -> CardSet: ...
    def __or__(self, value: _CardSet, /) -> CardSet: ...
    def __ror__(self, value: _CardSet, /) -> CardSet: ...
    def __sub__(self, value: _ObjectSet, /) -> CardSet: ...
    def __rsub__(self, value: _CardSet, /) -> CardSet: ...
    def __xor__(self, value: _CardSet, /) -> CardSet: ...
    def __rxor__(self, value: _CardSet, /) -> CardSet: ...
    def union(self, *others: Iterable[_Card]) -> CardSet: ...
    def intersection(self, *others: Iterable[object]) -> CardSet: ...
    def difference(self, *others: Iterable[object]) -> CardSet: ...
    def symmetric_difference(self, other: Iterable[_Card], /) -> CardSet: ...
    def isdisjoint(self, other: Iterable[object], /) -> bool: ...
    def issubset(self, other: Iterable[object], /) -> bool: ...
    def issuperset(self, other: Iterable[object], /) -> bool: ...
    def copy(self) -> Self: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object, /) -> Self: ...
    def __reduce__(self) -> tuple[type[CardSet], tuple[str]]: ...

@final
class Meld:
    def __new__(cls, cards: _Cards | Meld, /, ace: _Ace = "low") -> Self: ...
    @property
    def cards(self) -> CardSet: ...
    @property
    def ace(self) -> _Ace: ...
    @property
    def kind(self) -> Literal["set", "run"]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object, /) -> Self: ...
    def __reduce__(self) -> tuple[type[Meld], tuple[str, _Ace]]: ...

def parse_card(text: str) -> int: ...
def card_name(card: _Card) -> str: ...
def backend() -> str: ...
def backends() -> tuple[str, ...]: ...
@overload
def deadwood(
    hand: _Integers,
    *,
    ace: _Ace = "low",
    ace_deadwood: _Points = 1,
    out: NDArray[np.uint8] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> NDArray[np.uint8]: ...
@overload
def deadwood(hand: _Hand, *, ace: _Ace = "low", ace_deadwood: _Points = 1) -> int: ...
@overload
def deadwood(hand: _Column, *, ace: _Ace = "low", ace_deadwood: _Points = 1) -> Any: ...
@overload
def melded(
    hand: _Integers,
    *,
    ace: _Ace = "low",
    ace_deadwood: _Points = 1,
    out: NDArray[np.uint64] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> NDArray[np.uint64]: ...
@overload
def melded(hand: _Hand, *, ace: _Ace = "low", ace_deadwood: _Points = 1) -> CardSet: ...
@overload
def melded(hand: _Column, *, ace: _Ace = "low", ace_deadwood: _Points = 1) -> Any: ...
@overload
def best_discard(
    hand: _Integers,
    banned: _Card | _Integers | None = None,
    *,
    ace: _Ace = "low",
    ace_deadwood: _Points = 1,
    out: tuple[NDArray[np.uint8], NDArray[np.uint8]] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]: ...
@overload
def best_discard(
    hand: _Hand,
    banned: _Integers,
    *,
    ace: _Ace = "low",
    ace_deadwood: _Points = 1,
    out: tuple[NDArray[np.uint8], NDArray[np.uint8]] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]: ...
@overload
def best_discard(
    hand: _Hand, banned: _Card | None = None, *, ace: _Ace = "low", ace_deadwood: _Points = 1
) -> tuple[int, int]: ...
@overload
def best_discard(
    hand: _Column, banned: object = None, *, ace: _Ace = "low", ace_deadwood: _Points = 1
) -> Any: ...
@overload
def deadwood_after_discard(
    hand: _Integers,
    *,
    ace: _Ace = "low",
    ace_deadwood: _Points = 1,
    out: NDArray[np.uint8] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> NDArray[np.uint8]: ...
@overload
def deadwood_after_discard(
    hand: _Hand, *, ace: _Ace = "low", ace_deadwood: _Points = 1
) -> dict[int, int]: ...
@overload
def deadwood_after_discard(
    hand: _Column, *, ace: _Ace = "low", ace_deadwood: _Points = 1
) -> Any: ...
@overload
def knock_discards(
    hand: _Integers,
    limit: _Points = 10,
    banned: _Card | _Integers | None = None,
    *,
    ace: _Ace = "low",
    ace_deadwood: _Points = 1,
    out: NDArray[np.uint64] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> NDArray[np.uint64]: ...
@overload
def knock_discards(
    hand: _Hand,
    limit: _Points,
    banned: _Integers,
    *,
    ace: _Ace = "low",
    ace_deadwood: _Points = 1,
    out: NDArray[np.uint64] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> NDArray[np.uint64]: ...
@overload
def knock_discards(
    hand: _Hand,
    *,
    limit: _Points = 10,
    banned: _Integers,
    ace: _Ace = "low",
    ace_deadwood: _Points = 1,
    out: NDArray[np.uint64] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> NDArray[np.uint64]: ...
@overload
def knock_discards(
    hand: _Hand,
    limit: _Points = 10,
    banned: _Card | None = None,
    *,
    ace: _Ace = "low",
    ace_deadwood: _Points = 1,
) -> CardSet: ...
@overload
def knock_discards(
    hand: _Column,
    limit: _Points = 10,
    banned: object = None,
    *,
    ace: _Ace = "low",
    ace_deadwood: _Points = 1,
) -> Any: ...
def melds(hand: _Hand, *, ace: _Ace = "low") -> _Melds: ...
def is_meld(cards: _Hand | Meld, ace: _Ace = "low") -> bool: ...
def arrange(
    hand: _Hand, *, ace: _Ace = "low", ace_deadwood: _Points = 1
) -> tuple[_Melds, CardSet, int]: ...
def arrangements(
    hand: _Hand,
    max_deadwood: _Points | None = None,
    *,
    ace: _Ace = "low",
    ace_deadwood: _Points = 1,
) -> list[tuple[_Melds, CardSet, int]]: ...
def defend(
    defender: _Hand, melds: _LaidOut, *, ace: _Ace = "low", ace_deadwood: _Points = 1
) -> tuple[_Melds, CardSet, CardSet, int]: ...
def showdown(
    knocker: _Hand,
    defender: _Hand,
    rules: Rules | None,
    layout: _LaidOut,
    upcard: _Card | None,
) -> tuple[_Score, tuple[_Melds, int], tuple[_Melds, CardSet, int]]: ...
def knock_limit(rules: Rules | None, upcard: _Card | None) -> int: ...
def price(
    kind: str,
    knocker_deadwood: _Points,
    defender_deadwood: _Points,
    rules: Rules | None,
    upcard: _Card | None,
) -> _Score: ...
@overload
def knock_points(
    knocker: _Integers,
    defender: _Hand | _Integers,
    rules: Rules | None = None,
    layout: _Choice = "canonical",
    upcard: _Card | _Integers | None = None,
    *,
    out: NDArray[np.int16] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> NDArray[np.int16]: ...
@overload
def knock_points(
    knocker: _Hand,
    defender: _Integers,
    rules: Rules | None = None,
    layout: _Choice = "canonical",
    upcard: _Card | _Integers | None = None,
    *,
    out: NDArray[np.int16] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> NDArray[np.int16]: ...
@overload
def knock_points(
    knocker: _Hand,
    defender: _Hand,
    rules: Rules | None,
    layout: _Choice,
    upcard: _Integers,
    *,
    out: NDArray[np.int16] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> NDArray[np.int16]: ...
@overload
def knock_points(
    knocker: _Hand,
    defender: _Hand,
    rules: Rules | None = None,
    layout: _Choice = "canonical",
    *,
    upcard: _Integers,
    out: NDArray[np.int16] | None = None,
    threads: int | None = None,
    backend: str | None = None,
) -> NDArray[np.int16]: ...
@overload
def knock_points(
    knocker: _Hand,
    defender: _Hand,
    rules: Rules | None = None,
    layout: _Choice = "canonical",
    upcard: _Card | None = None,
) -> int: ...
@overload
def knock_points(
    knocker: _Column,
    defender: _Hand | _Integers | _Column,
    rules: Rules | None = None,
    layout: _Choice = "canonical",
    upcard: object = None,
) -> Any: ...
@overload
def knock_points(
    knocker: _Hand | _Integers,
    defender: _Column,
    rules: Rules | None = None,
    layout: _Choice = "canonical",
    upcard: object = None,
) -> Any: ...
def parse_hands(texts: Iterable[str] | NDArray[Any] | _Texts) -> NDArray[np.uint64]: ...
def format_hands(masks: ArrayLike) -> list[str]: ...
def masks(ids: ArrayLike) -> NDArray[np.uint64]: ...
def cards(masks: ArrayLike) -> NDArray[np.uint8]: ...
def ufuncs() -> dict[str, np.ufunc]: ...

# A dealer, four numbers and six bools.
_Settings: TypeAlias = tuple[int, int, int, int, int, bool, bool, bool, bool, bool, bool]

@final
class Engine:
    def __new__(cls, *, compat: bool = ...) -> Self: ...
    @property
    def compat(self) -> bool: ...
    @property
    def dealer(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def last_action(self) -> int | None: ...
    @property
    def player(self) -> int: ...
    @property
    def went_out(self) -> tuple[int, int] | None: ...
    def actions(self) -> list[int]: ...
    def apply(self, action: int) -> None: ...
    def choose(self, settings: _Settings) -> None: ...
    def copy(self) -> Engine: ...
    def deadwood(self, player: int) -> int: ...
    def deal(self, dealer: int, deck: Sequence[int]) -> None: ...
    def deck(self) -> list[int]: ...
    def discards(self) -> list[int]: ...
    def hand(self, player: int) -> list[int]: ...
    def known_cards(self, player: int) -> list[int]: ...
    def legal_actions(self) -> list[int]: ...
    def legal_mask(self, player: int) -> NDArray[np.int8]: ...
    def meld_clusters(self, player: int) -> list[list[list[int]]]: ...
    def moves(self) -> list[tuple[int, int, int | None]]: ...
    def payoffs(self) -> tuple[float, float] | None: ...
    def planes(self, player: int, count: int = ...) -> NDArray[np.int8]: ...
    def reset(self, np_random: np.random.RandomState) -> None: ...
    def scored_hands(self) -> list[list[int]]: ...
    def state(self, player: int) -> dict[str, Any]: ...
    def step(self, action: int) -> tuple[dict[str, Any], int]: ...
    def stock(self) -> list[int]: ...
    def __copy__(self) -> Engine: ...
    def __deepcopy__(self, _memo: object, /) -> Engine: ...
    def __reduce__(
        self,
    ) -> tuple[Any, tuple[bool, _Settings, int, list[int], list[int]]]: ...
    @staticmethod
    def _of_parts(
        compat: bool, settings: _Settings, dealer: int, deck: Sequence[int], actions: Sequence[int]
    ) -> Engine: ...

# RLCard's cards, ours, and whatever else has these letters.
class _Lettered(Protocol):
    @property
    def suit(self) -> str: ...
    @property
    def rank(self) -> str: ...

_LetteredT = TypeVar("_LetteredT", bound=_Lettered)

def get_all_run_melds(hand: Iterable[_LetteredT]) -> list[list[_LetteredT]]: ...
def get_all_set_melds(hand: Iterable[_LetteredT]) -> list[list[_LetteredT]]: ...
def get_all_run_melds_for_suit(
    cards: Iterable[_LetteredT], suit: str
) -> list[list[_LetteredT]]: ...
def get_meld_clusters(hand: Iterable[_LetteredT]) -> list[list[list[_LetteredT]]]: ...
def get_best_meld_clusters(hand: Iterable[_LetteredT]) -> list[list[list[_LetteredT]]]: ...
def get_deadwood(
    hand: Iterable[_LetteredT], meld_cluster: Iterable[Iterable[_Lettered]]
) -> list[_LetteredT]: ...
def get_deadwood_count(
    hand: Iterable[_Lettered], meld_cluster: Iterable[Iterable[_Lettered]]
) -> int: ...
def get_going_out_cards(
    hand: Iterable[_LetteredT], going_out_deadwood_count: int, *, compat: bool = ...
) -> tuple[list[_LetteredT], list[_LetteredT]]: ...

# For RLCard's own objects, once `install` was called.
_Kept: TypeAlias = Sequence[Sequence[Sequence[_LetteredT]]]

def clusters_of_kept(
    of_ranks: _Kept[_LetteredT], of_suits: _Kept[_LetteredT]
) -> list[list[list[_LetteredT]]]: ...
def throws_of_kept(
    hand: Iterable[_LetteredT],
    of_ranks: _Kept[_LetteredT],
    of_suits: _Kept[_LetteredT],
    going_out_deadwood_count: int,
    compat: bool,
) -> tuple[list[int], list[int], bool]: ...
def going_out_of_clusters(
    meld_clusters: _Kept[_LetteredT],
    hand: Iterable[_LetteredT],
    going_out_deadwood_count: int,
    compat: bool,
) -> tuple[list[_LetteredT], list[_LetteredT]]: ...
def observation_of_piles(
    hand: Iterable[_Lettered],
    discard_pile: Iterable[_Lettered],
    known_cards: Iterable[_Lettered],
    stock_pile: Iterable[_Lettered],
    other_hand: Iterable[_Lettered],
) -> NDArray[np.int64]: ...
def view_of_piles(
    player_id: int,
    hand: Iterable[_Lettered],
    discard_pile: Iterable[_Lettered],
    known_cards: Iterable[_Lettered],
    stock_pile: Iterable[_Lettered],
    other_hand: Iterable[_Lettered],
) -> dict[str, Any]: ...
