"""Players in Rust do what those in Python do, position by position, and see what those see."""

import pickle
from collections import Counter
from dataclasses import replace

import pytest

import gin_fast as gf
from gin_fast import (
    Action,
    CardSet,
    GreedyPlayer,
    Observation,
    RandomPlayer,
    Round,
    Rules,
    SimpleEaaiPlayer,
    SimplePlayer,
)
from gin_fast.rules import PRESETS
from gin_fast.sim import Tables
from gin_fast.sim.policy import POLICIES, choices, line


class Recording(SimplePlayer):
    """A simple player that says among which equals it chose."""

    def __init__(self) -> None:
        super().__init__(seed=1)
        self.equals: list[int] = []
        self._random = self  # type: ignore[assignment]

    def choice(self, cards: list[int]) -> int:
        self.equals = cards
        return cards[-1]

    def seed(self, seed: int) -> None:
        del seed

    def throws_for(self, drawn: int | None) -> CardSet:
        return CardSet([card for card_drawn, card in self._thrown if card_drawn == drawn])


@pytest.mark.parametrize("preset", PRESETS)
def test_simple_in_rust_chooses_among_the_same(preset: str, rounds: int) -> None:
    rules = Rules.preset(preset)
    seen: Counter[str] = Counter()
    for seed in range(rounds):
        playing, players = Round(rules, seed=seed), [Recording(), Recording()]
        for seat, player in enumerate(players):
            player.reset(seat, rules)
        while playing.phase != "over":
            player = players[playing.player]
            observation = playing.observation(playing.player)
            before = player._hand  # noqa: SLF001 - its memory is handed on.
            player.equals = []
            action = player.act(observation)
            drawn = min(observation.hand - before, default=None)
            thrown = player.throws_for(drawn) if observation.phase == "discard" else CardSet()
            asked = choices("simple", rules, observation, taken=playing.taken, thrown=thrown)
            if player.equals:
                assert {other.card for other in asked} == set(player.equals)
                assert action in asked
            else:
                assert asked == (action,)
            assert (
                choices("simple_eaai", rules, observation, taken=playing.taken, thrown=thrown)
                == asked
            )
            seen[f"{action.kind} of {len(asked)}"] += 1
            playing.apply(action)
    assert seen["discard of 2"]
    assert seen["take_discard of 1"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("other", ["greedy", "simple", "random"])
def test_a_round_played_in_rust_is_that_of_the_python_player(preset: str, other: str) -> None:
    rules = Rules.preset(preset)
    tables = Tables(25, rules, seed=7)
    taken = 0
    for at in range(len(tables)):
        playing, player = tables.to_round(at), GreedyPlayer()
        player.reset(0, rules)
        for action in line(tables, at, ("greedy", other), seed=at):
            if playing.player == 0:
                assert player.act(playing.observation(0)) == action
                # Asked again it says the same.
                assert player.act(playing.observation(0)) == action
            taken += action.kind == "take_discard"
            playing.apply(action)
        assert playing.phase == "over"
    assert taken


def test_lines_come_again_with_their_seed() -> None:
    tables = Tables(3, seed=7)
    names = ("simple_eaai", "random")
    assert line(tables, 1, names, seed=5) == line(tables, -2, names, seed=5)
    assert line(tables, 1, names, seed=5) != line(tables, 1, names, seed=6)
    assert tables == Tables(3, seed=7)


@pytest.mark.parametrize("policy", POLICIES)
def test_players_do_not_see_what_is_hidden(policy: str) -> None:
    rules = Rules()
    for seed in range(20):
        playing = Round(seed=seed)
        pair: list[gf.Player] = [GreedyPlayer(), SimplePlayer(seed)]
        while playing.phase != "over":
            seat = playing.player
            # An observation says nothing of what is hidden: the choices are a function of it.
            observation = playing.observation(seat)
            first = choices(policy, rules, observation, taken=playing.taken)
            twin = pickle.loads(pickle.dumps(observation))  # noqa: S301 - our own.
            assert choices(policy, rules, twin, taken=playing.taken) == first
            assert set(first) <= set(observation.legal_actions)
            playing.apply(pair[seat].act(observation))


def test_each_layout_of_least_deadwood_is_shown_as_often() -> None:
    # Three sets or three runs.
    hand = CardSet("5c 6c 7c 5d 6d 7d 5h 6h 7h Ac")
    best = gf.arrangements(hand)
    assert len(best) == 2
    seen = knocking(hand)
    player = SimpleEaaiPlayer(seed=2)
    shown = Counter(player.act(seen).melds for _ in range(2_000))
    assert shown.keys() == {arrangement.melds for arrangement in best}
    expected = 2_000 / len(best)
    assert all(abs(times - expected) < 5 * expected**0.5 for times in shown.values())


def test_by_hand_the_framework_melds_first_and_lays_off_first_fit() -> None:
    hands = (
        CardSet("3c 3d 3s 5h 6h 7h Ac 2c Ad As Kh"),
        CardSet("8s 8c 8d 8h 9h Kc Kd Ks Qc Jd"),
    )
    stock = list(CardSet.from_mask((1 << 52) - 1) - hands[0] - hands[1])
    playing = Round.from_parts(
        hands=hands, upcard=stock[0], stock=stock[1:], phase="discard", player=0, layoff="manual"
    )
    playing.apply("knock Kh")
    by_framework, best = playing.copy(), playing.copy()
    finish(by_framework, SimpleEaaiPlayer(seed=1))
    finish(best, GreedyPlayer())
    results = by_framework.result, best.result
    assert [result and result.defender_deadwood for result in results] == [29, 20]
    assert [result and str(result.laid_off) for result in results] == ["", "8h 9h"]


@pytest.mark.parametrize("kind", [GreedyPlayer, SimpleEaaiPlayer])
def test_they_play_whole_matches(kind: type[GreedyPlayer] | type[SimpleEaaiPlayer]) -> None:
    for preset in PRESETS:
        rules = Rules.preset(preset).replace(single_hand=True, best_of=1, hollywood_columns=1)
        for seed in range(5):
            assert gf.play([kind(), SimplePlayer()], rules, seed).over


def test_greedy_is_worth_its_place() -> None:
    found = gf.arena.evaluate("greedy", "simple", pairs=150, unit="game", seed=3)
    assert found.games_won is not None
    assert found.games_won.low is not None
    assert found.games_won.low > 0.5


@pytest.mark.parametrize("name", ["greedy", "simple_eaai"])
def test_they_are_found_by_name(name: str) -> None:
    made = gf.players.PLAYERS[name]()
    assert getattr(made, "name", None) == name
    assert gf.players.find(name) is gf.players.PLAYERS[name]
    assert pickle.loads(pickle.dumps(made)).name == name  # noqa: S301 - our own.


@pytest.mark.parametrize("kind", [GreedyPlayer, SimpleEaaiPlayer])
def test_what_they_refuse(kind: type[GreedyPlayer] | type[SimpleEaaiPlayer]) -> None:
    with pytest.raises(ValueError, match="seed: expected None or an int not below 0, got -1"):
        kind(-1)
    with pytest.raises(TypeError, match="rules: expected Rules, got 'pagat'"):
        kind().reset(0, "pagat")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="observation: seat 0 has nothing to do in phase upcard"):
        kind().act(Round(seed=1).observation(0))


