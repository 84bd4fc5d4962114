"""The command line, `gin-fast`: hands, files of hands, and the speed of this machine.

It needs the extra `cli` (Click, Rich and PyArrow), which a script that only evaluates does not.
"""

import os
import signal
import sys
from types import FrameType

__all__ = ["main"]

_NEEDED = frozenset({"click", "rich", "pyarrow"})
_INTERRUPTED = 130


def _stop(number: int, _frame: FrameType | None) -> None:
    """Leave by an exception, so that a half written file is taken away."""
    raise SystemExit(128 + number)


def main() -> None:
    """Run the command and end the process with its exit status.

    0: done. 1: what was asked for cannot be done. 2: the command is not written so.
    130: interrupted.
    """
    signal.signal(signal.SIGTERM, _stop)
    _stand_in_for_closed_streams()
    try:
        status = _run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = _INTERRUPTED
    except BrokenPipeError:
        status = 1
    except OSError as error:
        print(f"Error: standard output: {error.strerror}", file=sys.stderr)  # noqa: T201
        status = 1
    if status:
        _let_go_of_output()
    sys.exit(status)


def _stand_in_for_closed_streams() -> None:
    """Let standard input that is closed be empty, and output fail only where it is written to.

    It also keeps their numbers from the files that are opened later.
    """
    streams = (
        ("stdin", os.O_RDONLY, "r"),
        ("stdout", os.O_RDONLY, "w"),
        ("stderr", os.O_RDWR, "w"),
    )
    for number, (name, may, mode) in enumerate(streams):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, may)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _run() -> int:
    try:
        from gin_fast.cli.app import run  # noqa: PLC0415 - it needs the extra

        return run()
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _NEEDED:
            raise
        print(  # noqa: T201
            f"gin-fast: the command line needs {missing}, which is not installed; "
            "install it with: pip install 'gin-fast[cli]'",
            file=sys.stderr,
        )
        return 1


def _let_go_of_output() -> None:
    """Flush nothing more at exit where nobody reads, or nothing can be written."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
