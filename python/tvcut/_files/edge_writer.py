"""Edge lists as text, written so that they are read back with the same names."""

from __future__ import annotations

import csv
import io
from typing import Any

import numpy as np
import scipy.sparse as sp

from .._input.entries import Floats
from .._input.error import GraphFileError
from .comments import COMMENTS
from .edges import read
from .source import Source

_HEADER = ("source", "target", "weight")
_STARTS = tuple(map(chr, COMMENTS))
Line = tuple[str, str, str]  # the vertices and the weight of an edge


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None, mark: str = ",") -> bytes:
    """Return the edge list of a graph with a header, which is a comment if there are spaces between the columns.

    Without names, a list with spaces between the columns has no header. Raises GraphFileError if the names would be
    read back as others.
    """
    edges = edge_list(W, names, vertex_weight)
    called = list(map(str, range(W.shape[0]))) if names is None else names
    lines = [(called[i], called[j], shortest(w)) for i, j, w in zip(*edges, strict=True)]
    if names is not None:
        _check_names(names, lines, mark)
    return _text(lines, mark, names is not None)


def edge_list(
    W: Any, names: list[str] | None, vertex_weight: Floats | None
) -> tuple[list[int], list[int], list[float]]:
    """Return each edge of W once, and a loop of weight 0 for each vertex without edges.

    Edges between names come in the order of their larger vertices, so that the names are read in their order wherever
    each has an edge with one before it.
    """
    if vertex_weight is not None:
        problem = "an edge list has no weights of vertices; leave them out, or write .npz or METIS"
        raise GraphFileError(problem, about="vertex_weight")
    C = sp.triu(W, format="coo")
    alone = np.setdiff1d(np.arange(W.shape[0]), (C.row, C.col))
    row, col = np.concatenate((alone, C.row)), np.concatenate((alone, C.col))
    weight = np.concatenate((np.zeros(len(alone)), C.data))
    order = slice(None) if names is None else np.lexsort((row, col))
    return row[order].tolist(), col[order].tolist(), weight[order].tolist()


def _check_names(names: list[str], lines: list[Line], mark: str) -> None:
    """Raise GraphFileError if the names would not be read back from the lines."""
    if mark == " " and any(name.split() != [name] or name.startswith(_STARTS) for name in names):
        raise GraphFileError("names with spaces, # or % need CSV or TSV as the format", about="names")
    if any(name != name.strip() or not name or set(name) & set("\n\r\0") for name in names):
        raise GraphFileError(
            "names that are empty, or have a line break or spaces around them, need .npz", about="names"
        )
    found = _read_back(lines, mark)
    first = [name for line in lines[:1] for name in line[:2]]
    lost = next((name for name in (*first, *names) if name not in found), None)
    if lost is not None:
        raise GraphFileError(
            f"a line with the name {lost[:40]!r} would be read back as a header, or with other names or columns; "
            "rename its vertices, or write .npz",
            about="names",
        )


def _read_back(lines: list[Line], mark: str) -> set[str]:
    """Return the names that are read from lines, or none of them if the first line makes the others wrong.

    The first line is kept, as it may be taken for a header, and each vertex of the others has a loop.
    """
    others = dict.fromkeys(name for line in lines[1:] for name in line[:2])
    try:
        entries = read(Source(None, _text([*lines[:1], *((name, name, "1") for name in others)], mark, True)))
    except GraphFileError:
        return set()
    return set(map(str, range(entries.n)) if entries.names is None else entries.names)


def _text(lines: list[Line], mark: str, named: bool) -> bytes:
    """Return the lines as text. With spaces between the columns, the header of a graph with names is a comment."""
    file = io.StringIO(newline="")
    if mark == " ":
        file.write(f"# {' '.join(_HEADER)}\n" if named else "")
        file.writelines(f"{i} {j} {w}\n" for i, j, w in lines)
    else:
        csv.writer(file, delimiter=mark, lineterminator="\n").writerows((_HEADER, *lines))
    return encoded(file.getvalue())


def encoded(text: str) -> bytes:
    """Return text in UTF-8, or raise GraphFileError if it has a lone surrogate."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        wrong = error.object[error.start : error.end][:40]
        raise GraphFileError(f"names must be text that UTF-8 can hold, got {wrong!r} in one", about="names") from None


def shortest(weight: float) -> str:
    """Return the shortest text that is read as the same number."""
    return str(int(weight)) if weight == int(weight) and abs(weight) < 2**53 else repr(weight)
