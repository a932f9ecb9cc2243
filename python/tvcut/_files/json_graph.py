"""Graphs in JSON: lists of vertices and edges in the layouts of d3, vis.js, Cytoscape, sigma.js, JGF and networkx."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from .._input.columns import named_ends
from .._input.entries import Entries
from .._input.error import GraphFileError, brief
from .by_library import chosen, of_networkx, text_of
from .options import Options
from .source import Source

_AROUND = ("elements", "graph", "network", "data")  # what may be around the lists
_WITHIN = ("data", "attributes", "metadata")  # what may be around the attributes of a vertex or an edge
_WANT = "a graph in JSON must have a list 'nodes' and a list 'links' or 'edges' of objects, or be a list of edges"


def read(source: Source, options: Options) -> Entries:
    """Return the entries of a JSON file."""
    try:
        data = json.loads(text_of(source))
    except (ValueError, RecursionError) as error:
        raise GraphFileError(f"the file is no JSON: {brief(error)}", getattr(error, "lineno", None)) from None
    if isinstance(data, dict) and isinstance(data.get("elements"), list):
        data = data["elements"]
    whole = data if isinstance(data, dict) else {}
    if "adjacency" in whole:
        return of_networkx("JSON", lambda networkx: networkx.adjacency_graph(data), options)
    if {"id", "children"} <= whole.keys():
        return of_networkx("JSON", lambda networkx: networkx.tree_graph(data), options, directed=None)
    inner = next((whole[key] for key in _AROUND if _has_lists(whole.get(key))), whole)
    nodes, edges = inner.get("nodes"), inner.get("links", inner.get("edges"))
    if whole and edges is None and all(isinstance(item, list) for item in whole.values()):  # of neighbours
        nodes, edges = {name: {} for name in whole}, [[name, end] for name, ends in whole.items() for end in ends]
    if isinstance(data, list):
        if not all(isinstance(item, dict) or (_is_pair(item) and isinstance(item[0], str)) for item in data):
            raise GraphFileError(_WANT)  # lists of numbers may be neighbours, or rows of a matrix
        objects = _objects(data)
        nodes, edges = ([item for item in objects if (_ends(item) is not None) is kind] for kind in (False, True))
        nodes = nodes or None
    alone = isinstance(data, list) or inner.get("edges", inner.get("links")) is None
    directed = None if alone else inner.get("directed", whole.get("directed")) is True
    return _entries(None if nodes is None else _objects(nodes), _objects(edges), directed, options)


def _is_pair(item: Any) -> bool:
    """Return whether an item is an edge as a list of its ends, and maybe its weight."""
    ends = item if isinstance(item, list) else []
    return 2 <= len(ends) <= 3 and all(isinstance(end, (str, int)) for end in ends[:2])


def _has_lists(part: Any) -> bool:
    return isinstance(part, dict) and ("edges" in part or "links" in part)


def _objects(items: Any) -> list[dict[str, Any]]:
    """Return vertices or edges with all their attributes, or raise GraphFileError."""
    if isinstance(items, dict) and all(isinstance(item, dict) for item in items.values()):
        items = [{"id": key, **item} for key, item in items.items()]
    if isinstance(items, list):
        names = "source", "target", "weight"
        items = [dict(zip(names, pair)) if _is_pair(pair) else pair for pair in items]  # noqa: B905
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise GraphFileError(_WANT)
    found = []
    for item in items:
        more = [item[key] for key in _WITHIN if isinstance(item.get(key), dict)]
        found.append({name: value for part in (item, *more) for name, value in part.items() if value not in more})
    return found


def _ends(edge: dict[str, Any]) -> list[str] | None:
    """Return the attributes that hold the two ends of an edge, if it has such."""
    names = list(edge)
    ends = ["source", "target"] if {"source", "target"} <= {*names} else named_ends(names)
    return None if ends is None else [end if isinstance(end, str) else names[end] for end in ends]


def _entries(
    nodes: list[dict[str, Any]] | None, edges: list[dict[str, Any]], directed: bool | None, options: Options
) -> Entries:
    """Return the entries of vertices and edges. Ends are identifiers, or else labels, or places in the list."""
    pairs = [tuple(_identifier(edge.get(end)) for end in _ends(edge) or ("source", "target")) for edge in edges]
    known = list(dict.fromkeys(end for pair in pairs for end in pair))
    if nodes is None:
        nodes = [{"id": end} for end in known]
    own = [str(node.get("id", node.get("key", i))) for i, node in enumerate(nodes)]
    if len({*own}) < len(own):
        raise GraphFileError("every node must have an id of its own")
    labels = [str(node.get("label", node.get("name", ""))) for node in nodes]
    called = next((names for names in (own, labels, [*map(str, range(len(own)))]) if {*known} <= {*names}), None)
    if called is None:
        lost = next(end for end in known if end not in own)
        raise GraphFileError(f"an end of an edge must be the id of a node, got {lost[:40]!r}")
    index = {name: i for i, name in enumerate(called)}
    ends = np.array([[index[end] for end in pair] for pair in pairs], np.int64).reshape(-1, 2)
    used = {"key", "id", *(end for edge in edges[:1] for end in _ends(edge) or ())}
    names = dict.fromkeys(name for edge in edges for name in edge if name not in used)
    values = {name: [edge.get(name) for edge in edges] for name in names}
    return chosen(own, labels, ends, values, directed, options, [])


def _identifier(end: Any) -> str:
    """Return the identifier of an end of an edge, which d3 replaces by the vertex itself."""
    return str(end.get("id")) if isinstance(end, dict) else str(end)
