"""The command line on files as others end their lines and quote their cells."""

from pathlib import Path

import pytest

import gin_fast as gf
from command import gin_fast, refusal
from hand_files import TEN, evaluated, rows_of

HANDS = [7, 3, 15]
DEADWOOD = [gf.deadwood(hand) for hand in HANDS]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("kind", ["csv", "txt"])
def test_every_line_end(tmp_path: Path, kind: str, end: str, *, last: bool) -> None:
    lines = ["mask"] * (kind == "csv") + [hex(hand) for hand in HANDS]
    source = tmp_path / f"in.{kind}"
    source.write_bytes((end.join(lines) + end * last).encode())
    assert evaluated(source, tmp_path / "out.csv")["deadwood"].to_pylist() == DEADWOOD


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_on_standard_input(end: str) -> None:
    done = gin_fast("eval", "--json", lines=end.join(map(hex, HANDS)) + end)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == len(HANDS)


def test_return_within_quotes_is_no_line_end(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_bytes(b'"a\rb",mask\n"x\ry",7\n"\r\n",3\n')
    rows = rows_of(gin_fast("eval", source).stdout)
    assert [row["a\rb"] for row in rows] == ["x\ry", "\r\n"]
    assert [row["mask"] for row in rows] == ["7", "3"]


def test_lines_are_counted_at_every_line_end(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_bytes(b'mask\r7\r\n"3"\nno\r\r"a\rb"\rno')
    done = gin_fast("eval", source)
    refusal(done)
    named = [line.split(": ")[0].rpartition(" ")[2] for line in done.stderr.splitlines()[:-1]]
    assert named == ["4", "6", "8"]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_blocks_are_cut_at_every_line_end(tmp_path: Path, end: str) -> None:
    # Lines of every length from 16 bytes on, so that blocks end before, in and after line ends.
    rows = [f"{number},{TEN[number % 3]}" + "," + "y" * (number % 61) for number in range(200_000)]
    source = tmp_path / "in.csv"
    source.write_bytes(end.join(["n,hand,note", *rows]).encode())
    result = evaluated(source, tmp_path / "out.parquet")
    assert result["n"].to_pylist() == list(range(len(rows)))
    refused = gin_fast("eval", source, "--column", "note")
    assert f"{source}, line 2: " in refused.stderr
    assert f"{len(rows):,} bad rows" in refusal(refused)
