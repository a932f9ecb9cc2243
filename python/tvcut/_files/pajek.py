"""Networks of Pajek and Infomap, which igraph reads after what it does not know is left out of the text."""

from __future__ import annotations

import re

from .._input.entries import Entries
from .._input.error import GraphFileError, check_vertices
from .by_library import attribute, of_graph, of_igraph, text_of
from .options import Options
from .source import Source

_FEW, _LINE = 10_000, 4  # vertices that any file may declare, and bytes of a line of an edge
_LEFT_OUT = re.compile(rb"\A\xef\xbb\xbf|\A\s*/\*.*?\*/|^[ \t]*[#%][^\n]*\n", re.MULTILINE | re.DOTALL)  # comments
_EDGES = re.compile(rb"^[ \t]*\*(?:arcs|edges|arcslist|edgeslist|matrix|links)\b", re.MULTILINE | re.IGNORECASE)
_OTHERS = re.compile(rb"^[ \t]*\*(network|multilayer|intra|inter|states|bipartite)\b", re.MULTILINE | re.IGNORECASE)
_RELATION = re.compile(rb"^(\s*\*(?:arcs|edges)\w*)[ \t]*:[^\n]*$", re.MULTILINE | re.IGNORECASE)  # and its name
_LINKS = re.compile(rb"^\s*\*links\b", re.MULTILINE | re.IGNORECASE)  # of Infomap
_BESIDE = re.compile(rb"^(\s*\d+[ \t]+\"(?:[^\"\\\n]|\\.)*\")[^\n]*$", re.MULTILINE)  # a vertex, and what follows it
_TIMES = re.compile(rb"[ \t]+\[[\d,*\- ]*\][ \t]*$", re.MULTILINE)
_NUMBER = re.compile(rb"^[ \t]*\d+:", re.MULTILINE)  # of the relation of an edge
_POINT = re.compile(rb"(?<=[\s-])\.(?=\d)")  # of a number without a digit before it
_DECLARED = re.compile(rb"^\s*\*vertices[ \t]*(\d{0,18})", re.MULTILINE | re.IGNORECASE)
_SECTION = re.compile(rb"^\s*\*(arcs|edges)[^\n]*\n\s*\d", re.MULTILINE | re.IGNORECASE)


def read(source: Source, options: Options) -> Entries:
    """Return the entries of a network."""
    text = _plain(text_of(source))
    declared = _DECLARED.search(text)
    if declared is not None:
        check_vertices(max(1, int(declared[1])), len(text) // _LINE, free=len(text) + _FEW)
    graph = of_igraph("Pajek", "pajek", text)
    identifiers = [str(i + 1) for i in range(graph.vcount())]
    labels = [label or identifiers[i] for i, label in enumerate(attribute(graph, "name"))]
    mixed = len({found[1].lower() for found in _SECTION.finditer(text)}) > 1
    return of_graph(graph, labels, identifiers, options, ["the arcs were read as edges"] if mixed else [])


def _plain(text: bytes) -> bytes:
    """Return the text as igraph knows it: vertices, their labels, and sections of edges. Vertices are counted."""
    text = _LEFT_OUT.sub(b"", text)
    edges = _EDGES.search(text)
    others = [found[1].lower() for found in _OTHERS.finditer(text)]
    if edges is None or others not in ([], [b"network"]):
        raise GraphFileError(
            "the file must hold one network with a section *Edges, *Arcs, *Edgeslist, *Arcslist, *Matrix or *Links, "
            "and no layers; a partition or a vector is no graph"
        )
    above, below = _TIMES.sub(b"", text[: edges.start()]), _TIMES.sub(b"", text[edges.start() :])
    above, below = _BESIDE.sub(rb"\1", above), _RELATION.sub(rb"\1", _LINKS.sub(b"*Edges", below))
    below = _NUMBER.sub(b"", _POINT.sub(b"0.", below))
    declared = _DECLARED.search(above)
    if declared is not None and not declared[1]:
        count = len(above[declared.end() :].split(b"\n")) - 2
        above = b"%s %d%s" % (above[: declared.end()], count, above[declared.end() :])
    return above + below
