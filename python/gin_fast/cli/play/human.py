"""A person at the keyboard, as a player."""

import sys
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import click
from rich.text import Text

import gin_fast as gf
from gin_fast.cli.play.hint import hint, in_words, typed
from gin_fast.cli.play.house_rules import house_rules
from gin_fast.cli.play.page import draw_choices, draw_legal, draw_pile, draw_table
from gin_fast.cli.play.words import Command, action_of, read_command
from gin_fast.cli.show import colour_cards, show

__all__ = ["HumanPlayer", "Quit"]

Rehearsal: TypeAlias = Callable[[Sequence[gf.Action]], gf.Observation]

_PROMPT: Final = "> "
# What shows nothing that was hidden, so that it can be taken back.
_OPEN: Final = frozenset({"take_discard", "meld", "lay_off"})
_HELP: Final = """\
take            take the card that lies face up
draw            draw from the stock
pass            leave the upcard; end a round that nobody wins; lay out nothing more
d Kd            discard Kd
k Kd            knock, throwing Kd; k Kd: 7c7d7h 2s3s4s lays out the hand so
gin Kd          throw Kd and have gin
big gin         all eleven cards are in melds
meld 7c7d7h     after a knock: lay out a meld of your own
lay Kd          after a knock: lay Kd off; lay Kd on KcKhKs says where
hint            what would be best, and why
undo            take back what you did, as long as it showed nothing hidden
pile            the whole discard pile, oldest card first
rules           the rules of this game
help            this list
quit            stop; what was played is kept in the record"""


class Quit(Exception):  # noqa: N818 - nothing went wrong.
    """The person has had enough."""


