"""Hints: legal everywhere, best where that can be said, and from nothing hidden."""

import random
from typing import Any, Literal

import pytest

import gin_fast as gf
from gin_fast.cli.play.hint import choices, hint, in_words
from gin_fast.rules import PRESETS
from round_players import choose, deck


def dealt(numbers: random.Random, rules: gf.Rules, *, manual: bool) -> gf.Round:
    layoff: Literal["best", "manual"] = "manual" if manual else "best"
    cards = deck(numbers, near=numbers.random() < 0.5)
    return gf.Round(rules, deck=cards, dealer=numbers.randrange(2), layoff=layoff)


@pytest.mark.parametrize("name", PRESETS)
def test_hints_are_legal_and_never_worse_than_another_discard(
    name: str, numbers: random.Random
) -> None:
    rules = gf.Rules.preset(name)
    for _ in range(8):
        playing = dealt(numbers, rules, manual=numbers.random() < 0.5)
        while playing.phase != "over":
            seen = playing.observation(playing.player)
            found = hint(seen, rules)
            assert found.action in seen.legal_actions
            assert all(found.reasons)
            assert next(iter(in_words(found))).startswith("hint: ")
            if found.choices:
                left = gf.deadwood_after_discard(
                    seen.hand, ace=rules.ace, ace_deadwood=rules.ace_deadwood
                )
                least = min(left[a.card] for a in seen.legal_actions if a.card is not None)
                assert found.choices[0].card == found.action.card
                assert left[found.action.card] == least
                for choice in found.choices:
                    assert choice.left.deadwood == left[choice.card]
            followed = numbers.random() < 0.5
            playing.apply(found.action if followed else choose(numbers, playing, steered=True))


def test_a_hint_does_not_change_with_what_is_hidden(numbers: random.Random) -> None:
    compared = 0
    while compared < 200:
        playing = dealt(numbers, gf.Rules(), manual=False)
        for _ in range(numbers.randrange(20)):
            if playing.phase != "over":
                playing.apply(choose(numbers, playing, steered=True))
        if playing.phase == "over":
            continue
        compared += 1
        seat = playing.player
        hands = [*playing.hands]
        hidden = [*(hands[1 - seat] - playing.known[1 - seat]), *playing.stock]
        numbers.shuffle(hidden)
        kept = len(hands[1 - seat]) - len(playing.known[1 - seat])
        hands[1 - seat] = playing.known[1 - seat] | gf.CardSet(hidden[:kept])
        other = gf.Round.from_parts(
            rules=playing.rules,
            dealer=playing.dealer,
            hands=(hands[0], hands[1]),
            upcard=playing.upcard,
            stock=hidden[kept:],
            discards=playing.discards,
            first_upcard=playing.first_upcard,
            phase=playing.phase,
            player=seat,
            taken=playing.taken,
            known=playing.known,
            declined=playing.declined,
        )
        assert hint(other.observation(seat), gf.Rules()) == hint(
            playing.observation(seat), gf.Rules()
        )


def position(hand: str, stock_hand: str, **more: Any) -> gf.Round:
    """Return a round in which seat 0 is to act."""
    hands = (gf.CardSet(hand), gf.CardSet(stock_hand))
    rest = [card for card in range(52) if card not in hands[0] | hands[1]]
    given: dict[str, Any] = {"dealer": 1, "hands": hands, "player": 0, **more}
    for name in ("upcard", "discards"):
        used = given.get(name)
        cards = gf.CardSet([] if used is None else used)
        rest = [card for card in rest if card not in cards]
    return gf.Round.from_parts(stock=rest, **given)


OTHER = "2s 5s 8s Js 2c 5c 8c Jc 2d 5d"


def test_the_best_discard_keeps_the_melds_and_says_which() -> None:
    playing = position("7c 7d 7h 3s 4s 6s 9s Qs Kd 6d Th", OTHER, upcard="Kh", phase="discard")
    found = hint(playing.observation(0), playing.rules)
    assert str(found.action) == "discard Th"
    # 2s 5s 7s 6c 5d 8d 6h.
    assert found.choices[0].draws == 7
    assert found.reasons == ("without Th you have 48, and keep 7c7d7h; 7 unseen cards make one",)


