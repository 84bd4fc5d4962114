"""Rounds begun in the middle, and positions that cannot be."""

import random
from typing import Any

import numpy as np
import pytest

import gin_fast as gf
from round_players import choose, deck
from test_round import HANDS, do, legal

REST = sorted(gf.CardSet(range(52)) - gf.CardSet(HANDS[0]) - gf.CardSet(HANDS[1]) - {"Qc"})
AT_UPCARD: dict[str, Any] = {"dealer": 1, "hands": HANDS, "upcard": "Qc", "stock": REST}
ELEVEN = gf.Rules(opening="eleven_card_nondealer")
# Ten discards lie there; seat 0 is to draw.
AT_DRAW: dict[str, Any] = {
    "dealer": 1,
    "hands": HANDS,
    "upcard": "Qc",
    "discards": REST[:10],
    "stock": REST[10:],
    "player": 0,
}
# He has just taken the queen.
AT_DISCARD: dict[str, Any] = {
    "dealer": 1,
    "hands": (HANDS[0] + " Qc", HANDS[1]),
    "upcard": REST[9],
    "discards": REST[:9],
    "stock": REST[10:],
    "taken": "Qc",
}
AT_WALL: dict[str, Any] = AT_DRAW | {
    "rules": gf.Rules(wall_rule="last_discard_knock"),
    "discards": REST[:-2],
    "stock": REST[-2:],
}


def test_every_phase_can_be_the_beginning() -> None:
    found = [gf.Round.from_parts(**parts) for parts in (AT_UPCARD, AT_DRAW, AT_DISCARD, AT_WALL)]
    assert [played.phase for played in found] == ["upcard", "draw", "discard", "wall"]
    assert [played.player for played in found] == [0, 0, 0, 0]
    upcard, drawing, discarding, wall = map(legal, found)
    assert upcard == ["take_discard", "pass"]
    assert drawing == ["draw_stock", "take_discard"]
    assert "knock Kd" in discarding
    assert "discard Qc" not in discarding
    assert wall == ["take_discard", "pass"]
    assert found[2].known == (gf.CardSet("Qc"), gf.CardSet())
    assert found[0].deck is None
    assert found[0].first_upcard == gf.parse_card("Qc")


def test_where_the_upcard_stands_is_told_by_who_refused_it() -> None:
    once = gf.Round.from_parts(**AT_UPCARD, declined=("Qc", ""))
    assert (once.phase, once.player) == ("upcard", 1)
    assert gf.Round.from_parts(**AT_UPCARD, player=1).declined == once.declined
    twice = gf.Round.from_parts(**AT_UPCARD, declined=("Qc", "Qc"))
    assert (twice.phase, twice.player, legal(twice)) == ("draw", 0, ["draw_stock"])


def test_a_position_at_the_wall_may_be_one_where_only_knocks_are_left() -> None:
    parts = AT_DISCARD | {"rules": AT_WALL["rules"], "stock": REST[-2:]}
    parts |= {"upcard": REST[-3], "discards": REST[:-3]}
    assert {text.split()[0] for text in legal(gf.Round.from_parts(**parts))} == {"knock"}


def test_nobody_has_taken_the_last_discard_who_cannot_knock() -> None:
    hands = (HANDS[0].replace("9h", "8c") + " 3d", HANDS[1].replace("3d", "9h"))
    rest = [card for card in REST if card != gf.parse_card("8c")] + [gf.parse_card("Qc")]
    parts: dict[str, Any] = {"hands": hands, "upcard": rest[2], "stock": rest[:2]}
    parts |= {"discards": rest[3:], "taken": "3d", "rules": AT_WALL["rules"]}
    with pytest.raises(gf.InvalidHandError, match=r"only to knock, which hands\[0\] cannot"):
        gf.Round.from_parts(**parts)


