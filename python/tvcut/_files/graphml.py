"""Graphs in GraphML: one graph, with the attribute "weight" of edges and of vertices.

Names are the identifiers of vertices, or the attribute "name" where igraph has written the identifiers n0, n1, ….
The reader handles one element after the other, so that neither a large file nor its tree is in memory, and knows the
line of each. networkx does neither. See U. Brandes, M. Eiglsperger, I. Herman, M. Himsolt and M. S. Marshall, "GraphML
progress report", Graph Drawing 2001.
"""

from __future__ import annotations

import re
from array import array
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

import numpy as np
import scipy.sparse as sp

from .._input.entries import Entries, Floats
from .._input.error import GraphFileError, brief
from .edge_writer import shortest
from .header import number
from .source import PIECE, Source

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_KEYS = {"node": "mass", "edge": "weight"}  # the identifiers of the attribute "weight" in files that are written
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'


def read(source: Source) -> Entries:
    """Return the entries of a GraphML file."""
    found, parser = _Reader(), expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler, parser.EndElementHandler = found.start, found.end
    parser.CharacterDataHandler = found.text
    try:
        for piece in source.pieces(PIECE):
            parser.Parse(piece, False)
        parser.Parse(b"", True)
    except GraphFileError as error:
        raise GraphFileError(error.problem, error.line or parser.CurrentLineNumber) from None
    except (expat.ExpatError, LookupError, ValueError) as error:  # not of expat if the declared encoding is unknown
        problem = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else brief(error)
        line = getattr(error, "lineno", parser.CurrentLineNumber)
        raise GraphFileError(f"the file is not in GraphML: {problem}", line) from None
    return found.entries()


def _refuse_doctype(*_: Any) -> None:
    raise GraphFileError("a GraphML file must not have a DOCTYPE, whose entities are not read; remove it")


