"""Rounds as lines of text: saved, read back with every action checked, replayed to any ply.

A record file (`.ginr`) has one JSON object a line, one line a round; `docs/records.md` says what
each field means. `from_openspiel` reads what OpenSpiel keeps of a round.
"""

from gin_fast.record.error import RecordError
from gin_fast.record.file import Records, Writer, load, read, save
from gin_fast.record.line import Record
from gin_fast.record.openspiel import from_openspiel

__all__ = [
    "Record",
    "RecordError",
    "Records",
    "Writer",
    "from_openspiel",
    "load",
    "read",
    "save",
]
