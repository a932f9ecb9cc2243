"""What the documents that compare tvcut with other libraries have in common."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from .document import NONE, Document
from .solvers import Solver


class Comparison(Document):
    """A document of tables with a column for each solver. Peers that are not installed are left out and named."""

    def __init__(self, output: str | Path | None, ours: Sequence[Solver], peers: Sequence[Solver]) -> None:
        super().__init__(output)
        self.missing = [peer for peer in peers if peer.version is None]
        self.solvers = [*ours, *(peer for peer in peers if peer.version is not None)]
        self.notes: list[str] = []

    def list_solvers(self) -> None:
        """Add the solvers with their versions, and the names of the missing peers."""
        for solver in self.solvers:
            self.say(f"- {solver.name} ({solver.distribution} {solver.version}): {solver.how}.")
        if self.missing:
            names = ", ".join(f"{peer.name} ({peer.distribution})" for peer in self.missing)
            self.say(f"\nNot installed, so not compared: {names}.")

    def list_notes(self) -> None:
        """Add what did not finish, and why."""
        if self.notes:
            self.say("\n## Not finished\n")
            for note in self.notes:
                self.say(f"- {note}")


def ratio(ours: float, theirs: float) -> float:
    """Return ours/theirs, with 0/0 = 1."""
    if ours == theirs:
        return 1.0
    return ours / theirs if theirs else np.inf


def relative(figure: float, best: float, mark: str = "") -> str:
    """Return the cell of a figure in a table of figures divided by the best one. ``mark`` is added to it."""
    if not np.isfinite(figure):
        return NONE
    text = f"{ratio(figure, best):.4f}"
    return ("**1.0000**" if text == "1.0000" else text) + mark
