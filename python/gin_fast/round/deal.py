"""What a round begins with: the deck and the hands dealt from it; and how these are read."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Final, TypeAlias

import numpy as np

from gin_fast._fields import described, is_whole, one_of, shown
from gin_fast.card import InvalidCardError, InvalidHandError, card_name, parse_card
from gin_fast.round.result import Seat

__all__ = ["dealt", "read_deck", "read_layoff", "read_seat"]

Seed: TypeAlias = int | np.random.SeedSequence | None

_read_seat = one_of(0, 1)
_read_layoff = one_of("best", "manual")
_PACK: Final = 52
_BITS: Final = [1 << card for card in range(_PACK)]


def read_seat(name: str, seat: object) -> Seat:
    """Read a seat."""
    read: Seat = _read_seat(name, seat)
    return read


def read_layoff(layoff: object) -> bool:
    """Read who chooses what a defender lays out; return whether he does it by hand."""
    return bool(_read_layoff("layoff", layoff) == "manual")


def read_cards(name: str, cards: object) -> tuple[int, ...]:
    """Read cards in order, which a set of cards would lose: a text, or ids and texts."""
    if isinstance(cards, str):
        cards = cards.replace(",", " ").split()
    if not isinstance(cards, Iterable) or isinstance(cards, bytes | Mapping | AbstractSet):
        raise TypeError(f"{name}: expected cards in order, got {described(cards)}")
    return tuple(read_card(name, card) for card in cards)


def read_card(name: str, card: object) -> int:
    """Read a card, an id or a text."""
    if not isinstance(card, str) and not is_whole(card):
        raise TypeError(f"{name}: expected a card, got {described(card)}")
    try:
        return parse_card(card if isinstance(card, str) else card_name(int(card)))
    except InvalidCardError as error:
        raise InvalidCardError(f"{name}: {error}") from None


def read_deck(deck: object, seed: Seed) -> tuple[int, ...]:
    """Read the deck, or shuffle one."""
    if deck is None:
        return tuple(_generator(seed).permutation(_PACK).tolist())
    if seed is not None:
        raise ValueError(f"seed: expected None beside a deck, got {shown(seed)}")
    cards = read_cards("deck", deck)
    refuse_repeats("deck", cards)
    if len(cards) != _PACK:
        raise InvalidHandError(f"deck: expected 52 cards, got {len(cards)}")
    return cards


def refuse_repeats(name: str, cards: Iterable[int]) -> None:
    """Refuse cards among which one is twice."""
    met = set()
    for card in cards:
        if card in met:
            raise InvalidHandError(
                f'{name}: expected every card once, got "{card_name(card)}" twice'
            )
        met.add(card)


def _generator(seed: Seed) -> np.random.Generator:
    if seed is None or isinstance(seed, np.random.SeedSequence):
        return np.random.default_rng(seed)
    if not is_whole(seed):
        raise TypeError(f"seed: expected an int, a SeedSequence or None, got {described(seed)}")
    if int(seed) < 0:
        raise ValueError(f"seed: expected an int not below 0, got {shown(seed)}")
    return np.random.default_rng(int(seed))


def dealt(deck: tuple[int, ...]) -> tuple[int, int]:
    """Return the non-dealer's and the dealer's ten cards: one each in turn, his first."""
    bit = _BITS.__getitem__
    return sum(map(bit, deck[0:20:2])), sum(map(bit, deck[1:20:2]))
