"""Hands of RLCard's cards."""

import random
from collections.abc import Iterable
from typing import Any

from rlcard.games.gin_rummy.utils import utils

import oracle


def shuffled(numbers: random.Random, hand: int) -> list[Any]:
    """Return the cards of a mask as RLCard's, in any order."""
    texts = [oracle.card_text(card).upper() for card in oracle.cards_in(hand)]
    cards = [utils.card_from_text(text) for text in texts]
    numbers.shuffle(cards)
    return cards


def cards_of(ranks: Iterable[int]) -> list[Any]:
    """Return all cards of these ranks."""
    return [utils.get_card(rank + 13 * suit) for rank in ranks for suit in range(4)]
