"""What the flow costs as in the paper, with the freedom of ‖f‖ and of jumps used, and what the default costs.

    python bench/flow.py [--output docs/flow.md]

From the same starts each: inner steps, C and seconds of the flow at ‖f‖ = 1 without jumps, at the default scale
without jumps, and at the default scale with jumps to the best level set; then `balanced_cut(W)`.
"""

from begin import begin

from tvcut import balanced_cut

NAMES = ("two moons", "digits", "4 vs 9", "3 vs 8", "USPS")
STARTS = {"init": "diffusion", "n_starts": 4, "polish": "none"}
WAYS = {
    "‖f‖ = 1": {**STARTS, "scale": "unit", "patience": 0},
    "‖f‖ = 0.3 √n": {**STARTS, "patience": 0},
    "‖f‖ = 0.3 √n, jumps": STARTS,
    "default: multilevel, minimum cuts": {},
}


def main():
    document, made_by, graphs = begin(__doc__, NAMES)
    document.say("# What the flow costs")
    document.say(
        f"\n{made_by} The flow descends from {STARTS['n_starts']} diffused starts, the "
        "same for all three ways; the lowest C counts, with the inner steps and seconds of all starts."
    )
    document.table(["graph", "way", "inner steps", "C", "seconds"])
    for name, make in graphs.items():
        W = make()
        for way, options in WAYS.items():
            cut = balanced_cut(W, **options)
            document.row(name, way, cut.n_inner_total, f"{cut.value:.6f}", f"{cut.time:.2f}")
    document.save()


if __name__ == "__main__":
    main()
