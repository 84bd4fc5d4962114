"""A defender who lays out his cards by hand."""

import pytest

import gin_fast as gf
from test_round import do, legal


def knocked(
    rules: gf.Rules,
    knocker: str,
    defender: str,
    knock: str,
    *,
    first_upcard: str | None = None,
) -> gf.Round:
    """Return a round in which seat 0 has knocked from eleven cards."""
    hands = (gf.CardSet(knocker), gf.CardSet(defender))
    rest = [card for card in range(52) if card not in hands[0] | hands[1]]
    if first_upcard is not None:
        rest.sort(key=lambda card: card != gf.parse_card(first_upcard))
    played = gf.Round.from_parts(
        rules=rules,
        hands=hands,
        upcard=rest[0],
        stock=rest[1:],
        first_upcard=first_upcard,
        layoff="manual",
    )
    return do(played, knock)


# The knocker shows 5h 6h 7h, three kings and three fours, and is left with the ace.
KNOCKER = "5h 6h 7h Ks Kc Kd 4s 4c 4d As Jd"
DEFENDER = "8h 9h Th Kh 4h 2c 2d 2s Qc 9c"


def table(defender: str = DEFENDER, rules: gf.Rules = gf.Rules()) -> gf.Round:  # noqa: B008
    return knocked(rules, KNOCKER, defender, "knock Jd: 5h6h7h KsKcKd 4s4c4d")


def test_the_defender_acts_and_is_shown_what_he_can_lay_out() -> None:
    played = table()
    assert (played.phase, played.player, played.layoff) == ("layoff", 1, "manual")
    assert legal(played) == [
        "pass",
        "meld 2s2c2d",
        "meld 8h9hTh",
        "lay_off 4h: 4s4c4d",
        "lay_off 4h: 5h6h7h",
        "lay_off 8h: 5h6h7h",
        "lay_off Kh: KsKcKd",
    ]
    assert [action.id for action in played.legal_actions()] == [106, *[None] * 6]
    assert played.observation(1).legal_actions == tuple(played.legal_actions())
    assert played.observation(0).legal_actions == ()


def test_cards_are_laid_off_one_by_one_each_on_the_meld_as_it_lies() -> None:
    played = do(table(), "lay_off 8h: 5h6h7h")
    assert "lay_off 9h: 5h6h7h8h" in legal(played)
    do(played, "lay_off 9h: 5h6h7h8h", "lay_off Th: 5h6h7h8h9h", "lay_off 4h: 5h6h7h8h9hTh")
    assert gf.Meld("4h5h6h7h8h9hTh") in played.observation(0).melds_on_table
    do(played, "lay_off Kh: KsKcKd", "meld 2s2c2d", "pass")
    result = played.result
    assert result is not None
    assert result.laid_off == gf.CardSet("4h 8h 9h Th Kh")
    assert result.defender_melds == (gf.Meld("2s2c2d"),)
    assert (result.knocker_deadwood, result.defender_deadwood) == (1, 19)
    assert (result.kind, result.winner, result.points) == ("knock", 0, 18)
    assert (played.phase, played.player) == ("over", 1)


def test_a_king_goes_on_three_kings() -> None:
    """The text's own example: his deadwood is ten less."""
    without, with_king = do(table(), "pass"), do(table(), "lay_off Kh: KsKcKd", "pass")
    assert without.result is not None
    assert with_king.result is not None
    less = without.result.defender_deadwood
    assert less is not None
    assert with_king.result.defender_deadwood == less - 10


def test_a_stale_meld_is_refused_and_nothing_changes() -> None:
    played = do(table(), "lay_off 8h: 5h6h7h")
    before = played.copy()
    for action in ("lay_off 9h: 5h6h7h", "lay_off 8h: 5h6h7h", "meld 8h9hTh", "meld 7h8h9h"):
        with pytest.raises(gf.IllegalActionError, match=r"in phase layoff.*legal are pass, meld"):
            do(played, action)
    with pytest.raises(gf.IllegalActionError, match="in phase layoff"):
        do(played, "draw_stock")
    assert played == before


def test_a_copy_lays_off_by_itself() -> None:
    played = table()
    twin = do(played.copy(), "lay_off 8h: 5h6h7h", "meld 2s2c2d")
    assert played == table()
    assert twin != played


def test_what_is_not_laid_out_is_deadwood() -> None:
    played = do(table(), "pass")
    assert played.result is not None
    assert played.result.defender_deadwood == gf.CardSet(DEFENDER).points
    assert played.result.defender_melds == ()


