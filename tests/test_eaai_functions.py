"""The challenge framework's functions, against what its orders are in words and brute force.

Its cards differ from ours in the order of suits alone, so the oracle's melds are its melds too.
"""

import copy
import pickle
import random
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from itertools import islice

import pytest

import gin_fast as gf
import oracle
from gin_fast.compat import eaai
from gin_fast.compat.eaai import Card, GinRummyUtil
from hands import hands_from_play, neighbouring_hands, random_hands


def hands(numbers: random.Random, count: int) -> Iterator[int]:
    for cards in (3, 7, 10, 11, 13):
        yield from islice(random_hands(numbers, cards), count // 10)
        yield from islice(neighbouring_hands(numbers, cards), count // 10)
    yield from islice(hands_from_play(10), count // 10)


def melds_in_order(hand: int) -> list[int]:
    """Return the melds of a hand: runs by suit, start and length, then sets by rank."""
    held = set(oracle.cards_in(hand))
    found = []
    for suit in range(4):
        for start in range(11):
            run: set[int] = set()
            for card in range(13 * suit + start, 13 * suit + 13):
                if card not in held:
                    break
                run.add(card)
                if len(run) >= 3:
                    found.append(oracle.hand_of(run))
    for rank in range(13):
        four = {rank + 13 * suit for suit in range(4)}
        for missing in range(4):
            three = four - {rank + 13 * missing}
            if three <= held:
                found.append(oracle.hand_of(three))
        if four <= held:
            found.append(oracle.hand_of(four))
    return found


def maximal_in_order(melds: list[int]) -> list[list[int]]:
    """Return the maximal sets of disjoint melds as a search by breadth finds them."""
    waiting = deque(frozenset([at]) for at in range(len(melds)))
    met, found = set(waiting), []
    while waiting:
        chosen = waiting.popleft()
        used = sum(melds[at] for at in chosen)
        longer = [chosen | {at} for at, meld in enumerate(melds) if not meld & used]
        if not longer:
            found.append([melds[at] for at in sorted(chosen)])
        for one in longer:
            if one not in met:
                met.add(one)
                waiting.append(one)
    return found


def best_of(maximal: list[list[int]], hand: int) -> list[list[int]]:
    left = [oracle.points(hand & ~sum(chosen)) for chosen in maximal]
    return [chosen for chosen, points in zip(maximal, left, strict=True) if points == min(left)]


def test_melds_and_sets_of_them_come_in_the_order_of_the_framework(
    numbers: random.Random, request: pytest.FixtureRequest
) -> None:
    met = 0
    for hand in hands(numbers, request.config.getoption("oracle_hands")):
        melds = melds_in_order(hand)
        assert sorted(melds) == sorted(oracle.melds(hand))
        assert GinRummyUtil.cardsToAllMeldBitstrings(hand) == melds
        assert GinRummyUtil.cardsToAllMelds(hand) == melds
        if hand.bit_count() > 10 and len(melds) > 18:
            continue  # The search by breadth would take minutes.
        maximal = maximal_in_order(melds)
        assert GinRummyUtil.cardsToAllMaximalMeldSets(hand) == maximal
        best = GinRummyUtil.cardsToBestMeldSets(hand)
        assert best == best_of(maximal, hand)
        least = oracle.deadwood(hand)
        assert {GinRummyUtil.getDeadwoodPoints(melds, hand) for melds in best or [[]]} == {least}
        met += len(best) > 1
    assert met


def test_hands_of_more_than_fourteen_cards_are_searched_too(numbers: random.Random) -> None:
    for hand in islice(random_hands(numbers, 16), 20):
        maximal = maximal_in_order(melds_in_order(hand))
        assert GinRummyUtil.cardsToBestMeldSets(hand) == best_of(maximal, hand)


def test_all_melds_are_329() -> None:
    every = GinRummyUtil.getAllMeldBitstrings()
    assert every == melds_in_order((1 << 52) - 1)
    assert (len(every), sum(map(oracle.is_run, every))) == (329, 264)
    every.clear()
    assert len(GinRummyUtil.getAllMeldBitstrings()) == 329


@pytest.mark.parametrize(
    "function",
    [
        GinRummyUtil.cardsToAllMelds,
        GinRummyUtil.cardsToAllMaximalMeldSets,
        GinRummyUtil.cardsToBestMeldSets,
    ],
)
def test_melds_come_as_the_cards_came(function: object, numbers: random.Random) -> None:
    assert callable(function)
    for hand in islice(neighbouring_hands(numbers, 10), 50):
        ids = oracle.cards_in(hand)
        numbers.shuffle(ids)
        by_mask, by_ids = function(hand), function(ids)
        by_cards = function([Card.allCards[card] for card in ids])
        assert function(iter(ids)) == function(set(ids)) == by_ids

        def masks(melds: object) -> object:
            if isinstance(melds, list) and melds and not isinstance(melds[0], list):
                return GinRummyUtil.cardsToBitstring(melds)
            assert isinstance(melds, list)
            return [masks(one) for one in melds]

        assert masks(by_ids) == masks(by_cards) == by_mask
        # What comes belongs to the caller.
        by_cards.clear()
        for one in by_ids:
            one.clear()
        assert masks(function(ids)) == by_mask


def test_cards_and_masks_are_each_other(numbers: random.Random) -> None:
    for hand in islice(random_hands(numbers, 10), 50):
        cards = GinRummyUtil.bitstringToCards(hand)
        assert [card.id for card in cards] == oracle.cards_in(hand)
        assert GinRummyUtil.cardsToBitstring(cards) == hand
        assert GinRummyUtil.cardsToBitstring([card.id for card in cards]) == hand


def test_points_are_those_of_a_card_of_cards_and_of_what_melds_leave() -> None:
    hand = [Card.strCardMap[text] for text in ["AC", "2C", "3C", "KD", "TS"]]
    run = hand[:3]
    assert GinRummyUtil.getDeadwoodPoints1([run], hand) == 20
    assert GinRummyUtil.getDeadwoodPoints([run], hand) == 20
    assert GinRummyUtil.getDeadwoodPoints([], hand) == 26
    assert [GinRummyUtil.getDeadwoodPoints2(rank) for rank in range(13)] == [
        *range(1, 11), 10, 10, 10,
    ]  # fmt: skip
    assert GinRummyUtil.getDeadwoodPoints(hand[3]) == 10
    assert GinRummyUtil.getDeadwoodPoints(8) == 9
    assert GinRummyUtil.getDeadwoodPoints3(hand) == GinRummyUtil.getDeadwoodPoints(hand) == 26
    assert GinRummyUtil.getDeadwoodPoints3(0b111) == 6
    assert GinRummyUtil.getDeadwoodPoints3([]) == 0


def test_constants_are_those_of_the_challenge() -> None:
    assert (eaai.GOAL_SCORE, eaai.GIN_BONUS, eaai.UNDERCUT_BONUS, eaai.MAX_DEADWOOD) == (
        100, 25, 25, 10,
    )  # fmt: skip
    rules = gf.Rules.preset("eaai")
    assert (rules.target, rules.gin_bonus, rules.undercut_bonus, rules.knock_limit) == (
        GinRummyUtil.GOAL_SCORE,
        GinRummyUtil.GIN_BONUS,
        GinRummyUtil.UNDERCUT_BONUS,
        GinRummyUtil.MAX_DEADWOOD,
    )


def test_each_card_is_there_once() -> None:
    assert len(Card.allCards) == len(set(Card.allCards)) == len(Card.strCardMap) == 52
    for number, card in enumerate(Card.allCards):
        assert card is Card.getCard(number)
        assert card is Card.getCard(card.rank, card.suit)
        assert card is Card(card.rank, card.suit)
        assert card is Card.strCardMap["A23456789TJQK"[card.rank] + "CHSD"[card.suit]]
        assert card is eval(repr(card))  # noqa: S307 - our own text.
        assert copy.deepcopy([card])[0] is card
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - our own bytes.
        assert (card.getId(), card.getRank(), card.getSuit()) == (number, number % 13, number // 13)
        # An id that is 0 makes no card false.
        assert card
    with pytest.raises(AttributeError, match="a card does not change"):
        Card.allCards[0].rank = 3
    with pytest.raises(AttributeError, match="a card does not change"):
        del Card.allCards[0].rank


# What `Collections.shuffle(cards, new Random(seed))` of OpenJDK gave for ids in order.
JAVA = {
    0: "47 24 25 36 15 43 51 9 23 5 34 18 48 10 31 30 39 41 42 20 37 46 1 12 7 13 38 40 19 14 6 8 "
    "32 3 0 4 27 17 50 33 16 49 26 45 21 35 22 11 2 29 28 44",
    -7: "9 50 33 14 49 45 19 23 39 3 21 1 2 4 36 32 38 7 24 46 35 47 27 15 25 22 0 16 8 20 43 11 "
    "10 37 13 12 48 5 28 42 34 31 44 41 51 29 26 30 17 40 18 6",
    123456789012: "9 14 13 16 25 2 0 22 8 23 31 38 36 6 39 40 44 51 41 34 21 1 3 50 17 15 20 27 "
    "11 30 49 32 12 43 4 35 28 48 33 7 24 10 37 29 5 19 47 42 45 46 18 26",
}


@pytest.mark.parametrize("seed", JAVA)
def test_a_seed_shuffles_as_java_does(seed: int) -> None:
    state = random.getstate()
    shuffled = Card.getShuffle(seed)
    assert [card.id for card in shuffled] == [int(text) for text in JAVA[seed].split()]
    assert eaai.Deck(seed) == eaai.Deck.getShuffle(seed) == shuffled
    # Nobody else's numbers are touched.
    assert random.getstate() == state
    assert sorted(card.id for card in Card.getShuffle()) == list(range(52))


def test_what_is_no_card_is_refused_by_name() -> None:
    with pytest.raises(gf.InvalidCardError, match=r"^id: expected 0 to 51, got 52$"):
        Card.getCard(52)
    with pytest.raises(gf.InvalidCardError, match=r"^suit: expected 0 to 3, got 4$"):
        Card.getCard(0, 4)
    with pytest.raises(gf.InvalidCardError, match=r"^rank: expected 0 to 12, got -1$"):
        Card(-1, 0)
    with pytest.raises(TypeError, match=r"^id: expected an int, got 'AC' \(str\)$"):
        Card.getCard("AC")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"^seed: expected an int or None, got 'x' \(str\)$"):
        eaai.Deck("x")  # type: ignore[arg-type]


def test_what_are_no_cards_is_refused_by_name() -> None:
    with pytest.raises(gf.InvalidHandError, match=r"^cards: expected every card once, got \[3, 3]"):
        GinRummyUtil.cardsToBestMeldSets([3, 3])
    with pytest.raises(gf.InvalidHandError, match=r"^cards: expected bits 0 to 51, got 45035996"):
        GinRummyUtil.cardsToAllMelds(1 << 52)
    with pytest.raises(gf.InvalidHandError, match=r"^cards: expected bits 0 to 51, got -1$"):
        GinRummyUtil.cardsToAllMelds(-1)
    with pytest.raises(gf.InvalidCardError, match=r"^cards: expected 0 to 51, got 60$"):
        GinRummyUtil.cardsToBitstring([60])
    with pytest.raises(TypeError, match=r"^cards: expected a Card or an id, got True \(bool\)$"):
        GinRummyUtil.cardsToBitstring([True])
    for cards in ("AC", None, 1.5, True):
        with pytest.raises(TypeError, match=r"^cards: expected Cards, ids or a mask, got "):
            GinRummyUtil.cardsToBestMeldSets(cards)  # type: ignore[arg-type]
    with pytest.raises(gf.InvalidHandError, match=r"^melds\[1\]: expected every card once"):
        GinRummyUtil.getDeadwoodPoints1([[1], [2, 2]], 0)
    with pytest.raises(TypeError, match=r"^melds: expected a list of melds, got 3 \(int\)$"):
        GinRummyUtil.getDeadwoodPoints1(3, 0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^card: expected a Card or an id, got \[\] \(list\)$"):
        GinRummyUtil.getDeadwoodPoints2([])  # type: ignore[arg-type]


def test_the_package_does_not_load_it_and_it_needs_no_peer() -> None:
    program = """
import sys
for name in ("pyspiel", "rlcard", "pettingzoo"):
    sys.modules[name] = None
import gin_fast
gin_fast.Round
assert not any(name.startswith("gin_fast.compat") for name in sys.modules)
import gin_fast.compat.eaai
"""
    subprocess.run([sys.executable, "-c", program], check=True)
