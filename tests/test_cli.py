"""The command line on single hands: pages, JSON, standard input, misuse."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gin_fast as gf
from command import START, gin_fast, on_terminal, refusal, surroundings

KNOCKER = "As 2s 3s 4h 4d 4c 5d 5h 5c Kd"
GIN = "As 2s 3s 4h 4d 4c 5d 5h 5c 5s"
ELEVEN = "As 2s 3s 4h 4d 4c 5d 5h 5c Kd Qc"
BIG_GIN = "As 2s 3s 4s 4h 4d 4c 5d 5h 5c 5s"
HOPELESS = "As 3d 5h 7c 9s Jd Kh 2c 6s Td"


def one_json(*arguments: str) -> dict[str, object]:
    done = gin_fast("eval", "--json", *arguments)
    assert done.returncode == 0, done
    answer: dict[str, object] = json.loads(done.stdout)
    assert list(answer) == [
        "hand", "deadwood", "melds", "unmelded", "gin", "can_knock", "discards"
    ]  # fmt: skip
    return answer


def test_page_shows_melds_unmelded_cards_and_knock() -> None:
    done = gin_fast("eval", KNOCKER)
    assert done.returncode == 0
    assert done.stderr == ""
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert lines[0] == str(gf.CardSet(KNOCKER))
    assert lines[1] == "melds     As2s3s  4c4d4h  5c5d5h"
    assert lines[2] == "unmelded  Kd"
    assert lines[3] == "deadwood  10, may knock (limit 10)"


def test_page_of_eleven_cards_lists_every_discard_best_first() -> None:
    page = gin_fast("eval", ELEVEN).stdout
    rows = page[page.index("discard  ") :].splitlines()[2:13]
    discards = [row.split()[0] for row in rows]
    assert discards[:2] == ["Kd", "Qc"]
    assert set(discards) == set(ELEVEN.split())
    left = gf.deadwood_after_discard(ELEVEN)
    assert [int(row.split()[1]) for row in rows] == sorted(left.values())


@pytest.mark.parametrize(
    ("hand", "limit", "verdict"),
    [
        (KNOCKER, 9, "may not knock (limit 9)"),
        (GIN, 10, "gin"),
        (HOPELESS, 10, "may not knock (limit 10)"),
        (ELEVEN, 0, "no discard knocks (limit 0)"),
        (BIG_GIN, 10, "big gin"),
        (f"{GIN} Kd", 10, "gin by throwing Kd"),
    ],
)
def test_page_says_what_the_hand_may_do(hand: str, limit: int, verdict: str) -> None:
    page = gin_fast("eval", hand, "--limit", str(limit)).stdout
    line = next(line for line in page.splitlines() if "deadwood" in line)
    assert re.split("[,;] ", line, maxsplit=1)[1].strip() == verdict


def test_page_of_eleven_cards_names_the_discards_that_knock() -> None:
    def knocking(hand: str) -> str:
        page = gin_fast("eval", hand).stdout
        return re.search(r"knocks by throwing (.*) \(limit 10\)", page)[1]  # type: ignore[index]

    assert knocking("As 2s 3s 4h 4d 4c 5h 6h 7h Kd 9c") == "9c or Kd"
    assert knocking("As 2s 3s 4h 4d 4c 5h 6h 7h 2d 3c") == "one of 7 cards"


def test_json_of_ten_cards() -> None:
    assert one_json(KNOCKER) == {
        "hand": str(gf.CardSet(KNOCKER)),
        "deadwood": 10,
        "melds": ["As2s3s", "4c4d4h", "5c5d5h"],
        "unmelded": "Kd",
        "gin": False,
        "can_knock": True,
        "discards": None,
    }
    assert one_json(GIN)["gin"] is True
    assert one_json(HOPELESS)["can_knock"] is False
    assert one_json(KNOCKER, "--limit", "9")["can_knock"] is False


def test_json_of_eleven_cards_agrees_with_the_evaluators() -> None:
    answer = one_json(ELEVEN)
    left = gf.deadwood_after_discard(ELEVEN)
    knocks = gf.knock_discards(ELEVEN)
    discards = answer["discards"]
    assert isinstance(discards, list)
    assert len(discards) == 11
    assert [list(discard) for discard in discards] == [["card", "deadwood", "can_knock"]] * 11
    for discard in discards:
        card = gf.parse_card(discard["card"])
        assert discard["deadwood"] == left[card]
        assert discard["can_knock"] == (card in knocks)
    best, deadwood = gf.best_discard(ELEVEN)
    assert (gf.parse_card(discards[0]["card"]), discards[0]["deadwood"]) == (best, deadwood)
    assert answer["can_knock"] is True
    assert answer["gin"] is False


def test_json_of_big_gin_leaves_nothing_unmelded() -> None:
    answer = one_json(BIG_GIN)
    assert (answer["deadwood"], answer["unmelded"], answer["gin"]) == (0, "", True)


@pytest.mark.parametrize("hand", ["As 2s 3s", "Kd", KNOCKER + " Qd Qc Qs"])
def test_other_sizes_have_melds_and_deadwood_only(hand: str) -> None:
    answer = one_json(hand)
    assert answer["deadwood"] == gf.deadwood(hand)
    assert answer["gin"] is answer["can_knock"] is answer["discards"] is None
    assert "knock" not in gin_fast("eval", hand).stdout


def test_masks_are_hands() -> None:
    mask = gf.CardSet(KNOCKER).mask
    assert one_json(str(mask)) == one_json(hex(mask)) == one_json(KNOCKER)


def test_several_hands_and_cards_given_singly() -> None:
    done = gin_fast("eval", "--json", KNOCKER, GIN)
    hands = [json.loads(line)["hand"] for line in done.stdout.splitlines()]
    assert hands == [str(gf.CardSet(KNOCKER)), str(gf.CardSet(GIN))]
    assert one_json(*KNOCKER.split()) == one_json(KNOCKER)


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_standard_input_is_one_hand_a_line(arguments: tuple[str, ...]) -> None:
    done = gin_fast("eval", "--json", *arguments, lines=f"{KNOCKER}\r\n{GIN}")
    assert [json.loads(line)["deadwood"] for line in done.stdout.splitlines()] == [10, 0]
    assert done.returncode == 0


def test_bad_line_of_standard_input_is_named() -> None:
    done = gin_fast("eval", "--json", lines=f"{KNOCKER}\nAs 1x\n{GIN}\n")
    assert "standard input: 1 bad row" in refusal(done)
    assert 'line 2: invalid card "1x"' in done.stderr
    assert len(done.stdout.splitlines()) == 1


def test_skipped_lines_of_standard_input_stay_with_null() -> None:
    lines = f"{KNOCKER}\nAs 1x\n\n\xff\n{GIN}\n".encode("latin-1")
    done = gin_fast("eval", "--json", "--on-error", "skip", lines=lines)
    assert done.returncode == 0
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["deadwood"] for answer in answers] == [10, None, None, None, 0]
    assert answers[1]["hand"] == "As 1x"
    assert "3 bad rows" in done.stderr


def test_empty_standard_input_is_refused() -> None:
    assert "standard input" in refusal(gin_fast("eval"))


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("As As", "As"),
        ("As 1x", "1x"),
        ("11s", "11s"),
        ("", "nothing"),
        ("0x10000000000000", "bits 0 to 51"),
        ("0xzz", "0xzz"),
        ("9" * 5000, "99"),
    ],
)
def test_no_hand_is_refused_with_what_came(hand: str, says: str) -> None:
    assert says in refusal(gin_fast("eval", hand))


def test_bad_one_of_several_hands_is_named() -> None:
    assert refusal(gin_fast("eval", KNOCKER, "1x")).startswith("hand 2: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("eval", KNOCKER, "--limit", "11"),
        ("eval", KNOCKER, "--limit", "-1"),
        ("eval", KNOCKER, "-o", "out.csv"),
        ("eval", KNOCKER, "--column", "hand"),
        ("eval", KNOCKER, "--on-error", "skip"),
        ("eval", KNOCKER, "hands.csv"),
        ("eval", "hands.csv", "--limit", "5"),
        ("eval", "hands.csv", "--json", "-o", "out.csv"),
        ("eval", "hands.csv", "--json", "--discards"),
        ("eval", "--no-such-option"),
        ("evaluate",),
    ],
)
def test_misuse_has_status_2(arguments: tuple[str, ...]) -> None:
    refusal(gin_fast(*arguments), status=2)


def test_json_beside_an_output_says_what_to_do() -> None:
    said = refusal(gin_fast("eval", "hands.csv", "--json", "-o", "out.csv"), status=2)
    assert "leave out --output, or redirect" in said
    said = refusal(gin_fast("eval", "hands.csv", "--json", "--no-discards"), status=2)
    assert "leave out --discards or --no-discards" in said


def test_help_has_examples_and_version_is_the_package_s() -> None:
    for arguments in ("--help",), ("eval", "--help"), ("bench", "--help"):
        done = gin_fast(*arguments)
        assert done.returncode == 0
        assert "Usage: gin-fast" in done.stdout
    examples = gin_fast("eval", "--help").stdout.splitlines()
    assert '  gin-fast eval "As 2s 3s 4h 4d 4c 5d 5h 5c Kd"' in examples
    assert gin_fast("--version").stdout.split()[0] == "gin-fast"


def test_page_in_a_pipe_is_plain_and_on_a_terminal_coloured() -> None:
    assert "\x1b" not in gin_fast("eval", ELEVEN).stdout
    assert "\x1b[" in on_terminal("eval", ELEVEN)
    without = on_terminal("eval", ELEVEN, NO_COLOR="1")
    assert "\x1b[31" not in without
    assert "\x1b[1;31" not in without


@pytest.mark.parametrize("columns", ["80", "120"])
def test_page_of_eleven_cards_fits_the_terminal(columns: str) -> None:
    page = gin_fast("eval", "As 3d 5h 7c 9s Jd Kh 2c 6s Td 8d", COLUMNS=columns).stdout
    lines = page.splitlines()
    assert max(map(len, lines)) <= int(columns)
    assert len(lines) == 18


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_closed_pipe_is_no_fuss(tmp_path: Path, options: tuple[str, ...]) -> None:
    hands = tmp_path / "hands"
    hands.write_text(f"{ELEVEN}\n" * 3000)
    with hands.open("rb") as lines:
        process = subprocess.Popen(
            [*START, "eval", *options],
            stdin=lines,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=surroundings(),
        )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() != b""
    process.stdout.close()
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 1


def test_missing_extra_says_what_to_install() -> None:
    hide = """
import sys
missing = sys.argv.pop(1)
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hide())
from gin_fast.cli import main
main()
"""
    for missing in "click", "rich", "pyarrow":
        done = subprocess.run(
            [sys.executable, "-c", hide, missing, "eval", "hands.csv"],
            capture_output=True,
            check=False,
            text=True,
        )
        assert done.returncode == 1
        assert done.stdout == ""
        says = f"gin-fast: the command line needs {missing}, which is not installed; "
        assert done.stderr == f"{says}install it with: pip install 'gin-fast[cli]'\n"


def test_full_disk_on_standard_output_is_told() -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [*START, "eval", KNOCKER], stdout=full, stderr=subprocess.PIPE, check=False, text=True
        )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("Error: standard output: ")
