"""Players for tests, and rounds as they play them."""

import random
from typing import Literal

import gin_fast as gf
from gin_fast.round import Action, Observation, Round
from gin_fast.rules import Rules


class Chance:
    """Draws by chance, throws what leaves least and goes out as soon as he can.

    By chance alone games under some rules would have no end: nobody would ever have gin.
    """

    def __init__(self) -> None:
        self.numbers = random.Random(0)
        self.resets: list[tuple[int, Rules, int]] = []
        self.seen: list[Observation] = []

    def reset(self, seat: int, rules: Rules, seed: int) -> None:
        self.numbers = random.Random(seed)
        self.resets.append((seat, rules, seed))

    def act(self, observation: Observation) -> Action:
        self.seen.append(observation)
        return sensible(list(observation.legal_actions), observation.hand, self.numbers)


class Wilful(Chance):
    """As `Chance`, with numbers that no seed governs."""

    def reset(self, seat: int, rules: Rules, seed: int) -> None:
        self.resets.append((seat, rules, seed))
        self.numbers = random.Random()


def sensible(legal: list[Action], hand: gf.CardSet, numbers: random.Random) -> Action:
    going_out = [action for action in legal if action.kind in {"knock", "big_gin"}]
    if going_out or len(hand) < 11:
        return numbers.choice(going_out or legal)
    left = gf.deadwood_after_discard(hand)
    thrown = [(left[action.card], action) for action in legal if action.card is not None]
    least = min(points for points, _ in thrown)
    return numbers.choice([action for points, action in thrown if points == least])


def choose(legal: list[Action], numbers: random.Random) -> Action:
    going_out = [action for action in legal if action.kind in {"knock", "big_gin"}]
    if going_out and numbers.random() < 0.5:
        return numbers.choice(going_out)
    return numbers.choice(legal)


def played_out(
    rules: Rules,
    numbers: random.Random,
    layoff: Literal["best", "manual"] = "best",
    plies: int | None = None,
) -> Round:
    """Return a round of random moves, to its end or after so many."""
    deck = list(range(52))
    numbers.shuffle(deck)
    playing = Round(rules, deck=deck, dealer=numbers.randrange(2), layoff=layoff)
    while playing.phase != "over" and (plies is None or len(playing.history) < plies):
        playing.apply(choose(playing.legal_actions(), numbers))
    return playing
