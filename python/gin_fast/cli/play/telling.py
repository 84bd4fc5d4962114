"""An opponent whose moves are told as he makes them."""

import click
from rich.text import Text

import gin_fast as gf
from gin_fast.cli.one_line import one_line
from gin_fast.cli.show import colour_cards, show
from gin_fast.round.action import read_action

__all__ = ["Told"]


class Told:
    """A player whose moves are printed, as far as everybody at the table sees them."""

    def __init__(self, player: gf.Player, name: str) -> None:
        self._player = player
        self.name = name

    def reset(self, seat: int, rules: gf.Rules, seed: int | None = None) -> None:
        """Tell the player that a round begins, if he wants to know.

        Raises:
            click.ClickException: He fails.

        """
        reset = getattr(self._player, "reset", None)
        if reset is not None:
            try:
                reset(seat, rules, seed)
            except Exception as error:
                raise self._failed(error) from error

    def act(self, observation: gf.Observation) -> gf.Action:
        """Return what the player does, and print it.

        Raises:
            click.ClickException: He fails, or what he does is no action.

        """
        try:
            action = read_action(self._player.act(observation))
        except Exception as error:
            raise self._failed(error) from error
        if any(action.id == legal.id for legal in observation.legal_actions):
            self._tell(action, observation.upcard)
        return action

    def _failed(self, error: Exception) -> click.ClickException:
        return click.ClickException(f"{self.name} failed: {one_line(error)}")

    def _tell(self, action: gf.Action, upcard: int | None) -> None:
        words = {
            "discard": "throws ",
            "take_discard": "takes ",
            "draw_stock": "draws from the stock",
            "pass": "passes",
            "knock": "knocks",
            "big_gin": "has big gin",
            "meld": "melds ",
            "lay_off": "lays off ",
        }
        said = words[action.kind]
        # The card thrown with a knock lies face down.
        card = upcard if action.kind == "take_discard" else action.card
        cards = [] if card is None or action.kind == "knock" else [card]
        line = Text(f"{self.name} {said}").append(colour_cards(cards))
        if action.kind == "lay_off":
            line.append(" on ")
        if action.kind in {"meld", "lay_off"}:
            line.append(colour_cards(action.melds[0], ""))
        show(line)
