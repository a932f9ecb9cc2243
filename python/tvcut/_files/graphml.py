"""Graphs in GraphML: one graph, with one attribute of edges as weight and the attribute "weight" of vertices as mass.

Names are the identifiers of vertices, or the attribute "label" or "name" or the label of yEd where the identifiers are
numbers, or n0, n1, …, and each vertex has a label of its own.
The reader handles one element after the other, so that neither a large file nor its tree is in memory, and knows the
line of each. networkx does neither. See U. Brandes, M. Eiglsperger, I. Herman, M. Himsolt and M. S. Marshall, "GraphML
progress report", Graph Drawing 2001.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

import numpy as np
import scipy.sparse as sp

from .._input.columns import word
from .._input.entries import Entries, Floats
from .._input.error import GraphFileError, brief
from .doubts import weight_or_doubt
from .edge_writer import shortest
from .header import number
from .options import DEFAULT, Options
from .source import PIECE, Source

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_KEYS = {"node": "mass", "edge": "weight"}  # the identifiers of the attribute "weight" in files that are written
_NUMBER = re.compile(r"n?-?\d+(?:\.0)?")  # an identifier of a program, and no name
_NUMBERS = ("int", "long", "float", "double", "integer")
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'


def read(source: Source, options: Options = DEFAULT) -> Entries:
    """Return the entries of a GraphML file."""
    found = _Reader(options.weight)
    parser = expat.ParserCreate("utf-8" if source.coded else None, " ")  # None: that of the declaration of XML
    found.line = lambda: parser.CurrentLineNumber
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler, parser.EndElementHandler = found.start, found.end
    parser.CharacterDataHandler = found.text
    try:
        for piece in source.text(PIECE) if source.coded else source.pieces(PIECE):
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

    def __init__(self, wanted: str | None) -> None:
        self.wanted = wanted  # the name of the weight of edges
        self.open: list[str] = []  # the elements around the current place
        self.directed: bool | None = None  # None before the graph
        self.kinds: set[str] = set()  # "true" if there are directed edges, "false" if there are undirected ones
        self.index: dict[str, int] = {}  # of each vertex, in the order of the file, those of edges included
        self.declared: list[int] = []  # the numbers of the vertices with an element of their own
        self.missing: dict[str, tuple[str, int]] = {}  # the ends of edges that have none yet: which end, and the line
        self.ends = array("i")  # of each edge in turn, two numbers
        self.values = {"node": array("d"), "edge": array("d")}  # the weights; NaN where there is none
        self.default = {"node": np.nan, "edge": 1.0}
        self.keys: list[dict[str, str]] = []  # the attributes that the file declares, and their defaults
        self.weight: dict[str, str | None] = {}  # the identifiers of the weights of vertices and edges
        self.names: set[str] = set()  # the identifier of the attribute "label" or "name" of vertices
        self.unused: tuple[str, ...] = ()
        self.doubts: list[str] = []
        self.called: dict[int, str] = {}  # the label of each vertex that has one
        self.collected: list[str] | None = None  # the text of a weight, a name or a default
        self.is_name = False  # whether it is a name
        self.weight_from: str | None = None
        self.line: Callable[[], int] = lambda: 0  # where the reader is

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag, around = name.rpartition(" ")[2], self.open[-2:]
        if not self.open and tag != "graphml":
            raise GraphFileError(f"the file is not in GraphML: its first element is {tag[:40]!r} and not 'graphml'")
        self.open.append(tag)
        if tag == "data" and around in (["graph", "node"], ["graph", "edge"]):
            key = attributes.get("key", "")
            self.is_name = around[1] == "node" and key in self.names
            self.collected = [] if self.is_name or key == self.weight.get(around[1]) else None
        elif tag == "NodeLabel" and "node" in self.open and len(self.declared) - 1 not in self.called:
            self.is_name, self.collected = True, []
        elif tag == "node" and around[-1:] == ["graph"]:
            self._node(attributes.get("id", ""))
        elif tag == "edge" and around[-1:] == ["graph"]:
            self._edge(attributes)
        elif tag == "key":
            if self.directed is not None:
                raise GraphFileError("a key must be above the graph that uses it; move it there")
            self.keys.append(attributes)
        elif tag == "default" and around[-1:] == ["key"]:
            self.collected = []
        elif tag == "graph":
            if around[-1:] != ["graphml"] or self.directed is not None:
                raise GraphFileError("the file must hold one graph, and no graph within a vertex; keep one of them")
            self.directed = attributes.get("edgedefault") == "directed"
            self._choose()
        elif tag == "hyperedge":
            raise GraphFileError("a graph with hyperedges cannot be cut; replace each by edges")

    def text(self, text: str) -> None:
        if self.collected is not None:
            self.collected.append(text)

    def end(self, name: str) -> None:
        tag = self.open.pop()
        if self.collected is None or tag not in ("data", "default", "NodeLabel"):
            return
        text, self.collected = "".join(self.collected), None
        if tag == "default":
            self.keys[-1]["default"] = text
        elif self.is_name:
            self.called[len(self.declared) - 1], self.is_name = text.strip(), False
        else:
            values = self.values[self.open[-1]]
            if not np.isnan(values[-1]):
                raise GraphFileError("a vertex or an edge must not have two weights; remove one of them")
            values[-1] = _weight(text)

    def _choose(self) -> None:
        """Choose the attributes for weights and names among those that are declared."""
        of = {kind: [key for key in self.keys if key.get("for", "all") in ("all", kind)] for kind in ("node", "edge")}
        labels = [key for name in ("label", "name") for key in of["node"] if word(key.get("attr.name", "")) == name]
        self.names = {key.get("id", "") for key in labels[:1]}
        called = [key.get("attr.name", "") for key in of["edge"]]

        def holds_numbers(c: int) -> bool:
            return of["edge"][c].get("attr.type") in _NUMBERS and of["edge"][c].get("for") == "edge"

        chosen, self.doubts = weight_or_doubt(called, [], self.wanted, holds_numbers)
        masses = [key for key in of["node"] if word(key.get("attr.name", "")) == "weight"]
        used = {"node": masses[0] if masses else None, "edge": None if chosen is None else of["edge"][chosen]}
        for kind, key in used.items():
            if key is not None:
                self.weight[kind] = key.get("id")
                self.default[kind] = _weight(key["default"]) if "default" in key else self.default[kind]
        self.weight_from = None if chosen is None else called[chosen]
        rest = [key for key in self.keys if key not in used.values() and key.get("id") not in self.names]
        self.unused = tuple(dict.fromkeys(key["attr.name"] for key in rest if key.get("attr.name")))

    def _node(self, name: str) -> None:
        if not name or (name in self.index and name not in self.missing):
            raise GraphFileError(f"every vertex must have an identifier of its own, got {name[:40]!r}")
        self.missing.pop(name, None)
        self.declared.append(self.index.setdefault(name, len(self.index)))
        self.values["node"].append(np.nan)

    def _edge(self, attributes: dict[str, str]) -> None:
        for side in ("source", "target"):
            name = attributes.get(side, "")
            if name not in self.index:
                self.missing[name] = side, self.line()
            self.ends.append(self.index.setdefault(name, len(self.index)))
        self.kinds.add(attributes.get("directed", str(self.directed).lower()))
        if len(self.kinds) > 1:
            raise GraphFileError("all edges must be directed, or all undirected")
        self.values["edge"].append(np.nan)

    def entries(self) -> Entries:
        """Return what was found. Labels replace identifiers that are numbers if all vertices have one of their own."""
        for name, (side, line) in self.missing.items():
            raise GraphFileError(f"the {side} of an edge must be a vertex of the file, got {name[:40]!r}", line)
        known, called = list(self.index), list(self.called.values())
        names = [known[number] for number in self.declared]
        if not names:
            raise GraphFileError("the file has no vertices")
        if len(called) == len(names) == len(set(called)) and all(called):
            names = called if all(map(_NUMBER.fullmatch, names)) else names
        masses, weight = (np.array(self.values[kind]) for kind in ("node", "edge"))
        for values, kind in ((masses, "node"), (weight, "edge")):
            values[np.isnan(values)] = self.default[kind]
        without = int(np.isnan(masses).sum())
        if 0 < without < len(names):
            raise GraphFileError(f"{without} of {len(names)} vertices have no weight; give all a weight or none")
        rank = np.argsort(np.array(self.declared))
        row, col = rank[np.array(self.ends, np.int64)].reshape(-1, 2).T
        found = Entries(
            *(len(names), row, col, weight, None if names == [str(i) for i in range(len(names))] else names),
            *(None if without else masses, False, self.weight_from, self.unused, tuple(self.doubts)),
        )
        return found if (self.kinds or {str(self.directed).lower()}) == {"true"} else found.whole()


def _weight(text: str) -> float:
    value = number(text := text.strip())
    if value is None or np.isnan(value):
        raise GraphFileError(f"a weight must be a number, got {text[:40]!r}")
    return value


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
