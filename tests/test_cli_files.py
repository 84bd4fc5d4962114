"""The command line on files of hands: kinds, columns, forms, memory."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import gin_fast as gf
from command import gin_fast, on_terminal, refusal
from hand_files import ELEVEN, TEN, evaluated, input_of_kind, masks, rows_of, table, write

# What goes in and comes out.


@pytest.mark.parametrize("kind", ["csv", "txt", "parquet"])
@pytest.mark.parametrize("out", ["csv", "parquet"])
def test_every_kind_in_and_out(tmp_path: Path, kind: str, out: str) -> None:
    result = evaluated(input_of_kind(tmp_path, kind, TEN), tmp_path / f"out.{out}")
    assert result["hand"].to_pylist() == TEN
    assert result["deadwood"].to_pylist() == [gf.deadwood(hand) for hand in TEN]
    assert result["melded"].to_pylist() == [gf.melded(hand).mask for hand in TEN]
    if kind != "txt":
        assert result["played"].to_pylist() == [0, 1, 2]
        assert result.schema.field("played").type == pa.int64()
    if out == "parquet":
        assert result.schema.field("deadwood").type == pa.uint8()
        assert result.schema.field("melded").type == pa.uint64()
    assert "best_discard" not in result.column_names


def test_text_output_has_tabs_and_no_header(tmp_path: Path) -> None:
    source = input_of_kind(tmp_path, "parquet", TEN[:1])
    gin_fast("eval", source, "-o", tmp_path / "out.txt")
    cells = (tmp_path / "out.txt").read_text().removesuffix("\n").split("\t")
    assert cells == [TEN[0], "0", "10", str(gf.melded(TEN[0]).mask)]


@pytest.mark.parametrize("options", [(), ("-o", "-")])
def test_csv_on_standard_output(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = gin_fast("eval", input_of_kind(tmp_path, "csv", TEN), *options)
    assert done.stderr == ""
    rows = rows_of(done.stdout)
    assert list(rows[0]) == ["hand", "played", "deadwood", "melded"]
    assert [int(row["deadwood"]) for row in rows] == [gf.deadwood(hand) for hand in TEN]


@pytest.mark.parametrize("kind", ["csv", "txt", "parquet"])
def test_hands_of_eleven_cards_get_their_discard(tmp_path: Path, kind: str) -> None:
    hands = [*ELEVEN, TEN[0]]
    result = evaluated(input_of_kind(tmp_path, kind, hands), tmp_path / "out.parquet")
    best = [gf.best_discard(hand) for hand in ELEVEN]
    assert result["best_discard"].to_pylist() == [card for card, _ in best] + [None]
    assert result["after_discard"].to_pylist() == [left for _, left in best] + [None]
    assert result.schema.field("best_discard").type == pa.uint8()


def test_discards_can_be_asked_for_and_refused(tmp_path: Path) -> None:
    ten, eleven = (input_of_kind(tmp_path, "csv", hands) for hands in (TEN, TEN))
    result = evaluated(ten, tmp_path / "out.parquet", "--discards")
    assert result["best_discard"].null_count == 3
    pa.csv.write_csv(table(hand=ELEVEN), eleven)
    result = evaluated(eleven, tmp_path / "out.parquet", "--no-discards")
    assert result.column_names == ["hand", "deadwood", "melded"]


def test_elevens_far_down_still_get_their_discard(tmp_path: Path) -> None:
    many = np.tile(masks(TEN), 100_000)
    many[-1] = masks(ELEVEN)[0]
    source = tmp_path / "in.parquet"
    pa.parquet.write_table(table(mask=many), source)
    result = evaluated(source, tmp_path / "out.parquet")
    assert result["best_discard"].null_count == len(many) - 1
    assert result["best_discard"][-1].as_py() == gf.best_discard(ELEVEN[0])[0]
    # What is printed already cannot get another column; then the command says so.
    done = gin_fast("eval", source)
    assert "best_discard" not in done.stdout
    assert "1 hands of eleven cards" in done.stderr
    assert "--discards" in done.stderr


def test_json_of_a_file(tmp_path: Path) -> None:
    source = input_of_kind(tmp_path, "csv", [*TEN, "As As"])
    done = gin_fast("eval", source, "--json", "--on-error", "skip")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["deadwood"] for answer in answers] == [*map(gf.deadwood, TEN), None]
    assert answers[3]["hand"] == "As As"
    assert "line 5" in done.stderr
    refusal(gin_fast("eval", source, "--json"))


# Which column, and what its cells mean.


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize(
    ("columns", "options"),
    [
        ({"cards": [1, 2, 3], "hand": TEN}, []),
        ({"hand": ["x"] * 3, "mask": masks(TEN)}, []),
        ({"cards": TEN}, []),
        ({"cards": masks(TEN)}, ["--column", "cards"]),
        ({"hand": ["x"] * 3, "held": TEN}, ["--column", "held"]),
        ({"hand": [f"0x{mask:013x}" for mask in masks(TEN).tolist()]}, []),
        ({"mask": masks(TEN).astype(np.int64)}, []),
        ({"hand": [hand.replace(" ", ", ").lower() for hand in TEN]}, []),
        ({"hand": [hand.replace("s", "♠").replace("T", "10") for hand in TEN]}, []),
        ({"hand": [TEN[0], hex(masks(TEN)[1]), str(masks(TEN)[2])]}, []),
    ],
)
def test_column_and_form(
    tmp_path: Path, kind: str, columns: dict[str, object], options: list[str]
) -> None:
    source = tmp_path / f"in.{kind}"
    given = table(**columns)
    if kind == "csv":
        pa.csv.write_csv(given, source)
    else:
        pa.parquet.write_table(given, source)
    result = evaluated(source, tmp_path / "out.parquet", *options)
    assert result["deadwood"].to_pylist() == [gf.deadwood(hand) for hand in TEN]
    for name in given.column_names:
        assert result[name].to_pylist() == given[name].to_pylist()


@pytest.mark.parametrize("kind", [pa.large_string(), pa.dictionary(pa.int8(), pa.string())])
def test_other_types_of_text(tmp_path: Path, kind: pa.DataType) -> None:
    source = tmp_path / "in.parquet"
    pa.parquet.write_table(table(hand=pa.array(TEN).cast(kind)), source)
    result = evaluated(source, tmp_path / "out.parquet")
    assert result["deadwood"].to_pylist() == [gf.deadwood(hand) for hand in TEN]
    assert result.schema.field("hand").type == kind


def test_parquet_columns_keep_their_types(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    given = pa.table(
        {
            "when": pa.array([1, 2, None], pa.timestamp("us", "UTC")),
            "mask": pa.array(masks(TEN)),
            "known": pa.array([[1], [], None], pa.list_(pa.int16())),
            "price": pa.array([1.5, None, 2.5], pa.float32()),
        }
    )
    pa.parquet.write_table(given, source)
    result = evaluated(source, tmp_path / "out.parquet")
    assert result.select(given.column_names).equals(given)
    assert "column known" in refusal(gin_fast("eval", source, "-o", tmp_path / "out.csv"))
    assert not (tmp_path / "out.csv").exists()


def test_csv_cells_stay_letter_for_letter(tmp_path: Path) -> None:
    text = 'id,hand,note\n007,{},"a ""b"", c"\n1.50,{},\n,{},two words\n'.format(*TEN)
    write(tmp_path / "in.csv", text)
    gin_fast("eval", tmp_path / "in.csv", "-o", tmp_path / "out.csv")
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert [line.rsplit(",", 2)[0] for line in lines] == text.splitlines()


def test_csv_columns_become_numbers_only_where_nothing_is_lost(tmp_path: Path) -> None:
    text = "id,n,x,big,hand\n007,1,1.5,9999999999999999999,{}\n008,,2,1,{}\n009,-3,,2,{}\n"
    write(tmp_path / "in.csv", text.format(*TEN))
    result = evaluated(tmp_path / "in.csv", tmp_path / "out.parquet")
    assert result["id"].to_pylist() == ["007", "008", "009"]
    assert result["n"].to_pylist() == [1, None, -3]
    assert result["x"].to_pylist() == [1.5, 2, None]
    assert result["big"].type == pa.string()


@pytest.mark.parametrize(("late", "kind"), [("2.5", pa.float64()), ("two", pa.string())])
def test_csv_column_that_changes_far_down(tmp_path: Path, late: str, kind: pa.DataType) -> None:
    rows = [f"{number},{TEN[0]}\n" for number in range(300_000)]
    rows[-1] = f"{late},{TEN[0]}\n"
    write(tmp_path / "in.csv", "n,hand\n" + "".join(rows))
    result = evaluated(tmp_path / "in.csv", tmp_path / "out.parquet")
    assert result["n"].type == kind
    assert str(result["n"][-1]) == late
    assert result.num_rows == len(rows)


def test_byte_order_mark_quotes_and_returns(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_bytes(f'\ufeff"hand",n\r\n"{TEN[0]}",1\r\n\r\n{TEN[1]},2'.encode())
    result = evaluated(source, tmp_path / "out.csv")
    assert result["deadwood"].to_pylist() == [gf.deadwood(hand) for hand in TEN[:2]]


def test_many_blocks_are_in_order(tmp_path: Path) -> None:
    draw = np.random.default_rng(3)
    many = gf.masks(draw.random((300_000, 52)).argpartition(10, axis=1)[:, :10])
    names = gf.format_hands(many)
    write(tmp_path / "in.csv", "n,hand\n" + "".join(f'"{n}",{h}\n' for n, h in enumerate(names)))
    write(tmp_path / "in.txt", "".join(f"{h}\n" for h in names))
    for source in tmp_path / "in.csv", tmp_path / "in.txt":
        result = evaluated(source, tmp_path / "out.parquet")
        assert np.array_equal(result["deadwood"].to_numpy(), gf.deadwood(many))
    result = evaluated(tmp_path / "in.csv", tmp_path / "out.parquet")
    assert np.array_equal(result["n"].to_numpy(), np.arange(len(many)))


def test_progress_is_drawn_on_a_terminal_only(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pa.parquet.write_table(table(hand=pa.array(TEN * 200_000)), source)
    drawn = on_terminal("eval", source, "-o", tmp_path / "out.parquet")
    assert "in.parquet" in drawn
    assert "%" in drawn
    assert "600,000 rows" in drawn
    done = gin_fast("eval", source, "-o", tmp_path / "out.parquet")
    assert done.stderr == done.stdout == ""
    done = gin_fast("eval", source, "-o", tmp_path / "out.parquet", FORCE_COLOR="1")
    assert done.stderr == done.stdout == ""


def test_file_without_rows(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", "hand,n\n")
    assert evaluated(source, tmp_path / "out.parquet").num_rows == 0
    assert (tmp_path / "out.parquet").exists()
    none = tmp_path / "none.parquet"
    pa.parquet.write_table(table(mask=pa.array([], pa.uint64())), none)
    assert gin_fast("eval", none).stdout == "mask,deadwood,melded\n"


# Size.


@pytest.mark.parametrize("kind", ["mask", "text"])
def test_memory_is_bounded_on_one_row_group(tmp_path: Path, kind: str) -> None:
    rows = 2_000_000
    source = tmp_path / "in.parquet"
    tens = masks(TEN)
    many = np.resize(tens, rows)
    column = pa.array(many) if kind == "mask" else pa.array(np.resize(TEN, rows).tolist())
    pa.parquet.write_table(table(hand=column), source, row_group_size=rows, use_dictionary=False)
    del column
    assert pa.parquet.ParquetFile(source).metadata.num_row_groups == 1
    small = tmp_path / "small.parquet"
    pa.parquet.write_table(table(hand=pa.array(tens)), small)
    base = peak_memory(small, tmp_path / "out.parquet")
    peak = peak_memory(source, tmp_path / "out.parquet")
    # The column alone takes 16 MB as masks and 70 MB as text; batches are 131,072 rows.
    assert peak - base < 80 * 2**20
    assert pa.parquet.ParquetFile(tmp_path / "out.parquet").metadata.num_rows == rows


def peak_memory(source: Path, out: Path) -> int:
    """Return the most bytes the command held; unlike getrusage, without what its parent held."""
    code = """
import sys
from gin_fast.cli import main
try:
    main()
finally:
    print(*[line for line in open("/proc/self/status") if line.startswith("VmHWM")])
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "eval", source, "-o", out],
        capture_output=True,
        check=True,
        text=True,
    )
    return int(done.stdout.split()[1]) * 1024
