"""What would be best here, and why: from what the player may know, and nothing else.

A discard is judged by the deadwood that it leaves, then by whether it helps the opponent's cards
that were seen, then by how many cards that nobody saw would make a meld with the rest, then by
what it costs to keep. A knock is tried against the hands that the opponent
may hold: those cards that were seen, and the others dealt at random.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

import gin_fast as gf

__all__ = ["Choice", "Hint", "hint"]

_TEN: Final = 10
_TRIED: Final = 2_000
_SHOWN: Final = 4
_HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that may be thrown.

    Attributes:
        card: The card.
        left: How the other ten can be laid out.
        helps: Whether it makes a meld with cards that the opponent was seen to take.
        draws: How many cards that were not seen make a meld with the other ten.

    """

    card: int
    left: gf.Arrangement
    helps: bool
    draws: int


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do, why, and the best discards, where a card is to be thrown.

    Attributes:
        action: What is best.
        reasons: Sentences that say why.
        choices: The best discards, best first; empty where none is due.

    """

    action: gf.Action
    reasons: tuple[str, ...]
    choices: tuple[Choice, ...] = ()


def hint(observation: gf.Observation, rules: gf.Rules) -> Hint:
    """Return what is best.

    >>> import gin_fast as gf
    >>> playing = gf.Round(seed=1)
    >>> found = hint(playing.observation(1), playing.rules)
    >>> str(found.action), found.reasons[0]
    ('pass', 'Jh makes no meld with your hand')

    Raises:
        ValueError: It is not the seat's turn.

    """
    if not observation.legal_actions:
        raise ValueError(f"observation: seat {observation.seat} has nothing to do")
    if observation.phase == "discard":
        return _throw(observation, rules)
    if observation.phase == "layoff":
        return _lay_out(observation, rules)
    return _draw(observation, rules)


def choices(observation: gf.Observation, rules: gf.Rules) -> list[Choice]:
    """Return every card that may be thrown, best first."""
    hand, seen = observation.hand, observation.opponent_known
    unseen = _unseen(observation)
    cards = {a.card for a in observation.legal_actions if a.card is not None}
    found = []
    for card in cards:
        kept = hand - {card}
        draws = sum(_melds_with(kept, other, rules) for other in unseen)
        helps = _melds_with(seen, card, rules)
        found.append(Choice(card, _arranged(kept, rules), helps, draws))
    return sorted(
        found,
        key=lambda c: (c.left.deadwood, c.helps, -c.draws, -gf.CardSet([c.card]).points, -c.card),
    )


def _unseen(observation: gf.Observation) -> gf.CardSet:
    """Return the cards that the player does not know the place of."""
    seen = observation.hand | observation.opponent_known | gf.CardSet(observation.discards)
    if observation.upcard is not None:
        seen |= {observation.upcard}
    return gf.CardSet(range(52)) - seen


def _throw(observation: gf.Observation, rules: gf.Rules) -> Hint:
    ordered = choices(observation, rules)
    legal = {action.id: action for action in observation.legal_actions}
    shown = tuple(ordered[:_SHOWN])
    if observation.legal_actions[-1].kind == "big_gin":
        reason = f"all eleven cards are in melds: {rules.big_gin_bonus} and what he is left with"
        return Hint(observation.legal_actions[-1], (reason,))
    best = ordered[0]
    knock = legal.get(52 + best.card)
    plain = legal.get(best.card)
    if knock is not None and best.left.deadwood == 0:
        reason = f"throwing {gf.card_name(best.card)} leaves nothing: gin, {rules.gin_bonus} more"
        return Hint(knock, (reason,), shown)
    reasons = [_why_throw(best)]
    if knock is None:
        return Hint(_there(plain), tuple(reasons), shown)
    won, points = _tried(observation, rules, best)
    reasons.append(
        f"a knock with {best.left.deadwood} wins {won:.0%} of hands dealt to him at random, and "
        f"{points:+.1f} points a time; his own has been played, and will be better than these"
    )
    if plain is None or (points > 0 and won > _HALF):
        return Hint(knock, tuple(reasons), shown)
    return Hint(plain, (*reasons, "so play on"), shown)


def _there(action: gf.Action | None) -> gf.Action:
    if action is None:
        raise ValueError("observation: expected a card that may be thrown")
    return action


def _why_throw(best: Choice) -> str:
    name = gf.card_name(best.card)
    kept = " ".join(map(str, best.left.melds)) or "no meld"
    reason = (
        f"without {name} you have {best.left.deadwood}, and keep {kept}; "
        f"{best.draws} unseen cards make one"
    )
    return f"{reason}; but he may want it" if best.helps else reason


def _tried(observation: gf.Observation, rules: gf.Rules, best: Choice) -> tuple[float, float]:
    """Return how often a knock wins, and its points on average."""
    own = observation.hand - {best.card}
    seen, unseen = observation.opponent_known, list(_unseen(observation))
    # The same hand gets the same answer twice, and whatever is dealt next is not touched.
    numbers = np.random.default_rng(observation.hand.mask)
    drawn = numbers.permuted(np.tile(np.array(unseen, np.uint64), (_TRIED, 1)), axis=1)
    bits = np.left_shift(np.uint64(1), drawn[:, : _TEN - len(seen)])
    hands = np.bitwise_or.reduce(bits, axis=1) | np.uint64(seen.mask)
    # The limit is this deal's, and who wins does not hang on a doubled score.
    plain = rules.replace(oklahoma=False, spade_double=False, knock_limit=observation.knock_limit)
    points = gf.knock_points(np.full(_TRIED, own.mask, np.uint64), hands, plain)
    return float((points > 0).mean()), float(points.mean())


def _draw(observation: gf.Observation, rules: gf.Rules) -> Hint:
    legal = {action.kind: action for action in observation.legal_actions}
    other = legal.get("draw_stock") or legal.get("pass")
    take, upcard = legal.get("take_discard"), observation.upcard
    if take is None or upcard is None:
        return Hint(observation.legal_actions[0], ("nothing else is allowed",))
    hand, name = observation.hand, gf.card_name(upcard)
    now = _arranged(hand, rules).deadwood
    banned = set() if rules.may_rediscard else {upcard}
    with_card = hand | {upcard}
    thrown = {card: _arranged(with_card - {card}, rules) for card in with_card - banned}
    card = min(thrown, key=lambda card: (thrown[card].deadwood, -card))
    left = thrown[card]
    then = f"with {name}, throwing {gf.card_name(card)}, you have {left.deadwood}; now it is {now}"
    if _melds_with(hand, upcard, rules) and left.deadwood <= now:
        melds = " ".join(str(meld) for meld in left.melds if upcard in meld)
        reason = f"{name} makes {melds}" if melds else f"{name} makes a meld with your hand"
        return Hint(take, (reason, then))
    if other is None:
        return Hint(take, (then, "nothing else is allowed"))
    limit = observation.knock_limit
    if left.deadwood <= limit and (limit < now or observation.phase == "wall"):
        return Hint(take, (then, f"and may knock: the limit is {limit}"))
    return Hint(other, (f"{name} makes no meld with your hand", then))


def _lay_out(observation: gf.Observation, rules: gf.Rules) -> Hint:
    """Return the next step of the best answer to a knock."""
    player = gf.SimplePlayer()
    player.reset(observation.seat, rules)
    action = player.act(observation)
    if action.kind == "pass":
        return Hint(action, ("nothing more can be laid out to any use",))
    return Hint(action, ("it is part of what leaves you least",))


def _melds_with(hand: gf.CardSet, card: int, rules: gf.Rules) -> bool:
    return any(card in meld for meld in gf.melds(hand | {card}, ace=rules.ace))


def _arranged(hand: gf.CardSet, rules: gf.Rules) -> gf.Arrangement:
    return gf.arrange(hand, ace=rules.ace, ace_deadwood=rules.ace_deadwood)


def in_words(found: Hint) -> Iterator[str]:
    """Yield the lines of a hint: what to type, and why."""
    yield f"hint: {typed(found.action)}"
    for reason in found.reasons:
        yield f"  {reason}"


def typed(action: gf.Action) -> str:
    """Return what to type for an action."""
    words = {"draw_stock": "draw", "take_discard": "take", "big_gin": "big gin"}
    if action.card is None:
        return words.get(action.kind, str(action))
    name = gf.card_name(action.card)
    if action.kind == "lay_off":
        return f"lay {name} on {action.melds[0]}"
    return f"{'d' if action.kind == 'discard' else 'k'} {name}"
