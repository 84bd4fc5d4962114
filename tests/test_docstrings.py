"""The examples in docstrings run, those of the extension module included."""

import doctest
import types
from collections.abc import Iterator

import pytest

import gin_fast as gf
from gin_fast import (
    _core,
    arena,
    card,
    evaluate,
    match,
    players,
    record,
    round,  # noqa: A004 - the room's name.
    rules,
    scoring,
    settle,
    sim,
)
from gin_fast.cli.play import HumanPlayer
from gin_fast.cli.play.hint import hint
from gin_fast.cli.play.house_rules import house_rules
from gin_fast.cli.play.words import read_command
from gin_fast.compat import eaai, open_spiel, rlcard
from gin_fast.compat.open_spiel import observer as open_spiel_observer
from gin_fast.compat.rlcard import _patches as rlcard_patches
from gin_fast.compat.rlcard import env as rlcard_env
from gin_fast.compat.rlcard import seeding as rlcard_seeding
from gin_fast.envs import pettingzoo, scene
from gin_fast.sim import policy

RLCARD = (
    rlcard,
    rlcard.actions,
    rlcard.game,
    rlcard.judge,
    rlcard.melding,
    rlcard.moves,
    rlcard.settings,
    rlcard.utils,
    rlcard_env,
    rlcard_seeding,
)
OURS = (
    *(
        gf,
        arena,
        card,
        evaluate,
        match,
        players,
        policy,
        record,
        round,
        rules,
        scoring,
        settle,
        sim,
    ),
)
PEERS = (eaai, open_spiel, *RLCARD)
ENVIRONMENTS = (pettingzoo, scene)
MODULES = (*OURS, *PEERS, *ENVIRONMENTS)

# What rooms are made of, and only they call.
BEHIND = {"Lockstep", "first_dealers", "play_deals", "play_rows", "policies", "seeds_of"}


def documented() -> Iterator[tuple[str, object]]:
    for module in MODULES:
        yield module.__name__, module
    for room in (gf, arena, players, policy, sim, *PEERS, *ENVIRONMENTS):
        for name in room.__all__:
            thing = getattr(room, name)
            if isinstance(thing, types.ModuleType):
                continue
            yield name, thing
            # What a class has from another one of ours is documented there.
            for base in thing.__mro__ if isinstance(thing, type) else ():
                for method, function in vars(base).items():
                    if base.__module__.startswith("gin_fast") and not method.startswith("_"):
                        yield f"{name}.{method}", function
    for thing in (HumanPlayer, hint, house_rules, read_command):
        yield thing.__qualname__, thing


DOCUMENTED = dict(documented())


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples_run(name: str) -> None:
    text = getattr(DOCUMENTED[name], "__doc__", None) or ""
    names = {"gf": gf} | {public: getattr(gf, public) for public in gf.__all__}
    names |= {"hint": hint, "house_rules": house_rules, "read_command": read_command}
    names |= {
        public: getattr(room, public)
        for room in (arena, players, policy, sim, *RLCARD)
        for public in room.__all__
    }
    test = doctest.DocTestParser().get_doctest(text, names, name, None, None)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("name", [name for name in gf.__all__ if callable(getattr(gf, name))])
def test_every_public_name_says_what_it_is(name: str) -> None:
    thing = getattr(gf, name)
    assert (thing.__doc__ or "").strip()
    is_function = isinstance(thing, (types.BuiltinFunctionType, types.FunctionType))
    if is_function:
        assert ">>> " in thing.__doc__


def test_public_names_are_sorted_and_there() -> None:
    assert sorted(gf.__all__) == gf.__all__
    assert set(gf.__all__) <= set(dir(gf))
    ours = {name for room in (gf, settle, sim, *PEERS) for name in room.__all__}
    # What is put into RLCard asks for more, and so does OpenSpiel's observer.
    ours |= set(vars(rlcard_patches)) | set(vars(open_spiel_observer))
    ours |= {f"policy_{name}" for name in policy.__all__}
    assert set(_core.__all__) - {"build_info"} - BEHIND <= ours
    with pytest.raises(AttributeError, match="no attribute 'utils'"):
        gf.utils  # noqa: B018


def test_the_build_says_how_it_was_made() -> None:
    assert gf.__version__ == _core.build_info["version"]
    assert _core.build_info["profile"] in {"release", "quick", "debug", "profiling", "bench"}
    assert "python" in _core.build_info["features"]
