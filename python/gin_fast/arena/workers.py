"""Working through numbered jobs in several processes, each result handed over when it is there.

A pool of `multiprocessing` waits for ever where one of its processes dies, and hands out jobs one
by one. Here each process has its own share of the jobs and its own pipe, whose end is seen.
"""

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

__all__ = ["worked"]

_Result = TypeVar("_Result")
# Results wait this long for others, so that short jobs do not cost a message each.
_SECONDS = 0.1


def worked(
    job: Callable[[int], _Result], numbers: range, processes: int
) -> Generator[tuple[int, _Result], None, None]:
    """Yield the number and the result of each job, in any order.

    Processes are spawned, so that no thread or lock of this one is copied: `job` must be picklable.
    They are ended when the iterator is closed.

    Raises:
        RuntimeError: A process ended before its work was done.
        Exception: What a job raises.

    """
    context = multiprocessing.get_context("spawn")
    running = []
    try:
        with _deaf_to_interrupts():
            for share in range(processes):
                ours, theirs = context.Pipe(duplex=False)
                mine = numbers[share::processes]
                process = context.Process(target=_work, args=(job, mine, theirs), daemon=True)
                process.start()
                # Held here too, it would hide the end of the process.
                theirs.close()
                running.append((process, ours))
        yield from _received(running)
    finally:
        for process, ours in running:
            process.terminate()
            ours.close()
        for process, _ in running:
            process.join()


def _received(running: Iterable[tuple[SpawnProcess, Connection]]) -> Iterator[tuple[int, Any]]:
    pending = {end: process for process, end in running}
    while pending:
        ready = wait(list(pending))
        for end, process in [item for item in pending.items() if item[0] in ready]:
            try:
                results, finished = end.recv()
            except EOFError:
                process.join()
                raise RuntimeError(
                    f"a process ended with exit code {process.exitcode} before its work was done;"
                    ' a script that asks for processes needs `if __name__ == "__main__":` around'
                    " what it does"
                ) from None
            if isinstance(results, BaseException):
                raise results
            if finished:
                del pending[end]
            yield from results


def _work(job: Callable[[int], _Result], numbers: range, end: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    results: list[tuple[int, _Result]] = []
    sent = time.monotonic()
    try:
        for number in numbers:
            results.append((number, job(number)))
            if time.monotonic() - sent > _SECONDS:
                end.send((results, False))
                results, sent = [], time.monotonic()
        end.send((results, True))
    except BrokenPipeError:  # Nobody is interested any more.
        pass
    except Exception as error:  # noqa: BLE001 - it is raised again on the other side.
        end.send((_sendable(error), True))


def _sendable(error: Exception) -> Exception:
    """Return an error that survives the way, which not every class of errors does."""
    import pickle  # noqa: PLC0415 - with an error, not before.

    try:
        if type(pickle.loads(pickle.dumps(error))) is type(error):  # noqa: S301 - our own.
            return error
    except Exception:  # noqa: BLE001, S110 - whatever a class of errors may raise here.
        pass
    text = RuntimeError(f"{type(error).__name__}: {error}")
    for note in getattr(error, "__notes__", ()):
        text.add_note(note)
    return text


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes begin deaf to Ctrl-C, which a terminal sends to all of them.

    They inherit it; before their first line they would die of it with a traceback.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
