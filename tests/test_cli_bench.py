"""The measurement of a machine: that it is one, not how fast the machine is."""

import json
import subprocess
import sys

import gin_fast as gf
from command import gin_fast


def test_bench_measures_every_backend_with_equal_checksums() -> None:
    done = gin_fast("bench", "--json")
    assert done.returncode == 0, done
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(row["nanoseconds"] > 0 and row["ratio"] > 0 for row in rows)
    counted = [row for row in rows if row["yardstick"] == "np.bitwise_count"]
    for backend in gf.backends():
        measured = {(row["what"], row["hands"]) for row in counted if row["backend"] == backend}
        assert len(measured) == 9
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
