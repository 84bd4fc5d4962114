"""What one cell, line or argument means: a hand as text, as a mask, or none."""

import re

import gin_fast as gf

# Longer numerals are no masks either, and slow to read.
_HEX = re.compile("0[xX][0-9a-fA-F]{1,32}")
_DIGITS = re.compile("[0-9]{1,32}")


def hand_of(cell: object) -> gf.CardSet:
    """Return the hand that a cell means.

    Raises:
        ValueError: it is none; the message says why.

    """
    meant = None if cell is None else mask_or_text(cell)
    if meant is None or meant == "":
        raise gf.InvalidHandError("expected a hand such as 'As 2s 3s', got nothing")
    try:
        return gf.CardSet.from_mask(meant) if isinstance(meant, int) else gf.CardSet(meant)
    except (ValueError, OverflowError) as error:
        # The evaluators name their argument, which here is the row.
        message = re.sub(r"^(hand|cards|mask): ", "", str(error))
        raise gf.InvalidHandError(message) from error


def mask_or_text(cell: object) -> int | str:
    """Return the number that a cell is or writes, in digits or in hex, or else its text."""
    if isinstance(cell, int):
        return cell
    text = str(cell).strip()
    if _HEX.fullmatch(text):
        return int(text, 16)
    if _DIGITS.fullmatch(text):
        return int(text)
    return text
