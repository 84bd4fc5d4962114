"""`gin-fast arena` as its users run it."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

import gin_fast as gf
from command import START, gin_fast, on_terminal, refusal, surroundings

TESTS = str(Path(__file__).parent)
INTERRUPTED = 130


def test_two_players_are_compared_in_a_table() -> None:
    done = gin_fast("arena", "simple", "random", "--pairs", "40", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    found = gf.arena.evaluate("simple", "random", 40, seed=1)
    assert done.stdout == f"{found}\n"
    assert "simple against random" in done.stdout
    assert re.search(r"rounds won +\d+\.\d\d % +\d+\.\d\d % to \d+\.\d\d %", done.stdout)


def test_json_has_every_pair_and_is_the_same_from_two_processes() -> None:
    asked = ["arena", "simple", "random", "--pairs", "9", "--seed", "1", "--format", "json"]
    one, two = gin_fast(*asked), gin_fast(*asked, "--processes", "2")
    assert one.returncode == two.returncode == 0
    assert one.stdout == two.stdout
    held = json.loads(one.stdout)
    assert (held["wanted"], held["played"], held["interrupted"]) == (9, 9, False)
    assert len(held["pairs"]) == 9


def test_rules_and_units_are_chosen_as_elsewhere() -> None:
    done = gin_fast(
        *["arena", "simple", "random", "--pairs", "2", "--unit", "game", "--format", "json"],
        *["--rules", "palace", "--set", "target=30"],
    )
    held = json.loads(done.stdout)
    assert held["unit"] == "game"
    assert held["games"]["played"] == 4
    rules = gf.Rules.preset("palace").replace(target=30)
    assert gf.Rules(**held["rules"]) == rules


def test_players_are_found_in_the_current_directory(tmp_path: Path) -> None:
    (tmp_path / "my_bots.py").write_text(
        "from gin_fast import RandomPlayer\n\nclass Careful(RandomPlayer):\n    name = 'careful'\n"
    )
    for processes in ("1", "2"):
        done = subprocess.run(
            [
                *START,
                "arena",
                "my_bots:Careful",
                "simple",
                "--pairs",
                "4",
                "--processes",
                processes,
            ],
            cwd=tmp_path,
            env=surroundings(),
            capture_output=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.decode().startswith("careful against simple\n4 mirrored deals")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["clever", "simple"],
            "FIRST: expected random, simple, simple_eaai, greedy or module:attribute, got 'clever'",
        ),
        (["simple", "no_such:Bot"], "SECOND: 'no_such:Bot': there is no module 'no_such'"),
        (["simple", "arena_players:Nobody"], "SECOND: .* arena_players has no 'Nobody'"),
        (["simple", "arena_players:nothing"], "SECOND: .*expected a player, .* got 3"),
        (["simple"], "Missing argument 'SECOND'"),
        (["simple", "random", "--pairs", "0"], "Invalid value for '--pairs'"),
        (["simple", "random", "--processes", "0"], "Invalid value for '--processes'"),
        (["simple", "random", "--format", "xml"], "Invalid value for '--format'"),
        (["simple", "random", "--rules", "chess"], "--rules: unknown preset 'chess'"),
        (["simple", "random", "--set", "target"], "--set: expected FIELD=VALUE"),
    ],
)
def test_what_is_not_written_so(arguments: list[str], message: str) -> None:
    done = gin_fast("arena", *arguments, PYTHONPATH=TESTS)
    assert re.search(message, refusal(done, status=2))


def test_a_player_that_fails_is_told_in_one_line() -> None:
    done = gin_fast("arena", "simple", "arena_players:Broken", "--seed", "1", PYTHONPATH=TESTS)
    message = refusal(done)
    assert message.startswith("RuntimeError: no idea what to throw; raised by seat 1 (Broken)")
    assert "arena_players.py, line" in message
    done = gin_fast("arena", "simple", "arena_players:kept", "--pairs", "2", PYTHONPATH=TESTS)
    assert done.returncode == 0
    same = "arena_players:kept"
    assert "got the same object" in refusal(gin_fast("arena", same, same, PYTHONPATH=TESTS))


def test_a_message_of_several_lines_is_told_in_one(tmp_path: Path) -> None:
    (tmp_path / "raves.py").write_text(
        "class Bot:\n"
        "    def act(self, observation):\n"
        "        raise RuntimeError('lost\\nthe thread')\n"
    )
    places = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = gin_fast("arena", "simple", "raves:Bot", "--seed", "1", PYTHONPATH=places)
    assert refusal(done).startswith("RuntimeError: lost the thread; raised by seat 1 (Bot)")


def test_a_module_that_cannot_be_loaded_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "fails.py").write_text("1 / 0\n")
    done = gin_fast("arena", "fails:Bot", "simple", PYTHONPATH=str(tmp_path))
    assert (
        refusal(done) == "FIRST: 'fails:Bot' cannot be loaded: ZeroDivisionError: division by zero"
    )


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("form", ["table", "json"])
def test_an_interrupt_shows_what_there_is_within_a_second(processes: str, form: str) -> None:
    asked = ["arena", "arena_players:Slow", "random", "--pairs", "1000000", "--seed", "1"]
    running = subprocess.Popen(
        [*START, *asked, "--processes", processes, "--format", form],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings(PYTHONPATH=TESTS),
        # As a terminal has it: what is interrupted is the command with all its processes.
        start_new_session=True,
    )
    time.sleep(4)
    os.killpg(running.pid, signal.SIGINT)
    began = time.monotonic()
    out, err = running.communicate(timeout=30)
    assert time.monotonic() - began < 1
    assert running.returncode == INTERRUPTED
    assert re.fullmatch(r"interrupted after [\d,]+ of 1,000,000 pairs\n", err.decode())
    if form == "json":
        held = json.loads(out)
        assert held["interrupted"] is True
        assert held["played"] == len(held["pairs"]) > 0
    else:
        assert "rounds won" in out.decode()
        assert "of 1,000,000 mirrored deals" in out.decode()


def test_a_terminal_shows_a_bar() -> None:
    drawn = on_terminal("arena", "arena_players:Slow", "random", "--pairs", "20", PYTHONPATH=TESTS)
    assert "arena_players:Slow against random" in drawn
    assert "pairs" in drawn
    assert "20 mirrored deals" in drawn
