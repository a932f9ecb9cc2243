"""Edge lists as text, written."""

from __future__ import annotations

import csv
import io
from typing import Any

import numpy as np
import scipy.sparse as sp

from .entries import Floats
from .error import GraphFileError


def pairs(W: Any, names: list[str] | None) -> tuple[list[int], list[int], list[float]]:
    """Return each edge of W once, with a loop of weight 0 for vertices that the edges alone would not place."""
    C = sp.triu(W, format="coo")
    row, col, weight = C.row.tolist(), C.col.tolist(), C.data.tolist()
    if names is None:
        alone = np.setdiff1d(np.arange(W.shape[0]), np.concatenate((C.row, C.col))).tolist()
    else:
        seen = dict.fromkeys(vertex for pair in zip(row, col, strict=True) for vertex in pair)
        alone = [] if list(seen) == list(range(W.shape[0])) else list(range(W.shape[0]))
    return [*alone, *row], [*alone, *col], [*([0.0] * len(alone)), *weight]


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None, mark: str = ",") -> bytes:
    """Return the edge list of a graph with a header. With spaces between the columns there is no header."""
    if vertex_weight is not None:
        raise GraphFileError("an edge list has no weights of vertices; leave them out, or write .npz or METIS")
    rows, columns, weights = pairs(W, names)
    called = list(map(str, range(W.shape[0]))) if names is None else names
    lines = [(called[i], called[j], shortest(w)) for i, j, w in zip(rows, columns, weights, strict=True)]
    if mark == " ":
        if any(len(name.split()) != 1 or name[0] in "#%" for name in called):
            raise GraphFileError("names with spaces, # or % need CSV or TSV as the format")
        return "".join(f"{i} {j} {w}\n" for i, j, w in lines).encode()
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=mark, lineterminator="\n")
    writer.writerow(("source", "target", "weight"))
    if any(name != name.strip() or not name or name[0] in "#%" or "\n" in name or "\r" in name for name in called):
        raise GraphFileError("names that start with # or %, or have a line break or spaces around them, need .npz")
    writer.writerows(lines)
    return file.getvalue().encode()


def shortest(weight: float) -> str:
    """Return the shortest text that is read as the same number."""
    return str(int(weight)) if weight == int(weight) and abs(weight) < 2**53 else repr(weight)
