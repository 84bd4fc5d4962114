"""Other evaluators of ten cards, which find the same deadwood."""

import random

import numpy as np
import pyspiel
from rlcard.games.gin_rummy.utils import melding, utils

import gin_fast as gf
import oracle
from hands import hands_from_play, neighbouring_hands, random_hands


def ten_card_hands(numbers: random.Random, count: int) -> list[int]:
    makers = [random_hands(numbers, 10), neighbouring_hands(numbers, 10)]
    return [*hands_from_play(10), *(next(makers[at % 2]) for at in range(count))]


def test_open_spiel_leaves_as_much(numbers: random.Random) -> None:
    hands = ten_card_hands(numbers, 2_000)
    spiel = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    expected = [spiel.min_deadwood(oracle.cards_in(hand)) for hand in hands]
    assert gf.deadwood(np.array(hands, dtype=np.uint64)).tolist() == expected


def rlcard_deadwood(hand: int) -> int:
    cards = [utils.card_from_text(oracle.card_text(card).upper()) for card in oracle.cards_in(hand)]
    clusters = melding.get_best_meld_clusters(cards)
    return int(utils.get_deadwood_count(cards, clusters[0] if clusters else []))


def test_rlcard_leaves_as_much(numbers: random.Random) -> None:
    hands = ten_card_hands(numbers, 2_000)[::4]
    expected = [rlcard_deadwood(hand) for hand in hands]
    assert gf.deadwood(np.array(hands, dtype=np.uint64)).tolist() == expected
