"""The step on one block of rows of a graph that is stored in blocks: core/blocks through the C interface."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import library
from .backends import TEXT_LENGTH, CtypesBackend, error
from .structures import Block

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
    lengths = dict.fromkeys(("own", "mass", "active"), n) | dict.fromkeys(("most", "key", "group"), sizes["n_labels"])
    given = _typed(graph | labels, lengths | {"indices": len(graph["data"])}) | found._asdict()
    block = Block(n=n, nnz=len(graph["data"]), **sizes, **{name: array.ctypes.data for name, array in given.items()})
    _call("propose", byref(block))
    return found


_DTYPES: dict[str, Any] = {
    "indptr": np.int64,
    "key": np.uint64,
    "active": np.uint8,
    **dict.fromkeys(("indices", "own", "column", "group"), np.int32),
}


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
