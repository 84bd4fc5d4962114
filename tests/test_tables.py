"""Many tables at once: what they are made of, what they refuse, copies, pickles, threads."""

import copy
import pickle
import random
import sys
import threading
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import gin_fast as gf
from gin_fast.rules import PRESETS
from gin_fast.sim import PHASES, Tables
from gin_fast.sim.tables import _unpickled
from interruption import answer_to_ctrl_c, ticks_during
from round_players import deck

TAKE, PASS = 105, 106


def any_legal(tables: Tables, random: np.random.Generator) -> NDArray[np.intp]:
    """Choose an action for each table, uniformly among what is legal."""
    legal = tables.legal_actions()
    chosen: NDArray[np.intp] = (legal * random.random(legal.shape)).argmax(axis=1)
    return chosen


def stepped(tables: Tables, steps: int, seed: int = 1, **options: Any) -> Tables:
    """Return the tables after so many random steps."""
    numbers = np.random.default_rng(seed)
    for _ in range(steps):
        tables.step(any_legal(tables, numbers), **options)
    return tables


def in_every_phase() -> Tables:
    """Tables of which some are in each phase."""
    rules = gf.Rules(wall_rule="last_discard_take", dead_cards=20)
    tables = Tables(160, rules, seed=2)
    numbers = np.random.default_rng(1)
    for waiting in range(0, 160, 2):
        # Two more wait where they are, and the others move on.
        part = tables[waiting:]
        part.step(any_legal(part, numbers))
        both = [*map(tables.to_round, range(waiting)), *map(part.to_round, range(len(part)))]
        tables = Tables.from_rounds(both)
    assert set(tables.phase.tolist()) == set(range(len(PHASES)))
    return tables


@pytest.mark.parametrize("name", PRESETS)
def test_rounds_of_random_legal_moves_come_to_an_end(name: str) -> None:
    tables = Tables(50, PRESETS[name], seed=3)
    numbers = np.random.default_rng(1)
    steps = 0
    while not tables.done.all():
        assert np.array_equal(tables.legal_actions().any(axis=1), ~tables.done)
        assert np.array_equal(tables.phase == PHASES.index("over"), tables.done)
        tables.step(any_legal(tables, numbers))
        steps += 1
        assert steps < 2_000
    assert not tables.legal_actions().any()
    points = tables.points
    tables.step(np.zeros(50, np.uint8))
    assert tables.done.all()
    assert np.array_equal(tables.points, points)


def test_arrays_have_the_shapes_and_dtypes_that_are_promised() -> None:
    tables = Tables(5, seed=1)
    for array, dtype, shape in [
        (tables.player, np.int8, (5,)),
        (tables.dealer, np.int8, (5,)),
        (tables.phase, np.uint8, (5,)),
        (tables.done, np.bool_, (5,)),
        (tables.points, np.int16, (5,)),
        (tables.seeds, np.uint64, (5,)),
        (tables.hands, np.uint64, (5, 2)),
        (tables.legal_bits(), np.uint64, (5, 2)),
        (tables.legal_actions(), np.bool_, (5, 108)),
    ]:
        assert array.dtype == dtype
        assert array.shape == shape
        # They are the caller's own.
        array[...] = 0
    assert tables == Tables(5, seed=1)
    assert len(tables) == 5


