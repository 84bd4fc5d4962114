"""The measurement of a machine: that it is one, not how fast the machine is."""

import json
import os
import subprocess
import sys

import pytest

import gin_fast as gf
from command import gin_fast
from gin_fast._core import build_info
from gin_fast.cli import bench_report
from gin_fast.cli.bench import Row


def test_bench_measures_every_backend_with_equal_checksums() -> None:
    done = gin_fast("bench", "--json")
    assert done.returncode == 0, done
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(row["nanoseconds"] > 0 and row["ratio"] > 0 for row in rows)
    counted = [row for row in rows if row["yardstick"] == "np.bitwise_count"]
    for backend in gf.backends():
        measured = {(row["what"], row["hands"]) for row in counted if row["backend"] == backend}
        assert len(measured) == 12
    checksums: dict[tuple[str, str], set[int]] = {}
    for row in rows:
        checksums.setdefault((row["what"], row["hands"]), set()).add(row["checksum"])
    assert all(len(different) == 1 for different in checksums.values())
    assert {row["yardstick"] for row in rows} >= {"math.isqrt", "import numpy"}


def test_bench_refuses_a_build_for_debugging() -> None:
    code = """
from gin_fast import _core
_core.build_info["profile"] = "debug"
from gin_fast.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "bench"], capture_output=True, check=False, text=True
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Error: gin_fast is built for debugging")


def row(ratio: float, aim: float | None, compare: str) -> Row:
    return Row("deadwood, 10 cards", "random", "scalar", 1.0, ratio, compare, "it", aim, 7)


@pytest.mark.parametrize("columns", ["60", "80"])
def test_table_keeps_its_columns_and_marks_missed_aims(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: str
) -> None:
    rows = [
        row(2.5, 2.0, "time"),
        row(1.5, 2.0, "time"),
        row(1.5, None, "time"),
        row(1.5, 2.0, "speed"),
        row(2.5, 2.0, "speed"),
    ]
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(bench_report, "measure", lambda: iter(rows))
    monkeypatch.setattr(os, "getloadavg", lambda: (3.0, 0.0, 0.0))
    monkeypatch.setitem(build_info, "profile", "release")
    bench_report.report_bench(json=False)
    page = capsys.readouterr().out
    lines = [line for line in page.splitlines() if line.startswith("deadwood")]
    assert ["missed" in line for line in lines] == [True, False, False, True, False]
    assert all(line.endswith("00000007") for line in lines)
    assert max(map(len, lines)) <= 80
    said = " ".join(page.split())
    assert "missed: it is not reached" in said
    assert "load average was 3.0" in said
    monkeypatch.setattr(os, "getloadavg", lambda: (0.1, 3.0, 3.0))
    bench_report.report_bench(json=False)
    assert "load average" not in capsys.readouterr().out
