"""Record files: whole or as they were, cut off by a crash, edited, foreign."""

import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, assert_type

import pytest

import gin_fast as gf
from gin_fast.record import Record, Records, Writer, load, read, save
from seated import Chance, played_out

UNFINISHED = "not finished, as after a crash; the lines before it are whole"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rounds.ginr"


def some_rounds(count: int, numbers: random.Random) -> list[gf.Round]:
    return [played_out(gf.Rules(), numbers) for _ in range(count)]


def short_rounds(numbers: random.Random) -> list[gf.Round]:
    """Return three rounds with short lines, the last one over."""
    over = min(some_rounds(40, numbers), key=lambda played: len(played.history))
    return [gf.Round(seed=1), gf.Round(seed=2, dealer=1), over]


def test_a_file_cut_off_at_any_byte_of_its_last_line_keeps_the_others(
    path: Path, numbers: random.Random
) -> None:
    save(path, short_rounds(numbers), players=("Ánna", "Bob"))
    whole, data = load(path), path.read_bytes()
    last = data[:-1].rindex(b"\n") + 1
    assert data.isascii()
    for end in range(last, len(data) + 1):
        path.write_bytes(data[:end])
        if end == last:
            assert load(path) == Records(whole[:2])
        elif end >= len(data) - 1:
            # Nothing is missing but the end of the line.
            assert load(path) == whole
        else:
            with pytest.warns(UserWarning, match="line 3: not finished") as warned:
                found = load(path)
            assert found.records == whole[:2]
            assert found.unfinished is not None
            assert str(found.unfinished) == f"{path}, line 3: {UNFINISHED}"
            assert [str(warning.message) for warning in warned] == [str(found.unfinished)]
            assert warned[0].filename == __file__
    path.write_bytes(data[:-9])
    rounds = read(path)
    assert (next(rounds), next(rounds)) == whole[:2]
    with pytest.warns(UserWarning, match=f"line 3: {UNFINISHED}"):
        assert list(rounds) == []


def test_a_writer_goes_on_after_a_file_cut_off_at_any_byte(
    path: Path, numbers: random.Random
) -> None:
    third, first, second = short_rounds(numbers)
    save(path, [first, second])
    data = path.read_bytes()
    last = data[:-1].rindex(b"\n") + 1
    for end in [*range(last, len(data) + 1), 1, 0]:
        path.write_bytes(data[:end])
        with Writer(path) as writer:
            writer.write(third)
        kept = [first, second] if end >= len(data) - 1 else [first] if end >= last else []
        assert [record.replay().history for record in load(path)] == [
            played.history for played in [*kept, third]
        ]


def test_each_round_is_in_the_file_as_soon_as_it_is_written(
    path: Path, numbers: random.Random
) -> None:
    with Writer(path, players=("Ann", "Bob")) as writer:
        for count, played in enumerate(some_rounds(4, numbers), 1):
            writer.write(played)
            assert len(load(path)) == count
    with pytest.raises(ValueError, match="closed file"):
        writer.write(played)
    assert {record.players for record in load(path)} == {("Ann", "Bob")}


def test_a_match_is_written_round_by_round(path: Path) -> None:
    with Writer(path, players=("Ann", "Bob")) as writer:
        match = gf.play(
            [Chance(), Chance()],
            gf.Rules(target=60),
            seed=1,
            progress=lambda match: writer.write(match.rounds[-1]),
        )
    records = load(path)
    assert [record.seed for record in records] == [played.seed for played in match]
    assert [record.result for record in records] == [played.result for played in match]


def test_a_match_is_saved_whole_with_its_names(path: Path) -> None:
    match = gf.Match([Chance(), Chance()], gf.Rules(target=60), seed=1)
    rounds = iter(match)
    next(rounds), next(rounds)
    save(path, match)
    # Saving plays nothing.
    assert len(match.rounds) == len(load(path)) == 2
    assert {record.players for record in load(path)} == {("Chance", "Chance")}
    save(path, match, players=("Ann", "Bob"))
    assert {record.players for record in load(path)} == {("Ann", "Bob")}
    save(path, match.games[0])
    assert {record.players for record in load(path)} == {()}


