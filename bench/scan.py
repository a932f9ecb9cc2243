"""How often a scan suggests the number of classes, on labelled graphs and points, beside other criteria.

python -m bench.scan [--only NAME …] [--cache FOLDER] [--output docs/scan.md]
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from tvcut import scan

from .clock import WHAT_SECONDS, timed
from .command import CommandLine
from .criteria import CRITERIA, Criterion
from .document import Document
from .labelled import Make, sets

COUNTS = range(2, 15)
MOST_CLASSES = COUNTS[-1] - 1
LEFT_OUT = ("MNIST", "musae-facebook")  # for their size, unless --only names them
CHOSEN_ON = frozenset(  # the sets on which the rule of the suggestion was chosen among others
    {
        "USPS", "anisotropic", "blobs", "blobs, varied", "breast_cancer", "circles", "cora", "digits", "iris", "mfeat",
        "moons", "optdigits", "planted, equal", "planted, unequal", "sc-pbmc68k_reduced",
        "sc-worm_neuron", "wine",
    }
)  # fmt: skip
WHAT = """\
`scan(W)`, with all options at their defaults, so that every part has at least half an equal share: k = {first} … \
{last}. A cell is the number of parts that a criterion chooses, in bold if it is the number of classes. The last rows \
count the sets where it is this number, and where it differs by one at most: on the sets on which the rule of the \
suggestion was chosen among others, and on the other sets. Sets of more than {most} classes are left out, since the \
value of the next number of parts is compared as well. Graphs of points: `knn_graph(X, 10)`. {seconds}"""


def chosen_sets(only: Collection[str] | None = None) -> dict[str, Make]:
    """Return the sets named by ``only``, by default all that are not too large."""
    return {name: make for name, make in sets(only).items() if only or name not in LEFT_OUT}


class Scans(Document):
    """The table of data sets × criteria."""

    def __init__(
        self,
        output: str | Path | None = None,
        memory: str | None = None,
        made: dict[str, Make] | None = None,
        criteria: Sequence[Criterion] = CRITERIA,
    ) -> None:
        super().__init__(output)
        self.memory, self.criteria = memory, criteria
        self.made = chosen_sets() if made is None else made
        self.errors: dict[bool, list[list[int]]] = {True: [], False: []}  # by whether the rule was chosen on the set

    def run(self, command: str) -> None:
        """Scan all sets, make the table and save the document."""
        self.say("# The number of parts")
        what = WHAT.format(first=COUNTS[0], last=COUNTS[-1], most=MOST_CLASSES, seconds=WHAT_SECONDS)
        self.say(f"\n{self.made_by(command)} {what}\n\nThe criteria:\n")
        for criterion in self.criteria:
            self.say(f"- {criterion.name}: {criterion.how}.")
        self.table(["data", "vertices", "classes", "seconds", *(criterion.name for criterion in self.criteria)])
        for name, make in self.made.items():
            self.scan(name, make)
        self.hits("sets on which the rule was chosen", self.errors[True])
        self.hits("other sets", self.errors[False])
        self.save()

    def scan(self, name: str, make: Make) -> None:
        """Scan one set and add its row."""
        data = make("gaussian", self.memory)
        if data.k > MOST_CLASSES:
            return
        print(name, file=sys.stderr)
        found, seconds = timed(lambda: scan(data.W, COUNTS))
        counts = [criterion.choose(found, data.W) for criterion in self.criteria]
        cells = (f"**{k}**" if k == data.k else str(k) for k in counts)
        self.row(name, data.W.shape[0], data.k, f"{seconds:.1f}", *cells)
        self.errors[name in CHOSEN_ON].append([abs(k - data.k) for k in counts])

    def hits(self, title: str, errors: list[list[int]]) -> None:
        """Add the rows with the numbers of hits on some of the sets."""
        if not errors:
            return
        for most, words in ((0, "the number of classes"), (1, "± 1")):
            counts = (f"{sum(error <= most for error in column)}" for column in zip(*errors, strict=True))
            self.row(f"**{title} ({len(errors)}): {words}**", "", "", "", *counts)


def main() -> None:
    """Run the scans that the command line asks for."""
    chosen = CommandLine("bench.scan", __doc__, sets()).parse()
    Scans(chosen.output, chosen.cache, chosen_sets(chosen.only)).run(chosen.command)


if __name__ == "__main__":
    main()
