"""Records of rounds: what is written, what is read back, and what is found out."""

import json
import pickle
import random
import warnings
from collections import Counter
from typing import Any

import numpy as np
import pytest

import gin_fast as gf
from gin_fast.record import Record
from gin_fast.rules import PRESETS
from seated import played_out

NAMES = ("Ann", "Bob")


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("layoff", ["best", "manual"])
def test_random_rounds_are_saved_and_replayed_to_the_same_result(
    name: str, layoff: Any, tmp_path: Any, numbers: random.Random, request: pytest.FixtureRequest
) -> None:
    rules, path = gf.Rules.preset(name), tmp_path / "rounds.ginr"
    count = request.config.getoption("rounds") // 2
    kinds: Counter[str] = Counter()
    for start in range(0, count, 1_000):
        played = [played_out(rules, numbers, layoff) for _ in range(min(1_000, count - start))]
        gf.record.save(path, played, players=NAMES)
        records = gf.record.load(path)
        assert len(records) == len(played)
        for before, record in zip(played, records, strict=True):
            after = record.replay()
            assert before.result is not None
            assert (after.result, record.result) == (before.result, before.result)
            assert after == before
            assert record.actions == before.history
            assert (record.rules, record.dealer, record.layoff) == (rules, before.dealer, layoff)
            assert (record.deck, record.players) == (before.deck, NAMES)
            kinds[before.result.kind] += 1
    assert kinds["draw"]
    # Gin alone, played by chance, is a rarity.
    assert len(kinds) > 1 or rules.knock_limit == 0 or rules.oklahoma


@pytest.mark.parametrize("name", ["standard", "openspiel", "rlcard", "round_corner"])
@pytest.mark.parametrize("layoff", ["best", "manual"])
def test_a_record_is_replayed_to_any_ply(name: str, layoff: Any, numbers: random.Random) -> None:
    rules = gf.Rules.preset(name)
    deck = list(range(52))
    for _ in range(10):
        numbers.shuffle(deck)
        playing = gf.Round(rules, deck=deck, dealer=numbers.randrange(2), layoff=layoff)
        standing = [playing.copy()]
        while playing.phase != "over":
            playing.apply(numbers.choice(playing.legal_actions()))
            standing.append(playing.copy())
        record = Record.of(playing)
        for ply, wanted in enumerate(standing):
            found = record.replay(ply)
            assert found == wanted
            assert found.legal_actions() == wanted.legal_actions()
        for wrong in (-1, len(standing)):
            with pytest.raises(ValueError, match=rf"^ply: expected .* got {wrong}$"):
                record.replay(wrong)
        with pytest.raises(TypeError, match=r"^ply: expected .* got 1.0 \(float\)$"):
            record.replay(1.0)  # type: ignore[arg-type]


def test_a_round_that_is_not_over_has_no_result(numbers: random.Random) -> None:
    for plies in range(12):
        playing = played_out(gf.Rules(), numbers, plies=plies)
        if playing.phase != "over":
            record = Record.of(playing)
            assert json.loads(record.to_json())["result"] is None
            assert Record.from_json(record.to_json()).replay().history == playing.history


def test_a_line_says_the_round_in_words() -> None:
    played = gf.Round(gf.Rules(gin_bonus=20), seed=1, dealer=1)
    played.apply("take_discard")
    text = Record.of(played, NAMES).to_json()
    # An unfinished line is known by it.
    assert text.startswith('{"gin_fast": 1, ')
    line = json.loads(text)
    assert list(line) == [
        "gin_fast",
        "rules",
        "dealer",
        "deck",
        "seed",
        "layoff",
        "actions",
        "result",
        "players",
    ]
    deck = np.random.default_rng(1).permutation(52)
    assert line == {
        "gin_fast": 1,
        "rules": {"gin_bonus": 20},
        "dealer": 1,
        "deck": " ".join(gf.card_name(int(card)) for card in deck),
        "seed": 1,
        "layoff": "best",
        "actions": ["take_discard"],
        "result": None,
        "players": ["Ann", "Bob"],
    }


def test_a_result_is_written_whole(numbers: random.Random) -> None:
    while (result := (played := played_out(gf.Rules(), numbers, "manual")).result) is None or (
        not result.laid_off or not result.defender_melds
    ):
        pass
    line = json.loads(Record.of(played).to_json())["result"]
    assert line["kind"] == result.kind
    assert line["knocker_melds"] == [str(meld) for meld in result.knocker_melds]
    assert line["defender_melds"] == [str(meld) for meld in result.defender_melds]
    assert line["laid_off"] == str(result.laid_off)
    for name in ("winner", "points", "boxes", "knocker", "knocker_deadwood", "defender_deadwood"):
        assert line[name] == getattr(result, name)


