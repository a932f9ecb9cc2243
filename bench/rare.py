"""How well min_share finds a rare type of cells: precision and recall of the part with most of its cells.

python -m bench.rare [--draws N] [--quick] [--output FILE]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from tvcut import balanced_cut

from .blobs import cells
from .command import CommandLine
from .document import Document
from .labelled import Labelled, Make, files

DRAWS = 4  # of each mixture
N = 3000  # cells of a mixture
RARE = 0.01  # share of the rarest type; the others have shares of 1 : 6
SHARES = ("auto", 0.0, 0.03, 0.1)
REAL = ("sc-pbmc68k_reduced", "sc-worm_neuron")  # whose rarest types have 1.1 % and 1.5 % of the cells
WHAT = """\
Precision / recall of the rarest type in %: of the part with most of its cells, the share that is of this type, and \
the share of this type that it holds. `balanced_cut(W, k, balance="normalized", min_share=…)` for k types in 30 \
dimensions, whose centres have the given standard deviation; that of the cells around a centre is 1. A cell is a mean \
of {} draws."""


def mixture(k: int, spread: float, random_state: int) -> Labelled:
    """Return k types of cells, of which the last is the rare one."""
    share = np.geomspace(1, 6, k - 1)
    common = np.round((1 - RARE) * N * share / share.sum()).astype(int)
    return cells([*common, round(RARE * N)], spread, 0, random_state)


MIXTURES: dict[str, Callable[[int], Labelled]] = {
    f"{k} types, {spread}": partial(mixture, k, spread) for k in (4, 8) for spread in (0.85, 1.0, 1.5)
}


def quality(data: Labelled, labels: np.ndarray) -> tuple[float, float]:
    """Return precision and recall of the rarest class in the part with most of its vertices."""
    rare = data.y == np.bincount(data.y[data.known]).argmin()
    part = labels == np.bincount(labels[rare]).argmax()
    both = np.sum(rare & part)
    return both / np.sum(part & data.known), both / np.sum(rare)


def real() -> dict[str, Callable[[int], Labelled]]:
    """Return the sets of real cells in TVCUT_DATA; none if it is unset."""
    made = files()
    return {name: partial(weighted, made[name]) for name in REAL if name in made}


def weighted(make: Make, _: int) -> Labelled:
    """Return a set of real cells, which has one draw."""
    return make("gaussian", None)


def run(document: Document, makers: Mapping[str, Callable[[int], Labelled]], draws: int) -> None:
    """Add the rows of some sets."""
    for name, make in makers.items():
        found = []
        for data in map(make, range(draws)):
            cuts = (balanced_cut(data.W, data.k, balance="normalized", min_share=share) for share in SHARES)
            found.append([quality(data, cut.labels) for cut in cuts])
        means = 100 * np.mean(found, axis=0)
        document.row(name, *(f"{precision:.0f} / {recall:.0f}" for precision, recall in means))


def main() -> None:
    """Run the comparison that the command line asks for."""
    line = CommandLine("bench.rare", __doc__, (), cache=False)
    line.add_argument("--draws", type=int, metavar="N", default=DRAWS, help=f"draws of each mixture (default {DRAWS})")
    line.add_argument("--quick", action="store_const", const=1, dest="draws", help="one draw of each mixture")
    chosen = line.parse()
    document = Document(chosen.output)
    document.say("# A rare type of cells")
    document.say(f"\n{document.made_by(chosen.command)} {WHAT.format(chosen.draws)}")
    document.table(["data, standard deviation of the centres", *(f"`min_share={share!r}`" for share in SHARES)])
    run(document, MIXTURES, chosen.draws)
    run(document, real(), 1)
    document.save()


if __name__ == "__main__":
    main()