class TestActions:
    @pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, ">i4", np.int64, np.uint64])
    def test_any_integer_dtype_order_and_stride_will_do(self, dtype: str) -> None:
        tables = Tables(3, seed=1)
        tables.step(np.array([TAKE, 0, PASS, 0, TAKE, 0]).astype(dtype)[::2])
        assert [PHASES[phase] for phase in tables.phase] == ["discard", "upcard", "discard"]

    @pytest.mark.parametrize("bad", [104, 3, 108, 127, 128, 233, 255, -1, 256 + TAKE, 2**63 - 1])
    @pytest.mark.parametrize("threads", [1, 2])
    def test_an_illegal_action_is_named_with_its_table_and_nobody_moves(
        self, bad: int, threads: int
    ) -> None:
        tables = Tables(5_000, seed=1)
        before = tables.copy()
        actions = np.full(5_000, PASS)
        actions[[4_321, 4_999]] = bad
        with pytest.raises(gf.IllegalActionError, match=rf"[ (]{bad}\b.* at table 4321") as raised:
            tables.step(actions, threads=threads)
        assert str(raised.value).startswith("actions: ")
        assert tables == before

    def test_its_message_says_what_and_where(self) -> None:
        tables = Tables(3, gf.Rules(first_dealer=0), seed=1)
        with pytest.raises(gf.IllegalActionError) as raised:
            tables.step(np.array([PASS, 104, PASS]))
        message = "actions: draw_stock (104) is not legal at table 1, for seat 1 in phase upcard"
        assert str(raised.value) == message
        with pytest.raises(gf.IllegalActionError) as raised:
            tables.step(np.array([PASS, PASS, 2**64 - 1], np.uint64))
        message = f"actions: expected ids from 0 to 107, got {2**64 - 1} at table 2"
        assert str(raised.value) == message

    @pytest.mark.parametrize(
        ("actions", "error", "message"),
        [
            ([PASS, PASS], TypeError, "got list; pass np.asarray"),
            (None, TypeError, "got None"),
            (np.array([PASS, PASS], float), TypeError, "dtype float64"),
            (np.array([True, False]), TypeError, "dtype bool"),
            (np.array([PASS, PASS], object), TypeError, "dtype object"),
            (np.ma.array([PASS, PASS]), TypeError, "MaskedArray"),
            (np.array(PASS), ValueError, r"of shape \(2,\), got one of shape \(\)"),
            (np.array([PASS]), ValueError, r"of shape \(2,\), got one of shape \(1,\)"),
            (np.full((2, 1), PASS), ValueError, r"got one of shape \(2, 1\)"),
        ],
    )
    def test_what_is_no_array_of_an_action_a_table_is_refused(
        self, actions: Any, error: type[Exception], message: str
    ) -> None:
        tables = Tables(2, seed=1)
        with pytest.raises(error, match=f"^actions: .*{message}"):
            tables.step(actions)
        assert tables == Tables(2, seed=1)

    def test_other_options_are_read_with_care(self) -> None:
        tables, actions = Tables(2, seed=1), np.full(2, PASS)
        with pytest.raises(TypeError, match="auto_reset: expected True or False"):
            tables.step(actions, auto_reset=1)  # type: ignore[arg-type]
        for threads in (-1, 5_000):
            with pytest.raises(ValueError, match="threads: expected 1 to 1024"):
                tables.step(actions, threads=threads)
        with pytest.raises(TypeError, match="threads: expected an int"):
            tables.step(actions, threads=1.5)  # type: ignore[arg-type]
        assert tables == Tables(2, seed=1)


