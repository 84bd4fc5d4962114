"""What the seat to act sees at a table: all that it knows, and nothing that is hidden."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import gin_fast as gf
from gin_fast.sim import PHASES, PLANES, Tables
from round_players import choose, deck
from test_round_referee import RULES
from test_tables import in_every_phase

FULL = (1 << 52) - 1
OF_CARDS = PLANES.index("phase")
# Rules under which counters come to their ends soon, beside those of the referee.
SOON = {
    "cap_on_moves": gf.Rules(max_moves=7, may_rediscard=True),
    "cap_on_takes": gf.Rules(max_discard_draws=2, may_rediscard=True),
    "stall": gf.Rules(stall_rule=True, may_rediscard=True),
    "wall": gf.Rules(wall_rule="last_discard_take", dead_cards=20, may_rediscard=True),
    "first_turns": gf.Rules(knock_on_first_turn=False, may_rediscard=True),
}


def masks(planes: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The cards of planes as masks."""
    bits = np.zeros((*planes.shape[:-1], 64), np.uint8)
    bits[..., :52] = planes
    packed = np.packbits(bits, axis=-1, bitorder="little")
    return packed.view(np.uint64)[..., 0]


def rounds_in_the_middle(numbers: random.Random, rules: gf.Rules, count: int) -> Iterator[gf.Round]:
    """Rounds some moves old, not over."""
    for at in range(count):
        played = gf.Round(rules, deck=deck(numbers, near=at % 3 == 0), dealer=at % 2)
        for _ in range(numbers.randrange(60)):
            before = played.copy()
            played.apply(choose(numbers, played, steered=at % 2 == 0))
            if played.phase == "over":
                played = before
                break
        yield played


