"""Compare the default with preset="paper" on graphs cut into two parts.

    python -m bench.presets [--output docs/presets.md]

For each of several seeds, the table shows the median seconds of alternating calls of `balanced_cut(W, min_share=0)` and
of `balanced_cut(W, preset="paper")`, and the C of both. One call before the first is not timed.
"""

from __future__ import annotations

from functools import partial
from statistics import median

from tvcut import Cut, balanced_cut

from .clock import WHAT_SECONDS, timed
from .command import CommandLine
from .document import Document
from .graphs import Graph, graphs

NAMES = ("MNIST",)
SEEDS = range(6)
ROUNDS = 3
PRESETS = ("default", "paper")


def alternate(W: Graph, seed: int) -> dict[str, list[tuple[Cut, float]]]:
    """Return the cuts of each preset and their processor seconds. The calls alternate between the presets."""
    cuts: dict[str, list[tuple[Cut, float]]] = {preset: [] for preset in PRESETS}
    for _ in range(ROUNDS):
        for preset in PRESETS:
            call = partial(balanced_cut, W, preset=preset, min_share=0, random_state=seed)
            cuts[preset].append(timed(call))
    return cuts


def compare(document: Document, W: Graph) -> None:
    """Add the table of the graph W."""
    document.table(["seed", "default, seconds", "paper, seconds", "paper / default", "default, C", "paper, C"])
    balanced_cut(W)
    total = dict.fromkeys(PRESETS, 0.0)
    for seed in SEEDS:
        cuts = alternate(W, seed)
        seconds = {preset: median(seconds for _, seconds in cuts[preset]) for preset in PRESETS}
        for preset in PRESETS:
            total[preset] += seconds[preset]
        document.row(
            seed,
            *(f"{seconds[preset]:.2f}" for preset in PRESETS),
            f"{seconds['paper'] / seconds['default']:.1f}",
            *(f"{cuts[preset][0][0].value:.6f}" for preset in PRESETS),
        )
    document.say(f"\nAll seeds together: {total['paper'] / total['default']:.1f}.")


def main() -> None:
    """Compare the presets on the graphs that the command line asks for."""
    chosen = CommandLine("bench.presets", __doc__, graphs()).parse()
    document = Document(chosen.output)
    document.say('# The default beside preset="paper"')
    document.say(
        f"\n{document.made_by(chosen.command)} Graphs are cut into two parts. {WHAT_SECONDS} They are medians of "
        f"{ROUNDS} calls of each preset, which alternate in one process. The descent of the paper starts from one "
        "random vector."
    )
    for name, make in graphs(chosen.cache, only=chosen.only or NAMES).items():
        document.say(f"\n## {name}")
        compare(document, make())
    document.save()


if __name__ == "__main__":
    main()
