"""Matches: two players, their rounds one by one, and what goes wrong."""

import copy
import pickle
from itertools import islice, pairwise
from typing import Any, assert_type

import pytest

import gin_fast as gf
from gin_fast.rules import PRESETS
from seated import Chance, Wilful


@pytest.mark.parametrize("name", PRESETS)
def test_a_match_is_played_to_its_end(name: str, numbers: Any) -> None:
    rules = gf.Rules.preset(name)
    match = gf.play([Chance(), Chance()], rules, numbers.getrandbits(50))
    assert match.over
    assert match.round is None
    assert all(game.over for game in match.games)
    assert match.rounds == tuple(played for game in match.games for played in game.rounds)
    score = gf.MatchScore(rules.best_of)
    for game in match.games:
        if game.winner is not None:
            score.add(game.winner)
    assert match.score == score
    assert match.winner == score.winner
    if rules.best_of > 1:
        assert max(score.games_won) == rules.best_of // 2 + 1
        assert len(match.games) == score.games_played
    else:
        assert len(match.games) == 1
        assert match.winner == match.games[0].winner


def test_a_match_is_iterated_round_by_round() -> None:
    match = gf.Match([Chance(), Chance()], seed=3)
    rounds = iter(match)
    assert list(match.rounds) == []
    first = assert_type(next(rounds), gf.Round)
    assert first.phase == "over"
    assert first.result is not None
    assert match.rounds == (first,)
    second = next(rounds)
    # Another iterator has those that are played, and plays on for both.
    again = iter(match)
    assert list(islice(again, 2)) == [first, second]
    rest = list(again)
    assert match.over
    assert list(rounds) == rest
    assert list(match) == [first, second, *rest]
    with pytest.raises(ValueError, match=r"^the match is over, no round is due$"):
        match.play_round()


def test_the_first_dealer_of_the_next_game_follows_the_rule() -> None:
    for convention in ("alternate", "loser", "winner"):
        rules = gf.Rules(target=20, best_of=5).replace(next_dealer=convention)
        match = gf.play([Chance(), Chance()], rules, seed=6)
        assert len(match.games) >= 3
        for before, after in pairwise(match.rounds):
            assert before.result is not None
            assert after.dealer == gf.next_dealer(rules, before.dealer, before.result.winner)


def test_a_seed_repeats_the_match() -> None:
    rules = gf.Rules(target=30, best_of=3)
    one, other = (gf.play([Chance(), Chance()], rules, seed=17) for _ in range(2))
    assert [played.history for played in one.rounds] == [played.history for played in other.rounds]
    assert one.rounds[0].deck != gf.play([Chance(), Chance()], rules, seed=18).rounds[0].deck
    drawn = gf.play([Chance(), Chance()], rules)
    repeated = gf.play([Chance(), Chance()], rules, drawn.seed)
    assert [played.history for played in drawn] == [played.history for played in repeated]


def test_what_players_do_does_not_change_what_is_dealt() -> None:
    rules = gf.Rules(target=50, best_of=3)
    decks: dict[tuple[int, int], set[tuple[int, ...]]] = {}
    for _ in range(3):
        match = gf.play([Wilful(), Wilful()], rules, seed=21)
        for at, game in enumerate(match.games):
            for number, played in enumerate(game.rounds):
                assert played.deck is not None
                decks.setdefault((at, number), set()).add(played.deck)
    assert {len(found) for found in decks.values()} == {1}
    assert len(set.union(*decks.values())) == len(decks)


def test_players_are_reset_before_each_round_with_seeds_of_their_own() -> None:
    players = [Chance(), Chance()]
    rules = gf.Rules(target=40)
    match = gf.play(players, rules, seed=2)
    for seat, player in enumerate(players):
        assert [reset[:2] for reset in player.resets] == [(seat, rules)] * len(match.rounds)
    seeds = [reset[2] for player in players for reset in player.resets]
    assert len(set(seeds)) == len(seeds)
    # A round can be played again by itself.
    played = match.rounds[1]
    again = gf.Round(rules, seed=played.seed, dealer=played.dealer)
    for seat, player in enumerate(players):
        player.reset(seat, rules, player.resets[1][2])
    while again.phase != "over":
        again.apply(players[again.player].act(again.observation(again.player)))
    assert again.history == played.history


def test_players_get_their_own_observations_with_the_score() -> None:
    players = [Chance(), Chance()]
    match = gf.Match(players, gf.Rules(target=70), seed=5)
    scores = [(0, 0)]
    for _ in match:
        for seat, player in enumerate(players):
            assert {seen.seat for seen in player.seen} == {seat}
            assert {seen.player for seen in player.seen} == {seat}
            assert {(seen.scores, seen.target) for seen in player.seen} == {(scores[-1], 70)}
            assert {seen.dealer for seen in player.seen} == {match.rounds[-1].dealer}
            player.seen.clear()
        scores.append(match.games[0].scores)
    assert len(scores) > 2


def test_progress_is_told_after_each_round() -> None:
    counts: list[int] = []
    match = gf.play(
        [Chance(), Chance()],
        gf.Rules(target=30),
        seed=1,
        progress=lambda match: counts.append(len(match.rounds)),
    )
    assert counts == list(range(1, len(match.rounds) + 1))


class Stubborn(Chance):
    """Plays by chance, but for one ply."""

    name = "Eve"

    def __init__(self, wrong: Any, at: int = 2) -> None:
        super().__init__()
        self.wrong = wrong
        self.at = at
        self.asked = 0

    def act(self, observation: gf.Observation) -> Any:
        self.asked += 1
        if self.asked != self.at:
            return super().act(observation)
        if isinstance(self.wrong, BaseException):
            raise self.wrong
        return self.wrong


