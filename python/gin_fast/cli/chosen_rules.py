"""The rules that options of the command line ask for."""

import ast
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

import gin_fast as gf

_Command = TypeVar("_Command", bound=Callable[..., Any])


def rules_options(command: _Command) -> _Command:
    """Give a command the options `--rules` and `--set`."""
    change = click.option(
        "--set", "fields", multiple=True, metavar="FIELD=VALUE", help="Change a field of the rules."
    )
    name = click.option(
        "--rules",
        default="standard",
        metavar="NAME | FILE.json",
        help="A preset, or what Rules.to_json() wrote.  [default: standard]",
    )
    return name(change(command))


def chosen_rules(named: str, fields: Iterable[str]) -> gf.Rules:
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
