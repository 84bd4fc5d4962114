"""Running `gin-fast` as its users do: a process with arguments, streams and an exit status."""

import os
import pty
import subprocess
import sys
from pathlib import Path

START = [sys.executable, "-c", "from gin_fast.cli import main; main()"]


def gin_fast(
    *arguments: str | Path, lines: str | bytes = b"", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command; `lines` is its standard input."""
    done = subprocess.run(
        [*START, *map(str, arguments)],
        input=lines.encode() if isinstance(lines, str) else lines,
        capture_output=True,
        check=False,
        env=surroundings(**environment),
        timeout=300,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def surroundings(**more: str) -> dict[str, str]:
    """Return this process's environment without what changes how text is drawn."""
    drawing = {"COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"}
    return {name: value for name, value in os.environ.items() if name not in drawing} | more


def refusal(done: subprocess.CompletedProcess[str], status: int = 1) -> str:
    """Return the message of a run that failed in the orderly way: one `Error:` line last."""
    assert done.returncode == status, done
    assert "Traceback" not in done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("Error: ")
    return last.removeprefix("Error: ")


def on_terminal(*arguments: str | Path, **environment: str) -> str:
    """Run the command on a terminal; return what it draws."""
    ours, theirs = pty.openpty()
    terminal = {"TERM": "xterm-256color", "COLUMNS": "80"}
    surrounding = surroundings(**(terminal | environment))
    process = subprocess.Popen(
        [*START, *map(str, arguments)], stdin=theirs, stdout=theirs, stderr=theirs, env=surrounding
    )
    os.close(theirs)
    drawn = b""
    try:
        while part := os.read(ours, 1 << 16):
            drawn += part
    except OSError:  # What Linux raises at the end of a terminal.
        pass
    finally:
        os.close(ours)
    assert process.wait(timeout=60) == 0
    return drawn.decode()
