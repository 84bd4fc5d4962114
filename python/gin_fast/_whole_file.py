"""A file that is at its place whole, or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["whole_file"]


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Write a file that is at `path`, whole, if the block ends well, and else is not.

    It is written beside its place and moved there when it is on the disk; an older file of
    that name stays until then, and hands on its permissions. Links are followed.

    Raises:
        OSError: it cannot be written.

    """
    place = Path(os.path.realpath(path))
    draft = place.with_name(f".{place.name}.{secrets.token_hex(8)}.part")
    try:
        with draft.open("xb") as file:
            if place.exists():
                draft.chmod(place.stat().st_mode)
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(place)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
