"""What type checkers are told, and that it is so."""

from typing import TYPE_CHECKING, Any, Literal, assert_type

import numpy as np
from numpy.typing import NDArray

import gin_fast as gf
from gin_fast.compat.open_spiel import GinRummyUtils

if TYPE_CHECKING:
    import pandas as pd

HAND = "As 2s 3s 4h 4d 4c 5h 6h 7h Kd 9c"
MASKS: NDArray[np.uint64] = gf.parse_hands([HAND, HAND])


def test_one_hand_gives_python_values() -> None:
    for hand in (
        HAND,
        gf.CardSet(HAND),
        gf.CardSet(HAND).mask,
        list(gf.CardSet(HAND)),
        HAND.split(),
    ):
        assert isinstance(assert_type(gf.deadwood(hand), int), int)
        assert isinstance(assert_type(gf.melded(hand), gf.CardSet), gf.CardSet)
        assert len(assert_type(gf.best_discard(hand), tuple[int, int])) == 2
        assert len(assert_type(gf.best_discard(hand, "Kd"), tuple[int, int])) == 2
        assert isinstance(assert_type(gf.deadwood_after_discard(hand), dict[int, int]), dict)
        assert isinstance(assert_type(gf.knock_discards(hand, 9), gf.CardSet), gf.CardSet)
        assert isinstance(assert_type(gf.arrange(hand), gf.Arrangement), gf.Arrangement)
        assert isinstance(assert_type(gf.arrangements(hand), tuple[gf.Arrangement, ...]), tuple)
        assert isinstance(assert_type(gf.melds(hand), tuple[gf.Meld, ...]), tuple)
        assert assert_type(gf.is_meld(hand), bool) is False


def test_an_array_gives_arrays() -> None:
    for hands in (MASKS, MASKS.astype(np.int64)):
        assert assert_type(gf.deadwood(hands), NDArray[np.uint8]).dtype == np.uint8
        assert assert_type(gf.melded(hands, threads=2), NDArray[np.uint64]).dtype == np.uint64
        pair = assert_type(gf.best_discard(hands), tuple[NDArray[np.uint8], NDArray[np.uint8]])
        assert [array.dtype for array in pair] == [np.uint8, np.uint8]
        assert assert_type(gf.deadwood_after_discard(hands), NDArray[np.uint8]).shape == (2, 52)
        assert assert_type(gf.knock_discards(hands, 9), NDArray[np.uint64]).dtype == np.uint64


def test_many_banned_cards_give_arrays() -> None:
    banned = np.arange(52)
    for cards, left in (gf.best_discard(HAND, banned), gf.best_discard(MASKS[:, None], banned)):
        assert assert_type(cards, NDArray[np.uint8]).shape[-1] == 52
        assert assert_type(left, NDArray[np.uint8]).shape[-1] == 52
    assert assert_type(gf.knock_discards(HAND, 10, banned), NDArray[np.uint64]).shape == (52,)
    assert assert_type(gf.knock_discards(HAND, banned=banned), NDArray[np.uint64]).shape == (52,)


def test_showdowns_give_results_and_points() -> None:
    knocker, defender = 0x3FF, 0x3FF << 13
    shown = gf.showdown(knocker, defender, gf.Rules(), layout=[gf.Meld("As2s3s4s5s6s7s8s9sTs")])
    assert isinstance(assert_type(shown, gf.Showdown), gf.Showdown)
    assert assert_type(shown.winner, Literal[0, 1] | None) == 0
    assert isinstance(assert_type(shown.price(gf.Rules()), gf.settle.Price), gf.settle.Price)
    assert isinstance(assert_type(gf.defend("8h", "5h6h7h"), gf.Defence), gf.Defence)
    assert assert_type(gf.knock_points(knocker, defender), int) == 25
    assert assert_type(gf.knock_points(knocker, defender, gf.Rules(), "best", "Td"), int) == 25
    knockers: NDArray[np.uint64] = np.array([knocker], dtype=np.uint64)
    defenders = np.array([defender], dtype=np.int64)
    for points in (
        gf.knock_points(knocker, defenders),
        gf.knock_points(knockers, defender, threads=2),
        gf.knock_points(knockers, defenders),
        gf.knock_points(knocker, defender, upcard=np.zeros(1, np.uint8)),
        gf.knock_points(knocker, defender, gf.Rules(), "best", np.zeros(1, np.uint8)),
    ):
        assert assert_type(points, NDArray[np.int16]).tolist() == [25]


