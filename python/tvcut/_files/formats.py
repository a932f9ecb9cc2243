"""The table of formats: those that are read and written, and those that are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from .._input.arguments import as_choice
from .._input.entries import Entries
from . import (
    by_library,
    edge_writer,
    edges,
    graphml,
    json_graph,
    matrix_market,
    matrix_text,
    metis,
    npz,
    numbered,
    packed,
    pajek,
    parquet,
)
from .options import Options
from .source import Source

Writer = Callable[[Any, "list[str] | None", Any], bytes]
_ROWS = ("weight", "header", "encoding")
_ATTRIBUTES = ("weight", "encoding")


@dataclass(frozen=True)
class Readable:
    """A format that is read: its name, the endings of its files, its reader and the options that this takes."""

    name: str
    endings: tuple[str, ...]
    read: Callable[[Source, Options], Entries]
    takes: tuple[str, ...]


@dataclass(frozen=True)
class Format(Readable):
    """A format that is read and written."""

    write: Writer


_TEXT = (".edges", ".edgelist", ".el", ".txt", ".ncol")
_FORMATS = (
    Format("metis", (".graph", ".metis", ".chaco"), metis.read, (), metis.write),
    Format("matrix-market", (".mtx", ".mm"), matrix_market.read, ("weight",), matrix_market.write),
    Format("npz", (".npz",), npz.read, (), npz.write),
    Format("csv", (".csv",), edges.read, _ROWS, edge_writer.write),
    Format("tsv", (".tsv",), edges.read, _ROWS, partial(edge_writer.write, mark="\t")),
    Format("edges", _TEXT, edges.read, _ROWS, partial(edge_writer.write, mark=" ")),
    Format("parquet", (".parquet", ".pq"), parquet.read, ("weight",), parquet.write),
    Format("graphml", (".graphml", ".xml"), graphml.read, _ATTRIBUTES, graphml.write),
)
FORMATS = {fmt.name: fmt for fmt in _FORMATS}
READABLE: dict[str, Readable] = FORMATS | {
    fmt.name: fmt
    for fmt in (
        Readable("gml", (".gml",), by_library.gml, _ATTRIBUTES),
        Readable("pajek", (".net", ".paj"), pajek.read, _ATTRIBUTES),
        Readable("lgl", (".lgl",), by_library.lgl, _ATTRIBUTES),
        Readable("gexf", (".gexf",), by_library.gexf, _ATTRIBUTES),
        Readable("json", (".json", ".cyjs", ".jgf"), json_graph.read, _ATTRIBUTES),
        Readable("sif", (".sif",), by_library.sif, ("encoding",)),
        Readable("edgelist", (), by_library.with_data, _ATTRIBUTES),
        Readable("adjlist", (".adjlist", ".adj"), by_library.adjacency, ("encoding",)),
        Readable("dimacs", (".dimacs", ".col", ".gr"), numbered.dimacs, ("weight",)),
        Readable("hmetis", (".hgr",), numbered.hypergraph, ("hyperedges",)),
        Readable("matrix", (), matrix_text.read, ("encoding",)),
        Readable("xlsx", (".xlsx",), packed.workbook, ("weight", "header")),
    )
}


def by_name(name: str) -> Readable:
    """Return the format with a name, or raise ValueError listing all names."""
    return READABLE[as_choice("format", name, READABLE)]


def written_by_name(name: str) -> Format:
    """Return the format that is written with a name, or raise ValueError listing all names."""
    return FORMATS[as_choice("format", name, FORMATS)]


def by_ending(file: str) -> Format | None:
    """Return the format that is written and that the ending of a name, before .gz, stands for."""
    return next((fmt for fmt in FORMATS.values() if _ends(file, fmt)), None)


def read_by_ending(file: str) -> Readable | None:
    """Return the format that is read and that the ending of a name, before .gz, stands for."""
    return next((fmt for fmt in READABLE.values() if _ends(file, fmt)), None)


def _ends(file: str, fmt: Readable) -> bool:
    return bool(fmt.endings) and file.lower().removesuffix(".gz").endswith(fmt.endings)
