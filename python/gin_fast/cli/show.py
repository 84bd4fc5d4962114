"""Evaluated hands for people (a page of text) and for programs (JSON)."""

import json
from collections.abc import Iterable, Sequence

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import gin_fast as gf
from gin_fast.cli.one_hand import Discard, Report

# Bright enough on black, dark enough on white.
_SUIT_STYLES = {"s": "bold", "c": "bold", "d": "bold red", "h": "bold red"}
_NOTHING = Text("none", style="dim")
_NAMED = 5


def show(*parts: RenderableType, least_width: int = 0) -> None:
    """Draw on standard output: in colour on a terminal, plain and without padding in a pipe.

    What needs `least_width` overflows a narrower page.
    """
    page = Console(highlight=False, emoji=False, markup=False)
    page.width = max(page.width, least_width)
    if page.is_terminal:
        page.print(*parts, sep="\n")
        return
    with page.capture() as drawn:
        page.print(*parts, sep="\n")
    click.echo("\n".join(line.rstrip() for line in drawn.get().splitlines()))


def draw(report: Report) -> RenderableType:
    """Lay out one hand; where it has eleven cards, with a table of its discards."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    facts.add_row("melds", colour_melds(report.best.melds) or _NOTHING)
    facts.add_row("unmelded", colour_cards(report.best.unmelded) or _NOTHING)
    facts.add_row("deadwood", Text.assemble(str(report.best.deadwood), *_verdict(report)))
    parts: list[RenderableType] = [
        colour_cards(report.hand),
        Padding(facts, (0, 0, 0, 2), expand=False),
    ]
    if report.discards is not None:
        parts.append(Padding(_discard_table(report.discards), (0, 0, 0, 1), expand=False))
    return Group(*parts, "")


def _verdict(report: Report) -> Iterable[str | tuple[str, str]]:
    if report.can_knock is None:
        return
    if report.big_gin:
        yield ", "
        yield "big gin", "bold green"
    elif report.discards is not None:
        yield "; "
        yield from _verdict_of_discards(report, report.discards)
    else:
        yield ", "
        if report.gin:
            yield "gin", "bold green"
            return
        yield ("may knock", "green") if report.can_knock else ("may not knock", "yellow")
        yield f" (limit {report.limit})"


def _verdict_of_discards(
    report: Report, discards: Iterable[Discard]
) -> Iterable[str | tuple[str, str]]:
    if report.gin:
        gin = [discard.card for discard in discards if discard.left.deadwood == 0]
        yield f"gin by throwing {_one_of(gin)}", "bold green"
        return
    knocks = [discard.card for discard in discards if discard.can_knock]
    if knocks:
        yield f"knocks by throwing {_one_of(knocks)}", "green"
    else:
        yield "no discard knocks", "yellow"
    yield f" (limit {report.limit})"


def _one_of(cards: Sequence[int]) -> str:
    """Name the cards, of many only how many: the table of discards names them all."""
    if len(cards) > _NAMED:
        return f"one of {len(cards)} cards"
    names = [gf.card_name(card) for card in sorted(cards)]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _discard_table(discards: Iterable[Discard]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column("discard", no_wrap=True)
    table.add_column("leaves", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("melds", overflow="fold")
    table.add_column("unmelded", overflow="fold")
    for discard in discards:
        if discard.left.deadwood == 0:
            verdict = Text("gin", style="bold green")
        else:
            verdict = Text("knock" if discard.can_knock else "", style="green")
        table.add_row(
            colour_cards([discard.card]),
            str(discard.left.deadwood),
            verdict,
            colour_melds(discard.left.melds),
            colour_cards(discard.left.unmelded),
        )
    return table


def colour_melds(melds: Iterable[gf.Meld]) -> Text:
    """Name melds, the cards of each in its own order, red suits in red."""

    def in_order(meld: gf.Meld) -> list[int]:
        # A run that goes beyond the king does not begin with its lowest id.
        text = str(meld)
        return [gf.parse_card(text[at : at + 2]) for at in range(0, len(text), 2)]

    return Text("  ").join(colour_cards(in_order(meld), between="") for meld in melds)


def colour_cards(cards: Iterable[int], between: str = " ") -> Text:
    """Name cards, red suits in red."""
    names = (gf.card_name(card) for card in cards)
    return Text(between).join(Text(name, style=_SUIT_STYLES[name[-1]]) for name in names)


def as_json(report: Report) -> str:
    """Write a report as one line of JSON.

    `discards` is a list, best first, of objects with `card`, `deadwood` and `can_knock`.
    """
    discards = report.discards and [
        {
            "card": gf.card_name(discard.card),
            "deadwood": discard.left.deadwood,
            "can_knock": discard.can_knock,
        }
        for discard in report.discards
    ]
    return json.dumps(
        {
            "hand": str(report.hand),
            "deadwood": report.best.deadwood,
            "melds": [str(meld) for meld in report.best.melds],
            "unmelded": str(report.best.unmelded),
            "gin": report.gin,
            "can_knock": report.can_knock,
            "discards": discards,
        }
    )


def bad_as_json(came: object) -> str:
    """Write what was no hand as one line of JSON whose results are all null."""
    names = ("deadwood", "melds", "unmelded", "gin", "can_knock", "discards")
    hand = came if came is None or isinstance(came, str) else str(came)
    return json.dumps({"hand": hand, **dict.fromkeys(names)})