@pytest.mark.parametrize(("gone", "first"), [(0, True), (1, True), (2, False), (9, False)])
def test_a_first_turn_is_told_by_the_cards_that_were_drawn(gone: int, *, first: bool) -> None:
    """The queen and `gone` cards of the stock: this is the turn of the last of these draws."""
    pile = REST[:gone]
    parts = AT_DISCARD | {"upcard": pile.pop() if pile else None, "discards": pile}
    rules = gf.Rules(knock_on_first_turn=False)
    played = gf.Round.from_parts(**parts | {"stock": REST[gone:]}, rules=rules)
    assert ("knock Kd" not in legal(played)) is first


@pytest.mark.parametrize(("gone", "first"), [(1, True), (2, False)])
def test_the_first_of_eleven_cards_is_a_turn_without_a_draw(gone: int, *, first: bool) -> None:
    pile = REST[:gone]
    parts = AT_DISCARD | {"upcard": pile.pop(), "discards": pile, "stock": REST[gone:]}
    rules = ELEVEN.replace(knock_on_first_turn=False)
    played = gf.Round.from_parts(**parts | {"taken": None}, rules=rules)
    assert ("knock Kd" not in legal(played)) is first


@pytest.mark.parametrize("name", ["standard", "openspiel", "rlcard", "oklahoma"])
def test_a_round_goes_on_from_its_parts_as_it_went(
    name: str, numbers: random.Random, rounds: int
) -> None:
    # Caps and stalls begin anew with the position.
    rules = gf.Rules.preset(name).replace(stall_rule=False, max_moves=None, max_discard_draws=None)
    for at in range(rounds // 10):
        played = gf.Round(rules, deck=deck(numbers), dealer=at % 2)
        before = [played.copy()]
        while played.legal_actions():
            played.apply(choose(numbers, played, steered=False))
            before.append(played.copy())
        played = numbers.choice(before[:-1])
        again = gf.Round.from_parts(
            rules=rules,
            dealer=played.dealer,
            hands=played.hands,
            upcard=played.upcard,
            stock=played.stock,
            discards=played.discards,
            first_upcard=played.first_upcard,
            phase=played.phase,
            player=played.player,
            taken=played.taken,
            known=played.known,
            declined=played.declined,
        )
        while played.legal_actions():
            assert legal(again) == legal(played)
            assert again.observation(0) == played.observation(0)
            action = choose(numbers, played, steered=True)
            do(played, str(action))
            do(again, str(action))
        assert again.result == played.result


def test_hands_are_taken_in_every_form() -> None:
    sets = tuple(map(gf.CardSet, HANDS))
    expected = gf.Round.from_parts(**AT_UPCARD)
    for hands in (
        sets,
        [hand.mask for hand in sets],
        tuple(map(list, sets)),
        np.array([int(hand) for hand in sets]),
    ):
        assert gf.Round.from_parts(**AT_UPCARD | {"hands": hands}) == expected


LAST: dict[str, Any] = {"stock": REST[-2:], "discards": REST[:-2]}


@pytest.mark.parametrize(
    ("parts", "changes", "error", "message"),
    [
        # Cards twice, or nowhere.
        (
            AT_DRAW,
            {"hands": (HANDS[0], HANDS[0])},
            gf.InvalidHandError,
            r'hands\[1\]: .*got "2s" which hands\[0\] has too',
        ),
        (
            AT_DRAW,
            {"discards": [*REST[:10], "Qc"]},
            gf.InvalidHandError,
            'discards: .*"Qc" which upcard has too',
        ),
        (AT_DRAW, {"stock": [*REST[10:], REST[10]]}, gf.InvalidHandError, "stock: .* twice"),
        (
            AT_DRAW,
            {"stock": REST[12:]},
            gf.InvalidHandError,
            "expected all 52 cards, .* are missing",
        ),
        (
            AT_DRAW,
            {"upcard": "Kd"},
            gf.InvalidHandError,
            r'upcard: .*"Kd" which hands\[0\] has too',
        ),
        (
            AT_DRAW,
            {"upcard": None, "stock": [*REST[10:], "Qc"]},
            gf.InvalidHandError,
            "upcard: expected the card on top",
        ),
        # Numbers of cards that the phase does not have.
        (
            AT_DRAW,
            {"phase": "discard"},
            gf.InvalidHandError,
            r"hands\[0\]: expected 11 cards in phase discard with seat 0",
        ),
        (
            AT_DISCARD,
            {"phase": "draw", "player": 0},
            gf.InvalidHandError,
            r"hands\[0\]: expected 10 cards in phase draw",
        ),
        (AT_DISCARD, {"player": 1}, gf.InvalidHandError, r"hands\[0\]: expected 10 cards"),
        (
            AT_DRAW,
            {"phase": "upcard"},
            gf.InvalidHandError,
            "discards: expected none in phase upcard, got 10",
        ),
        (
            AT_DRAW,
            LAST | {"phase": "draw"},
            gf.InvalidHandError,
            "stock: expected at least 3 cards in phase draw, got 2",
        ),
        (
            AT_DRAW,
            LAST | {"stock": REST[-1:], "discards": REST[:-1]},
            gf.InvalidHandError,
            "stock: expected at least 2 cards in phase wall, got 1",
        ),
        (
            AT_WALL,
            {"phase": "wall", "stock": REST[10:], "discards": REST[:10]},
            gf.InvalidHandError,
            "stock: expected 2 cards in phase wall, got 21",
        ),
        # The wall.
        (AT_DRAW, LAST, ValueError, 'phase: wall_rule="drawer_may_knock" has no phase wall'),
        (
            AT_DISCARD,
            {"stock": REST[-2:], "upcard": REST[0], "discards": REST[1:-2]},
            gf.InvalidHandError,
            'taken: wall_rule="drawer_may_knock" lets nobody take',
        ),
        (
            AT_DISCARD,
            {
                "stock": REST[-2:],
                "upcard": REST[0],
                "discards": REST[1:-2],
                "taken": None,
                "rules": gf.Rules(wall_rule="drawer_may_not_knock"),
            },
            gf.InvalidHandError,
            'stock: wall_rule="drawer_may_not_knock" ends the round',
        ),
        # Phases and seats.
        (
            AT_DRAW,
            {"phase": "knock"},
            ValueError,
            "phase: expected 'upcard', 'draw', 'discard', 'wall' or None, got 'knock'",
        ),
        (AT_DRAW, {"phase": "layoff"}, ValueError, "phase: expected"),
        (AT_DRAW, {"player": None}, ValueError, "player: expected 0 or 1 in phase draw, got None"),
        (AT_DRAW, {"player": 2}, ValueError, "player: expected 0 or 1, got 2"),
        (AT_DRAW, {"dealer": 2}, ValueError, "dealer: expected 0 or 1, got 2"),
        (AT_DRAW, {"rules": "standard"}, TypeError, "rules: expected Rules"),
        (AT_DRAW, {"layoff": "none"}, ValueError, "layoff: expected"),
        (
            AT_UPCARD,
            {"declined": ("Qc", "Qc"), "player": 1},
            ValueError,
            "player: both refused the upcard, so that seat 0 draws",
        ),
        (
            AT_UPCARD,
            {"declined": ("Qc", ""), "player": 0},
            gf.InvalidHandError,
            r"declined\[0\]: the upcard is offered to seat 0",
        ),
        (
            AT_UPCARD,
            {"declined": ("", "Qc"), "player": 0},
            gf.InvalidHandError,
            r"declined\[1\]: the upcard has not been offered",
        ),
        (
            AT_UPCARD,
            {"rules": ELEVEN, "phase": "upcard"},
            ValueError,
            "phase: opening=.* has no phase upcard",
        ),
        (
            AT_UPCARD,
            {"known": ("Kd", ""), "phase": "upcard"},
            gf.InvalidHandError,
            r"known\[0\]: nobody has taken a card in phase upcard",
        ),
        (
            AT_UPCARD,
            {"first_upcard": "Kd"},
            gf.InvalidHandError,
            'first_upcard: expected the upcard "Qc"|first_upcard: expected cards of',
        ),
        # What was taken, known and refused.
        (
            AT_DISCARD,
            {"taken": "Kc"},
            gf.InvalidHandError,
            r'taken: expected a card of hands\[0\], whose turn it is, got "Kc"',
        ),
        (AT_DRAW, {"taken": "Kd"}, ValueError, 'taken: expected None in phase draw, got "Kd"'),
        (
            AT_UPCARD,
            {"hands": (HANDS[0] + " Qc", HANDS[1]), "upcard": None},
            gf.InvalidHandError,
            "taken: expected a card, as the stock is whole",
        ),
        (
            AT_DRAW,
            {"known": ("Kc", "")},
            gf.InvalidHandError,
            r'known\[0\]: expected cards of hands\[0\], got "Kc"',
        ),
        (
            AT_DRAW,
            {"declined": ("", "Kc")},
            gf.InvalidHandError,
            r'declined\[1\]: expected cards of the discard pile or of known, got "Kc"',
        ),
        (
            AT_DRAW,
            {"first_upcard": REST[20]},
            gf.InvalidHandError,
            "first_upcard: expected cards of the discard pile or of known",
        ),
        (
            AT_DRAW,
            {"rules": gf.Rules(oklahoma=True)},
            ValueError,
            "first_upcard: expected a card under oklahoma=True, got None",
        ),
        (
            AT_DRAW,
            {"rules": gf.Rules(spade_double=True)},
            ValueError,
            "first_upcard: expected a card under spade_double=True",
        ),
        (
            AT_DRAW,
            {"rules": ELEVEN, "first_upcard": "Qc"},
            ValueError,
            'first_upcard: opening=.* turns none up, got "Qc"',
        ),
        (
            AT_UPCARD,
            {"rules": ELEVEN, "hands": (HANDS[0], HANDS[1] + " Qc"), "upcard": None},
            ValueError,
            "player: with opening=.* seat 0 discards first, got 1",
        ),
        # Other kinds of things.
        (AT_DRAW, {"hands": HANDS[0]}, TypeError, "hands: expected the cards of both seats"),
        (
            AT_DRAW,
            {"hands": (*HANDS, "")},
            ValueError,
            "hands: expected the cards of 2 seats, got 3",
        ),
        (AT_DRAW, {"known": {0: "Kd"}}, TypeError, "known: expected the cards of both seats"),
        (AT_DRAW, {"hands": (None, HANDS[1])}, TypeError, r"hands\[0\]: expected cards, got None"),
        (AT_DRAW, {"hands": ("Kd Kd", HANDS[1])}, gf.InvalidHandError, r"hands\[0\]: "),
        (AT_DRAW, {"hands": ("1x", HANDS[1])}, gf.InvalidCardError, r"hands\[0\]: "),
        (AT_DRAW, {"hands": (-1, HANDS[1])}, ValueError, r"hands\[0\]: "),
        (AT_DRAW, {"upcard": "1x"}, gf.InvalidCardError, "upcard: "),
        (AT_DRAW, {"upcard": 2.0}, TypeError, "upcard: expected a card, got 2.0"),
        (AT_DRAW, {"stock": None}, TypeError, "stock: expected cards in order, got None"),
        (AT_DRAW, {"discards": 3}, TypeError, "discards: expected cards in order, got 3"),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    parts: dict[str, Any], changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    gf.Round.from_parts(**parts)
    with pytest.raises(error, match=message) as raised:
        gf.Round.from_parts(**parts | changes)
    assert type(raised.value) is error or error is ValueError
