"""Laws of showdowns; Hypothesis looks for a pair that breaks them."""

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

import gin_fast as gf
import oracle
import oracle_showdown
from gin_fast.rules import PRESETS
from oracle import cards_in, hand_of
from oracle_showdown import Ace, Layout
from showdown_pairs import near
from test_properties import PERMUTED_SUITS, ids, small_hands

ACES: list[Ace] = ["low", "high_or_low", "corner"]
LAYOUTS: list[Layout] = ["canonical", "best"]
Pair = tuple[gf.CardSet, gf.CardSet]


def some_cards(draw: st.DrawFn, count: int, pack: int) -> int:
    held = st.sampled_from(cards_in(pack))
    return hand_of(draw(st.sets(held, min_size=count, max_size=count))) if count else 0


@st.composite
def pairs(draw: st.DrawFn, ace: Ace = "low", cards: int = 10, *, gin: bool = False) -> Pair:
    """Draw a knocker made of melds and low cards, and a defender, half of the time near them."""
    table = oracle_showdown.aces(ace)
    melded = 0
    for _ in range(3):
        room = cards - melded.bit_count()
        fitting = [m for m in table.melds if m.bit_count() <= room and not m & melded]
        if fitting:
            melded |= draw(st.sampled_from(sorted(fitting)))
    left = cards - melded.bit_count()
    assume(left == 0 or not gin)
    low = hand_of(card for card in cards_in(oracle.PACK & ~melded) if oracle.value(card) <= 6)
    knocker = melded | some_cards(draw, left, low)
    assume(table.deadwood(knocker) <= 10)
    rest = oracle.PACK & ~knocker
    beside = near(draw(st.randoms(use_true_random=False)), knocker) & rest
    pack = beside if draw(st.booleans()) and beside.bit_count() >= 10 else rest
    defender = some_cards(draw, 10, pack)
    return gf.CardSet.from_mask(knocker), gf.CardSet.from_mask(defender)


upcards = st.one_of(st.none(), ids)
layouts = st.sampled_from(LAYOUTS)
# Rules that need no upcard; some fields have values that no preset has.
no_upcard = [rules for rules in PRESETS.values() if not (rules.oklahoma or rules.spade_double)]
plain_rules = st.builds(
    lambda rules, changes, on_gin: rules.replace(
        big_gin=True,
        opening="upcard_offer",
        ace="low",
        ace_deadwood=1,
        layoff_on_gin=rules.layoff and on_gin,
        **changes,
    ),
    st.sampled_from([rules for rules in no_upcard if rules.knock_limit == 10]),
    st.fixed_dictionaries(
        {},
        optional={
            "tie_rule": st.sampled_from(["undercut", "undercut_no_bonus", "no_score"]),
            "knock_bonus": st.integers(0, 1000),
            "gin_bonus": st.integers(0, 1000),
            "undercut_bonus": st.integers(0, 1000),
            "knock_layout": st.sampled_from(["any", "minimal"]),
            "gin_extra_boxes": st.integers(0, 5),
            "undercut_extra_boxes": st.integers(0, 5),
        },
    ),
    st.booleans(),
)


def signed(found: gf.Showdown) -> int:
    return -found.points if found.winner == 1 else found.points


@given(pairs(), st.integers(0, 4))
def test_laying_off_never_raises_deadwood(pair: Pair, count: int) -> None:
    knocker, defender = pair
    melds = gf.arrange(knocker).melds
    with_all = gf.defend(defender, melds).deadwood
    with_some = gf.defend(defender, melds[:count]).deadwood
    assert with_all <= with_some <= gf.defend(defender, ()).deadwood == gf.deadwood(defender)


@given(pairs(), plain_rules)
def test_a_defender_who_may_not_lay_off_keeps_his_own_deadwood(pair: Pair, rules: gf.Rules) -> None:
    found = gf.showdown(*pair, rules.replace(layoff=False, layoff_on_gin=False))
    assert found.laid_off == gf.CardSet()
    assert found.defender_deadwood == gf.deadwood(pair[1])


