"""`gin-fast simulate` as its users run it."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Literal

import numpy as np
import pyarrow.csv
import pyarrow.parquet
import pytest
from click.testing import CliRunner

import gin_fast as gf
from command import START, gin_fast, on_terminal, refusal, surroundings
from gin_fast import _core
from gin_fast.arena import mean, rate
from gin_fast.cli.app import cli
from gin_fast.cli.simulate_summary import Summary
from gin_fast.sim.deals import Results

INTERRUPTED = 130
SIMPLE = ("simple", "simple")
NAMES = ", ".join(_core.policies())
ASKED = ["simulate", "--players", "simple", "random", "--rounds", "3k", "--seed", "5"]


def rounds_of(path: Path) -> Results:
    """Return the rounds of a file as they are in an array."""
    if path.suffix == ".npy":
        loaded: Results = np.load(path)
        return loaded
    read = pyarrow.csv.read_csv if path.suffix == ".csv" else pyarrow.parquet.read_table
    columns = read(path).to_pydict()
    out = np.empty(len(columns["kind"]), gf.sim.play_rounds(1, SIMPLE).dtype)
    assert tuple(columns) == out.dtype.names
    for name, values in columns.items():
        out[name] = values
    return out


@pytest.mark.parametrize("name", ["rounds.parquet", "rounds.csv", "rounds.npy", "ROUNDS.NPY"])
def test_a_file_holds_what_play_rounds_returns(tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    done = gin_fast(*ASKED, "-o", target)
    assert (done.returncode, done.stderr) == (0, "")
    played = gf.sim.play_rounds(3_000, ("simple", "random"), seed=5)
    lower = target.rename(target.with_name(name.lower()))
    assert np.array_equal(rounds_of(lower), played)
    assert list(tmp_path.iterdir()) == [lower]


def test_parquet_keeps_the_types(tmp_path: Path) -> None:
    gin_fast(*ASKED, "-o", tmp_path / "rounds.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "rounds.parquet")
    kinds = {name: str(table.schema.field(name).type) for name in table.column_names}
    assert kinds["kind"] == "dictionary<values=string, indices=int8, ordered=0>"
    assert (kinds["winner"], kinds["points"], kinds["turns"]) == ("int8", "int16", "uint16")


@pytest.mark.parametrize("dealers", ["alternate", "rules"])
def test_more_rounds_than_are_held_at_a_time_are_the_same(
    tmp_path: Path, dealers: Literal["alternate", "rules"]
) -> None:
    target = tmp_path / "rounds.npy"
    asked = ["--rounds", "300_000", "--seed", "2", "--threads", "0", "--dealers", dealers]
    done = gin_fast("simulate", *asked, "--rules", "eaai", "-o", target)
    assert done.returncode == 0
    rules = gf.Rules.preset("eaai")
    played = gf.sim.play_rounds(300_000, SIMPLE, rules, seed=2, dealers=dealers)
    assert np.array_equal(np.load(target), played)


@pytest.mark.parametrize(
    ("text", "count"),
    [("7", 7), ("2e3", 2_000), ("1.5k", 1_500), ("0.002M", 2_000), ("1_000", 1_000), ("2K", 2_000)],
)
def test_numbers_are_written_as_people_write_them(text: str, count: int) -> None:
    done = CliRunner().invoke(cli, ["simulate", "--rounds", text, "--format", "json"])
    assert json.loads(done.stdout)["played"] == count


@pytest.mark.parametrize("text", ["0", "-5", "1.5", "many", "M", "1e-3", "1e99", "nan", "inf", ""])
def test_what_is_no_number_of_rounds_is_refused(text: str) -> None:
    done = CliRunner().invoke(cli, ["simulate", "--rounds", text])
    assert done.exit_code == 2
    wanted = "expected a whole number from 1 to 1,000,000,000,000 such as 5000, 1e7 or 10M"
    assert f"{wanted}, got {text!r}" in done.stderr


def test_the_summary_counts_what_is_in_the_rounds() -> None:
    found = json.loads(gin_fast(*ASKED, "--format", "json").stdout)
    rounds = gf.sim.play_rounds(3_000, ("simple", "random"), seed=5)
    for kind, told in found["kinds"].items():
        assert told["rounds"] == (rounds["kind"] == kind).sum()
        assert told["value"] == pytest.approx((rounds["kind"] == kind).mean())
    decisive = rounds[rounds["winner"] >= 0]
    points = found["points_of_a_decisive_round"]
    assert points["value"] == pytest.approx(np.abs(decisive["points"]).mean())
    assert found["turns"]["value"] == pytest.approx(rounds["turns"].mean())
    by_dealer = (decisive["winner"] == decisive["dealer"]).mean()
    assert found["won_by_dealer"]["value"] == pytest.approx(by_dealer)
    for seat, told in enumerate(found["seats"]):
        won = rounds[rounds["winner"] == seat]
        assert told["won"]["value"] == pytest.approx(len(won) / len(rounds))
        earned = np.abs(won["points"]).sum() / len(rounds)
        assert told["points_a_round"]["value"] == pytest.approx(earned)
        for kind in ("knock", "gin", "big_gin", "undercut"):
            assert told[f"won_by_{kind}"] == (won["kind"] == kind).sum()
    assert (found["players"], found["seed"]) == (["simple", "random"], 5)
    assert (found["wanted"], found["played"], found["rules"]) == (3_000, 3_000, {})


def test_intervals_are_those_of_the_arena_over_groups_of_rounds() -> None:
    """Of 4,096 rounds four make a group."""
    rounds = gf.sim.play_rounds(4_096, SIMPLE, seed=5)
    summary = Summary(SIMPLE, gf.Rules(), 4_096, 5, "alternate")
    summary.add(rounds[:1_024])
    summary.add(rounds[1_024:])
    found = json.loads(summary.to_json(1.0))
    gins = (rounds["kind"] == "gin").reshape(-1, 4).sum(axis=1).tolist()
    of_gin = rate(gins, [4] * 1_024)
    points = np.abs(rounds["points"].astype(int)).reshape(-1, 4).sum(axis=1).tolist()
    decisive = (rounds["winner"] >= 0).reshape(-1, 4).sum(axis=1).tolist()
    of_points = mean(points, decisive)
    for told, expected in (
        (found["kinds"]["gin"], of_gin),
        (found["points_of_a_decisive_round"], of_points),
    ):
        assert expected is not None
        assert (told["low"], told["high"]) == (expected.low, expected.high)
        assert told["low"] + told["error"] < told["value"] < told["high"] - told["error"]


def test_the_table_tells_kinds_seats_and_speed() -> None:
    done = gin_fast(*ASKED)
    assert done.stdout.startswith(
        "simple against random\n3,000 rounds, seed 5, seats deal in turn, Rules()\n\n"
    )
    for name in ("knock", "gin", "undercut", "draw"):
        line = rf"^{name} +\d+\.\d{{3}} % +\d\.\d{{3}} % +\d+\.\d{{3}} % to \d+\.\d{{3}} %$"
        assert re.search(line, done.stdout, re.MULTILINE)
    assert re.search(r"^points, decisive +\d+\.\d{4} +\d+\.\d{4} +\d", done.stdout, re.MULTILINE)
    assert re.search(r"^ +seat 0: simple +seat 1: random$", done.stdout, re.MULTILINE)
    assert re.search(r"^[\d,]+ rounds a second$", done.stdout, re.MULTILINE)


def test_one_round_has_no_interval() -> None:
    done = gin_fast("simulate", "--rounds", "1", "--seed", "1")
    assert re.search(r"^knock +\d+\.000 %$", done.stdout, re.MULTILINE)


def test_a_seed_that_is_not_given_is_told_and_plays_the_same_again() -> None:
    first = json.loads(gin_fast("simulate", "--rounds", "500", "--format", "json").stdout)
    again = ["simulate", "--rounds", "500", "--format", "json", "--seed", str(first["seed"])]
    second = json.loads(gin_fast(*again).stdout)
    assert first | {"seconds": 0} == second | {"seconds": 0}


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (
            ["--players", "simple", "clever"],
            2,
            f"--players: SECOND: expected {NAMES}, got 'clever'",
        ),
        (["--rules", "palaces"], 2, "--rules: unknown preset 'palaces' (did you mean 'palace'?)"),
        (["--set", "gin_bonus=-1"], 2, "--set: gin_bonus: expected an int from 0 to 1000, got -1"),
        (["-o", "rounds.txt"], 1, "expected a name that ends in .parquet, .csv or .npy"),
        (["-o", "nowhere/rounds.csv"], 1, "there is no folder nowhere"),
        (["-o", "/"], 1, "expected a file to write, got a folder"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    tmp_path: Path, arguments: list[str], status: int, message: str
) -> None:
    done = subprocess.run(
        [*START, "simulate", "--rounds", "100", *arguments],
        cwd=tmp_path,
        env=surroundings(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    told = subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )
    assert message in refusal(told, status)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["rounds.npy", "rounds.parquet"])
def test_an_interrupt_leaves_no_file_and_shows_what_there_is(tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    target.write_bytes(b"older")
    asked = ["simulate", "--players", "random", "random", "--rounds", "1e9", "-o", str(target)]
    running = subprocess.Popen(
        [*START, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings()
    )
    while not list(tmp_path.glob(".*.part")):
        assert running.poll() is None
        time.sleep(0.05)
    time.sleep(1)
    os.kill(running.pid, signal.SIGINT)
    began = time.monotonic()
    out, err = running.communicate(timeout=30)
    assert time.monotonic() - began < 1
    assert running.returncode == INTERRUPTED
    left = rf"; {re.escape(str(target))} is not written"
    message = rf"interrupted after [\d,]+ of 1,000,000,000 rounds{left}\n"
    assert re.fullmatch(message, err.decode())
    assert "of 1,000,000,000 rounds, seed" in out.decode()
    assert "rounds a second" in out.decode()
    assert target.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [target]


def test_a_terminal_shows_a_bar() -> None:
    drawn = on_terminal("simulate", "--rounds", "400k", "--seed", "1")
    assert "simple against simple" in drawn
    assert "400,000 rounds" in drawn
