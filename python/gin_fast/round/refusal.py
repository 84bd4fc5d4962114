"""Saying why an action is not legal, and what is."""

from gin_fast.card import card_name
from gin_fast.evaluate import deadwood
from gin_fast.round.action import Action, IllegalActionError, read_action
from gin_fast.round.state import State

__all__ = ["read_for", "refusal"]


def read_for(state: State, action: object) -> Action:
    """Read an action, and say what is legal where it is none."""
    try:
        return read_action(action)
    except IllegalActionError as error:
        raise IllegalActionError(f"{error}; {_what_is_legal(state)}") from None


def refusal(state: State, action: Action, why: str | None = None) -> IllegalActionError:
    """Return the error for an action that is not legal here."""
    reason = why or _why_not(state, action)
    where = f"for seat {state.player} in phase {state.phase}"
    return IllegalActionError(
        f"action: {action} is not legal {where}{reason and f': {reason}'}; {_what_is_legal(state)}"
    )


def _what_is_legal(state: State) -> str:
    actions = state.legal_actions()
    if not actions:
        return "the round is over"
    return f"legal are {', '.join(map(str, actions))}"


def _why_not(state: State, action: Action) -> str:
    """Return what is wrong with a discard or knock; of other actions the phase says it all."""
    card, rules = action.card, state.rules
    hand = state.hands[state.player]
    if card is None or state.phase not in {"discard", "layoff"}:
        return ""
    if card not in hand:
        return f"he does not hold {card_name(card)}"
    allowed = rules.rediscard_on_knock if action.kind == "knock" else rules.may_rediscard
    if card == state.taken and not allowed:
        return f"{card_name(card)} was just taken from the discard pile"
    if action.kind == "knock" and state.phase == "discard":
        left = deadwood(hand - {card}, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
        if left > state.knock_limit:
            return f"it leaves {left} points, and the limit is {state.knock_limit}"
    return ""
