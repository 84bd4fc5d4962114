"""One round as a record, and the line of JSON that holds it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal

from gin_fast._fields import described, one_of, read_seed, shown, whole
from gin_fast.card import card_name, parse_card
from gin_fast.record.error import RecordError
from gin_fast.round import Action, Round, RoundResult
from gin_fast.rules import Rules

__all__ = ["HEAD", "VERSION", "Record"]

VERSION: Final = 1
HEAD: Final = f'{{"gin_fast": {VERSION}'
"""How every line begins: an unfinished one is told from a foreign file by it."""

_FIELDS = (
    "gin_fast",
    "rules",
    "dealer",
    "deck",
    "seed",
    "layoff",
    "actions",
    "result",
    "players",
)
_read_seat = one_of(0, 1)
_read_layoff = one_of("best", "manual")


@dataclass(frozen=True, slots=True)
class Record:
    """One round from its deal on, over or not.

    Made by `Record.of` or `Record.from_json`, its actions are legal and its result is theirs.

    >>> from gin_fast import Round
    >>> from gin_fast.record import Record
    >>> played = Round(seed=1)
    >>> played.apply("pass")
    >>> record = Record.of(played, players=("Ann", "Bob"))
    >>> record.replay().history == played.history
    True
    >>> Record.from_json(record.to_json()) == record
    True

    Attributes:
        rules: The rules of the round.
        dealer: The seat that dealt.
        deck: The 52 cards, first dealt first.
        seed: What the deck was drawn from, None if it is not known.
        layoff: How the defender lays off, ``"best"`` or ``"manual"``.
        actions: What was played.
        result: How it ended, None if it is not over.
        players: The names of seat 0 and seat 1, or empty.

    """

    rules: Rules
    dealer: int
    deck: tuple[int, ...]
    seed: int | None
    layoff: Literal["best", "manual"]
    actions: tuple[Action, ...]
    result: RoundResult | None
    players: tuple[str, ...] = ()

    @classmethod
    def of(cls, played: Round, players: Iterable[str] = ()) -> "Record":
        """Return the record of a round, as far as it is played.

        Args:
            played: A round that was dealt, not one of `Round.from_parts`.
            players: The names of seat 0 and seat 1, or empty.

        Raises:
            TypeError: It is no Round, or a name is no text.
            ValueError: It was made from parts, or there are not two names.

        """
        if not isinstance(played, Round):
            raise TypeError(f"played: expected a Round, got {described(played)}")
        if played.deck is None:
            raise ValueError("played: a round made from parts has no deal to record")
        return cls(
            played.rules,
            played.dealer,
            tuple(played.deck),
            played.seed,
            played.layoff,
            tuple(played.history),
            played.result,
            read_players(players),
        )

    def replay(self, ply: int | None = None) -> Round:
        """Return the round after so many actions.

        >>> from gin_fast import Round
        >>> from gin_fast.record import Record
        >>> played = Round(seed=1)
        >>> for action in ("pass", "pass", "draw_stock"):
        ...     played.apply(action)
        >>> Record.of(played).replay(2).legal_actions()
        [Action.parse('draw_stock')]

        Args:
            ply: How many actions, 0 for the deal; None for all.

        Raises:
            RecordError: An action is not legal.
            TypeError: `ply` is no int.
            ValueError: There are not so many actions.

        """
        count = whole(0, len(self.actions), or_none=True)("ply", ply)
        playing = self._dealt()
        for number, action in enumerate(self.actions[:count], 1):
            try:
                playing.apply(action)
            except ValueError as error:
                raise RecordError(str(error), ply=number) from error
        return playing

    def _dealt(self) -> Round:
        """Return the round before the first action; with a seed, it is what deals the deck."""
        if self.seed is not None:
            dealt = Round(self.rules, seed=self.seed, dealer=self.dealer, layoff=self.layoff)
            if tuple(dealt.deck or ()) != self.deck:
                raise RecordError(f"deck: not the one that seed {self.seed} deals")
            return dealt
        return Round(self.rules, deck=self.deck, dealer=self.dealer, layoff=self.layoff)

    def to_json(self) -> str:
        """Return the record as one line of JSON, without the end of the line."""
        return json.dumps(
            {
                "gin_fast": VERSION,
                "rules": _changes(self.rules),
                "dealer": self.dealer,
                "deck": " ".join(map(card_name, self.deck)),
                "seed": self.seed,
                "layoff": self.layoff,
                "actions": [str(action) for action in self.actions],
                "result": None if self.result is None else _result_fields(self.result),
                "players": list(self.players),
            }
        )

    @classmethod
    def from_json(cls, text: str) -> "Record":
        """Read a record from a line of JSON, play it through and compare the result.

        Args:
            text: What `to_json` gives.

        Raises:
            TypeError: It is no text.
            RecordError: It is no record, or one of another version; a field is missing, unknown or
                of the wrong kind; the deck is none, or not that of the seed; an action is not
                legal; or the result is another than that of the actions.

        """
        if not isinstance(text, str):
            raise TypeError(f"text: expected a str of JSON, got {described(text)}")
        given = _object(text)
        record = cls(
            _rules(given["rules"]),
            _field(_read_seat, "dealer", given),
            _deck(given["deck"]),
            _field(read_seed, "seed", given),
            _field(_read_layoff, "layoff", given),
            (),
            None,
            _names(given["players"]),
        )
        playing = record.replay()
        try:
            # Each is played before the next is read, so that the first fault is the one named.
            for ply, action in enumerate(_texts(given["actions"]), 1):
                _play(playing, action, ply)
            _compare(playing.result, given["result"])
        except RecordError as error:
            before = replace(record, actions=playing.history)
            raise RecordError(error.reason, ply=error.ply, before=before) from error.__cause__
        return replace(record, actions=playing.history, result=playing.result)


def read_players(players: object) -> tuple[str, ...]:
    """Read the names of two players, or none."""
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise TypeError(f"players: expected two names or none, got {described(players)}")
    names = tuple(players)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"players: expected names, got {described(name)}")
    if len(names) not in {0, 2}:
        raise ValueError(f"players: expected two names or none, got {len(names)}")
    return names


def _changes(rules: Rules) -> dict[str, object]:
    """Return the fields that differ from the standard."""
    values = ((field.name, field.default, getattr(rules, field.name)) for field in fields(Rules))
    return {name: value for name, standard, value in values if value != standard}


def _result_fields(result: RoundResult) -> dict[str, object]:
    return {
        "kind": result.kind,
        "winner": result.winner,
        "points": result.points,
        "boxes": result.boxes,
        "knocker": result.knocker,
        "knocker_deadwood": result.knocker_deadwood,
        "defender_deadwood": result.defender_deadwood,
        "knocker_melds": [str(meld) for meld in result.knocker_melds],
        "defender_melds": [str(meld) for meld in result.defender_melds],
        "laid_off": str(result.laid_off),
    }


def _object(text: str) -> dict[str, Any]:
    """Read the JSON of a line: an object with the fields of a record, each once."""
    try:
        given = json.loads(text, object_pairs_hook=_without_repeats)
    except RecordError:
        raise
    except RecursionError:
        raise RecordError("no record: JSON nested too deeply") from None
    except ValueError as error:
        raise RecordError(f"no record: expected one JSON object: {error}") from None
    if not isinstance(given, dict) or "gin_fast" not in given:
        raise RecordError('no record: expected a JSON object with the key "gin_fast"')
    version = given["gin_fast"]
    # True is 1 to Python, and so is 1.0.
    if type(version) is not int or version != VERSION:
        raise RecordError(
            f"gin_fast: expected version {VERSION} of the format, got {shown(version)}"
        )
    for name in _FIELDS:
        if name not in given:
            raise RecordError(f"{name}: missing")
    for name in given:
        if name not in _FIELDS:
            raise RecordError(f"unknown field {shown(name)}")
    return given


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object of these pairs; JSON would let the last of two values win."""
    held = dict(pairs)
    if len(held) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise RecordError(f"the key {shown(repeated)} is repeated")
    return held


