"""What a player can do, one value a thing, and how it is written.

Everything that is done with one card or none has an id and one shared `Action` in `ACTIONS`: 0 to
51 discard that card, 52 to 103 knock discarding it, then `draw_stock`, `take_discard`, `pass` and
`big_gin`. What a defender lays out by hand has a text only.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from gin_fast._fields import described, is_whole, shown
from gin_fast.card import InvalidCardError, InvalidHandError, Meld, card_name, parse_card

__all__ = ["ACTIONS", "Action", "IllegalActionError"]

ActionKind: TypeAlias = Literal[
    "discard", "knock", "draw_stock", "take_discard", "pass", "big_gin", "meld", "lay_off"
]

# Where the ids of a kind begin; those of `discard` and `knock` go on card by card.
FIRST_ID: Final = {
    "discard": 0,
    "knock": 52,
    "draw_stock": 104,
    "take_discard": 105,
    "pass": 106,
    "big_gin": 107,
}
_PACK = 52
_EXAMPLES = "discard Kd, knock Kd, draw_stock, take_discard, pass or big_gin"
_LAYING_OUT = "meld 7c7d7h or lay_off Kd: KcKhKs"


class IllegalActionError(ValueError):
    """An action that is none, or that the rules do not allow here.

    >>> from gin_fast import IllegalActionError, Round
    >>> try:
    ...     Round(seed=1).apply("draw_stock")
    ... except IllegalActionError as error:
    ...     print(error)
    action: draw_stock is not legal for seat 1 in phase upcard; legal are take_discard, pass
    """

    # Where it is public: tracebacks and pickles name it so.
    __module__ = "gin_fast"


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """One thing that a player does.

    Those with an id are shared: `ACTIONS` has them all. `str` is the text that `parse` reads.

    >>> from gin_fast import Action
    >>> action = Action.parse("knock Kd: 7c7d7h 2s3s4s")
    >>> action.id, action.kind, action.melds
    (90, 'knock', (Meld('2s3s4s'), Meld('7c7d7h')))
    >>> str(action)
    'knock Kd: 2s3s4s 7c7d7h'

    Attributes:
        id: The id, 0 to 107; None for `meld` and `lay_off`.
        kind: `discard`, `knock`, `draw_stock`, `take_discard`, `pass`, `big_gin`, `meld` or
            `lay_off`.
        card: The id of the card thrown or laid off, or None.
        melds: The layout that a knock or big gin names, by lowest id, empty for the canonical one;
            the meld laid out; or the one laid off on, as it lies.

    Raises:
        IllegalActionError: The four do not go together, or `card` is no card's id.
        TypeError: `melds` are no melds.

    """

    id: int | None
    kind: ActionKind
    card: int | None = None
    melds: tuple[Meld, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in get_args(ActionKind):
            raise IllegalActionError(f"kind: expected one of actions, got {shown(self.kind)}")
        with_card = self.kind in {"discard", "knock", "lay_off"}
        if with_card != (self.card is not None):
            wanted = "the id of a card" if with_card else "None"
            raise IllegalActionError(f"card: expected {wanted} for {self.kind}, got {self.card}")
        if self.card is not None and not (is_whole(self.card) and 0 <= int(self.card) < _PACK):
            raise IllegalActionError(f"card: expected an id from 0 to 51, got {shown(self.card)}")
        if not all(isinstance(meld, Meld) for meld in self.melds):
            raise TypeError(f"melds: expected Melds, got {shown(self.melds)}")
        # Frozen, but the order of melds means nothing, so that of lowest id stands for all.
        object.__setattr__(self, "melds", tuple(sorted(self.melds, key=min)))
        wanted_id = FIRST_ID.get(self.kind)
        if wanted_id is not None and self.card is not None:
            wanted_id += self.card
        if self.id != wanted_id:
            raise IllegalActionError(f"id: expected {wanted_id} for {self.kind}, got {self.id}")
        one_meld = self.kind in {"meld", "lay_off"}
        if (one_meld and len(self.melds) != 1) or (
            self.melds and not one_meld and self.kind not in {"knock", "big_gin"}
        ):
            wanted = "one meld" if one_meld else "no meld"
            raise IllegalActionError(f"melds: expected {wanted} for {self.kind}, got {self.melds}")

    @classmethod
    def parse(cls, text: str) -> "Action":
        """Return the action that a text says.

        >>> from gin_fast import Action
        >>> Action.parse("discard 10h").id, Action.parse("pass").id
        (48, 106)
        >>> Action.parse("lay_off kd: KcKhKs").melds
        (Meld('KsKcKh'),)

        Args:
            text: ``discard Kd``, ``knock Kd``, ``draw_stock``, ``take_discard``, ``pass`` or
                ``big_gin``; with a layout of one's own ``knock Kd: 7c7d7h 2s3s4s``; by hand
                ``meld 7c7d7h`` and ``lay_off Kd: KcKhKs``.

        Raises:
            IllegalActionError: The text is no action.
            TypeError: It is no text.

        """
        if not isinstance(text, str):
            raise TypeError(f"action: expected a text, got {described(text)}")
        head, colon, layout = text.partition(":")
        kind, *words = head.split() or [""]
        kind = kind.lower()
        try:
            melds = tuple(sorted(map(_read_meld, layout.replace(",", " ").split()), key=min))
            if kind == "meld" and words and not colon:
                return cls(None, "meld", None, (_read_meld("".join(words)),))
            if kind == "lay_off" and words and len(melds) == 1:
                return cls(None, "lay_off", parse_card("".join(words)), melds)
            if kind in FIRST_ID and bool(words) == (kind in {"discard", "knock"}):
                card = parse_card("".join(words)) if words else 0
                action = ACTIONS[FIRST_ID[kind] + card]
                if not colon:
                    return action
                if kind in {"knock", "big_gin"} and melds:
                    return replace(action, melds=melds)
        except (InvalidCardError, InvalidHandError) as error:
            raise IllegalActionError(f"action: {shown(text)} names no action: {error}") from None
        raise IllegalActionError(
            f"action: expected {_EXAMPLES}, or by hand {_LAYING_OUT}; got {shown(text)}"
        )

    def __str__(self) -> str:
        text: str = self.kind
        if self.card is not None:
            text += f" {card_name(self.card)}"
        if self.kind == "meld":
            return f"{text} {self.melds[0]}"
        if self.melds:
            text += f": {' '.join(map(str, self.melds))}"
        return text

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"


def _read_meld(text: str) -> Meld:
    """Read a meld under whichever rule about aces makes it one; a round knows which it is."""
    for ace in ("low", "high_or_low"):
        try:
            return Meld(text, ace=ace)
        except InvalidHandError:
            continue
    return Meld(text, ace="corner")


def _every_action() -> tuple[Action, ...]:
    def of(kind: ActionKind) -> list[Action]:
        first = FIRST_ID[kind]
        if kind in {"discard", "knock"}:
            return [Action(first + card, kind, card) for card in range(52)]
        return [Action(first, kind)]

    kinds = [kind for kind in get_args(ActionKind) if kind in FIRST_ID]
    return tuple(action for kind in kinds for action in of(kind))


ACTIONS: Final = _every_action()
"""Every action that has an id, by id."""


def read_action(action: object) -> Action:
    """Read what `Round.apply` is given: an `Action`, an id or a text."""
    if isinstance(action, Action):
        return action
    if isinstance(action, str):
        return Action.parse(action)
    if not is_whole(action):
        raise TypeError(f"action: expected an Action, an id or a text, got {described(action)}")
    number = int(action)
    if not 0 <= number < len(ACTIONS):
        raise IllegalActionError(
            f"action: expected an id from 0 to {len(ACTIONS) - 1}, got {shown(number)}"
        )
    return ACTIONS[number]


class _ActionsOfASuit(dict[int, tuple[Action, ...]]):
    """The actions for the cards of one suit, by its 13 bits; found when first asked for."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self._first = first

    def __missing__(self, ranks: int) -> tuple[Action, ...]:
        held = (self._first + rank for rank in range(13) if ranks >> rank & 1)
        return self.setdefault(ranks, tuple(ACTIONS[at] for at in held))


_SPADES, _CLUBS, _DIAMONDS, _HEARTS = (_ActionsOfASuit(first) for first in range(0, 52, 13))
_RANKS = (1 << 13) - 1


def listed(legal: int) -> list[Action]:
    """Return the actions whose bits are set, by id.

    Plain discards are looked up suit by suit: in play they are nearly all there is to list.
    """
    actions = [
        *_SPADES[legal & _RANKS],
        *_CLUBS[legal >> 13 & _RANKS],
        *_DIAMONDS[legal >> 26 & _RANKS],
        *_HEARTS[legal >> 39 & _RANKS],
    ]
    others = legal >> 52
    while others:
        lowest = others & -others
        actions.append(ACTIONS[51 + lowest.bit_length()])
        others ^= lowest
    return actions
