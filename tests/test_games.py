"""Games: what is dealt, by whom, to which end."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import gin_fast as gf
from gin_fast.rules import PRESETS
from seated import played_out, sensible

GAMES = [name for name, rules in PRESETS.items() if not rules.single_hand]


def play_on(game: gf.Game, numbers: Any) -> gf.Round:
    """Play the round that is due by chance, and count it."""
    dealt = game.deal()
    while dealt.phase != "over":
        dealt.apply(sensible(dealt.legal_actions(), dealt.hands[dealt.player], numbers))
    game.add(dealt)
    return dealt


@pytest.mark.parametrize("name", PRESETS)
def test_a_game_goes_on_to_its_target(name: str, numbers: Any) -> None:
    rules = gf.Rules.preset(name)
    game = gf.Game(rules, seed=numbers.getrandbits(50))
    score = gf.HollywoodScore(rules) if rules.hollywood_columns == 3 else gf.GameScore(rules)
    while not game.over:
        result = play_on(game, numbers).result
        assert result is not None
        assert score.add(result.winner, result.points, result.boxes)
        assert game.score == score
    assert score.over
    assert len(game.rounds) == score.hands_counted
    if isinstance(score, gf.GameScore):
        assert game.winner == score.winner
        assert game.scores == score.counted
        assert rules.single_hand or max(game.scores) >= rules.target
    with pytest.raises(ValueError, match=r"^the game is over, no round is due$"):
        game.deal()
    with pytest.raises(ValueError, match=r"^played: the game is over, no round is due$"):
        game.add(game.rounds[-1])


@pytest.mark.parametrize("next_dealer", ["alternate", "loser", "winner"])
@pytest.mark.parametrize("after_draw", ["same", "next"])
def test_the_deal_passes_by_the_rules(next_dealer: Any, after_draw: Any, numbers: Any) -> None:
    rules = gf.Rules(next_dealer=next_dealer, dealer_after_draw=after_draw, target=500)
    game = gf.Game(rules, seed=numbers.getrandbits(50), dealer=1)
    while not game.over:
        play_on(game, numbers)
    assert game.rounds[0].dealer == 1
    for before, after in pairwise(game.rounds):
        assert before.result is not None
        assert after.dealer == gf.next_dealer(rules, before.dealer, before.result.winner)


def test_the_first_dealer_is_the_rules_or_the_callers_or_by_chance() -> None:
    for seat in (0, 1):
        rules = gf.Rules(first_dealer=seat)
        assert gf.Game(rules, seed=3).dealer == seat
        assert gf.Game(rules, seed=3, dealer=1 - seat).dealer == 1 - seat
        assert gf.Game(rules, seed=3, dealer=seat).deal().dealer == seat
    dealt = [gf.Game(seed=seed).dealer for seed in range(400)]
    # Within six standard deviations.
    assert 140 < sum(dealt) < 260


def test_the_same_seed_deals_the_same_whatever_is_played(numbers: Any) -> None:
    rules = gf.Rules(dealer_after_draw="next")
    one, other = gf.Game(rules, seed=11), gf.Game(rules, seed=11)
    for _ in range(3):
        assert (one.deal().deck, one.dealer) == (other.deal().deck, other.dealer)
        play_on(one, numbers)
        play_on(other, numbers)
        if one.over or other.over:
            break
    assert gf.Game(rules, seed=12).deal().deck != gf.Game(rules, seed=11).deal().deck


def test_a_round_that_is_due_stays_the_same_until_one_is_added(numbers: Any) -> None:
    game = gf.Game(seed=5)
    first = game.deal()
    first.apply("take_discard")
    assert game.deal().history == gf.Game(seed=5).deal().history
    play_on(game, numbers)
    assert game.deal().deck != first.deck


def test_a_round_is_dealt_by_its_own_seed() -> None:
    dealt = gf.Game(seed=8).deal()
    assert dealt.seed is not None
    assert 0 <= dealt.seed < 1 << 53
    assert dealt.deck == tuple(np.random.default_rng(dealt.seed).permutation(52).tolist())


def test_a_game_without_a_seed_says_which_it_drew() -> None:
    one, other = gf.Game(), gf.Game()
    assert one.seed != other.seed
    assert gf.Game(seed=one.seed).deal().deck == one.deal().deck


@pytest.mark.parametrize("name", GAMES)
def test_observations_carry_the_score(name: str, numbers: Any) -> None:
    rules = gf.Rules.preset(name).replace(target=60)
    game = gf.Game(rules, seed=numbers.getrandbits(50))
    while not game.over:
        dealt = game.deal()
        for seat in (0, 1):
            seen = game.observation(dealt, seat)
            assert (seen.scores, seen.target) == (game.scores, 60)
            assert (seen.dealer, seen.seat) == (game.dealer, seat)
            bare = dealt.observation(seat)
            assert (bare.scores, bare.target) == ((0, 0), None)
        play_on(game, numbers)


def test_boxes_that_count_at_once_are_in_the_scores() -> None:
    rules = gf.Rules.preset("palace").replace(first_dealer=0)
    game = gf.Game(rules, seed=2)
    numbers = np.random.default_rng(3)
    while not any(game.score.boxes):  # type: ignore[union-attr]
        dealt = game.deal()
        while dealt.phase != "over":
            legal = dealt.legal_actions()
            dealt.apply(legal[int(numbers.integers(len(legal)))])
        game.add(dealt)
    result = game.rounds[-1].result
    assert result is not None
    assert result.winner is not None
    assert game.scores[result.winner] == result.points + 10 * result.boxes


def test_a_single_round_has_no_target() -> None:
    game = gf.Game(gf.Rules.preset("openspiel"), seed=1)
    assert game.target is None
    assert game.observation(game.deal(), 0).target is None


def test_hollywood_scores_are_those_of_the_first_open_column(numbers: Any) -> None:
    rules = gf.Rules.preset("hollywood").replace(target=40)
    game = gf.Game(rules, seed=numbers.getrandbits(50))
    closed = set()
    while not game.over:
        play_on(game, numbers)
        score = game.score
        assert isinstance(score, gf.HollywoodScore)
        still = [column for column in score.columns if not column.over]
        closed.add(3 - len(still))
        assert game.scores == (still or [score.columns[2]])[0].counted
    assert game.winner is None
    assert len(closed) > 1


def test_a_round_of_another_game_is_not_counted(numbers: Any) -> None:
    game = gf.Game(gf.Rules(), seed=1, dealer=0)
    dealt = game.deal()
    with pytest.raises(ValueError, match=r"^played: the round is not over$"):
        game.add(dealt)
    while (other := played_out(gf.Rules(), numbers)).dealer == 0:
        pass
    with pytest.raises(ValueError, match=r"^played: .* dealt by seat 0, got one by seat 1$"):
        game.add(other)
    foreign = played_out(gf.Rules(gin_bonus=20), numbers)
    with pytest.raises(ValueError, match=r"^played: .* of Rules\(\), got Rules\(gin_bonus=20\)$"):
        game.add(foreign)
    wrong: Any = "knock"
    with pytest.raises(TypeError, match=r"^played: expected a Round, got 'knock' \(str\)$"):
        game.add(wrong)
    assert game.rounds == ()
    assert game.score == gf.GameScore()


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(TypeError, match=r"^rules: expected Rules, .* pass Rules.preset\(name\)$"):
        gf.Game("standard")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^seed: expected None or an int not below 0, got 1.5 "):
        gf.Game(seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^seed: expected None or an int not below 0, got -1$"):
        gf.Game(seed=-1)
    with pytest.raises(ValueError, match=r"^dealer: expected 0, 1 or None, got 2$"):
        gf.Game(dealer=2)
    with pytest.raises(ValueError, match=r"^layoff: "):
        gf.Game(layoff="worst")  # type: ignore[arg-type]


def test_a_game_prints_its_sheet() -> None:
    game = gf.Game(seed=9, dealer=1)
    assert str(game) == str(gf.GameScore())
    assert repr(game) == "<Game: seed 9, 0 rounds, seat 1 to deal>"
