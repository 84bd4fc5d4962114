"""The result of a round as scores are told it: read, and put in words."""

from gin_fast._fields import described, one_of, shown, whole
from gin_fast.rules import Rules

# The seat that won, its points and its boxes.
RoundScore = tuple[int | None, int, int]

_read_winner = one_of(0, 1, None)
# More than any round is worth, and little enough to be written out.
_read_count = whole(0, 1_000_000)


def read_rules(rules: object) -> Rules:
    """Read rules, and say where those with a name are."""
    if not isinstance(rules, Rules):
        hint = "; pass Rules.preset(name)" if isinstance(rules, str) else ""
        raise TypeError(f"rules: expected Rules, got {described(rules)}{hint}")
    return rules


def read_round(winner: object, points: object, boxes: object) -> RoundScore:
    """Read a round's result; a drawn one has nothing."""
    seat: int | None = _read_winner("winner", winner)
    scored: int = _read_count("points", points)
    won: int = _read_count("boxes", boxes)
    if seat is None:
        for name, number in (("points", scored), ("boxes", won)):
            if number:
                raise ValueError(
                    f"{name}: expected 0 for a round without a winner, got {shown(number)}"
                )
    return seat, scored, won


def round_note(played: RoundScore) -> str:
    """Return the result of a round in words."""
    winner, points, boxes = played
    if winner is None:
        return "drawn"
    return f"seat {winner}: {points}, {boxes} box{'' if boxes == 1 else 'es'}"