class TestSeeds:
    def test_the_same_seed_deals_the_same_rounds_and_another_one_others(self) -> None:
        assert Tables(20, seed=7) == Tables(20, seed=7)
        assert Tables(20, seed=7) != Tables(20, seed=8)
        assert Tables(20) != Tables(20)
        large = 10**40
        assert Tables(5, seed=large) == Tables(5, seed=np.random.SeedSequence(large))
        assert len(set(Tables(200, seed=7).hands[:, 0].tolist())) == 200

    def test_fewer_tables_are_the_first_of_more(self) -> None:
        assert Tables(20, seed=7)[:5] == Tables(5, seed=7)

    def test_a_table_is_what_its_own_seed_says_wherever_it_stands(self) -> None:
        tables = Tables(30, seed=7)
        some = Tables(3, seed=tables.seeds[[4, 20, 4]])
        assert some == tables[[4, 20, 4]]
        assert Tables(2, seed=np.array([5, 9], np.int32)) == Tables(2, seed=np.array([5, 9]))
        stepped(some, 200, auto_reset=True)
        alone = stepped(Tables(3, seed=tables.seeds[[4, 20, 4]]), 200, auto_reset=True, threads=2)
        assert some == alone

    def test_who_deals_first_is_what_the_rules_say(self) -> None:
        for seat in (0, 1):
            assert set(Tables(50, gf.Rules(first_dealer=seat)).dealer.tolist()) == {seat}
        share = Tables(4_000, seed=3).dealer.mean()
        # Four standard deviations.
        assert abs(share - 0.5) < 4 * 0.5 / 4_000**0.5

    @pytest.mark.parametrize(
        ("seed", "error", "message"),
        [
            (-1, ValueError, "seed: expected None or an int not below 0, got -1"),
            (1.5, TypeError, "seed: expected None or an int"),
            ("x", TypeError, "seed: expected None or an int"),
            (np.array([1, 2]), ValueError, r"the shape \(3,\), got \(2,\)"),
            (np.array([1.0, 2.0, 3.0]), TypeError, "an integer dtype"),
            (np.array([1, -2, 3]), ValueError, "none below 0, got -2"),
        ],
    )
    def test_other_seeds_are_refused(self, seed: Any, error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=f"^seed: .*{message.removeprefix('seed: ')}"):
            Tables(3, seed=seed)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((0,), ValueError, "n: expected an int not below 1, got 0"),
        ((-3,), ValueError, "n: expected an int not below 1, got -3"),
        ((2.0,), TypeError, "n: expected an int not below 1"),
        ((True,), TypeError, "n: expected an int"),
        ((3, "pagat"), TypeError, r"rules: expected Rules, got 'pagat' \(str\)"),
        ((3, None), TypeError, "rules: expected Rules"),
        ((2**60,), MemoryError, "n: no memory"),
        ((10**40,), MemoryError, "n: no memory"),
    ],
)
def test_what_makes_no_tables_is_refused(
    arguments: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Tables(*arguments)


class TestRounds:
    def test_rounds_go_on_at_tables_and_stay_as_they_are(self) -> None:
        rounds = [gf.Round(seed=seed) for seed in range(3)]
        kept = [played.copy() for played in rounds]
        tables = Tables.from_rounds(iter(rounds), seed=4)
        stepped(tables, 10)
        assert rounds == kept
        # The other seat deals next, whatever was played.
        tables.reset()
        assert tables.dealer.tolist() == [1, 1, 1]
        twins = Tables.from_rounds(rounds, seed=4)
        twins.reset()
        assert twins == tables

    @pytest.mark.parametrize(
        ("rounds", "error", "message"),
        [
            (3, TypeError, r"rounds: expected Rounds, got 3 \(int\)"),
            ([], ValueError, "rounds: expected at least one Round, got none"),
            ([gf.Round(), 5], TypeError, r"rounds\[1\]: expected a Round, got 5"),
            (
                [gf.Round(), gf.Round(gf.Rules.preset("pagat"))],
                ValueError,
                r"rounds\[1\]: expected the rules of rounds\[0\], got Rules\(gin_bonus",
            ),
            (
                [gf.Round(), gf.Round(layoff="manual")],
                ValueError,
                r'rounds\[1\]: layoff="manual" is not played at tables',
            ),
        ],
    )
    def test_what_cannot_go_on_is_refused(
        self, rounds: Any, error: type[Exception], message: str
    ) -> None:
        with pytest.raises(error, match=message):
            Tables.from_rounds(rounds)

    def test_a_round_that_ended_with_a_layout_of_its_own_is_refused(self) -> None:
        hand = "4s 4c 4d 4h 5h 6h 7h Ks Kc Kd Ah"
        rest = sorted(gf.CardSet(range(52)) - gf.CardSet(hand))
        played = gf.Round.from_parts(
            hands=(hand, rest[:10]), upcard=rest[10], stock=rest[11:], phase="discard"
        )
        other = played.copy()
        played.apply("knock Ah")
        # He keeps the four of hearts out of his melds.
        other.apply("knock Ah: 4s4c4d 5h6h7h KsKcKd")
        assert Tables.from_rounds([played]).to_round(0).result == played.result
        with pytest.raises(ValueError, match=r"rounds\[0\]: it is over by a knock that named its"):
            Tables.from_rounds([other])

    def test_a_table_that_is_not_there_is_no_round(self) -> None:
        tables = Tables(3, seed=1)
        assert tables.to_round(-3).hands == tables.to_round(0).hands
        for at in (3, -4, 10**30):
            with pytest.raises(IndexError, match="i: expected one of 3 tables"):
                tables.to_round(at)
        with pytest.raises(TypeError, match="i: expected an int"):
            tables.to_round(1.0)  # type: ignore[arg-type]


class TestSelections:
    def test_masks_places_and_slices_choose_tables(self) -> None:
        tables = stepped(Tables(10, seed=1), 3)
        mask = np.zeros(10, np.bool_)
        mask[[2, 5]] = True
        assert tables[mask] == tables.take([2, 5]) == tables[np.array([2, -5])]
        assert tables[::-1][0:1] == tables[[9]]
        assert tables[:] == tables
        assert np.array_equal(tables[[3, 3]].hands, tables.hands[[3, 3]])

    def test_none_may_be_chosen(self) -> None:
        tables = Tables(10, seed=1)
        for none in (tables[tables.done], tables[:0], tables.take([])):
            assert len(none) == 0
            assert none.legal_actions().shape == (0, 108)
            assert none.observe().shape[0] == 0
            none.step(np.empty(0, np.uint8), auto_reset=True)
            none.reset()
            assert pickle.loads(pickle.dumps(none)) == none  # noqa: S301
        tables.reset([])
        assert tables == Tables(10, seed=1)

    @pytest.mark.parametrize("where", [10, [11], [-11], [True] * 9, "a", 1.5, [[1]], None, [0.5]])
    def test_what_chooses_no_tables_is_refused(self, where: Any) -> None:
        tables = Tables(10, seed=1)
        with pytest.raises(IndexError, match=r"^where: "):
            tables.take(where)
        with pytest.raises(TypeError):
            iter(tables)  # type: ignore[call-overload]

    def test_only_the_chosen_are_reset_each_once(self) -> None:
        tables = stepped(Tables(6, seed=1), 5)
        before = tables.copy()
        tables.reset([1, 1, 4])
        rest = [0, 2, 3, 5]
        assert tables[rest] == before[rest]
        assert tables.phase[[1, 4]].tolist() == [0, 0]
        assert tables.dealer[[1, 4]].tolist() == (1 - before.dealer[[1, 4]]).tolist()
        twins = stepped(Tables(6, seed=1), 5)
        twins.reset(np.array([False, True, False, False, True, False]))
        assert twins == tables


def test_copies_go_their_own_way() -> None:
    tables = stepped(Tables(20, seed=1), 8)
    for twins in (tables.copy(), copy.copy(tables), copy.deepcopy(tables), tables[:]):
        assert twins == tables
        assert stepped(twins, 1) != tables
    assert stepped(tables.copy(), 90, auto_reset=True) == stepped(tables, 90, auto_reset=True)
    assert tables != "tables"
    with pytest.raises(TypeError, match="unhashable"):
        hash(tables)
    assert repr(Tables(2, seed=1)) == "<Tables: 2 tables, 0 of them done>"


def summed(state: bytearray) -> bytes:
    """Return what a pickle holds with the checksum that belongs to it (FNV-1a)."""
    total = 0xCBF29CE484222325
    for byte in state:
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return bytes(state) + total.to_bytes(8, "little")


class TestPickles:
    @pytest.mark.parametrize("name", PRESETS)
    def test_a_pickle_comes_back_and_goes_on_in_the_same_way(self, name: str) -> None:
        tables = stepped(Tables(60, PRESETS[name], seed=1), 45, auto_reset=True)
        stepped(tables, 30)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            back = pickle.loads(pickle.dumps(tables, protocol))  # noqa: S301
            assert back == tables
            assert back.rules == tables.rules
        assert stepped(back, 50, auto_reset=True) == stepped(tables, 50, auto_reset=True)

    def test_damage_is_found(self, numbers: random.Random) -> None:
        tables = in_every_phase()[::8]
        function, (kind, rules, state) = tables.__reduce__()
        assert function(kind, rules, state) == tables
        for _ in range(300):
            at = numbers.randrange(len(state))
            broken = bytearray(state)
            broken[at] ^= 1 << numbers.randrange(8)
            with pytest.raises(ValueError, match="pickle: its tables are damaged"):
                _unpickled(kind, rules, bytes(broken))
        for length in (0, 7, 8, 16, len(state) - 1):
            with pytest.raises(ValueError, match="pickle: its tables are damaged"):
                _unpickled(kind, rules, state[:length])

    def test_what_is_no_pickle_of_tables_is_refused(self) -> None:
        _, (kind, rules, state) = Tables(2, seed=1).__reduce__()
        with pytest.raises(ValueError, match=r"pickle: expected 'gin_fast.sim.Tables 1', got"):
            _unpickled("gin_fast.sim.Tables 9", rules, state)
        with pytest.raises(ValueError, match="pickle: expected Rules and bytes"):
            _unpickled(kind, "pagat", state)
        with pytest.raises(ValueError, match="pickle: expected Rules and bytes"):
            _unpickled(kind, rules, [1])
        # By these rules something else is legal.
        with pytest.raises(ValueError, match="pickle: its tables are damaged"):
            _unpickled(kind, gf.Rules(opening="eleven_card_nondealer"), state)

    @pytest.mark.parametrize("is_over", [True, False])
    def test_an_end_that_is_none_is_refused(self, *, is_over: bool) -> None:
        tables = Tables(1, gf.Rules(max_moves=1), seed=1)
        while is_over and not tables.done[0]:
            tables.step(np.array([PASS]))
        _, (kind, rules, state) = tables.__reduce__()
        done = len(state) - 8 - 3
        assert state[done] == is_over
        for place, byte in [(done, 1 - is_over), (done + 1, 7)]:
            forged = bytearray(state[:-8])
            forged[place] = byte
            if not is_over and place == done:
                # Such a round may have given way to this one.
                assert _unpickled(kind, rules, summed(forged)).done[0]
                continue
            with pytest.raises(ValueError, match="pickle: its tables are damaged"):
                _unpickled(kind, rules, summed(forged))


class TestThreads:
    @pytest.mark.parametrize("threads", [0, 2, 3, 7])
    def test_any_number_of_threads_comes_to_the_same(self, threads: int) -> None:
        alone, together = Tables(9_000, seed=1), Tables(9_000, seed=1)
        numbers = np.random.default_rng(2)
        for _ in range(40):
            actions = any_legal(alone, numbers)
            alone.step(actions, auto_reset=True)
            together.step(actions, auto_reset=True, threads=threads)
        assert alone == together
        assert np.array_equal(alone.legal_actions(), alone.legal_actions(threads=threads))
        assert np.array_equal(alone.observe(), alone.observe(threads=threads))

    def test_other_python_threads_run_meanwhile(self) -> None:
        tables = Tables(300_000, seed=1)
        actions = np.full(300_000, PASS)

        def work() -> None:
            for _ in range(10):
                tables.copy().step(actions)

        assert ticks_during(work, every=0.001) > 10

    def test_two_threads_on_the_same_tables_get_an_error_or_their_turn(self) -> None:
        tables = Tables(20_000, seed=1)
        met: list[BaseException] = []

        def work() -> None:
            numbers = np.random.default_rng(1)
            for _ in range(30):
                try:
                    tables.step(any_legal(tables, numbers), auto_reset=True)
                except gf.IllegalActionError:
                    # Somebody else has been in between.
                    continue
                except RuntimeError as error:
                    # Somebody else was there: it says so, whether to read or to step was refused.
                    if not str(error).startswith("tables: another thread is at work on them"):
                        met.append(error)
                except BaseException as error:  # noqa: BLE001 - whatever else it is.
                    met.append(error)

        workers = [threading.Thread(target=work) for _ in range(3)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert met == []
        assert Tables.from_rounds([tables.to_round(at) for at in range(0, 20_000, 999)])

    @pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
    @pytest.mark.parametrize(
        "work",
        [
            "tables.copy().step(actions, threads=2)",
            "tables.observe(out)",
            "Tables(3_000_000)",
            "tables.take(np.resize(np.arange(200_000), 3_000_000)).reset()",
        ],
    )
    def test_ctrl_c_is_answered_within_a_second(self, work: str) -> None:
        answer_to_ctrl_c(CTRL_C.format(work=work))


CTRL_C = """
import numpy as np
from gin_fast.sim import Tables

tables = Tables(200_000, seed=1)
actions = np.full(200_000, 106)
out = np.empty((200_000, 21, 52), np.uint8)
print("ready", flush=True)
try:
    while True:
        {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_decks_of_rounds_are_played_at_tables(numbers: random.Random) -> None:
    cards = deck(numbers)
    tables = Tables.from_rounds([gf.Round(deck=cards, dealer=1)])
    tables.step(np.array([PASS]))
    tables.step(np.array([PASS]))
    tables.step(np.array([104]))
    played = tables.to_round(0)
    assert played.stock == tuple(cards[22:])
    assert cards[21] in played.hands[0]
