"""`gin-fast play`: whole rounds at a terminal, and what a person may type wrong."""

import os
import re
import subprocess
from pathlib import Path

import pytest

import gin_fast as gf
from command import START, gin_fast, refusal, surroundings
from gin_fast import record
from keyboard import Keyboard

ONE_ROUND = ("--set", "single_hand=true")


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def hinted(drawn: str) -> str:
    """Return what the last hint says to type."""
    return [line for line in drawn.splitlines() if line.startswith("hint: ")][-1][6:]


def play_by_hints(person: Keyboard) -> list[str]:
    """Type what each hint says to the end; return it."""
    person.until_asked()
    typed = []
    while person.process.poll() is None and person.drawn.endswith("\n> "):
        line = hinted(person.type("hint"))
        typed.append(line)
        person.type(line)
    return typed


def test_a_round_from_the_deal_to_the_showdown_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    with Keyboard("play", *ONE_ROUND, "--seed", "3", "--record", path) as person:
        typed = play_by_hints(person)
        assert person.process.wait(timeout=60) == 0
    assert {"draw", "pass"} <= set(typed)
    assert any(line.startswith(("d ", "k ")) for line in typed)
    (kept,) = record.load(path)
    assert kept.players == ("human", "simple")
    result = kept.result
    assert result is not None
    assert result.knocker is not None
    ending = person.drawn[person.drawn.rindex("throws") :]
    how = {"gin": "gin by", "big_gin": "big gin by"}.get(result.kind, "a knock by")
    names = ("you", "simple")
    assert f"{how} {names[result.knocker]}" in ending
    assert re.search(r"\n knocker +shows .*\n +is left with .*\n", ending)
    assert re.search(r"\n defender +melds .*\n", ending)
    winner = names[0 if result.winner is None else result.winner]
    assert f"{result.points} points for {winner}" in ending
    # The score sheet, and who won.
    assert f"seat {result.winner}: {result.points}, {result.boxes} box" in ending
    assert f"the game is over: {winner} won" in ending
    assert f"{path}: 1 round kept" in ending.replace("\n", "")


def test_the_same_keys_in_a_pipe_play_the_same_game(tmp_path: Path) -> None:
    first, second = tmp_path / "first.ginr", tmp_path / "second.ginr"
    arguments = ("--seed", "5", "--seat", "1", "--rules", "pagat", "--set", "target=1")
    with Keyboard("play", *arguments, "--record", first) as person:
        typed = play_by_hints(person)
        assert person.process.wait(timeout=60) == 0
    done = gin_fast("play", *arguments, "--record", second, lines=lines(*typed))
    assert done.returncode == 0, done
    assert second.read_bytes() == first.read_bytes()
    assert "the game is over: " in done.stdout
    # Without a terminal what is typed is shown behind the prompt, and nothing is coloured.
    assert f"> {typed[0]}\n" in done.stdout
    assert "\x1b" not in done.stdout


