"""Formats that a library reads: GML and LGL by igraph, GEXF and lists of neighbours or edges by networkx.

What the libraries allocate is bounded before they read. The weight is chosen by the rule for all formats, and is 1 for
an edge without the attribute. Labels are names if they are distinct, and else identifiers are.
"""

from __future__ import annotations

import html
import io
import os
import re
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np

from .._input.columns import unused
from .._input.entries import Entries
from .._input.error import GraphFileError, brief
from .doubts import weight_or_doubt
from .header import number
from .options import Options
from .source import Source

_HEAD = 256  # bytes that hold the declaration of XML
_LONGEST = 10_000  # characters of a line with attributes, which networkx parses as Python
_GEXF = b"http://www.gexf.net/1.2draft"  # the name of each version, of which networkx knows three


def gml(source: Source, options: Options) -> Entries:
    """Return the entries of a file in GML."""
    text = text_of(source)
    if len(re.findall(rb"(?:\A|[\n\]])\s*graph\s*\[", text)) > 1:
        raise GraphFileError("the file must hold one graph; keep one of them")
    graph = of_igraph("GML", "gml", text)
    labels = [html.unescape(str(label)) for label in attribute(graph, "label") or attribute(graph, "name")]
    identifiers = [_plain(value) for value in attribute(graph, "id")]
    return of_graph(graph, labels, identifiers, options)


def lgl(source: Source, options: Options) -> Entries:
    """Return the entries of a file in LGL."""
    graph = of_igraph("LGL", "lgl", text_of(source))
    return of_graph(graph, attribute(graph, "name"), [], options, directed=False)


def gexf(source: Source, options: Options) -> Entries:
    """Return the entries of a file in GEXF."""
    text = text_of(source)
    if re.search(rb"<!(?:DOCTYPE|ENTITY)", text):
        raise GraphFileError("a GEXF file must not have a DOCTYPE, whose entities are not read; remove it")
    text = re.sub(rb"^\s*(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\?>", b"", text)  # the text is in UTF-8 now
    text = re.sub(rb"(xmlns=[\"'])http://(?:www\.)?gexf\.net/[\d.]+(?:draft)?(?=[\"'])", rb"\1" + _GEXF, text, count=1)
    return of_networkx("GEXF", lambda networkx: networkx.read_gexf(io.BytesIO(text)), options)


def adjacency(source: Source, options: Options) -> Entries:
    """Return the entries of an adjacency list: in each line a vertex and its neighbours."""
    return _of_lines("Adjacency lists", "parse_adjlist", source, options)


def with_data(source: Source, options: Options) -> Entries:
    """Return the entries of an edge list as networkx writes it, with a dictionary of attributes in each line."""
    return _of_lines("Edge lists", "parse_edgelist", source, options)


def sif(source: Source, options: Options) -> Entries:
    """Return the entries of a file in SIF of Cytoscape: in each line a vertex, a relation and other vertices."""
    mark = "\t" if b"\t" in text_of(source) else None
    return _of_lines("SIF", "parse_adjlist", source, options, lambda words: [*words[:1], *words[2:]], mark)


def _of_lines(
    what: str, parse: str, source: Source, options: Options, change: Callable[..., Any] | None = None, mark: Any = None
) -> Entries:
    """Return the entries of a list of edges that a function of networkx parses, after a change of their words."""
    lines = text_of(source).decode().splitlines()
    if change is not None:
        lines = [(mark or " ").join(map(str.strip, change(line.strip().split(mark)))) for line in lines]
    if max(map(len, lines), default=0) > _LONGEST and parse == "parse_edgelist":
        raise GraphFileError(f"the attributes of an edge must have at most {_LONGEST} characters")

    def parsed(networkx: Any) -> Any:
        return getattr(networkx, parse)(lines, create_using=networkx.MultiDiGraph, delimiter=mark)

    return of_networkx(what, parsed, options, directed=None)


def text_of(source: Source) -> bytes:
    """Return text in UTF-8, or raise GraphFileError. XML may declare another encoding, in which it is read."""
    declared = re.match(rb"\s*<\?xml[^>]*\sencoding=[\"']([\w-]+)", source.head(_HEAD))
    if declared is not None and source.coded is None and declared[1].lower() != b"utf-8":
        source = replace(source, encoding=_encoding(declared[1].decode()))
    text = b"".join(source.text())
    try:
        text.decode()
    except UnicodeDecodeError as error:
        byte, line = error.object[error.start], text.count(b"\n", 0, error.start) + 1
        raise GraphFileError(
            f"the text must be in UTF-8, got the byte {byte:#x}; set encoding='latin-1' if it is in that encoding", line
        ) from None
    return text.replace(b"\r\n", b"\n")


def _encoding(name: str) -> str:
    """Return the encoding that a file declares, or raise GraphFileError."""
    try:
        "".encode(name)
    except (LookupError, ValueError):
        raise GraphFileError(f"the declared encoding must be known, got {name[:40]!r}; set encoding=") from None
    return name


def library(what: str, name: str) -> Any:
    """Return a library, or raise GraphFileError with the command that installs it."""
    try:
        return import_module(name)
    except ImportError:
        raise GraphFileError(f'{what} files need {name}: pip install "tvcut[files]"') from None


def of_igraph(what: str, form: str, text: bytes) -> Any:
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


def of_networkx(what: str, read: Callable[[Any], Any], options: Options, directed: bool | None = False) -> Entries:
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
    return chosen(list(map(str, nodes)), labels, ends, values, kind, options, [])


def of_graph(
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
    return chosen(identifiers, [str(label) for label in labels], ends, values, kind, options, told or [])


def attribute(graph: Any, name: str) -> list[Any]:
    """Return an attribute of the vertices, or no values."""
    return list(graph.vs[name]) if name in graph.vs.attributes() else []


def _plain(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def chosen(
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

    weight, several = weight_or_doubt(names, [], options.weight, holds_numbers)
    called = labels if labels and all(labels) and len(set(labels)) == len(labels) else identifiers or labels
    if len(set(called)) < len(called):
        raise GraphFileError("every vertex must have a name or an identifier of its own")
    if not called:
        raise GraphFileError("the file has no vertices")
    bad = None if weight is None else next((i for i, value in enumerate(table[weight]) if value is None), None)
    if weight is not None and bad is not None:
        raise GraphFileError(f"a weight must be a number, got {str(values[names[weight]][bad])[:40]!r}")
    weights = np.ones(len(ends)) if weight is None else np.array(table[weight], float)
    known = None if called == [str(i) for i in range(len(called))] else called
    used = [] if weight is None else [weight]
    found = Entries(
        *(len(called), ends[:, 0], ends[:, 1], weights, known, None, directed is None),
        *(None if weight is None else names[weight], unused(names, used), (*told, *several)),
    )
    return found.whole() if directed is False else found


def _number(value: Any) -> float | None:
    """Return the number of an attribute, 1 where it is missing, or None."""
    if value is None or (isinstance(value, float) and np.isnan(value)):
        return 1.0
    if isinstance(value, bool):
        return None
    try:
        return number(value) if isinstance(value, str) else float(value)
    except (TypeError, ValueError, OverflowError):
        return None
