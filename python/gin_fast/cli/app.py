"""The commands and their options."""

import os
import sys
from decimal import Decimal
from pathlib import Path
from typing import Literal

import click

from gin_fast.cli.chosen_rules import chosen_rules, rules_options
from gin_fast.cli.streamed import parse_arguments, show_hands, show_standard_input

_INTERRUPTED = 130
_THOUSANDS = {"k": 1_000, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}
_MOST = 10**12


def run() -> int:
    """Run the command of this process's arguments; return its exit status.

    Raises:
        BrokenPipeError: nobody reads what is printed.

    """
    try:
        status = cli.main(prog_name="gin-fast", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        click.echo("interrupted", err=True)
        return _INTERRUPTED
    return status if isinstance(status, int) else 0


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="gin-fast", message="%(prog)s %(version)s")
def cli() -> None:
    """Evaluate gin rummy hands exactly.

    \b
    gin-fast eval "As 2s 3s 4h 4d 4c 5d 5h 5c Kd"
    gin-fast eval hands.csv -o out.parquet
    gin-fast showdown "As 2s 3s 4h 4d 4c 5h 6h 7h 9c" "4s 5s 6s Ah 2h 3h 8h 9h Td Kd"
    gin-fast play --record evenings.ginr
    gin-fast arena simple random --pairs 2000
    gin-fast simulate --players simple simple --rounds 1e7 -o rounds.parquet
    gin-fast bench
    """  # noqa: D301 - Click reads the backspace


@cli.command("eval", short_help="Evaluate hands, or a file of hands.")
@click.argument("what", nargs=-1, metavar="[HAND]... | FILE | -")
@click.option("--limit", type=click.IntRange(0, 10), help="The knock limit.  [default: 10]")
@click.option("--json", is_flag=True, help="Print one JSON object a line.")
@click.option("-o", "--output", metavar="FILE", help="Write all columns and the results here.")
@click.option("--column", metavar="NAME", help="The column of hands.  [default: mask, hand, cards]")
@click.option(
    "--on-error",
    type=click.Choice(["fail", "skip"]),
    help="A row that is no hand: write nothing, or keep the row without results.  [default: fail]",
)
@click.option(
    "--discards/--no-discards",
    default=None,
    help="Add best_discard and after_discard.  [default: if there are hands of eleven cards]",
)
def evaluate(  # noqa: PLR0913 - one parameter an option
    *,
    what: tuple[str, ...],
    limit: int | None,
    json: bool,
    output: str | None,
    column: str | None,
    on_error: str | None,
    discards: bool | None,
) -> None:
    """Show melds, deadwood and, for eleven cards, every discard, best first.

    A HAND is text such as "As 2s 3s Td" or a mask such as 0x1c07; without one, or with "-", each
    line of standard input is one. A FILE ends in .csv (with a header), .txt (one hand a line) or
    .parquet; the output likewise, and without -o, or with "-o -", it is CSV on standard output.
    Its columns stay, and deadwood (points) and melded (a mask) are added; for hands of eleven
    cards also best_discard (a card id, 0 to 51) and after_discard (points).

    The output is complete or absent. Exit status: 0 done, 1 not possible, 2 usage, 130 interrupted.

    \b
    gin-fast eval "As 2s 3s 4h 4d 4c 5d 5h 5c Kd"
    gin-fast eval "As 2s 3s 4h 4d 4c 5d 5h 5c Kd Qd" --limit 5 --json
    gin-fast eval hands.csv -o out.parquet
    gin-fast eval hands.parquet -o out.csv --column dealt --on-error skip
    cat hands.txt | gin-fast eval --json | head
    """  # noqa: D301 - Click reads the backspace
    named = [name for name, given in [("--output", output), ("--column", column)] if given]
    named += ["--discards"] * (discards is not None)
    files = [text for text in what if _is_path(text)]
    if files:
        if len(what) > 1:
            raise click.UsageError(f"expected hands or one file, got {len(what)} arguments")
        if json and (output or discards is not None):
            instead = (
                "prints on standard output: leave out --output, or redirect that (> FILE)"
                if output
                else "prints every discard anyway: leave out --discards or --no-discards"
            )
            raise click.UsageError(f"--json {instead}")
        if limit is not None and not json:
            raise click.UsageError("--limit needs --json: no other result of a file depends on it")
        from gin_fast.cli.whole_file import Job  # noqa: PLC0415 - slow to load

        job = Job(Path(files[0]), column, on_error == "skip", discards)
        if json:
            job.write_json(_limit(limit))
        else:
            job.write(None if output in (None, "-") else Path(output))
        return
    if named:
        raise click.UsageError(f"{named[0]} is for a file of hands (.csv, .txt, .parquet)")
    if what and what != ("-",):
        if on_error is not None:
            raise click.UsageError("--on-error is for a file of hands or standard input")
        show_hands(parse_arguments(what), _limit(limit), json=json)
        return
    if not what and sys.stdin.isatty():
        raise click.UsageError('expected a hand such as "As 2s 3s", a file, or lines to read')
    show_standard_input(_limit(limit), json=json, skip=on_error == "skip")