def test_the_round_that_an_error_broke_off_is_saved_too(path: Path) -> None:
    class Quitter(Chance):
        def act(self, observation: gf.Observation) -> Any:
            return "fold" if observation.stock_count < 25 else super().act(observation)

    match = gf.Match([Quitter(), Chance()], seed=1)
    with pytest.raises(gf.IllegalActionError):
        list(match)
    assert match.round is not None
    save(path, match)
    assert load(path)[-1].result is None
    assert load(path)[-1].actions == match.round.history


def test_records_can_be_saved_again(path: Path, numbers: random.Random) -> None:
    save(path, some_rounds(3, numbers), players=("Ann", "Bob"))
    records = load(path)
    save(path, records)
    assert load(path) == records
    save(path, [records[0]], players=("Cas", "Dan"))
    assert load(path) == Records(records[:1])
    save(path, Record.of(records[0].replay()), players=("Cas", "Dan"))
    assert load(path)[0].players == ("Cas", "Dan")
    with Writer(path, players=("Eve", "Fay")) as writer:
        writer.write(Record.of(records[1].replay()))
    assert [record.players for record in load(path)] == [("Cas", "Dan"), ("Eve", "Fay")]


def test_saving_that_fails_leaves_the_file_as_it_was(path: Path, numbers: random.Random) -> None:
    save(path, some_rounds(1, numbers))
    before = path.read_bytes()

    def broken() -> Any:
        yield gf.Round(seed=1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save(path, broken())
    wrong: Any = [gf.Round(seed=1), "pass"]
    with pytest.raises(TypeError, match=r"^played: expected a Round or a Record, got 'pass' \(str"):
        save(path, wrong)
    for value in ("rounds", 5, None):
        with pytest.raises(TypeError, match=r"^played: expected rounds or records, got "):
            save(path, value)  # type: ignore[arg-type]
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]
    with pytest.raises(FileNotFoundError):
        save(path.parent / "no" / "folder.ginr", [])


def test_saving_keeps_permissions_and_follows_links(path: Path) -> None:
    save(path, gf.Round(seed=1))
    path.chmod(0o640)
    link = path.with_name("link.ginr")
    link.symlink_to(path)
    save(link, gf.Round(seed=2))
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert load(path)[0].seed == 2


def test_a_killed_program_loses_at_most_the_line_it_was_writing(path: Path) -> None:
    script = (
        "import sys, gin_fast as gf\n"
        "with gf.record.Writer(sys.argv[1]) as writer:\n"
        "    for seed in range(1_000_000):\n"
        "        writer.write(gf.Round(seed=seed))\n"
    )
    running = subprocess.Popen([sys.executable, "-c", script, str(path)])
    try:
        deadline = time.monotonic() + 60
        while (not path.exists() or path.stat().st_size < 20_000) and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()
    seeds = [json.loads(line)["seed"] for line in path.read_bytes().split(b"\n")[:-1]]
    assert len(seeds) > 10
    assert seeds == list(range(len(seeds)))
    assert len(load(path)) == len(seeds)


def test_a_write_that_fails_is_taken_back(
    path: Path, monkeypatch: pytest.MonkeyPatch, numbers: random.Random
) -> None:
    first, second = some_rounds(2, numbers)

    class Full:
        """A disk that takes a hundred bytes and no more."""

        def __init__(self, file: Any) -> None:
            self.file = file

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

        def write(self, data: Any) -> int:
            if self.file.tell() > start:
                raise OSError(28, "No space left on device")
            return int(self.file.write(data[:100]))

    with Writer(path) as writer:
        writer.write(first)
        start = path.stat().st_size
        with monkeypatch.context() as patched:
            patched.setattr(writer, "_file", Full(writer._file))  # noqa: SLF001
            with pytest.raises(OSError, match="No space left"):
                writer.write(second)
        assert path.stat().st_size == start
        writer.write(second)
    assert len(load(path)) == 2


