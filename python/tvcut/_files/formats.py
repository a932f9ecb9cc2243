"""The table of formats, and how the content of a file tells which one it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from .._input.arguments import as_choice
from .._input.entries import Entries
from .._input.error import GraphFileError
from . import edge_writer, edges, graphml, matrix_market, metis, npz, parquet
from .comments import KONECT
from .options import Options
from .source import PIECE, Source

_HEAD = 4096  # bytes that tell the format
Writer = Callable[[Any, "list[str] | None", Any], bytes]


@dataclass(frozen=True)
class Format:
    """A format: its name, the endings of its files, its reader with the options that it takes, and its writer."""

    name: str
    endings: tuple[str, ...]
    read: Callable[[Source, Options], Entries]
    write: Writer
    takes: tuple[str, ...] = ()


_ROWS = ("weight", "header", "encoding")
FORMATS = {
    fmt.name: fmt
    for fmt in (
        Format("metis", (".graph", ".metis", ".chaco"), metis.read, metis.write),
        Format("matrix-market", (".mtx", ".mm"), matrix_market.read, matrix_market.write),
        Format("npz", (".npz",), npz.read, npz.write),
        Format("csv", (".csv",), edges.read, edge_writer.write, _ROWS),
        Format("tsv", (".tsv",), edges.read, partial(edge_writer.write, mark="\t"), _ROWS),
        Format(
            "edges", (".edges", ".edgelist", ".el", ".txt"), edges.read, partial(edge_writer.write, mark=" "), _ROWS
        ),
        Format("parquet", (".parquet", ".pq"), parquet.read, parquet.write, ("weight",)),
        Format("graphml", (".graphml", ".xml"), graphml.read, graphml.write, ("weight", "encoding")),
    )
}


def by_name(name: str) -> Format:
    """Return the format with a name, or raise ValueError listing all names."""
    return FORMATS[as_choice("format", name, FORMATS)]


def by_ending(file: str) -> Format | None:
    """Return the format that the ending of a name, before .gz, stands for."""
    plain = file.lower().removesuffix(".gz")
    return next((fmt for fmt in FORMATS.values() if plain.endswith(fmt.endings)), None)


def by_content(source: Source, file: str) -> Format:
    """Return the format of a file. The ending of the name counts only where text may be METIS or an edge list."""
    data = source.head(4)
    text = next(source.text(_HEAD + 1), b"").removeprefix(b"\xef\xbb\xbf")
    start = text[:_HEAD].lstrip()
    if not start and len(text) <= _HEAD:
        raise GraphFileError("the file is empty")
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return FORMATS["npz"]
    if data[:4] == b"PAR1":
        return FORMATS["parquet"]
    if re.match(rb"%{1,2}matrixmarket", start, re.IGNORECASE):
        return FORMATS["matrix-market"]
    if start[:1] == b"<":
        return FORMATS["graphml"]
    if b"\0" in start:
        for _ in source.pieces(PIECE):  # a gzip file that is damaged or holds too much has its own error
            pass
        names = ", ".join(FORMATS)
        raise GraphFileError(f"the file has none of the formats {names}; it holds binary data")
    named = by_ending(file)
    if named is not None and named.name in ("metis", "matrix-market", "csv", "tsv", "edges"):
        return named
    if KONECT.match(start):
        return FORMATS["edges"]
    return FORMATS["metis"] if metis.fits(source) else FORMATS["edges"]
