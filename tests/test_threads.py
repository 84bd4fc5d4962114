"""Threads, forks and signals beside the evaluation of large arrays."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from numpy.typing import NDArray

import gin_fast as gf
from interruption import answer_to_ctrl_c, ticks_during

LARGE = 100_003


def dealt(cards: int, count: int, ranks: int = 13) -> NDArray[np.uint64]:
    """Hands from the lowest `ranks` ranks: the fewer, the more melds meet."""
    pack = np.array([card for card in range(52) if card % 13 < ranks])
    order = np.random.default_rng(5).random((count, len(pack))).argsort(axis=1)[:, :cards]
    return gf.masks(pack[order])


def test_many_python_threads_may_evaluate_the_same_array() -> None:
    hands = np.resize(dealt(11, 1200), LARGE)
    expected = gf.deadwood(hands)
    answers: list[NDArray[np.uint8]] = []

    def evaluate() -> None:
        answers.extend(gf.deadwood(hands, threads=threads) for threads in (1, 2, 3) * 3)

    workers = [threading.Thread(target=evaluate) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(answers) == 36
    assert all(np.array_equal(answer, expected) for answer in answers)


def test_other_threads_run_during_a_large_evaluation() -> None:
    hands = np.resize(dealt(20, 4000, ranks=6), 10_000)
    assert ticks_during(lambda: gf.deadwood(hands), every=0.001) > 10


FORK = """
import os, sys
import numpy as np
import gin_fast as gf

hands = np.full(200_000, 0b111, np.uint64)
def evaluate():
    for threads in (2, 3, 0):
        assert not gf.deadwood(hands, threads=threads).any()

evaluate()
child = os.fork()
if child == 0:
    evaluate()
    grandchild = os.fork()
    if grandchild == 0:
        evaluate()
        os._exit(0)
    os._exit(os.waitstatus_to_exitcode(os.waitpid(grandchild, 0)[1]))
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
evaluate()
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system forks no process")
def test_a_forked_child_evaluates_with_threads_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORK],
        capture_output=True,
        text=True,
        timeout=10,
        check=True,
    )
    assert done.stdout == "done\n"


FORK_WHILE_BUSY = """
import os, threading
import numpy as np
import gin_fast as gf

hands = np.full(100_000, 0b111, np.uint64)
stop = False
def work():
    while not stop:
        gf.deadwood(hands, threads=2)

worker = threading.Thread(target=work)
worker.start()
for _ in range(20):
    child = os.fork()
    if child == 0:
        gf.deadwood(hands, threads=2)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
stop = True
worker.join()
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system forks no process")
def test_a_child_forked_amid_an_evaluation_does_not_hang() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORK_WHILE_BUSY],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "done\n"


ENDLESS = """
import numpy as np
import gin_fast as gf

# The same few hands again and again, without end and without memory for them.
hands = np.broadcast_to(np.uint64({mask}), ({count},))
{prepare}
print("ready", flush=True)
try:
    while True:
        {evaluate}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    ("prepare", "evaluate"),
    [
        ("hands = np.tile(hands, 1)", "gf.deadwood(hands)"),
        ("hands = np.tile(hands, 1)", "gf.deadwood(hands, threads=2)"),
        (
            "hands = np.tile(hands, 1); out = np.empty(hands.shape, np.uint8)",
            "gf.deadwood(hands, out=out)",
        ),
        ("", "gf.deadwood(hands)"),
        ("hands = np.tile(hands[:400_000], 1)", "gf.deadwood_after_discard(hands, threads=2)"),
    ],
)
def test_ctrl_c_is_answered_within_a_second(prepare: str, evaluate: str) -> None:
    full_pack = (1 << 52) - 1
    program = ENDLESS.format(mask=full_pack, count=20_000_000, prepare=prepare, evaluate=evaluate)
    answer_to_ctrl_c(program)


# Eight runs on the table and all other cards in hand: many seconds of choices.
LONG_DEFENCE = """
import gin_fast as gf

table = "8c9cTc 2d3d4d 4h5h6h 3s4s5s TdJdQd 3c4c5c 8s9sTs 9hThJh"
hand = gf.CardSet(list(range(52))) - gf.CardSet(table)
print("ready", flush=True)
try:
    while True:
        gf.defend(hand, table, ace="corner")
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_ends_a_long_defence() -> None:
    answer_to_ctrl_c(LONG_DEFENCE)
