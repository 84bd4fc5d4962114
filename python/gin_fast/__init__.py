"""The fastest exact gin rummy evaluator there is."""

from gin_fast._core import backends as backends
from gin_fast._core import deadwood as deadwood

__all__ = ["backends", "deadwood"]
