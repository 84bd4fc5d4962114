"""What OpenSpiel keeps of a round of its `gin_rummy`, read into a `Round`.

Its list of actions has the cards that chance dealt and drew among what the players did: 0 to 51 are
cards, 52 takes the upcard, 53 draws from the stock, 54 passes, 55 knocks, and from 56 on there is a
number for each meld of up to five cards. A knock is several actions: the knock, the card thrown,
the melds one by one, a pass. Then the defender lays off card by card and passes, lays out melds
and passes.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, Protocol

from gin_fast._fields import described, is_whole, one_of, shown
from gin_fast.card import Meld, card_name
from gin_fast.record.error import RecordError
from gin_fast.round import ACTIONS, Action, Round
from gin_fast.rules import Rules
from gin_fast.scoring.round_score import read_rules

__all__ = ["from_openspiel"]

_TAKE, _DRAW, _PASS, _KNOCK, _FIRST_MELD, _ALL = 52, 53, 54, 55, 56, 241
_DEALT: Final = 21
_read_seat = one_of(0, 1)


class State(Protocol):
    """A state of OpenSpiel, as far as it is asked for anything."""

    def history(self) -> Iterable[int]:
        """Return the list of actions."""
        ...


class _Said(NamedTuple):
    """One number of the list, and which it is, from 1."""

    ply: int
    number: int


def from_openspiel(
    actions: "Iterable[int] | State",
    rules: Rules = Rules.preset("openspiel"),  # noqa: B008 - rules are frozen.
    *,
    dealer: int = 1,
) -> Round:
    """Return the round that OpenSpiel's list of actions plays.

    OpenSpiel's player 0 always acts first, and so is seat 0 if seat 1 deals. The cards that
    nobody drew lie in the stock by id, behind those that somebody did. What a defender lays out
    and off comes melds first.

    >>> from gin_fast.record import from_openspiel
    >>> hands = [*range(10), *range(13, 23)]
    >>> read = from_openspiel([*hands, 51, 54, 54, 53, 26])
    >>> read.player, str(read.hands[0])
    (0, 'As 2s 3s 4s 5s 6s 7s 8s 9s Ts Ad')

    Args:
        actions: The numbers from the first card dealt on, ``state.history()``, or the state.
        rules: The rules; another limit or Oklahoma by `Rules.replace`.
        dealer: The seat that deals.

    Raises:
        RecordError: A number is none of OpenSpiel's, a card comes twice, the list ends before the
            deal, before a card drawn or within a knock, or an action is not legal. `ply` is the
            place in the list, from 1.
        TypeError: Something is no int, or `rules` are no Rules.
        ValueError: There is no such seat.

    """
    numbers = _numbers(actions)
    seat: int = _read_seat("dealer", dealer)
    said = iter([_Said(*one) for one in enumerate(numbers, 1)][_DEALT:])
    playing = Round(read_rules(rules), deck=_deck(numbers), dealer=seat, layoff="manual")
    for one in said:
        if one.number == _KNOCK:
            _answer(playing, said, gin=_knock(playing, one, said))
            break
        _apply(playing, one.ply, _plain(playing, one))
        if one.number == _DRAW:
            next(said)
    return playing


def _numbers(actions: object) -> list[int]:
    history = getattr(actions, "history", None)
    if callable(history):
        actions = history()
    if isinstance(actions, str | bytes) or not isinstance(actions, Iterable):
        raise TypeError(f"actions: expected OpenSpiel's list of ints, got {described(actions)}")
    numbers = []
    for ply, number in enumerate(actions, 1):
        if not is_whole(number):
            raise TypeError(f"actions: expected ints, got {described(number)}")
        if not 0 <= int(number) < _ALL:
            raise RecordError(f"expected 0 to {_ALL - 1}, got {shown(int(number))}", ply=ply)
        numbers.append(int(number))
    return numbers


def _deck(numbers: list[int]) -> list[int]:
    """Return the 52 cards as they are dealt here, in turn, the stock behind them."""
    plies = list(range(_DEALT))
    plies += [at + 1 for at, number in enumerate(numbers) if at >= _DEALT and number == _DRAW]
    seen: set[int] = set()
    for at in plies:
        if at >= len(numbers):
            raise RecordError(
                "the list ends where chance is due a card: after the deal or a draw"
                f" there is one more to come, got {len(numbers)} numbers"
            )
        card = numbers[at]
        if card >= len(_CARDS):
            raise RecordError(f"expected a card that chance gives, got {card}", ply=at + 1)
        if card in seen:
            raise RecordError(f"{card_name(card)} is dealt twice", ply=at + 1)
        seen.add(card)
    first, second = numbers[:10], numbers[10:20]
    dealt = [card for pair in zip(first, second, strict=True) for card in pair]
    drawn = [numbers[at] for at in plies[20:]]
    return [*dealt, *drawn, *(card for card in _CARDS if card not in seen)]


_CARDS: Final = range(52)


def _plain(playing: Round, one: _Said) -> Action:
    """Return the action of a number before any knock."""
    if one.number < _TAKE:
        return ACTIONS[one.number]
    kinds = {_TAKE: "take_discard", _DRAW: "draw_stock", _PASS: "pass"}
    if one.number not in kinds:
        raise RecordError(
            f"a meld, {one.number}, without a knock in phase {playing.phase}", ply=one.ply
        )
    return Action.parse(kinds[one.number])


def _knock(playing: Round, knock: _Said, said: Iterator[_Said]) -> bool:
    """Apply a knock, the card and the melds that follow it, and return whether it is gin."""
    if playing.phase == "wall":
        # Here the upcard is taken with the knock.
        _apply(playing, knock.ply, Action.parse("take_discard"))
    card = next(said, None)
    melds = []
    for one in said:
        if one.number == _PASS:
            break
        melds.append(_meld(one))
    else:
        raise RecordError("the list ends within a knock", ply=knock.ply)
    if card is None or card.number >= len(_CARDS):
        raise RecordError("expected the card thrown to knock", ply=knock.ply + 1)
    thrown = ACTIONS[52 + card.number]
    melds.sort(key=min)
    _apply(playing, knock.ply, Action(thrown.id, "knock", thrown.card, tuple(melds)))
    return sum(map(len, melds)) == 10  # noqa: PLR2004 - the whole hand.


def _answer(playing: Round, said: Iterator[_Said], *, gin: bool) -> None:
    """Apply what the defender does: melds first, whichever came first, then layoffs."""
    answers = list(said)
    for one in answers:
        if one.number >= _FIRST_MELD:
            _apply(playing, one.ply, Action(None, "meld", None, (_meld(one),)))
    for one in answers:
        if one.number < _TAKE:
            _apply(playing, one.ply, _lay_off(playing, one))
        elif one.number < _FIRST_MELD and one.number != _PASS:
            raise RecordError(f"expected a card, a meld or a pass, got {one.number}", ply=one.ply)
    passes = [one for one in answers if one.number == _PASS]
    # On gin nothing is laid off, which is one pass less.
    wanted = 1 if gin else 2
    if len(passes) > wanted:
        raise RecordError("the round is over", ply=passes[wanted].ply)
    if len(passes) == wanted:
        _apply(playing, passes[-1].ply, Action.parse("pass"))


def _meld(one: _Said) -> Meld:
    """Return the meld of a number.

    Sets come first, five a rank: without one suit each, and whole. Then runs of three, four and
    five cards, suit by suit from the lowest.
    """
    number = one.number - _FIRST_MELD
    if number < 0:
        raise RecordError(f"expected a meld, got {one.number}", ply=one.ply)
    if number < 13 * 5:
        rank, missing = divmod(number, 5)
        return Meld([suit * 13 + rank for suit in range(4) if suit != missing])
    number -= 13 * 5
    for length in (3, 4, 5):
        lowest = 14 - length
        if number < 4 * lowest:
            suit, low = divmod(number, lowest)
            return Meld(range(suit * 13 + low, suit * 13 + low + length))
        number -= 4 * lowest
    raise AssertionError("numbers are read up to the last meld")


def _lay_off(playing: Round, one: _Said) -> Action:
    """Return the layoff of a card: on a run if it fits one, which can go on from it."""
    fitting = [
        action
        for action in playing.legal_actions()
        if action.kind == "lay_off" and action.card == one.number
    ]
    if not fitting:
        raise RecordError(f"{card_name(one.number)} cannot be laid off", ply=one.ply)
    return next((action for action in fitting if action.melds[0].kind == "run"), fitting[0])


def _apply(playing: Round, ply: int, action: Action) -> None:
    try:
        playing.apply(action)
    except ValueError as error:
        raise RecordError(str(error), ply=ply) from error
