"""The structs of states and observations take and refuse what OpenSpiel's do."""

import copy
import json
import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest

from gin_fast.compat.open_spiel import (
    GinRummyObservationStruct,
    GinRummyStateStruct,
)
from openspiel_three import KNOCK, theirs_and_ours

STRUCTS: dict[str, Any] = {
    "GinRummyStateStruct": GinRummyStateStruct,
    "GinRummyObservationStruct": GinRummyObservationStruct,
}


def struct_and_parts(name: str) -> tuple[Any, dict[str, Any]]:
    state = theirs_and_ours(KNOCK)[0]
    struct = state.to_struct() if "State" in name else state.to_observation_struct(0)
    return getattr(pyspiel.gin_rummy, name), json.loads(struct.to_json())


@pytest.mark.parametrize("name", STRUCTS)
def test_structs_take_what_openspiels_take(name: str) -> None:
    theirs, parts = struct_and_parts(name)
    ours = STRUCTS[name]
    for contents in ((), (parts,), (json.dumps(parts),), (parts | {"more": 1},)):
        made = ours(*contents)
        assert json.loads(made.to_json()) == json.loads(theirs(*contents).to_json())
        for part in parts:
            assert getattr(made, part) == getattr(theirs(*contents), part)
    wrong: list[Any] = ["", "x", "{}", {}, "[]", "null", b"{}"]
    for part in parts:
        lacking = {key: parts[key] for key in parts if key != part}
        if part == "observing_player":
            assert ours(lacking).observing_player == theirs(lacking).observing_player == -1
        else:
            wrong.append(lacking)
    wrong += [parts | {"phase": 3}, parts | {"stock_size": "x"}, parts | {"upcard": 3}]
    wrong += [parts | {"hands": [["As"], [5]]}, parts | {"hands": 5}, parts | {"knocked": [1, 0]}]
    for came in wrong:
        for struct in (theirs, ours):
            with pytest.raises(RuntimeError):
                struct(came)
    several: list[tuple[Any, ...]] = [(None,), (5,), ([],), (parts, parts)]
    for arguments in several:
        for struct in (theirs, ours):
            with pytest.raises(TypeError):
                struct(*arguments)


@pytest.mark.parametrize("name", STRUCTS)
def test_parts_of_structs_are_set_as_in_openspiels(name: str) -> None:
    theirs, parts = struct_and_parts(name)
    values: list[object] = [None, 3, "x", [1], ["As"], [["As"]], [[["As"]]], [True], True]
    values += [1.5, 2**40, ("As",), np.int64(3), [np.int8(2)]]
    for part in parts:
        for value in values:
            # A bool is read from anything there; here from a bool.
            if part in ("finished_layoffs", "knocked", "pass_on_first_upcard"):
                continue
            came = []
            for struct in (theirs(parts), STRUCTS[name](parts)):
                try:
                    setattr(struct, part, value)
                except TypeError:
                    came.append("refused")
                else:
                    came.append(json.loads(struct.to_json()))
            assert came[0] == came[1], (part, value)
    with pytest.raises(AttributeError):
        STRUCTS[name](parts).other = 1


def test_a_struct_has_lists_of_its_own() -> None:
    _, parts = struct_and_parts("GinRummyStateStruct")
    struct = GinRummyStateStruct(parts)
    for other in (copy.copy(struct).to_dict(), copy.deepcopy(struct).to_dict(), parts):
        struct.hands[0].append("Kh")
        assert other["hands"][0][-1] != "Kh"
        struct.hands[0].pop()
    assert pickle.loads(pickle.dumps(struct)) == struct  # noqa: S301
