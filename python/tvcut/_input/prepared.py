"""as_graph: a graph of any kind as symmetric weights with the names and masses of its vertices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .arguments import as_choice, as_flag
from .attributes import check_weight, of_vertices
from .csr import Sparse, without_idle
from .entries import SYMMETRIZE, Entries, Symmetrize, equal, made_symmetric, narrow
from .error import GraphFileError
from .graph import as_matrix
from .graph_name import about_graph, w
from .matrix import check_total, symmetric_matrix
from .named import Named, masses_of, without_masses
from .reading import WEIGHT, Reading
from .vertices import as_vertex_weight
from .weights import Weights


@dataclass(frozen=True, eq=False, repr=False)
class Graph(Named):
    """A graph as all functions of tvcut take it, returned by :func:`as_graph`.

    Attributes
    ----------
    W : scipy.sparse.csr_array of float64, shape (n, n)
        The symmetric weights ≥ 0, each edge stored as w_ij and w_ji. Loops are on the diagonal.
    names : list, length n, or None
        The names of the vertices. None if they are 0 … n−1.
    vertex_weight : ndarray of float64, shape (n,), or None
        The masses of the vertices, by which parts are weighed unless a function is given others.

    Examples
    --------
    >>> import tvcut
    >>> tvcut.as_graph([[0, 1], [1, 0]])
    Graph(shape=(2, 2), edges=1)
    """

    W: Any
    names: list[Any] | None
    vertex_weight: npt.NDArray[np.float64] | None

    def __repr__(self) -> str:
        has = "".join(f", {name}=..." for name in ("names", "vertex_weight") if getattr(self, name) is not None)
        return f"Graph(shape={self.W.shape}, edges={(self.W.nnz + np.count_nonzero(self.W.diagonal())) // 2}{has})"


def as_graph(
    W: Weights,
    *,
    weight: str | None = WEIGHT,
    vertex_weight: str | npt.ArrayLike | Mapping[Any, float] | None = None,
    symmetrize: Symmetrize = "refuse",
    largest_component: bool = False,
) -> Graph:
    """Return a graph of any kind as symmetric weights, with the names and masses of its vertices.

    Every function of tvcut that takes a graph takes the result. It is needed only for graphs that these functions
    refuse or would read otherwise: directed ones, weights in an attribute of another name, masses in an attribute of
    the vertices, or several components of which the largest is to be cut.

    Parameters
    ----------
    W : graph or matrix of any kind, as in :func:`balanced_cut`, or a :class:`GraphFile`
        The graph. It is not modified. A matrix may have w_ij ≠ w_ji if ``symmetrize`` says so.
    weight : str or None, default "weight"
        The attribute of the edges of networkx or igraph, or the column of a table of edges, with the weights ≥ 0. An
        edge of networkx without it has weight 1, as in networkx. None: each edge has weight 1.
    vertex_weight : str, array_like of shape (n,), or dict from vertex to mass, optional
        The masses m_i ≥ 0: the name of an attribute of the vertices of networkx or igraph, or values as in
        :func:`balanced_cut`. By default those of a :class:`GraphFile` or :class:`Graph`.
    symmetrize : {"refuse", "mean", "max", "sum"}, default "refuse"
        What is done if w_ij differs from w_ji, as in a directed graph. "refuse": an error. "mean" or "average":
        (w_ij + w_ji)/2. "max": the larger one. "sum": w_ij + w_ji. An edge in one direction only has weight 0 in the
        other. Where all w_ij = w_ji, W stays as it is. A table of edges in which each is listed once is undirected.
    largest_component : bool, default False
        Whether only the connected component with the most vertices is kept, of several such the one with the first
        vertex. The vertices keep their names, or their numbers in W as names.

    Returns
    -------
    Graph
        The weights, names and masses.

    Raises
    ------
    TypeError, ValueError
        If an argument has the wrong type or is out of its range, no edge or vertex has the attribute, or W is no graph,
        as in :func:`balanced_cut`. The message names the entry and the remedy.

    Examples
    --------
    >>> import networkx
    >>> import tvcut
    >>> roads = networkx.DiGraph([("a", "b", {"cars": 3}), ("b", "a", {"cars": 1}), ("b", "c", {"cars": 2})])
    >>> roads.add_node("d")
    >>> graph = tvcut.as_graph(roads, weight="cars", symmetrize="sum", largest_component=True)
    >>> graph.names, graph.W.toarray().tolist()
    (['a', 'b', 'c'], [[0.0, 4.0, 0.0], [4.0, 0.0, 2.0], [0.0, 2.0, 0.0]])
    >>> tvcut.balanced_cut(graph).to_series().to_dict()
    {'a': 0, 'b': 0, 'c': 1}
    """
    as_choice("symmetrize", symmetrize, SYMMETRIZE)
    check_weight(W, weight)
    A, names, idle = as_matrix(without_masses(W), reading=Reading(weight, symmetrize))
    A = _symmetric(A, names, symmetrize)
    masses = _masses(W, vertex_weight, A.shape[0], names)
    if as_flag("largest_component", largest_component):
        kept = _largest_component(narrow(without_idle(A) if idle else A))
        if len(kept) < A.shape[0]:
            names = kept.tolist() if names is None else [names[i] for i in kept.tolist()]
            A, masses = A[kept][:, kept], None if masses is None else masses[kept]
    return Graph(A, names, masses)


def _symmetric(A: Sparse, names: list[Any] | None, symmetrize: Symmetrize) -> Sparse:
    """Return symmetric weights with their loops, or raise ArgumentError."""
    check_total(A)
    if symmetrize == "refuse":
        return A if equal(A, A.T.tocsr()) else symmetric_matrix(A)
    nothing = np.zeros(0, np.int32)
    try:
        return made_symmetric(A, Entries(A.shape[0], nothing, nothing, np.zeros(0), names), symmetrize)
    except GraphFileError as error:
        raise about_graph(f"{w()}: {error.problem}") from None


def _masses(W: Any, given: Any, n: int, names: list[Any] | None) -> npt.NDArray[np.float64] | None:
    """Return the masses that are given or those of a graph, or raise TypeError or ArgumentError."""
    if given is None:
        given = masses_of(W)
    elif isinstance(given, str):
        values = of_vertices(W, given)
        given = values if names is None else dict(zip(names, values, strict=True))
    return as_vertex_weight(given, n, None, names)


def _largest_component(A: Sparse) -> npt.NDArray[np.int64]:
    """Return the vertices of the connected component with the most vertices, in ascending order."""
    _, component = sp.csgraph.connected_components(A, directed=True, connection="strong")
    sizes = np.bincount(component)
    first = component[np.flatnonzero(sizes[component] == sizes.max())[0]]
    return np.flatnonzero(component == first)
