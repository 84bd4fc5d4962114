"""Two pieces of work, timed in turns so that a busy machine slows both alike."""

import gc
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time

_LEAST_TURNS = 5
_MOST_TURNS = 25
_ONE_TIMING = 0.002


def in_turns(
    work: Callable[[], object],
    yardstick: Callable[[], object],
    seconds: float,
    *,
    threads: bool = False,
) -> tuple[float, float]:
    """Return the median seconds that one call of each takes, measured for about so long.

    They are seconds of the processor, which other programs do not lengthen, but with `threads`
    those on the wall.
    """
    clock = perf_counter if threads else process_time
    repeats = _repeats(work), _repeats(yardstick)
    times: tuple[list[float], list[float]] = ([], [])
    end = perf_counter() + seconds
    collects = gc.isenabled()
    gc.disable()
    try:
        while len(times[0]) < _LEAST_TURNS or (
            len(times[0]) < _MOST_TURNS and perf_counter() < end
        ):
            for taken, call, count in zip(times, (work, yardstick), repeats, strict=True):
                taken.append(_seconds(call, count, clock))
    finally:
        if collects:
            gc.enable()
    return median(times[0]), median(times[1])


def _repeats(call: Callable[[], object]) -> int:
    """Return how many calls a timing needs to be long against the clock; the calls warm up."""
    _seconds(call, 1, perf_counter)
    return max(1, int(_ONE_TIMING / max(_seconds(call, 1, perf_counter), 1e-9)))


def _seconds(call: Callable[[], object], count: int, clock: Callable[[], float]) -> float:
    start = clock()
    for _ in range(count):
        call()
    return (clock() - start) / count
