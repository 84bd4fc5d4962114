"""The command line on files with bad rows, and on files it cannot read or write."""

import os
import resource
import signal
import stat
import subprocess
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import gin_fast as gf
from command import START, gin_fast, refusal, surroundings
from hand_files import (
    ELEVEN,
    TEN,
    evaluated,
    input_of_kind,
    leftovers,
    masks,
    read,
    rows_of,
    table,
    write,
)

# Bad rows.


BAD_CSV = 'n,hand\n1,{0}\n2,As 1x\n\n3,"{1}"\n4,\n5,As As\n"6\n6",{2}\n7,0x10000000000000\n'


def test_bad_rows_of_csv_are_named_by_the_line_in_the_file(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", BAD_CSV.format(*TEN))
    out = tmp_path / "out.parquet"
    done = gin_fast("eval", source, "-o", out)
    assert "4 bad rows" in refusal(done)
    named = [line.split(": ")[0].rpartition(" ")[2] for line in done.stderr.splitlines()[:-1]]
    assert named == ["3", "6", "7", "10"]
    assert list(tmp_path.iterdir()) == [source]


def test_skipped_rows_stay_without_results(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", BAD_CSV.format(*TEN))
    done = gin_fast("eval", source, "-o", tmp_path / "out.parquet", "--on-error", "skip")
    assert done.returncode == 0
    assert "4 bad rows" in done.stderr
    result = read(tmp_path / "out.parquet")
    hands = [gf.deadwood(hand) for hand in TEN]
    assert result["deadwood"].to_pylist() == [hands[0], None, hands[1], None, None, hands[2], None]
    assert result["melded"].null_count == 4
    assert result["hand"].to_pylist()[1:5:3] == ["As 1x", "As As"]


@pytest.mark.parametrize("kind", ["text", "mask"])
def test_bad_rows_of_parquet_are_counted_from_one(tmp_path: Path, kind: str) -> None:
    source = tmp_path / "in.parquet"
    if kind == "text":
        column = pa.array([TEN[0], None, "As As", TEN[1], ""])
    else:
        column = pa.array([1, None, -1, 2, 1 << 52])
    pa.parquet.write_table(table(hand=column), source)
    out = tmp_path / "out.csv"
    done = gin_fast("eval", source, "-o", out)
    assert "3 bad rows" in refusal(done)
    assert [line.split(": ")[0].rpartition(", ")[2] for line in done.stderr.splitlines()[:3]] == [
        "row 2", "row 3", "row 5"
    ]  # fmt: skip
    assert not out.exists()
    done = gin_fast("eval", source, "-o", out, "--on-error", "skip")
    assert done.returncode == 0
    assert read(out)["deadwood"].is_valid().to_pylist() == [True, False, False, True, False]


def test_blank_lines_of_text_are_bad_rows(tmp_path: Path) -> None:
    source = write(tmp_path / "in.txt", f"{TEN[0]}\n\n  \n{TEN[1]}")
    done = gin_fast("eval", source)
    refusal(done)
    assert "line 2" in done.stderr
    assert "line 3" in done.stderr


def test_only_the_first_bad_rows_are_named_but_all_are_counted(tmp_path: Path) -> None:
    lines = [TEN[0]] * 400_000
    for at in range(7, len(lines), 1000):
        lines[at] = "xx"
    source = write(tmp_path / "in.txt", "\n".join(lines))
    done = gin_fast("eval", source, "-o", tmp_path / "out.parquet", "--on-error", "skip")
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 7
    assert done.stderr.startswith(f"{source}, line 8: ")
    assert "400 bad rows" in done.stderr
    deadwood = read(tmp_path / "out.parquet")["deadwood"].to_numpy(zero_copy_only=False)
    assert np.flatnonzero(np.isnan(deadwood)).tolist() == list(range(7, len(lines), 1000))


def test_rows_with_too_few_or_too_many_cells_lose_nothing(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", f"n,hand\n1,{TEN[0]}\n2\n3,As,2s,3s\n4,{TEN[1]}\n")
    done = gin_fast("eval", source)
    refusal(done)
    assert "line 3: expected 2 cells as in the header, got 1" in done.stderr
    assert "line 4: expected 2 cells as in the header, got 4" in done.stderr
    rows = rows_of(gin_fast("eval", source, "--on-error", "skip").stdout)
    assert [row["n"] for row in rows] == ["1", "2", "3", "4"]
    assert rows[2]["hand"] == "As,2s,3s"
    assert [row["deadwood"] == "" for row in rows] == [False, True, True, False]


def test_one_cell_is_no_plural(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", "hand\nAs,2s\n")
    done = gin_fast("eval", source)
    refusal(done)
    assert "line 2: expected 1 cell as in the header, got 2, in" in done.stderr


@pytest.mark.parametrize(
    "text", [f'n,hand\n1,"{TEN[0]}\n2,{TEN[1]}\n', f'n,hand\n"1,{TEN[0]}\n2,{TEN[1]}\n']
)
def test_a_row_over_lines_hints_at_an_open_quote(tmp_path: Path, text: str) -> None:
    done = gin_fast("eval", write(tmp_path / "in.csv", text))
    refusal(done)
    assert "line 2: " in done.stderr
    assert "perhaps a quote is not closed" in done.stderr


# Files that cannot be read or written.


def complaint(source: Path, *options: str | Path) -> str:
    return refusal(gin_fast("eval", source, *options))


def test_unusable_inputs(tmp_path: Path) -> None:
    assert "No such file" in complaint(tmp_path / "absent.csv")
    (tmp_path / "folder.csv").mkdir()
    assert "folder" in complaint(tmp_path / "folder.csv")
    assert "folder" in complaint(tmp_path)
    for kind in "csv", "txt", "parquet":
        assert "empty" in complaint(write(tmp_path / f"empty.{kind}", ""))
    assert ".csv, .txt or .parquet" in complaint(write(tmp_path / "in.json", "{}"))
    assert "not readable" in complaint(write(tmp_path / "no.parquet", "n,hand\n"))
    assert "header" in complaint(write(tmp_path / "blank.csv", "\n\n"))
    binary = tmp_path / "in.txt"
    binary.write_bytes(f"{TEN[0]}\n{TEN[1]}\n\xff\n".encode("latin-1"))
    assert "line 3: expected UTF-8" in complaint(binary)
    binary = tmp_path / "in.csv"
    binary.write_bytes(f"hand\n{TEN[1]}\n\xff\n".encode("latin-1"))
    assert "line 3: expected UTF-8" in complaint(binary)


def test_permissions_are_respected(tmp_path: Path) -> None:
    source = input_of_kind(tmp_path, "csv", TEN)
    out = write(tmp_path / "out.csv", "kept")
    out.chmod(0o444)
    if os.access(out, os.W_OK):  # The superuser may; the permissions stay even so.
        evaluated(source, out)
        assert stat.S_IMODE(out.stat().st_mode) == 0o444
    else:
        assert "not writable" in complaint(source, "-o", out)
        assert out.read_text() == "kept"
    source.chmod(0)
    if not os.access(source, os.R_OK):
        assert "Permission" in complaint(source)


def test_what_nobody_may_write_or_read(tmp_path: Path) -> None:
    source = input_of_kind(tmp_path, "csv", TEN)
    assert "/proc/out.csv: not writ" in complaint(source, "-o", "/proc/out.csv")
    out = tmp_path / "out.csv"
    out.symlink_to("/proc/version")
    assert f"{out}: not writ" in complaint(source, "-o", out)
    assert out.read_text() == Path("/proc/version").read_text()
    memory = tmp_path / "memory.csv"
    memory.symlink_to("/proc/self/mem")
    assert f"{memory}: not readable" in complaint(memory)


def test_corrupt_parquet_leaves_no_output(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    draw = np.random.default_rng(1)
    pa.parquet.write_table(
        table(mask=draw.integers(0, 1 << 52, 300_000)), source, use_dictionary=False
    )
    damaged = bytearray(source.read_bytes())
    damaged[len(damaged) // 2 : len(damaged) // 2 + 100_000] = bytes(100_000)
    source.write_bytes(damaged)
    assert str(source) in complaint(source, "-o", tmp_path / "out.csv")
    assert list(tmp_path.iterdir()) == [source]


def test_missing_and_doubtful_columns(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", f"n,held\n1,{TEN[0]}\n")
    assert "found n, held" in complaint(source)
    assert "--column" in complaint(source)
    assert "expected a column dealt, found n, held" in complaint(source, "--column", "dealt")
    for header in f"{TEN[0]}\n", f"1,{TEN[0]}\n", TEN[0].replace(" ", ",") + "\n":
        headless = write(tmp_path / "headless.csv", header * 3)
        for options in [], ["--column", "hand"]:
            assert "header line such as hand seems to be missing" in complaint(headless, *options)
        assert "is a .txt" in complaint(headless)
    counts = write(tmp_path / "counts.csv", "cards,n\n10,1\n11,2\n")
    assert "how many cards" in complaint(counts)
    twice = write(tmp_path / "twice.csv", f"hand,hand\n{TEN[0]},{TEN[1]}\n")
    assert "2 columns are named hand" in complaint(twice)
    floats = tmp_path / "floats.parquet"
    pa.parquet.write_table(table(mask=[1.0]), floats)
    assert "got double" in complaint(floats)


@pytest.mark.parametrize("name", ["deadwood", "melded"])
def test_column_of_a_result_s_name(tmp_path: Path, name: str) -> None:
    source = write(tmp_path / "in.csv", f"hand,{name}\n{TEN[0]},1\n")
    assert f"column {name}" in complaint(source, "-o", tmp_path / "out.csv")
    assert list(tmp_path.iterdir()) == [source]


def test_column_best_discard_is_in_the_way_only_of_elevens(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", f"hand,best_discard\n{TEN[0]},x\n")
    assert evaluated(source, tmp_path / "out.csv")["best_discard"].to_pylist() == ["x"]
    write(source, f"hand,best_discard\n{ELEVEN[0]},x\n")
    assert "column best_discard" in complaint(source)


def test_unusable_outputs(tmp_path: Path) -> None:
    source = input_of_kind(tmp_path, "csv", TEN)
    before = sorted(tmp_path.iterdir())
    assert ".csv, .txt or .parquet" in complaint(source, "-o", tmp_path / "out.xlsx")
    assert "folder" in complaint(source, "-o", tmp_path)
    absent = tmp_path / "absent"
    assert f"there is no folder {absent}" in complaint(source, "-o", absent / "out.csv")
    assert "in.csv" in complaint(source, "-o", source / "out.csv")
    assert sorted(tmp_path.iterdir()) == before


def test_input_is_not_overwritten(tmp_path: Path) -> None:
    source = input_of_kind(tmp_path, "csv", TEN)
    text = source.read_text()
    (tmp_path / "link.csv").symlink_to(source)
    (tmp_path / "hard.csv").hardlink_to(source)
    for out in source, tmp_path / "link.csv", tmp_path / "hard.csv":
        assert "this is the input" in complaint(source, "-o", out)
    assert source.read_text() == text


def test_older_output_is_replaced_with_its_permissions_and_link(tmp_path: Path) -> None:
    source = input_of_kind(tmp_path, "csv", TEN)
    out = write(tmp_path / "out.csv", "old")
    out.chmod(0o640)
    (tmp_path / "link.csv").symlink_to(out)
    evaluated(source, tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert out.read_text().startswith("hand,played,deadwood")
    assert stat.S_IMODE(out.stat().st_mode) == 0o640


def test_older_output_stays_where_the_new_one_fails(tmp_path: Path) -> None:
    source = input_of_kind(tmp_path, "csv", [*TEN, "As As"])
    out = write(tmp_path / "out.csv", "old")
    complaint(source, "-o", out)
    assert out.read_text() == "old"
    assert leftovers(out) == []


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_full_disk_leaves_nothing(tmp_path: Path, kind: str) -> None:
    source = tmp_path / "in.parquet"
    pa.parquet.write_table(table(mask=np.arange(1_000_000, dtype=np.uint64)), source)

    def may_write_a_little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = subprocess.run(
        [*START, "eval", source, "-o", tmp_path / f"out.{kind}"],
        preexec_fn=may_write_a_little,
        capture_output=True,
        check=False,
        text=True,
    )
    assert "not written" in refusal(done)
    assert list(tmp_path.iterdir()) == [source]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_interrupted_run_leaves_nothing(
    tmp_path: Path, number: signal.Signals, status: int, kind: str
) -> None:
    source = tmp_path / "in.parquet"
    pa.parquet.write_table(table(hand=pa.array(ELEVEN * 1_000_000)), source)
    out = tmp_path / f"out.{kind}"
    process = subprocess.Popen(
        [*START, "eval", source, "-o", out], stderr=subprocess.PIPE, env=surroundings(), text=True
    )
    end = time.monotonic() + 60
    while not leftovers(out) and time.monotonic() < end:
        time.sleep(0.01)
    assert leftovers(out) != []
    process.send_signal(number)
    _, complaints = process.communicate(timeout=60)
    assert process.returncode == status
    assert "Traceback" not in complaints
    assert list(tmp_path.iterdir()) == [source]


def test_closed_pipe_is_no_fuss(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pa.parquet.write_table(table(mask=np.resize(masks(TEN), 1_000_000)), source)
    process = subprocess.Popen(
        [*START, "eval", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"mask,deadwood,melded\n"
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 1
