"""The pages say what is there: public names, links that lead somewhere, what commands print.

Their Python examples are doctests, which pytest collects by itself.
"""

import re
import shlex
from pathlib import Path

import pytest

import gin_fast as gf
from command import gin_fast
from gin_fast.compat import eaai, open_spiel, rlcard
from gin_fast.envs import pettingzoo

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
PAGES += sorted((ROOT / "docs").glob("*.md"))
PEERS = (eaai, open_spiel, pettingzoo, rlcard)
PUBLIC = sorted(
    {*gf.__all__, *(f"ufuncs.{name}" for name in gf.ufuncs.__all__)}.union(
        *(peer.__all__ for peer in PEERS)
    )
)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_a_line_in_docs(name: str) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md"))
    assert re.search(rf"`(gf\.)?{re.escape(name)}\b", pages)


# The numbers and phases of other systems have one line together.
@pytest.mark.parametrize("name", [name for name in PUBLIC if not name.isupper()])
def test_every_public_name_has_a_line_in_the_changelog(name: str) -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"`(gin_fast\.)?{name.removeprefix('ufuncs.')}\b", changes)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_of_code_are_closed(page: Path) -> None:
    fences = re.findall(r"^ *```(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    # One that closes names no language.
    assert len(fences) % 2 == 0
    assert not any(fences[1::2])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_hands_are_shown_as_the_command_shows_them(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    # A command that ends its line, and what it printed to the end of the block.
    shown = re.findall(r'^\$ .*\bgin-fast (eval "[^"]*")\n([^`$]+)```', text, re.MULTILINE)
    assert len(shown) == (page.name in {"README.md", "cli.md"})
    for command, output in shown:
        assert gin_fast(*shlex.split(command)).stdout.rstrip() == output.rstrip()


def test_a_game_is_shown_as_the_command_shows_it() -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    found = re.search(r"^\$ gin-fast (play [^\n]*)\n([^`]*`help`[^`]+)```", text, re.MULTILINE)
    assert found is not None
    command, output = found.groups()
    typed = "".join(f"{line}\n" for line in re.findall(r"^> (.+)$", output, re.MULTILINE))
    assert gin_fast(*shlex.split(command), lines=typed).stdout.rstrip() == output.rstrip()
