"""The order of play, rule by rule."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import gin_fast as gf

# Seat 0 can knock with the queen of clubs; seat 1 deals.
HANDS = ("7c 7d 7h 2s 3s 4s Tc Jc 9h Kd", "6c 6d 6h 8s 9s Ts Kc Kh 4d 3d")
# Eleven melded cards with the king of clubs.
MELDED = ("5d 6d 7d 8d 8c 8h 8s Tc Jc Qc", "2c 3c 4c 9h Th Jh Ad Ah 4s 6s")


def deal(
    rules: gf.Rules = gf.Rules(),  # noqa: B008 - rules are frozen.
    *,
    hands: tuple[str, str] = HANDS,
    upcard: str = "Qc",
    stock: str = "",
    layoff: Any = "best",
) -> gf.Round:
    """Return a round at its opening; the stock begins with some cards and goes on by id."""
    first = [gf.parse_card(card) for card in stock.split()]
    used = gf.CardSet(hands[0]) | gf.CardSet(hands[1]) | gf.CardSet(upcard) | gf.CardSet(first)
    rest = [*first, *(card for card in range(52) if card not in used)]
    pairs = zip(gf.CardSet(hands[0]), gf.CardSet(hands[1]), strict=True)
    deck = [*(card for pair in pairs for card in pair), gf.parse_card(upcard), *rest]
    return gf.Round(rules, deck=deck, dealer=1, layoff=layoff)


def do(played: gf.Round, *actions: str) -> gf.Round:
    for action in actions:
        played.apply(action)
    return played


def legal(played: gf.Round) -> list[str]:
    return [str(action) for action in played.legal_actions()]


def run_down(played: gf.Round, stock: int) -> gf.Round:
    """Draw from the stock and throw the drawn card, until so many cards are left."""
    if played.phase == "upcard":
        do(played, "pass", "pass")
    while len(played.stock) > stock:
        card = played.stock[0]
        do(played, "draw_stock", f"discard {gf.card_name(card)}")
    return played


def test_cards_are_dealt_in_turn_from_the_non_dealer_on() -> None:
    deck = list(range(52))
    random.Random(1).shuffle(deck)
    for dealer in (0, 1):
        played = gf.Round(deck=deck, dealer=dealer)
        assert played.hands[1 - dealer] == gf.CardSet(deck[0:20:2])
        assert played.hands[dealer] == gf.CardSet(deck[1:20:2])
        assert (played.upcard, played.discards, played.stock) == (deck[20], (), tuple(deck[21:]))
        assert (played.player, played.phase) == (1 - dealer, "upcard")
        assert (played.deck, played.first_upcard, played.history) == (tuple(deck), deck[20], ())
        assert (played.layoff, played.rules, played.dealer) == ("best", gf.Rules(), dealer)


def test_a_seed_deals_what_numpy_shuffles() -> None:
    deck = np.random.default_rng(5).permutation(52)
    assert gf.Round(seed=5) == gf.Round(deck=deck) == gf.Round(seed=np.int64(5))  # type: ignore[arg-type]
    assert gf.Round(seed=np.random.SeedSequence(5)) == gf.Round(seed=5)
    assert gf.Round() != gf.Round()


def test_a_deck_is_taken_as_ids_texts_or_one_text() -> None:
    text = " ".join(map(gf.card_name, range(52)))
    for deck in (range(52), text, text.replace(" ", ", "), text.split()):
        assert gf.Round(deck=deck).deck == tuple(range(52))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"deck": [*range(51), 0]}, gf.InvalidHandError, 'deck: .* got "As" twice'),
        ({"deck": range(51)}, gf.InvalidHandError, "deck: expected 52 cards, got 51"),
        ({"deck": range(1, 53)}, gf.InvalidCardError, "deck: .*52"),
        ({"deck": "As Kx"}, gf.InvalidCardError, 'deck: .*"Kx"'),
        ({"deck": 5}, TypeError, "deck: expected cards in order, got 5"),
        ({"deck": [1.5] * 52}, TypeError, "deck: expected a card, got 1.5"),
        ({"deck": range(52), "seed": 1}, ValueError, "seed: expected None beside a deck"),
        ({"seed": -1}, ValueError, "seed: expected an int not below 0, got -1"),
        ({"seed": True}, TypeError, "seed: expected an int, a SeedSequence or None, got True"),
        ({"seed": "x"}, TypeError, "seed: expected"),
        ({"dealer": 2}, ValueError, "dealer: expected 0 or 1, got 2"),
        ({"dealer": "random"}, TypeError, "dealer: expected 0 or 1"),
        ({"layoff": "greedy"}, ValueError, "layoff: expected 'best' or 'manual', got 'greedy'"),
        ({"rules": "standard"}, TypeError, r"rules: expected Rules, .*Rules.preset"),
    ],
)
def test_what_is_no_deal_is_refused(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        gf.Round(**arguments)


def test_the_non_dealer_takes_the_upcard_or_passes_it_to_the_dealer() -> None:
    played = deal()
    assert (played.player, legal(played)) == (0, ["take_discard", "pass"])
    do(played, "pass")
    assert (played.phase, played.player, legal(played)) == ("upcard", 1, ["take_discard", "pass"])


def test_who_takes_the_upcard_must_throw_another_card() -> None:
    played = do(deal(), "take_discard")
    assert (played.player, played.taken) == (0, gf.parse_card("Qc"))
    assert "discard Qc" not in legal(played)
    assert len([text for text in legal(played) if text.startswith("discard")]) == 10


def test_the_dealer_may_use_either_pile_after_the_first_discard() -> None:
    played = do(deal(), "take_discard", "discard Kd")
    assert (played.player, legal(played)) == (1, ["draw_stock", "take_discard"])


def test_the_dealer_takes_the_refused_upcard_and_the_non_dealer_is_next() -> None:
    played = do(deal(), "pass", "take_discard", "discard Kc")
    assert (played.player, legal(played)) == (0, ["draw_stock", "take_discard"])


def test_when_both_pass_the_non_dealer_draws_from_the_stock() -> None:
    played = do(deal(), "pass", "pass")
    assert (played.phase, played.player, legal(played)) == ("draw", 0, ["draw_stock"])
    card = played.stock[0]
    do(played, "draw_stock")
    assert card in played.hands[0]
    # A card from the stock may be thrown, and covers the refused upcard.
    do(played, f"discard {gf.card_name(card)}")
    assert (played.upcard, played.discards) == (card, (gf.parse_card("Qc"),))


def test_every_later_turn_draws_from_either_pile_and_throws_a_card() -> None:
    played = do(deal(), "pass", "pass", "draw_stock", "discard 9h")
    for _ in range(6):
        seat = played.player
        assert (played.phase, legal(played)) == ("draw", ["draw_stock", "take_discard"])
        do(played, "draw_stock")
        assert (played.phase, played.player, len(played.hands[seat])) == ("discard", seat, 11)
        do(played, next(text for text in legal(played) if text.startswith("discard")))
        assert (played.player, len(played.hands[seat])) == (1 - seat, 10)


def test_the_card_just_taken_may_not_be_thrown_back_on_any_turn() -> None:
    played = do(deal(), "pass", "pass", "draw_stock", "discard 9h", "take_discard")
    assert "discard 9h" not in legal(played)
    # Later it may.
    do(played, "discard 3d", "draw_stock")
    do(played, legal(played)[0], "draw_stock")
    assert "discard 9h" in legal(played)


def test_it_may_where_the_rules_allow_it() -> None:
    played = do(deal(gf.Rules(may_rediscard=True)), "take_discard")
    assert "discard Qc" in legal(played)
    assert "knock Qc" not in legal(played)
    assert "knock Kd" in legal(played)


def test_the_ban_on_knocking_with_it_is_a_rule_of_its_own() -> None:
    hands = ("7c 7d 7h 2s 3s 4s Tc Jc Qc 9h", HANDS[1])
    for allowed in (False, True):
        played = deal(gf.Rules(rediscard_on_knock=allowed), hands=hands, upcard="Kd")
        do(played, "take_discard")
        assert ("knock Kd" in legal(played)) is allowed
        assert "discard Kd" not in legal(played)
    # Then nobody holds it any more.
    assert do(played, "knock Kd").known == (gf.CardSet(), gf.CardSet())


def test_nobody_is_forced_to_knock_or_to_go_gin() -> None:
    played = do(deal(hands=MELDED, upcard="9s", stock="Kc"), "pass", "pass", "draw_stock")
    kinds = {action.kind for action in played.legal_actions()}
    assert kinds == {"discard", "knock", "big_gin"}
    assert len([text for text in legal(played) if text.startswith("discard")]) == 11


def test_where_gin_is_forced_only_gin_is_legal() -> None:
    rules = gf.Rules(gin_forced=True)
    played = do(deal(rules, hands=MELDED, upcard="9s", stock="Kc"), "pass", "pass", "draw_stock")
    gins = ["8s", "8c", "Tc", "Kc", "5d", "8d", "8h"]
    assert legal(played) == [*(f"knock {card}" for card in gins), "big_gin"]
    before = played.copy()
    with pytest.raises(
        gf.IllegalActionError, match="expected melds that leave the least, 0 points"
    ):
        do(played, "knock Kc: 5d6d7d 8s8c8h TcJcQc")
    with pytest.raises(gf.IllegalActionError, match="legal are knock 8s"):
        do(played, "discard Kc")
    assert played == before
    do(played, "knock Kc: 5d6d7d 8s8c8d8h TcJcQc")
    assert played.result is not None
    assert played.result.kind == "gin"
    # A knock that is no gin is not forced.
    assert "discard Kd" in legal(do(deal(rules), "take_discard"))


def test_big_gin_is_declared_without_a_discard_where_it_is_played() -> None:
    for allowed in (False, True):
        rules = gf.Rules(big_gin=allowed)
        played = deal(rules, hands=MELDED, upcard="9s", stock="Kc")
        do(played, "pass", "pass", "draw_stock")
        assert ("big_gin" in legal(played)) is allowed
    do(played, "big_gin")
    result = played.result
    assert result is not None
    assert (result.kind, result.winner, result.points, result.boxes) == ("big_gin", 0, 43, 1)
    assert len(played.hands[0]) == 11


def test_a_knock_ends_the_round_and_nobody_draws_any_more() -> None:
    played = do(deal(), "take_discard", "knock Kd")
    assert (played.phase, played.player, played.legal_actions()) == ("over", 0, [])
    result = played.result
    assert result is not None
    assert (result.kind, result.winner, result.points, result.knocker) == ("knock", 0, 8, 0)
    assert (result.knocker_deadwood, result.defender_deadwood) == (9, 17)
    # The discard is in no hand and in no pile.
    assert len(played.hands[0]) == 10
    assert (played.upcard, len(played.stock)) == (None, 31)


def test_a_knock_may_name_its_layout() -> None:
    # The seven of spades may join the sevens or the run, on which the defender has two to lay off.
    hands = ("7s 7c 7d 7h 4s 5s 6s Ac 2d Kd", "6c 6d 6h 8s 9s Jh Kc Ks 4d 3d")
    for layout, laid_off in (("4s5s6s 7s7c7d7h", ""), ("4s5s6s7s 7c7d7h", "8s 9s")):
        played = do(deal(hands=hands, upcard="Ah"), "take_discard", f"knock Kd: {layout}")
        assert played.result is not None
        assert played.result.knocker_melds == tuple(map(gf.Meld, layout.split()))
        assert played.result.laid_off == gf.CardSet(laid_off)
        assert played.result.knocker_deadwood == 4


def test_a_layout_may_be_less_than_the_best_unless_the_rules_want_the_least() -> None:
    hands = ("2s 3s 4s 5s 6s Ac 2c 3c 4c Kd", "5c 6c 9c Kc 2d 5d 6d 7d 5h Qs")
    knock = "knock Kd: 2s3s4s5s6s Ac2c3c"
    played = do(deal(hands=hands, upcard="Ah"), "take_discard", knock)
    assert played.result is not None
    assert (played.result.points, played.result.knocker_deadwood) == (42, 5)
    strict = do(deal(gf.Rules(knock_layout="minimal"), hands=hands, upcard="Ah"), "take_discard")
    with pytest.raises(gf.IllegalActionError, match="is not legal"):
        do(strict, knock)
    do(strict, "knock Kd")
    assert strict.result is not None
    assert strict.result.points == 35


def test_knocking_in_the_first_turn_is_a_rule() -> None:
    late = gf.Rules(knock_on_first_turn=False)
    played = do(deal(late), "take_discard")
    assert {action.kind for action in played.legal_actions()} == {"discard"}
    # The dealer's first turn too, gin and big gin no less.
    played = do(deal(late, hands=MELDED[::-1], upcard="Kc"), "pass", "take_discard")
    assert {action.kind for action in played.legal_actions()} == {"discard"}
    allowed = do(deal(hands=MELDED[::-1], upcard="Kc"), "pass", "take_discard")
    assert legal(allowed)[-1] == "big_gin"
    # From the second on one may.
    played = do(deal(late), "take_discard", "discard Kd", "draw_stock")
    do(played, legal(played)[0], "draw_stock")
    assert "knock 9h" in legal(played)


def test_the_upcard_may_be_the_limit_even_when_it_was_taken() -> None:
    for upcard, ace, limit in (
        ("4s", "gin", 4),
        ("Qc", "gin", 10),
        ("As", "gin", 0),
        ("As", "one", 1),
    ):
        rules = gf.Rules(oklahoma=True, oklahoma_ace=ace)  # type: ignore[arg-type]
        hands = ("7c 7d 7h 2s 3s 5s Tc Jc 9h Kd", HANDS[1])
        played = deal(rules, hands=hands, upcard=upcard)
        assert played.knock_limit == limit
        do(played, "take_discard")
        assert played.knock_limit == limit
        assert played.observation(1).knock_limit == limit
    assert deal(gf.Rules(oklahoma=True, knock_limit=5)).knock_limit == 5


def test_a_spade_as_upcard_doubles_though_it_was_taken() -> None:
    rules = gf.Rules(spade_double=True)
    plain = do(deal(upcard="Qc"), "take_discard", "knock Kd")
    hands = ("7c 7d 7h 2s 3s Tc Jc Qc 9h Kd", HANDS[1])
    for given, points in ((gf.Rules(), 8), (rules, 16)):
        played = do(deal(given, hands=hands, upcard="4s"), "take_discard", "knock Kd")
        assert played.result is not None
        assert played.result.points == points
    assert plain.result is not None
    assert plain.result.price(rules, "4s").points == 16


def test_eleven_cards_open_with_a_discard() -> None:
    rules = gf.Rules(opening="eleven_card_nondealer")
    played = deal(rules)
    assert (played.phase, played.player, played.upcard) == ("discard", 0, None)
    assert (len(played.hands[0]), len(played.stock), played.first_upcard) == (11, 31, None)
    # Any of them may be thrown, and one may knock.
    assert {"discard Qc", "knock Kd"} <= set(legal(played))
    do(played, "discard Qc")
    assert (played.player, legal(played)) == (1, ["draw_stock", "take_discard"])


def test_the_drawer_of_the_last_card_may_knock_and_the_round_ends_with_his_turn() -> None:
    played = run_down(deal(stock="5h"), 3)
    assert (played.player, legal(played)) == (0, ["draw_stock", "take_discard"])
    do(played, "draw_stock")
    assert len(played.stock) == 2
    drawn = do(played.copy(), "discard Kd")
    assert (drawn.phase, drawn.player) == ("over", 0)
    assert drawn.result == gf.RoundResult("draw")
    assert (drawn.result.winner, drawn.result.points, drawn.result.boxes) == (None, 0, 0)


def test_the_drawer_may_knock_with_the_last_card() -> None:
    hands = ("7c 7d 7h 2s 3s 4s Tc Jc Qc Kd", HANDS[1])
    played = do(run_down(deal(hands=hands, upcard="5h"), 3), "draw_stock")
    knock = next(text for text in legal(played) if text.startswith("knock"))
    assert do(played, knock).result != gf.RoundResult("draw")


def test_or_he_may_not_and_the_round_ends_with_his_draw() -> None:
    played = run_down(deal(gf.Rules(wall_rule="drawer_may_not_knock")), 3)
    do(played, "draw_stock")
    assert (played.phase, played.player, played.legal_actions()) == ("over", 0, [])
    assert (played.result, len(played.hands[0])) == (gf.RoundResult("draw"), 11)


def at_the_wall(rule: Any, last: str) -> gf.Round:
    """Return a round whose drawer of the last card has thrown `last` to seat 1."""
    hands = ("Kd Kh 9h 9c 6c 4d 2h Ah Js 8c", "7c 7d 7h 2s 3s 4s Tc Jc 9d Ks")
    rules = gf.Rules(wall_rule=rule)
    # The card comes last but two, when seat 0 draws.
    used = gf.CardSet(hands[0]) | gf.CardSet(hands[1]) | gf.CardSet("Th") | gf.CardSet(last)
    others = [gf.card_name(card) for card in range(52) if card not in used]
    stock = " ".join([*others[:28], last, *others[28:]])
    return run_down(deal(rules, hands=hands, upcard="Th", stock=stock), 2)


def test_the_last_discard_may_be_taken_to_knock_at_once() -> None:
    played = at_the_wall("last_discard_knock", "Qc")
    assert (played.phase, played.player, len(played.stock)) == ("wall", 1, 2)
    assert legal(played) == ["take_discard", "pass"]
    drawn = do(played.copy(), "pass")
    assert (drawn.phase, drawn.player, drawn.result) == ("over", 1, gf.RoundResult("draw"))
    do(played, "take_discard")
    assert (played.phase, legal(played)) == ("discard", ["knock Ks", "knock 9d"])
    do(played, "knock Ks")
    assert played.result is not None
    assert (played.result.kind, played.result.knocker) == ("knock", 1)


def test_but_not_where_it_makes_no_knock() -> None:
    assert legal(at_the_wall("last_discard_knock", "Qd")) == ["pass"]


def test_the_last_discard_may_be_taken_to_play_on() -> None:
    played = at_the_wall("last_discard_take", "Qd")
    assert (played.phase, legal(played)) == ("wall", ["take_discard", "pass"])
    do(played, "take_discard", "discard Ks")
    assert (played.phase, played.player) == ("wall", 0)
    assert legal(played) == ["take_discard", "pass"]
    do(played, "take_discard")
    assert "discard Kd" in legal(played)
    assert "discard Ks" not in legal(played)


def test_takes_of_the_last_discard_count_where_they_could_go_on() -> None:
    rules = gf.Rules(wall_rule="last_discard_take", max_discard_draws=2)
    played = do(run_down(deal(rules), 2), "take_discard")
    assert (played.phase, played.player) == ("discard", 1)
    do(played, legal(played)[0], "take_discard")
    assert (played.phase, played.result) == ("over", gf.RoundResult("draw"))


def test_other_numbers_of_dead_cards() -> None:
    for dead in (0, 5, 20):
        played = run_down(deal(gf.Rules(dead_cards=dead)), dead)
        assert (played.phase, len(played.stock)) == ("over", dead)


def test_with_so_many_takes_the_round_is_drawn() -> None:
    rules = gf.Rules(max_discard_draws=2)
    played = do(deal(rules), "take_discard", "discard Kd", "take_discard", "discard Kh")
    # The offered upcard is not counted.
    assert played.phase == "draw"
    do(played, "take_discard")
    assert (played.phase, played.result) == ("over", gf.RoundResult("draw"))


def test_two_turns_that_throw_back_the_card_they_took_are_a_draw() -> None:
    for stalls, phase in ((True, "over"), (False, "draw")):
        rules = gf.Rules(may_rediscard=True, stall_rule=stalls)
        played = do(deal(rules), "take_discard", "discard Qc", "take_discard", "discard Qc")
        assert played.phase == phase
    # With another turn between them they are not.
    rules = gf.Rules(may_rediscard=True, stall_rule=True)
    played = do(deal(rules), "take_discard", "discard Qc", "draw_stock", "discard 3d")
    do(played, "take_discard", "discard 3d")
    assert played.phase == "draw"
    do(played, "take_discard", "discard 3d")
    assert played.result == gf.RoundResult("draw")


def test_after_so_many_moves_a_player_due_to_draw_may_only_give_up() -> None:
    # The deal is one move, three come before the first discard.
    for moves, expected in ((5, ["pass"]), (6, ["draw_stock", "take_discard"])):
        played = do(deal(gf.Rules(max_moves=moves)), "pass", "pass", "draw_stock", "discard 9h")
        assert (played.phase, legal(played)) == ("draw", expected)
    played = do(deal(gf.Rules(max_moves=4)), "pass", "pass", "draw_stock")
    assert played.phase == "discard"
    do(played, "discard 9h", "pass")
    assert (played.phase, played.result) == ("over", gf.RoundResult("draw"))


def test_a_copy_goes_its_own_way() -> None:
    played = do(deal(), "take_discard")
    for twin in (played.copy(), copy.copy(played), copy.deepcopy(played)):
        assert twin == played
        do(twin, "discard Kd", "draw_stock")
        assert twin != played
        assert (played.phase, len(played.history), len(played.stock)) == ("discard", 1, 31)
        assert gf.parse_card("Kd") in played.hands[0]


def test_a_round_pickles_in_every_phase() -> None:
    played = deal(gf.Rules(may_rediscard=True), layoff="manual")
    steps = ("pass", "take_discard", "discard Kc", "take_discard", "discard 9h")
    for step in steps:
        do(played, step)
        assert pickle.loads(pickle.dumps(played)) == played  # noqa: S301 - our own.


def test_a_round_says_where_it_stands() -> None:
    played = deal()
    assert repr(played) == "<Round: upcard, seat 0 to act, 31 cards in the stock>"
    do(played, "take_discard", "knock Kd")
    assert repr(played) == "<Round: over, knock>"
    assert played != "a round"


def test_a_result_is_priced_by_other_rules() -> None:
    result = do(
        deal(hands=MELDED, upcard="9s", stock="Kc"), "pass", "pass", "draw_stock", "big_gin"
    ).result
    assert result is not None
    pagat = result.price(gf.Rules.preset("pagat"))
    assert (pagat.kind, pagat.points, pagat.winner) == ("gin", 32, 0)
    assert pagat.knocker_melds == result.knocker_melds
    drawn = gf.RoundResult("draw")
    assert drawn.price(gf.Rules(spade_double=True)) == drawn
    with pytest.raises(ValueError, match="upcard"):
        result.price(gf.Rules(spade_double=True))
    undercut = gf.RoundResult("undercut", 0, 30, 1, 1, 9, 4)
    assert undercut.price(gf.Rules.preset("palace")).points == 25
    assert undercut.price(gf.Rules.preset("palace")).winner == 0


def test_gin_is_a_knock_that_leaves_nothing_with_however_few_melds() -> None:
    hands = ("As 2s 3s 4s 5s 6s 7s 8s 9s Kd", HANDS[1].replace("8s 9s Ts", "Ah Jh Qh"))
    played = do(deal(hands=hands, upcard="Ts"), "take_discard")
    assert do(played.copy(), "discard As").phase == "draw"
    do(played, "knock Kd")
    result = played.result
    assert result is not None
    assert (result.kind, result.knocker_melds) == ("gin", (gf.Meld("As2s3s4s5s6s7s8s9sTs"),))
    assert (result.laid_off, result.points) == (gf.CardSet(), 25 + (result.defender_deadwood or 0))


def test_a_knock_of_more_than_the_limit_is_none() -> None:
    played = do(deal(), "take_discard")
    after = gf.deadwood_after_discard(played.hands[0])
    for card, left in after.items():
        allowed = left <= 10 and card != played.taken
        assert (f"knock {gf.card_name(card)}" in legal(played)) is allowed


def test_a_knock_shows_the_melds_and_the_deadwood_apart() -> None:
    played = do(deal(), "take_discard", "knock Kd")
    seen = played.observation(1)
    melded = gf.CardSet([card for meld in seen.melds_on_table[:3] for card in meld])
    assert seen.opponent_known - melded == gf.CardSet("9h")


def test_a_deck_without_an_order_is_refused() -> None:
    pack: Any = (gf.CardSet(list(range(52))), set(range(52)), frozenset(range(52)), {1: 2})
    for deck_of_no_order in pack:
        with pytest.raises(TypeError, match=r"^deck: expected cards in order"):
            gf.Round(deck=deck_of_no_order)
