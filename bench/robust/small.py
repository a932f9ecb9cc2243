"""Three parts of small graphs against exhaustive search, and what the numbering of the vertices changes."""

from __future__ import annotations

import numpy as np

import tvcut

from .count import Count, Counts
from .families import FAMILIES, WEIGHTS, build
from .oracle import Oracle
from .questions import Case
from .truth import PROVED, at_most

LARGEST = 9  # vertices of the exhaustive searches for three parts
KINDS = ("unit", "ties", "heavy", "16 decades")
RELABELLED = (12, 60)  # vertices of the graphs whose vertices are renumbered
NEAR = 1.1  # factor between values of renumbered vertices


def small(counts: Counts, examples: int) -> None:
    """Count the optima that the default finds, and how often the search finds them without the exhaustive search.

    The latter is a figure, not a miss: it tells what to expect of graphs that are too large for an exhaustive search.
    """
    name = f"k = 3, n <= {LARGEST}: the default finds the optimum"
    count, hits = counts.setdefault(name, Count(name)), 0
    for case in _cases(examples, 3, LARGEST, (3,)):
        best = Oracle(case).optimum()
        assert best is not None
        cut, searched = case.cut(), case.cut(init="multilevel")  # a given start leaves out the exhaustive search
        assert isinstance(cut, tvcut.Cut) and isinstance(searched, tvcut.Cut)
        count.add(at_most(cut.value, best[0], PROVED), case.n, f"{cut.value} of {best[0]}; {case}")
        hits += at_most(searched.value, best[0], PROVED)
    count.note = f"the multilevel search alone: {hits / count.cases:.1%}"


def relabelling(counts: Counts, examples: int) -> None:
    """Count the graphs whose value changes with the numbers of the vertices by more than a factor ``NEAR``, a miss.

    Smaller changes are a figure: on dense graphs with random weights many partitions have nearly the lowest value.
    """
    name = f"k > 2: values of renumbered vertices within a factor {NEAR}"
    count, changed, largest = counts.setdefault(name, Count(name)), 0, 1.0
    rng = np.random.default_rng(0)
    for case in _cases(examples, *RELABELLED, (3, 4, 5)):
        number = rng.permutation(case.n)
        cut, other = case.cut(), case.cut(case.W[number][:, number])
        assert isinstance(cut, tvcut.Cut) and isinstance(other, tvcut.Cut)
        low, high = sorted((cut.value, other.value))
        differs = not at_most(high, low, PROVED)
        changed += differs
        ratio = high / low if differs and low > 0 else (np.inf if differs else 1.0)
        largest = max(largest, ratio)
        count.add(ratio <= NEAR, case.n, f"{cut.value} and {other.value}; {case}")
    count.note = f"{changed / count.cases:.1%} change, by a factor {largest:.3f} at most"


def _cases(examples: int, least: int, most: int, parts: tuple[int, ...]) -> list[Case]:
    """Cases of all families and several weights in turn, with default arguments but min_share=0."""
    rng, made = np.random.default_rng(1), []
    for at in range(examples):
        family, weights = list(FAMILIES)[at % len(FAMILIES)], KINDS[at // len(FAMILIES) % len(KINDS)]
        assert weights in WEIGHTS
        n, k = int(rng.integers(max(least, max(parts)), most + 1)), int(rng.choice(parts))
        made.append(Case(family, weights, build(family, weights, n, at), {"n_clusters": k, "min_share": 0}))
    return made