class HumanPlayer:
    """A person at the keyboard: sees the table on standard output, and types what he does.

    It needs the extra `cli`. `gin-fast play` seats him at a table that lets him take things back;
    in a match of your own what he types is done at once.

    >>> from gin_fast.cli.play import HumanPlayer
    >>> HumanPlayer(opponent="simple").name
    'human'

    Args:
        opponent: What the opponent is called.

    """

    name = "human"

    def __init__(self, opponent: str = "the opponent") -> None:
        self._opponent = opponent
        self._rules = gf.Rules()
        self._rehearse: Rehearsal | None = None
        # What can be taken back, and what cannot and waits for the round to ask.
        self._open: list[gf.Action] = []
        self._decided: list[gf.Action] = []
        # A throw that was typed, but costs more than a slip of the finger should.
        self._doubted: gf.Action | None = None
        self._last: gf.Action | None = None
        self._hand = gf.CardSet()

    def reset(self, seat: int, rules: gf.Rules, seed: int | None = None) -> None:
        """Begin a round by these rules."""
        del seat, seed
        self._rules = rules
        self.forget_pending()
        self._doubted = self._last = None

    def sit_down(self, rehearse: Rehearsal) -> None:
        """Let him take things back.

        What he does in the open is then kept until he does something that cannot be taken back.

        Args:
            rehearse: Given actions, it returns what the seat would know after them, and leaves
                the round itself alone.

        """
        self._rehearse = rehearse

    @property
    def pending(self) -> tuple[gf.Action, ...]:
        """What he has done and the round was not told of."""
        return (*self._decided, *self._open)

    def forget_pending(self) -> None:
        """Let go of what is pending."""
        self._decided.clear()
        self._open.clear()

    def act(self, observation: gf.Observation) -> gf.Action:
        """Ask what to do until it is something legal.

        Raises:
            Quit: He has typed so.
            EOFError: There is nothing more to read.
            ValueError: There is nothing legal to do: it is not his turn.

        """
        if not observation.legal_actions:
            raise ValueError(
                f"observation: seat {observation.seat} has nothing to do in phase "
                f"{observation.phase}"
            )
        if not self._decided:
            self._decide(observation)
        action = self._decided.pop(0)
        self._last, self._hand = action, observation.hand
        return action

    def _decide(self, observation: gf.Observation) -> None:
        """Ask until something is typed that cannot be taken back."""
        # What he sees, and would see after each thing that can be taken back.
        seen = [observation]
        drawn = observation.hand - self._hand
        if self._last is not None and self._last.kind == "draw_stock" and len(drawn) == 1:
            show(Text("you draw ").append(colour_cards(drawn)))
        self._show_table(observation)
        while True:
            command = self._read(seen[-1])
            if command is None:
                continue
            if command.word == "undo":
                self._undo(seen)
                continue
            if not command.is_move and command.word != "yes":
                self._tell(command, seen[-1])
                continue
            action = self._move(command, seen[-1])
            if action is None:
                continue
            if action.kind in _OPEN and self._rehearse is not None:
                after = self._rehearse([*self._open, action])
                if after.legal_actions:
                    self._open.append(action)
                    seen.append(after)
                    self._show_table(after)
                    continue
            self._decided = [*self._open, action]
            self._open = []
            return

    def _read(self, observation: gf.Observation) -> Command | None:
        """Read a line, or complain about it."""
        line = input(_PROMPT)
        if not sys.stdin.isatty():
            # A terminal shows what is typed by itself.
            click.echo(line)
        if not line.strip():
            show(draw_legal(observation, self._rules))
            return None
        try:
            return read_command(line)
        except ValueError as error:
            show(str(error))
            return None

    def _move(self, command: Command, observation: gf.Observation) -> gf.Action | None:
        """Return what is to be done, or say why not."""
        doubted, self._doubted = self._doubted, None
        if command.word == "yes":
            if doubted is None:
                show("there is no question to say yes to")
            return doubted
        try:
            action = action_of(command, observation, self._rules)
            if action.melds and action.kind in {"knock", "big_gin"}:
                self._check_layout(action)
        except ValueError as error:
            show(str(error).removeprefix("action: "))
            show(draw_legal(observation, self._rules))
            return None
        question = "" if action == doubted else self._doubt(action, observation)
        if question:
            self._doubted = action
            show(question)
            return None
        return action

    def _check_layout(self, action: gf.Action) -> None:
        """Let the round say whether it takes a layout."""
        if self._rehearse is None:
            raise ValueError("a layout of your own can be shown in `gin-fast play` only")
        self._rehearse([*self._open, action])

    def _doubt(self, action: gf.Action, observation: gf.Observation) -> str:
        """Return a question where a throw breaks a meld and leaves more than another would."""
        card = action.card
        if action.kind not in {"discard", "knock"} or card is None:
            return ""
        hand, rules = observation.hand, self._rules
        best = gf.arrange(hand, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
        meld = next((meld for meld in best.melds if card in meld), None)
        left = gf.deadwood_after_discard(hand, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
        thrown = [a.card for a in observation.legal_actions if a.card is not None]
        if meld is None or left[card] == min(left[other] for other in thrown):
            return ""
        name = gf.card_name(card)
        return f"{name} is part of {meld}, and without it you have {left[card]}: `yes` throws it"

    def _undo(self, seen: list[gf.Observation]) -> None:
        if self._doubted is not None:
            name = gf.card_name(self._doubted.card or 0)
            self._doubted = None
            show(f"{name} is not thrown")
        elif self._open:
            taken_back = self._open.pop()
            seen.pop()
            show(f"taken back: {typed(taken_back)}")
            self._show_table(seen[-1])
        elif self._last is None:
            show("there is nothing to take back: you have done nothing in this round")
        elif self._last.kind == "draw_stock" and seen[-1].phase == "discard":
            show("it cannot be taken back: you have seen the card that you drew")
        elif self._rehearse is None:
            show("nothing can be taken back here")
        else:
            show(f"it cannot be taken back: {self._opponent} has moved since")

    def _tell(self, command: Command, observation: gf.Observation) -> None:
        """Answer what is asked about the round."""
        if command.word == "quit":
            raise Quit
        if command.word == "help":
            show(_HELP)
        elif command.word == "pile":
            show(draw_pile(observation))
        elif command.word == "rules":
            for line in house_rules(self._rules, observation.knock_limit):
                show(f"  {line}")
            show(f"  {self._rules!r}")
        else:
            found = hint(observation, self._rules)
            show(*in_words(found))
            if found.choices:
                show(draw_choices(found.choices, observation.knock_limit))

    def _show_table(self, observation: gf.Observation) -> None:
        show(draw_table(observation, self._rules, self._opponent))
        show(draw_legal(observation, self._rules))