def test_undo_takes_back_what_shows_nothing(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    typed = ("undo", "take", "undo", "undo", "take", "pass", "undo", "pass", "undo", "draw", "undo")
    done = gin_fast("play", "--seed", "3", "--record", path, lines=lines(*typed, "quit"))
    assert done.returncode == 0, done
    answers = done.stdout.split("> ")
    assert "nothing to take back: you have done nothing" in answers[1]
    assert "throw a card, not Th" in answers[2]
    assert "taken back: take" in answers[3]
    assert "nothing to take back" in answers[4]
    assert "throw a card, not Th" in answers[5]
    assert "you cannot pass now" in answers[6]
    assert "taken back: take" in answers[7]
    assert "simple passes" in answers[8]
    assert "cannot be taken back: simple has moved since" in answers[9]
    assert "you draw Ah" in answers[10]
    assert "you have seen the card that you drew" in answers[11]
    (kept,) = record.load(path)
    assert [str(action) for action in kept.actions] == ["pass", "pass", "draw_stock"]
    assert kept.result is None


def test_quitting_keeps_what_could_have_been_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    done = gin_fast("play", "--seed", "3", "--record", path, lines=lines("take", "quit"))
    assert done.returncode == 0
    assert [str(action) for action in record.load(path)[0].actions] == ["take_discard"]
    assert done.stderr == f"{path}: 0 rounds and the one that was broken off kept\n"


def test_a_throw_that_breaks_a_meld_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    # He is dealt 9s 9c 9d, and draws 6c.
    typed = ("pass", "draw", "d 9s", "undo", "d 9s", "pile", "yes", "d 9s", "d 6c", "quit")
    done = gin_fast("play", "--seed", "7", "--record", path, lines=lines(*typed))
    assert done.returncode == 0, done
    answers = done.stdout.split("\n> ")[3:]
    assert "9s is part of 9s9c9d, and without it you have 76: `yes` throws it" in answers[0]
    assert "9s is not thrown" in answers[1]
    assert "`yes` throws it" in answers[2]
    assert answers[3].splitlines()[-1] == "Jd"
    assert "simple " in answers[4]
    actions = [str(action) for action in record.load(path)[0].actions]
    assert actions[3] == "discard 9s"


def test_nonsense_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    nonsense = {
        b"": "take  take Th",
        b"frobnicate": "'frobnicate' means nothing here",
        b"Kd": "say what to do with it, such as: d Kd",
        b"d Kd": "you hold 10 cards: draw first",
        b"draw": "you cannot draw from the stock now",
        b"draw 5": "you cannot draw from the stock now",
        b"pass 7": "`pass` stands alone",
        b"take Kd": "`take` stands alone",
        b"undo x": "`undo` stands alone, got 'x' behind it",
        b"hint x": "`hint` stands alone, got 'x' behind it",
        b"quit now": "`quit` stands alone, got 'now' behind it",
        b"yes": "there is no question to say yes to",
        b"meld 7c7d7h": "there is nothing to lay out now",
        b"lay Kd": "there is nothing to lay off now",
        b"big gin": "this is no big gin",
        b"\xff\xfe\x00": "means nothing here",
        b"x" * 100_000: "means nothing here",
    }
    typed = b"".join(line + b"\n" for line in (*nonsense, b"quit"))
    done = gin_fast("play", "--seed", "3", "--record", path, lines=typed)
    assert done.returncode == 0, done
    assert "Traceback" not in done.stderr
    for answer, wanted in zip(done.stdout.split("\n> ")[1:], nonsense.values(), strict=False):
        assert wanted in answer
    assert path.read_bytes() == b""


def test_throws_that_are_none_say_why() -> None:
    typed = ("pass", "draw", "d", "d xx", "d Kd", "k 7s", "gin", "k", "draw", "big gin", "take")
    done = gin_fast("play", "--seed", "3", lines=lines(*typed, "quit"))
    answers = done.stdout.split("\n> ")[3:]
    assert "`discard` wants the card that you throw, such as: discard 7s" in answers[0]
    assert 'invalid card "xx"' in answers[1]
    assert "you do not hold Kd" in answers[2]
    for answer in answers[3:6]:
        assert "no card that you can throw leaves 10 or less" in answer
    assert "you have drawn: now throw a card" in answers[6]
    assert "this is no big gin" in answers[7]
    assert "you have drawn: now throw a card" in answers[8]


def test_pile_rules_and_help() -> None:
    done = gin_fast(
        "play", "--seed", "3", "--set", "gin_bonus=20", lines=lines("pile", "rules", "?", "q")
    )
    answers = done.stdout.split("\n> ")[1:]
    assert answers[0].splitlines()[-1] == "Th"
    assert "knock with at most 10" in answers[1]
    assert "gin earns 20, big gin 31; an undercut earns 25, a tie is one" in answers[1]
    assert "Rules(gin_bonus=20)" in answers[1]
    assert "big gin         all eleven are in melds" in answers[2].replace("cards ", "")


def test_input_that_ends_keeps_the_record(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    done = gin_fast("play", "--seed", "3", "--record", path, lines="pass\n")
    assert refusal(done) == "standard input ended before the match did"
    (kept,) = record.load(path)
    assert [str(action) for action in kept.actions] == ["pass", "pass"]


def test_standard_input_that_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *START, "play", "--seed", "3", "--record", path],
        capture_output=True,
        check=False,
        env=surroundings(),
        text=True,
        timeout=300,
    )
    assert refusal(done) == "standard input ended before the match did"
    assert path.read_bytes() == b""


