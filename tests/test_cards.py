import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import gin_fast as gf


def test_ids_go_suit_by_suit_from_ace_to_king() -> None:
    names = [rank + suit for suit in "scdh" for rank in "A23456789TJQK"]
    assert [gf.card_name(card) for card in range(52)] == names
    assert [gf.parse_card(name) for name in names] == list(range(52))


def test_suits_and_ranks_are_numbered_as_ids_are() -> None:
    assert [suit.name[0].lower() for suit in gf.Suit] == list("scdh")
    assert gf.parse_card("Td") == gf.Suit.DIAMONDS * 13 + gf.Rank.TEN
    assert gf.parse_card("Kh") == gf.Suit.HEARTS * 13 + gf.Rank.KING


@pytest.mark.parametrize("text", ["Td", "td", "TD", "10d", "T♦", "10♦", " Td ", "T\u2666\ufe0f"])
def test_a_card_reads_as_people_write_it(text: str) -> None:
    assert gf.parse_card(text) == 35


@pytest.mark.parametrize("text", ["", "1s", "11s", "Ax", "A", "As2s", "zz", "0x1", "♠A"])
def test_a_text_that_is_no_card_is_shown(text: str) -> None:
    with pytest.raises(gf.InvalidCardError, match="text: invalid card"):
        gf.parse_card(text)


@pytest.mark.parametrize("card", [52, -1, 255, 10**30, -(10**30)])
def test_an_id_that_is_no_card_is_shown(card: int) -> None:
    with pytest.raises(gf.InvalidCardError, match=str(card)):
        gf.card_name(card)


@pytest.mark.parametrize("card", [None, 1.0, True, b"As", [1]])
def test_another_object_is_no_card(card: object) -> None:
    with pytest.raises(TypeError, match="expected a card's id or text"):
        gf.card_name(card)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a str"):
        gf.parse_card(card)  # type: ignore[arg-type]


def test_a_meld_says_what_it_is() -> None:
    sevens = gf.Meld("7h 7c 7d")
    assert (sevens.kind, sevens.cards, list(sevens)) == (
        "set",
        gf.CardSet("7c 7d 7h"),
        [19, 32, 45],
    )
    assert (str(sevens), repr(sevens), len(sevens)) == ("7c7d7h", "Meld('7c7d7h')", 3)
    assert gf.Meld(["As", "2s", "3s"]).kind == "run"
    assert "7c" in sevens
    assert "7s" not in sevens


def test_melds_are_equal_by_their_cards() -> None:
    run = gf.Meld("As 2s 3s")
    assert run == gf.Meld([2, 1, 0]) == gf.Meld(run) == gf.Meld(gf.CardSet("3s 2s As"))
    assert len({run, gf.Meld("3s2sAs"), gf.Meld("2s 3s 4s")}) == 2
    assert run != gf.CardSet("As 2s 3s")


def pickled(result: object) -> object:
    return pickle.loads(pickle.dumps(result))  # noqa: S301 - what was dumped just before.


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize(
    "result",
    [gf.CardSet("As Td"), gf.CardSet(), gf.Meld("7c7d7h"), gf.arrange("7c 7d 7h 8h 9h Ks")],
)
def test_results_copy_pickle_and_paste_back(
    again: Callable[[object], object], result: object
) -> None:
    assert again(result) == result
    assert hash(again(result)) == hash(result)
    names = {"CardSet": gf.CardSet, "Meld": gf.Meld, "Arrangement": gf.Arrangement}
    assert eval(repr(result), names) == result  # noqa: S307


def test_results_cannot_be_changed() -> None:
    for result, field in [
        (gf.CardSet("As"), "mask"),
        (gf.Meld("7c7d7h"), "cards"),
        (gf.arrange("As"), "deadwood"),
    ]:
        with pytest.raises(AttributeError):
            setattr(result, field, 0)


@pytest.mark.parametrize("cards", ["", "7c 7d", "Qs Ks As", "Ks As 2s", "7c 7d 8h", "4h 5h 7h"])
def test_cards_that_are_no_meld_are_refused(cards: str) -> None:
    assert not gf.is_meld(cards)
    with pytest.raises(gf.InvalidHandError, match="is no meld"):
        gf.Meld(cards)


def test_is_meld_takes_a_hand_in_any_form() -> None:
    cards: Any
    for cards in (
        "As 2s 3s",
        0b111,
        gf.CardSet("As 2s 3s"),
        [0, 1, 2],
        ["3s", 0, "2s"],
        gf.Meld("As2s3s"),
    ):
        assert gf.is_meld(cards)
    with pytest.raises(ValueError, match=r'^ace: expected one of .*, got "high"$'):
        gf.is_meld("As 2s 3s", ace="high")  # type: ignore[arg-type]


def test_the_pack_holds_329_melds_in_order() -> None:
    melds = gf.melds((1 << 52) - 1)
    keys = [(min(meld), len(meld), meld.cards.mask) for meld in melds]
    assert len(melds) == 329
    assert keys == sorted(keys)


def test_an_arrangement_adds_up() -> None:
    hand = gf.CardSet("As 2s 3s 4s 4c 4d 9h Th Jh Kd")
    arrangement = gf.arrange(hand)
    melded = gf.CardSet().union(*arrangement.melds)
    assert melded == gf.melded(hand)
    assert melded | arrangement.unmelded == hand
    assert arrangement.deadwood == arrangement.unmelded.points == gf.deadwood(hand)


def test_arrangements_start_with_the_canonical_one() -> None:
    hand = "7c 7d 7h 8h 9h Ks"
    assert gf.arrangements(hand)[0] == gf.arrange(hand)
    every = gf.arrangements(hand, max_deadwood=48)
    assert [one.deadwood for one in every] == [24, 27, 48]
    assert every[-1].melds == ()
    with pytest.raises(gf.InvalidHandError, match="expected 0 to 14 cards, got 15"):
        gf.arrangements(range(15))
    for wrong, error in [(-1, ValueError), (1.0, TypeError), (True, TypeError)]:
        with pytest.raises(error, match="max_deadwood: expected"):
            gf.arrangements(hand, max_deadwood=wrong)  # type: ignore[arg-type]
    assert gf.arrangements(hand, max_deadwood=10**30) == every
