"""What the flow costs as in the paper, with the freedom of ‖f‖ and of jumps used, and what the default costs.

    python -m bench.flow [--output docs/flow.md]

From the same starts each: inner steps, C and seconds of the flow at ‖f‖ = 1 without jumps, at the default scale
without jumps, and at the default scale with jumps to the best level set; then `balanced_cut(W)`.
"""

from tvcut import balanced_cut

from .command import CommandLine
from .document import Document
from .graphs import graphs

NAMES = ("two moons", "digits", "4 vs 9", "3 vs 8", "USPS")
STARTS = {"init": "diffusion", "n_starts": 4, "polish": "none"}
WAYS = {
    "‖f‖ = 1": {**STARTS, "scale": "unit", "patience": 0},
    "‖f‖ = 0.3 √n": {**STARTS, "patience": 0},
    "‖f‖ = 0.3 √n, jumps": STARTS,
    "default: multilevel, minimum cuts": {},
}


def main():
    chosen = CommandLine("bench.flow", __doc__, graphs()).parse()
    document = Document(chosen.output)
    document.say("# What the flow costs")
    document.say(
        f"\n{document.made_by(chosen.command)} The flow descends from {STARTS['n_starts']} diffused starts, the "
        "same for all three ways; the lowest C counts, with the inner steps and seconds of all starts."
    )
    document.table(["graph", "way", "inner steps", "C", "seconds"])
    for name, make in graphs(chosen.cache, only=chosen.only or NAMES).items():
        W = make()
        for way, options in WAYS.items():
            cut = balanced_cut(W, **options)
            document.row(name, way, cut.n_inner_total, f"{cut.value:.6f}", f"{cut.time:.2f}")
    document.save()


if __name__ == "__main__":
    main()