def test_the_key_that_interrupts_keeps_the_record(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    with Keyboard("play", "--seed", "3", "--record", path) as person:
        person.until_asked()
        person.type("pass")
        end = person.interrupt()
        assert person.process.wait(timeout=60) == 130
    assert "interrupted" in end
    assert "Traceback" not in person.drawn
    assert len(record.load(path)[0].actions) == 2


def test_the_end_of_a_terminal_s_input_keeps_the_record(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    with Keyboard("play", "--seed", "3", "--record", path) as person:
        person.until_asked()
        person.type("pass")
        person.press("\x04")
        person.until_asked()
        assert person.process.wait(timeout=60) == 1
    assert len(record.load(path)[0].actions) == 2


def test_a_terminal_that_is_closed_keeps_the_record(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    with Keyboard("play", "--seed", "3", "--record", path) as person:
        person.until_asked()
        person.type("pass")
        person.hang_up()
        person.process.wait(timeout=60)
    assert len(record.load(path)[0].actions) == 2


def test_rounds_are_added_behind_those_of_another_evening(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    for seed in ("3", "4"):
        done = gin_fast("play", "--seed", seed, "--record", path, lines=lines("pass", "quit"))
        assert done.returncode == 0, done
    assert len(record.load(path)) == 2


def test_a_file_of_something_else_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    path = tmp_path / "notes.ginr"
    path.write_text("milk, eggs\n")
    done = gin_fast("play", "--record", path, lines="pass\n")
    assert refusal(done).startswith(f"--record: {path}, line 1: no record")
    assert path.read_text() == "milk, eggs\n"
    assert done.stdout == ""


def test_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    done = gin_fast("play", "--record", tmp_path / "no" / "such.ginr")
    assert refusal(done).endswith("such.ginr: No such file or directory")


def test_a_disk_that_is_full_ends_the_game_and_nothing_is_said_to_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    done = subprocess.run(
        [
            "/bin/sh",
            "-c",
            'ulimit -f 0; exec "$@"',
            "sh",
            *START,
            "play",
            "--seed",
            "3",
            "--record",
            path,
        ],
        input="pass\nquit\n",
        capture_output=True,
        check=False,
        env=surroundings(),
        text=True,
        timeout=300,
    )
    assert refusal(done) == f"--record: {path}: File too large"
    assert f"{path}: 0 rounds kept" in done.stderr
    assert path.read_bytes() == b""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--against", "deep"],
            "--against: expected random, simple, simple_eaai, greedy or module:attribute",
        ),
        (["--against", "no_such:Bot"], "--against: 'no_such:Bot': there is no module"),
        (["--rules", "hollywood", "--set", "best_of=3"], "three columns side by side"),
        (["--rules", "poker"], "--rules: "),
        (["--seat", "2"], "Invalid value for '--seat'"),
        (["--seed", "-1"], "Invalid value for '--seed'"),
    ],
)
def test_misuse(arguments: list[str], message: str) -> None:
    assert message in refusal(gin_fast("play", *arguments), status=2)


BOTS = """
class Fails:
    def act(self, observation):
        raise RuntimeError("lost the thread")

class Cheats:
    def act(self, observation):
        return "big_gin"

class Raves:
    def act(self, observation):
        raise RuntimeError("lost\\nError: the\\r\\x1bthread")

class Mumbles:
    def act(self, observation):
        return None

class Greets:
    def act(self, observation):
        return "pass"
    def reset(self, seat, rules, seed):
        raise KeyError("who")

def broken():
    raise OSError("no disk")

class Nobody:
    pass
"""


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("Fails", "bots:Fails failed: RuntimeError: lost the thread"),
        ("Raves", "bots:Raves failed: RuntimeError: lost Error: the ?thread"),
        ("Cheats", "seat 1 (bots:Cheats), round 1, ply 2 played Action.parse('big_gin')"),
        ("Mumbles", "bots:Mumbles failed: TypeError: action: expected an Action"),
        ("Greets", "bots:Greets failed: KeyError: 'who'"),
        ("broken", "--against: cannot be made: OSError: no disk"),
        ("Nobody", "--against: expected a player, who has act, got Nobody"),
    ],
)
def test_an_opponent_that_fails(tmp_path: Path, bot: str, message: str) -> None:
    (tmp_path / "bots.py").write_text(BOTS)
    path = tmp_path / "evening.ginr"
    done = gin_fast(
        *("play", "--seed", "3", "--against", f"bots:{bot}", "--record", path),
        lines="pass\n",
        PYTHONPATH=os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]),
    )
    assert refusal(done).startswith(message)
    if bot in {"Fails", "Cheats", "Mumbles"}:
        assert [str(action) for action in record.load(path)[0].actions] == ["pass"]


def test_the_whole_match_is_told(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    arguments = ("--rules", "tournament", "--set", "target=1", "--set", "best_of=3")
    with Keyboard("play", *arguments, "--seed", "8", "--record", path) as person:
        play_by_hints(person)
        assert person.process.wait(timeout=60) == 0
    assert "Match, best of 3" in person.drawn
    assert person.drawn.count("the game is over") in {2, 3}
    rounds = record.load(path)
    assert f"{len(rounds)} rounds kept" in person.drawn.replace("\n", "")
    for kept in rounds:
        result = kept.result
        assert result is not None
        told = "the round is drawn" if result.kind == "draw" else f": {result.points} point"
        assert told in person.drawn


def test_the_card_thrown_with_a_knock_stays_hidden(tmp_path: Path) -> None:
    path = tmp_path / "evening.ginr"
    with Keyboard("play", *ONE_ROUND, "--seed", "5", "--record", path) as person:
        person.until_asked()
        while person.process.poll() is None and person.drawn.endswith("\n> "):
            # A person who never knocks: sooner or later the other one does.
            line = hinted(person.type("hint"))
            person.type(line.replace("k ", "d ", 1) if line.startswith("k ") else line)
        assert person.process.wait(timeout=60) == 0
    (kept,) = record.load(path)
    knock = kept.actions[-1]
    assert kept.result is not None
    assert (knock.kind, kept.result.knocker) == ("knock", 1)
    ending = person.drawn[person.drawn.index("simple knocks") :]
    assert knock.card is not None
    assert gf.card_name(knock.card) not in ending


def test_three_columns_end_without_a_winner() -> None:
    arguments = ("--rules", "hollywood", "--set", "target=10", "--seed", "2")
    with Keyboard("play", *arguments) as person:
        play_by_hints(person)
        assert person.process.wait(timeout=60) == 0
    assert re.search(r"^the game is over$", person.drawn, re.MULTILINE)
    assert re.search(r"^\d+ rounds? played, not recorded", person.drawn, re.MULTILINE)
