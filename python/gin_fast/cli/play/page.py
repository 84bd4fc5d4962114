"""The table as one seat sees it, drawn."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import gin_fast as gf
from gin_fast.cli.play.hint import Choice
from gin_fast.cli.play.words import legal_words
from gin_fast.cli.show import colour_cards, colour_melds

__all__ = ["draw_choices", "draw_hand", "draw_legal", "draw_pile", "draw_table", "printable"]


def printable(name: str) -> str:
    """Return a name without what would move the cursor or colour the page."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)


def draw_hand(hand: gf.CardSet, rules: gf.Rules) -> Text:
    """Lay out a hand: its melds, then the other cards, then its deadwood."""
    best = gf.arrange(hand, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
    parts = [colour_melds(best.melds)] if best.melds else []
    if best.unmelded:
        parts.append(colour_cards(best.unmelded))
    drawn = Text("  |  ").join(parts)
    drawn.append(f"   deadwood {best.deadwood}", style="dim")
    return drawn


def draw_table(observation: gf.Observation, rules: gf.Rules, opponent: str) -> RenderableType:
    """Lay out what the player sees."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    seat = observation.seat
    deals = "you deal" if observation.dealer == seat else f"{opponent} deals"
    score = f"you {observation.scores[seat]}, {opponent} {observation.scores[1 - seat]}"
    if observation.target is not None:
        score += f", to {observation.target}"
    limit = observation.knock_limit
    knock = f"knock with {limit} or less" if limit else "no knock without gin"
    facts.add_row("score", f"{score}; {deals}; {knock}")
    facts.add_row(opponent, _seen(observation))
    facts.add_row("stock", f"{observation.stock_count} cards")
    if observation.melds_on_table:
        facts.add_row("on the table", colour_melds(observation.melds_on_table))
    else:
        facts.add_row("pile", _top(observation))
    facts.add_row("you", draw_hand(observation.hand, rules))
    return Group("", facts)


def _seen(observation: gf.Observation) -> Text:
    parts = []
    if observation.opponent_known:
        parts.append(Text("was seen to take ").append(colour_cards(observation.opponent_known)))
    if observation.opponent_declined:
        parts.append(Text("refused ").append(colour_cards(observation.opponent_declined)))
    return Text("; ").join(parts) if parts else Text("took nothing so far", style="dim")


def _top(observation: gf.Observation) -> Text:
    if observation.upcard is None:
        return Text("empty", style="dim")
    top = colour_cards([observation.upcard])
    if observation.discards:
        top.append(f"  on {len(observation.discards)} more", style="dim")
    return top


def draw_pile(observation: gf.Observation) -> Text:
    """Name the whole discard pile, oldest first."""
    cards = list(observation.discards)
    if observation.upcard is not None:
        cards.append(observation.upcard)
    return colour_cards(cards) if cards else Text("the pile is empty", style="dim")


def draw_legal(observation: gf.Observation, rules: gf.Rules) -> RenderableType:
    """List what can be typed to go on."""
    words = Table.grid(padding=(0, 2))
    words.add_column(style="bold", no_wrap=True)
    words.add_column()
    for word, what in legal_words(observation, rules):
        words.add_row(word, what)
    return Padding(words, (0, 0, 0, 2), expand=False)


def draw_choices(choices: Iterable[Choice], limit: int) -> RenderableType:
    """Lay out discards, best first, with what each leaves."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(style="green", no_wrap=True)
    table.add_column()
    for choice in choices:
        left = choice.left
        verdict = "gin" if not left.deadwood else "knock" if left.deadwood <= limit else ""
        kept = Text("keeps ").append(colour_melds(left.melds)) if left.melds else Text("no meld")
        kept.append(f"; {choice.draws} unseen cards make one")
        if choice.helps:
            kept.append("; he may want it", style="yellow")
        leaves = f"leaves {left.deadwood}"
        table.add_row(colour_cards([choice.card]), leaves, verdict, kept)
    return Padding(table, (0, 0, 0, 2), expand=False)
