"""Evaluations: mirrored deals, the same results in any number of processes, orderly ends."""

import json
import multiprocessing
from collections.abc import Callable

import pytest

import gin_fast as gf
from arena_players import Broken, Cheating, Dying, Hasty, Noted, OddlyBroken, Passive, Slow, kept
from gin_fast import RandomPlayer, Rules, SimplePlayer, arena
from gin_fast.arena import Evaluation, Pair, Tally


def test_the_better_player_is_found_to_be_better() -> None:
    found = arena.evaluate(SimplePlayer, RandomPlayer, 100, seed=1)
    assert (found.first, found.second) == ("simple", "random")
    assert found.rounds == 200
    assert found.won is not None
    assert found.won.low is not None
    assert found.won.low > 0.9
    assert found.sign_test.better == 100
    assert found.sign_test.p < 1e-20
    assert found.games == 0
    assert found.games_won is None


def test_both_plays_of_a_pair_have_the_same_deal_and_dealer_with_seats_swapped() -> None:
    first, second = Noted(), Noted()
    found = arena.evaluate(first, second, 12, seed=4)
    # Each was told first his seat of one play, then that of the other, with that seat's seed.
    seats = [seat for seat, _, _ in first.told]
    assert seats == [0, 1] * 12
    assert [seat for seat, _, _ in second.told] == [1, 0] * 12
    for play in range(0, 24, 2):
        assert first.told[play] == second.told[play + 1]
        assert second.told[play] == first.told[play + 1]
    # With the same cards, seeds and dealer they do the same: every pair is a mirror.
    for pair in found.pairs:
        one, other = pair.plays
        assert (one.won, one.lost, one.points) == (other.lost, other.won, -other.points)
    dealers = {seen.dealer for seen in first.seen}
    assert dealers == {0, 1}
    hands = [
        {seen.hand for seen in player.seen if seen.phase == "upcard"} for player in (first, second)
    ]
    assert hands[0] == hands[1]
    assert len(hands[0]) >= 12


@pytest.mark.parametrize("unit", ["round", "game"])
def test_players_who_do_the_same_are_exactly_equal(unit: arena.Unit) -> None:
    found = arena.evaluate("simple", "simple", 15, seed=2, unit=unit)
    assert found.points == arena.Estimate(0.0, 0.0, 0.0)
    assert found.sign_test == arena.SignTest(0, 0, 15, 1.0)


@pytest.mark.parametrize(
    ("unit", "rules"),
    [
        ("round", Rules()),
        ("round", Rules.preset("tournament")),
        ("game", Rules.preset("palace")),
        ("game", Rules.preset("hollywood")),
        ("game", Rules.preset("openspiel")),
    ],
)
def test_results_do_not_depend_on_the_number_of_processes(unit: arena.Unit, rules: Rules) -> None:
    def found(processes: int) -> Evaluation:
        return arena.evaluate(Hasty, "simple", 5, rules, seed=8, unit=unit, processes=processes)

    assert found(2) == found(1)


def test_there_may_be_more_processes_than_pairs() -> None:
    alone = arena.evaluate("simple", "random", 3, seed=8)
    assert arena.evaluate("simple", "random", 3, seed=8, processes=1024) == alone


@pytest.mark.parametrize("preset", ["standard", "palace", "tournament", "rlcard", "bicycle"])
@pytest.mark.parametrize("unit", ["round", "game"])
def test_a_seed_plays_a_pair_again(unit: arena.Unit, preset: str) -> None:
    rules = Rules.preset(preset)
    found = arena.evaluate(Hasty, SimplePlayer, 6, rules, seed=3, unit=unit)
    played_by = rules.replace(best_of=1, single_hand=unit == "round" or rules.single_hand)
    for pair in found.pairs:
        for seat, tally in enumerate(pair.plays):
            players = [Hasty(), SimplePlayer()]
            match = gf.play(players if seat == 0 else players[::-1], played_by, pair.seed)
            results = [played.result for played in match.rounds]
            points = won = lost = 0
            for result in results:
                assert result is not None
                if result.winner is not None:
                    mine = result.winner == seat
                    won, lost = won + mine, lost + (not mine)
                    points += result.points if mine else -result.points
            assert (tally.seat, tally.rounds, tally.won, tally.lost) == (
                seat,
                len(results),
                won,
                lost,
            )
            assert tally.points == points
            if unit == "game":
                winner = match.games[0].winner
                assert tally.games == 1
                assert (tally.games_won, tally.games_lost) == (winner == seat, winner == 1 - seat)


