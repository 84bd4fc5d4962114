"""`gin-fast replay`: recorded rounds ply by ply, and files that have a fault."""

import json
import random
import re
from pathlib import Path

import pytest

import gin_fast as gf
from command import gin_fast, on_terminal, refusal
from gin_fast import record
from seated import Chance, played_out


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """Return the record of a game, whose first round has a winner."""
    match = gf.play([Chance(), Chance()], gf.Rules(target=60), seed=2)
    path = tmp_path / "evening.ginr"
    record.save(path, match, players=("Ann", "Bob"))
    assert match.rounds[0].result is not None
    assert match.rounds[0].result.winner is not None
    return path


def rows(page: str) -> list[list[str]]:
    """Return the cells of the lines that begin with a ply."""
    split = [
        [cell.strip() for cell in line.split("   ") if cell.strip()] for line in page.splitlines()
    ]
    return [cells for cells in split if cells and cells[0].isdigit()]


def test_a_round_is_shown_ply_by_ply_with_both_hands(evening: Path) -> None:
    recorded = record.load(evening)[0]
    done = gin_fast("replay", evening, "--round", "1")
    assert (done.returncode, done.stderr) == (0, "")
    shown = rows(done.stdout)
    assert [int(cells[0]) for cells in shown] == list(range(len(recorded.actions) + 1))
    dealt = recorded.replay(0)
    for hand in dealt.hands:
        assert f"deadwood {gf.deadwood(hand)}" in shown[0][3:]
    for ply, action in enumerate(recorded.actions, 1):
        before, after = recorded.replay(ply - 1), recorded.replay(ply)
        assert shown[ply][1] == ("Ann", "Bob")[before.player]
        assert shown[ply][2].startswith(str(action).replace("_", " "))
        if before.hands != after.hands:
            held = after.hands[before.player]
            assert f"deadwood {gf.deadwood(held)}" in shown[ply]
            drawn = held - before.hands[before.player]
            if drawn:
                assert shown[ply][2].endswith(f": {drawn}")
    result = recorded.result
    assert result is not None
    assert result.winner is not None
    assert f": {result.points} point" in done.stdout
    assert f"for {('Ann', 'Bob')[result.winner]}" in done.stdout
    assert "defender" in done.stdout


def test_every_round_is_shown_unless_one_is_asked_for(evening: Path) -> None:
    rounds = record.load(evening)
    page = gin_fast("replay", evening).stdout
    for number in range(1, len(rounds) + 1):
        assert page.count(f"\nround {number}: ") + page.startswith(f"round {number}: ") == 1


def test_it_stops_at_a_ply(evening: Path) -> None:
    recorded = record.load(evening)[1]
    done = gin_fast("replay", evening, "--round", "2", "--ply", "3")
    assert len(rows(done.stdout)) == 4
    position = recorded.replay(3)
    stock = " ".join(map(gf.card_name, position.stock))
    assert re.search(rf"^stock +{stock}$", done.stdout, re.MULTILINE)
    assert done.stdout.rstrip().endswith("stopped after ply 3")
    legal = ", ".join(str(action) for action in position.legal_actions())
    assert f"{('Ann', 'Bob')[position.player]}: {legal}" in done.stdout


def test_json_has_each_position(evening: Path) -> None:
    done = gin_fast("replay", evening, "--json")
    positions = [json.loads(line) for line in done.stdout.splitlines()]
    wanted = [
        (number, ply, recorded)
        for number, recorded in enumerate(record.load(evening), 1)
        for ply in range(len(recorded.actions) + 1)
    ]
    assert len(positions) == len(wanted)
    for told, (number, ply, recorded) in zip(positions, wanted, strict=True):
        position = recorded.replay(ply)
        assert (told["round"], told["ply"]) == (number, ply)
        assert told["action"] == (str(recorded.actions[ply - 1]) if ply else None)
        assert (told["phase"], told["player"]) == (position.phase, position.player)
        assert tuple(map(gf.CardSet, told["hands"])) == position.hands
        assert told["discards"] == " ".join(map(gf.card_name, position.discards))
        assert told["stock"] == " ".join(map(gf.card_name, position.stock))
        assert told["legal_actions"] == [str(action) for action in position.legal_actions()]
        result = position.result
        assert told["points"] == (None if result is None else result.points)
    assert len(gin_fast("replay", evening, "--json", "--ply", "2").stdout.splitlines()) == 3 * len(
        record.load(evening)
    )


