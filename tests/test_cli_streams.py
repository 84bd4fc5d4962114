"""The command line on what is no plain file: pipes, devices, streams that are closed."""

import os
import stat
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from command import START, gin_fast, refusal, surroundings
from hand_files import TEN, input_of_kind, leftovers, table, write


def test_only_files_are_replaced(tmp_path: Path) -> None:
    source = input_of_kind(tmp_path, "csv", TEN)
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    (tmp_path / "link.csv").symlink_to(pipe)
    (tmp_path / "null.csv").symlink_to(os.devnull)
    for out in pipe, tmp_path / "link.csv", tmp_path / "null.csv":
        assert "got a pipe or a device" in refusal(gin_fast("eval", source, "-o", out))
        assert leftovers(out) == []
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert (tmp_path / "link.csv").readlink() == pipe
    assert (tmp_path / "null.csv").is_char_device()


@pytest.mark.parametrize("kind", ["csv", "txt", "parquet"])
def test_only_files_are_read(tmp_path: Path, kind: str) -> None:
    pipe = tmp_path / f"pipe.{kind}"
    os.mkfifo(pipe)
    null = tmp_path / f"null.{kind}"
    null.symlink_to(os.devnull)
    for source in pipe, null:
        assert "got a pipe or a device" in refusal(gin_fast("eval", source))
    memory = tmp_path / f"memory.{kind}"
    memory.symlink_to("/proc/self/mem")
    assert f"{memory}: not readable: " in refusal(gin_fast("eval", memory))


def test_size_does_not_say_what_is_empty(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.symlink_to("/proc/version")
    assert source.stat().st_size == 0
    assert "1 bad row" in refusal(gin_fast("eval", source))
