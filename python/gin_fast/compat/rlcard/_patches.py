"""What takes the place of RLCard's functions and methods once `install` was called.

Each is called as RLCard's is and works on RLCard's own objects.
"""

import functools
from collections import OrderedDict
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from rlcard.envs import gin_rummy as env
from rlcard.games.gin_rummy import game, judge, player
from rlcard.games.gin_rummy.utils import melding, utils

from gin_fast import _core
from gin_fast._core import (
    clusters_of_kept,
    going_out_of_clusters,
    observation_of_piles,
    throws_of_kept,
    view_of_piles,
)
from gin_fast.compat.rlcard.actions import ActionEvent, decode_action
from gin_fast.compat.rlcard.errors import GinRummyProgramError
from gin_fast.compat.rlcard.game import GinRummyGame

# Whose attribute, its name, what it becomes.
Patch = tuple[ModuleType | type, str, Callable[..., Any]]

_SCORE_NORTH, _SCORE_SOUTH, _DRAW, _PICK_UP, _DEAD_HAND, _GIN = range(6)
_DISCARDS, _KNOCKS = 6, 58
_ANY_NUMBER_OF_DRAWS = 52
# The core counts with 32 bits.
_MOST = 2**31 - 1


def _limit(count: float) -> int:
    return int(max(-_MOST, min(_MOST, count)))


def get_meld_clusters(hand: Any) -> Any:
    """As `melding.get_meld_clusters` of ours."""
    return _core.get_meld_clusters(hand)


def get_best_meld_clusters(hand: Any) -> Any:
    """As `melding.get_best_meld_clusters` of ours."""
    return _core.get_best_meld_clusters(hand)


def get_all_run_melds(hand: Any) -> Any:
    """As `melding.get_all_run_melds` of ours."""
    return _core.get_all_run_melds(hand)


def get_all_set_melds(hand: Any) -> Any:
    """As `melding.get_all_set_melds` of ours."""
    return _core.get_all_set_melds(hand)


def get_all_run_melds_for_suit(cards: Any, suit: str) -> Any:
    """As `melding.get_all_run_melds_for_suit` of ours."""
    return _core.get_all_run_melds_for_suit(cards, suit)


def get_deadwood(hand: Any, meld_cluster: Any) -> Any:
    """As `utils.get_deadwood` of ours."""
    return _core.get_deadwood(hand, meld_cluster)


def get_deadwood_count(hand: Any, meld_cluster: Any) -> Any:
    """As `utils.get_deadwood_count` of ours."""
    return _core.get_deadwood_count(hand, meld_cluster)


def clusters_of_player(self: Any) -> Any:
    """Return what `GinRummyPlayer.get_meld_clusters` does."""
    return clusters_of_kept(self.meld_kinds_by_rank_id, self.meld_run_by_suit_id)


def _state(env: Any, seat: int, legal: "OrderedDict[int, None]") -> dict[str, Any]:
    if env.game.is_over():
        observation = np.zeros((5, 52), dtype=np.int64)
    else:
        round_ = env.game.round
        dealer, own, other = round_.dealer, round_.players[seat], round_.players[(seat + 1) % 2]
        observation = observation_of_piles(
            own.hand, dealer.discard_pile, other.known_cards, dealer.stock_pile, other.hand
        )
    return {
        "obs": observation,
        "legal_actions": legal,
        "raw_legal_actions": list(legal),
        "raw_obs": observation,
    }


def state_of_whoever_acts(self: Any, state: Any) -> dict[str, Any]:  # noqa: ARG001 - RLCard's signature.
    """Return what `GinRummyEnv._extract_state` does: the state of the player to act."""
    return _state(self, self.game.round.current_player_id, self._get_legal_actions())


def state_of_player(self: Any, state: Any) -> dict[str, Any]:
    """Return the state of the player whom `state` is of; only who is to act has legal actions."""
    acting = self.game.round.current_player_id
    seat = state.get("player_id", acting) if state else acting
    legal = self._get_legal_actions() if seat == acting else OrderedDict()
    return _state(self, seat, legal)


def _view_of(*, compat: bool) -> Callable[..., Any]:
    def get_state(self: Any, player_id: int) -> dict[str, Any]:
        """Return the cards that a player may see, as texts."""
        if self.is_over():
            return {}
        round_ = self.round
        dealer, other = round_.dealer, round_.players[(player_id + 1) % 2]
        seat = round_.current_player_id if compat else player_id
        last = self.get_last_action()
        is_shown = last is not None and last.action_id in {_SCORE_NORTH, _SCORE_SOUTH}
        known = other.hand if is_shown else other.known_cards
        hand = round_.players[seat].hand
        return view_of_piles(seat, hand, dealer.discard_pile, known, dealer.stock_pile, other.hand)

    return get_state


def _going_out(*, compat: bool) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def get_going_out_cards(hand: Any, going_out_deadwood_count: int) -> Any:
        """As `judge.get_going_out_cards` of ours."""
        limit = _limit(going_out_deadwood_count)
        return _core.get_going_out_cards(hand, limit, compat=compat)

    def _get_going_out_cards(
        meld_clusters: Any, hand: Any, going_out_deadwood_count: int
    ) -> tuple[Any, Any]:
        """Return the cards to knock and to go gin with, by these clusters."""
        limit = _limit(going_out_deadwood_count)
        return going_out_of_clusters(meld_clusters, hand, limit, compat)

    return get_going_out_cards, _get_going_out_cards