def test_a_fault_names_file_line_and_ply(path: Path, numbers: random.Random) -> None:
    save(path, some_rounds(4, numbers))
    lines = path.read_text().splitlines()
    third = json.loads(lines[2])
    third["actions"][4] = "fold"
    lines[2] = json.dumps(third)
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(gf.RecordError) as caught:
        load(path)
    error = caught.value
    assert (error.path, error.line, error.ply) == (path, 3, 5)
    assert str(error).startswith(f"{path}, line 3, ply 5: action: expected discard Kd, ")
    rounds = read(path)
    next(rounds), next(rounds)
    with pytest.raises(gf.RecordError):
        next(rounds)


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b"hand\nAs 2s 3s\n", 1, "no record: expected one JSON object"),
        (b"hand", 1, "no record: expected one JSON object"),
        (b"PAR1\x15\x04\xff", 1, "no record: not UTF-8"),
        (b"\x1f\x8b\x08\x00\n", 1, "no record: not UTF-8"),
        (b'{"rules": {}}\n', 1, 'no record: expected a JSON object with the key "gin_fast"'),
        (b'{"gin_fast": 2, "moves": []}\n', 1, "gin_fast: expected version 1 of the format, got 2"),
        (b"\n", 1, "no record: expected one JSON object"),
        (b"\0" * 100, 1, "no record: expected one JSON object"),
        (b'{"gin_fast": 1, "rules"\n{}\n', 1, "no record: expected one JSON object"),
    ],
)
def test_a_foreign_file_is_refused_and_left_alone(
    path: Path, data: bytes, line: int, reason: str
) -> None:
    path.write_bytes(data)
    with pytest.raises(gf.RecordError) as caught:
        load(path)
    assert caught.value.line == line
    assert caught.value.reason.startswith(reason)
    with pytest.raises(gf.RecordError) as caught:
        Writer(path)
    assert str(caught.value).startswith(f"{path}, line {line}: {reason}")
    assert path.read_bytes() == data


def test_a_last_line_of_something_else_is_not_cut_off(path: Path) -> None:
    save(path, gf.Round(seed=1))
    data = path.read_bytes() + b"to be continued"
    path.write_bytes(data)
    for attempt in (load, Writer):
        with pytest.raises(gf.RecordError) as caught:
            attempt(path)
        assert caught.value.line == 2
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    "edit",
    [
        lambda line: line + "garbage",
        lambda line: line + "}",
        lambda line: line.replace('"actions": [', '"actions": [,'),
        lambda line: line[: line.index('"actions"')] + '"actions": [,',
        lambda line: line[: line.index('"layoff"')] + "nothing",
        lambda line: line[: line.index('"layoff"')] + r'"\x',
        lambda line: line[: line.index('"layoff"')] + r'"\u00 more',
        lambda line: line.replace('"gin_fast": 1', '"gin_fast": 12')[:-9],
    ],
)
def test_a_last_line_with_a_fault_before_its_end_is_not_cut_off(
    path: Path, edit: Callable[[str], str]
) -> None:
    save(path, [gf.Round(seed=1), gf.Round(seed=2)])
    first, second = path.read_text().splitlines()
    path.write_text(f"{first}\n{edit(second)}")
    data = path.read_bytes()
    for attempt in (load, Writer):
        with pytest.raises(gf.RecordError) as caught:
            attempt(path)
        assert (caught.value.path, caught.value.line) == (path, 2)
    assert path.read_bytes() == data


@pytest.mark.parametrize("end", ['"', '"\\', r'"\u', r'"\u00', r'"\u00e', "-", "nul", "t", ""])
def test_a_last_line_may_be_cut_off_within_anything(path: Path, end: str) -> None:
    path.write_text('{"gin_fast": 1, "seed": ' + end)
    with pytest.warns(UserWarning, match="line 1: not finished"):
        assert load(path).records == ()


