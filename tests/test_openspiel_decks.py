"""`GinRummyUtils` of smaller decks beside OpenSpiel's, which has wrong melds in its table there."""

import random

import pyspiel
import pytest

from gin_fast.compat.open_spiel import GinRummyUtils, SpielError
from test_openspiel_utils import hold_together

DECKS = [(ranks, suits) for ranks in range(1, 14) for suits in range(1, 5)]
each_deck = pytest.mark.parametrize(("ranks", "suits"), DECKS)


def a_hand(numbers: random.Random, ranks: int, suits: int, size: int) -> list[int]:
    """Return a hand, of neighbouring ranks half of the time."""
    pack = list(range(ranks * suits))
    if numbers.random() < 0.5:
        wide = max(5, -(-size // suits))
        lowest = numbers.randint(0, max(0, ranks - wide))
        pack = [card for card in pack if lowest <= card % ranks < lowest + wide]
    return numbers.sample(pack, min(size, len(pack)))


@each_deck
def test_every_answer_about_a_hand_is_openspiels(
    ranks: int, suits: int, numbers: random.Random, request: pytest.FixtureRequest
) -> None:
    count: int = request.config.getoption("oracle_hands") // 50
    for size in {numbers.randint(1, 10), 7, min(10, ranks * suits - 1)}:
        theirs = pyspiel.gin_rummy.GinRummyUtils(ranks, suits, size)
        ours = GinRummyUtils(ranks, suits, size, compat=True)
        exact = GinRummyUtils(ranks, suits, size)
        for _ in range(count):
            cards = a_hand(numbers, ranks, suits, size + numbers.randint(0, 1))
            hold_together(numbers, ours, theirs, cards)
            if len(cards) == size + 1:
                left = [
                    theirs.min_deadwood([*cards[:at], *cards[at + 1 :]]) for at in range(size + 1)
                ]
                assert exact.min_deadwood(cards) == min(left), cards


@each_deck
def test_cards_and_melds_have_openspiels_numbers(
    ranks: int, suits: int, numbers: random.Random
) -> None:
    ours, theirs = GinRummyUtils(ranks, suits, 7), pyspiel.gin_rummy.GinRummyUtils(ranks, suits, 7)
    for card in range(ranks * suits):
        text = theirs.card_string(card)
        assert ours.card_string(card) == text
        assert ours.card_int(text) == theirs.card_int(text) == card
        for name in ("card_value", "card_rank", "card_suit"):
            assert getattr(ours, name)(card) == getattr(theirs, name)(card)
    for meld in theirs.all_melds(list(range(ranks * suits))):
        cards = numbers.sample(meld, len(meld))
        assert ours.meld_to_int(cards) == theirs.meld_to_int(cards)
        for name in ("is_rank_meld", "is_suit_meld"):
            assert getattr(ours, name)(cards) == getattr(theirs, name)(cards)
        if ours.is_suit_meld(cards):
            assert ours.suit_meld_layoffs(cards) == theirs.suit_meld_layoffs(cards)
        elif len(cards) == 3:
            assert ours.rank_meld_layoff(cards) == theirs.rank_meld_layoff(cards)


@each_deck
def test_the_table_of_melds_is_openspiels_where_that_is_right(ranks: int, suits: int) -> None:
    ours, theirs = GinRummyUtils(ranks, suits, 7), pyspiel.gin_rummy.GinRummyUtils(ranks, suits, 7)
    table, their_table = ours.int_to_meld, theirs.int_to_meld
    if ranks == 13:
        assert table == their_table
    else:
        melds = theirs.all_melds(list(range(ranks * suits)))
        assert table == {theirs.meld_to_int(meld): sorted(meld) for meld in melds}
    assert list(table) == sorted(table)
    for number, meld in table.items():
        assert ours.meld_to_int(meld) == number
        if their_table[number] == meld:
            assert ours.all_layoffs([number], []) == theirs.all_layoffs([number], [])
        else:
            # Cards that no deck of so many ranks has.
            assert max(their_table[number]) >= ranks * 4
    for number in set(range(-1, 186)) - set(table):
        with pytest.raises(IndexError, match=f"no meld of this deck has the number {number}"):
            ours.all_layoffs([number], [])


def test_cards_of_missing_ranks_and_suits_are_none() -> None:
    utils = GinRummyUtils(10, 3, 7)
    for text in ("Js", "Ah", "Kh"):
        with pytest.raises(SpielError, match=r"ranks A23456789T and one of the suits scd, got"):
            utils.card_int(text)
    for call in (utils.card_string, utils.card_value):
        with pytest.raises(SpielError, match="card: no card has the number 30: they are 0 to 29"):
            call(30)
    with pytest.raises(SpielError, match="hand: no card has the number 30: they are 0 to 29"):
        utils.min_deadwood([30])


def test_melds_of_a_missing_suit_are_known_where_ranks_are_thirteen() -> None:
    ours, theirs = GinRummyUtils(13, 3, 7), pyspiel.gin_rummy.GinRummyUtils(13, 3, 7)
    assert ours.meld_to_int([39, 40, 41]) == theirs.meld_to_int([39, 40, 41]) == 98
    assert ours.rank_meld_layoff([0, 13, 26]) == theirs.rank_meld_layoff([0, 13, 26]) == 39
    for call in (ours.all_melds, ours.min_deadwood, ours.hand_to_string):
        with pytest.raises(SpielError, match="no card has the number 39: they are 0 to 38"):
            call([39, 40, 41])


@pytest.mark.parametrize(
    ("made_of", "message"),
    [
        ((0, 4, 10), "num_ranks: expected 1 to 13, got 0"),
        ((14, 4, 10), "num_ranks: expected 1 to 13, got 14"),
        ((13, 5, 10), "num_suits: expected 1 to 4, got 5"),
        ((13, -1, 10), "num_suits: expected 1 to 4, got -1"),
        ((13, 4, -1), "hand_size: expected 0 or more, got -1"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(made_of: tuple[int, int, int], message: str) -> None:
    with pytest.raises(SpielError, match=message):
        GinRummyUtils(*made_of)
