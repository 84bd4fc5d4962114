"""RLCard's lists of melds and what it says of hands, held against RLCard in every order."""

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from rlcard.games.base import Card as TheirCard
from rlcard.games.gin_rummy import judge as their_judge
from rlcard.games.gin_rummy.utils import melding as theirs
from rlcard.games.gin_rummy.utils import utils as their_utils
from rlcard.games.gin_rummy.utils.gin_rummy_error import GinRummyProgramError

import oracle
from gin_fast.compat.rlcard import Card, card_from_text, judge, melding, utils
from hands import hands_from_play, neighbouring_hands, random_hands
from rlcard_hands import shuffled

SUITS = "SHDC"
RANKS = "A23456789TJQK"
Hand = list[Any]


def hands(numbers: random.Random, cards: int, count: int) -> Iterator[Hand]:
    """Yield so many random hands, so many of neighbouring ranks, and those from play."""
    kinds = [random_hands(numbers, cards), neighbouring_hands(numbers, cards)]
    for hand in itertools.chain(*(itertools.islice(kind, count) for kind in kinds)):
        yield shuffled(numbers, hand)
    played = hands_from_play(cards) if cards in {10, 11} else []
    for hand in played[:count]:
        yield shuffled(numbers, hand)


def cards(text: str) -> Hand:
    return [card_from_text(card) for card in text.split()]


def texts(cards: Sequence[Any]) -> str:
    return " ".join(map(str, cards))


@pytest.fixture
def count(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("oracle_hands")) // 2


@pytest.mark.parametrize(
    "name",
    ["get_all_run_melds", "get_all_set_melds", "get_meld_clusters", "get_best_meld_clusters"],
)
def test_lists_of_melds_are_rlcards(name: str, numbers: random.Random, count: int) -> None:
    for hand in hands(numbers, 10, count):
        assert getattr(melding, name)(hand) == getattr(theirs, name)(hand), texts(hand)


@pytest.mark.parametrize("suit", SUITS)
def test_runs_of_a_suit_are_rlcards(suit: str, numbers: random.Random, count: int) -> None:
    for hand in hands(numbers, 10, count):
        expected = theirs.get_all_run_melds_for_suit(hand, suit)
        assert melding.get_all_run_melds_for_suit(hand, suit) == expected, texts(hand)


@pytest.mark.parametrize("size", [0, 1, 3, 7, 9, 11, 13, 20])
def test_any_number_of_cards_has_melds(size: int, numbers: random.Random) -> None:
    for hand in hands(numbers, size, 30):
        assert melding.get_all_run_melds(hand) == theirs.get_all_run_melds(hand)
        assert melding.get_all_set_melds(hand) == theirs.get_all_set_melds(hand)
        assert melding.get_meld_clusters(hand) == theirs.get_meld_clusters(hand)


@pytest.mark.parametrize("rank", RANKS)
def test_three_and_four_of_a_rank_come_as_a_frozenset_has_them(rank: str) -> None:
    for length in (3, 4):
        for suits in itertools.permutations(list(SUITS), length):
            hand = [TheirCard(suit, rank) for suit in suits]
            piles = [cluster[0] for cluster in melding.get_meld_clusters(hand)]
            assert piles == [list(frozenset(pile)) for pile in melding.get_all_set_melds(hand)]
            # The first is the hand itself.
            assert piles[0] == list(frozenset(hand))


@pytest.mark.parametrize("suit", SUITS)
def test_runs_come_as_a_frozenset_has_them(suit: str) -> None:
    whole = [TheirCard(suit, rank) for rank in RANKS]
    expected = [list(frozenset(run)) for run in theirs.get_all_run_melds(whole)]
    assert len(expected) == 66
    alone = [cluster[0] for cluster in melding.get_meld_clusters(whole) if len(cluster) == 1]
    assert alone == expected


def test_permutations_of_a_hand(numbers: random.Random) -> None:
    hand = cards("9H 9S 9C 9D TH JH QH KH AS 2S")
    for _ in range(300):
        numbers.shuffle(hand)
        theirs_of = [TheirCard(card.suit, card.rank) for card in hand]
        assert melding.get_meld_clusters(hand) == theirs.get_meld_clusters(theirs_of)
        assert melding.get_best_meld_clusters(hand) == theirs.get_best_meld_clusters(theirs_of)


def test_a_pile_before_others_is_one_list_as_in_rlcard() -> None:
    hand = cards("AS AH AD 2S 2H 2D 3C 4C 5C KD")
    for module in (melding, theirs):
        same = [one[0] is two[0] for one, two in itertools.pairwise(module.get_meld_clusters(hand))]
        assert same == [True, True, True, False, True, False]


@pytest.mark.parametrize(
    "make", [Card, TheirCard, lambda suit, rank: SimpleNamespace(suit=suit, rank=rank)]
)
@pytest.mark.parametrize("kind", [list, tuple, iter])
def test_the_objects_given_are_those_returned(
    make: Callable[[str, str], Any], kind: Callable[[Hand], Any]
) -> None:
    hand = [
        make(suit, rank)
        for suit, ranks in [("S", "9TJ"), ("H", "9"), ("D", "9"), ("C", "2468T")]
        for rank in ranks
    ]
    found = [
        *melding.get_all_run_melds(kind(hand)),
        *melding.get_all_set_melds(kind(hand)),
        *melding.get_all_run_melds_for_suit(kind(hand), "S"),
        *itertools.chain(*melding.get_meld_clusters(kind(hand))),
        *itertools.chain(*melding.get_best_meld_clusters(kind(hand))),
        utils.get_deadwood(kind(hand), [kind(hand[:3])]),
        *judge.get_going_out_cards(kind([*hand, make("D", "A")]), 98),
    ]
    known = set(map(id, hand))
    given = [card for pile in found for card in pile if card.rank != "A"]
    assert len(given) > 30
    assert {id(card) for card in given} <= known


