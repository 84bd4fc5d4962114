"""Reading a position that somebody describes, and saying what is inconsistent in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from gin_fast._fields import described, is_whole, one_of
from gin_fast.card import CardSet, InvalidCardError, InvalidHandError, card_name
from gin_fast.round.deal import read_card, read_cards, read_seat
from gin_fast.round.result import Seat, other
from gin_fast.rules import Rules

__all__ = ["Parts", "read_parts"]

_read_phase = one_of("upcard", "draw", "discard", "wall", None)
_HAND: Final = 10
_WHOLE_STOCK: Final = 31
# Under these rules a player may do something with the last discard.
_LAST_DISCARD_RULES: Final = frozenset({"last_discard_knock", "last_discard_take"})

Pair: TypeAlias = tuple[int, int]


@dataclass(slots=True, kw_only=True)
class Parts:
    """A position: hands and other sets by seat, as masks; the pile with the upcard last."""

    rules: Rules
    dealer: Seat
    hands: Pair
    pile: tuple[int, ...]
    stock: tuple[int, ...]
    first_upcard: int | None
    taken: int | None
    known: Pair
    declined: Pair
    phase: str
    player: Seat

    @property
    def offered(self) -> bool:
        """Whether the upcard was offered, and not eleven cards dealt."""
        return self.rules.opening == "upcard_offer"

    @property
    def untouched(self) -> bool:
        """Whether nothing has left the stock nor come on the upcard."""
        return len(self.stock) == _WHOLE_STOCK and len(self.pile) == 1

    def refused(self, seat: int) -> bool:
        """Whether a seat has refused the card that lies face up."""
        return bool(self.pile and self.declined[seat] >> self.pile[-1] & 1)

    @property
    def both_refused(self) -> bool:
        """Whether both have refused the upcard and the non-dealer has yet to draw."""
        return self.offered and self.untouched and self.refused(0) and self.refused(1)

    @property
    def was_open(self) -> int:
        """The cards that lay face up at some time, as far as one can see."""
        return sum(1 << card for card in self.pile) | self.known[0] | self.known[1]

    @property
    def turns(self) -> int:
        """How many turns have ended, as far as draws can be seen: each turn has one.

        In the eleven-card opening the first one has none.
        """
        taken = sum(cards.bit_count() for cards in self.known)
        draws = _WHOLE_STOCK - len(self.stock) + taken
        return draws + (not self.offered) - (self.phase == "discard")

    def likely_phase(self) -> str:
        """Return the phase, where the cards say it."""
        if any(hand.bit_count() > _HAND for hand in self.hands):
            return "discard"
        if self.offered and self.untouched and not any(self.known) and not self.both_refused:
            return "upcard"
        return "draw" if len(self.stock) > self.rules.dead_cards else "wall"

    def likely_player(self) -> Seat:
        """Return the seat to act, where the cards say it."""
        non_dealer = other(self.dealer)
        if self.phase == "discard":
            return 0 if self.hands[0].bit_count() > self.hands[1].bit_count() else 1
        if self.phase == "upcard":
            return self.dealer if self.refused(non_dealer) else non_dealer
        if self.phase == "draw" and self.both_refused:
            return non_dealer
        raise ValueError(f"player: expected 0 or 1 in phase {self.phase}, got None")


def read_parts(rules: Rules, given: Mapping[str, object]) -> Parts:
    """Read the other arguments of `Round.from_parts`, by name, and hold them against each other."""
    hands = _read_pair("hands", given["hands"])
    under = read_cards("discards", given["discards"])
    upcard = _read_card_or_none("upcard", given["upcard"])
    stock = read_cards("stock", given["stock"])
    _refuse_wrong_pack(hands, upcard, stock, under)
    if upcard is None and under:
        raise InvalidHandError("upcard: expected the card on top of the discards, got None")
    parts = Parts(
        rules=rules,
        dealer=read_seat("dealer", given["dealer"]),
        hands=hands,
        pile=under if upcard is None else (*under, upcard),
        stock=stock,
        first_upcard=_read_card_or_none("first_upcard", given["first_upcard"]),
        taken=_read_card_or_none("taken", given["taken"]),
        known=_read_pair("known", given["known"]),
        declined=_read_pair("declined", given["declined"]),
        phase="over",
        player=0,
    )
    parts.phase = _read_phase("phase", given["phase"]) or parts.likely_phase()
    player = given["player"]
    parts.player = parts.likely_player() if player is None else read_seat("player", player)
    _refuse_wrong_counts(parts)
    _refuse_wrong_taken(parts)
    _refuse_wrong_opening(parts)
    _add_what_follows(parts)
    _refuse_wrong_knowledge(parts)
    return parts


def _read_card_or_none(name: str, card: object) -> int | None:
    return None if card is None else read_card(name, card)


def _read_pair(name: str, sets: object) -> Pair:
    """Read a set of cards for each seat."""
    if isinstance(sets, str | CardSet | Mapping) or not isinstance(sets, Iterable):
        raise TypeError(f"{name}: expected the cards of both seats, got {described(sets)}")
    both = tuple(sets)
    try:
        first, second = both
    except ValueError:
        raise ValueError(f"{name}: expected the cards of 2 seats, got {len(both)}") from None
    return _read_set(f"{name}[0]", first), _read_set(f"{name}[1]", second)


def _read_set(name: str, cards: object) -> int:
    try:
        if is_whole(cards):
            return CardSet.from_mask(int(cards)).mask
        return CardSet(cards).mask  # type: ignore[arg-type]
    except TypeError as error:
        raise TypeError(f"{name}: expected cards, got {described(cards)}") from error
    except InvalidCardError as error:
        raise InvalidCardError(f"{name}: {error}") from None
    except InvalidHandError as error:
        raise InvalidHandError(f"{name}: {error}") from None


def _with(sets: Pair, seat: Seat, card: int) -> Pair:
    first, second = sets
    bit = 1 << card
    return (first, second | bit) if seat else (first | bit, second)


def _text(cards: int) -> str:
    return f'"{CardSet.from_mask(cards)}"'


def _refuse_wrong_pack(
    hands: Pair, upcard: int | None, stock: tuple[int, ...], discards: tuple[int, ...]
) -> None:
    """Refuse cards that are in two places, twice in one, or nowhere."""
    places = [(f"hands[{seat}]", tuple(CardSet.from_mask(hand))) for seat, hand in enumerate(hands)]
    places += [("upcard", () if upcard is None else (upcard,))]
    places += [("stock", stock), ("discards", discards)]
    met: dict[int, str] = {}
    for place, cards in places:
        for card in cards:
            if card in met:
                where = "twice" if met[card] == place else f"which {met[card]} has too"
                raise InvalidHandError(
                    f'{place}: expected every card once, got "{card_name(card)}" {where}'
                )
            met[card] = place
    missing = ~sum(1 << card for card in met) & ((1 << 52) - 1)
    if missing:
        raise InvalidHandError(
            f"hands, upcard, stock, discards: expected all 52 cards, {_text(missing)} are missing"
        )


def _refuse_wrong_counts(parts: Parts) -> None:
    """Refuse hands, a pile or a stock of other sizes than the phase has."""
    phase, dead = parts.phase, parts.rules.dead_cards
    for seat, hand in enumerate(parts.hands):
        wanted = _HAND + (phase == "discard" and seat == parts.player)
        if hand.bit_count() != wanted:
            raise InvalidHandError(
                f"hands[{seat}]: expected {wanted} cards in phase {phase} with seat "
                f"{parts.player} to act, got {hand.bit_count()}"
            )
    if phase != "discard" and not parts.pile:
        raise InvalidHandError(f"upcard: expected a card in phase {phase}, got None")
    least = dead + (phase == "draw")
    if len(parts.stock) < least:
        raise InvalidHandError(
            f"stock: expected at least {least} cards in phase {phase}, got {len(parts.stock)}"
        )
    if phase == "wall" and len(parts.stock) != dead:
        raise InvalidHandError(
            f"stock: expected {dead} cards in phase wall, got {len(parts.stock)}"
        )
    _refuse_wrong_wall(parts)


def _refuse_wrong_wall(parts: Parts) -> None:
    """Refuse, with the last card drawn, what the rules about the wall do not let go on."""
    rule = parts.rules.wall_rule
    if rule in _LAST_DISCARD_RULES or len(parts.stock) > parts.rules.dead_cards:
        return
    if parts.phase == "wall":
        raise ValueError(f'phase: wall_rule="{rule}" has no phase wall')
    if rule == "drawer_may_not_knock":
        raise InvalidHandError(
            f'stock: wall_rule="{rule}" ends the round with the last draw, got {len(parts.stock)} '
            "cards, which is after it"
        )
    if parts.taken is not None:
        raise InvalidHandError(
            f'taken: wall_rule="{rule}" lets nobody take a discard after the last draw, got '
            f'"{card_name(parts.taken)}"'
        )


def _refuse_wrong_taken(parts: Parts) -> None:
    """Refuse a taken card that the player has not, or one that he must have and is not given."""
    if parts.taken is None:
        if parts.phase == "discard" and parts.offered and not parts.pile:
            raise InvalidHandError(
                "taken: expected a card, as the stock is whole and the discard pile empty, got None"
            )
    elif parts.phase != "discard":
        raise ValueError(
            f'taken: expected None in phase {parts.phase}, got "{card_name(parts.taken)}"'
        )
    elif not parts.hands[parts.player] >> parts.taken & 1:
        raise InvalidHandError(
            f"taken: expected a card of hands[{parts.player}], whose turn it is, got "
            f'"{card_name(parts.taken)}"'
        )


def _refuse_wrong_opening(parts: Parts) -> None:
    """Refuse what the opening does not lead to."""
    first = parts.first_upcard
    if not parts.offered:
        opening = f'opening="{parts.rules.opening}"'
        if parts.phase == "upcard":
            raise ValueError(f"phase: {opening} has no phase upcard")
        if first is not None:
            raise ValueError(f'first_upcard: {opening} turns none up, got "{card_name(first)}"')
        if not parts.pile and parts.taken is None and parts.player == parts.dealer:
            raise ValueError(
                f"player: with {opening} seat {other(parts.dealer)} discards first, got "
                f"{parts.player}"
            )
    elif parts.phase == "upcard":
        _refuse_wrong_offer(parts)
    elif parts.phase == "draw" and parts.both_refused and parts.player == parts.dealer:
        raise ValueError(
            f"player: both refused the upcard, so that seat {other(parts.dealer)} draws, got "
            f"{parts.player}"
        )
    if first is None and parts.phase != "upcard":
        for name in ("oklahoma", "spade_double"):
            if getattr(parts.rules, name):
                raise ValueError(f"first_upcard: expected a card under {name}=True, got None")


def _refuse_wrong_offer(parts: Parts) -> None:
    if not parts.untouched:
        raise InvalidHandError(
            f"discards: expected none in phase upcard, got {len(parts.pile) - 1}"
        )
    if parts.first_upcard not in {None, parts.pile[0]}:
        raise InvalidHandError(
            f'first_upcard: expected the upcard "{card_name(parts.pile[0])}" in phase upcard'
        )
    for seat, cards in enumerate(parts.known):
        if cards:
            raise InvalidHandError(
                f"known[{seat}]: nobody has taken a card in phase upcard, got {_text(cards)}"
            )
    if parts.refused(parts.player):
        raise InvalidHandError(
            f"declined[{parts.player}]: the upcard is offered to seat {parts.player}, which cannot "
            "have refused it"
        )
    if parts.player != parts.dealer and parts.refused(parts.dealer):
        raise InvalidHandError(
            f"declined[{parts.dealer}]: the upcard has not been offered to seat {parts.dealer}"
        )


def _add_what_follows(parts: Parts) -> None:
    """Add to what is known what the position itself shows."""
    if parts.taken is not None:
        parts.known = _with(parts.known, parts.player, parts.taken)
    if parts.phase == "upcard":
        parts.first_upcard = parts.pile[0]
        if parts.player == parts.dealer:
            # It is offered to him because the other refused it.
            parts.declined = _with(parts.declined, other(parts.dealer), parts.pile[0])


def _refuse_wrong_knowledge(parts: Parts) -> None:
    """Refuse what players cannot have seen."""
    for seat, (known, hand) in enumerate(zip(parts.known, parts.hands, strict=True)):
        if known & ~hand:
            raise InvalidHandError(
                f"known[{seat}]: expected cards of hands[{seat}], got {_text(known & ~hand)}"
            )
    given = {f"declined[{seat}]": cards for seat, cards in enumerate(parts.declined)}
    if parts.first_upcard is not None:
        given["first_upcard"] = 1 << parts.first_upcard
    for name, cards in given.items():
        if hidden := cards & ~parts.was_open:
            raise InvalidHandError(
                f"{name}: expected cards of the discard pile or of known, got {_text(hidden)}"
            )
