"""The reference players do what their pages say, move by move."""

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Literal

import pytest

import gin_fast as gf
from gin_fast import (
    Action,
    CardSet,
    Observation,
    Player,
    RandomPlayer,
    Round,
    Rules,
    SimplePlayer,
    players,
)
from gin_fast.round import ACTIONS
from gin_fast.rules import PRESETS


def melds_with(hand: CardSet, card: int, *, high_ace: bool = False, corner: bool = False) -> bool:
    """Whether two cards of the hand make a meld of three with the card, from the rules alone."""
    for pair in combinations(hand, 2):
        ranks = sorted(at % 13 for at in (*pair, card))
        if len(set(ranks)) == 1:
            return True
        if len({at // 13 for at in (*pair, card)}) > 1:
            continue
        if ranks[0] + 2 == ranks[1] + 1 == ranks[2]:
            return True
        if (high_ace or corner) and ranks == [0, 11, 12]:
            return True
        if corner and ranks == [0, 1, 12]:
            return True
    return False


class Judged:
    """A simple player whose every move is held against a second statement of its policy."""

    def __init__(self, limit_seen: Counter[str]) -> None:
        self.player = SimplePlayer()
        self.seen = limit_seen

    def reset(self, seat: int, rules: Rules, seed: int) -> None:
        self.player.reset(seat, rules, seed)
        self.aces = {
            "low": {},
            "high_or_low": {"high_ace": True},
            "corner": {"corner": True},
        }[rules.ace]
        self.rules = rules
        self.before: CardSet | None = None
        self.taken: int | None = None
        self.used: set[tuple[int | None, int]] = set()

    def act(self, observation: Observation) -> Action:
        action = self.player.act(observation)
        assert action in observation.legal_actions
        if observation.phase == "discard":
            self.judge_throw(observation, action)
        else:
            self.judge_draw(observation, action)
        self.seen[f"{observation.phase} {action.kind}"] += 1
        return action

    def judge_draw(self, observation: Observation, action: Action) -> None:
        self.before, self.taken = observation.hand, None
        kinds = [legal.kind for legal in observation.legal_actions]
        if observation.upcard is not None and "take_discard" in kinds:
            wanted = melds_with(observation.hand, observation.upcard, **self.aces)
            assert (action.kind == "take_discard") == wanted
        if action.kind == "take_discard":
            self.taken = observation.upcard
        else:
            assert action.kind == ("draw_stock" if "draw_stock" in kinds else "pass")

    def judge_throw(self, observation: Observation, action: Action) -> None:
        hand = observation.hand
        legal = observation.legal_actions
        if any(other.kind == "big_gin" for other in legal):
            assert action.kind == "big_gin"
            return
        drawn = None if self.before is None else next(iter(hand - self.before))
        candidates = {other.card for other in legal if other.card is not None}
        candidates -= {self.taken}
        candidates -= {card for at, card in self.used if at == drawn}
        if not candidates:
            return
        left = {card: self.deadwood(hand - CardSet([card])) for card in candidates}
        least = min(left.values())
        assert action.card is not None
        assert left[action.card] == least
        knock = Action.parse(f"knock {gf.card_name(action.card)}")
        assert (action.kind == "knock") == (knock in legal)
        if knock in legal:
            assert least <= observation.knock_limit
        self.used.add((drawn, action.card))

    def deadwood(self, hand: CardSet) -> int:
        return gf.deadwood(hand, ace=self.rules.ace, ace_deadwood=self.rules.ace_deadwood)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_move_is_that_of_the_policy(preset: str) -> None:
    rules = Rules.preset(preset).replace(single_hand=True, best_of=1, hollywood_columns=1)
    seen: Counter[str] = Counter()
    for seed in range(60):
        gf.play([Judged(seen), Judged(seen)], rules, seed)
    assert seen["draw take_discard"]
    assert seen["draw draw_stock"]
    assert seen["discard discard"]
    assert seen["discard knock"]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # 31 points are left, and then eleven, and then ten.
        ("As 2s 3s 7c 7d 7h 6h 5d Th Jc Kd", {"discard Th", "discard Jc", "discard Kd"}),
        ("As 2s 3s 7c 7d 7h 2h 4d Ah 4c Kd", {"discard Kd"}),
        ("As 2s 3s 7c 7d 7h 2h 4d Ah 3c Kd", {"knock Kd"}),
        ("As 2s 3s 7c 7d 7h Tc Td Th Ts Kd", {"knock Kd"}),
    ],
)
def test_it_knocks_as_soon_as_it_may(hand: str, expected: set[str]) -> None:
    played = drawn_by_seat_1(CardSet(hand))
    done = {str(SimplePlayer(seed).act(played.observation(1))) for seed in range(40)}
    assert done == expected


def test_eleven_melded_cards_are_declared() -> None:
    hand = CardSet("As 2s 3s 4s 7c 7d 7h 9c 9d 9h 9s")
    action = SimplePlayer().act(drawn_by_seat_1(hand).observation(1))
    assert str(action) == "big_gin"
    without = drawn_by_seat_1(hand, Rules(big_gin=False))
    action = SimplePlayer().act(without.observation(1))
    assert action.kind == "knock"


