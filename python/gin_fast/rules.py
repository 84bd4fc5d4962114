"""The rules that differ from table to table, as one value, and the sets of them that have a name.

Sources are named by a clause (S1 to S36) of the rules that gin_fast plays by default, or by a key:
W for Wikipedia, P for pagat.com, B for Bicycle and so on. `docs/rules.md` says what the clauses and
the keys stand for, and where the sources disagree.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final, Literal, Self, get_args

from gin_fast._fields import Reader, described, flag, one_of, shown, whole

__all__ = ["PRESETS", "Rules"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules:
    """The rules of one table; what is not given is the standard: the mandatory text and W.

    A value is frozen and hashable, and prints what differs from the standard.

    >>> from gin_fast import Rules
    >>> Rules(knock_limit=0, big_gin_bonus=50)
    Rules(knock_limit=0, big_gin_bonus=50)
    >>> Rules.preset("palace").undercut_bonus
    20

    Attributes:
        knock_limit: The most deadwood to knock with, 0 to 10; 0 is straight gin, where nobody
            knocks. S13; straight gin: W.
        oklahoma: Whether the value of the first upcard is the knock limit, never above
            `knock_limit`. P, B, RG.
        oklahoma_ace: What an ace as the first upcard asks for: ``"gin"``, or at most ``"one"``
            point. Gin: B, OS, RT; one: P.
        spade_double: Whether a spade as the first upcard doubles the points of the round,
            bonuses included, and the extra boxes. P; an option in B, RG.
        gin_bonus: What gin earns beside the defender's deadwood, 0 to 1000. S30; 20 in P, B.
        big_gin: Whether eleven melded cards may be declared without a discard. S33 to S35; not
            played in P, B.
        big_gin_bonus: What big gin earns in place of `gin_bonus`, 0 to 1000. S36, which names 50
            too.
        undercut_bonus: What an undercut earns beside the difference, 0 to 1000. S27; 10 in P, B; 20
            in JD.
        tie_rule: What equal deadwood after a knock is: an ``"undercut"``, an
            ``"undercut_no_bonus"`` (no points, but a box), or ``"no_score"`` for either.
            S26; without the bonus in some rules that W knows; no score in OS.
        knock_bonus: What a knock earns beside the difference where it is no gin and no undercut,
            0 to 1000. S25 has none; one site knows 15.
        layoff: Whether the defender may lay off on the melds of a knocker. S20; not in RL.
        layoff_on_gin: Whether he may on gin and big gin too; if nothing is left to him, laid off
            or not, nobody scores. S21 and S31 forbid it; RG allows it round the corner.
        knock_layout: The layouts that a knocker may show: ``"any"`` within the limit, or only those
            of ``"minimal"`` deadwood. S18 leaves it open; any in OS, EA, JD; minimal in some
            readings of P.
        gin_forced: Whether a player who can go gin must, and show it so. S29 and S35 say "can";
            forced in RL.
        knock_on_first_turn: Whether a player may knock in his first turn. P, RUBL, OS, EA; CMP
            reports the contrary.
        may_rediscard: Whether the card just taken from the discard pile may be thrown back.
            S2 forbids it for the first turn, P, PAR, RT, EA and JD for every turn; allowed in OS.
        dead_cards: How many cards of the stock nobody draws, 0 to 20. S10.
        wall_rule: What happens when only these are left. ``"drawer_may_knock"``: whoever drew the
            last card may knock, and the round is drawn when he does not (S10 as P, RUBL, EA and JD
            read it). ``"last_discard_knock"``: the other may still take his discard to knock at
            once (RUBL's tournaments, OS). ``"last_discard_take"``: or to play on (RL).
            ``"drawer_may_not_knock"``: the round is drawn with the last draw (H5).
        max_discard_draws: With how many cards taken from the discard pile a round is drawn, the
            upcard's offer not counted, or None. No rule of the table, but a cap for programs: 50
            in OS.
        stall_rule: Whether a round is drawn when both players in turn throw back the card they just
            took. OS.
        max_moves: After how many moves, the deal counted as one, a player due to draw may only give
            the round up as drawn, or None. A cap for programs: 200 in RL.
        rediscard_on_knock: Whether the card just taken from the discard pile may be the knocking
            discard, whatever `may_rediscard` says. S2 as JD and EA read it forbids it; allowed in
            OS, RL.
        opening: How a round opens: ``"upcard_offer"``, first to the non-dealer, then to the dealer
            (S1 to S6), or ``"eleven_card_nondealer"``, who is dealt eleven cards and
            discards first (RT, RL, a variation in P).
        ace: Where an ace stands in runs: ``"low"`` (A-2-3), ``"high_or_low"`` (Q-K-A too) or round
            the ``"corner"`` (K-A-2 too). Low: W, P, PAR, SCA; round the corner: RG.
        ace_deadwood: The points of an unmelded ace, 1 to 15. W, P; 15 round the corner: RG.
        first_dealer: The seat that deals first, 0 or 1, or ``"random"``. W.
        next_dealer: Who deals after a won round: ``"alternate"`` (the other player; W), the
            ``"loser"`` (RT, a reading of P) or the ``"winner"`` of it (B, JD).
        dealer_after_draw: Who deals after a drawn round: the ``"same"`` player (P, RUBL, GRC, JD)
            or the ``"next"`` one (PAR).
        target: The points that end a game, 1 to 100000. S11; 250 in tournaments: S12; 150 in
            Oklahoma: P.
        game_bonus: What the winner of a game earns, 0 to 1000. W, P, B; none in JD's Palace rules.
        box_bonus: What a box earns, 0 to 1000. W; 20 in P, B.
        box_immediate: Whether a box earns its points at once, so that they count towards `target`.
            W adds them at the end; at once in JD's Palace rules.
        gin_extra_boxes: The boxes that gin and big gin earn beside the one of every won round, 0 to
            100. W has none; 2 in P's Oklahoma, SCA's "kisses".
        undercut_extra_boxes: The boxes that an undercut earns beside it, 0 to 100. W has none; 1 in
            P's Oklahoma, SCA.
        shutout: What it earns to have kept the loser from everything. ``"double_hands"``: he won no
            round, and the winner's hand points count twice, game bonus and boxes once (W).
            ``"double_game_bonus"``: he scored no point, and the game bonus counts twice (P, B).
            ``"double_total"``: he won no round, and everything counts twice (JD).
            ``"none"``: nothing (JD's Palace rules).
        best_of: How many games a match has at most, odd, 1 to 99. S12.
        hollywood_columns: 3 for three games scored side by side, 1 otherwise. RG, SCA, GRC.
        single_hand: Whether one round is all there is: the game is over after it, won or drawn.
            OS, RL.

    Raises:
        TypeError: A value is of the wrong kind. NumPy's ints and bools are converted.
        ValueError: There is no such field, or a value is out of range, no word of its field, or one
            that another field contradicts.

    """

    knock_limit: int = 10
    oklahoma: bool = False
    oklahoma_ace: Literal["gin", "one"] = "gin"
    spade_double: bool = False
    gin_bonus: int = 25
    big_gin: bool = True
    big_gin_bonus: int = 31
    undercut_bonus: int = 25
    tie_rule: Literal["undercut", "undercut_no_bonus", "no_score"] = "undercut"
    knock_bonus: int = 0
    layoff: bool = True
    layoff_on_gin: bool = False
    knock_layout: Literal["any", "minimal"] = "any"
    gin_forced: bool = False
    knock_on_first_turn: bool = True
    may_rediscard: bool = False
    dead_cards: int = 2
    wall_rule: Literal[
        "drawer_may_knock", "last_discard_knock", "last_discard_take", "drawer_may_not_knock"
    ] = "drawer_may_knock"
    max_discard_draws: int | None = None
    stall_rule: bool = False
    max_moves: int | None = None
    rediscard_on_knock: bool = False
    opening: Literal["upcard_offer", "eleven_card_nondealer"] = "upcard_offer"
    ace: Literal["low", "high_or_low", "corner"] = "low"
    ace_deadwood: int = 1
    first_dealer: Literal["random", 0, 1] = "random"
    next_dealer: Literal["alternate", "loser", "winner"] = "alternate"
    dealer_after_draw: Literal["same", "next"] = "same"
    target: int = 100
    game_bonus: int = 100
    box_bonus: int = 25
    box_immediate: bool = False
    gin_extra_boxes: int = 0
    undercut_extra_boxes: int = 0
    shutout: Literal["double_hands", "double_game_bonus", "double_total", "none"] = "double_hands"
    best_of: int = 1
    hollywood_columns: Literal[1, 3] = 1
    single_hand: bool = False

    def __new__(cls, *names: object, **given: object) -> Self:
        """Refuse what is no field as `replace` and JSON do."""
        if names:
            raise TypeError(
                f"Rules: expected fields by name, got {described(names[0])}; "
                "for rules that have a name call Rules.preset(name)"
            )
        _known_fields(given)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        for name, read in _READERS.items():
            # Frozen, but what came may be an int of NumPy.
            object.__setattr__(self, name, read(name, getattr(self, name)))
        self._refuse_contradictions()

    def _refuse_contradictions(self) -> None:
        """Refuse a field that another one contradicts, with the reason."""
        if self.layoff_on_gin and not self.layoff:
            raise ValueError("layoff_on_gin: with layoff=False nobody lays off, on gin neither")
        if self.single_hand and self.best_of > 1:
            raise ValueError(
                f"best_of: single_hand=True leaves no match of up to {self.best_of} games"
            )
        if self.single_hand and self.hollywood_columns > 1:
            raise ValueError("hollywood_columns: single_hand=True leaves no 3 games side by side")
        if self.opening == "eleven_card_nondealer" and (self.oklahoma or self.spade_double):
            name = "oklahoma" if self.oklahoma else "spade_double"
            raise ValueError(
                f'{name}: it needs an upcard, and opening="eleven_card_nondealer" turns none up'
            )

    def __repr__(self) -> str:
        mine = ((field.name, field.default, getattr(self, field.name)) for field in fields(self))
        changed = [f"{name}={value!r}" for name, default, value in mine if value != default]
        return f"Rules({', '.join(changed)})"

    @classmethod
    def preset(cls, name: str) -> "Rules":
        """Return the rules that have a name.

        >>> Rules.preset("pagat_na")
        Rules(big_gin=False, next_dealer='loser', shutout='double_game_bonus')

        Args:
            name: A key of `PRESETS`. ``standard``: the mandatory text and W. ``pagat``,
                ``pagat_na``: P and its North American variation. ``bicycle``: B. ``palace``: JD's
                Palace rules. ``openspiel``, ``rlcard``, ``eaai``: what these programs play (OS, RL,
                EA). ``tournament``: S12. ``oklahoma``, ``oklahoma_kisses``: P, B, RG, and with P's
                and SCA's extra boxes. ``straight``: no knocking (W, JD). ``hollywood``: RG, SCA,
                GRC. ``round_corner``: RG.

        Raises:
            TypeError: It is no text.
            ValueError: No preset has that name.

        """
        if not isinstance(name, str):
            raise TypeError(f"name: expected the name of a preset, got {described(name)}")
        if name not in PRESETS:
            hint = _hint(name, PRESETS)
            raise ValueError(f"name: unknown preset {name!r}{hint}; known are {', '.join(PRESETS)}")
        return PRESETS[name]

    def replace(self, /, **changes: Any) -> "Rules":
        """Return these rules with some fields changed.

        >>> Rules.preset("oklahoma").replace(oklahoma_ace="one", target=200)
        Rules(oklahoma=True, oklahoma_ace='one', spade_double=True, target=200)

        Args:
            changes: New values of fields.

        Raises:
            TypeError: A value is of the wrong kind.
            ValueError: There is no such field, or the rules refuse the value.

        """
        _known_fields(changes)
        return replace(self, **changes)

    def to_json(self) -> str:
        """Return every field as one line of JSON.

        >>> Rules().to_json()[:40]
        '{"knock_limit": 10, "oklahoma": false, "'
        """
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Rules":
        """Return the rules that a JSON object holds; a field that is not there is the standard's.

        >>> Rules.from_json('{"target": 250, "best_of": 5}') == Rules.preset("tournament")
        True

        Args:
            text: One JSON object, its keys names of fields.

        Raises:
            TypeError: `text` is no str, or a value is of the wrong kind.
            ValueError: It is no JSON object, or has a key twice or one that is no field, or the
                rules refuse a value.

        """
        if not isinstance(text, str):
            raise TypeError(f"text: expected a str of JSON, got {described(text)}")
        try:
            given = json.loads(text, object_pairs_hook=_without_repeats)
        except ValueError as error:
            raise ValueError(f"text: expected one JSON object: {error}") from None
        except RecursionError:
            raise ValueError("text: expected one JSON object, got one nested too deeply") from None
        if not isinstance(given, dict):
            # As for what is no JSON: the type of the text is right.
            raise ValueError(f"text: expected one JSON object, got {shown(given)}")  # noqa: TRY004
        _known_fields(given)
        return cls(**given)


def _hint(name: str, known: Mapping[str, object]) -> str:
    """Return the question whether a known name was meant, if one is close."""
    close = get_close_matches(name, known, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _known_fields(names: Mapping[str, object]) -> None:
    """Refuse what is no field, and say which one is closest."""
    for name in names:
        if name not in _READERS:
            raise ValueError(f"unknown field {name!r}{_hint(name, _READERS)}")


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object of these pairs; JSON would let the last of two values win."""
    held: dict[str, object] = {}
    for name, value in pairs:
        if name in held:
            raise ValueError(f"the key {name!r} is repeated")
        held[name] = value
    return held


_BONUS = whole(0, 1000)
_EXTRA_BOXES = whole(0, 100)
_CAP = whole(1, 1_000_000, or_none=True)

# Of the 31 cards of the stock, 20 dead ones leave rounds of some turns.
_RANGES: Final[Mapping[str, Reader]] = {
    "knock_limit": whole(0, 10),
    "gin_bonus": _BONUS,
    "big_gin_bonus": _BONUS,
    "undercut_bonus": _BONUS,
    "knock_bonus": _BONUS,
    "dead_cards": whole(0, 20),
    "max_discard_draws": _CAP,
    "max_moves": _CAP,
    "ace_deadwood": whole(1, 15),
    "target": whole(1, 100_000),
    "game_bonus": _BONUS,
    "box_bonus": _BONUS,
    "gin_extra_boxes": _EXTRA_BOXES,
    "undercut_extra_boxes": _EXTRA_BOXES,
    "best_of": whole(1, 99, odd=True),
}


def _reader(name: str, kind: object) -> Reader:
    """Return how a field of this type is read."""
    if kind is bool:
        return flag
    return _RANGES[name] if name in _RANGES else one_of(*get_args(kind))


_READERS: Final[Mapping[str, Reader]] = {
    field.name: _reader(field.name, field.type) for field in fields(Rules)
}

_PAGAT = Rules(
    gin_bonus=20,
    big_gin=False,
    undercut_bonus=10,
    next_dealer="loser",
    box_bonus=20,
    shutout="double_game_bonus",
)
_OKLAHOMA = Rules(oklahoma=True, spade_double=True, target=150)

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        # The mandatory text, completed by W.
        "standard": Rules(),
        # Copies of P. Who deals differs between them: the loser in the newest.
        "pagat": _PAGAT,
        # P's variation for North America, which is the head of EA's rules too.
        "pagat_na": _PAGAT.replace(gin_bonus=25, undercut_bonus=25, box_bonus=25),
        # B, which JD and CMP repeat.
        "bicycle": _PAGAT.replace(next_dealer="winner"),
        # JD's rules of this name.
        "palace": Rules(
            big_gin=False,
            undercut_bonus=20,
            game_bonus=0,
            box_bonus=10,
            box_immediate=True,
            shutout="none",
        ),
        # OpenSpiel 2.0.2, from its source and from running it. It plays one round.
        "openspiel": Rules(
            big_gin=False,
            tie_rule="no_score",
            may_rediscard=True,
            wall_rule="last_discard_knock",
            max_discard_draws=50,
            stall_rule=True,
            rediscard_on_knock=True,
            game_bonus=0,
            box_bonus=0,
            shutout="none",
            single_hand=True,
        ),
        # The challenge framework of EA: games to 100 of hand points and nothing else.
        "eaai": Rules(big_gin=False, game_bonus=0, box_bonus=0, shutout="none"),
        # RLCard, from its source. It plays one round; its payoffs are its own.
        "rlcard": Rules(
            big_gin=False,
            layoff=False,
            gin_forced=True,
            wall_rule="last_discard_take",
            max_moves=200,
            rediscard_on_knock=True,
            opening="eleven_card_nondealer",
            game_bonus=0,
            box_bonus=0,
            shutout="none",
            single_hand=True,
        ),
        # S12. Many tournaments play `wall_rule="last_discard_knock"`, of which S10 says nothing.
        "tournament": Rules(target=250, best_of=5),
        # P, B, RG.
        "oklahoma": _OKLAHOMA,
        # The extra boxes of P and SCA.
        "oklahoma_kisses": _OKLAHOMA.replace(gin_extra_boxes=2, undercut_extra_boxes=1),
        # W, JD: nobody knocks. SCA's game of this name is another one.
        "straight": Rules(knock_limit=0),
        # RG, GRC; SCA plays to 150.
        "hollywood": Rules(hollywood_columns=3),
        # RG in full.
        "round_corner": Rules(
            gin_bonus=20,
            undercut_bonus=20,
            layoff_on_gin=True,
            ace="corner",
            ace_deadwood=15,
            target=125,
            box_bonus=20,
        ),
    }
)
"""The rules that have a name; read-only."""
