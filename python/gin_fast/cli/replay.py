"""Recorded rounds shown ply by ply, both hands open."""

import json
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import gin_fast as gf
from gin_fast import record
from gin_fast.cli.play.ending import draw_ending
from gin_fast.cli.play.page import draw_hand, printable
from gin_fast.cli.show import colour_cards, show
from gin_fast.record import Record

__all__ = ["show_record"]

_WIDE = 200


def show_record(path: Path, number: int | None, ply: int | None, *, json: bool) -> None:
    """Print the rounds of a record file, or one of them.

    Args:
        path: The file.
        number: The round, from 1; None for all.
        ply: After how many actions to stop; None for all. Of several rounds the shorter ones end
            where they end.
        json: Whether to print one JSON object a ply.

    Raises:
        click.ClickException: The file cannot be read, has no such round or ply, or a fault; what
            comes before the fault is printed.

    """
    count = 0
    # Rounds that end before the ply: shown once one is known that does not.
    short: list[tuple[int, Record]] = []
    reached = False
    with _complaining(path):
        try:
            for at, recorded in enumerate(record.read(path), 1):
                count = at
                if number is not None and at < number:
                    continue
                short.append((at, recorded))
                if reached or ply is None or ply <= len(recorded.actions):
                    reached = True
                    _show_all(short, ply, json=json)
                if at == number:
                    break
        except record.RecordError as error:
            _show_all(short, ply, json=json)
            if error.before is not None and number in {None, count + 1}:
                _show(error.before, count + 1, ply, json=json, fault=True)
            raise
    if short:
        at, longest = max(short, key=lambda one: len(one[1].actions))
        which = f"round {at} has" if len(short) == 1 else f"the longest round, {at}, has"
        raise click.ClickException(f"--ply: {which} {len(longest.actions)} actions, got {ply}")
    if number is not None and count < number:
        rounds = f"{count} round" + "s" * (count != 1)
        raise click.ClickException(f"--round: {path} has {rounds}, got {number}")
    if not count:
        click.echo(f"{path}: no rounds", err=True)


@contextmanager
def _complaining(path: Path) -> Iterator[None]:
    """Turn what is wrong with a file into the one line that says so."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            raise click.ClickException(f"{path}: {error.strerror}") from error
        except record.RecordError as error:
            raise click.ClickException(str(error)) from error
        finally:
            for warning in said:
                click.echo(str(warning.message), err=True)


def _show_all(rounds: list[tuple[int, Record]], ply: int | None, *, json: bool) -> None:
    """Show rounds with their numbers, and take them from the list."""
    while rounds:
        at, recorded = rounds.pop(0)
        _show(recorded, at, ply, json=json)


def _show(
    recorded: Record, number: int, ply: int | None, *, json: bool, fault: bool = False
) -> None:
    last = len(recorded.actions) if ply is None else min(ply, len(recorded.actions))
    if json:
        for at in range(last + 1):
            click.echo(_as_json(recorded, number, at))
        return
    # In a pipe nothing asks for narrow columns.
    show(
        _draw(recorded, number, last, fault=fault), least_width=0 if sys.stdout.isatty() else _WIDE
    )


def _names(recorded: Record) -> tuple[str, str]:
    """Return what to call the seats: by name if they have two."""
    if len(set(recorded.players)) < len(("seat 0", "seat 1")):
        return "seat 0", "seat 1"
    first, second = map(printable, recorded.players)
    return first, second


def _draw(recorded: Record, number: int, last: int, *, fault: bool) -> RenderableType:
    """Lay out a round to a ply: what was done, and each hand after it."""
    names = _names(recorded)
    rules = recorded.rules
    dealt = recorded.replay(0)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column("ply", justify="right", no_wrap=True)
    table.add_column("", style="bold", no_wrap=True)
    table.add_column("", no_wrap=True)
    for name in names:
        table.add_column(name, overflow="fold")
    upcard = "eleven cards" if dealt.upcard is None else f"upcard {gf.card_name(dealt.upcard)}"
    hands = [draw_hand(hand, rules) for hand in dealt.hands]
    table.add_row("0", names[recorded.dealer], f"deals, {upcard}", *hands)
    playing = dealt.copy()
    for at, action in enumerate(recorded.actions[:last], 1):
        before, seat = playing.hands, playing.player
        playing.apply(action)
        drawn = [
            # A hand that stays as it was is not drawn again.
            draw_hand(after, rules) if after != held else Text("")
            for held, after in zip(before, playing.hands, strict=True)
        ]
        table.add_row(str(at), names[seat], _told(action, before, playing), *drawn)
    title = f"round {number}: {names[0]} against {names[1]}, {rules!r}"
    if recorded.seed is not None:
        title += f", seed {recorded.seed}"
    parts: list[RenderableType] = [
        Text(title, style="bold"),
        "",
        Padding(table, (0, 0, 0, 1), expand=False),
        "",
    ]
    return Group(*parts, _where(recorded, playing, names, fault=fault))


def _told(action: gf.Action, before: tuple[gf.CardSet, ...], after: gf.Round) -> str:
    """Return an action in words, with the card that was drawn."""
    text = str(action).replace("_", " ")
    drawn = [card for hand, held in zip(after.hands, before, strict=True) for card in hand - held]
    return f"{text}: {gf.card_name(drawn[0])}" if drawn else text


def _where(
    recorded: Record, playing: gf.Round, names: tuple[str, str], *, fault: bool
) -> RenderableType:
    """Lay out where it stops: the showdown, or both hands and the piles."""
    if playing.phase == "over":
        return draw_ending(playing, names)
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    for name, hand in zip(names, playing.hands, strict=True):
        facts.add_row(name, draw_hand(hand, recorded.rules))
    pile = [*playing.discards, *([] if playing.upcard is None else [playing.upcard])]
    facts.add_row("pile", colour_cards(pile))
    facts.add_row("stock", colour_cards(playing.stock))
    what = ", ".join(str(action) for action in playing.legal_actions())
    facts.add_row("to act", f"{names[playing.player]}: {what}")
    last = len(playing.history)
    whole = last == len(recorded.actions) and not fault
    end = "it was broken off here" if whole else f"stopped after ply {last}"
    return Group(facts, Text(end, style="dim"), "")


def _as_json(recorded: Record, number: int, ply: int) -> str:
    """Write the position after so many actions as one line of JSON."""
    playing = recorded.replay(ply)
    result = playing.result
    return json.dumps(
        {
            "round": number,
            "ply": ply,
            "action": str(recorded.actions[ply - 1]) if ply else None,
            "phase": playing.phase,
            "player": playing.player,
            "hands": [str(hand) for hand in playing.hands],
            "upcard": None if playing.upcard is None else gf.card_name(playing.upcard),
            "discards": " ".join(map(gf.card_name, playing.discards)),
            "stock": " ".join(map(gf.card_name, playing.stock)),
            "legal_actions": [str(action) for action in playing.legal_actions()],
            "kind": None if result is None else result.kind,
            "winner": None if result is None else result.winner,
            "points": None if result is None else result.points,
        }
    )