def a_knock() -> dict[str, Any]:
    """Return the line of a knock with layoffs and melds of both sides, doubled by a spade."""
    numbers = random.Random(2)
    rules = gf.Rules(spade_double=True)
    while True:
        played = played_out(rules, numbers, "manual")
        result = played.result
        if played.deck is None or played.deck[20] >= 13 or result is None:
            continue
        if result.kind == "knock" and result.laid_off and result.defender_melds:
            line: dict[str, Any] = json.loads(Record.of(played, NAMES).to_json())
            return line


LINE = a_knock()
LAST = len(LINE["actions"])


def edited(**changes: Any) -> str:
    return json.dumps(LINE | changes)


def result_edited(**changes: Any) -> str:
    return edited(result=LINE["result"] | changes)


def test_the_line_that_is_edited_below_is_a_record() -> None:
    assert json.loads(Record.from_json(edited()).to_json()) == LINE


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("kind", ["gin", "undercut", "draw", 1, None]),
        ("winner", [1 - LINE["result"]["winner"], None, 2, bool(LINE["result"]["winner"])]),
        ("points", [LINE["result"]["points"] + 1, 0, -1, float(LINE["result"]["points"]), None]),
        ("boxes", [0, 2, True]),
        ("knocker", [1 - LINE["result"]["knocker"], None]),
        ("knocker_deadwood", [LINE["result"]["knocker_deadwood"] + 1, "5"]),
        ("defender_deadwood", [LINE["result"]["defender_deadwood"] - 1, None]),
        ("knocker_melds", [[], [*LINE["result"]["knocker_melds"], "AsAcAd"]]),
        ("defender_melds", [[], "AsAcAd"]),
        ("laid_off", ["", "As", None]),
    ],
)
def test_an_edited_result_is_found_out(name: str, wrong: list[Any]) -> None:
    for value in wrong:
        with pytest.raises(gf.RecordError, match=f"^result: {name} is .* after these actions, got"):
            Record.from_json(result_edited(**{name: value}))
    fields = dict(LINE["result"])
    del fields[name]
    with pytest.raises(gf.RecordError, match=f"^result: {name} is missing$"):
        Record.from_json(edited(result=fields))


def test_a_result_of_another_form_is_found_out() -> None:
    with pytest.raises(gf.RecordError, match=r"^result: the actions end the round, got None$"):
        Record.from_json(edited(result=None))
    with pytest.raises(gf.RecordError, match=r"^result: the actions do not end the round, got {"):
        Record.from_json(edited(actions=LINE["actions"][:-1]))
    with pytest.raises(gf.RecordError, match=r"^result: unknown field 'note'$"):
        Record.from_json(result_edited(note="well played"))
    with pytest.raises(gf.RecordError, match=r"^result: expected a JSON object or null, got \[\]"):
        Record.from_json(edited(result=[]))


@pytest.mark.parametrize("ply", range(1, LAST + 1))
def test_an_edited_action_is_found_out_at_its_ply(ply: int) -> None:
    at = ply - 1
    for wrong in ("discard 1x", "fold", "", None, 5, "knock Kd: KdKc", "meld As2s"):
        actions = [*LINE["actions"][:at], wrong, *LINE["actions"][ply:]]
        with pytest.raises(gf.RecordError) as caught:
            Record.from_json(edited(actions=actions))
        assert caught.value.ply == ply
    # Legal as a text and not here: no card is discarded without having been drawn, nor drawn twice.
    instead = "draw_stock" if LINE["actions"][at].startswith(("discard", "knock")) else "big_gin"
    actions = [*LINE["actions"][:at], instead, *LINE["actions"][ply:]]
    with pytest.raises(gf.RecordError, match=rf"^ply {ply}: action: {instead} is not legal"):
        Record.from_json(edited(actions=actions))


def test_a_missing_or_added_action_is_found_out() -> None:
    for at in range(LAST):
        with pytest.raises(gf.RecordError):
            Record.from_json(edited(actions=LINE["actions"][:at] + LINE["actions"][at + 1 :]))
        with pytest.raises(gf.RecordError):
            Record.from_json(edited(actions=LINE["actions"][:at] + LINE["actions"][at - 1 :]))
    with pytest.raises(gf.RecordError) as caught:
        Record.from_json(edited(actions=[*LINE["actions"], "pass"]))
    assert caught.value.ply == LAST + 1


