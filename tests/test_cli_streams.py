"""The command line on what is no plain file: pipes, devices, streams that are closed."""

import os
import stat
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from command import START, gin_fast, refusal, surroundings
from hand_files import TEN, input_of_kind, leftovers, table


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


@pytest.mark.parametrize("what", [("As",), ("--json", "As"), ("in.csv",), ("--json", "in.csv")])
def test_closed_output_is_an_error(tmp_path: Path, what: tuple[str, ...]) -> None:
    input_of_kind(tmp_path, "csv", TEN)
    complaint = refusal(with_closed(">&-", tmp_path, "eval", *what))
    assert complaint.startswith("standard output: ")
    assert with_closed(">&- 2>&-", tmp_path, "eval", *what).returncode == 1


def test_output_may_be_closed_where_nothing_is_printed(tmp_path: Path) -> None:
    input_of_kind(tmp_path, "csv", TEN)
    done = with_closed("<&- >&- 2>&-", tmp_path, "eval", "in.csv", "-o", "out.csv")
    assert done.returncode == 0
    printed = gin_fast("eval", tmp_path / "in.csv").stdout
    assert (tmp_path / "out.csv").read_text() == printed


def test_closed_input_is_empty(tmp_path: Path) -> None:
    assert "got nothing" in refusal(with_closed("<&-", tmp_path, "eval"))
    assert with_closed("<&-", tmp_path, "eval", "As").returncode == 0


def with_closed(streams: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a shell does that closes some of its streams."""
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {streams}', "sh", *START, *arguments],
        capture_output=True,
        check=False,
        cwd=folder,
        env=surroundings(),
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(
    "other",
    [pa.array([b"\xff"], pa.binary()), pa.array([0], pa.timestamp("s", "Nowhere/At_All"))],
    ids=["bytes", "time zone"],
)
def test_cells_that_are_no_text(tmp_path: Path, other: pa.Array) -> None:
    source = tmp_path / "in.parquet"
    pa.parquet.write_table(table(mask=[7], other=other), source)
    assert "standard output: not written: " in refusal(gin_fast("eval", source))
    out = tmp_path / "out.csv"
    assert f"{out}: not written: " in refusal(gin_fast("eval", source, "-o", out))
    assert not out.exists()