def _limit(limit: int | None) -> int:
    return 10 if limit is None else limit


def _is_path(text: str) -> bool:
    """Whether an argument names a file: no hand has a dot or a slash in it."""
    # Unlike `Path.exists`, this is false, not an error, for a text too long to be a name.
    return "." in text or "/" in text or (text != "-" and os.path.exists(text))  # noqa: PTH110


@cli.command(short_help="Settle a knock, line by line.")
@click.argument("knocker")
@click.argument("defender")
@rules_options
@click.option(
    "--layout",
    default="canonical",
    metavar="HOW",
    help='How the knocker lays out: canonical, best, or melds such as "7c7d7h 2s3s4s".'
    "  [default: canonical]",
)
@click.option("--upcard", metavar="CARD", help="The first upcard, for Oklahoma and spade rules.")
@click.option("--json", is_flag=True, help="Print one JSON object.")
def showdown(  # noqa: PLR0913 - one parameter an option
    *,
    knocker: str,
    defender: str,
    rules: str,
    fields: tuple[str, ...],
    layout: str,
    upcard: str | None,
    json: bool,
) -> None:
    """Explain what a knock is worth against a defender who always plays his best.

    KNOCKER has ten cards, the discard not among them, or eleven melded ones for big gin; DEFENDER
    has ten. The presets are standard, pagat, pagat_na, bicycle, palace, openspiel, eaai, rlcard,
    tournament, oklahoma, oklahoma_kisses, straight, hollywood and round_corner.

    Exit status: 0 done, 1 no showdown, 2 usage.

    \b
    gin-fast showdown "As 2s 3s 4h 4d 4c 5h 6h 7h 9c" "4s 5s 6s Ah 2h 3h 8h 9h Td Kd"
    gin-fast showdown KNOCKER DEFENDER --rules palace --set gin_bonus=20
    gin-fast showdown KNOCKER DEFENDER --rules oklahoma --upcard 9s --layout best
    """  # noqa: D301 - Click reads the backspace
    from gin_fast.cli.settle import show_settlement  # noqa: PLC0415 - slow to load

    show_settlement((knocker, defender), rules, fields, layout, upcard, json=json)


