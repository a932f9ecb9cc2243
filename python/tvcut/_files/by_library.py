"""Formats that a library reads: GML, Pajek and LGL by igraph, GEXF, node-link JSON and adjacency lists by networkx.

What the libraries allocate is bounded before they read. The weight is chosen by the rule for all formats, and is 1 for
an edge without the attribute. Labels are names if they are distinct, and else identifiers are.
"""

from __future__ import annotations

import html
import io
import json
import os
import re
import tempfile
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from .._input.columns import AUTO, unnamed, unused, weight_column
from .._input.entries import Entries
from .._input.error import GraphFileError, brief, check_vertices
from .doubts import unclear
from .header import number
from .options import Options
from .source import Source

_FEW, _LINE = 10_000, 4  # vertices that any file may declare, and bytes of a line of an edge
_DECLARED = re.compile(rb"^\s*\*vertices\s+(\d{1,18})", re.IGNORECASE | re.MULTILINE)
_SECTION = re.compile(rb"^\s*\*(arcs|edges)[^\n]*\n\s*\d", re.IGNORECASE | re.MULTILINE)
_RELATION = re.compile(rb"^(\s*\*(?:arcs|edges)\w*)[ \t]*:[^\n]*$", re.IGNORECASE | re.MULTILINE)


def gml(source: Source, options: Options) -> Entries:
    """Return the entries of a file in GML."""
    graph = _of_igraph("GML", "gml", _text(source))
    labels = [html.unescape(str(label)) for label in _attribute(graph, "label")]
    identifiers = [_plain(value) for value in _attribute(graph, "id")]
    return _entries(graph, labels, identifiers, options)


