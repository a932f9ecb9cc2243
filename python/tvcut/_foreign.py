"""Graphs of other libraries as weights and names of vertices.

No library is imported: an object of one has been made by it, so that the library is there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._files.entries import Entries, numbered, symmetric
from ._files.error import GraphFileError
from ._files.graph_file import GraphFile
from ._files.header import named_columns
from ._validate import SYMMETRY_TOLERANCE

CONNECTIVITIES = "connectivities"  # where scanpy keeps the weights of neighbours in obsp
Adapted = tuple[Any, "list[Any] | None"]  # a matrix of weights, and the names of its vertices


@dataclass(frozen=True)
class Named:
    """A matrix of weights with names of its vertices."""

    W: Any
    names: list[Any] | None


def adapted(W: Any) -> Adapted:
    """Return W as a matrix, and the names of its vertices, None for 0 … n−1 and for names that are no distinct keys.

    What is no graph of a known library is returned as it is. Raises ValueError or TypeError, which name the edge.
    """
    matrix, names = _adapted(W)
    return matrix, names if names is not None and _are_distinct(names) else None


def _are_distinct(names: list[Any]) -> bool:
    """Return whether the names are the distinct keys of a dictionary."""
    try:
        return len(set(names)) == len(names)
    except TypeError:  # names such as lists
        return False


def _adapted(W: Any) -> Adapted:
    if isinstance(W, Named):
        return W.W, W.names
    if isinstance(W, GraphFile):
        return _from_file(W)
    libraries = {kind.__module__.partition(".")[0] for kind in type(W).__mro__}
    for library, (kind, adapt) in _LIBRARIES.items():
        if library in libraries and isinstance(W, getattr(sys.modules[library], kind)):
            return adapt(W)
    edges = getattr(W, "edge_index", None)
    if edges is not None:
        return _from_edge_index(edges, getattr(W, "edge_weight", None), getattr(W, "num_nodes", None))
    if "torch" in libraries and hasattr(W, "detach"):
        square = len(W.shape) != 2 or W.shape[0] != 2 or W.shape[1] == 2
        return (_array(W), None) if square else _from_edge_index(W, None, None)
    _refuse_table(W)
    return W, None


def _refuse_table(W: Any) -> None:
    """Raise TypeError for a table of another library than pandas, which NumPy takes for a matrix."""
    kind = type(W)
    if not hasattr(kind, "columns"):
        return
    remedy = None
    if hasattr(kind, "__dask_graph__"):
        remedy = "pass W.compute(), or use tvcut.distributed.balanced_cut"
    elif hasattr(kind, "to_pandas") or hasattr(kind, "__dataframe__"):
        remedy = "pass W.to_pandas()" if hasattr(kind, "to_pandas") else "convert it to one"
    if remedy:
        library = kind.__module__.partition(".")[0]
        raise TypeError(
            f"W must be a pandas DataFrame where it is a table, got a {kind.__name__} of {library}; {remedy}"
        )


def _from_file(graph: GraphFile) -> Adapted:
    if graph.vertex_weight is not None:
        remedy = "pass W.W as W and W.vertex_weight as vertex_weight"
        raise ValueError(f"W must not have weights of vertices, but the file has them; {remedy}")
    return graph.W, None if graph.names is None else list(graph.names)


def from_networkx(graph: Any, weight: str | None = "weight") -> Adapted:
    """Return a graph of networkx with an attribute of its edges as weights, and 1 where there is none."""
    names = list(graph)
    index = {name: i for i, name in enumerate(names)}
    edges = [(u, v, d.get(weight, 1)) for u, v, d in graph.edges(data=True)]
    ends = [[index[edge[side]] for edge in edges] for side in (0, 1)]
    remedy = (
        "pass A + A.T with A = networkx.to_scipy_sparse_array(W), in which an edge has the sum of the weights of both "
        "directions"
    )
    what = f"a graph of networkx ({type(graph).__name__})"
    return _matrix(what, names, ends, [edge[2] for edge in edges], graph.is_directed(), remedy)


def _from_igraph(graph: Any) -> Adapted:
    pairs = np.array(graph.get_edgelist(), np.int64).reshape(-1, 2)
    weight = graph.es["weight"] if "weight" in graph.es.attributes() else np.ones(len(pairs))
    names = list(graph.vs["name"]) if "name" in graph.vs.attributes() else list(range(graph.vcount()))
    remedy = "pass W.as_undirected(mode='collapse', combine_edges='sum'), or add the edges of both directions"
    return _matrix("a graph of igraph", names, pairs.T, weight, graph.is_directed(), remedy)


def _from_pandas(frame: Any) -> Adapted:
    """Return the graph of a table of edges, or of a table of weights whose rows and columns are the vertices."""
    rows, columns = _texts(frame.index), _texts(frame.columns)
    if rows == columns:
        names = frame.index.tolist()
        return frame.to_numpy(), None if names == list(range(len(names))) else names
    order = None if _is_symmetric(frame) else named_columns(columns)
    if order is None:
        _refuse_order(frame, rows, columns)
        return frame.to_numpy(), None
    given = [frame.iloc[:, c] for c in order]
    for column in given:
        if column.isna().any():
            row = frame.index[column.isna().to_numpy().argmax()]
            raise ValueError(f"W, a pandas DataFrame, must have no missing values, got one in {column.name!r}, {row!r}")
    if all(column.dtype.kind in "iu" for column in given[:2]):
        ends, names = numbered(*(column.to_numpy() for column in given[:2]))
    else:
        ends, names = numbered(*(column.tolist() for column in given[:2]))
    weight = given[2].tolist() if len(given) > 2 else np.ones(len(frame))
    remedy = "list each edge once, or every edge in both directions with the same weight"
    return _matrix("a pandas DataFrame of edges", names, ends, weight, None, remedy)


def _texts(index: Any) -> list[str]:
    """Return names of rows or columns as texts. They are compared so, since CSV keeps numbers of columns as texts."""
    return [str(name) for name in index.tolist()]


def _refuse_order(frame: Any, rows: list[str], columns: list[str]) -> None:
    """Raise ValueError for a table of weights that is not square, or whose rows and columns have different orders."""
    if len(rows) != len(columns):
        shown = ", ".join(map(repr, frame.columns.tolist()[:5]))
        raise ValueError(f"W, a pandas DataFrame, must have columns source, target and optionally weight: {shown}")
    if set(rows) == set(columns):
        own = set(frame.index) == set(frame.columns)
        pick = "W[W.index]" if own else f"W[W.index.astype({type(frame.columns.tolist()[0]).__name__})]"
        raise ValueError(f"W, a pandas DataFrame, must have the same order of rows and columns; pass {pick}")


def _is_symmetric(frame: Any) -> bool:
    """Return whether a table with more columns than a list of edges needs holds a symmetric matrix of numbers."""
    n = len(frame.columns)
    if n <= 3 or len(frame) != n:
        return False
    values = frame.to_numpy()
    return values.dtype.kind in "biuf" and np.allclose(values, values.T, rtol=SYMMETRY_TOLERANCE, atol=0)


def _from_anndata(data: Any) -> Adapted:
    if CONNECTIVITIES not in data.obsp:
        remedy = "run scanpy.pp.neighbors first, or use tvcut.tl.balanced_cut(adata, obsp=...)"
        raise ValueError(f"W, an AnnData, must have weights in obsp[{CONNECTIVITIES!r}]; {remedy}")
    return data.obsp[CONNECTIVITIES], data.obs_names.tolist()


def _from_edge_index(edges: Any, weight: Any, n: Any) -> Adapted:
    ends = _array(edges)
    if ends.ndim != 2 or len(ends) != 2 or ends.dtype.kind not in "iu":
        raise ValueError(f"edge_index of W must be integers of shape (2, m), got {ends.dtype} of shape {ends.shape}")
    size = int(ends.max(initial=-1)) + 1
    n = size if n is None else int(n)
    if ends.min(initial=0) < 0 or size > n:
        bad = int(ends.min(initial=0)) if ends.min(initial=0) < 0 else size - 1
        raise ValueError(f"edge_index of W must have vertices in [0, {n - 1}], got {bad}")
    weights = np.ones(ends.shape[1]) if weight is None else _array(weight).reshape(-1)
    remedy = "pass it through torch_geometric.utils.to_undirected"
    return _matrix("a graph with an edge_index", list(range(n)), ends, weights, True, remedy)


def _array(tensor: Any) -> Any:
    """Return a tensor of PyTorch, or what NumPy converts, as an array."""
    return np.asarray(tensor.detach().cpu() if hasattr(tensor, "detach") else tensor)


def _matrix(what: str, names: list[Any], ends: Any, weight: Any, directed: bool | None, remedy: str) -> Adapted:
    """Return the symmetric weights of edges. If ``directed`` is None, each edge is listed once or twice."""
    ends = np.array(ends, np.int64).reshape(2, -1)
    if directed is False:
        ends = np.sort(ends, axis=0)  # parallel edges can have different directions
    if len(weight) != ends.shape[1]:
        raise ValueError(f"W, {what}, must have a weight for each of {ends.shape[1]} edges, got {len(weight)}")
    plain = names == list(range(len(names)))
    weights = np.array([_number(w) for w in weight])
    row, col = ends
    entries = Entries(len(names), row, col, weights.astype(float), None if plain else names, undirected=not directed)
    if weights.dtype == object:
        k = int((weights == None).argmax())  # noqa: E711  # one by one
        raise TypeError(f"W, {what}, must have numbers as weights, got {weight[k]!r} for edge {entries.pair(k)}")
    try:
        return symmetric(entries, "refuse", remedy), entries.names
    except GraphFileError as error:
        raise ValueError(f"W, {what}: {error.problem}") from None


def _number(value: Any) -> float | None:
    try:
        return None if isinstance(value, str) else float(value)
    except OverflowError:  # an integer or a fraction
        return np.inf if value > 0 else -np.inf
    except (TypeError, ValueError):
        return None


_LIBRARIES: dict[str, tuple[str, Callable[[Any], Adapted]]] = {
    "networkx": ("Graph", from_networkx),
    "igraph": ("Graph", _from_igraph),
    "pandas": ("DataFrame", _from_pandas),
    "anndata": ("AnnData", _from_anndata),
}
