"""Sparse matrices in .npz archives: those of ``scipy.sparse.save_npz``, and arrays data, indices, indptr and shape.

Nothing is unpickled. The sizes that an archive declares are checked before an array is allocated.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from typing import Any

import numpy as np
import scipy.sparse as sp

from .._input.entries import Entries, Floats, from_sparse
from .._input.error import GraphFileError, brief, check_expansion, check_vertices
from .._input.matrix import check_structure
from . import npy
from .npy import KNOWN, NEEDED, Arrays
from .source import Source

# What zipfile raises for damaged, encrypted and unknown members.
DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, ValueError, RuntimeError, LookupError)


def read(source: Source) -> Entries:
    """Return the entries of an archive."""
    try:
        with source.opened() as file, zipfile.ZipFile(file) as archive:
            size = file.seek(0, io.SEEK_END)
            return from_arrays({name: array(archive, member) for name, member in members(archive, size).items()})
    except GraphFileError:
        raise
    except DAMAGE as error:
        raise GraphFileError(f"the archive cannot be read: {brief(error)}") from None


def from_arrays(arrays: Arrays) -> Entries:
    """Return the entries of the matrix that the arrays hold, with names and masses if there are any."""
    A = _matrix(arrays)
    return from_sparse(A, *vertex_arrays(arrays, A.shape[0]))


def members(archive: zipfile.ZipFile, packed: int) -> dict[str, zipfile.ZipInfo]:
    """Return the arrays of the archive that belong to a graph, whose sizes together are bounded."""
    found = {m.filename[:-4]: m for m in archive.infolist() if m.filename.endswith(".npy")}
    found = {name: member for name, member in found.items() if name in KNOWN}
    check_expansion(sum(m.file_size for m in found.values()), packed, "save it with compressed=False")
    return found


def array(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Any:
    """Return one array. Its header must declare as many bytes as the member has."""
    name = member.filename
    with archive.open(member) as file:
        npy.header(file, name, member.file_size)
    with archive.open(member) as file:
        return npy.read(file, name)


def vertex_arrays(arrays: Arrays, n: int) -> tuple[list[str] | None, Floats | None]:
    """Return the names and the masses, or raise GraphFileError if there are some that are not those of n vertices."""
    names, masses = arrays.get("names"), arrays.get("vertex_weight")
    if names is not None and (names.dtype.kind != "U" or names.shape != (n,)):
        raise GraphFileError(f"names must be one text for each of {n} vertices")
    if masses is not None and (masses.dtype.kind not in "biuf" or masses.shape[:1] != (n,) or masses.ndim > 2):
        raise GraphFileError(f"vertex_weight must be one number for each of {n} vertices")
    return None if names is None else names.tolist(), None if masses is None else masses.astype(np.float64)


def layout_of(arrays: Arrays) -> str:
    """Return the layout that the array ``format`` names."""
    layout = arrays.get("format", np.array("csr"))
    layout = layout.item() if layout.shape == () else None
    layout = layout.decode("latin-1") if isinstance(layout, bytes) else layout
    if layout not in NEEDED:
        raise GraphFileError(f"the format must be one of {', '.join(NEEDED)}, got {layout!r}")
    return str(layout)


def checked_shape(arrays: Arrays, layout: str) -> tuple[int, int]:
    """Return the shape of the matrix that the arrays hold, which must have the right types."""
    missing = [name for name in (*NEEDED[layout], "shape") if name not in arrays]
    if missing:
        raise GraphFileError(f"the archive must hold {', '.join((*NEEDED[layout], 'shape'))}, but has no {missing[0]}")
    shape = arrays["shape"]
    if shape.dtype.kind not in "iu" or shape.shape != (2,):
        raise GraphFileError("shape must hold two integers")
    size = int(shape[0]), int(shape[1])
    parts = [arrays[name] for name in NEEDED[layout]]
    for length in size:
        check_vertices(length, max(part.size for part in parts))
    if any(part.dtype.kind not in "biuf" for part in parts):
        raise GraphFileError("weights and indices must be real numbers")
    if any(part.dtype.kind not in "iu" for part in parts[1:]):
        raise GraphFileError("indices must be integers")
    return size


def _matrix(arrays: Arrays) -> Any:
    """Return the matrix that the arrays hold."""
    layout = layout_of(arrays)
    size = checked_shape(arrays, layout)
    parts = [arrays[name] for name in NEEDED[layout]]
    if parts[0].dtype == np.float16:
        parts[0] = parts[0].astype(np.float32)  # newer versions of SciPy have no matrices of float16
    try:
        A = _built(layout, parts, size)
        if layout in ("csr", "csc", "bsr"):
            check_structure(A)
        return A
    except (ValueError, TypeError, IndexError, OverflowError) as error:
        raise GraphFileError(f"the arrays are no matrix: {brief(error)}") from None


def _built(layout: str, parts: list[Any], size: tuple[int, int]) -> Any:
    if layout == "coo":
        return sp.coo_array((parts[0], (parts[1], parts[2])), shape=size)
    if layout == "dia":
        return sp.dia_array((parts[0], parts[1]), shape=size)
    return getattr(sp, f"{layout}_array")(tuple(parts), shape=size)


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the archive that ``scipy.sparse.load_npz`` reads too, with names and vertex_weight beside the matrix."""
    if any(name.endswith("\0") for name in names or ()):
        problem = r"names must not end in \0, which arrays of NumPy do not keep; rename these vertices"
        raise GraphFileError(problem, about="names")
    extra: Arrays = {} if names is None else {"names": np.array(names, np.str_)}
    extra |= {} if vertex_weight is None else {"vertex_weight": vertex_weight}
    file = io.BytesIO()
    arrays: Arrays = {"indices": W.indices, "indptr": W.indptr, "format": np.array(b"csr"), "data": W.data}
    np.savez_compressed(file, **arrays, shape=np.array(W.shape), **extra)
    return file.getvalue()
