"""Draw the parts of a cut and the weights between them: the quotient graph."""

from __future__ import annotations

from typing import Any

import numpy as np

from .fields import CutFields
from .plots_draw import Floats, new_axes, part_color

LARGEST_AREA = 900  # of the disc of the heaviest part, in points²
MOST_LABELLED = 12  # parts with a text at every edge and a mass at every part; more texts cover each other
BOX = {"fc": "w", "ec": "none", "pad": 0.5}  # around a text, so that no line crosses it


def draw_parts(cut: CutFields, ax: Any) -> Any:
    """Draw each part as a disc on a circle whose area is its mass, and the weight between two parts as a line."""
    k = len(cut.masses)
    weights = cut._criterion.sums(cut.labels.astype(np.int64), k)
    points = _on_a_circle(cut)
    ax = new_axes(ax)
    _draw_edges(ax, points, weights)
    areas = LARGEST_AREA * cut.masses / cut.masses.max()
    ax.scatter(points[:, 0], points[:, 1], s=areas, c=[part_color(r) for r in range(k)], linewidths=0, zorder=2)
    for r, ((x, y), area) in enumerate(zip(points, areas, strict=True)):
        text = f"{r} ({cut.masses[r]:.4g})" if k <= MOST_LABELLED else str(r)
        below = area**0.5 / 2 + 8  # points, from the centre of the disc to the text below it
        place = {"textcoords": "offset points", "ha": "center", "va": "center", "bbox": BOX, "zorder": 3}
        ax.annotate(text, (x, y), (0, -below), color=part_color(r), **place)
    ax.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.3), aspect="equal")
    ax.set_axis_off()
    return ax


def _on_a_circle(cut: CutFields) -> Floats:
    """Return a position for each part, with parts side by side that the tree of the cuts separates last."""
    from scipy.cluster.hierarchy import leaves_list

    k = len(cut.masses)
    if k == 1:
        return np.zeros((1, 2))
    angle = np.empty(k)
    angle[leaves_list(cut.linkage)] = 2 * np.pi * np.arange(k) / k
    return np.column_stack((-np.cos(angle), np.sin(angle)))  # the first part stands on the left


def _draw_edges(ax: Any, points: Floats, weights: Floats) -> None:
    """Draw a line between each two parts that are linked, with a width in proportion to the weight."""
    from matplotlib.collections import LineCollection

    r, s = np.nonzero(np.triu(weights, 1))
    between = weights[r, s]
    widths = 8 * between / between.max(initial=0.0) if between.size else []
    ax.add_collection(LineCollection(list(np.stack((points[r], points[s]), axis=1)), linewidths=widths, colors="0.7"))
    if len(points) > MOST_LABELLED:
        return
    for a, b, weight in zip(points[r], points[s], between, strict=True):
        x, y = 0.6 * a + 0.4 * b  # beside the centre, where diagonals meet
        ax.text(x, y, f"{weight:.4g}", ha="center", va="center", fontsize="small", color="k", bbox=BOX)
