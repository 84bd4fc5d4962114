"""A person against a player, in the terminal.

`words` reads what is typed, `hint` says what would be best, `page` draws the table, `human` is the
person as a player, `telling` tells what the other one does, `evening` plays rounds and keeps the
record.
"""

from gin_fast.cli.play.human import HumanPlayer, Quit

__all__ = ["HumanPlayer", "Quit"]
