"""Settlements for people (a table) and for programs (JSON)."""

import json

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import gin_fast as gf
from gin_fast.cli.settlement import Line, Settlement
from gin_fast.cli.show import colour_cards, colour_melds

# Four melded cards and a blank.
_CARDS = 9
_SECTIONS = frozenset({"knocker", "defender", "knock", "gin", "big gin", "undercut"})


def draw_settlement(settlement: Settlement) -> RenderableType:
    """Lay out a settlement line by line."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    # On a narrow page words wrap; cards and points stay whole.
    table.add_column("", style="bold", overflow="fold")
    table.add_column("", overflow="fold")
    table.add_column("cards", overflow="fold", min_width=_CARDS)
    table.add_column("points", justify="right", no_wrap=True, min_width=len("points"))
    lines = list(settlement.lines())
    for at, line in enumerate(lines):
        last = at + 1 == len(lines)
        ends = not last and lines[at + 1].who in _SECTIONS
        style = "bold green" if last else ""
        points = Text(line.points, style=style)
        table.add_row(line.who, line.what, _cards(line), points, end_section=ends, style=style)
    return Group(Padding(table, (0, 0, 0, 1), expand=False), "")


def _cards(line: Line) -> Text:
    nothing = Text("none", style="dim")
    melds = colour_melds(line.melds or ())
    if line.cards is None:
        return Text() if line.melds is None else melds or nothing
    cards = colour_cards(line.cards) or nothing
    return Text(" on ").join([cards, melds]) if line.melds else cards


def settlement_as_json(settlement: Settlement) -> str:
    """Write a settlement as one line of JSON."""
    shown = settlement.showdown
    return json.dumps(
        {
            "kind": shown.kind,
            "winner": {0: "knocker", 1: "defender", None: None}[shown.winner],
            "points": shown.points,
            "boxes": shown.boxes,
            "knocker_melds": [str(meld) for meld in shown.knocker_melds],
            "knocker_deadwood": shown.knocker_deadwood,
            "defender_melds": [str(meld) for meld in shown.defender_melds],
            "laid_off": [
                {"card": gf.card_name(layoff.card), "meld": str(layoff.meld)}
                for layoff in settlement.layoffs
            ],
            "defender_deadwood": shown.defender_deadwood,
        }
    )