class _Reader:
    """The handlers of the elements, and what they have found so far."""

    def __init__(self) -> None:
        self.open: list[str] = []  # the elements around the current place
        self.directed: bool | None = None  # None before the graph
        self.index: dict[str, int] = {}  # of each vertex, in the order of the file
        self.ends = array("i")  # of each edge in turn, two numbers
        self.values = {"node": array("d"), "edge": array("d")}  # the weights; NaN where there is none
        self.default = {"node": np.nan, "edge": 1.0}
        self.keys: dict[str, set[str]] = {"node": set(), "edge": set(), "name": set()}  # what keys stand for
        self.key: tuple[str, ...] = ()  # the kinds of elements whose attribute "weight" the open key declares
        self.called: dict[int, str] = {}  # the attribute "name" of each vertex that has it
        self.collected: list[str] | None = None  # the text of a weight or a name
        self.is_name = False  # whether it is a name

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag, around = name.rpartition(" ")[2], self.open[-2:]
        if not self.open and tag != "graphml":
            raise GraphFileError(f"the file is not in GraphML: its first element is {tag[:40]!r} and not 'graphml'")
        self.open.append(tag)
        if tag == "data" and around in (["graph", "node"], ["graph", "edge"]):
            key = attributes.get("key")
            self.is_name = around[1] == "node" and key in self.keys["name"]
            self.collected = [] if self.is_name or key in self.keys[around[1]] else None
        elif tag == "node" and around[-1:] == ["graph"]:
            self._node(attributes.get("id", ""))
        elif tag == "edge" and around[-1:] == ["graph"]:
            self._edge(attributes)
        elif tag == "key":
            self._key(attributes, attributes.get("for", "all"))
        elif tag == "default" and around[-1:] == ["key"] and self.key:
            self.collected = []
        elif tag == "graph":
            if around[-1:] != ["graphml"] or self.directed is not None:
                raise GraphFileError("the file must hold one graph, and no graph within a vertex; keep one of them")
            self.directed = attributes.get("edgedefault") == "directed"
        elif tag == "hyperedge":
            raise GraphFileError("a graph with hyperedges cannot be cut; replace each by edges")

    def text(self, text: str) -> None:
        if self.collected is not None:
            self.collected.append(text)

    def end(self, name: str) -> None:
        tag = self.open.pop()
        if tag == "key":
            self.key = ()
        if self.collected is None or tag not in ("data", "default"):
            return
        word, self.collected = "".join(self.collected), None
        if self.is_name:
            self.called[len(self.index) - 1], self.is_name = word, False
            return
        value = number(word := word.strip())
        if value is None or np.isnan(value):
            raise GraphFileError(f"a weight must be a number, got {word[:40]!r}")
        if tag == "data":
            self.values[self.open[-1]][-1] = value
        else:
            self.default |= dict.fromkeys(self.key, value)

    def _key(self, attributes: dict[str, str], domain: str) -> None:
        if attributes.get("attr.name") == "name" and domain in ("all", "node"):
            self.keys["name"].add(attributes.get("id", ""))
        if attributes.get("attr.name") == "weight" and "id" in attributes:
            self.key = tuple(kind for kind in ("node", "edge") if domain in ("all", kind))
            for kind in self.key:
                self.keys[kind].add(attributes["id"])

    def _node(self, name: str) -> None:
        if not name or name in self.index:
            raise GraphFileError(f"every vertex must have an identifier of its own, got {name[:40]!r}")
        self.index[name] = len(self.index)
        self.values["node"].append(np.nan)

    def _edge(self, attributes: dict[str, str]) -> None:
        for side in ("source", "target"):
            name = attributes.get(side, "")
            if name not in self.index:
                raise GraphFileError(f"the {side} of an edge must be a vertex above it in the file, got {name[:40]!r}")
            self.ends.append(self.index[name])
        if attributes.get("directed", str(self.directed).lower()) != str(self.directed).lower():
            raise GraphFileError("all edges must be directed, or all undirected")
        self.values["edge"].append(np.nan)

    def entries(self) -> Entries:
        """Return what was found. Names of igraph replace identifiers if all vertices have one of their own."""
        names, called = list(self.index), list(self.called.values())
        if not names:
            raise GraphFileError("the file has no vertices")
        if len(called) == len(names) == len(set(called)) and all(called):
            names = called if all(name == f"n{i}" for i, name in enumerate(names)) else names
        masses, weight = (np.array(self.values[kind]) for kind in ("node", "edge"))
        for values, kind in ((masses, "node"), (weight, "edge")):
            values[np.isnan(values)] = self.default[kind]
        without = int(np.isnan(masses).sum())
        if 0 < without < len(names):
            raise GraphFileError(f"{without} of {len(names)} vertices have no weight; give all a weight or none")
        row, col = np.array(self.ends).reshape(-1, 2).T
        known = None if names == [str(i) for i in range(len(names))] else names
        return Entries(len(names), row, col, weight, known, None if without else masses, undirected=not self.directed)


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the GraphML file of a graph, with the attribute "weight" of edges and of vertices."""
    if vertex_weight is not None and vertex_weight.ndim > 1:
        raise GraphFileError("GraphML takes one weight of each vertex; choose one")
    called = list(map(str, range(W.shape[0]))) if names is None else names
    if any(not name or _NOT_XML.search(name) for name in called):
        problem = "a name is empty or has control characters, which XML has not; rename it, or write .npz"
        raise GraphFileError(problem, about="names")
    masses = [None] * len(called) if vertex_weight is None else vertex_weight.tolist()
    kinds = ("edge",) if vertex_weight is None else ("node", "edge")
    lines = [f'<key id="{_KEYS[kind]}" for="{kind}" attr.name="weight" attr.type="double"/>\n' for kind in kinds]
    lines.append('<graph edgedefault="undirected">\n')
    quoted, C = list(map(quoteattr, called)), sp.triu(W, format="coo")
    lines += [_element("node", f"id={name}", mass) for name, mass in zip(quoted, masses, strict=True)]
    edges = zip(C.row.tolist(), C.col.tolist(), C.data.tolist(), strict=True)
    lines += [_element("edge", f"source={quoted[i]} target={quoted[j]}", w) for i, j, w in edges]
    return "".join((_HEAD, *lines, "</graph>\n</graphml>\n")).encode()


def _element(kind: str, attributes: str, weight: float | None) -> str:
    if weight is None:
        return f"<{kind} {attributes}/>\n"
    return f'<{kind} {attributes}><data key="{_KEYS[kind]}">{shortest(weight)}</data></{kind}>\n'
