"""Players in Rust, asked one by one: what they may do where a seat sees this, and a line of play.

>>> from gin_fast import CardSet, Round, Rules
>>> from gin_fast.sim.policy import choices
>>> played = Round(seed=1)
>>> [str(action) for action in choices("random", Rules(), played.observation(1))]
['take_discard', 'pass']
"""

from typing import Final

from gin_fast import _core
from gin_fast._fields import described, is_whole, one_of, shown
from gin_fast.card import CardSet
from gin_fast.round import ACTIONS, Action, Observation
from gin_fast.rules import Rules
from gin_fast.scoring.round_score import read_rules
from gin_fast.sim.seated import read_named
from gin_fast.sim.seed import Seed, read_number
from gin_fast.sim.tables import Tables

__all__ = ["POLICIES", "choices", "line"]

POLICIES: Final = ("random", "simple", "simple_eaai", "greedy")
"""The names of the players in Rust."""

_read_policy = one_of(*POLICIES)


def choices(
    policy: str,
    rules: Rules,
    observation: Observation,
    *,
    taken: int | None = None,
    thrown: CardSet = CardSet(),  # noqa: B008 - sets of cards are frozen.
) -> tuple[Action, ...]:
    """Return the actions of which a player in Rust does one, each as likely as the other.

    >>> from gin_fast import Round, Rules
    >>> from gin_fast.sim.policy import choices
    >>> choices("greedy", Rules(), Round(seed=1).observation(1))
    (Action.parse('pass'),)

    Args:
        policy: One of `POLICIES`.
        rules: The rules that the round is played by.
        observation: What the seat to act sees; a player in Rust does not lay out by hand.
        taken: The card that the seat has just taken from the discard pile, if any.
        thrown: The cards that it has thrown before in this round after drawing the same card as
            just now: `simple` throws none of them again.

    Raises:
        TypeError: An argument is of another kind.
        ValueError: There is no such player, or nothing that it could do.

    """
    name, rules, cards = _read_policy("policy", policy), read_rules(rules), CardSet(thrown)
    if taken is not None:
        (taken,) = CardSet([taken])
    ids = _core.policy_choices(name, rules, observation, taken, cards.mask)
    return tuple(ACTIONS[at] for at in ids)


def line(tables: Tables, i: int, players: str | tuple[str, str], seed: Seed = None) -> list[Action]:
    """Return what two players in Rust do at one table from where it stands; the table stays there.

    >>> from gin_fast.sim import Tables
    >>> from gin_fast.sim.policy import line
    >>> tables = Tables(1, seed=1)
    >>> played = tables.to_round(0)
    >>> for action in line(tables, 0, ("greedy", "simple"), seed=2):
    ...     played.apply(action)
    >>> played.phase
    'over'

    Args:
        tables: The tables.
        i: Which one; a negative one counts from the end.
        players: The name of who plays, or two, by seats.
        seed: What their choices are drawn from, None: what nobody knows before.

    Raises:
        IndexError: There is no such table.
        TypeError: An argument is of another kind.
        ValueError: There is no such player, or the seed is negative.

    """
    if not isinstance(tables, Tables):
        raise TypeError(f"tables: expected Tables, got {described(tables)}")
    if not is_whole(i):
        raise TypeError(f"i: expected an int, got {described(i)}")
    at, count = int(i), len(tables)
    if not -count <= at < count:
        raise IndexError(f"i: expected one of {count} tables, got {shown(at)}")
    number = read_number(seed)
    both = read_named("players", players)
    ids = _core.policy_line(tables._native, at % count, both, number)  # noqa: SLF001
    return [ACTIONS[action] for action in ids]
