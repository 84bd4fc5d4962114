"""What all players here do when they are asked."""

import random
from collections.abc import Iterable

from gin_fast._fields import read_seed
from gin_fast.card import CardSet, Meld
from gin_fast.round import Action, Observation
from gin_fast.round.layoffs import lay_on
from gin_fast.rules import Rules
from gin_fast.settle import Defence, defend

__all__ = ["draw_from", "laid_out_best", "left_of", "legal_in"]


def legal_in(observation: Observation) -> tuple[Action, ...]:
    """Return what is legal.

    Raises:
        ValueError: Nothing is.

    """
    if not observation.legal_actions:
        raise ValueError(
            f"observation: seat {observation.seat} has nothing to do in phase {observation.phase}"
        )
    return observation.legal_actions


def draw_from(numbers: random.Random, seed: object) -> None:
    """Draw the next choices from a seed, if there is one."""
    known: int | None = read_seed("seed", seed)
    if known is not None:
        numbers.seed(known)


def left_of(observation: Observation) -> CardSet:
    """Return what a defender holds who lays out by hand.

    A layoff and a meld of his own lie on the table and are still in the hand he is shown.
    """
    left = observation.hand
    for meld in observation.melds_on_table:
        left -= meld.cards
    return left


def laid_out_best(observation: Observation, legal: tuple[Action, ...], rules: Rules) -> Action:
    """Return what a defender does who lays out by hand, and does as well as can be done."""
    left, table = left_of(observation), observation.melds_on_table
    layoffs = [action for action in legal if action.kind == "lay_off"]
    # `defend` always lays off, which is not allowed after gin, and not by every rule.
    theirs = [meld for meld in table if layoffs and not meld.cards <= observation.hand]
    best = _defend(left, theirs, rules)
    for action in layoffs:
        card, (onto,) = action.card, action.melds
        if card is None or card not in best.laid_off:
            continue
        # A card that fits two melds may open only one of them to the next card.
        after = lay_on(theirs, onto, card, rules.ace)
        if _defend(left - {card}, after, rules).deadwood == best.deadwood:
            return action
    for action in legal:
        if action.kind == "meld" and action.melds[0] in best.melds:
            return action
    return next(action for action in legal if action.kind == "pass")


def _defend(hand: CardSet, theirs: Iterable[Meld], rules: Rules) -> Defence:
    return defend(hand, theirs, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