def test_what_the_room_refuses() -> None:
    tables, seen = Tables(2, seed=1), Round(seed=1).observation(1)
    with pytest.raises(ValueError, match="policy: expected 'random', 'simple', 'simple_eaai' or"):
        choices("clever", Rules(), seen)
    with pytest.raises(ValueError, match=r"players\[1\]: expected .*, got 'clever'"):
        line(tables, 0, ("simple", "clever"))
    with pytest.raises(TypeError, match="observation: expected an Observation, got"):
        choices("simple", Rules(), tables)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rules: expected Rules, got 'pagat'"):
        choices("simple", "pagat", seen)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="legal actions that suit the phase and the hand"):
        choices("simple", Rules(), Round(seed=1).observation(0))
    with pytest.raises(ValueError, match="legal actions that suit the phase and the hand"):
        choices("greedy", Rules(), replace(seen, phase="discard"))
    with pytest.raises(IndexError, match="i: expected one of 2 tables, got 2"):
        line(tables, 2, ("simple", "simple"))
    with pytest.raises(TypeError, match="i: expected an int, got"):
        line(tables, "0", ("simple", "simple"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="tables: expected Tables, got"):
        line(seen, 0, ("simple", "simple"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed: expected None or an int not below 0"):
        line(tables, 0, ("simple", "simple"), seed=-1)


def test_random_and_greedy_players_draw_from_the_same_piles() -> None:
    # A seat that has nothing to throw but the card it took throws that.
    hand = CardSet("As 2s 3s 7c 7d 7h 5h Td Th Kd Tc")
    drawing = replace(knocking(hand - {"Tc"}), phase="discard", hand=hand)
    only = replace(drawing, legal_actions=(Action.parse("discard Tc"),))
    ten = gf.parse_card("Tc")
    assert [action.card for action in choices("greedy", Rules(), only, taken=ten)] == [ten]
    assert RandomPlayer(1).act(only).card == ten


def knocking(hand: CardSet) -> Observation:
    """Return what seat 1 sees that can knock with these ten cards, throwing the king of hearts."""
    king = gf.parse_card("Kh")
    seen = Round(seed=1).observation(1)
    legal = (Action.parse("knock Kh"),)
    return replace(seen, hand=hand | {king}, phase="discard", legal_actions=legal)


def finish(playing: Round, player: gf.Player) -> None:
    while playing.phase != "over":
        playing.apply(player.act(playing.observation(playing.player)))
