"""Draw a graph with given positions of its vertices, in the colours of the parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .._input.arguments import as_flag
from .._input.graph import as_problem
from .._input.keyed import in_order
from .._input.vertices import as_array, as_numbers
from .._input.weights import Weights
from .plots_draw import COLORS, Floats, new_axes, part_color


def plot_graph(
    W: Weights,
    cut: npt.ArrayLike | Mapping[Any, int],
    pos: npt.ArrayLike | Mapping[Any, npt.ArrayLike],
    ax: Any = None,
    *,
    with_labels: bool = False,
) -> Any:
    """Plot a graph in the plane: vertices and edges in the colours of their parts, and cut edges in red.

    Parameters
    ----------
    W : SciPy sparse matrix or array of any format, or array_like; shape (n, n)
        Symmetric weights ≥ 0, as in :func:`balanced_cut`.
    cut : Cut or array_like of int >= 0, shape (n,), or dict from vertex to part
        The part of each vertex. A dict and a Series of pandas are read as for ``vertex_weight`` of
        :func:`balanced_cut`: by the names of the vertices, or by their numbers if W has no names.
    pos : array_like of shape (n, 2), or dict from vertex to position, such as a layout of networkx
        Position of each vertex, in any unit; both axes have the same scale. A dict is read as ``cut`` is.
    ax : matplotlib Axes, optional
        Where to plot; by default, a new figure.
    with_labels : bool, default False
        Whether each vertex has its name beside it, or its number if W has no names.

    Returns
    -------
    matplotlib Axes
        The axes of the plot. ``ax.collections`` holds the edges within parts, the cut edges, and the vertices;
        ``ax.texts`` holds the names.

    Raises
    ------
    ImportError
        If matplotlib is not installed: ``pip install tvcut[plot]``.
    TypeError, ValueError
        If W is not a graph, or the parts or positions do not match its n vertices.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")  # a plot without a display
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.diag(np.ones(5), 1) + np.diag(np.ones(5), -1)  # a path of six vertices
    >>> pos = np.column_stack((np.arange(6), np.zeros(6)))
    >>> ax = tvcut.plot_graph(W, tvcut.balanced_cut(W), pos)
    >>> within, between, vertices = ax.collections
    >>> len(within.get_segments()), len(between.get_segments())
    (4, 1)
    """
    graph = as_problem(W)
    labels, points = _as_labels(cut, graph.n, graph.names), _as_points(pos, graph.n, graph.names)
    with_labels = as_flag("with_labels", with_labels)
    row = np.repeat(np.arange(graph.n), np.diff(graph.indptr))
    once = (row < graph.indices) & (graph.data > 0)
    i, j = row[once], graph.indices[once]
    crossing = labels[i] != labels[j]
    ax = new_axes(ax)
    from matplotlib.collections import LineCollection

    colors = np.array([part_color(r) for r in range(len(COLORS))])[labels % len(COLORS)]  # labels may be large
    for chosen, color, width in ((~crossing, colors[i[~crossing]], 0.6), (crossing, "#e31a1c", 1.4)):
        segments = np.stack((points[i[chosen]], points[j[chosen]]), axis=1)
        ax.add_collection(LineCollection(list(segments), colors=color, linewidths=width, zorder=1))
    size = float(np.clip(12000 / graph.n, 1, 80))  # in points², so that all vertices cover about the same area
    ax.scatter(points[:, 0], points[:, 1], s=size, c=colors, linewidths=0, zorder=2)
    if with_labels:
        for name, (x, y) in zip(graph.names or range(graph.n), points, strict=True):
            offset = 2 + size**0.5 / 2  # points, from the centre of the vertex to beside it
            ax.annotate(str(name), (x, y), (offset, 0), textcoords="offset points", va="center", fontsize="small")
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax


def _as_labels(cut: npt.ArrayLike | Mapping[Any, int], n: int, names: list[Any] | None) -> npt.NDArray[np.int64]:
    given, called = in_order("cut", cut, n, names)
    want = f"be a Cut or labels of shape ({n},), one for each vertex of W"
    labels = as_array("cut", given, want)
    if labels.shape != (n,):
        raise ValueError(f"cut must {want}, got {labels.shape}")
    if labels.dtype.kind not in "biu":
        raise TypeError(f"cut must be a Cut or integer labels, got dtype {labels.dtype}")
    wrong = np.flatnonzero(labels < 0)
    if wrong.size:
        raise ValueError(f"cut must be >= 0, got {labels[wrong[0]]} for vertex {called(int(wrong[0]))}")
    return labels.astype(np.int64)


def _as_points(pos: npt.ArrayLike | Mapping[Any, npt.ArrayLike], n: int, names: list[Any] | None) -> Floats:
    given, called = in_order("pos", pos, n, names)
    points = as_numbers("pos", given, (n, 2), "one position for each vertex of W")
    wrong = np.flatnonzero(~np.isfinite(points).all(axis=1))
    if wrong.size:
        raise ValueError(f"pos must be finite, got {points[wrong[0]]} for vertex {called(int(wrong[0]))}")
    return points
