"""Evaluating hands given as arguments, or one a line on standard input, one by one."""

import sys
from collections.abc import Iterable, Iterator

import click

import gin_fast as gf
from gin_fast.cli.bad_rows import BadRows
from gin_fast.cli.hand_text import hand_of
from gin_fast.cli.one_hand import report
from gin_fast.cli.show import as_json, bad_as_json, draw, show


def show_hands(hands: Iterable[gf.CardSet], limit: int, *, json: bool) -> None:
    """Print each hand's report."""
    for hand in hands:
        if json:
            click.echo(as_json(report(hand, limit)))
        else:
            show(draw(report(hand, limit)))


def parse_arguments(texts: tuple[str, ...]) -> list[gf.CardSet]:
    """Return the hands of the arguments, of which cards given singly make one.

    Raises:
        click.ClickException: one is no hand.

    """
    hands = []
    for number, text in enumerate(texts, 1):
        try:
            hands.append(hand_of(text))
        except ValueError as error:
            which = f"hand {number}: " if len(texts) > 1 else ""
            raise click.ClickException(f"{which}{error}") from error
    if len(hands) > 1 and all(len(hand) == 1 for hand in hands):
        return parse_arguments((" ".join(map(str, hands)),))
    return hands


def show_standard_input(limit: int, *, json: bool, skip: bool) -> None:
    """Print the report of each line as it comes.

    Raises:
        click.ClickException: a line is no hand and not skipped, or there is none.

    """
    bad = BadRows("standard input", skip)
    number = 0
    for number, line in enumerate(_lines(), 1):
        try:
            hand = hand_of(line)
        except ValueError as error:
            bad.count += 1
            if bad.to_name:
                bad.name(f"line {number}", str(error), line)
            if bad.fail:
                break
            if json:
                click.echo(bad_as_json(line))
            continue
        show_hands([hand], limit, json=json)
    if not number:
        raise click.ClickException("standard input: expected one hand a line, got nothing")
    bad.conclude("lines before it are evaluated")


def _lines() -> Iterator[str]:
    """Yield the lines of standard input; bytes that are no UTF-8 stay visible."""
    for number, line in enumerate(sys.stdin.buffer):
        raw = line.removeprefix(b"\xef\xbb\xbf") if number == 0 else line
        for part in raw.splitlines():
            yield part.decode(errors="backslashreplace")