def test_what_it_throws_among_equals_is_as_likely_as_the_other() -> None:
    hand = CardSet("As 2s 3s 7c 7d 7h 5h 4d Th Jc Kd")
    seen = drawn_by_seat_1(hand).observation(1)
    player = SimplePlayer(seed=3)
    thrown: Counter[str] = Counter()
    for _ in range(3_000):
        player.reset(1, Rules())
        thrown[str(player.act(seen))] += 1
    assert thrown.keys() == {"discard Th", "discard Jc", "discard Kd"}
    # Five standard deviations of a third of 3,000.
    assert all(abs(count - 1_000) < 130 for count in thrown.values())


def test_it_does_not_throw_the_same_card_for_the_same_card_again() -> None:
    player = SimplePlayer(seed=3)
    hand, drawn = CardSet("As 2s 3s 7c 7d 7h 5h 4d Th 8c"), gf.parse_card("Kd")
    pairs = []
    for _ in range(12):
        # What it throws is what it draws next: only its memory keeps it from going in circles.
        drawing = replace(observation_of(hand), legal_actions=(ACTIONS[104],))
        assert player.act(drawing).kind == "draw_stock"
        hand |= {drawn}
        plain = tuple(ACTIONS[card] for card in hand)
        action = player.act(replace(drawing, phase="discard", hand=hand, legal_actions=plain))
        assert action.card is not None
        pairs.append((drawn, action.card))
        hand -= {action.card}
        drawn = action.card
    assert len(set(pairs)) == 12
    tens = {gf.parse_card("Th"), gf.parse_card("Kd")}
    assert pairs[0][1] in tens
    assert pairs[1][1] in tens


def test_what_it_would_do_may_be_asked_many_times() -> None:
    for seed in range(30):
        once, asked = Round(seed=seed), Round(seed=seed)
        players_of = [[Steady(), Steady()] for _ in range(2)]
        finish(once, players_of[0])
        while asked.phase != "over":
            seen = asked.observation(asked.player)
            player = players_of[1][asked.player]
            first = player.act(seen)
            assert player.act(seen) == player.act(seen) == first
            asked.apply(first)
        assert asked.history == once.history


class Steady(SimplePlayer):
    """It chooses the same among equals, however often it is asked."""

    def act(self, observation: Observation) -> Action:
        self._random.seed(1)
        return super().act(observation)


def test_the_card_just_taken_is_kept_even_where_it_may_be_thrown() -> None:
    hand = CardSet("As 2s 3s 7c 7d 7h 5h Td Th Kd")
    upcard = gf.parse_card("Tc")
    drawing = observation_of(hand, upcard=upcard)
    drawing = replace(drawing, legal_actions=(ACTIONS[104], ACTIONS[105]))
    taken = hand | CardSet([upcard])
    discarding = replace(drawing, phase="discard", hand=taken, upcard=None)
    discarding = replace(discarding, legal_actions=(ACTIONS[upcard], ACTIONS[0]))
    player = SimplePlayer(seed=3)
    assert player.act(drawing).kind == "take_discard"
    assert player.act(discarding).card == 0
    # Nothing else being legal, it goes back.
    player.reset(1, Rules())
    assert player.act(drawing).kind == "take_discard"
    only = replace(discarding, legal_actions=(ACTIONS[upcard],))
    assert player.act(only).card == upcard


def test_a_round_it_did_not_begin_is_played_from_what_it_sees() -> None:
    for seed in range(50):
        begun = Round(seed=seed)
        first = [RandomPlayer(seed), RandomPlayer(seed + 1)]
        for _ in range(7):
            if begun.phase != "over":
                begun.apply(first[begun.player].act(begun.observation(begun.player)))
        finish(begun, [SimplePlayer(seed), SimplePlayer(seed + 1)])
        assert begun.result is not None


def test_it_remembers_nothing_of_another_round_even_if_nobody_resets_it() -> None:
    pair = [SimplePlayer(seed=1), SimplePlayer(seed=2)]
    for seed in range(30):
        alone = [SimplePlayer(), SimplePlayer()]
        for told, fresh in zip(pair, alone, strict=True):
            # The same choices among equals from here on.
            fresh._random.setstate(told._random.getstate())  # noqa: SLF001
        one, other = Round(seed=seed), Round(seed=seed)
        finish(one, pair)
        finish(other, alone)
        assert one.history == other.history


@pytest.mark.parametrize("preset", ["standard", "round_corner", "oklahoma", "palace"])
def test_laying_off_by_hand_it_does_as_well_as_can_be_done(preset: str) -> None:
    rules = Rules.preset(preset)
    ways: tuple[Literal["best"], Literal["manual"]] = ("best", "manual")
    laid_off = 0
    for seed in range(150):
        results = []
        for way in ways:
            playing = Round(rules, seed=seed, layoff=way)
            pair = [SimplePlayer(), SimplePlayer()]
            for seat, player in enumerate(pair):
                player.reset(seat, rules, seed)
            finish(playing, pair)
            results.append(playing.result)
        best, manual = results
        assert best is not None
        assert manual is not None
        assert (best.kind, best.winner, best.points) == (manual.kind, manual.winner, manual.points)
        assert best.laid_off == manual.laid_off
        laid_off += len(best.laid_off)
    assert laid_off > 10


