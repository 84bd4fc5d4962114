"""The end of a round told: who knocked, the showdown line by line, what it is worth."""

from rich.console import Group, RenderableType
from rich.text import Text

import gin_fast as gf
from gin_fast.cli.settlement import Settlement
from gin_fast.cli.show_settlement import draw_settlement

__all__ = ["draw_ending"]


def draw_ending(played: gf.Round, names: tuple[str, str]) -> RenderableType:
    """Lay out how a round that is over ended.

    Args:
        played: The round.
        names: What seat 0 and seat 1 are called.

    Raises:
        ValueError: It is not over.

    """
    result = played.result
    if result is None:
        raise ValueError("played: the round is not over")
    if result.knocker is None:
        return Text("the round is drawn: nobody knocked, nobody scores", style="bold")
    return Group(_headline(result, names), draw_settlement(_settlement(played, result)))


def _headline(result: gf.RoundResult, names: tuple[str, str]) -> Text:
    knocker, defender = (names[seat] for seat in _sides(result))
    how = {"gin": "gin", "big_gin": "big gin"}.get(result.kind, "a knock")
    text = f"{how} by {knocker}, against {defender}"
    if result.winner is None:
        return Text(f"{text}: nobody scores", style="bold")
    points = f"{result.points} point" + "s" * (result.points != 1)
    return Text(f"{text}: {points} for {names[result.winner]}", style="bold")


def _sides(result: gf.RoundResult) -> tuple[int, int]:
    knocker = result.knocker or 0
    return knocker, 1 - knocker


def _settlement(played: gf.Round, result: gf.RoundResult) -> Settlement:
    """Return a result as the showdown that it is, whose sides are the knocker and the defender."""
    knocker, defender = _sides(result)
    hands = played.hands
    # A drawn round has no showdown; where there is a knocker there are both deadwoods.
    shown = gf.Showdown(
        kind="knock" if result.kind == "draw" else result.kind,
        winner=None if result.winner is None else 0 if result.winner == knocker else 1,
        points=result.points,
        boxes=result.boxes,
        knocker_melds=result.knocker_melds,
        knocker_deadwood=result.knocker_deadwood or 0,
        defender_melds=result.defender_melds,
        laid_off=result.laid_off,
        defender_deadwood=result.defender_deadwood or 0,
    )
    return Settlement(hands[knocker], hands[defender], played.rules, played.first_upcard, shown)