def test_of_equal_discards_the_one_that_draws_least_is_thrown() -> None:
    # The two tens wait for two more, the queen for nothing.
    hand = "Ts Td 7c 7d 7h 3s 4s 6s Qs Kd 6d"
    playing = position(hand, OTHER.replace("Js", "9c"), upcard="Kh", phase="discard")
    found = choices(playing.observation(0), playing.rules)
    order = [gf.card_name(choice.card) for choice in found[:4]]
    assert order[0] == "Kd"
    draws = [choice.draws for choice in found[:4]]
    assert draws == sorted(draws, reverse=True)


def test_of_equal_discards_the_one_that_helps_the_other_comes_last() -> None:
    other = "Ks Kc 8s Js 2c 5c 8c Jc 2d 5d"
    playing = position(
        "7c 7d 7h 3s 4s 6s 9s Qs Kd 6d Th",
        other,
        upcard="Kh",
        phase="discard",
        known=((), gf.CardSet("Ks Kc")),
    )
    found = hint(playing.observation(0), playing.rules)
    assert str(found.action) == "discard Th"
    assert [gf.card_name(choice.card) for choice in found.choices[:3]] == ["Th", "Qs", "Kd"]
    assert [choice.helps for choice in found.choices[:3]] == [False, False, True]


def test_gin_is_named_before_a_knock() -> None:
    playing = position(
        "7c 7d 7h 3s 4s 5s 2h 3h 4h 5h Kd",
        OTHER.replace("5s", "Ts"),
        upcard="Kh",
        phase="discard",
    )
    found = hint(playing.observation(0), playing.rules)
    assert found.action.kind == "knock"
    left = gf.deadwood(playing.hands[0] - {found.action.card})
    assert (left, "gin, 25 more" in found.reasons[0]) == (0, True)


def test_big_gin_is_named_before_gin() -> None:
    playing = position(
        "7c 7d 7h 3s 4s 5s 6s 2h 3h 4h 5h", OTHER.replace("5s", "Ts"), upcard="Kh", phase="discard"
    )
    assert str(hint(playing.observation(0), playing.rules).action) == "big_gin"


def test_a_knock_is_weighed() -> None:
    # Three points and most of the stock to come: nearly every hand has more.
    playing = position(
        "7c 7d 7h 3s 4s 5s 2h 3h 4h As Kd", OTHER.replace("5s", "Ts"), upcard="Kh", phase="discard"
    )
    found = hint(playing.observation(0), playing.rules)
    assert str(found.action) == "knock Kd"
    assert found.reasons[1].startswith("a knock with 1 wins 100% of hands dealt to him at random")
    # The opponent was seen to take two runs: what is left of ten cards is less than ten points.
    known = gf.CardSet("6s 7s 8s 9s Ts Js Qs 2c 3c 4c")
    playing = position(
        "7c 7d 7h 3s 4s 5s 2h 3h 4h Td Kd",
        str(known),
        upcard="Kh",
        phase="discard",
        known=((), known),
    )
    found = hint(playing.observation(0), playing.rules)
    assert str(found.action) == "discard Kd"
    assert found.reasons[1].startswith("a knock with 10 wins 0% of hands")
    assert found.reasons[-1] == "so play on"


def test_a_card_that_makes_a_meld_is_taken() -> None:
    hand = "7c 7d 3s 4s 6s 9s Qs Kd 6d Th"
    playing = position(hand, OTHER, upcard="7h", phase="draw")
    found = hint(playing.observation(0), playing.rules)
    assert (str(found.action), found.reasons[0]) == ("take_discard", "7h makes 7c7d7h")
    playing = position(hand, OTHER, upcard="Kh", phase="draw")
    assert str(hint(playing.observation(0), playing.rules).action) == "draw_stock"


def test_who_is_not_to_act_gets_no_hint() -> None:
    playing = gf.Round(seed=1)
    with pytest.raises(ValueError, match=r"^observation: seat 0 has nothing to do$"):
        hint(playing.observation(0), playing.rules)


def test_every_card_that_may_be_thrown_is_a_choice() -> None:
    playing = position(
        "7c 7d 7h 3s 4s 6s 9s Qs Kd 6d Th", OTHER, upcard="Kh", phase="discard", taken="Kd"
    )
    found = choices(playing.observation(0), playing.rules)
    assert gf.CardSet([choice.card for choice in found]) == playing.hands[0] - {"Kd"}
