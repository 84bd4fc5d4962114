"""`GinRummyUtils` beside OpenSpiel's: the same answers in the same order.

`--oracle-hands` says how many random and how many neighbouring-rank hands of ten and of eleven
cards. On eleven cards OpenSpiel is not exact, which `compat=True` reproduces; without it, every
difference is proved right by trying all discards.
"""

import random
from collections.abc import Callable, Iterator

import pyspiel
import pytest

import oracle
from gin_fast.compat.open_spiel import GinRummyUtils
from hands import hands_from_play, neighbouring_hands, random_hands

Maker = Callable[[random.Random, int], Iterator[int]]
makers = pytest.mark.parametrize("make", [random_hands, neighbouring_hands])

EXACT = GinRummyUtils(13, 4, 10)
COMPAT = GinRummyUtils(13, 4, 10, compat=True)
THEIRS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
MELDS: dict[int, list[int]] = THEIRS.int_to_meld
# Hands of which OpenSpiel says too much: O1 to O3.
TOO_MUCH = {
    "8s Js 8c 9c Tc Jc 8d 9d Td Th Jh": (8, 9),
    "3s 4s 5s 6s 2c 3c 5c 6c 4d 5d 6d": (10, 12),
    "4s 5s 6s 4c 5c 4d 5d 2h 3h 4h 5h": (0, 2),
}
OF_A_HAND = [
    "all_meld_groups",
    "all_melds",
    "best_meld_group",
    "card_ints_to_card_strings",
    "hand_to_string",
    "is_consecutive",
    "is_rank_meld",
    "is_suit_meld",
    "min_deadwood",
    "rank_melds",
    "suit_melds",
    "total_card_value",
]


def shuffled(numbers: random.Random, hand: int) -> list[int]:
    cards = oracle.cards_in(hand)
    numbers.shuffle(cards)
    return cards


def hold_together(
    numbers: random.Random, ours: GinRummyUtils, theirs: object, hand: list[int]
) -> None:
    """Check that every method that takes a hand answers the same."""
    for name in OF_A_HAND:
        assert getattr(ours, name)(hand) == getattr(theirs, name)(hand), (name, hand)
    knock_card = numbers.choice([*range(11), 10, 10, 25, 98, -1])
    for name in ("legal_melds", "legal_discards"):
        found = getattr(ours, name)(hand, knock_card)
        assert found == getattr(theirs, name)(hand, knock_card), (name, hand, knock_card)
    if hand:
        both = (hand[:-1], hand[-1])
        assert ours.min_deadwood(*both) == theirs.min_deadwood(*both), hand  # type: ignore[attr-defined]
    assert ours.min_deadwood(hand, None) == theirs.min_deadwood(hand, None), hand  # type: ignore[attr-defined]


@pytest.fixture
def count(request: pytest.FixtureRequest) -> int:
    """How many hands each test takes."""
    hands: int = request.config.getoption("oracle_hands")
    return hands


@makers
@pytest.mark.parametrize("cards", [10, 11])
def test_every_answer_about_a_hand_is_openspiels(
    make: Maker, cards: int, numbers: random.Random, count: int
) -> None:
    hands = make(numbers, cards)
    for _ in range(count):
        hold_together(numbers, COMPAT, THEIRS, shuffled(numbers, next(hands)))


