"""Rounds played one after another, shown, counted and kept in a record."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Literal

import click
from rich.text import Text

import gin_fast as gf
from gin_fast.cli.chosen_player import load_player, made_player
from gin_fast.cli.play.ending import draw_ending
from gin_fast.cli.play.human import HumanPlayer, Quit
from gin_fast.cli.play.page import printable
from gin_fast.cli.play.telling import Told
from gin_fast.cli.show import show
from gin_fast.match import Match
from gin_fast.record import RecordError, Writer

__all__ = ["run_play"]


def run_play(  # noqa: PLR0913 - the options of the command
    rules: gf.Rules,
    against: str,
    seed: int | None,
    record: Path | None,
    *,
    seat: Literal[0, 1],
    layoff: Literal["best", "manual"],
) -> None:
    """Play a match at the keyboard.

    Raises:
        click.UsageError: There is no such opponent, or the rules make no match.
        click.ClickException: The opponent failed, the record cannot be written, or there was
            nothing more to read.
        KeyboardInterrupt: It was interrupted.

    """
    if isinstance(sys.stdin, TextIOWrapper):
        # Bytes that are no text are a line that means nothing, and no reason to end the game.
        sys.stdin.reconfigure(errors="replace")
    opponent = made_player("--against", load_player("--against", against))
    name = printable(against)
    human, told = HumanPlayer(name), Told(opponent, name)
    players: list[gf.Player] = [told, told]
    players[seat] = human
    try:
        match = Match(players, rules, seed, layoff=layoff)
    except ValueError as error:
        raise click.UsageError(str(error)) from error

    def rehearse(actions: Sequence[gf.Action]) -> gf.Observation:
        playing = match.round
        if playing is None:
            raise ValueError("actions: expected a round that is being played")
        twin = playing.copy()
        for action in actions:
            twin.apply(action)
        return match.games[-1].observation(twin, seat)

    human.sit_down(rehearse)
    names = ("you", name) if seat == 0 else (name, "you")
    with _hanging_up(), _kept(record, match, human) as keep:
        _play(match, names, keep)


def _play(match: Match, names: tuple[str, str], keep: Callable[[gf.Round], None]) -> None:
    """Play a match to its end, or until the person quits."""
    show(f"seat 0: {names[0]}, seat 1: {names[1]}, seed {match.seed}; `help` says what to type")
    try:
        for played in match:
            keep(played)
            game = match.games[-1]
            show("", draw_ending(played, names))
            # A score sheet is text, which Rich would break where the page is narrow.
            click.echo(str(game))
            if game.over:
                # Three columns side by side have no winner, nor has a single round that is drawn.
                won = "" if game.winner is None else f": {names[game.winner]} won"
                show("", Text(f"the game is over{won}", style="bold"))
                if match.rules.best_of > 1:
                    click.echo(f"\n{match.score}")
    except Quit:
        return
    except EOFError:
        message = "standard input ended before the match did"
        raise click.ClickException(message) from None
    except gf.IllegalActionError as error:
        # What the person types is looked at before it is played.
        raise click.ClickException(str(error)) from error


@contextmanager
def _kept(
    path: Path | None, match: Match, human: HumanPlayer
) -> Iterator[Callable[[gf.Round], None]]:
    """Give a function that keeps a round in the record; in the end the one being played is kept."""
    kept: list[gf.Round] = []
    with ExitStack() as closing:
        writer = None
        if path is not None:
            with _complaining(path):
                writer = closing.enter_context(Writer(path, match.names))

        def keep(played: gf.Round) -> None:
            if writer is not None and path is not None:
                with _complaining(path):
                    writer.write(played)
            kept.append(played)

        try:
            yield keep
        finally:
            with _deaf():
                try:
                    playing = _as_far_as_it_went(match, human)
                    if playing is not None:
                        keep(playing)
                finally:
                    _say_what_is_kept(path, kept)


def _as_far_as_it_went(match: Match, human: HumanPlayer) -> gf.Round | None:
    """Return the round that is broken off, if anything was done in it."""
    playing = match.round
    if playing is None:
        return None
    # What he could still have taken back he has done.
    for action in human.pending:
        playing.apply(action)
    return playing if playing.history else None


@contextmanager
def _deaf() -> Iterator[None]:
    """Let no second Ctrl-C spoil what the first one has asked for."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _say_what_is_kept(path: Path | None, kept: list[gf.Round]) -> None:
    rounds = sum(played.phase == "over" for played in kept)
    what = f"{rounds} round" + "s" * (rounds != 1)
    if rounds < len(kept):
        what += " and the one that was broken off"
    if path is None:
        text = f"{what} played, not recorded (--record FILE keeps them)"
    else:
        text = f"{path}: {what} kept"
    # The terminal may be gone.
    with suppress(OSError):
        click.echo(text, err=True)


@contextmanager
def _complaining(path: Path) -> Iterator[None]:
    """Say which file cannot be read or written."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"--record: {path}: {error.strerror}") from error
    except RecordError as error:
        raise click.ClickException(f"--record: {error}") from error


@contextmanager
def _hanging_up() -> Iterator[None]:
    """Leave by an exception where the terminal is closed, so that the record is kept."""
    hang_up = getattr(signal, "SIGHUP", None)
    if hang_up is None or signal.getsignal(hang_up) is not signal.SIG_DFL:
        yield
        return

    def leave(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    signal.signal(hang_up, leave)
    try:
        yield
    finally:
        signal.signal(hang_up, signal.SIG_DFL)
