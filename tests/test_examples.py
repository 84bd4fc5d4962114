"""The examples in docstrings, run."""

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

import gin_fast as gf

MODULES = [
    gf,
    *(
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(gf.__path__, "gin_fast.")
    ),
]
FUNCTIONS = [name for name in gf.__all__ if callable(getattr(gf, name)) and name[0].islower()]


def failures(name: str, thing: object, names: dict[str, object]) -> str:
    """Return what went wrong in the examples of a thing and of what is in it."""
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(thing, name, globs=names):
        runner.run(test, out=told.append)
    return "".join(told)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_of_a_module(module: ModuleType) -> None:
    names = vars(module)
    told = failures(module.__name__, module, names)
    # What is written in Rust or made by NumPy is not looked at otherwise.
    told += "".join(failures(name, names[name], names) for name in names.get("__all__", []))
    assert not told


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_has_an_example(name: str) -> None:
    tests = doctest.DocTestFinder().find(getattr(gf, name), name, globs={})
    assert any(test.examples for test in tests)