@makers
def test_every_answer_about_ten_cards_is_exact_as_it_is(
    make: Maker, numbers: random.Random, count: int
) -> None:
    hands = make(numbers, 10)
    for _ in range(count // 4):
        hold_together(numbers, EXACT, THEIRS, shuffled(numbers, next(hands)))


def test_every_answer_about_hands_from_play_is_openspiels(numbers: random.Random) -> None:
    for hand in hands_from_play(10)[::2] + hands_from_play(11):
        hold_together(numbers, COMPAT, THEIRS, shuffled(numbers, hand))


def test_hands_of_other_sizes_too(numbers: random.Random, count: int) -> None:
    for at in range(count // 4):
        make = (random_hands, neighbouring_hands)[at % 2]
        hand = shuffled(numbers, next(make(numbers, at % 15)))
        hold_together(numbers, COMPAT, THEIRS, hand)


@makers
def test_eleven_cards_differ_only_where_openspiel_finds_too_much(
    make: Maker, numbers: random.Random, count: int
) -> None:
    hands = make(numbers, 11)
    differ = 0
    for hand in [*map(oracle.parse, TOO_MUCH), *(next(hands) for _ in range(count))]:
        cards = shuffled(numbers, hand)
        exact, theirs = EXACT.min_deadwood(cards), THEIRS.min_deadwood(cards)
        assert EXACT.min_deadwood(cards, compat=True) == theirs
        assert COMPAT.min_deadwood(cards, compat=False) == exact
        if exact != theirs:
            left = [oracle.deadwood(hand & ~(1 << card)) for card in oracle.cards_in(hand)]
            assert exact == min(left) < theirs, oracle.text(hand)
            differ += 1
    print(f"{differ} of {len(TOO_MUCH) + count} hands of eleven")  # noqa: T201 - shown with -rP.
    assert differ >= len(TOO_MUCH)


@makers
def test_eleven_cards_leave_what_the_best_discard_leaves(
    make: Maker, numbers: random.Random, count: int
) -> None:
    hands = make(numbers, 11)
    for _ in range(count // 4):
        hand = next(hands)
        left = [oracle.deadwood(hand & ~(1 << card)) for card in oracle.cards_in(hand)]
        assert EXACT.min_deadwood(shuffled(numbers, hand)) == min(left), oracle.text(hand)


@pytest.mark.parametrize("hand", TOO_MUCH)
def test_the_known_hands_of_too_much(hand: str) -> None:
    cards = EXACT.card_strings_to_card_ints(hand.split())
    found = EXACT.min_deadwood(cards), EXACT.min_deadwood(cards, compat=True)
    assert found == TOO_MUCH[hand]


def test_a_hand_all_melded_that_can_spare_no_card() -> None:
    # With eight cards a hand; OpenSpiel throws none of nine.
    melded = EXACT.card_strings_to_card_ints(["4s", "4c", "4d", "5s", "5c", "5d", "Ks", "Kc", "Kd"])
    theirs = pyspiel.gin_rummy.GinRummyUtils(13, 4, 8)
    assert theirs.min_deadwood(melded) == 0
    assert GinRummyUtils(13, 4, 8, compat=True).min_deadwood(melded) == 0
    assert GinRummyUtils(13, 4, 8).min_deadwood(melded) == 8


def test_every_card_has_openspiels_text_and_numbers() -> None:
    for card in range(52):
        for name in ("card_string", "card_value", "card_rank", "card_suit"):
            assert getattr(EXACT, name)(card) == getattr(THEIRS, name)(card)
        text = THEIRS.card_string(card)
        assert EXACT.card_int(text) == card == THEIRS.card_int(text)
    assert EXACT.card_string(None) == THEIRS.card_string(None) == "XX"
    texts = [THEIRS.card_string(card) for card in range(52)]
    assert EXACT.card_strings_to_card_ints(texts) == list(range(52))


def test_every_meld_has_openspiels_number(numbers: random.Random) -> None:
    assert EXACT.int_to_meld == MELDS
    assert list(EXACT.int_to_meld) == list(MELDS)
    for number, cards in MELDS.items():
        meld = numbers.sample(cards, len(cards))
        assert EXACT.meld_to_int(meld) == number
        for name in ("is_rank_meld", "is_suit_meld", "is_consecutive", "total_card_value"):
            assert getattr(EXACT, name)(meld) == getattr(THEIRS, name)(meld), (name, meld)
        if THEIRS.is_suit_meld(meld):
            assert EXACT.suit_meld_layoffs(meld) == THEIRS.suit_meld_layoffs(meld)
        elif len(meld) == 3:
            assert EXACT.rank_meld_layoff(meld) == THEIRS.rank_meld_layoff(meld)


def test_longer_runs_are_melds_without_a_number() -> None:
    for length in range(6, 14):
        for low in range(39, 53 - length):
            run = list(range(low, low + length))
            assert EXACT.is_suit_meld(run)
            assert EXACT.suit_meld_layoffs(run) == THEIRS.suit_meld_layoffs(run)
            for utils in (EXACT, THEIRS):
                with pytest.raises(pyspiel.SpielError):
                    utils.meld_to_int(run)


def test_groups_and_numbers_are_added_up_alike(numbers: random.Random) -> None:
    hands = neighbouring_hands(numbers, 10)
    for _ in range(200):
        for group in THEIRS.all_meld_groups(shuffled(numbers, next(hands))):
            assert EXACT.total_card_value(group) == THEIRS.total_card_value(group)
    groups: list[list[list[int]]] = [[], [[]], [[], [3]], [[5, 5], [5]], [[0, 51, 0], [7]]]
    for lists in groups:
        assert EXACT.total_card_value(lists) == THEIRS.total_card_value(lists)
    for cards in ([5, 5], [51, 0, 51]):
        assert EXACT.total_card_value(cards) == THEIRS.total_card_value(cards)
    for given in ([], [7], [3, 4, 5], [5, 4], [5, 5], [-2, -1, 0], [51, 52], [2**31 - 1]):
        assert EXACT.is_consecutive(given) == THEIRS.is_consecutive(given)


def laid_off(numbers: random.Random, melds: list[int]) -> list[int]:
    """Return cards laid off on the melds one after the other, and sometimes others."""
    runs = [MELDS[meld] for meld in melds]
    laid: list[int] = []
    for _ in range(numbers.randrange(5)):
        fits = {numbers.randrange(52)}
        fits |= {card for run in runs for card in (min(run) - 1, max(run) + 1)}
        laid.append(numbers.choice(sorted(fits & set(range(52)))))
        runs = [
            [*run, laid[-1]] if laid[-1] in {min(run) - 1, max(run) + 1} else run for run in runs
        ]
    return laid


def test_layoffs_are_openspiels(numbers: random.Random, count: int) -> None:
    for _ in range(count):
        melds = [numbers.randrange(185) for _ in range(numbers.randrange(4))]
        previous = laid_off(numbers, melds)
        expected = THEIRS.all_layoffs(melds, previous)
        assert COMPAT.all_layoffs(melds, previous) == expected, (melds, previous)
        # Without compat a run grows by as many cards as were laid off at its ends.
        grown = set()
        for cards in map(MELDS.get, melds):
            assert cards is not None
            if THEIRS.is_rank_meld(cards):
                grown |= {THEIRS.rank_meld_layoff(cards)} if len(cards) == 3 else set()
                continue
            while more := set(THEIRS.suit_meld_layoffs(cards)) & set(previous):
                cards = [*cards, *more]  # noqa: PLW2901 - the run grows.
            grown |= set(THEIRS.suit_meld_layoffs(cards))
        assert EXACT.all_layoffs(melds, previous) == sorted(grown), (melds, previous)


def test_the_third_card_at_the_end_of_a_run_is_forgotten_in_compat_only() -> None:
    run, laid = EXACT.meld_to_int([4, 5, 6]), [7, 8]
    assert COMPAT.all_layoffs([run], laid) == THEIRS.all_layoffs([run], laid) == [3, 8]
    assert EXACT.all_layoffs([run], laid) == [3, 9]
