"""What is unusual about a graph: components, weights, degrees, loops, duplicates and asymmetry."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse.csgraph import connected_components

from .entries import Entries, asymmetry

_WIDE = 1e6  # a ratio of the largest to the smallest weight, or degree to the mean one, that is worth a remark
_HUB = 100
Summary = dict[str, Any]


@np.errstate(over="ignore", invalid="ignore")  # sums may be infinite, which is what a summary shows
def summary(entries: Entries) -> Summary:
    """Return the counts and ranges of a graph as a dict that JSON can hold, and remarks on what is unusual."""
    finite = np.isfinite(entries.weight)
    loops = entries.row == entries.col
    used = finite & ~loops & (entries.weight > 0)
    kept = Entries(entries.n, entries.row[used], entries.col[used], entries.weight[used])
    A = kept.matrix()
    found = asymmetry(A)
    pattern = A + A.T
    pattern.sort_indices()
    degrees = np.diff(pattern.indptr)
    count, label = connected_components(pattern, directed=False)
    one_way = entries.undirected and A.multiply(A.T).nnz == 0
    facts: Summary = {
        "vertices": entries.n,
        "edges": int(pattern.nnz) // 2,
        "entries": len(entries.weight),
        "names": entries.names is not None,
        "components": int(count),
        "largest_component": int(np.bincount(label).max()),
        "isolated_vertices": int((degrees == 0).sum()),
        "degrees": _range(degrees),
        "weights": _range(kept.weight),
        "vertex_weights": _range(entries.vertex_weight),
        "loops": int((loops & (entries.weight != 0)).sum()),
        "duplicates": int(used.sum()) - int(A.nnz),
        "zero_weights": int(((entries.weight == 0) & ~loops).sum()),
        "negative_weights": int((entries.weight < 0).sum()),
        "not_finite_weights": int((~finite).sum()),
        "asymmetric_pairs": 0 if found is None or one_way else found[2],
    }
    return facts | {"remarks": _remarks(facts, entries, degrees, found)}


def _range(values: Any) -> dict[str, float] | None:
    if values is None or not np.size(values):
        return None
    low, middle, high = (float(f(values)) for f in (np.min, np.median, np.max))
    return {"min": low, "median": middle, "mean": float(np.mean(values)), "max": high}


def _remarks(facts: Summary, entries: Entries, degrees: Any, found: tuple[int, int, int] | None) -> list[str]:
    """Return a sentence for each thing that is unusual, with what follows from it."""
    weights, masses = facts["weights"], facts["vertex_weights"]
    hub = int(degrees.argmax())
    lines = (
        (facts["components"] > 1, f"{facts['components']} components: a cut between them has value 0"),
        (facts["isolated_vertices"] > 0, f"{facts['isolated_vertices']} vertices without edges"),
        (facts["edges"] == 0, "no edges: every cut has value 0"),
        (facts["loops"] > 0, f"{facts['loops']} loops: no cut depends on them"),
        (facts["duplicates"] > 0, f"{facts['duplicates']} duplicate entries: they are summed"),
        (facts["zero_weights"] > 0, f"{facts['zero_weights']} entries of weight 0: they are no edges"),
        (facts["negative_weights"] > 0, f"{facts['negative_weights']} negative weights: the graph cannot be cut"),
        (facts["not_finite_weights"] > 0, f"{facts['not_finite_weights']} weights that are not finite: replace them"),
        (
            weights is not None and weights["max"] > _WIDE * weights["min"],
            "weights of very different sizes, by a factor of more than 1e6",
        ),
        (
            degrees[hub] > _HUB * max(degrees.mean(), 1),
            f"vertex {entries.name(hub)} has {degrees[hub]} neighbours, the mean is {degrees.mean():.3g}",
        ),
        (masses is not None and masses["min"] <= 0, "weights of vertices that are not > 0: the graph cannot be cut"),
    )
    remarks = [text for holds, text in lines if holds]
    if found is not None and facts["asymmetric_pairs"]:
        pair = f"({entries.name(found[0])}, {entries.name(found[1])})"
        remarks.append(
            f"{found[2]} pairs of entries that differ, first {pair}: --symmetrize average, max or sum makes them equal"
        )
    return remarks
