"""RLCard's objects of a game, as views of an engine.

`GinRummyGame` plays; what hangs on it (`round`, its `players` and `dealer`) reads the engine anew
each time, in lists that may be changed without any effect on the game.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from gin_fast._core import Engine
from gin_fast.compat.rlcard import melding, moves
from gin_fast.compat.rlcard.actions import ActionEvent, decode_action, id_of
from gin_fast.compat.rlcard.card import Card
from gin_fast.compat.rlcard.people import (
    DealerAtTable,
    GinRummyDealer,
    GinRummyPlayer,
    PlayerAtTable,
)
from gin_fast.compat.rlcard.settings import Settings, for_engine, is_default, on_change
from gin_fast.compat.rlcard.utils import get_card, get_deadwood_count, get_deck

__all__ = [
    "GinRummyDealer",
    "GinRummyGame",
    "GinRummyJudge",
    "GinRummyPlayer",
    "GinRummyRound",
    "GinRummyScorer",
    "get_payoff_gin_rummy_v0",
    "get_payoff_gin_rummy_v1",
]

SCORE_NORTH, SCORE_SOUTH, NUM_ACTIONS = 0, 1, 110
_MOVES: dict[int, Callable[..., moves.GinRummyMove]] = {
    0: moves.ScoreNorthMove,
    1: moves.ScoreSouthMove,
    2: moves.DrawCardMove,
    3: moves.PickupDiscardMove,
    4: moves.DeclareDeadHandMove,
    5: moves.GinMove,
}
_FIRST_DISCARD, _FIRST_KNOCK = 6, 58
_INDICES = [card.get_index() for card in get_deck()]


def _cards(ids: list[int]) -> list[Card]:
    return [get_card(card) for card in ids]


def _kind_of_move(action_id: int) -> Callable[..., moves.GinRummyMove]:
    if action_id >= _FIRST_KNOCK:
        return moves.KnockMove
    return moves.DiscardMove if action_id >= _FIRST_DISCARD else _MOVES[action_id]


def _score(hand: list[Card]) -> tuple[list[list[Card]], int]:
    """Return the melds with which a hand is scored, and its deadwood."""
    clusters = melding.get_best_meld_clusters(hand)
    cluster = clusters[0] if clusters else []
    return cluster, get_deadwood_count(hand, cluster)


class GinRummyRound:
    """Where one deal stands.

    >>> game = GinRummyGame()
    >>> state, player_id = game.init_game()
    >>> game.round.dealer_id == 1 - player_id, len(game.round.dealer.stock_pile)
    (True, 31)
    """

    def __init__(self, engine: Engine, np_random: np.random.RandomState) -> None:
        self._engine = engine
        self.np_random = np_random
        self.dealer = DealerAtTable(engine, np_random)
        self.players = [PlayerAtTable(engine, seat, np_random) for seat in (0, 1)]

    @property
    def dealer_id(self) -> int:
        """Who dealt."""
        return self._engine.dealer

    @property
    def current_player_id(self) -> int:
        """Who is to act."""
        return self._engine.player

    @property
    def is_over(self) -> bool:
        """Whether both players are scored."""
        return self._engine.is_over

    @property
    def going_out_action(self) -> ActionEvent | None:
        """The knock, gin or dead hand that ended the play."""
        out = self._engine.went_out
        return out and decode_action(out[1])

    @property
    def going_out_player_id(self) -> int | None:
        """Who ended the play."""
        out = self._engine.went_out
        return out and out[0]

    @property
    def move_sheet(self) -> list[moves.GinRummyMove]:
        """The moves, the deal first."""
        dealing = PlayerAtTable(self._engine, self.dealer_id, self.np_random)
        deck = self.dealer.shuffled_deck
        sheet: list[moves.GinRummyMove] = [moves.DealHandMove(dealing, deck)]
        scored = iter(self._engine.scored_hands())
        for player_id, action_id, card in self._engine.moves():
            player, action = self.players[player_id], decode_action(action_id)
            kind = _kind_of_move(action_id)
            details: tuple[Any, ...] = ()
            if card is not None:
                details = (get_card(card),)
            elif action_id in {SCORE_NORTH, SCORE_SOUTH}:
                details = _score(_cards(next(scored)))
            sheet.append(kind(player, action, *details))
        return sheet

    def get_current_player(self) -> PlayerAtTable:
        """Return who is to act."""
        return self.players[self.current_player_id]


# What a player is paid in a game that is over.
Payoff = Callable[[GinRummyPlayer, "GinRummyGame"], float]


def get_payoff_gin_rummy_v0(player: GinRummyPlayer, game: "GinRummyGame") -> int:
    """Return a player's deadwood."""
    return game.engine.deadwood(player.player_id)


def get_payoff_gin_rummy_v1(player: GinRummyPlayer, game: "GinRummyGame") -> float:
    """Return 1 for who went gin, 0.2 for who knocked, else minus a hundredth of the deadwood."""
    payoffs = game.engine.payoffs()
    return 0.0 if payoffs is None else payoffs[player.player_id]