@pytest.mark.parametrize(
    ("field", "wrong", "message"),
    [
        ("gin_fast", 2, "gin_fast: expected version 1 of the format, got 2"),
        ("gin_fast", True, "gin_fast: expected version 1 of the format, got True"),
        ("gin_fast", "1", "gin_fast: expected version 1 of the format, got '1'"),
        ("rules", None, "rules: expected a JSON object, got None"),
        ("rules", {"gin_bonus": -1}, "rules: gin_bonus: expected an int from 0 to 1000, got -1"),
        ("rules", {"gin": 20}, "rules: unknown field 'gin'"),
        ("rules", {"spade_double": False}, "result: points is|ply"),
        ("rules", {"spade_double": True, "undercut_bonus": 1, "layoff": False}, "ply"),
        ("dealer", 2, "dealer: expected 0 or 1, got 2"),
        ("dealer", None, "dealer: expected 0 or 1, got None"),
        ("dealer", 1 - LINE["dealer"], "result: winner is"),
        ("deck", LINE["deck"][3:], "deck: expected 52 cards, got 51"),
        ("deck", LINE["deck"][:-2] + LINE["deck"][:2], f"deck: {LINE['deck'][:2]} is repeated"),
        ("deck", "1x " + LINE["deck"][3:], 'deck: .*"1x"'),
        ("deck", list(range(52)), "deck: expected the text of 52 cards, got"),
        ("deck", " ".join(LINE["deck"].split()[::-1]), "ply|result"),
        ("seed", 7, "deck: not the one that seed 7 deals"),
        ("seed", -7, "seed: expected None or an int not below 0, got -7"),
        ("seed", 7.0, "seed: expected None or an int not below 0, got 7.0"),
        ("layoff", "worst", "layoff: expected 'best' or 'manual', got 'worst'"),
        ("layoff", "best", "ply"),
        ("actions", "pass", "actions: expected a JSON array, got 'pass'"),
        ("actions", None, "actions: expected a JSON array, got None"),
        ("players", ["Ann"], "players: expected two names or none, got 1"),
        ("players", ["Ann", 2], "players: expected names, got 2"),
        ("players", "Ann", "players: expected a JSON array, got 'Ann'"),
        ("score", 5, "unknown field 'score'"),
    ],
)
def test_an_edited_field_is_found_out(field: str, wrong: Any, message: str) -> None:
    with pytest.raises(gf.RecordError, match=f"^({message})"):
        Record.from_json(edited(**{field: wrong}))


@pytest.mark.parametrize("field", LINE)
def test_a_missing_or_repeated_field_is_found_out(field: str) -> None:
    rest = {name: value for name, value in LINE.items() if name != field}
    with pytest.raises(gf.RecordError, match=f"^{field}: missing|no record: .* the key"):
        Record.from_json(json.dumps(rest))
    twice = edited()[:-1] + f", {json.dumps(field)}: {json.dumps(LINE[field])}}}"
    with pytest.raises(gf.RecordError, match=f"^the key '{field}' is repeated$"):
        Record.from_json(twice)


def test_a_seed_without_its_deck_is_found_out() -> None:
    played = gf.Round(seed=3)
    line = json.loads(Record.of(played).to_json())
    assert Record.from_json(json.dumps(line)).seed == 3
    cards = line["deck"].split()
    cards[30], cards[31] = cards[31], cards[30]
    with pytest.raises(gf.RecordError, match=r"^deck: not the one that seed 3 deals$"):
        Record.from_json(json.dumps(line | {"deck": " ".join(cards)}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "5",
        "{}",
        "hand,deadwood",
        '{"gin_fast": 1',
        '{"gin_fast": 1}}',
        "[" * 100_000,
        '{"gin_fast": ' + "9" * 5_000 + "}",
        '{"gin_fast": NaN}',
        '{"rules": {}}',
    ],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(gf.RecordError, match=r"^(no record: |gin_fast: expected version 1)"):
        Record.from_json(text)


def test_what_cannot_be_recorded_is_refused() -> None:
    wrong: Any = "pass"
    with pytest.raises(TypeError, match=r"^played: expected a Round, got 'pass' \(str\)$"):
        Record.of(wrong)
    for names in ("Ann", 5):
        with pytest.raises(TypeError, match=r"^players: expected two names or none, got "):
            Record.of(gf.Round(seed=1), names)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^players: expected names, got 5 \(int\)$"):
        Record.of(gf.Round(seed=1), ("Ann", 5))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^players: expected two names or none, got 3$"):
        Record.of(gf.Round(seed=1), ("Ann", "Bob", "Cas"))
    with pytest.raises(TypeError, match=r"^text: expected a str of JSON, got b'{}' \(bytes\)$"):
        Record.from_json(b"{}")  # type: ignore[arg-type]


def test_a_round_from_parts_has_no_deal_to_record() -> None:
    deck = gf.Round(seed=1)
    parts = gf.Round.from_parts(hands=deck.hands, upcard=deck.upcard, stock=deck.stock)
    with pytest.raises(ValueError, match=r"^played: a round made from parts has no deal to record"):
        Record.of(parts)


def test_records_and_errors_are_pickled() -> None:
    record = Record.from_json(edited())
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301
    with pytest.raises(gf.RecordError) as caught:
        Record.from_json(edited(actions=["fold"]))
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (str(again), again.ply) == (str(caught.value), 1)


def test_reading_a_sound_file_warns_of_nothing(tmp_path: Any) -> None:
    path = tmp_path / "rounds.ginr"
    gf.record.save(path, gf.Round(seed=1))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gf.record.load(path).unfinished is None