def test_the_knocker_never_lays_off() -> None:
    # His ace would fit the defender's run.
    knocker = KNOCKER.replace("As", "Ah")
    played = knocked(gf.Rules(), knocker, "2h 3h 4h 8d 9d Td Qc Qd Jc 9c", "knock Jd")
    do(played, "meld 2h3h4h")
    with pytest.raises(gf.IllegalActionError, match="he does not hold Ah"):
        do(played, "lay_off Ah: 2h3h4h")
    do(played, "pass")
    assert played.result is not None
    assert played.result.knocker_deadwood == 1


def test_against_gin_he_lays_out_melds_only_unless_the_rules_let_him_lay_off() -> None:
    gin = KNOCKER.replace("As", "8h")
    defender = DEFENDER.replace("8h", "3h")
    played = knocked(gf.Rules(), gin, defender, "knock Jd")
    assert {action.kind for action in played.legal_actions()} == {"pass", "meld"}
    do(played, "pass")
    assert played.result is not None
    assert played.result.kind == "gin"
    assert played.result.points == 25 + gf.CardSet(defender).points
    allowed = knocked(gf.Rules(layoff_on_gin=True), gin, defender, "knock Jd")
    assert "lay_off Kh: KsKcKd" in legal(allowed)


def test_against_big_gin_neither() -> None:
    big = "5h 6h 7h 8h Ks Kc Kd 4s 4c 4d 4h"
    defender = "9h Th Kh 2c 2d 2s Qc 9c 9d Ac"
    played = knocked(gf.Rules(), big, defender, "big_gin")
    assert legal(played) == ["pass", "meld 2s2c2d", "meld 9c9d9h"]
    do(played, "meld 2s2c2d", "pass")
    assert played.result is not None
    assert (played.result.kind, played.result.points) == ("big_gin", 31 + 58)


def test_saved_from_gin_by_layoffs_nobody_scores() -> None:
    rules = gf.Rules(layoff_on_gin=True)
    gin = "5h 6h 7h 8h Ks Kc Kd 4s 4c 4d Jd"
    defender = "9h Th Jh 2c 2d 2s Qs Qc Qd Kh"
    played = knocked(rules, gin, defender, "knock Jd")
    do(played, "meld 9hThJh", "meld 2s2c2d", "meld QsQcQd", "lay_off Kh: KsKcKd", "pass")
    result = played.result
    assert result is not None
    assert (result.kind, result.winner, result.points, result.boxes) == ("gin", None, 0, 0)


def test_where_nobody_lays_off_there_are_melds_only() -> None:
    played = table(rules=gf.Rules(layoff=False))
    assert legal(played) == ["pass", "meld 2s2c2d", "meld 8h9hTh"]


def test_an_undercut_by_hand() -> None:
    defender = "2c 2d 2h 8h 9h Th Qs Qc Qd Ah"
    played = table(defender)
    do(played, "meld 2c2d2h", "meld 8h9hTh", "meld QsQcQd", "pass")
    result = played.result
    assert result is not None
    assert (result.kind, result.winner, result.points) == ("undercut", 1, 25)
    tied = table(defender, gf.Rules(tie_rule="no_score"))
    do(tied, "meld 2c2d2h", "meld 8h9hTh", "meld QsQcQd", "pass")
    assert tied.result is not None
    assert (tied.result.kind, tied.result.winner) == ("knock", None)


def test_round_the_corner_an_ace_goes_on_a_king_and_costs_fifteen() -> None:
    rules = gf.Rules.preset("round_corner")
    knocker = "Qs Ks Js 5c 5d 5h 9c 9d 9h 2c Td"
    defender = "As 2s 3c 4h 6d 7h 8d Tc Jc Ah"
    played = knocked(rules, knocker, defender, "knock Td: JsQsKs 5c5d5h 9c9d9h")
    do(played, "lay_off As: JsQsKs")
    assert "lay_off 2s: JsQsKsAs" in legal(played)
    do(played, "pass")
    assert played.result is not None
    assert played.result.defender_deadwood == 2 + 3 + 4 + 6 + 7 + 8 + 10 + 10 + 15


def test_a_spade_upcard_doubles_what_is_laid_out_by_hand() -> None:
    rules = gf.Rules(spade_double=True)
    for upcard, factor in (("3s", 2), ("3c", 1)):
        played = knocked(rules, KNOCKER, DEFENDER, "knock Jd", first_upcard=upcard)
        do(played, "pass")
        assert played.result is not None
        assert played.result.points == factor * (gf.CardSet(DEFENDER).points - 1)


def test_laid_out_cards_are_seen_by_the_knocker() -> None:
    played = do(table(), "lay_off Kh: KsKcKd", "meld 2s2c2d")
    seen = played.observation(0)
    assert seen.opponent_known == gf.CardSet("Kh 2s 2c 2d")
    assert seen.melds_on_table[-1] == gf.Meld("2s2c2d")
    assert gf.Meld("KsKcKdKh") in seen.melds_on_table
    assert played.observation(1).hand == gf.CardSet(DEFENDER)
