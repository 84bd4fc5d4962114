"""Settling two hands given as arguments."""

import json as json_format
from collections.abc import Iterable

import click

import gin_fast as gf
from gin_fast.cli.hand_text import hand_of
from gin_fast.cli.settlement import Settlement
from gin_fast.cli.show import show
from gin_fast.cli.show_settlement import draw_settlement, settlement_as_json


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
        click.ClickException: The hands, the rules or the layout make no showdown.

    """
    try:
        settlement = _settle(hands, _rules(preset, fields), layout, upcard)
    except (ValueError, TypeError) as error:
        raise click.ClickException(str(error)) from error
    if json:
        click.echo(settlement_as_json(settlement))
    else:
        show(draw_settlement(settlement))


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


def _rules(preset: str, fields: Iterable[str]) -> gf.Rules:
    """Return a preset with fields changed; values are written as in JSON, words without quotes."""
    changes: dict[str, object] = {}
    for field in fields:
        name, is_given, text = field.partition("=")
        if not is_given:
            raise ValueError(f"--set: expected FIELD=VALUE, got {field!r}")
        try:
            changes[name.strip()] = json_format.loads(text)
        except ValueError:
            changes[name.strip()] = text.strip()
    return gf.Rules.preset(preset).replace(**changes)
