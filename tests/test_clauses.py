"""The page on play names, for every clause of the mandatory text, a test that there is."""

import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "play.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (S\d+(?:, S\d+)*) \|[^|]+\| `(\w+\.py)::(\w+)` \|$", PAGE, re.MULTILINE)


def test_every_clause_has_a_row() -> None:
    clauses = [int(number) for row, _, _ in ROWS for number in re.findall(r"\d+", row)]
    assert sorted(clauses) == list(range(1, 37))


def test_every_test_of_a_clause_is_there() -> None:
    for clause, file, name in ROWS:
        text = (TESTS / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), f"{clause}: {file}::{name}"
