"""The rows of a file that hold no hand."""

from dataclasses import dataclass, field

import click

_NAMED = 5
_SHOWN = 60


@dataclass(slots=True)
class BadRows:
    """How many there are, and messages that name the first few.

    `skip` says that they stay, without results; otherwise the file fails.
    """

    where: str
    skip: bool
    count: int = 0
    first: list[str] = field(default_factory=list)

    @property
    def fail(self) -> bool:
        """Whether there are bad rows and there may be none."""
        return self.count > 0 and not self.skip

    @property
    def to_name(self) -> int:
        """How many more bad rows are to be named."""
        return _NAMED - len(self.first)

    def name(self, row: str, why: str, cell: object) -> None:
        """Keep the message of a bad row that is counted elsewhere."""
        came = "" if cell is None else f", in {_shown(cell)}"
        self.first.append(f"{self.where}, {row}: {why}{came}")

    def conclude(self, kept: str) -> None:
        """Tell of the bad rows on standard error.

        Raises:
            click.ClickException: there are some and they are not skipped.

        """
        if not self.count:
            return
        for message in self.first:
            click.echo(message, err=True)
        if self.count > len(self.first):
            click.echo(f"... and {self.count - len(self.first):,} more", err=True)
        rows = "1 bad row" if self.count == 1 else f"{self.count:,} bad rows"
        if self.fail:
            raise click.ClickException(
                f"{self.where}: {rows}; {kept} (--on-error skip keeps bad rows, without results)"
            )
        click.echo(f"{self.where}: {rows} kept without results", err=True)


def _shown(cell: object) -> str:
    text = repr(cell)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