@given(pairs(), plain_rules)
def test_the_best_layout_never_scores_below_the_canonical_one(pair: Pair, rules: gf.Rules) -> None:
    minimal = rules.replace(knock_layout="minimal")
    canonical = gf.knock_points(*pair, rules)
    of_minimal = gf.knock_points(*pair, minimal, "best")
    of_any = gf.knock_points(*pair, rules.replace(knock_layout="any"), "best")
    assert canonical == gf.knock_points(*pair, minimal)
    assert canonical <= of_minimal <= of_any
    found = gf.showdown(*pair, minimal, "best")
    assert found.knocker_deadwood == gf.deadwood(pair[0])


@given(pairs(), st.sampled_from(PERMUTED_SUITS), plain_rules)
def test_suits_have_no_order_in_a_showdown(pair: Pair, order: list[int], rules: gf.Rules) -> None:
    def permuted(cards: gf.CardSet) -> gf.CardSet:
        return gf.CardSet([13 * order[card // 13] + card % 13 for card in cards])

    def told(found: gf.Showdown) -> Any:
        deadwood = found.knocker_deadwood, found.defender_deadwood
        return found.kind, found.winner, found.points, found.boxes, deadwood, len(found.laid_off)

    there = permuted(pair[0]), permuted(pair[1])
    # The canonical layout itself depends on the suits where nothing else tells layouts apart.
    melds = gf.arrange(pair[0]).melds
    shown = [permuted(meld.cards) for meld in melds]
    here = gf.showdown(*pair, rules, melds)
    assert told(gf.showdown(*there, rules, shown)) == told(here)
    best, best_there = gf.showdown(*pair, rules, "best"), gf.showdown(*there, rules, "best")
    assert signed(best) == signed(best_there)
    assert best.knocker_deadwood == best_there.knocker_deadwood


@given(pairs(), plain_rules, layouts, st.integers(0, 12), st.integers(13, 51))
def test_a_spade_doubles_points_and_extra_boxes(
    pair: Pair, rules: gf.Rules, layout: Layout, spade: int, other: int
) -> None:
    doubling = rules.replace(spade_double=True)
    once = gf.showdown(*pair, doubling, layout, other)
    twice = gf.showdown(*pair, doubling, layout, spade)
    assert once == gf.showdown(*pair, rules, layout)
    extra = 0 if once.winner is None else once.boxes - 1
    assert twice == replace(once, points=2 * once.points, boxes=once.boxes + extra)
    assert gf.knock_points(*pair, doubling, layout, spade) == 2 * signed(once)


@given(st.one_of(pairs(gin=True), pairs(cards=11, gin=True)), plain_rules, layouts)
def test_gin_is_never_undercut(pair: Pair, rules: gf.Rules, layout: Layout) -> None:
    found = gf.showdown(*pair, rules, "canonical")
    assert found.kind == ("big_gin" if len(pair[0]) == 11 else "gin")
    assert found.winner != 1
    nobody = rules.layoff_on_gin and found.defender_deadwood == 0
    assert (found.winner is None) is nobody
    assert (found.points, found.boxes) == (0, 0) if nobody else found.boxes >= 1
    assert gf.knock_points(*pair, rules, layout) >= 0
    assert rules.layoff_on_gin or found.laid_off == gf.CardSet()


@given(pairs(), plain_rules, layouts)
def test_a_knock_is_undercut_where_the_defender_has_no_more(
    pair: Pair, rules: gf.Rules, layout: Layout
) -> None:
    found = gf.showdown(*pair, rules, layout)
    difference = found.defender_deadwood - found.knocker_deadwood
    if found.knocker_deadwood == 0:
        assert found.kind == "gin"
    elif difference > 0:
        expected = ("knock", 0, difference + rules.knock_bonus, 1)
        assert (found.kind, found.winner, found.points, found.boxes) == expected
    elif difference < 0 or rules.tie_rule == "undercut":
        assert (found.kind, found.winner) == ("undercut", 1)
        assert found.points == rules.undercut_bonus - difference
    else:
        kind = "knock" if rules.tie_rule == "no_score" else "undercut"
        assert (found.kind, found.points) == (kind, 0)


@given(pairs(), plain_rules, layouts)
def test_all_cards_are_laid_down_once(pair: Pair, rules: gf.Rules, layout: Layout) -> None:
    found = gf.showdown(*pair, rules, layout)
    answer = gf.defend(pair[1], found.knocker_melds)
    parts = [*(meld.cards for meld in answer.melds), answer.laid_off, answer.unmelded]
    assert sorted(card for part in parts for card in part) == sorted(pair[1])
    assert answer.deadwood == answer.unmelded.points
    if rules.layoff and found.knocker_deadwood:
        assert (answer.melds, answer.laid_off) == (found.defender_melds, found.laid_off)
        assert answer.deadwood == found.defender_deadwood
    shown = gf.CardSet([card for meld in found.knocker_melds for card in meld])
    assert found.knocker_deadwood == (pair[0] - shown).points


@given(st.one_of(pairs(), pairs(cards=11, gin=True)), plain_rules, layouts, upcards)
def test_points_are_those_of_the_showdown_signed(
    pair: Pair, rules: gf.Rules, layout: Layout, upcard: int | None
) -> None:
    found = gf.showdown(*pair, rules, layout, upcard)
    assert gf.knock_points(*pair, rules, layout, upcard) == signed(found)
    worth = found.price(rules, upcard)
    assert (worth.kind, worth.winner, worth.points, worth.boxes) == (
        found.kind,
        found.winner,
        found.points,
        found.boxes,
    )


@given(
    st.lists(st.one_of(pairs(), pairs(cards=11, gin=True)), max_size=20),
    st.sampled_from([gf.Rules(), gf.Rules(spade_double=True), gf.Rules(tie_rule="no_score")]),
    layouts,
    st.sampled_from(gf.backends()),
)
def test_a_batch_of_showdowns_is_each_pair_alone(
    drawn: list[Pair], rules: gf.Rules, layout: Layout, backend: str
) -> None:
    hands = np.array([[hand.mask for hand in pair] for pair in drawn], dtype=np.uint64)
    knockers, defenders = hands.reshape(-1, 2).T
    cards = np.arange(len(drawn), dtype=np.uint8) * 5 % 52
    found = gf.knock_points(knockers, defenders, rules, layout, cards, backend=backend)
    alone = [
        gf.knock_points(*pair, rules, layout, int(card))
        for pair, card in zip(drawn, cards, strict=True)
    ]
    assert found.tolist() == alone


@given(small_hands, st.integers(1, 15))
def test_freer_aces_never_raise_deadwood(hand: gf.CardSet, ace_deadwood: int) -> None:
    left = [gf.deadwood(hand, ace=ace, ace_deadwood=ace_deadwood) for ace in ACES]
    assert left == sorted(left, reverse=True)
    held = [set(gf.melds(hand, ace=ace)) for ace in ACES]
    assert held[0] <= held[1] <= held[2]


@given(pairs(), st.integers(1, 15))
def test_freer_aces_never_raise_the_deadwood_of_a_defence(pair: Pair, ace_deadwood: int) -> None:
    melds = gf.arrange(pair[0]).melds
    left = [gf.defend(pair[1], melds, ace=ace, ace_deadwood=ace_deadwood).deadwood for ace in ACES]
    assert left == sorted(left, reverse=True)


@given(small_hands, st.sampled_from(ACES), st.integers(1, 14))
def test_dearer_aces_never_lower_deadwood(hand: gf.CardSet, ace: Ace, points: int) -> None:
    cheap = gf.deadwood(hand, ace=ace, ace_deadwood=points)
    dear = gf.deadwood(hand, ace=ace, ace_deadwood=points + 1)
    aces = len([card for card in hand if card % 13 == 0])
    assert cheap <= dear <= cheap + aces
