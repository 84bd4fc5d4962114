"""Write the golden files of `tests/data` anew: hands and their answers by the oracle.

Rust and Python read the same files. `python tests/make_golden.py` writes them.
"""

import csv
import random
from collections.abc import Iterator
from itertools import islice

import oracle
from hands import DATA, neighbouring_hands, random_hands

SEED = 20_261


def decided_by(hand: int) -> str | None:
    """Return what chooses among the arrangements of least deadwood, `None` if there is but one."""
    keys = set()
    for one in oracle.arrangements(hand):
        in_sets = sum(meld for meld in one.melds if oracle.is_set(meld))
        keys.add((oracle.openings(hand, one.melds).bit_count(), one.melded, in_sets))
    if len(keys) < 2:
        return None
    first, second = sorted(keys)[:2]
    same = [mine == other for mine, other in zip(first, second, strict=True)]
    return ("openings", "melded", "sets")[same.index(False)]


def tied_hands(numbers: random.Random, rule: str) -> Iterator[int]:
    """Yield hands of 10 and 11 cards whose arrangement this rule of the canonical order chooses."""
    makers = [neighbouring_hands(numbers, 10), neighbouring_hands(numbers, 11)]
    while True:
        for make in makers:
            hand = next(make)
            if decided_by(hand) == rule:
                yield hand


def golden_hands(numbers: random.Random) -> Iterator[tuple[str, int]]:
    """Yield the hands of all sizes that the golden file holds, each with its kind."""
    for cards in range(15):
        yield from (("random", hand) for hand in islice(random_hands(numbers, cards), 40))
        yield from (
            ("neighbouring", hand) for hand in islice(neighbouring_hands(numbers, cards), 60)
        )
    for rule in ("openings", "melded", "sets"):
        yield from ((f"tied_{rule}", hand) for hand in islice(tied_hands(numbers, rule), 50))
    # Beyond forty cards the oracle takes too long.
    for cards in range(15, 41):
        yield from (("wide", hand) for hand in islice(random_hands(numbers, cards), 6))
    for cards in range(15, 21):
        yield from (("wide", hand) for hand in islice(neighbouring_hands(numbers, cards), 6))


def meld_texts(melds: tuple[int, ...]) -> str:
    """Return melds as `2s3s4s 7s7c7d`."""
    return " ".join(oracle.text(meld).replace(" ", "") for meld in melds)


def write_hands(numbers: random.Random) -> None:
    """Write `golden_hands.csv`: the canonical arrangement of hands of 0 to 40 cards."""
    with (DATA / "golden_hands.csv").open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["kind", "hand", "deadwood", "melds", "unmelded"])
        for kind, hand in golden_hands(numbers):
            best = oracle.arrange(hand)
            answers = best.deadwood, meld_texts(best.melds), oracle.text(best.unmelded)
            rows.writerow([kind, oracle.text(hand), *answers])


def golden_elevens(numbers: random.Random) -> Iterator[tuple[str, int]]:
    """Yield hands of eleven cards, each with its kind."""
    yield from (("random", hand) for hand in islice(random_hands(numbers, 11), 300))
    yield from (("neighbouring", hand) for hand in islice(neighbouring_hands(numbers, 11), 500))
    melded_whole = (hand for hand in neighbouring_hands(numbers, 11) if not oracle.deadwood(hand))
    yield from (("melded_whole", hand) for hand in islice(melded_whole, 60))


def write_discards(numbers: random.Random) -> None:
    """Write `golden_discards.csv`: what to throw from eleven cards."""
    with (DATA / "golden_discards.csv").open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        found = ["best", "left", "knocks"]
        untaken = [name + "_untaken" for name in found]
        rows.writerow(["kind", "hand", "taken", "limit", *found, *untaken, "after"])
        for kind, hand in golden_elevens(numbers):
            taken, limit = numbers.choice(oracle.cards_in(hand)), numbers.choice([0, 3, 7, 10])
            answers: list[object] = []
            for banned in (None, taken):
                card, left = oracle.best_discard(hand, banned)
                knocks = oracle.knock_discards(hand, limit, banned)
                answers += [oracle.card_text(card), left, oracle.text(knocks)]
            after = " ".join(str(left) for left in oracle.deadwood_after_discard(hand).values())
            names = [kind, oracle.text(hand), oracle.card_text(taken), limit]
            rows.writerow([*names, *answers, after])


if __name__ == "__main__":
    numbers = random.Random(SEED)
    write_hands(numbers)
    write_discards(numbers)