@cli.command(short_help="Let two players play mirrored deals.")
@click.argument("first")
@click.argument("second")
@click.option(
    "--pairs",
    default=1_000,
    type=click.IntRange(1),
    metavar="N",
    help="How many deals or games, each played twice.  [default: 1000]",
)
@click.option(
    "--unit",
    default="round",
    type=click.Choice(["round", "game"]),
    help="What is played twice: a round, or a game to the target.  [default: round]",
)
@rules_options
@click.option("--seed", type=click.IntRange(0), metavar="N", help="What is dealt.  [default: any]")
@click.option(
    "--processes",
    default=1,
    type=click.IntRange(1, 1024),
    metavar="N",
    help="How many processes share the work; the results stay the same.  [default: 1]",
)
@click.option(
    "--format",
    "form",
    default="table",
    type=click.Choice(["table", "json"]),
    help="A table, or one JSON object with every pair in it.  [default: table]",
)
def arena(  # noqa: PLR0913 - one parameter an option
    *,
    first: str,
    second: str,
    pairs: int,
    unit: Literal["round", "game"],
    rules: str,
    fields: tuple[str, ...],
    seed: int | None,
    processes: int,
    form: str,
) -> None:
    """Find out which of two players is better, and how sure that is.

    A player is random, simple, simple_eaai, greedy or MODULE:ATTRIBUTE: a class, a function that
    makes a player, or a player, in a module of the current directory or an installed one. Each pair
    is the same deal twice, the players' seats swapped.

    Ctrl-C ends it early and shows what has been found so far.

    Exit status: 0 done, 1 a player failed, 2 usage, 130 interrupted.

    \b
    gin-fast arena simple random --pairs 2000
    gin-fast arena my_bots:Careful simple --unit game --rules palace --processes 2
    gin-fast arena simple random --seed 1 --format json
    """  # noqa: D301 - Click reads the backspace
    from gin_fast.cli.arena import run_arena  # noqa: PLC0415 - slow to load

    run_arena(
        (first, second),
        pairs,
        chosen_rules(rules, fields),
        seed,
        unit=unit,
        processes=processes,
        json=form == "json",
    )


class _Count(click.ParamType[int]):
    """A whole number from 1 on, which may be written as 1e7, 10M, 500k or 10_000_000."""

    name = "count"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        text = str(value)
        digits, times = (text[:-1], _THOUSANDS[text[-1]]) if text[-1:] in _THOUSANDS else (text, 1)
        try:
            number = Decimal(digits) * times
            whole = int(number)
        except (ArithmeticError, ValueError):
            number, whole = Decimal(0), -1
        if whole != number or not 1 <= whole <= _MOST:
            wanted = f"a whole number from 1 to {_MOST:,} such as 5000, 1e7 or 10M"
            self.fail(f"expected {wanted}, got {text!r}", param, ctx)
        return whole


@cli.command(short_help="Play rounds by the million.")
@click.option(
    "--players",
    nargs=2,
    default=("simple", "simple"),
    metavar="FIRST SECOND",
    help="Who sits in seat 0 and in seat 1.  [default: simple simple]",
)
@rules_options
@click.option(
    "--rounds",
    default="1M",
    type=_Count(),
    metavar="N",
    help="How many: 5000, 1e7, 10M.  [default: 1M]",
)
@click.option(
    "--dealers",
    default="alternate",
    type=click.Choice(["alternate", "rules"]),
    help="Who deals: the seats in turn, or as in a game by the rules.  [default: alternate]",
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="What is dealt.  [default: any]")
@click.option(
    "--threads",
    default=1,
    type=click.IntRange(0, 1024),
    metavar="N",
    help="How many threads share the work, 0: one a core; the rounds stay the same.  [default: 1]",
)
@click.option("-o", "--output", metavar="FILE", help="Write every round here.")
@click.option(
    "--format",
    "form",
    default="table",
    type=click.Choice(["table", "json"]),
    help="How the summary is printed.  [default: table]",
)
def simulate(  # noqa: PLR0913 - one parameter an option
    *,
    players: tuple[str, str],
    rules: str,
    fields: tuple[str, ...],
    rounds: int,
    dealers: Literal["alternate", "rules"],
    seed: int | None,
    threads: int,
    output: str | None,
    form: str,
) -> None:
    """Play rounds between two players, and sum up how they went.

    The players are those that play in Rust: random, simple, simple_eaai or greedy. A FILE ends in
    .parquet, .csv or .npy; it is complete or absent.

    Ctrl-C ends it early and sums up what has been played; there is no file then.

    Exit status: 0 done, 1 not possible, 2 usage, 130 interrupted.

    \b
    gin-fast simulate --rounds 1e7 --threads 0
    gin-fast simulate --players simple random --rules eaai --dealers rules --seed 1
    gin-fast simulate --rounds 10M -o rounds.parquet
    """  # noqa: D301 - Click reads the backspace
    from gin_fast.cli.simulate import Simulation  # noqa: PLC0415 - slow to load

    simulation = Simulation(players, chosen_rules(rules, fields), rounds, seed, dealers, threads)
    simulation.run(None if output is None else Path(output), json=form == "json")


