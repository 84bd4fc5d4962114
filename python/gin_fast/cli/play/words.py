"""What a person types, read as what he wants; and what he can type here, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import gin_fast as gf

__all__ = ["Command", "action_of", "knocks_with", "legal_words", "read_command"]

# Each word, and what it is short for. Actions may also be typed as a record has them.
_WORDS: Final = {
    "take": ("t", "take_discard"),
    "draw": ("stock", "draw_stock"),
    "pass": ("p", "done"),
    "discard": ("d", "throw"),
    "knock": ("k",),
    "gin": ("g",),
    "big gin": ("b", "bg", "big_gin"),
    "meld": ("m",),
    "lay": ("l", "lay off", "lay_off"),
    "yes": ("y",),
    "hint": ("h",),
    "undo": ("u",),
    "pile": (),
    "rules": (),
    "help": ("?",),
    "quit": ("q", "exit"),
}
_MEANT: Final = {name: word for word, names in _WORDS.items() for name in (word, *names)}
_MOVES: Final = {
    "take": "take_discard",
    "draw": "draw_stock",
    "pass": "pass",
    "discard": "discard",
    "knock": "knock",
    "gin": "knock",
    "big gin": "big_gin",
    "meld": "meld",
    "lay": "lay_off",
}
_NOT_NOW: Final = {
    "take_discard": "there is nothing to take now",
    "draw_stock": "you cannot draw from the stock now",
    "pass": "you cannot pass now",
    "discard": "you cannot discard now",
    "knock": "you cannot knock now",
    "big_gin": "this is no big gin",
    "meld": "there is nothing to lay out now",
    "lay_off": "there is nothing to lay off now",
}


@dataclass(frozen=True, slots=True)
class Command:
    """A word, written out, and what stands behind it."""

    word: str
    rest: str

    @property
    def is_move(self) -> bool:
        """Whether it is something done in the round, and not about it."""
        return self.word in _MOVES


def read_command(line: str) -> Command:
    """Read a line.

    >>> read_command(" D  kd ")
    Command(word='discard', rest='kd')

    Raises:
        ValueError: Its first words mean nothing, or something stands behind one that is no move.

    """
    typed = line.split()
    for count in (2, 1):
        word = _MEANT.get(" ".join(typed[:count]).lower())
        if word is not None and len(typed) >= count:
            command = Command(word, " ".join(typed[count:]))
            if command.rest and not command.is_move:
                raise _not_alone(command)
            return command
    if typed and _is_card(" ".join(typed)):
        raise ValueError(f"say what to do with it, such as: d {' '.join(typed)}")
    came = repr(line.strip()[:40])
    raise ValueError(f"{came} means nothing here; `help` lists what can be typed")


def _is_card(text: str) -> bool:
    try:
        gf.parse_card(text)
    except ValueError:
        return False
    return True


def action_of(command: Command, observation: gf.Observation, rules: gf.Rules) -> gf.Action:
    """Return the action that a command means.

    Of a layout of the player's own it is not said here whether the rules allow it.

    Raises:
        ValueError: It means none, or none that is legal; the message says why.

    """
    kind = _MOVES[command.word]
    legal = observation.legal_actions
    if all(action.kind != kind for action in legal):
        raise ValueError(_why_not(kind, observation))
    if kind in {"take_discard", "draw_stock", "pass", "big_gin"}:
        action = next(action for action in legal if action.kind == kind)
        return _alone(command, action, observation)
    if kind == "lay_off":
        return _layoff(command.rest, observation)
    if kind == "meld":
        action = gf.Action.parse(f"meld {command.rest}")
        if action not in legal:
            raise ValueError(f"you hold no such meld as {action.melds[0]}")
        return action
    return _thrown(command, observation, rules)


def _why_not(kind: str, observation: gf.Observation) -> str:
    phase, held = observation.phase, len(observation.hand)
    if phase == "discard" and kind in {"draw_stock", "take_discard"}:
        return "you have drawn: now throw a card"
    if phase in {"draw", "upcard"} and kind in {"discard", "knock"}:
        return f"you hold {held} cards: draw first"
    if phase == "discard" and kind == "knock":
        return f"no card that you can throw leaves {observation.knock_limit} or less"
    return _NOT_NOW[kind]


def _alone(command: Command, action: gf.Action, observation: gf.Observation) -> gf.Action:
    """Refuse what stands behind a word that needs nothing; the upcard may be named."""
    if not command.rest:
        return action
    upcard = observation.upcard
    named = command.word == "take" and upcard is not None and _is_card(command.rest)
    if named and gf.parse_card(command.rest) == upcard:
        return action
    raise _not_alone(command)


def _not_alone(command: Command) -> ValueError:
    return ValueError(f"`{command.word}` stands alone, got {command.rest[:40]!r} behind it")


def _thrown(command: Command, observation: gf.Observation, rules: gf.Rules) -> gf.Action:
    """Return a discard, a knock or gin."""
    word, legal = command.word, observation.legal_actions
    kind = _MOVES[word]
    if not command.rest:
        cards = [a.card for a in legal if a.kind == kind and a.card is not None]
        if word == "gin":
            cards = knocks_with(observation, rules, 0) or cards
        example = f"{word} {gf.card_name(cards[0])}"
        raise ValueError(f"`{word}` wants the card that you throw, such as: {example}")
    text, colon, layout = command.rest.partition(":")
    card = gf.parse_card(text.strip())
    name = gf.card_name(card)
    action = gf.Action.parse(f"{kind} {name}{colon}{layout}")
    if card not in observation.hand:
        raise ValueError(f"you do not hold {name}")
    left = gf.deadwood(observation.hand - {card}, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
    if all(action.id != other.id for other in legal):
        if kind == "knock" and left > observation.knock_limit:
            raise ValueError(f"without {name} you have {left}, over {observation.knock_limit}")
        raise ValueError(f"the rules do not let you throw {name} now")
    if word == "gin" and left:
        raise ValueError(f"without {name} you have {left}: no gin, but `knock {name}` knocks")
    return action


def _layoff(rest: str, observation: gf.Observation) -> gf.Action:
    """Return a layoff: a card, and the meld as it lies if there are two that it fits."""
    card, _, onto = rest.replace(" on ", ":").partition(":")
    if not card.strip():
        raise ValueError("`lay` wants the card that you lay off")
    laid = gf.parse_card(card.strip())
    offered = [a for a in observation.legal_actions if a.kind == "lay_off" and a.card == laid]
    if onto.strip():
        action = gf.Action.parse(f"lay_off {card}: {onto}")
        offered = [other for other in offered if other == action]
    if not offered:
        raise ValueError(f"{rest.strip()} fits no meld on the table")
    if len(offered) > 1:
        melds = " or ".join(str(action.melds[0]) for action in offered)
        raise ValueError(f"it fits two melds: lay {card.strip()} on {melds}")
    return offered[0]


def legal_words(observation: gf.Observation, rules: gf.Rules) -> Iterator[tuple[str, str]]:
    """Yield what can be typed to go on, each with what it does."""
    by_kind: dict[str, list[gf.Action]] = {}
    for action in observation.legal_actions:
        by_kind.setdefault(action.kind, []).append(action)
    for kind, actions in by_kind.items():
        cards = [action.card for action in actions if action.card is not None]
        if kind == "discard":
            banned = observation.hand - gf.CardSet(cards)
            yield "d CARD", f"throw a card, not {banned}" if banned else "throw a card"
        elif kind == "knock":
            yield from _knocks(cards, knocks_with(observation, rules, 0))
        elif kind == "meld":
            melds = ", ".join(str(action.melds[0]) for action in actions)
            yield "meld CARDS", f"lay out one of {melds}"
        elif kind == "lay_off":
            fits = (
                f"{gf.card_name(a.card)} on {a.melds[0]}" for a in actions if a.card is not None
            )
            yield "lay CARD", f"lay off {', '.join(fits)}"
        else:
            yield _without_card(kind, observation)


def _knocks(cards: list[int], gin: list[int]) -> Iterator[tuple[str, str]]:
    if gin:
        yield "gin CARD", f"have gin by throwing {_one_of(gin)}"
    others = [card for card in cards if card not in gin]
    if others:
        yield "k CARD", f"knock by throwing {_one_of(others)}"


def _without_card(kind: str, observation: gf.Observation) -> tuple[str, str]:
    if kind == "draw_stock":
        return "draw", "draw from the stock"
    if kind == "take_discard" and observation.upcard is not None:
        return "take", f"take {gf.card_name(observation.upcard)}"
    if kind == "big_gin":
        return "big gin", "all eleven are in melds"
    return _pass(observation)


def _one_of(cards: list[int]) -> str:
    return " or ".join(map(gf.card_name, sorted(cards)))


def _pass(observation: gf.Observation) -> tuple[str, str]:
    if observation.phase == "layoff":
        return "pass", "lay out nothing more"
    if observation.phase == "upcard":
        return "pass", "leave it"
    return "pass", "end the round without a winner"


def knocks_with(observation: gf.Observation, rules: gf.Rules, most: int) -> list[int]:
    """Return the cards whose throwing is a legal knock with at most so much deadwood."""
    hand, points = observation.hand, rules.ace_deadwood
    left = gf.deadwood_after_discard(hand, ace=rules.ace, ace_deadwood=points)
    knocks = [a.card for a in observation.legal_actions if a.kind == "knock" and a.card is not None]
    return [card for card in knocks if left[card] <= most]
