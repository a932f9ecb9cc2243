"""Graphs of other libraries as weights and names of vertices."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from .attributes import no_attributes
from .columns import AUTO, named_columns
from .entries import Entries, numbered, symmetric
from .error import GraphFileError
from .graph_name import about_graph, w
from .matrix import SYMMETRY_TOLERANCE
from .named import Adapted
from .reading import USUAL, WEIGHT, Reading

IGRAPH_NAMES = "name", "label"  # attributes of vertices of igraph that name them, the first that is there
CONNECTIVITIES = "connectivities"  # where scanpy keeps the weights of neighbours in obsp


def from_networkx(graph: Any, reading: Reading) -> Adapted:
    """Return a graph of networkx with an attribute of its edges as weights, and 1 where there is none."""
    names = list(graph)
    index = {name: i for i, name in enumerate(names)}
    key = reading.weight
    edges = [(u, v, 1 if key is None else d.get(key, 1)) for u, v, d in graph.edges(data=True)]
    ends = [[index[edge[side]] for edge in edges] for side in (0, 1)]
    what = f"a graph of networkx ({type(graph).__name__})"
    return _matrix(what, names, ends, [edge[2] for edge in edges], graph.is_directed(), reading)


def from_igraph(graph: Any, reading: Reading) -> Adapted:
    """Return a graph of igraph with an attribute of its edges as weights, and its attribute "name" or "label"."""
    pairs = np.array(graph.get_edgelist(), np.int64).reshape(-1, 2)
    weight = graph.es[reading.weight] if reading.weight in graph.es.attributes() else np.ones(len(pairs))
    key = next((key for key in IGRAPH_NAMES if key in graph.vs.attributes()), None)
    names = list(range(graph.vcount())) if key is None else list(graph.vs[key])
    return _matrix("a graph of igraph", names, pairs.T, weight, graph.is_directed(), reading)


def from_pandas(frame: Any, reading: Reading) -> Adapted:
    """Return the graph of a table of edges, or of a table of weights whose rows and columns are the vertices."""
    rows, columns = _texts(frame.index), _texts(frame.columns)
    if rows == columns:
        if reading.weight != WEIGHT:
            raise no_attributes(frame, reading.weight)
        names = frame.index.tolist()
        return frame.to_numpy(), None if names == list(range(len(names))) else names
    try:
        order = None if reading == USUAL and _is_symmetric(frame) else _edge_columns(frame, columns, reading.weight)
    except GraphFileError as error:
        raise about_graph(f"{w()}, a pandas DataFrame: {error.problem}") from None
    if order is None:
        _refuse_order(frame, rows, columns)
        return frame.to_numpy(), None
    given = [frame.iloc[:, c] for c in order]
    for column in given:
        if column.isna().any():
            row = frame.index[column.isna().to_numpy().argmax()]
            raise about_graph(
                f"{w()}, a pandas DataFrame, must have no missing values, got one in {column.name!r}, {row!r}"
            )
    if all(column.dtype.kind in "iu" for column in given[:2]):
        ends, names = numbered(*(column.to_numpy() for column in given[:2]))
    else:
        ends, names = numbered(*(column.tolist() for column in given[:2]))
    weight = given[2].tolist() if len(given) > 2 else np.ones(len(frame))
    remedy = "list each edge once, or every edge in both directions with the same weight; for directed edges, "
    return _matrix("a pandas DataFrame of edges", names, ends, weight, None, reading, remedy)


def _edge_columns(frame: Any, columns: list[str], weight: str | None) -> list[int] | None:
    """Return the columns of the ends of edges and of their weights, if there are any, or None without two ends."""
    wanted = AUTO if weight == WEIGHT else weight
    return named_columns(columns, wanted, lambda c: frame.iloc[:, c].dtype.kind in "iuf")


def _texts(index: Any) -> list[str]:
    """Return names of rows or columns as texts. They are compared so, since CSV keeps numbers of columns as texts."""
    return [str(name) for name in index.tolist()]


def _refuse_order(frame: Any, rows: list[str], columns: list[str]) -> None:
    """Raise ValueError for a table of weights that is not square, or whose rows and columns have different orders."""
    if len(rows) != len(columns):
        shown = ", ".join(map(repr, frame.columns.tolist()[:5]))
        raise about_graph(f"{w()}, a pandas DataFrame, must have columns source, target and optionally weight: {shown}")
    if set(rows) == set(columns):
        own = set(frame.index) == set(frame.columns)
        pick = (
            f"{w()}[{w()}.index]" if own else f"{w()}[{w()}.index.astype({type(frame.columns.tolist()[0]).__name__})]"
        )
        raise about_graph(f"{w()}, a pandas DataFrame, must have the same order of rows and columns; pass {pick}")


def _is_symmetric(frame: Any) -> bool:
    """Return whether a table with more columns than a list of edges needs holds a symmetric matrix of numbers."""
    n = len(frame.columns)
    if n <= 3 or len(frame) != n:
        return False
    values = frame.to_numpy()
    return values.dtype.kind in "biuf" and np.allclose(values, values.T, rtol=SYMMETRY_TOLERANCE, atol=0)


def from_anndata(data: Any, reading: Reading) -> Adapted:
    """Return the graph of neighbours of an AnnData."""
    if CONNECTIVITIES not in data.obsp:
        remedy = "run scanpy.pp.neighbors first, or use tvcut.tl.balanced_cut(adata, obsp=...)"
        raise about_graph(f"{w()}, an AnnData, must have weights in obsp[{CONNECTIVITIES!r}]; {remedy}")
    return data.obsp[CONNECTIVITIES], data.obs_names.tolist()


def from_edge_index(graph: Any, reading: Reading) -> Adapted:
    """Return the graph of an object of PyTorch Geometric."""
    return _from_ends(graph.edge_index, getattr(graph, "edge_weight", None), getattr(graph, "num_nodes", None), reading)


def from_tensor(tensor: Any, reading: Reading) -> Adapted:
    """Return a tensor of PyTorch as weights, or, if it has the shape of an edge_index, its graph."""
    square = len(tensor.shape) != 2 or tensor.shape[0] != 2 or tensor.shape[1] == 2
    return (_array(tensor), None) if square else _from_ends(tensor, None, None, reading)


def _from_ends(edges: Any, weight: Any, n: Any, reading: Reading) -> Adapted:
    ends = _array(edges)
    if ends.ndim != 2 or len(ends) != 2 or ends.dtype.kind not in "iu":
        raise about_graph(
            f"edge_index of {w()} must be integers of shape (2, m), got {ends.dtype} of shape {ends.shape}"
        )
    size = int(ends.max(initial=-1)) + 1
    n = size if n is None else int(n)
    if ends.min(initial=0) < 0 or size > n:
        bad = int(ends.min(initial=0)) if ends.min(initial=0) < 0 else size - 1
        raise about_graph(f"edge_index of {w()} must have vertices in [0, {n - 1}], got {bad}")
    weights = np.ones(ends.shape[1]) if weight is None else _array(weight).reshape(-1)
    return _matrix("a graph with an edge_index", list(range(n)), ends, weights, True, reading)


def _array(tensor: Any) -> Any:
    """Return a tensor of PyTorch, or what NumPy converts, as an array."""
    return np.asarray(tensor.detach().cpu() if hasattr(tensor, "detach") else tensor)


def refuse_table(table: Any, reading: Reading) -> NoReturn:
    """Raise TypeError for a table of another library than pandas."""
    kind = type(table)
    if hasattr(kind, "__dask_graph__"):
        remedy = f"pass {w()}.compute(), or use tvcut.distributed.balanced_cut"
    else:
        remedy = f"pass {w()}.to_pandas()" if hasattr(kind, "to_pandas") else "convert it to one"
    library = kind.__module__.partition(".")[0]
    raise TypeError(
        f"{w()} must be a pandas DataFrame where it is a table, got a {kind.__name__} of {library}; {remedy}"
    )


def _matrix(
    what: str, names: list[Any], ends: Any, weight: Any, directed: bool | None, reading: Reading, remedy: str = ""
) -> Adapted:
    """Return the symmetric weights of edges. If ``directed`` is None, each edge is listed once or twice."""
    ends = np.array(ends, np.int64).reshape(2, -1)
    if directed is False:
        ends = np.sort(ends, axis=0)  # parallel edges can have different directions
    if len(weight) != ends.shape[1]:
        raise about_graph(f"{w()}, {what}, must have a weight for each of {ends.shape[1]} edges, got {len(weight)}")
    plain = names == list(range(len(names)))
    weights = np.array([_number(w) for w in weight])
    row, col = ends
    entries = Entries(len(names), row, col, weights.astype(float), None if plain else names, undirected=not directed)
    if weights.dtype == object:
        k = int((weights == None).argmax())  # noqa: E711  # one by one
        raise TypeError(f"{w()}, {what}, must have numbers as weights, got {weight[k]!r} for edge {entries.pair(k)}")
    try:
        remedy += f"pass tvcut.as_graph({w()}, symmetrize='sum'), or 'max' or 'mean', as {w()}"
        return symmetric(entries, reading.symmetrize, remedy), entries.names
    except GraphFileError as error:
        raise about_graph(f"{w()}, {what}: {error.problem}") from None


def _number(value: Any) -> float | None:
    try:
        return None if isinstance(value, str) else float(value)
    except OverflowError:  # an integer or a fraction
        return np.inf if value > 0 else -np.inf
    except (TypeError, ValueError):
        return None
