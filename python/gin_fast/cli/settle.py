"""Settling two hands given as arguments."""

import sys
from collections.abc import Iterable

import click

import gin_fast as gf
from gin_fast.cli.chosen_rules import chosen_rules
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
    rules = chosen_rules(preset, fields)
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
