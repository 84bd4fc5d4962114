"""What other threads and Ctrl-C get while an evaluation is running."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable


def answer_to_ctrl_c(program: str) -> None:
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert running.stdout.readline() == "interrupted\n"
        assert time.monotonic() - sent < 1
    finally:
        running.kill()
        running.communicate()


def ticks_during(work: Callable[[], object], every: float) -> int:
    """Return how often another thread ran while the work was done."""
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(every)

    clock = threading.Thread(target=tick)
    clock.start()
    before = ticks
    work()
    during = ticks - before
    done.set()
    clock.join()
    return during
