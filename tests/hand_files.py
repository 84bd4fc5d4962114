"""Files of hands to give to the command, and reading what it wrote."""

import csv
import io
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

import gin_fast as gf
from command import gin_fast

TEN = [
    "As 2s 3s 4h 4d 4c 5d 5h 5c Kd",
    "As 3d 5h 7c 9s Jd Kh 2c 6s Td",
    "7c 7d 7h 2s 3s 4s 9h Th Jh Qh",
]
ELEVEN = [hand + " Qc" for hand in TEN]


def masks(texts: list[str]) -> np.ndarray:
    return np.array([gf.CardSet(text).mask for text in texts], np.uint64)


def write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def table(**columns: object) -> pa.Table:
    return pa.table(columns)


def evaluated(source: Path, out: Path, *options: str) -> pa.Table:
    done = gin_fast("eval", source, "-o", out, *options)
    assert (done.returncode, done.stdout) == (0, ""), done
    assert leftovers(out) == []
    return read(out)


def read(path: Path) -> pa.Table:
    if path.suffix == ".parquet":
        return pa.parquet.read_table(path)
    return pa.csv.read_csv(path)


def leftovers(out: Path) -> list[Path]:
    return [path for path in out.parent.iterdir() if path.name.startswith(f".{out.name}")]


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def input_of_kind(folder: Path, kind: str, hands: list[str]) -> Path:
    path = folder / f"in.{kind}"
    if kind == "txt":
        return write(path, "".join(f"{hand}\n" for hand in hands))
    hands_table = table(hand=hands, played=range(len(hands)))
    if kind == "csv":
        pa.csv.write_csv(hands_table, path)
    else:
        pa.parquet.write_table(hands_table, path)
    return path
