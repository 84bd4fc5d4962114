"""A person as a player: in matches of one's own, and at a table that can be set back."""

import builtins
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import pytest

import gin_fast as gf
from gin_fast.cli.play import HumanPlayer, Quit
from gin_fast.cli.play.page import printable
from gin_fast.cli.play.telling import Told
from gin_fast.rules import PRESETS

Typed = Callable[..., Iterator[str]]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Let the lines given be typed one by one."""

    def type_(*lines: str) -> Iterator[str]:
        left = iter(lines)

        def read(prompt: str) -> str:
            assert prompt == "> "
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", read)
        return left

    return type_


def seated(playing: gf.Round, seat: int) -> HumanPlayer:
    """Return a person who can take things back."""
    person = HumanPlayer("the other")
    person.reset(seat, playing.rules)

    def rehearse(actions: Sequence[gf.Action]) -> gf.Observation:
        twin = playing.copy()
        for action in actions:
            twin.apply(action)
        return twin.observation(seat)

    person.sit_down(rehearse)
    return person


def play(playing: gf.Round, person: HumanPlayer, seat: int) -> None:
    """Let him act while it is his turn."""
    while playing.phase != "over" and playing.player == seat:
        playing.apply(person.act(playing.observation(seat)))


def test_in_a_match_of_one_s_own_what_is_typed_is_done_at_once(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("take", "undo", "d Kd", "undo", "quit")
    match = gf.Match([HumanPlayer(), gf.SimplePlayer()], seed=3)
    with pytest.raises(Quit):
        match.play_round()
    assert match.round is not None
    assert str(match.round.history[0]) == "take_discard"
    assert "nothing can be taken back here" in capsys.readouterr().out


@pytest.mark.parametrize("layoff", ["best", "manual"])
@pytest.mark.parametrize("name", PRESETS)
def test_a_round_of_every_preset_can_be_played_by_hints(
    name: str,
    layoff: Literal["best", "manual"],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = False

    def read(_prompt: str) -> str:
        nonlocal asked
        asked = not asked
        said = capsys.readouterr().out
        if asked:
            return "hint"
        return [line for line in said.splitlines() if line.startswith("hint: ")][-1][6:]

    monkeypatch.setattr(builtins, "input", read)
    for seed in range(3):
        players: list[gf.Player] = [HumanPlayer("simple"), gf.SimplePlayer()]
        match = gf.Match(players, gf.Rules.preset(name), seed=seed, layoff=layoff)
        played = match.play_round()
        assert played.result is not None
        assert not asked


def test_it_is_asked_only_in_its_turn() -> None:
    playing = gf.Round(seed=1)
    with pytest.raises(ValueError, match=r"^observation: seat 0 has nothing to do in phase upcard"):
        HumanPlayer().act(playing.observation(0))


def before_a_knock() -> gf.Round:
    """Return a round in which seat 0 can knock in more ways than one."""
    hands = ("7c 7d 7h 3s 4s 5s 6s 2h 3h 4h Kd", "2s 8s 9s Js 2c 5c 8c Jc 2d 5d")
    rest = [c for c in range(52) if c not in gf.CardSet(hands[0]) | gf.CardSet(hands[1]) | {"Kh"}]
    return gf.Round.from_parts(
        dealer=1, hands=hands, player=0, phase="discard", upcard="Kh", stock=rest
    )


def test_a_layout_of_one_s_own_is_checked_before_it_is_shown(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    playing = before_a_knock()
    person = seated(playing, 0)
    left = typed(
        "k Kd: 7c7d7h 2h3h5h",  # no meld
        "k Kd: 7c7d7h 8c9cTc",  # not in the hand
        "k Kd: 7c7d7h",  # too much is left
        "gin Kh",
        "k 7c",
        "k Kd: 7c7d7h 2h3h4h 4s5s6s",
    )
    play(playing, person, 0)
    assert next(left, None) is None
    said = capsys.readouterr().out
    assert "names no action" in said
    assert "you do not hold Kh" in said
    assert playing.result is not None
    assert (playing.result.kind, playing.result.knocker_deadwood) == ("knock", 3)
    assert gf.Meld("4s5s6s") in playing.result.knocker_melds


def test_gin_is_what_leaves_nothing(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    playing = before_a_knock()
    left = typed("gin", "gin 3s", "gin kd")
    play(playing, seated(playing, 0), 0)
    assert next(left, None) is None
    said = capsys.readouterr().out
    assert "`gin` wants the card that you throw, such as: gin Kd" in said
    assert "gin CARD  have gin by throwing Kd" in said
    assert playing.result is not None
    assert playing.result.kind == "gin"


def after_a_knock() -> gf.Round:
    """Return a round whose seat 1 lays out by hand: 8s, 9s and 2d fit what seat 0 has shown."""
    hands = ("5s 6s 7s 3d 4d 5d Th Tc Td As Kd", "8s 9s 2d Ad 2c 2h Jc Jd Js Qh")
    rest = [c for c in range(52) if c not in gf.CardSet(hands[0]) | gf.CardSet(hands[1]) | {"Kh"}]
    playing = gf.Round.from_parts(
        dealer=1, hands=hands, player=0, phase="discard", upcard="Kh", stock=rest, layoff="manual"
    )
    playing.apply("knock Kd")
    return playing


def test_a_defender_lays_out_by_hand_and_takes_it_back(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    playing = after_a_knock()
    assert (playing.phase, playing.player) == ("layoff", 1)
    left = typed(
        *("lay 9s", "lay 8s", "lay 9s", "undo", "lay 9s on 5s6s7s8s", "meld JcJdJs", "meld QhQd"),
        *("lay", "lay 2d", "undo", "meld 2c2d2h", "hint", "pass"),
    )
    play(playing, seated(playing, 1), 1)
    assert next(left, None) is None
    assert [str(action) for action in playing.history[1:]] == [
        "lay_off 8s: 5s6s7s",
        "lay_off 9s: 5s6s7s8s",
        "meld JsJcJd",
        "meld 2c2d2h",
        "pass",
    ]
    said = capsys.readouterr().out
    assert "9s fits no meld on the table" in said
    assert "`lay` wants the card that you lay off" in said
    assert "taken back: lay 9s on 5s6s7s8s" in said
    assert "hint: pass" in said
    assert playing.result is not None
    assert playing.result.defender_deadwood == 11


def test_what_a_defender_lays_out_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    playing = after_a_knock()

    class Defender:
        def __init__(self) -> None:
            self.actions = iter(["lay_off 8s: 5s6s7s", "meld JsJcJd", "pass"])

        def act(self, observation: gf.Observation) -> str:
            del observation
            return next(self.actions)

    told = Told(Defender(), "somebody")
    while playing.phase != "over":
        playing.apply(told.act(playing.observation(1)))
    assert capsys.readouterr().out.splitlines() == [
        "somebody lays off 8s on 5s6s7s",
        "somebody melds JsJcJd",
        "somebody passes",
    ]


def test_a_name_cannot_draw_on_the_terminal() -> None:
    assert printable("\x1b[31mred\a Ann é") == "?[31mred? Ann é"


def test_the_room_of_players_has_it_too() -> None:
    assert gf.players.HumanPlayer is HumanPlayer
    with pytest.raises(AttributeError, match="no attribute 'HumanPlayers'"):
        gf.players.HumanPlayers  # noqa: B018