@pytest.mark.parametrize("kind", [RandomPlayer, SimplePlayer])
def test_the_same_seed_plays_the_same(kind: type[RandomPlayer] | type[SimplePlayer]) -> None:
    def moves(*seeds: int) -> list[Action]:
        playing = Round(seed=9)
        finish(playing, [kind(seed) for seed in seeds])
        return list(playing.history)

    assert moves(1, 2) == moves(1, 2)
    assert len({tuple(moves(seed, seed + 1)) for seed in range(20)}) > 1
    player = kind(5)
    seen = Round(seed=9).observation(1)
    once = [player.act(seen) for _ in range(5)]
    player.reset(1, Rules(), 5)
    assert [player.act(seen) for _ in range(5)] == once


def test_a_random_player_does_anything_legal_as_likely_as_the_other() -> None:
    hand = CardSet("As 2s 3s 7c 7d 7h 5h 4d Th Jc Kd")
    seen = drawn_by_seat_1(hand).observation(1)
    player = RandomPlayer(seed=4)
    count = 1_000 * len(seen.legal_actions)
    done = Counter(player.act(seen) for _ in range(count))
    assert done.keys() == set(seen.legal_actions)
    assert all(abs(times - 1_000) < 160 for times in done.values())


@pytest.mark.parametrize("kind", [RandomPlayer, SimplePlayer])
def test_what_players_refuse(kind: type[RandomPlayer] | type[SimplePlayer]) -> None:
    with pytest.raises(ValueError, match="seed: expected None or an int not below 0, got -1"):
        kind(-1)
    with pytest.raises(TypeError, match="seed: expected None or an int not below 0, got 'x'"):
        kind("x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"got True \(bool\)"):
        kind().reset(0, Rules(), True)  # noqa: FBT003
    playing = Round(seed=1)
    with pytest.raises(ValueError, match="observation: seat 0 has nothing to do in phase upcard"):
        kind().act(playing.observation(0))


def test_rules_that_are_none_are_refused() -> None:
    with pytest.raises(TypeError, match=r"rules: expected Rules, got 'pagat'"):
        SimplePlayer().reset(0, "pagat")  # type: ignore[arg-type]


def test_players_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kept.py").write_text(
        "import gin_fast as gf\nclass Box:\n    bot = gf.SimplePlayer(1)\n"
        "make = gf.RandomPlayer\nnumber = 3\n"
    )
    (tmp_path / "lacks.py").write_text("import no_such_module\n")
    (tmp_path / "fails.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert players.find("simple") is SimplePlayer
    assert players.find("random") is RandomPlayer
    assert players.find("kept:make") is RandomPlayer
    assert isinstance(players.find("kept:Box.bot"), SimplePlayer)
    with pytest.raises(ValueError, match="expected a player, or a class or function"):
        players.find("kept:number")
    with pytest.raises(ValueError, match=r"'kept:Box\.bat': kept has no 'Box\.bat'"):
        players.find("kept:Box.bat")
    with pytest.raises(ValueError, match="there is no module 'nowhere'"):
        players.find("nowhere:Bot")
    with pytest.raises(ValueError, match=r"there is no module 'kept.inner'"):
        players.find("kept.inner:Bot")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        players.find("lacks:Bot")
    with pytest.raises(ZeroDivisionError):
        players.find("fails:Bot")
    for name in ("", "clever", "simple:", ":Bot"):
        with pytest.raises(
            ValueError, match="expected random, simple, simple_eaai, greedy or module:attribute"
        ):
            players.find(name)
    with pytest.raises(TypeError, match="player: expected a name, got 3"):
        players.find(3)  # type: ignore[arg-type]
    for name in ("kept", "lacks", "fails"):
        sys.modules.pop(name, None)


def finish(playing: Round, pair: Sequence[Player]) -> None:
    while playing.phase != "over":
        playing.apply(pair[playing.player].act(playing.observation(playing.player)))


def drawn_by_seat_1(hand: CardSet, rules: Rules = Rules()) -> Round:  # noqa: B008 - frozen.
    """Return a round in which seat 1 has drawn the last of these cards from the stock."""
    others = [card for card in random.Random(1).sample(range(52), 52) if card not in hand]
    return Round.from_parts(
        rules=rules,
        dealer=0,
        hands=(others[:10], hand),
        upcard=others[10],
        stock=others[11:],
        phase="discard",
        player=1,
    )


def observation_of(hand: CardSet, upcard: int | None = None) -> Observation:
    """Return what seat 1 may see with these cards, with no action legal yet."""
    seen = Round(seed=1).observation(1)
    return replace(seen, hand=hand, phase="draw", upcard=upcard, legal_actions=())
