"""A column of hands, as masks: which column it is, and what its cells mean.

A cell is a mask as a whole number (`4503599627370495`, also in digits of text), a mask in hex
(`0x1f`) or the cards as text (`As 2s 3s`). A missing or blank cell is no hand.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import click
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

import gin_fast as gf
from gin_fast.cli.hand_text import hand_of, mask_or_text

NAMES = ("mask", "hand", "cards")
_CARDS_IN_PACK = np.uint64(52)
# No text of cards begins so: a card's rank is followed by its suit.
_NUMERAL = r"^\s*(0[xX]|[0-9]+\s*$)"


@dataclass(frozen=True, slots=True)
class Hands:
    """A batch of hands; the mask of a bad one is 0."""

    masks: NDArray[np.uint64]
    bad: NDArray[np.bool_]


def choose(names: Sequence[str], wanted: str | None, where: str) -> int:
    """Return the place of the column of hands among the names.

    Raises:
        click.ClickException: there is none, or more than one of that name.

    """
    name = wanted if wanted is not None else next((n for n in NAMES if n in names), None)
    listed = ", ".join(names)
    if name is None:
        raise click.ClickException(
            f"{where}: expected a column {NAMES[0]}, {NAMES[1]} or {NAMES[2]}, found {listed}; "
            f"{_no_header(names) or 'name the column of hands with --column'}"
        )
    if name not in names:
        hint = _no_header(names)
        raise click.ClickException(
            f"{where}: expected a column {name}, found {listed}{hint and '; '}{hint}"
        )
    if names.count(name) > 1:
        raise click.ClickException(f"{where}: {names.count(name)} columns are named {name}")
    return names.index(name)


def _no_header(names: Sequence[str]) -> str:
    """Say what is missing, if a name is a hand and so a cell of the first row."""
    for name in names:
        with suppress(ValueError):
            hand_of(name)
            return (
                f"{name} is a hand, so a header line such as {NAMES[1]} seems to be missing "
                "(a file of one hand a line, without header, is a .txt)"
            )
    return ""


def check_kind(column: pa.Array, name: str, wanted: str | None, where: str) -> None:
    """Refuse a column that holds no hands, or numbers that look like counts.

    A column `cards` of whole numbers is more often how many cards there are than which:
    it counts as masks only where it is asked for by name.
    """
    kind = _plain(column.type)
    if not (_is_text(kind) or pa.types.is_integer(kind) or pa.types.is_null(kind)):
        raise click.ClickException(
            f"{where}: column {name}: expected whole numbers (masks) or text, got {column.type}"
        )
    if name == "cards" and wanted is None and _all_numbers(column):
        raise click.ClickException(
            f"{where}: column cards holds whole numbers, which may be how many cards there are; "
            "name the column of hands with --column (--column cards if these are masks)"
        )


def read(column: pa.Array) -> Hands:
    """Return the hands of a column of masks or texts."""
    kind = _plain(column.type)
    if pa.types.is_null(kind):
        return Hands(np.zeros(len(column), np.uint64), np.ones(len(column), np.bool_))
    if pa.types.is_integer(kind):
        return _read_masks(column.cast(kind))
    return _read_texts(column.cast(pa.large_string()))


def _plain(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _is_text(kind: pa.DataType) -> bool:
    return bool(
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    )


def _all_numbers(column: pa.Array) -> bool:
    kind = _plain(column.type)
    if not _is_text(kind):
        return bool(pa.types.is_integer(kind))
    texts = column.cast(pa.large_string())
    numbers = pc.match_substring_regex(texts, r"^\s*[0-9]+\s*$")
    return len(column) > 0 and bool(pc.all(numbers, skip_nulls=True, min_count=1).as_py())


def _read_masks(column: pa.Array) -> Hands:
    bad = _flags(column.is_null())
    numbers = column.fill_null(0).to_numpy(zero_copy_only=False)
    bad |= numbers < 0
    # A negative number turns into one with high bits, which is bad already.
    return _without_high_bits(numbers.astype(np.uint64), bad)


def _without_high_bits(masks: NDArray[np.uint64], bad: NDArray[np.bool_]) -> Hands:
    bad = bad | (masks >> _CARDS_IN_PACK != 0)
    return Hands(np.where(bad, np.uint64(0), masks), bad)


def _read_texts(column: pa.Array) -> Hands:
    masks = np.zeros(len(column), np.uint64)
    texts = column.fill_null("")
    bad = _flags(pc.equal(pc.utf8_trim_whitespace(texts), ""))
    numerals = _flags(pc.match_substring_regex(texts, _NUMERAL))
    if numerals.any():
        at = np.flatnonzero(numerals)
        masks[at] = [_numeral(text) for text in texts.take(pa.array(at)).to_pylist()]
    cards = ~(bad | numerals)
    if cards.all():
        masks, bad = _parse(texts.to_pylist())
    elif cards.any():
        at = np.flatnonzero(cards)
        masks[at], bad[at] = _parse(texts.take(pa.array(at)).to_pylist())
    return _without_high_bits(masks, bad)


def _numeral(text: str) -> int:
    """Return the mask, or where it is none one with all bits, which no hand has."""
    no_hand = 2**64 - 1
    mask = mask_or_text(text)
    return min(mask, no_hand) if isinstance(mask, int) else no_hand


def _parse(texts: list[str]) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Parse texts of cards; where some are bad, halve until each bad one is alone."""
    try:
        return gf.parse_hands(texts), np.zeros(len(texts), np.bool_)
    except ValueError:
        if len(texts) == 1:
            return np.zeros(1, np.uint64), np.ones(1, np.bool_)
    middle = len(texts) // 2
    (left, left_bad), (right, right_bad) = _parse(texts[:middle]), _parse(texts[middle:])
    return np.concatenate([left, right]), np.concatenate([left_bad, right_bad])


def _flags(column: pa.Array) -> NDArray[np.bool_]:
    return np.array(column.to_numpy(zero_copy_only=False), dtype=np.bool_)