def test_what_a_cluster_leaves_is_rlcards(numbers: random.Random) -> None:
    for hand in hands(numbers, 10, 200):
        for piles in [[], *melding.get_meld_clusters(hand)[:20], [hand], [hand[:4], hand[2:7]]]:
            assert utils.get_deadwood(hand, piles) == their_utils.get_deadwood(hand, piles)
            assert utils.get_deadwood_count(hand, piles) == their_utils.get_deadwood_count(
                hand, piles
            )


@pytest.mark.parametrize("limit", [-1, 0, 5, 9, 10, 11, 20, 98])
def test_who_may_go_out_is_rlcards_with_its_faults(
    limit: int, numbers: random.Random, count: int
) -> None:
    for hand in hands(numbers, 11, count // 4):
        expected = their_judge.get_going_out_cards(hand, limit)
        assert judge.get_going_out_cards(hand, limit, compat=True) == expected, texts(hand)


def mask(hand: Hand) -> int:
    """Return a hand for our oracle, which finds for itself what it leaves."""
    return oracle.parse(texts(hand))


def leaves(hand: Hand, thrown: Any) -> int:
    return oracle.deadwood(mask([card for card in hand if card != thrown]))


@pytest.mark.parametrize("limit", [0, 5, 10])
def test_who_may_go_out_is_rlcards_without_gin_that_is_none(
    limit: int, numbers: random.Random, count: int
) -> None:
    for hand in hands(numbers, 11, count // 4):
        knock_cards, gin_cards = their_judge.get_going_out_cards(hand, limit)
        gin_cards = [card for card in gin_cards if leaves(hand, card) == 0]
        assert judge.get_going_out_cards(hand, limit) == (knock_cards, gin_cards), texts(hand)


@pytest.mark.parametrize("limit", [0, 3, 10, 11, 25, 40, 98])
def test_every_limit_is_kept(limit: int, numbers: random.Random) -> None:
    for hand in hands(numbers, 11, 100):
        out = itertools.chain(*judge.get_going_out_cards(hand, limit))
        assert mask([*out]) == oracle.knock_discards(mask(hand), limit), texts(hand)


def test_a_card_from_the_middle_of_a_run_leaves_no_gin() -> None:
    hand = cards("7S 8S 9S TS AH 2H 3H 4D 5D 6D 7D")
    assert leaves(hand, hand[2]) > 0
    assert texts(judge.get_going_out_cards(hand, 10, compat=True)[1]) == "7S 9S TS 4D 7D"
    assert texts(judge.get_going_out_cards(hand, 10)[1]) == "7S TS 4D 7D"


NO_CARDS = [
    (ValueError, "expected a rank A23456789TJQK and a suit SHDC, got the card ZS", Card("S", "Z")),
    (ValueError, "and a suit SHDC, got the card ABJ", Card("BJ", "A")),
    (GinRummyProgramError, "the card AS is repeated", Card("S", "A")),
    (AttributeError, "suit", "AS"),
]


@pytest.mark.parametrize(("error", "message", "card"), NO_CARDS)
def test_what_is_no_card_is_refused(error: type[Exception], message: str, card: Any) -> None:
    ten, eleven = cards("AS 3S 5H 7H 9H JH 2D 4D 6D"), cards("AS 3S 5H 7H 9H JH 2D 4D 6D 8D")
    with pytest.raises(error, match=message):
        melding.get_all_run_melds([*ten, card])
    with pytest.raises(error, match=message):
        melding.get_all_set_melds([*ten, card])
    with pytest.raises(error, match=message):
        melding.get_all_run_melds_for_suit([*ten, card], "S")
    with pytest.raises(error, match=message):
        melding.get_meld_clusters([*ten, card])
    with pytest.raises(error, match=message):
        melding.get_best_meld_clusters([*ten, card])
    with pytest.raises(error, match=message):
        utils.get_deadwood([*ten, card], [])
    with pytest.raises(error, match=message):
        utils.get_deadwood_count([*ten, card], [])
    with pytest.raises(error, match=message):
        judge.get_going_out_cards([*eleven, card], 10)


@pytest.mark.parametrize("size", [0, 9, 10, 11, 12])
def test_as_many_cards_as_rlcard_wants(size: int, numbers: random.Random) -> None:
    hand = next(hands(numbers, size, 1)) if size else []
    for of_melds, of_cards, of_game in [
        (melding, utils, judge),
        (theirs, their_utils, their_judge),
    ]:
        calls: list[tuple[int, Callable[[], object]]] = [
            (10, partial(of_melds.get_best_meld_clusters, hand=hand)),
            (10, partial(of_cards.get_deadwood, hand=hand, meld_cluster=[])),
            (10, partial(of_cards.get_deadwood_count, hand=hand, meld_cluster=[])),
            (11, partial(of_game.get_going_out_cards, hand, going_out_deadwood_count=10)),
        ]
        for wanted, call in calls:
            if size != wanted:
                with pytest.raises(GinRummyProgramError, match=rf"\b{size} cards|is {size}"):
                    call()


def test_a_suit_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match='suit: expected one of S, H, D, C, got "X"'):
        melding.get_all_run_melds_for_suit(cards("AS 2S 3S"), "X")
