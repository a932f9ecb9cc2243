"""The default beside preset="paper", in two parts.

    python -m bench.presets [--output docs/presets.md]

From each of several seeds: the median seconds of alternating calls of `balanced_cut(W)` and of
`balanced_cut(W, preset="paper")`, after one call that does not count, and the C of both.
"""

from statistics import median

from tvcut import balanced_cut

from .command import CommandLine
from .document import Document
from .graphs import graphs

NAMES = ("MNIST",)
SEEDS = range(6)
ROUNDS = 3
PRESETS = ("default", "paper")


def main():
    chosen = CommandLine("bench.presets", __doc__, ", ".join(graphs())).parse()
    document = Document(chosen.output)
    document.say('# The default beside preset="paper"')
    document.say(
        f"\n{document.made_by(chosen.command)} Graphs in two parts: medians of {ROUNDS} calls of either preset, one after the other in one "
        "process. The paper's flow descends from one random start."
    )
    for name, make in graphs(chosen.cache, only=chosen.only or NAMES).items():
        document.say(f"\n## {name}")
        compare(document, make())
    document.save()


def compare(document, W):
    """Add a table of one graph."""
    document.table(["seed", "default, seconds", "paper, seconds", "paper / default", "default, C", "paper, C"])
    balanced_cut(W)
    total = dict.fromkeys(PRESETS, 0.0)
    for seed in SEEDS:
        runs = {preset: [] for preset in PRESETS}
        for _ in range(ROUNDS):
            for preset in PRESETS:
                runs[preset].append(balanced_cut(W, preset=preset, random_state=seed))
        seconds = {preset: median(cut.time for cut in runs[preset]) for preset in PRESETS}
        for preset in PRESETS:
            total[preset] += seconds[preset]
        document.row(seed, f"{seconds['default']:.2f}", f"{seconds['paper']:.2f}", f"{seconds['paper'] / seconds['default']:.1f}",
                     f"{runs['default'][0].value:.6f}", f"{runs['paper'][0].value:.6f}")  # fmt: skip
    document.say(f"\nAll seeds together: {total['paper'] / total['default']:.1f}.")


if __name__ == "__main__":
    main()