def _field(read: Any, name: str, given: Mapping[str, object]) -> Any:
    try:
        return read(name, given[name])
    except (TypeError, ValueError) as error:
        raise RecordError(str(error)) from None


def _rules(given: object) -> Rules:
    if not isinstance(given, dict):
        raise RecordError(f"rules: expected a JSON object, got {described(given)}")
    try:
        return Rules().replace(**given)
    except (TypeError, ValueError) as error:
        raise RecordError(f"rules: {error}") from None


def _deck(given: object) -> tuple[int, ...]:
    if not isinstance(given, str):
        raise RecordError(f"deck: expected the text of 52 cards, got {described(given)}")
    try:
        deck = tuple(map(parse_card, given.split()))
    except ValueError as error:
        raise RecordError(f"deck: {error}") from None
    if len(deck) != 52:  # noqa: PLR2004 - a deck.
        raise RecordError(f"deck: expected 52 cards, got {len(deck)}")
    if len(set(deck)) != len(deck):
        repeated = next(card for card in deck if deck.count(card) > 1)
        raise RecordError(f"deck: {card_name(repeated)} is repeated")
    return deck


def _texts(given: object) -> list[object]:
    if not isinstance(given, list):
        raise RecordError(f"actions: expected a JSON array, got {described(given)}")
    return given


def _play(playing: Round, text: object, ply: int) -> None:
    if not isinstance(text, str):
        raise RecordError(f"expected the text of an action, got {described(text)}", ply=ply)
    try:
        action = Action.parse(text)
    except ValueError as error:
        raise RecordError(str(error), ply=ply) from None
    try:
        playing.apply(action)
    except ValueError as error:
        raise RecordError(str(error), ply=ply) from error


def _names(given: object) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise RecordError(f"players: expected a JSON array, got {described(given)}")
    try:
        return read_players(given)
    except (TypeError, ValueError) as error:
        raise RecordError(str(error)) from None


def _compare(result: RoundResult | None, given: object) -> None:
    """Refuse a result that is not what the actions lead to."""
    wanted = None if result is None else _result_fields(result)
    if given == wanted and _same_kinds(given, wanted):
        return
    if wanted is None or given is None:
        end = "do not end the round" if wanted is None else "end the round"
        raise RecordError(f"result: the actions {end}, got {shown(given)}")
    if not isinstance(given, dict):
        raise RecordError(f"result: expected a JSON object or null, got {described(given)}")
    for name, value in wanted.items():
        if name not in given:
            raise RecordError(f"result: {name} is missing")
        if given[name] != value or not _same_kinds(given[name], value):
            raise RecordError(
                f"result: {name} is {shown(value)} after these actions, got {shown(given[name])}"
            )
    unknown = next(name for name in given if name not in wanted)
    raise RecordError(f"result: unknown field {shown(unknown)}")


def _same_kinds(given: object, wanted: object) -> bool:
    """Whether equal values are written alike: to Python 1, 1.0 and true are equal."""
    return json.dumps(given, sort_keys=True) == json.dumps(wanted, sort_keys=True)