@pytest.mark.parametrize("name", RULES)
def test_the_planes_say_what_an_observation_says(
    name: str, numbers: random.Random, rounds: int
) -> None:
    rules = RULES[name]
    beside = list(rounds_in_the_middle(numbers, rules, rounds // 4 + 2))
    seen = Tables.from_rounds(beside).observe()
    assert seen.shape == (len(beside), len(PLANES), 52)
    cards = masks(seen[:, :OF_CARDS])
    assert (seen[:, :OF_CARDS] <= 1).all()
    # A number is the same in its whole plane.
    assert (seen[:, OF_CARDS:] == seen[:, OF_CARDS:, :1]).all()
    for played, row, scalars in zip(beside, cards, seen[:, OF_CARDS:, 0], strict=True):
        told = played.observation(played.player)
        shown = dict(zip(PLANES, [*map(int, row), *map(int, scalars)], strict=True))
        pile = gf.CardSet(told.discards)
        upcard = gf.CardSet([] if told.upcard is None else [told.upcard])
        unseen = FULL & ~(told.hand | pile | upcard | told.opponent_known).mask
        turns = min(played._turns, 255)  # noqa: SLF001 - what a seat can count.
        assert shown["hand"] == told.hand.mask
        assert shown["upcard"] == upcard.mask
        assert shown["pile"] == pile.mask
        assert shown["known"] == told.opponent_known.mask
        assert shown["declined"] == told.opponent_declined.mask
        assert shown["unseen"] == unseen
        assert unseen.bit_count() == told.stock_count + 10 - len(told.opponent_known)
        assert shown["taken"] == (0 if played.taken is None else 1 << played.taken)
        assert shown["shown"] == played.known[played.player].mask
        assert shown["refused"] == played.declined[played.player].mask
        assert shown["first_upcard"] == (
            0 if played.first_upcard is None else 1 << played.first_upcard
        )
        thrown = [one.card for one in played.history if one.kind == "discard"]
        # Turns alternate, and the last one to throw was the other seat.
        assert shown["thrown"] == sum({1 << card for card in thrown[::-2] if card is not None})
        assert PHASES[shown["phase"]] == told.phase
        assert shown["dealer"] == (told.dealer == played.player)
        assert shown["stock"] == told.stock_count
        assert shown["knock_limit"] == told.knock_limit
        assert shown["turns"] == turns
        moves = len(played.history) + 1
        left = 255 if rules.max_moves is None else min(255, max(0, rules.max_moves - moves))
        assert shown["moves_left"] == left
        takes = played._takes  # noqa: SLF001 - what a seat can count.
        cap = rules.max_discard_draws
        assert shown["takes_left"] == (255 if cap is None else min(255, cap - takes))
        assert shown["stalled"] == played._stalled  # noqa: SLF001 - everybody saw it.
        assert (shown["score"], shown["opponent_score"]) == (0, 0)


@pytest.mark.parametrize("name", RULES)
def test_another_deal_of_what_is_hidden_looks_the_same(
    name: str, numbers: random.Random, rounds: int
) -> None:
    rules = RULES[name]
    beside = list(rounds_in_the_middle(numbers, rules, rounds // 4 + 2))
    others = [redealt(numbers, played) for played in beside]
    tables, twins = Tables.from_rounds(beside), Tables.from_rounds(others)
    assert (tables.hands != twins.hands).any(axis=1).mean() > 0.8
    assert np.array_equal(tables.observe(), twins.observe())
    assert np.array_equal(tables.legal_bits(), twins.legal_bits())


def redealt(numbers: random.Random, played: gf.Round) -> gf.Round:
    """Return a round in which the hidden cards lie otherwise."""
    position = played._position()  # noqa: SLF001
    opponent = 1 - position.player
    held = gf.CardSet.from_mask(position.hands[opponent] & ~position.known[opponent])
    hidden = [*held, *position.stock]
    numbers.shuffle(hidden)
    hands = list(position.hands)
    hands[opponent] = position.known[opponent] | gf.CardSet(hidden[: len(held)]).mask
    other = position._replace(hands=(hands[0], hands[1]), stock=tuple(hidden[len(held) :]))
    return gf.Round._at(played.rules, other)  # noqa: SLF001


def family(rules: gf.Rules, numbers: random.Random, size: int) -> Iterator[Tables]:
    """Rounds of a few deals on all ways that differ little: cards taken and thrown back at once."""
    deals = [gf.Round(rules, deck=deck(numbers, near=True), dealer=at % 2) for at in range(4)]
    tables = Tables.from_rounds(deals)
    for _ in range(14):
        yield tables
        tables = tables[~tables.done]
        legal = tables.legal_actions()
        plain = legal[:, :52]
        taken = tables.observe()[:, PLANES.index("taken")] == 1
        ways = [
            # The first and the last thing that may be done, plain discards before knocks.
            legal.argmax(axis=1),
            107 - legal[:, ::-1].argmax(axis=1),
            51 - plain[:, ::-1].argmax(axis=1),
            (taken & plain).argmax(axis=1),
        ]
        every = [way[legal[np.arange(len(tables)), way]] for way in ways]
        places = [legal[np.arange(len(tables)), way].nonzero()[0] for way in ways]
        tables = tables.take(np.concatenate(places))
        tables.step(np.concatenate(every))
        if len(tables) > size:
            tables = tables.take(numbers.sample(range(len(tables)), size))


@pytest.mark.parametrize("name", [*RULES, *SOON])
def test_situations_in_which_something_else_is_legal_never_look_alike(
    name: str, numbers: random.Random, rounds: int
) -> None:
    rules = RULES[name] if name in RULES else SOON[name]
    met: dict[bytes, tuple[int, ...]] = {}
    looked_at = 0
    for tables in family(rules, numbers, 4 * rounds):
        legal = tables.legal_bits().tolist()
        for seen, allowed in zip(tables.observe(), legal, strict=True):
            assert met.setdefault(seen.tobytes(), tuple(allowed)) == tuple(allowed)
            looked_at += 1
    # Most came on more than one way.
    assert 10 < len(met) < looked_at


HAND = "4s 4c 4d 5h 6h 7h Ks Kc Kd Ah 2h"
REST = sorted(gf.CardSet(range(52)) - gf.CardSet(HAND))


def test_every_phase_is_seen() -> None:
    tables = in_every_phase()
    plane = tables.observe()[:, PLANES.index("phase"), 0]
    assert np.array_equal(plane, tables.phase)


def differing(first: Tables, second: Tables) -> set[str]:
    """Return the planes in which two tables look otherwise."""
    planes = (first.observe()[0] != second.observe()[0]).any(axis=1)
    return {name for name, differs in zip(PLANES, planes, strict=True) if differs}


def test_a_card_just_taken_which_may_not_be_thrown_is_seen() -> None:
    parts: dict[str, Any] = {
        "hands": (HAND, REST[:10]),
        "upcard": REST[10],
        "discards": REST[11:20],
        "stock": REST[20:],
        "phase": "discard",
        "known": ("2h", ""),
    }
    drawn = Tables.from_rounds([gf.Round.from_parts(**parts)])
    taken = Tables.from_rounds([gf.Round.from_parts(**parts, taken="2h")])
    assert not np.array_equal(drawn.legal_bits(), taken.legal_bits())
    assert differing(drawn, taken) == {"taken"}


def test_an_upcard_that_both_refused_is_seen() -> None:
    parts: dict[str, Any] = {
        "hands": (REST[:10], REST[10:20]),
        "upcard": "4s",
        "stock": sorted(gf.CardSet(range(52)) - gf.CardSet(REST[:20]) - {"4s"}),
        "player": 0,
        "dealer": 1,
    }
    offered, refused, drawing = (
        Tables.from_rounds([gf.Round.from_parts(**parts, **more)])
        for more in (
            {"phase": "upcard"},
            {"phase": "draw", "declined": ("4s", "4s")},
            {"phase": "draw", "declined": ("4s", "")},
        )
    )
    legal = {tuple(tables.legal_bits()[0].tolist()) for tables in (offered, refused, drawing)}
    assert len(legal) == 3
    assert differing(offered, refused) == {"phase", "declined", "refused", "first_upcard"}
    assert differing(refused, drawing) == {"declined"}


@pytest.mark.parametrize(
    ("rules", "change", "plane"),
    [
        (gf.Rules(knock_on_first_turn=False), {"turns": 1}, "turns"),
        (gf.Rules(max_moves=9), {"moves": 9}, "moves_left"),
        (gf.Rules(max_discard_draws=9), {"takes": 8}, "takes_left"),
        (gf.Rules(stall_rule=True), {"stalled": True}, "stalled"),
    ],
)
def test_what_counters_decide_is_seen(rules: gf.Rules, change: dict[str, Any], plane: str) -> None:
    played = gf.Round.from_parts(
        rules=rules,
        hands=(HAND, REST[:10]),
        upcard=REST[10],
        discards=REST[11:20],
        stock=REST[20:],
        phase="discard",
    )
    other = gf.Round._at(rules, played._position()._replace(**change))  # noqa: SLF001
    if plane == "turns":
        other._due_to_discard()  # noqa: SLF001
        assert other.legal_actions() != played.legal_actions()
    both = (Tables.from_rounds([played]), Tables.from_rounds([other]))
    assert differing(*both) == {plane}


class TestForms:
    def test_the_planes_of_cards_are_the_first_six(self) -> None:
        tables = in_every_phase()
        cards = tables.observe(planes="cards")
        assert cards.shape == (len(tables), 6, 52)
        assert np.array_equal(cards, tables.observe()[:, :6])
        assert PLANES[:6] == ("hand", "upcard", "pile", "known", "declined", "unseen")

    def test_answers_go_where_they_are_wanted(self) -> None:
        tables = in_every_phase()
        room = np.full((2, len(tables), len(PLANES), 52), 9, np.uint8)
        out = room[1]
        assert tables.observe(out=out) is out
        assert np.array_equal(out, tables.observe())
        assert (room[0] == 9).all()
        legal = np.ones((len(tables), 108), np.bool_)
        assert tables.legal_actions(out=legal) is legal
        assert np.array_equal(legal, tables.legal_actions())

    @pytest.mark.parametrize(
        ("out", "error", "message"),
        [
            ([], TypeError, "got list"),
            (np.empty((2, 6, 52), np.int8), TypeError, "got int8 of shape"),
            (np.empty((2, 6, 52), np.bool_), TypeError, "got bool of shape"),
            (np.empty((3, 6, 52), np.uint8), ValueError, r"got uint8 of shape \(3, 6, 52\)"),
            (np.empty((2, 6, 104), np.uint8)[..., ::2], ValueError, "that is not contiguous"),
        ],
    )
    def test_other_rooms_for_answers_are_refused(
        self, out: Any, error: type[Exception], message: str
    ) -> None:
        tables = Tables(2, seed=1)
        with pytest.raises(error, match=rf"^out: expected a contiguous uint8 array.*{message}"):
            tables.observe(out=out, planes="cards")
        with pytest.raises((TypeError, ValueError), match="out: expected a contiguous bool array"):
            tables.legal_actions(out=out)

    def test_a_read_only_array_is_refused(self) -> None:
        tables = Tables(2, seed=1)
        out, legal = np.empty((2, 6, 52), np.uint8), np.empty((2, 108), np.bool_)
        for array in (out, legal):
            array.flags.writeable = False
        with pytest.raises(ValueError, match="out: the array is read-only"):
            tables.observe(out=out, planes="cards")
        with pytest.raises(ValueError, match="out: the array is read-only"):
            tables.legal_actions(out=legal)

    @pytest.mark.parametrize("dtype", [np.int8, np.uint8, ">i2", np.uint16, np.int32, np.uint64])
    @pytest.mark.parametrize("target", [50, 250, 100_000])
    def test_scores_may_be_of_ints_that_do_not_hold_the_target(
        self, dtype: str, target: int
    ) -> None:
        tables = Tables(2, gf.Rules(target=target), seed=1)
        scores = np.array([[0, 100], [120, 20]])
        expected = tables.observe(scores=scores)
        assert np.array_equal(tables.observe(scores=scores.astype(dtype)), expected)

    def test_scores_are_those_of_the_seat_to_act_and_of_the_other(self) -> None:
        tables = Tables(3, gf.Rules(target=100, first_dealer=0), seed=1)
        scores = np.array([[0, 100], [50, 20], [7, 10**6]])
        seen = tables.observe(scores=scores)[:, -2:, 0]
        # Seat 1 acts first.
        assert seen.tolist() == [[255, 0], [51, 127], [255, 17]]
        assert tables.observe(scores=np.array([50, 20]))[:, -2:, 0].tolist() == [[51, 127]] * 3
        assert PLANES[-2:] == ("score", "opponent_score")

    @pytest.mark.parametrize(
        ("options", "error", "message"),
        [
            ({"planes": "some"}, ValueError, "planes: expected 'all' or 'cards', got 'some'"),
            ({"planes": 6}, TypeError, "planes: expected 'all' or 'cards'"),
            ({"scores": [1, 2]}, TypeError, "scores: expected an integer array"),
            ({"scores": np.zeros(3, int)}, ValueError, r"scores: expected the shape \(2, 2\) or"),
            ({"scores": np.array([1, -2])}, ValueError, "scores: expected none below 0, got -2"),
            ({"scores": np.zeros(2, int), "planes": "cards"}, ValueError, "scores: planes="),
            ({"threads": -1}, ValueError, "threads: expected"),
        ],
    )
    def test_other_options_are_refused(
        self, options: dict[str, Any], error: type[Exception], message: str
    ) -> None:
        with pytest.raises(error, match=message):
            Tables(2, seed=1).observe(**options)
