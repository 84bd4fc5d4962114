"""RLCard's `gin-rummy`: its melds, its game and its environment."""

from gin_fast._core import Engine
from gin_fast.compat.rlcard import judge, melding, utils
from gin_fast.compat.rlcard.card import Card
from gin_fast.compat.rlcard.errors import GinRummyError, GinRummyProgramError
from gin_fast.compat.rlcard.utils import card_from_text

__all__ = ["Card", "Engine", "GinRummyError", "GinRummyProgramError", "card_from_text", "judge", "melding", "utils"]