class GinRummyScorer:
    """Says what the players are paid.

    Args:
        name: What it is called.
        get_payoff: A function of a player and the game.

    >>> scorer = GinRummyScorer(get_payoff=lambda player, game: 7)
    >>> game = GinRummyGame()
    >>> state, player_id = game.init_game()
    >>> scorer.get_payoffs(game)
    [7, 7]

    """

    def __init__(self, name: str | None = None, get_payoff: Payoff | None = None) -> None:
        self.name = "GinRummyScorer" if name is None else name
        self.get_payoff: Payoff = get_payoff or get_payoff_gin_rummy_v1

    def get_payoffs(self, game: "GinRummyGame") -> list[float]:
        """Return what both players are paid."""
        return [self.get_payoff(player=player, game=game) for player in game.round.players]  # type: ignore[call-arg]


class GinRummyJudge:
    """Says what is legal; its `scorer` says what is paid."""

    def __init__(self, game: "GinRummyGame") -> None:
        self.game = game
        self.scorer = GinRummyScorer()

    def get_legal_actions(self) -> list[ActionEvent]:
        """Return what the player to act may do, in RLCard's order."""
        return [decode_action(action) for action in self.game.engine.legal_actions()]


class GinRummyGame:
    """RLCard's game with actions as objects.

    Args:
        allow_step_back: Kept, as an attribute; there is no step back.
        compat: Whether it has RLCard's faults, as for `GinRummyEnv`.

    >>> game = GinRummyGame()
    >>> state, player_id = game.init_game()
    >>> action = game.judge.get_legal_actions()[0]
    >>> state, next_player_id = game.step(action)
    >>> game.get_last_action() == action
    True

    """

    def __init__(self, allow_step_back: bool = False, *, compat: bool = False) -> None:  # noqa: FBT001, FBT002 - RLCard's signature.
        self.allow_step_back = allow_step_back
        self.compat = compat
        self.np_random = np.random.RandomState()
        self.num_players = 2
        self.engine = Engine(compat=compat)
        self.judge = GinRummyJudge(self)
        self.settings = Settings()
        self._round: GinRummyRound | None = None
        self._is_dealt = False

    @property
    def settings(self) -> Settings:
        """What is chosen about the game."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._settings = settings
        on_change(settings, self)
        self.settings_changed()

    def settings_changed(self) -> None:
        """Have the game go on by its settings as they are now."""
        self.engine.choose(for_engine(self._settings))

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        on_change(self._settings, self)

    def deal(self) -> None:
        """Deal the next game, on an engine of its own: who holds the round before keeps it."""
        engine = Engine(compat=self.compat)
        if not is_default(self._settings):
            engine.choose(for_engine(self._settings))
        engine.reset(self.np_random)
        self.engine, self._round, self._is_dealt = engine, None, True

    @property
    def round(self) -> GinRummyRound:
        """Where the deal stands; None before the first one."""
        if self._round is None and self._is_dealt:
            self._round = GinRummyRound(self.engine, self.np_random)
        return self._round  # type: ignore[return-value]

    @property
    def actions(self) -> list[ActionEvent]:
        """The actions since the deal."""
        return [decode_action(action) for action in self.engine.actions()]

    def init_game(self) -> tuple[dict[str, Any], int]:
        """Deal a game; return the state of the player who begins, and who that is."""
        self.deal()
        return self.get_state(self.engine.player), self.engine.player

    def step(self, action: ActionEvent) -> tuple[dict[str, Any], int]:
        """Play an action; return the state of the player who acts next, and who that is.

        Raises:
            GinRummyProgramError: The action is not legal; with `compat` what RLCard fails at.
            TypeError: It is no action.

        """
        self.engine.apply(id_of(action))
        return self.get_state(self.engine.player), self.engine.player

    def step_back(self) -> bool:
        """Raise NotImplementedError, as RLCard's game does."""
        raise NotImplementedError

    def get_num_players(self) -> int:
        """Return 2."""
        return self.num_players

    @staticmethod
    def get_num_actions() -> int:
        """Return 110."""
        return NUM_ACTIONS

    def get_player_id(self) -> int:
        """Return who is to act."""
        return self.engine.player

    def is_over(self) -> bool:
        """Return whether both players are scored, or none was dealt cards."""
        return self.engine.is_over

    def get_current_player(self) -> GinRummyPlayer:
        """Return who is to act."""
        return self.round.get_current_player()

    def get_last_action(self) -> ActionEvent | None:
        """Return the action played last, or None."""
        action_id = self.engine.last_action
        return None if action_id is None else decode_action(action_id)

    def get_state(self, player_id: int) -> dict[str, Any]:
        """Return what a player may see, cards as suit and rank; nothing once the game is over.

        With `compat` it is what the player to act sees, with the other hand as `player_id` has it:
        RLCard's fault.
        """
        engine = self.engine
        if engine.is_over:
            return {}
        other = (player_id + 1) % 2
        seat = engine.player if self.compat else player_id
        known = engine.known_cards(other)
        if engine.last_action in {SCORE_NORTH, SCORE_SOUTH}:
            known = engine.hand(other)
        unknown = engine.stock() + [card for card in engine.hand(other) if card not in known]
        discards = engine.discards()
        piles = {
            "hand": engine.hand(seat),
            "top_discard": discards[-1:],
            "dead_cards": discards[:-1],
            "opponent_known_cards": known,
            "unknown_cards": unknown,
        }
        named = {name: [_INDICES[card] for card in pile] for name, pile in piles.items()}
        return {"player_id": seat, **named}

    @staticmethod
    def decode_action(action_id: int) -> ActionEvent:
        """Return the action with an id."""
        return decode_action(action_id)
