"""What is unusual about a graph: components, weights, degrees, loops, duplicates and asymmetry."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse.csgraph import connected_components

from .._input.entries import Entries, asymmetry

_WIDE = 1e6  # a ratio of the largest to the smallest weight, or degree to the mean one, that is worth a remark
_HUB = 100
Summary = dict[str, Any]


@np.errstate(over="ignore", invalid="ignore")  # sums may be infinite, which is what a summary shows
def summary(entries: Entries) -> Summary:
    """Return the counts and ranges of a graph as a dict that JSON can hold, and remarks on what is unusual."""
    finite = np.isfinite(entries.weight)
    loops = entries.row == entries.col
    off = ~loops & (entries.weight != 0)
    P = _chosen(entries, off, np.ones(len(off))).matrix()  # of all edges, also those of a weight that is refused
    kept = _chosen(entries, off & finite & (entries.weight > 0), entries.weight)
    found = asymmetry(kept.matrix())
    pattern = P + P.T
    pattern.sort_indices()
    degrees = np.diff(pattern.indptr)
    count, label = connected_components(pattern, directed=False)
    one_way = entries.undirected and P.multiply(P.T).nnz == 0
    facts: Summary = {
        "vertices": entries.n,
        "edges": int(pattern.nnz) // 2,
        "entries": len(entries.weight),
        "names": entries.names is not None,
        "components": int(count),
        "largest_component": int(np.bincount(label).max()),
        "isolated_vertices": int((degrees == 0).sum()),
        "degrees": _range(degrees),
        "weights": _range(entries.weight[off & finite]),
        "vertex_weights": _range(entries.vertex_weight),
        "loops": int((loops & (entries.weight != 0)).sum()),
        "duplicates": int(off.sum()) - int(P.nnz),
        "zero_weights": _count(entries, (entries.weight == 0) & ~loops),
        "negative_weights": _count(entries, entries.weight < 0),
        "not_finite_weights": _count(entries, ~finite),
        "weights_from": entries.weight_from,
        "unused": list(entries.unused),
        "asymmetric_pairs": 0 if found is None or one_way else found[2],
    }
    return facts | {"remarks": _remarks(facts, entries, kept.weight, degrees, found)}


def _chosen(entries: Entries, which: Any, weight: Any) -> Entries:
    """Return some of the entries, with other weights."""
    return Entries(entries.n, entries.row[which], entries.col[which], weight[which])


def _count(entries: Entries, which: Any) -> int:
    """Return the number of edges among some of the entries, of which w_ij and w_ji are one."""
    ends = np.sort(np.array((entries.row[which], entries.col[which]), np.int64), axis=0)
    return len(np.unique(ends[0] * entries.n + ends[1]))


def _number(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def _range(values: Any) -> dict[str, float] | None:
    if values is None or not np.size(values):
        return None
    low, middle, high = (float(f(values)) for f in (np.min, np.median, np.max))
    return {"min": low, "median": middle, "mean": float(np.mean(values)), "max": high}


def _remarks(facts: Summary, entries: Entries, positive: Any, degrees: Any, found: Any) -> list[str]:
    """Return a sentence for each thing that is unusual, with what follows from it."""
    masses, hub = facts["vertex_weights"], int(degrees.argmax())
    isolated, negative = facts["isolated_vertices"], facts["negative_weights"]
    zero, infinite, loops, again = (facts[f] for f in ("zero_weights", "not_finite_weights", "loops", "duplicates"))
    wide = positive.size > 0 and positive.max() > _WIDE * positive.min()
    lines = (
        (facts["components"] > 1, f"{facts['components']} components: a cut between them has value 0"),
        (isolated > 0, f"{_number(isolated, 'vertex', 'vertices')} without edges"),
        (facts["edges"] == 0, "no edges: every cut has value 0"),
        (loops > 0, f"{_number(loops, 'loop')}: no cut depends on loops"),
        (again > 0, f"{_number(again, 'duplicate entry', 'duplicate entries')}: the entries of an edge are summed"),
        (zero > 0, f"{_number(zero, 'pair')} of vertices with weight 0: this is no edge"),
        (negative > 0, f"{_number(negative, 'edge')} of negative weight: the graph cannot be cut"),
        (infinite > 0, f"{_number(infinite, 'edge')} without a finite weight: the graph cannot be cut"),
        (wide, "weights of very different sizes, by a factor of more than 1e6"),
        (
            degrees[hub] > _HUB * max(degrees.mean(), 1),
            f"vertex {entries.name(hub)} has {degrees[hub]} neighbours, the mean is {degrees.mean():.3g}",
        ),
        (masses is not None and masses["max"] <= 0, "no positive weight of a vertex: the graph cannot be cut"),
    )
    remarks = [*entries.doubts, *(text for holds, text in lines if holds)]
    if found is not None and facts["asymmetric_pairs"]:
        pair = f"({entries.name(found[0])}, {entries.name(found[1])})"
        differ = f"{_number(found[2], 'pair')} of entries that differ, first {pair}"
        remarks.append(f"{differ}: --symmetrize average, max or sum makes them equal")
    return remarks
