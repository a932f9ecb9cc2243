"""The steps on one block of rows of a graph that is stored in blocks: core/blocks through the C interface."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_void_p
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import library
from .backends import TEXT_LENGTH, CtypesBackend, error
from .structures import Block, Moves

Array = npt.NDArray[Any]


class Proposals(NamedTuple):
    """What ``propose`` returns, one entry for each row."""

    target: Array  # the label that the row asks for, int32; its own if it stays
    inside: Array  # weight of the edges of the row to its own label
    toward: Array  # weight of the edges of the row to ``target``


def propose(graph: dict[str, Array], labels: dict[str, Array], leave: bool = False) -> Proposals:
    """Return the label with the largest connection to each row of a block that has room for it.

    ``graph`` holds indptr, indices and data, and ``labels`` the other arrays of tvcut_block: own, column, label_mass,
    most, key, mass, and optionally group and active. Raises ValueError if an index or a length is not valid.
    """
    n = len(graph["indptr"]) - 1
    found = Proposals(np.empty(n, np.int32), np.empty(n), np.empty(n))
    sizes = {"n_columns": len(labels["column"]), "n_labels": len(labels["label_mass"]), "leave": int(leave)}
    lengths = _lengths(n, "own", "mass", "active") | _lengths(sizes["n_labels"], "most", "key", "group")
    given = _typed(graph | labels, _of_graph(graph) | lengths) | found._asdict()
    block = Block(n=n, nnz=len(graph["data"]), **sizes, **{name: array.ctypes.data for name, array in given.items()})
    _call("propose", byref(block))
    return found


def independent(graph: dict[str, Array], gain: Array, key: Array, column_gain: Array, column_key: Array) -> Array:
    """Return which rows with gain > 0 come before all of their neighbours, by gain and then by key: n bools.

    Raises ValueError if an index or a length is not valid.
    """
    n = len(graph["indptr"]) - 1
    chosen = np.zeros(n, np.uint8)
    arrays = _typed(graph, _of_graph(graph))
    rows, columns = _lengths(n, "gain", "key"), _lengths(len(column_gain), "gain", "key")
    of_rows, of_columns = {"gain": gain, "key": key}, {"gain": column_gain, "key": column_key}
    numbers = [*_typed(of_rows, rows).values(), *_typed(of_columns, columns).values(), chosen]
    sizes = {"n": n, "nnz": len(graph["data"]), "n_columns": len(column_gain)}
    block = Block(**sizes, **{name: array.ctypes.data for name, array in arrays.items()})
    _call("independent", byref(block), *(c_void_p(array.ctypes.data) for array in numbers))
    return chosen.astype(bool)


def accept(moves: dict[str, Array], parts: dict[str, Array], by_cut: bool) -> tuple[Array, Array, Array]:
    """Make moves one by one where they lower the objective within the bounds.

    ``moves`` holds from, to, mass, degree, inside and toward; ``parts`` cuts, masses, least and most. Returns which
    moves were made, shape (count,), and the cuts and masses of the parts afterwards, shape (k,). Raises ValueError if a
    length is not valid.
    """
    cuts, masses = (np.array(parts[name], np.float64) for name in ("cuts", "masses"))
    accepted = np.zeros(len(moves["from"]), np.uint8)
    lengths = _lengths(len(accepted), *moves) | _lengths(len(cuts), *parts)
    given = _typed(moves | parts, lengths) | {"cuts": cuts, "masses": masses, "accepted": accepted}
    sizes = {"count": len(accepted), "k": len(cuts), "by_cut": int(by_cut)}
    _call("accept", byref(Moves(**sizes, **{name: array.ctypes.data for name, array in given.items()})))
    return accepted.astype(bool), cuts, masses


_DTYPES: dict[str, Any] = {
    "indptr": np.int64,
    "key": np.uint64,
    "active": np.uint8,
    **dict.fromkeys(("indices", "own", "column", "group", "from", "to"), np.int32),
}


def _lengths(length: int, *names: str) -> dict[str, int]:
    return dict.fromkeys(names, length)


def _of_graph(graph: dict[str, Array]) -> dict[str, int]:
    """Return the lengths of the arrays of a graph, which follow from the row starts and the weights."""
    return _lengths(len(graph["data"]), "indices")


def _typed(arrays: dict[str, Array], lengths: dict[str, int]) -> dict[str, Array]:
    """Return the arrays in the types of the structs, float64 unless _DTYPES says otherwise, or raise ValueError.

    The core sees addresses alone, so that arrays that are too short would be read beyond their ends.
    """
    for name, length in lengths.items():
        if name in arrays and np.shape(arrays[name]) != (length,):
            raise ValueError(f"{name} must have shape ({length},), got {np.shape(arrays[name])}")
    return {name: np.ascontiguousarray(array, _DTYPES.get(name, np.float64)) for name, array in arrays.items()}


def _call(name: str, *arguments: Any) -> None:
    """Call a function of the C interface, which releases the GIL, and raise the error that it reports."""
    backend = library.library()
    if not isinstance(backend, CtypesBackend):
        raise RuntimeError(
            "tvcut.distributed needs the backend 'ctypes'; unset TVCUT_BACKEND on the client and on the workers"
        )
    message = ctypes.create_string_buffer(TEXT_LENGTH)
    code = getattr(backend.lib, f"tvcut_{name}")(*arguments, message, ctypes.c_size_t(TEXT_LENGTH))
    if fault := error(code, message.value.decode(errors="replace")):
        raise fault
