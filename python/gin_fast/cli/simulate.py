"""Playing rounds by the million, writing each and summing them up."""

import sys
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click

import gin_fast as gf
from gin_fast.cli.progress import counted
from gin_fast.cli.rounds_file import check_rounds_file, rounds_file
from gin_fast.cli.simulate_summary import Summary
from gin_fast.match.seeds import read_or_draw

__all__ = ["Simulation"]

_INTERRUPTED = 130
_BLOCK = 1 << 17
"""So many rounds are held at a time; the bar moves as often."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is to be played, as the options of the command have it."""

    players: tuple[str, str]
    rules: gf.Rules
    rounds: int
    seed: int | None
    dealers: Literal["alternate", "rules"]
    threads: int

    def run(self, output: Path | None, *, json: bool) -> None:
        """Play, write the rounds to a file if one is named, and print the summary.

        Raises:
            click.UsageError: There is no such player.
            click.ClickException: The file cannot be written.
            click.exceptions.Exit: It was interrupted; what was played is summed up.

        """
        if output is not None:
            check_rounds_file(output)
        seed = read_or_draw(self.seed)
        try:
            blocks = gf.sim.rounds_in_blocks(
                self.rounds,
                self.players,
                self.rules,
                seed,
                self.threads,
                dealers=self.dealers,
                block=_BLOCK,
            )
        except ValueError as error:
            # What else may be wrong, the options have refused.
            message = str(error)
            for seat, name in enumerate(("FIRST", "SECOND")):
                message = message.replace(f"players[{seat}]", f"--players: {name}", 1)
            raise click.UsageError(message) from error
        summary = Summary(self.players, self.rules, self.rounds, seed, self.dealers)
        file = nullcontext(None) if output is None else rounds_file(output, self.rounds)
        began = time.perf_counter()
        is_whole = False
        try:
            with counted(" against ".join(self.players), "rounds") as progress, file as write:
                for rounds in blocks:
                    if write is not None:
                        write(rounds)
                    summary.add(rounds)
                    progress(summary.played, self.rounds)
            is_whole = True
        except KeyboardInterrupt:
            # It is asked for by someone who wants to see what there is so far.
            pass
        seconds = time.perf_counter() - began
        click.echo(summary.to_json(seconds) if json else summary.to_text(seconds))
        if not is_whole:
            left = "" if output is None else f"; {output} is not written"
            message = f"interrupted after {summary.played:,} of {self.rounds:,} rounds{left}"
            print(message, file=sys.stderr)  # noqa: T201
            raise click.exceptions.Exit(_INTERRUPTED)