def pajek(source: Source, options: Options) -> Entries:
    """Return the entries of a network of Pajek."""
    text = re.sub(rb"^\xef\xbb\xbf", b"", _text(source))
    text = _RELATION.sub(rb"\1", text)  # igraph knows no names of relations
    declared = _DECLARED.search(text)
    if declared is not None:
        check_vertices(max(1, int(declared[1])), len(text) // _LINE, free=len(text) + _FEW)
    graph = _of_igraph("Pajek", "pajek", text)
    identifiers = [str(i + 1) for i in range(graph.vcount())]
    labels = [label or identifiers[i] for i, label in enumerate(_attribute(graph, "name"))]
    mixed = len({found[1].lower() for found in _SECTION.finditer(text)}) > 1
    return _entries(graph, labels, identifiers, options, ["the arcs were read as edges"] if mixed else [])


def lgl(source: Source, options: Options) -> Entries:
    """Return the entries of a file in LGL."""
    graph = _of_igraph("LGL", "lgl", _text(source))
    return _entries(graph, _attribute(graph, "name"), [], options, directed=False)


def gexf(source: Source, options: Options) -> Entries:
    """Return the entries of a file in GEXF."""
    text = _text(source)
    if re.search(rb"<!(?:DOCTYPE|ENTITY)", text):
        raise GraphFileError("a GEXF file must not have a DOCTYPE, whose entities are not read; remove it")
    text = re.sub(rb"^\s*(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\?>", b"", text)  # the text is in UTF-8 now
    return _of_networkx("GEXF", lambda networkx: networkx.read_gexf(io.BytesIO(text)), options)


def node_link(source: Source, options: Options) -> Entries:
    """Return the entries of a JSON file with lists of nodes and links, or of nodes and edges."""
    try:
        data = json.loads(_text(source))
    except (ValueError, RecursionError) as error:
        raise GraphFileError(f"the file is no JSON: {brief(error)}", getattr(error, "lineno", None)) from None
    whole: dict[str, Any] = data if isinstance(data, dict) else {}
    nodes: Any = whole.get("nodes")
    edges: Any = whole.get("links", whole.get("edges"))
    lists = isinstance(nodes, list) and isinstance(edges, list)
    if not lists or not all(isinstance(part, dict) for part in [*nodes, *edges]):
        raise GraphFileError("a graph in JSON must have a list 'nodes' and a list 'links' or 'edges' of objects")
    known = {str(node.get("id", i)) for i, node in enumerate(nodes)}
    ends = (str(edge.get(side)) for edge in edges for side in ("source", "target"))
    lost = next((end for end in ends if end not in known), None)
    if lost is not None:
        raise GraphFileError(f"an end of an edge must be the id of a node, got {lost[:40]!r}")
    if len(known) < len(nodes):
        raise GraphFileError("every node must have an id of its own")
    links = [{name: value for name, value in edge.items() if name != "key"} for edge in edges]
    data = {"directed": whole.get("directed") is True, "multigraph": True, "nodes": nodes, "edges": links}
    return _of_networkx("JSON", lambda networkx: networkx.node_link_graph(data, edges="edges"), options)


def adjacency(source: Source, options: Options) -> Entries:
    """Return the entries of an adjacency list: in each line a vertex and its neighbours."""
    lines = _text(source).decode("utf-8", "strict").splitlines()

    def parsed(networkx: Any) -> Any:
        return networkx.parse_adjlist(lines, create_using=networkx.MultiDiGraph)

    return _of_networkx("Adjacency lists", parsed, options, directed=None)


def _text(source: Source) -> bytes:
    text = b"".join(source.text())
    try:
        text.decode()
    except UnicodeDecodeError as error:
        byte, line = error.object[error.start], text.count(b"\n", 0, error.start) + 1
        raise GraphFileError(
            f"the text must be in UTF-8, got the byte {byte:#x}; set encoding='latin-1' if it is in that encoding", line
        ) from None
    return text.replace(b"\r\n", b"\n")


def library(what: str, name: str) -> Any:
    """Return a library, or raise GraphFileError with the command that installs it."""
    try:
        return import_module(name)
    except ImportError:
        raise GraphFileError(f'{what} files need {name}: pip install "tvcut[files]"') from None


def _of_igraph(what: str, form: str, text: bytes) -> Any:
    """Return what igraph reads, which takes a file of the disk."""
    igraph = library(what, "igraph")
    if b"\0" in text:
        raise GraphFileError(f"the file is not in the format {what}: it holds binary data")
    handle, path = tempfile.mkstemp()
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of attributes that are left out
            return igraph.Graph.Read(path, format=form)
    except (igraph.InternalError, ValueError, TypeError, MemoryError) as error:
        problem = re.sub(r"^Error at [^ ]*: ", "", brief(error))  # which names a line of igraph's own code
        raise GraphFileError(f"the file is not in the format {what}: {problem}") from None
    finally:
        os.unlink(path)


def _of_networkx(what: str, read: Callable[[Any], Any], options: Options, directed: bool | None = False) -> Entries:
    """Return the entries of the graph that a function of networkx makes. Not directed: None if it is a list."""
    networkx = library(what, "networkx")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            graph = read(networkx)
    except Exception as error:  # networkx documents none, and its parsers raise many kinds
        raise GraphFileError(f"the file is not in the format {what}: {brief(error) or type(error).__name__}") from None
    nodes = list(graph)
    index = {node: i for i, node in enumerate(nodes)}
    edges = [(index[u], index[v], data) for u, v, data in graph.edges(data=True)]
    attributes = list(dict.fromkeys(name for edge in edges for name in edge[2]))
    values = {str(name): [edge[2].get(name) for edge in edges] for name in attributes}
    of_nodes = [data for _, data in graph.nodes(data=True)]
    labels = [str(data.get("label", data.get("name", ""))) for data in of_nodes]
    kind = None if directed is None else bool(graph.is_directed())
    ends = np.array([edge[:2] for edge in edges], np.int64).reshape(-1, 2)
    return _chosen(list(map(str, nodes)), labels, ends, values, kind, options, [])


def _entries(
    graph: Any,
    labels: list[Any],
    identifiers: list[str],
    options: Options,
    told: list[str] | None = None,
    directed: bool | None = None,
) -> Entries:
    """Return the entries of a graph of igraph."""
    values = {name: graph.es[name] for name in graph.es.attributes()}
    ends = np.array(graph.get_edgelist(), np.int64).reshape(-1, 2)
    kind = graph.is_directed() if directed is None else directed
    return _chosen(identifiers, [str(label) for label in labels], ends, values, kind, options, told or [])


def _attribute(graph: Any, name: str) -> list[Any]:
    """Return an attribute of the vertices, or empty texts."""
    return list(graph.vs[name]) if name in graph.vs.attributes() else [""] * int(graph.vcount())


def _plain(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _chosen(
    identifiers: list[str],
    labels: list[str],
    ends: Any,
    values: dict[str, list[Any]],
    directed: bool | None,
    options: Options,
    told: list[str],
) -> Entries:
    """Return the entries with the weight that the rule chooses. ``directed`` is None for lists of edges."""
    names = list(values)
    table = [[_number(value) for value in values[name]] for name in names]

    def holds_numbers(c: int) -> bool:
        return all(value is not None for value in table[c])

    weight = weight_column(names, [], options.weight, holds_numbers)
    if weight is None and options.weight == AUTO:
        told = [*told, *unclear([names[c] for c in unnamed(names, [], holds_numbers)])]
    called = labels if all(labels) and len(set(labels)) == len(labels) else identifiers or labels
    if len(set(called)) < len(called):
        raise GraphFileError("every vertex must have a name or an identifier of its own")
    if not called:
        raise GraphFileError("the file has no vertices")
    bad = None if weight is None else next((i for i, value in enumerate(table[weight]) if value is None), None)
    if weight is not None and bad is not None:
        raise GraphFileError(f"a weight must be a number, got {str(values[names[weight]][bad])[:40]!r}")
    weights = np.ones(len(ends)) if weight is None else np.array(table[weight], float)
    known = None if called == [str(i) for i in range(len(called))] else called
    found = Entries(
        *(len(called), ends[:, 0], ends[:, 1], weights, known, None, directed is None),
        *(None if weight is None else names[weight], unused(names, [] if weight is None else [weight]), tuple(told)),
    )
    return found.whole() if directed is False else found


def _number(value: Any) -> float | None:
    """Return the number of an attribute, 1 where it is missing, or None."""
    if value is None or (isinstance(value, float) and np.isnan(value)):
        return 1.0
    try:
        return number(value) if isinstance(value, str) else float(value)
    except (TypeError, ValueError, OverflowError):
        return None