def test_hollywood_is_three_games_side_by_side() -> None:
    found = arena.evaluate("simple", "random", 3, Rules.preset("hollywood"), seed=1, unit="game")
    assert found.games == 18
    assert found.games_won is not None
    assert found.games_won.value == 1.0


def test_a_drawn_round_is_nobodys() -> None:
    found = arena.evaluate(Passive, Passive, 5, seed=1)
    assert [pair.sum("drawn") for pair in found.pairs] == [2] * 5
    assert found.drawn is not None
    assert found.drawn.value == 1.0
    assert found.sign_test.equal == 5


def test_progress_is_told_after_every_pair() -> None:
    told: list[tuple[int, int]] = []
    arena.evaluate("simple", "random", 7, seed=1, progress=lambda *at: told.append(at))
    assert told == [(done, 7) for done in range(1, 8)]
    told.clear()
    arena.evaluate("simple", "random", 7, seed=1, processes=2, progress=lambda *at: told.append(at))
    assert told == [(done, 7) for done in range(1, 8)]


def test_without_a_seed_each_evaluation_is_another_that_can_be_repeated() -> None:
    one, other = (arena.evaluate("simple", "random", 3) for _ in range(2))
    assert one.seed != other.seed
    assert arena.evaluate("simple", "random", 3, seed=one.seed) == one


def test_more_pairs_begin_with_the_same_ones() -> None:
    few = arena.evaluate("simple", "random", 3, seed=6)
    many = arena.evaluate("simple", "random", 9, seed=6)
    assert many.pairs[:3] == few.pairs
    assert len({pair.seed for pair in many.pairs}) == 9


def after(pairs: int) -> Callable[[int, int], None]:
    def interrupt(done: int, _wanted: int) -> None:
        if done == pairs:
            raise KeyboardInterrupt

    return interrupt


@pytest.mark.parametrize("processes", [1, 2])
def test_an_interrupt_keeps_what_has_been_played(processes: int) -> None:
    whole = arena.evaluate("simple", "random", 40, seed=5)
    found = arena.evaluate("simple", "random", 40, seed=5, processes=processes, progress=after(10))
    assert found.interrupted
    assert len(found.pairs) == 10
    assert set(found.pairs) <= set(whole.pairs)
    assert "10 of 40 mirrored deals" in str(found)
    assert "interrupted: 30 pairs were not played" in str(found)
    assert json.loads(found.to_json())["interrupted"] is True
    assert multiprocessing.active_children() == []


def test_an_interrupt_before_the_first_pair_leaves_an_evaluation_of_nothing() -> None:
    class Impatient(SimplePlayer):
        def act(self, observation: gf.Observation) -> gf.Action:
            del observation
            raise KeyboardInterrupt

    found = arena.evaluate(Impatient(), "random", 4, seed=5)
    assert found.pairs == ()
    assert found.won is None
    assert found.points is None
    assert found.sign_test.p == 1.0
    assert "0 of 4" in str(found)
    assert json.loads(found.to_json())["points_a_round"] is None


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_of_a_player_says_where(processes: int) -> None:
    with pytest.raises(RuntimeError, match="no idea what to throw") as raised:
        arena.evaluate("simple", Broken, 4, seed=1, processes=processes)
    notes = "; ".join(raised.value.__notes__)
    assert "raised by seat 1 (Broken), round 1, ply" in notes
    # In two processes it is a race in which pair the first error is.
    places = {1: "4117112474581694", 2: "1973965755700615"}
    wanted = [f"in pair {at} (seed {seed})" for at, seed in places.items() if at <= processes]
    assert any(f"{place}, the first player in seat 0" in notes for place in wanted)
    assert "arena_players.py, line" in notes
    with pytest.raises(gf.IllegalActionError, match=r"seat 1 \(Cheating\).*played 'discard Kd'"):
        arena.evaluate("simple", Cheating, 4, seed=1, processes=processes)
    assert multiprocessing.active_children() == []


def test_an_error_that_cannot_be_sent_is_told_in_words() -> None:
    with pytest.raises(RuntimeError, match=r"^OddError: lost, \d") as raised:
        arena.evaluate(OddlyBroken, "simple", 2, seed=1, processes=2)
    assert "in pair " in "; ".join(raised.value.__notes__)


def test_a_process_that_dies_is_noticed() -> None:
    with pytest.raises(RuntimeError, match="a process ended with exit code 3 before its work"):
        arena.evaluate(Dying, "simple", 4, seed=1, processes=2)
    assert multiprocessing.active_children() == []


