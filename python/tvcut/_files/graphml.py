"""Graphs in GraphML, by networkx."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
import scipy.sparse as sp

from .entries import Entries, Floats
from .error import GraphFileError

_REMEDY = "GraphML needs networkx: pip install networkx"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _networkx() -> Any:
    try:
        import networkx
    except ImportError:
        raise GraphFileError(_REMEDY) from None
    return networkx


def read(data: bytes) -> Entries:
    """Return the entries of a GraphML file, with the attribute "weight" of edges and of vertices."""
    networkx = _networkx()
    if re.search(rb"<!\s*(DOCTYPE|ENTITY)", data, re.I) or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise GraphFileError("a GraphML file must be UTF-8 without a DOCTYPE, whose entities are not read; remove it")
    try:
        graph = networkx.read_graphml(io.BytesIO(data), force_multigraph=True)
    except Exception as error:  # networkx documents none, and raises many kinds for a damaged file
        found = getattr(error, "position", None)  # of xml.etree.ElementTree.ParseError
        line = found[0] if isinstance(found, tuple) else None
        raise GraphFileError(f"the file is not in GraphML: {type(error).__name__}: {error}", line) from None
    names = [str(name) for name in graph]
    if not names:
        raise GraphFileError("the file has no vertices")
    index = {name: i for i, name in enumerate(graph)}
    ends = [(index[u], index[v], _weight(d, 1.0, f"edge ({u!r}, {v!r})")) for u, v, d in graph.edges(data=True)]
    row, col, weight = (np.array(column) for column in zip(*ends, strict=True)) if ends else (np.zeros(0, int),) * 3
    given = [d for _, d in graph.nodes(data=True) if "weight" in d]
    if given and len(given) < len(names):
        raise GraphFileError(f"only {len(given)} of {len(names)} vertices have a weight; give all a weight or none")
    masses = [_weight(d, 1.0, f"vertex {name!r}") for name, d in graph.nodes(data=True)] if given else None
    plain = names == [str(i) for i in range(len(names))]
    return Entries(
        len(names),
        row,
        col,
        weight.astype(np.float64),
        None if plain else names,
        None if masses is None else np.array(masses, np.float64),
        undirected=not graph.is_directed(),
    )


def _weight(attributes: dict[str, Any], default: float, what: str) -> float:
    value = attributes.get("weight", default)
    try:
        return float(value)
    except (ValueError, TypeError, OverflowError):
        raise GraphFileError(f"the weight of {what} must be a number, got {value!r}") from None


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the GraphML file of a graph, with the attribute "weight" of edges and of vertices."""
    networkx = _networkx()
    if vertex_weight is not None and vertex_weight.ndim > 1:
        raise GraphFileError("GraphML takes one weight of each vertex; choose one")
    called = [str(i) for i in range(W.shape[0])] if names is None else names
    if any(_NOT_XML.search(name) for name in called):
        raise GraphFileError("XML has no control characters, which a name contains; rename it, or write .npz")
    graph = networkx.Graph()
    for i, name in enumerate(called):
        graph.add_node(name, **({} if vertex_weight is None else {"weight": float(vertex_weight[i])}))
    C = sp.triu(W, format="coo")
    for i, j, w in zip(C.row.tolist(), C.col.tolist(), C.data.tolist(), strict=True):
        graph.add_edge(called[i], called[j], weight=w)
    file = io.BytesIO()
    networkx.write_graphml_xml(graph, file)
    return file.getvalue()
