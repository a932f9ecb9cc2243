"""The kinds of graphs that are no matrices, each with its conversion to weights and names of vertices.

A kind is one entry of _ADAPTERS: what tells an object of it, and a function that returns its weights and names.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from .kinds import is_of, libraries_of
from .libraries import (
    from_anndata,
    from_edge_index,
    from_igraph,
    from_networkx,
    from_pandas,
    from_tensor,
    refuse_table,
)
from .named import Adapted, Named, from_named
from .reading import Reading


def adapted(W: Any, reading: Reading) -> Adapted:
    """Return W as a matrix, and the names of its vertices, None for 0 … n−1 and for names that are no distinct keys.

    What is no graph of a known kind is returned as it is. A matrix need not be symmetric. Raises ValueError or
    TypeError, which name the edge.
    """
    for is_kind, adapt in _ADAPTERS:
        if is_kind(W):
            matrix, names = adapt(W, reading)
            return matrix, names if names is not None and _are_distinct(names) else None
    return W, None


def _are_distinct(names: list[Any]) -> bool:
    """Return whether the names are the distinct keys of a dictionary."""
    try:
        return len(set(names)) == len(names)
    except TypeError:  # names such as lists
        return False


def _is_named(W: Any) -> bool:
    return isinstance(W, Named)


def _has_edge_index(W: Any) -> bool:
    return getattr(W, "edge_index", None) is not None


def _is_tensor(W: Any) -> bool:
    return "torch" in libraries_of(W) and hasattr(W, "detach")


def _is_table(W: Any) -> bool:
    """Return whether W is a table, which NumPy takes for a matrix."""
    made_by = ("__dask_graph__", "to_pandas", "__dataframe__")
    return hasattr(type(W), "columns") and any(hasattr(type(W), name) for name in made_by)


_ADAPTERS: tuple[tuple[Callable[[Any], bool], Callable[[Any, Reading], Adapted]], ...] = (
    (_is_named, from_named),
    (partial(is_of, library="networkx", kind="Graph"), from_networkx),
    (partial(is_of, library="igraph", kind="Graph"), from_igraph),
    (partial(is_of, library="pandas", kind="DataFrame"), from_pandas),
    (partial(is_of, library="anndata", kind="AnnData"), from_anndata),
    (_has_edge_index, from_edge_index),
    (_is_tensor, from_tensor),
    (_is_table, refuse_table),  # after pandas: a table of another library
)
