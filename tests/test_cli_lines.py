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


def test_quote_within_a_cell_does_not_shift_where_blocks_are_cut(tmp_path: Path) -> None:
    rows = [f'{n},As 2s,"line one\n{n},Kd,{"y" * 60}\n"\n' for n in range(1, 60_000)]
    source = tmp_path / "in.csv"
    source.write_text('id,hand,note\n0,As 2s,6" nail\n' + "".join(rows))
    result = evaluated(source, tmp_path / "out.parquet")
    assert result["id"].to_pylist() == list(range(60_000))
    assert set(result["hand"].to_pylist()) == {"As 2s"}


def test_quote_within_a_cell_opens_nothing_however_much_follows(tmp_path: Path) -> None:
    rest = f"{'y' * 1000},Kd\n" * 70_000
    source = tmp_path / "in.csv"
    source.write_text(f'note,hand\n5" disk,Kd\n{rest}')
    assert evaluated(source, tmp_path / "out.parquet").num_rows == 70_001


def test_doubled_quotes_stay_within_their_cell(tmp_path: Path) -> None:
    rows = [f'"""{n}"",\n""",Kd,""\n' for n in range(300_000)]
    source = tmp_path / "in.csv"
    source.write_text("note,hand,more\n" + "".join(rows))
    notes = evaluated(source, tmp_path / "out.parquet")["note"].to_pylist()
    assert notes == [f'"{n}",\n"' for n in range(len(rows))]