@cli.command(short_help="Play against the computer.")
@rules_options
@click.option(
    "--against",
    default="simple",
    metavar="PLAYER",
    help="The opponent: random, simple, simple_eaai, greedy or MODULE:ATTRIBUTE."
    "  [default: simple]",
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="What is dealt.  [default: any]")
@click.option("--record", metavar="FILE.ginr", help="Keep the rounds here, behind those it has.")
@click.option("--seat", default="0", type=click.Choice(["0", "1"]), help="Your seat.  [default: 0]")
@click.option(
    "--layoff",
    default="best",
    type=click.Choice(["best", "manual"]),
    help="After a knock the best is laid off, or what the defender says.  [default: best]",
)
def play(  # noqa: PLR0913 - one parameter an option
    *,
    rules: str,
    fields: tuple[str, ...],
    against: str,
    seed: int | None,
    record: str | None,
    seat: str,
    layoff: Literal["best", "manual"],
) -> None:
    """Play a game, or a match if the rules ask for one, and be told each showdown line by line.

    Type what you do: take, draw, pass, d Kd (discard), k Kd (knock), gin Kd, big gin; hint, undo,
    pile, rules, help, quit. An empty line says what is legal. Whatever ends the game, the rounds
    played are in the record, the last one as far as it went.

    Exit status: 0 done or quit, 1 the input ended or the opponent failed, 2 usage, 130 interrupted.

    \b
    gin-fast play
    gin-fast play --rules palace --against random --seed 7
    gin-fast play --record evenings.ginr --seat 1
    """  # noqa: D301 - Click reads the backspace
    from gin_fast.cli.play.evening import run_play  # noqa: PLC0415 - slow to load

    run_play(
        chosen_rules(rules, fields),
        against,
        seed,
        None if record is None else Path(record),
        seat=1 if seat == "1" else 0,
        layoff=layoff,
    )


@cli.command(short_help="Show recorded rounds ply by ply.")
@click.argument("file", metavar="FILE")
@click.option("--round", "number", type=click.IntRange(1), metavar="N", help="One round, from 1.")
@click.option("--ply", type=click.IntRange(0), metavar="P", help="Stop after so many actions.")
@click.option("--json", is_flag=True, help="Print one JSON object a ply.")
def replay(*, file: str, number: int | None, ply: int | None, json: bool) -> None:
    """Show the rounds of a record file ply by ply, both hands open.

    Every action is checked. The first fault ends it and is named by its line and ply.

    Exit status: 0 done, 1 no such file or round, or a fault in it, 2 usage.

    \b
    gin-fast replay evenings.ginr
    gin-fast replay evenings.ginr --round 3 --ply 12
    """  # noqa: D301 - Click reads the backspace
    from gin_fast.cli.replay import show_record  # noqa: PLC0415 - slow to load

    show_record(Path(file), number, ply, json=json)


@cli.command()
@click.option("--json", is_flag=True, help="Print one JSON object a row.")
def bench(*, json: bool) -> None:
    """Measure this machine: every backend, beside yardsticks.

    Most are np.bitwise_count on the same masks. The ratios are medians over runs that take turns
    with the yardstick, on one core unless said. Takes about ten seconds.
    """
    from gin_fast.cli.bench_report import report_bench  # noqa: PLC0415 - slow to load

    report_bench(json=json)