def test_other_aces_change_no_type() -> None:
    assert assert_type(gf.deadwood("QsKsAs", ace="high_or_low"), int) == 0
    assert assert_type(gf.deadwood(MASKS, ace_deadwood=15), NDArray[np.uint8]).dtype == np.uint8
    assert assert_type(gf.Meld("QsKsAs", "corner").ace, Literal["low", "high_or_low", "corner"])


def test_a_column_gives_what_its_library_says() -> None:
    def answer(column: "pd.Series[int]") -> None:
        assert_type(gf.deadwood(column), Any)

    assert callable(answer)


def test_card_sets_stay_card_sets() -> None:
    hand = gf.CardSet(HAND)
    assert isinstance(assert_type(hand | {0}, gf.CardSet), gf.CardSet)
    assert isinstance(assert_type(hand & {0}, gf.CardSet), gf.CardSet)
    assert isinstance(assert_type(hand - {0}, gf.CardSet), gf.CardSet)
    assert isinstance(assert_type(hand ^ {"As"}, gf.CardSet), gf.CardSet)
    assert isinstance(assert_type(hand.union("Ks", [1]), gf.CardSet), gf.CardSet)
    assert [assert_type(card, int) for card in hand] == sorted(hand)
    assert assert_type(gf.Meld("As2s3s").kind, Literal["set", "run"]) == "run"


def test_columns_of_texts_and_ids() -> None:
    assert assert_type(gf.parse_hands([HAND]), NDArray[np.uint64]).dtype == np.uint64
    assert assert_type(gf.format_hands(MASKS), list[str]) == [str(gf.CardSet(HAND))] * 2
    assert assert_type(gf.cards(MASKS), NDArray[np.uint8]).shape == (2, 11)
    assert assert_type(gf.masks([[0, 1, 2]]), NDArray[np.uint64]).tolist() == [7]


def test_lazy_names_have_their_types() -> None:
    rules = assert_type(gf.Rules.preset("palace"), gf.Rules)
    assert assert_type(rules.replace(target=7).target, int) == 7
    assert assert_type(gf.next_dealer(rules, 0, None), int) == 0
    assert assert_type(gf.GameScore(rules).add(0, 1, 1), bool)
    assert assert_type(gf.MatchScore(3).games_won, tuple[int, int]) == (0, 0)
    assert assert_type(gf.HollywoodScore().columns_entered, list[list[int]]) == []
    assert rules in gf.rules.PRESETS.values()


def test_openspiels_evaluator_gives_lists_and_ints() -> None:
    utils = assert_type(GinRummyUtils(13, 4, 10, compat=True), GinRummyUtils)
    for hand in ([0, 1, 2], (0, 1, 2), {0, 1, 2}, range(3), np.arange(3), map(int, "012")):
        assert assert_type(utils.min_deadwood(hand), int) == 0
    assert assert_type(utils.min_deadwood([0, 1], np.int64(2), compat=False), int) == 0
    assert assert_type(utils.all_meld_groups([0, 1, 2]), list[list[list[int]]]) == [[[0, 1, 2]]]
    assert assert_type(utils.best_meld_group([0, 1, 2]), list[list[int]]) == [[0, 1, 2]]
    assert assert_type(utils.legal_discards([0, 1, 2], 5), list[int]) == [0, 1, 2]
    assert assert_type(utils.total_card_value([[0], [1, 2]]), int) == 6
    assert assert_type(utils.int_to_meld, dict[int, list[int]])[65] == [0, 1, 2]
    assert assert_type(utils.card_string(None), str) == "XX"


def test_tables_give_arrays() -> None:
    tables = gf.sim.Tables(2, gf.Rules(), seed=1)
    assert assert_type(tables.player, NDArray[np.int8]).dtype == np.int8
    assert assert_type(tables.phase, NDArray[np.uint8]).dtype == np.uint8
    assert assert_type(tables.points, NDArray[np.int16]).dtype == np.int16
    assert assert_type(tables.legal_actions(), NDArray[np.bool_]).dtype == np.bool_
    assert assert_type(tables.legal_bits(), NDArray[np.uint64]).dtype == np.uint64
    assert assert_type(tables.observe(), NDArray[np.uint8]).dtype == np.uint8
    assert len(assert_type(tables[:1], gf.sim.Tables)) == 1
    assert assert_type(tables.to_round(0), gf.Round).phase == "upcard"
    assert len(assert_type(gf.sim.Tables.from_rounds([gf.Round()]), gf.sim.Tables)) == 1
