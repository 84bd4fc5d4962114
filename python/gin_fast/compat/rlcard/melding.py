"""RLCard's module `melding`: melds and choices of melds, in RLCard's orders."""

from gin_fast._core import (
    get_all_run_melds,
    get_all_run_melds_for_suit,
    get_all_set_melds,
    get_best_meld_clusters,
    get_meld_clusters,
)

__all__ = [
    "get_all_run_melds",
    "get_all_run_melds_for_suit",
    "get_all_set_melds",
    "get_best_meld_clusters",
    "get_meld_clusters",
]
