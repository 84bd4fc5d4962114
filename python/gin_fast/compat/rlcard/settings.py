"""RLCard's settings of the game; its own names of them where it can be imported."""

import sys
import weakref
from collections.abc import Mapping
from enum import Enum
from typing import Any, Protocol

from gin_fast._fields import described

__all__ = [
    "DealerForRound",
    "Setting",
    "Settings",
    "dealer_for_round",
    "going_out_deadwood_count",
    "is_allowed_gin",
    "is_allowed_knock",
    "is_allowed_pick_up_discard",
    "is_allowed_to_discard_picked_up_card",
    "is_always_knock",
    "is_south_never_knocks",
    "max_drawn_card_count",
    "max_move_count",
    "stockpile_dead_card_count",
]


class DealerForRound(int, Enum):
    """Who deals."""

    North = 0
    South = 1
    Random = 2


class Setting(str, Enum):  # noqa: UP042 - RLCard's, whose members write their names.
    """The settings by name."""

    dealer_for_round = "dealer_for_round"
    stockpile_dead_card_count = "stockpile_dead_card_count"
    going_out_deadwood_count = "going_out_deadwood_count"
    max_drawn_card_count = "max_drawn_card_count"
    max_move_count = "max_move_count"
    is_allowed_knock = "is_allowed_knock"
    is_allowed_gin = "is_allowed_gin"
    is_allowed_pick_up_discard = "is_allowed_pick_up_discard"
    is_allowed_to_discard_picked_up_card = "is_allowed_to_discard_picked_up_card"
    is_always_knock = "is_always_knock"
    is_south_never_knocks = "is_south_never_knocks"

    @staticmethod
    def default_setting() -> dict["Setting", Any]:
        """Return what holds if nothing is chosen."""
        values = (DealerForRound.Random, 2, 10, 52, 200, True, True, True, False, False, False)
        return dict(zip(Setting, values, strict=True))

    @staticmethod
    def simple_gin_rummy_setting() -> dict["Setting", Any]:
        """Return what makes training quick: North deals and must knock, South never does."""
        return Setting.default_setting() | {
            Setting.dealer_for_round: DealerForRound.North,
            Setting.is_always_knock: True,
            Setting.is_south_never_knocks: True,
        }


try:
    from rlcard.games.gin_rummy.utils import settings as _theirs
except ImportError:
    pass
else:
    DealerForRound = _theirs.DealerForRound  # type: ignore[misc]
    Setting = _theirs.Setting  # type: ignore[misc]

dealer_for_round = Setting.dealer_for_round
stockpile_dead_card_count = Setting.stockpile_dead_card_count
going_out_deadwood_count = Setting.going_out_deadwood_count
max_drawn_card_count = Setting.max_drawn_card_count
max_move_count = Setting.max_move_count
is_allowed_knock = Setting.is_allowed_knock
is_allowed_gin = Setting.is_allowed_gin
is_allowed_pick_up_discard = Setting.is_allowed_pick_up_discard
is_allowed_to_discard_picked_up_card = Setting.is_allowed_to_discard_picked_up_card
is_always_knock = Setting.is_always_knock
is_south_never_knocks = Setting.is_south_never_knocks

_DEFAULTS: dict[str, Any] = {key.value: value for key, value in Setting.default_setting().items()}
# More than any count can reach; the engine counts with 32 bits.
_MOST = 2**31 - 1


class Chooser(Protocol):
    """A game that goes by settings."""

    def settings_changed(self) -> None:
        """Go on by the settings as they are now."""


class Settings:
    """What is chosen about the game: an attribute for each `Setting`.

    What is set holds from the next move on, who deals from the next game on.

    >>> settings = Settings()
    >>> settings.change_settings({Setting.max_drawn_card_count: 20, Setting.max_move_count: "many"})
    >>> settings.max_drawn_card_count, settings.max_move_count
    (20, 200)
    """

    scorer_name: str
    dealer_for_round: DealerForRound
    stockpile_dead_card_count: int
    going_out_deadwood_count: int
    max_drawn_card_count: int
    max_move_count: int
    is_allowed_knock: bool
    is_allowed_gin: bool
    is_allowed_pick_up_discard: bool
    is_allowed_to_discard_picked_up_card: bool
    is_always_knock: bool
    is_south_never_knocks: bool

    def __init__(self) -> None:
        games: weakref.WeakSet[Chooser] = weakref.WeakSet()
        self.__dict__.update(_DEFAULTS, scorer_name="GinRummyScorer", _games=games)

    def __getstate__(self) -> dict[str, Any]:
        # Games that are copied or unpickled say so themselves.
        return {name: value for name, value in self.__dict__.items() if name != "_games"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _games=weakref.WeakSet())

    def __setattr__(self, name: str, value: object) -> None:
        if name == "dealer_for_round":
            value = next((dealer for dealer in DealerForRound if dealer == value), value)
        if name in _DEFAULTS and not _is_valid(name, value):
            wanted = type(_DEFAULTS[name]).__name__
            raise TypeError(f"{name}: expected {wanted}, got {described(value)}")
        self.__dict__[name] = value
        if name in _DEFAULTS:
            for game in list(self.__dict__["_games"]):
                game.settings_changed()

    def change_settings(self, config: Mapping[Setting, Any]) -> None:
        """Set what is named; what is invalid is set to its default, what is unknown is ignored."""
        valid = Settings.get_config_with_invalid_settings_set_to_default_value(config)
        for key, value in valid.items():
            name = getattr(key, "value", key)
            if name in _DEFAULTS:
                setattr(self, name, value)

    def print_settings(self) -> None:
        """Print every setting."""
        lines = [f"{name}={getattr(self, name)}" for name in ("scorer_name", *_DEFAULTS)]
        text = "\n".join(["========== Settings ==========", *lines, "=" * 30, ""])
        sys.stdout.write(text)

    @staticmethod
    def get_config_with_invalid_settings_set_to_default_value(
        config: Mapping[Setting, Any],
    ) -> dict[Setting, Any]:
        """Return a copy in which values of the wrong type are the defaults.

        >>> valid = Settings.get_config_with_invalid_settings_set_to_default_value
        >>> list(valid({Setting.max_move_count: "many", Setting.max_drawn_card_count: 10}).values())
        [200, 10]
        """
        valid = dict(config)
        for key, value in config.items():
            name = getattr(key, "value", key)
            if name in _DEFAULTS and not _is_valid(name, value):
                valid[key] = _DEFAULTS[name]
        return valid


def _is_valid(name: str, value: object) -> bool:
    return isinstance(value, type(_DEFAULTS[name]))


def is_default(settings: Settings) -> bool:
    """Whether nothing is chosen."""
    return all(getattr(settings, name) == value for name, value in _DEFAULTS.items())


def for_engine(settings: Settings) -> Any:
    """Return the settings as an engine takes them."""
    values = [int(getattr(settings, name)) for name in _DEFAULTS]
    numbers = [max(-_MOST, min(_MOST, value)) for value in values[:5]]
    return (*numbers, *map(bool, values[5:]))


def on_change(settings: Settings, game: Chooser) -> None:
    """Tell a game whenever a setting is set; one that is gone is forgotten."""
    settings.__dict__["_games"].add(game)
