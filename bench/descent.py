"""The cost of the total-variation descent with and without its accelerations, and the cost of the default.

    python -m bench.descent [--output docs/descent.md]

Three variants of the descent start from the same vectors: ‖f‖ = 1 without jumps, as in the paper; the default scale
without jumps; and the default scale with jumps to the best level set. The fourth row is
`balanced_cut(W, min_share=0)`, since the descent allows parts of any size, too.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tvcut import Descent, balanced_cut

from .clock import WHAT_SECONDS, timed
from .command import CommandLine
from .document import Document
from .graphs import Graph, graphs

NAMES = ("two moons", "digits", "4 vs 9", "3 vs 8", "USPS")
STARTS: dict[str, Any] = {"init": "diffusion", "n_starts": 4, "polish": "none"}
VARIANTS: dict[str, dict[str, Any]] = {  # the options of balanced_cut
    "‖f‖ = 1": {**STARTS, "descent": Descent(scale="unit", patience=0)},
    "‖f‖ = 0.3 √n": {**STARTS, "descent": Descent(patience=0)},
    "‖f‖ = 0.3 √n, jumps": STARTS,
    "default: multilevel, minimum cuts": {"min_share": 0},
}


def compare(document: Document, name: str, W: Graph) -> None:
    """Add one row of the table for every variant on the graph W."""
    for variant, options in VARIANTS.items():
        cut, seconds = timed(partial(balanced_cut, W, **options))
        document.row(name, variant, cut.n_inner_total, f"{cut.value:.6f}", f"{seconds:.2f}")


def main() -> None:
    """Compare the variants on the graphs that the command line asks for."""
    chosen = CommandLine("bench.descent", __doc__, graphs()).parse()
    document = Document(chosen.output)
    document.say("# Cost of the descent")
    document.say(
        f"\n{document.made_by(chosen.command)} The total-variation descent starts from {STARTS['n_starts']} diffused "
        "vectors, the same for its three variants. C is the lowest of all starts; inner steps and seconds are those of "
        f"all starts together. {WHAT_SECONDS}"
    )
    document.table(["graph", "variant", "inner steps", "C", "seconds"])
    for name, make in graphs(chosen.cache, only=chosen.only or NAMES).items():
        compare(document, name, make())
    document.save()


if __name__ == "__main__":
    main()
