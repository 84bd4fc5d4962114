"""RLCard's `judge.get_going_out_cards`: who may knock, and who may go gin."""

from gin_fast._core import get_going_out_cards

__all__ = ["get_going_out_cards"]