def test_a_player_by_name_need_not_be_picklable() -> None:
    by_name = arena.evaluate("arena_players:made", "random", 4, seed=1, processes=2)
    assert arena.evaluate("simple", "random", 4, seed=1) == by_name
    assert arena.evaluate("arena_players:kept", "random", 4, seed=1, processes=2) == by_name
    with pytest.raises(
        TypeError, match="processes: players for more than one process must be pick"
    ):
        arena.evaluate(lambda: SimplePlayer(), "random", 4, processes=2)  # noqa: PLW0108


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"pairs": 0}, ValueError, "pairs: expected an int from 1 to"),
        ({"pairs": 2.5}, TypeError, "pairs: expected an int"),
        ({"processes": 0}, ValueError, "processes: expected an int from 1"),
        ({"seed": -1}, ValueError, "seed: expected None or an int not below 0"),
        ({"unit": "hand"}, ValueError, "unit: expected 'round' or 'game', got 'hand'"),
        ({"rules": "palace"}, TypeError, "rules: expected Rules, got 'palace'"),
        ({"progress": 1}, TypeError, "progress: expected a function or None, got 1"),
        (
            {"first": "clever"},
            ValueError,
            "first: expected random, simple, simple_eaai, greedy or module:attribute",
        ),
        ({"second": "nowhere:Bot"}, ValueError, "second: 'nowhere:Bot': there is no module"),
        ({"first": 3}, TypeError, "first: expected a player, a class or function"),
        ({"first": dict}, TypeError, "first: expected it to make a player with act, got {}"),
        ({"first": kept, "second": kept}, ValueError, "second: expected another player than first"),
    ],
)
def test_what_is_refused(change: dict[str, object], error: type[Exception], message: str) -> None:
    asked: dict[str, object] = {"first": "simple", "second": "random", "pairs": 2}
    with pytest.raises(error, match=message):
        arena.evaluate(**(asked | change))  # type: ignore[arg-type]


EXAMPLE = Evaluation(
    "simple",
    "hasty",
    Rules(target=50),
    "game",
    7,
    3,
    (
        Pair(11, (Tally(0, 3, 2, 1, 20, 1, 1, 0), Tally(1, 2, 2, 0, 60, 1, 1, 0))),
        Pair(12, (Tally(0, 4, 1, 2, -31, 1, 0, 1), Tally(1, 5, 4, 1, 41, 1, 1, 0))),
    ),
)


def test_an_evaluation_prints_as_a_table() -> None:
    assert str(EXAMPLE).splitlines() == [
        "simple against hasty",
        "2 of 3 mirrored games, 14 rounds, seed 7, Rules(target=50)",
        "",
        "                                          95 % interval",
        *str(EXAMPLE).splitlines()[4:10],
        "",
        "pairs better 1, worse 0, equal 1; sign test p = 1",
        "interrupted: 1 pairs were not played",
    ]
    rows = [line.split() for line in str(EXAMPLE).splitlines()[4:10]]
    assert [row[:3] for row in rows] == [
        ["rounds", "won", "64.29"],
        ["rounds", "lost", "28.57"],
        ["rounds", "drawn", "7.14"],
        ["points", "a", "round"],
        ["games", "won", "75.00"],
        ["games", "lost", "25.00"],
    ]
    assert rows[3][3] == "+6.429"


def test_an_evaluation_is_json_with_every_pair() -> None:
    held = json.loads(EXAMPLE.to_json())
    assert held["rules"] == {"target": 50}
    assert held["rounds"]["played"] == 14
    assert (held["rounds"]["won"], held["rounds"]["lost"], held["rounds"]["drawn"]) == (9, 4, 1)
    assert held["points_a_round"]["value"] == pytest.approx(90 / 14)
    assert held["games"]["win_rate"]["value"] == 0.75
    assert held["sign_test"] == {"better": 1, "worse": 0, "equal": 1, "p": 1.0}
    assert [pair["seed"] for pair in held["pairs"]] == [11, 12]
    assert held["pairs"][1]["plays"][0]["points"] == -31
    assert "pairs" not in json.loads(EXAMPLE.to_json(pairs=False))


def test_a_single_pair_has_no_interval() -> None:
    found = arena.evaluate("simple", "random", 1, seed=1)
    assert found.won is not None
    assert found.won.low is None
    assert str(found).count(" to ") == 0


def test_slow_players_are_waited_for() -> None:
    assert len(arena.evaluate(Slow, "random", 4, seed=1, processes=2).pairs) == 4