def test_the_first_of_two_faults_is_named_and_has_what_is_before_it(path: Path) -> None:
    played = gf.Round(seed=1)
    for action in ("pass", "pass"):
        played.apply(action)
    save(path, played)
    recorded = json.loads(path.read_text())
    recorded["actions"] += ["big_gin", "fold"]
    path.write_text(json.dumps(recorded) + "\n")
    with pytest.raises(gf.RecordError) as caught:
        load(path)
    assert caught.value.ply == 3
    assert caught.value.before == Record.of(played)
    assert pickle.loads(pickle.dumps(caught.value)).before == caught.value.before  # noqa: S301


@pytest.mark.skipif(sys.platform == "win32", reason="there is no flock")
def test_a_second_writer_is_refused_until_the_first_is_closed(path: Path) -> None:
    script = "import sys, gin_fast as gf; gf.record.Writer(sys.argv[1]).write(gf.Round(seed=2))"
    again = [sys.executable, "-c", script, str(path)]
    with Writer(path) as writer:
        writer.write(gf.Round(seed=1))
        # As it is while a line is on its way.
        with path.open("ab") as file:
            file.write(b'{"gin_fast": 1, "ru')
        data = path.read_bytes()
        done = subprocess.run(again, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert f"another writer has the file open: '{path}'" in done.stderr
        with pytest.raises(BlockingIOError, match="another writer has the file open"):
            Writer(path)
        assert path.read_bytes() == data
        with pytest.warns(UserWarning, match="line 2: not finished"):
            assert [one.seed for one in load(path)] == [1]
    subprocess.run(again, check=True)
    assert [one.seed for one in load(path)] == [1, 2]


def test_an_endless_line_is_not_read_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gin_fast.record.file._LONGEST_LINE", 1_000)
    path.write_bytes(b'{"gin_fast": 1, "rules": {"' + b" " * 5_000)
    with pytest.raises(gf.RecordError, match=r"line 1: no record: the line does not end$"):
        load(path)


def test_an_empty_file_has_no_records(path: Path) -> None:
    save(path, [])
    assert path.read_bytes() == b""
    assert load(path) == Records(())
    assert list(read(path)) == []


def test_records_are_a_sequence(path: Path, numbers: random.Random) -> None:
    save(path, some_rounds(3, numbers))
    records = load(path)
    assert len(records) == 3
    assert assert_type(records[-1], Record) == records.records[2]
    assert assert_type(records[1:], tuple[Record, ...]) == records.records[1:]
    assert list(records) == list(records.records)


def test_a_file_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    for attempt in (load, lambda path: next(read(path))):
        with pytest.raises(FileNotFoundError):
            attempt(tmp_path / "none.ginr")
    with pytest.raises(IsADirectoryError):
        load(tmp_path)


def test_what_is_no_file_is_not_written(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (tmp_path, pipe):
        with pytest.raises(
            OSError, match="expected a file to write, got a folder, a pipe or a dev"
        ):
            Writer(place)
        with pytest.raises(
            OSError, match="expected a file to write, got a folder, a pipe or a dev"
        ):
            save(place, [])
    assert list(tmp_path.iterdir()) == [pipe]


def test_bytes_changed_anywhere_give_a_record_or_an_error_of_records(
    path: Path, numbers: random.Random
) -> None:
    save(path, short_rounds(numbers), players=("Ann", "Bob"))
    data = path.read_bytes()
    refused = []
    for _ in range(1_500):
        at = numbers.randrange(len(data))
        new = numbers.choice([b"", b" ", b"\n", b"0", b"1", b"-", b'"', b"}", b"[", b"K", b"\xff"])
        path.write_bytes(data[:at] + new + data[at + numbers.randrange(3) :])
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                records = load(path)
        except gf.RecordError as error:
            refused.append((error.path, error.line))
        else:
            for record in records:
                assert record.replay().result == record.result
    assert len(refused) > 500
    assert set(refused) <= {(path, line) for line in (1, 2, 3, 4)}
