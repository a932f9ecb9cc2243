"""The counts of a check: how many cases it had, and how many of them missed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

SHOWN = 3  # misses of a check that are printed


@dataclass
class Count:
    """Cases and misses of one check. ``misses`` holds a text for each miss, with its size: the smallest are shown."""

    check: str
    cases: int = 0
    misses: list[tuple[int, str]] = field(default_factory=list)
    note: str = ""  # what else was seen, for the table
    wanted: int = 1  # fewer cases than this are a miss as well: a check that checks nothing must not pass

    def add(self, holds: bool, size: int, describe: str) -> None:
        """Count a case of the given size, and the miss that ``describe`` tells of unless it holds."""
        self.cases += 1
        if not holds:
            self.misses.append((size, describe))

    @property
    def missed(self) -> int:
        """The number of misses."""
        return len(self.misses) + (self.cases < self.wanted)

    def shown(self) -> Iterator[str]:
        """Yield the smallest misses."""
        for _, text in sorted(self.misses)[:SHOWN]:
            yield f"{self.check}: {text}"
        if self.cases < self.wanted:
            yield f"{self.check}: {self.cases} cases, where at least {self.wanted} were wanted"


class Counts(dict[str, Count]):
    """The counts of several checks, by name, in the order in which they were first met."""

    def __init__(self, *names: str, wanted: int = 1) -> None:
        super().__init__({name: Count(name, wanted=wanted) for name in names})

    def add(self, name: str, holds: bool, size: int, describe: str) -> None:
        """Count a case of the check with the given name."""
        self.setdefault(name, Count(name)).add(holds, size, describe)
