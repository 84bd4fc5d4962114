"""What one seat may know of a round, and who plays by it."""

from dataclasses import dataclass
from typing import Protocol

from gin_fast.card import CardSet, Meld
from gin_fast.round.action import Action
from gin_fast.round.result import Seat

__all__ = ["Observation", "Player"]


@dataclass(frozen=True, slots=True)
class Observation:
    """What one seat knows: his own hand and everything that was done in the open.

    A knock shows the knocker's hand, and the end of it the defender's; the knocking discard lies
    face down and is never shown.

    Attributes:
        hand: His own cards; what he has laid on the table is still among them.
        upcard: The card that lies face up, or None.
        discards: The cards under it, oldest first.
        stock_count: How many cards the stock has.
        opponent_known: The opponent's cards that were seen: those he took from the discard pile and
            still holds, and those that he has shown.
        opponent_declined: The upcards that the opponent has refused at some time.
        phase: `upcard`, `draw`, `discard`, `wall`, `layoff` or `over`.
        player: The seat that is to act; at the end the one that acted last.
        seat: The seat whose observation it is.
        knock_limit: The most deadwood to knock with in this round.
        scores: What counts towards the target, by seat; (0, 0) outside a game.
        target: The points that end the game; None outside a game.
        dealer: The seat that dealt.
        melds_on_table: After a knock the knocker's melds, by lowest id, with what was laid off on
            them; behind them the defender's own.
        legal_actions: What the seat can do, by id; empty where it is not his to act.

    """

    hand: CardSet
    upcard: int | None
    discards: tuple[int, ...]
    stock_count: int
    opponent_known: CardSet
    opponent_declined: CardSet
    phase: str
    player: Seat
    seat: Seat
    knock_limit: int
    scores: tuple[int, int]
    target: int | None
    dealer: Seat
    melds_on_table: tuple[Meld, ...]
    legal_actions: tuple[Action, ...]


class Player(Protocol):
    """Who plays: gets observations only, and answers with what he does.

    He may have a method `reset(seat, rules, seed)` besides, which is called before each round.
    """

    def act(self, observation: Observation) -> Action | int | str:
        """Return what to do: an action, its id or its text."""
        ...