def _throws(game: Any, last: Any, *, compat: bool) -> list[int]:
    """Return what a player of eleven cards may do."""
    settings, round_ = game.settings, game.round
    player = round_.get_current_player()
    held, knocks, has_gin = throws_of_kept(
        player.hand,
        player.meld_kinds_by_rank_id,
        player.meld_run_by_suit_id,
        _limit(settings.going_out_deadwood_count),
        compat,
    )
    if settings.is_allowed_gin and has_gin:
        return [_GIN]
    picked_up = last is not None and last.action_id == _PICK_UP
    if picked_up and not settings.is_allowed_to_discard_picked_up_card:
        held.remove(utils.get_card_id(round_.move_sheet[-1].card))
    legal = [_DISCARDS + card for card in held]
    may_knock = player.player_id == 0 or not settings.is_south_never_knocks
    if settings.is_allowed_knock and may_knock and knocks:
        ids = [_KNOCKS + card for card in knocks]
        return ids if settings.is_always_knock else legal + ids
    return legal


def _after_discard(game: Any) -> list[int]:
    settings, round_ = game.settings, game.round
    may_draw = len(round_.dealer.stock_pile) > settings.stockpile_dead_card_count
    if settings.max_drawn_card_count < _ANY_NUMBER_OF_DRAWS:
        drawn = sum(action.action_id == _DRAW for action in game.actions)
        may_draw = may_draw and drawn < settings.max_drawn_card_count
    if len(round_.move_sheet) >= settings.max_move_count:
        return [_DEAD_HAND]
    first = _DRAW if may_draw else _DEAD_HAND
    return [first, _PICK_UP] if settings.is_allowed_pick_up_discard else [first]


def _legal_ids(game: Any, *, compat: bool) -> list[int]:
    last = game.get_last_action()
    action = None if last is None else last.action_id
    if action in {None, _DRAW, _PICK_UP}:
        return _throws(game, last, compat=compat)
    if action == _SCORE_SOUTH:
        return []
    if action == _SCORE_NORTH:
        return [_SCORE_SOUTH]
    return _after_discard(game) if _DISCARDS <= action < _KNOCKS else [_SCORE_NORTH]


def _judging(*, compat: bool) -> Callable[..., Any]:
    def get_legal_actions(self: Any) -> list[Any]:
        """Return what the player to act may do."""
        if isinstance(self.game, GinRummyGame):
            return self.game.judge.get_legal_actions()
        return [decode_action(action_id) for action_id in _legal_ids(self.game, compat=compat)]

    return get_legal_actions


def _asked(game: Any, *, compat: bool) -> list[int]:
    """Return what a game's judge says is legal, which may be another one than RLCard's."""
    if type(game.judge) is judge.GinRummyJudge and game.judge.game is game:
        return _legal_ids(game, compat=compat)
    return [allowed.action_id for allowed in game.judge.get_legal_actions()]


def _listing(*, compat: bool) -> Callable[..., Any]:
    def legal_actions_of_env(self: Any) -> "OrderedDict[int, None]":
        """Return what the player to act may do, ids as keys."""
        return OrderedDict.fromkeys(_asked(self.game, compat=compat))

    return legal_actions_of_env


def _checked(step: Callable[..., Any]) -> Callable[..., Any]:
    def checked_step(self: Any, action: Any) -> Any:
        """Play an action that is legal."""
        if not isinstance(action, ActionEvent):
            return step(self, action)
        legal = _asked(self, compat=False)
        if action.action_id not in legal:
            ids = ", ".join(map(str, legal))
            expected = f" here: expected one of {ids}" if legal else ": the game is over"
            raise GinRummyProgramError(f"action {action.action_id} is not legal{expected}")
        return step(self, action)

    return checked_step


def _or_theirs(ours: Callable[..., Any], theirs: Callable[..., Any]) -> Callable[..., Any]:
    """Return ours, but theirs for what ours refuses: they make something of any card or hand."""

    @functools.wraps(theirs)
    def either(*arguments: Any, **named: Any) -> Any:
        try:
            return ours(*arguments, **named)
        except Exception:  # noqa: BLE001 - what they raise instead is what is to be raised.
            return theirs(*arguments, **named)

    return either


def _named(patch: Patch, *, compat: bool) -> Patch:
    """Return a patch that pickles by the name of what it replaces."""
    owner, name, ours = patch
    theirs = vars(owner)[name]
    if compat:
        return owner, name, _or_theirs(ours, theirs)
    return owner, name, functools.update_wrapper(ours, theirs) if _is_local(ours) else ours


def _is_local(function: Callable[..., Any]) -> bool:
    return "<locals>" in function.__qualname__


def patches(*, compat: bool) -> list[Patch]:
    """Return what is put in, where and under which name."""
    get_going_out_cards, _get_going_out_cards = _going_out(compat=compat)
    found: list[Patch] = [
        (melding, "get_all_run_melds", get_all_run_melds),
        (melding, "get_all_run_melds_for_suit", get_all_run_melds_for_suit),
        (melding, "get_all_set_melds", get_all_set_melds),
        (melding, "get_best_meld_clusters", get_best_meld_clusters),
        (melding, "get_meld_clusters", get_meld_clusters),
        (utils, "get_deadwood", get_deadwood),
        (utils, "get_deadwood_count", get_deadwood_count),
        (judge, "get_going_out_cards", get_going_out_cards),
        (judge, "_get_going_out_cards", _get_going_out_cards),
        (judge.GinRummyJudge, "get_legal_actions", _judging(compat=compat)),
        (player.GinRummyPlayer, "get_meld_clusters", clusters_of_player),
        (game.GinRummyGame, "get_state", _view_of(compat=compat)),
        (env.GinRummyEnv, "_extract_state", state_of_whoever_acts if compat else state_of_player),
        (env.GinRummyEnv, "_get_legal_actions", _listing(compat=compat)),
    ]
    if not compat:
        found.append((game.GinRummyGame, "step", _checked(game.GinRummyGame.step)))
    return [_named(patch, compat=compat) for patch in found]