@pytest.mark.parametrize("wrong", ["fold", "meld 7c7d7h", "big_gin", 500, -1, "", "discard 1x"])
def test_an_illegal_action_says_who_and_where_and_what(wrong: Any) -> None:
    match = gf.Match([Chance(), Stubborn(wrong)], seed=4, dealer=1)
    with pytest.raises(gf.IllegalActionError) as caught:
        list(match)
    playing = match.round
    assert playing is not None
    ply = len(playing.history) + 1
    start = f"seat 1 (Eve), round 1, ply {ply} played {wrong!r}: action: "
    assert str(caught.value).startswith(start)
    assert playing.player == 1
    assert playing.legal_actions()
    assert match.rounds == ()
    # The player has thought better of it: the same round goes on.
    assert next(iter(match)) is playing
    assert len(match.players[1].resets) == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("wrong", [None, 1.5, ["pass"], True])
def test_what_is_no_action_at_all_is_a_type_error(wrong: Any) -> None:
    match = gf.Match([Stubborn(wrong), Chance()], seed=4)
    with pytest.raises(TypeError, match=r"^seat 0 \(Eve\), round 1, ply \d+ played .*: action: "):
        list(match)
    assert match.round is not None


def test_what_a_player_raises_comes_through_with_a_note() -> None:
    error = KeyError("no such book")
    match = gf.Match([Chance(), Stubborn(error, at=30)], seed=4)
    with pytest.raises(KeyError) as caught:
        list(match)
    assert caught.value is error
    assert match.round is not None
    number, ply = len(match.rounds) + 1, len(match.round.history) + 1
    assert error.__notes__ == [f"raised by seat 1 (Eve), round {number}, ply {ply}"]
    assert list(match)[-1].phase == "over"


def test_what_a_reset_raises_comes_through_and_both_are_told_again() -> None:
    class Late(Chance):
        def reset(self, seat: int, rules: gf.Rules, seed: int) -> None:
            super().reset(seat, rules, seed)
            if len(self.resets) == 1:
                raise RuntimeError("not at the table yet")

    first, late = Chance(), Late()
    match = gf.Match([first, late], gf.Rules(single_hand=True), seed=4)
    with pytest.raises(RuntimeError) as caught:
        list(match)
    assert caught.value.__notes__ == ["raised by the reset of seat 1 (Late), round 1"]
    assert match.round is None
    [played] = match
    assert first.resets[0] == first.resets[1]
    assert late.resets[0] == late.resets[1]
    [whole] = gf.play([Chance(), Chance()], gf.Rules(single_hand=True), seed=4)
    assert played.history == whole.history


def test_an_interrupted_match_goes_on_where_it_was() -> None:
    match = gf.Match([Chance(), Stubborn(KeyboardInterrupt(), at=7)], seed=4)
    with pytest.raises(KeyboardInterrupt):
        list(match)
    whole = gf.play([Chance(), Chance()], seed=4)
    assert [played.history for played in match] == [played.history for played in whole]


def test_a_player_needs_act_and_nothing_else() -> None:
    class Bare:
        def act(self, observation: gf.Observation) -> str:
            return str(observation.legal_actions[0])

    match = gf.Match([Bare(), Bare()], gf.Rules(single_hand=True), seed=1)
    assert len(list(match)) == 1
    assert match.names == ("Bare", "Bare")


def test_wrong_players_are_named() -> None:
    one = Chance()
    with pytest.raises(TypeError, match=r"^players\[1\]: expected a player with act, got None "):
        gf.Match([one, None], seed=1)  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"^players\[0\]: .* got a type; pass Chance\(\)$"):
        gf.Match([Chance, one], seed=1)  # type: ignore[list-item]
    with pytest.raises(ValueError, match=r"^players: expected two players, got 3$"):
        gf.Match([one, one, one])
    for wrong in (one, "two", None):
        with pytest.raises(TypeError, match=r"^players: expected two players, got "):
            gf.play(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^progress: expected a function or None, got 'yes' "):
        gf.play([one, one], progress="yes")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^seed: expected None or an int not below 0, got -5$"):
        gf.Match([one, one], seed=-5)


def test_three_columns_are_one_game() -> None:
    rules = gf.Rules(hollywood_columns=3, best_of=3)
    with pytest.raises(ValueError, match=r"^rules: three columns side by side have no winner to "):
        gf.Match([Chance(), Chance()], rules)


def test_a_match_prints_its_sheets() -> None:
    rules = gf.Rules(target=20, best_of=3)
    match = gf.play([Chance(), Chance()], rules, seed=1)
    assert str(match) == "\n\n".join([*map(str, match.games), str(match.score)])
    assert repr(match).startswith("<Match: Chance against Chance, seed 1, ")
    assert str(gf.Match([Chance(), Chance()])) == str(gf.GameScore())


def test_a_game_is_copied_and_pickled() -> None:
    game = gf.Game(seed=3)
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):  # noqa: S301
        assert twin.deal().deck == game.deal().deck


def test_a_player_who_runs_out_of_ideas_does_not_end_the_match_in_silence() -> None:
    class Empty:
        def act(self, observation: gf.Observation) -> gf.Action:
            return next(action for action in observation.legal_actions if action.kind == "knock")

    match = gf.Match([Empty(), Empty()], seed=1)
    with pytest.raises(RuntimeError, match=r"^seat \d \(Empty\), round 1, ply 1 raised StopIter"):
        next(iter(match))
    assert match.round is not None
