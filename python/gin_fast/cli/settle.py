"""Settling two hands given as arguments."""

import ast
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import click

import gin_fast as gf
from gin_fast.cli.hand_text import hand_of
from gin_fast.cli.settlement import Settlement
from gin_fast.cli.show import show
from gin_fast.cli.show_settlement import draw_settlement, settlement_as_json

_NARROW = 60
_WIDE = 200


def show_settlement(  # noqa: PLR0913 - the options of the command
    hands: tuple[str, str],
    preset: str,
    fields: Iterable[str],
    layout: str,
    upcard: str | None,
    *,
    json: bool,
) -> None:
    """Print how a knocker's and a defender's hand are settled.

    Raises:
        click.ClickException: The hands or the layout make no showdown, or there are no such rules.

    """
    rules = _rules(preset, fields)
    try:
        settlement = _settle(hands, rules, layout, upcard)
    except (ValueError, TypeError) as error:
        raise click.ClickException(str(error)) from error
    if json:
        click.echo(settlement_as_json(settlement))
    else:
        # Nothing in a pipe asks for narrow columns, and a narrow terminal can wrap lines itself.
        show(draw_settlement(settlement), least_width=_NARROW if sys.stdout.isatty() else _WIDE)


def _settle(hands: tuple[str, str], rules: gf.Rules, layout: str, upcard: str | None) -> Settlement:
    knocker, defender = (
        _hand(name, text) for name, text in zip(("knocker", "defender"), hands, strict=True)
    )
    showdown = gf.showdown(knocker, defender, rules, layout, upcard)
    first = None if upcard is None else gf.parse_card(upcard)
    return Settlement(knocker, defender, rules, first, showdown)


def _hand(name: str, text: str) -> gf.CardSet:
    try:
        return hand_of(text)
    except ValueError as error:
        raise gf.InvalidHandError(f"{name}: {error}") from error


def _rules(named: str, fields: Iterable[str]) -> gf.Rules:
    """Return the rules of a preset or a file, with fields changed.

    Raises:
        click.ClickException: The file cannot be read.
        click.UsageError: There is no such preset or field, or the rules refuse a value.

    """
    try:
        if named.endswith(".json"):
            rules = gf.Rules.from_json(Path(named).read_text(encoding="utf-8"))
        else:
            rules = gf.Rules.preset(named)
    except OSError as error:
        raise click.ClickException(f"--rules: {named}: {error.strerror}") from error
    except (ValueError, TypeError) as error:
        raise click.UsageError(f"--rules: {re.sub('^(name|text): ', '', str(error))}") from error
    changes = {}
    for field in fields:
        name, is_given, text = field.partition("=")
        if not is_given:
            raise click.UsageError(f"--set: expected FIELD=VALUE, got {field!r}")
        changes[name.strip()] = _value(text.strip())
    try:
        return rules.replace(**changes)
    except (ValueError, TypeError) as error:
        raise click.UsageError(f"--set: {error}") from error


def _value(text: str) -> object:
    """Return what a text stands for: written as in Python or JSON, words with or without quotes."""
    words = {"true": True, "false": False, "null": None}
    try:
        return words[text] if text in words else ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
