"""A person at a terminal: a process that draws on it and waits for what is typed."""

import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path
from typing import Self

from command import surroundings

PROMPT = "\n> "
# As a shell does, it makes standard input the terminal that sends signals.
_BEGIN = (
    "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "from gin_fast.cli import main; main()"
)


class Keyboard:
    """`gin-fast` on a terminal of its own."""

    def __init__(self, *arguments: str | Path) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", _BEGIN, *map(str, arguments)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=surroundings(TERM="xterm-256color", COLUMNS="100"),
            start_new_session=True,
        )
        os.close(theirs)
        self.drawn = ""

    def until_asked(self) -> str:
        """Return what is drawn up to the next prompt, or to the end."""
        drawn = ""
        while not drawn.endswith(PROMPT):
            # No test hangs, but none waits for a time either.
            assert self._draws_within(120), drawn
            part = self._drawn()
            if not part:
                break
            drawn += part
        self.drawn += drawn
        return drawn

    def interrupt(self) -> str:
        """Press Ctrl-C, and return what is drawn to the end."""
        drawn = ""
        self.press("\x03")
        while True:
            # A signal between the prompt and the reading behind it is only seen with the next key.
            if not self._draws_within(2):
                self.press("\x03")
                continue
            part = self._drawn()
            if not part:
                break
            drawn += part
        self.drawn += drawn
        return drawn

    def _draws_within(self, seconds: int) -> bool:
        return bool(select.select([self._ours], [], [], seconds)[0])

    def _drawn(self) -> str:
        try:
            part = os.read(self._ours, 1 << 16)
        except OSError:  # What Linux raises at the end of a terminal.
            return ""
        return re.sub(r"\x1b\[[0-9;]*m", "", part.decode()).replace("\r\n", "\n")

    def type(self, line: str) -> str:
        """Type a line, and return what is drawn up to the next prompt."""
        self.press(line + "\n")
        return self.until_asked()

    def press(self, keys: str) -> None:
        """Press keys, such as ``"\\x03"`` for Ctrl-C."""
        os.write(self._ours, keys.encode())

    def hang_up(self) -> None:
        """Close the terminal."""
        os.close(self._ours)
        self._ours = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=60)
        if self._ours >= 0:
            os.close(self._ours)