def test_rounds_of_every_kind_are_shown(tmp_path: Path, numbers: random.Random) -> None:
    path = tmp_path / "many.ginr"
    rounds = [
        played_out(gf.Rules.preset(name), numbers, layoff)
        for name in ("standard", "rlcard", "openspiel", "oklahoma", "round_corner")
        for layoff in ("best", "manual")
    ]
    rounds.append(played_out(gf.Rules(), numbers, plies=4))
    record.save(path, rounds)
    done = gin_fast("replay", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(rows(done.stdout)) == sum(len(played.history) + 1 for played in rounds)
    assert done.stdout.rstrip().endswith("it was broken off here")


def test_a_terminal_has_colours(evening: Path) -> None:
    drawn = on_terminal("replay", evening, "--round", "1", "--ply", "1")
    assert "\x1b[1;31m" in drawn


def test_a_name_cannot_draw_on_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evil.ginr"
    record.save(path, gf.Round(seed=1), players=("\x1b]0;gone\x07", "Bob"))
    assert "round 1: ?]0;gone? against Bob" in on_terminal("replay", path)


def test_the_first_fault_is_named_behind_what_is_whole(evening: Path) -> None:
    lines = evening.read_text().splitlines(keepends=True)
    recorded = json.loads(lines[1])
    recorded["actions"][4] = "big_gin"
    lines[1] = json.dumps(recorded) + "\n"
    evening.write_text("".join(lines))
    done = gin_fast("replay", evening)
    assert refusal(done).startswith(f"{evening}, line 2, ply 5: ")
    assert "round 1: Ann" in done.stdout
    assert gin_fast("replay", evening, "--round", "1").returncode == 0
    before = done.stdout[done.stdout.index("round 2: ") :]
    assert [int(cells[0]) for cells in rows(before)] == [0, 1, 2, 3, 4]
    assert before.rstrip().endswith("stopped after ply 4")
    done = gin_fast("replay", evening, "--json", "--round", "2")
    assert refusal(done).startswith(f"{evening}, line 2, ply 5: ")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["ply"] for one in told] == [0, 1, 2, 3, 4]
    assert [one["action"] for one in told[1:]] == recorded["actions"][:4]
    done = gin_fast("replay", evening, "--round", "3")
    assert refusal(done).startswith(f"{evening}, line 2, ply 5: ")
    assert done.stdout == ""


def test_a_ply_that_no_round_has(evening: Path) -> None:
    rounds = record.load(evening)
    lengths = [len(one.actions) for one in rounds]
    assert min(lengths) < max(lengths)
    for option in ((), ("--json",)):
        done = gin_fast("replay", evening, "--ply", "999", *option)
        longest = lengths.index(max(lengths)) + 1
        assert refusal(done) == (
            f"--ply: the longest round, {longest}, has {max(lengths)} actions, got 999"
        )
        assert done.stdout == ""
    # What is shorter than the others is shown to its end, wherever it stands.
    page = gin_fast("replay", evening, "--ply", str(max(lengths))).stdout
    assert len(rows(page)) == sum(lengths) + len(lengths)
    record.save(evening, rounds[:1])
    message = refusal(gin_fast("replay", evening, "--ply", "999"))
    assert message == f"--ply: round 1 has {lengths[0]} actions, got 999"


def test_a_last_line_that_is_cut_off_is_told_and_the_others_are_shown(evening: Path) -> None:
    rounds = len(record.load(evening))
    evening.write_bytes(evening.read_bytes()[:-40])
    done = gin_fast("replay", evening)
    assert done.returncode == 0
    assert f"{evening}, line {rounds}: not finished" in done.stderr
    assert f"round {rounds - 1}: " in done.stdout


def test_a_round_or_ply_that_is_not_there(evening: Path) -> None:
    rounds = record.load(evening)
    message = refusal(gin_fast("replay", evening, "--round", "99"))
    assert message == f"--round: {evening} has {len(rounds)} rounds, got 99"
    message = refusal(gin_fast("replay", evening, "--round", "1", "--ply", "999"))
    assert message == f"--ply: round 1 has {len(rounds[0].actions)} actions, got 999"
    assert refusal(gin_fast("replay", evening, "--round", "0"), status=2)


def test_files_that_are_none(tmp_path: Path) -> None:
    assert refusal(gin_fast("replay", tmp_path / "no.ginr")).endswith("No such file or directory")
    assert refusal(gin_fast("replay", tmp_path)).endswith("Is a directory")
    path = tmp_path / "notes.ginr"
    path.write_text("milk, eggs\n")
    assert refusal(gin_fast("replay", path)).startswith(f"{path}, line 1: no record")
    path.write_text("")
    done = gin_fast("replay", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"{path}: no rounds\n")
