"""Sparse matrices in .npz archives: those of ``scipy.sparse.save_npz``, and arrays data, indices, indptr and shape.

Nothing is unpickled. The sizes that an archive declares are checked before an array is allocated, and the arrays before
SciPy uses them, whose own reader does neither.
"""

from __future__ import annotations

import io
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import numpy as np
import scipy.sparse as sp

from .._input.entries import Entries, Floats
from .._input.error import GraphFileError, brief, check_expansion, check_vertices
from .._input.matrix import check_structure
from . import npy
from .options import DEFAULT, Options
from .source import Source

# The arrays of a graph by layout, each in a file or a member NAME.npy; and what may be beside them.
NEEDED = {
    "csr": ("data", "indices", "indptr"),
    "csc": ("data", "indices", "indptr"),
    "bsr": ("data", "indices", "indptr"),
    "coo": ("data", "row", "col"),
    "dia": ("data", "offsets"),
}
OPTIONAL = ("names", "vertex_weight")
Arrays = dict[str, Any]
# What zipfile raises for damaged, encrypted and unknown members.
DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, ValueError, RuntimeError, LookupError)


def read(source: Source, options: Options = DEFAULT) -> Entries:
    """Return the entries of an archive."""
    with source.opened() as file, opened(file, file.seek(0, io.SEEK_END)) as (archive, members):
        return from_arrays({name: array(archive, member) for name, member in members.items()})


@contextmanager
def opened(file: IO[bytes], packed: int) -> Iterator[tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]]:
    """Open an archive of ``packed`` bytes, and return its arrays that belong to a graph, whose sizes are bounded."""
    known = {"format", "shape", *OPTIONAL}.union(*NEEDED.values())
    try:
        with zipfile.ZipFile(file) as archive:
            found = {m.filename[:-4]: m for m in archive.infolist() if m.filename.endswith(".npy")}
            found = {name: member for name, member in found.items() if name in known}
            check_expansion(sum(m.file_size for m in found.values()), packed, "save it with compressed=False")
            yield archive, found
    except GraphFileError:
        raise
    except DAMAGE as error:
        raise GraphFileError(f"the archive cannot be read: {brief(error)}") from None


def array(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Any:
    """Return one array. Its header must declare as many bytes as the member has."""
    with archive.open(member) as file:
        return npy.whole(file, member.filename, member.file_size)


def from_arrays(arrays: Arrays) -> Entries:
    """Return the entries of the matrix that the arrays hold, with names and masses if there are any."""
    layout = layout_of(arrays)
    n, m = checked_shape(arrays, layout)
    parts = [arrays[name] for name in NEEDED[layout]]
    if parts[0].dtype == np.float16:
        parts[0] = parts[0].astype(np.float32)  # newer versions of SciPy have no matrices of float16
    try:
        A = getattr(sp, f"{layout}_array")(
            (parts[0], tuple(parts[1:])) if layout == "coo" else tuple(parts), shape=(n, m)
        )
        if layout in ("csr", "csc", "bsr"):
            check_structure(A)
    except (ValueError, TypeError, IndexError, ArithmeticError) as error:
        raise GraphFileError(f"the arrays are no matrix: {brief(error)}") from None
    names, masses = vertex_arrays(arrays, n)
    if n != m:
        raise GraphFileError(f"the matrix of a graph must be square, got shape ({n}, {m})")
    C = A.tocoo(copy=False)
    return Entries(n, C.row, C.col, C.data.astype(np.float64, copy=False), names, masses)


def vertex_arrays(arrays: Arrays, n: int) -> tuple[list[str] | None, Floats | None]:
    """Return the names and the masses, or raise GraphFileError if there are some that are not those of n vertices."""
    names, masses = (arrays.get(name) for name in OPTIONAL)
    if names is not None and (names.dtype.kind != "U" or names.shape != (n,)):
        raise GraphFileError(f"names must be one text for each of {n} vertices")
    if masses is not None and (masses.dtype.kind not in "biuf" or masses.shape[:1] != (n,) or masses.ndim > 2):
        raise GraphFileError(f"vertex_weight must be one number for each of {n} vertices")
    if names is not None:
        points = np.frombuffer(names.tobytes(), np.dtype(np.uint32).newbyteorder(names.dtype.byteorder))
        if points.max(initial=0) > sys.maxunicode:  # NumPy makes texts of them that end other code in SystemError
            raise GraphFileError("names must be text, but have characters that Unicode does not have")
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
    want = (*NEEDED[layout], "shape")
    missing = [name for name in want if name not in arrays]
    if missing:
        raise GraphFileError(f"the archive must hold {', '.join(want)}, but has no {missing[0]}")
    *parts, shape = (arrays[name] for name in want)
    if shape.dtype.kind not in "iu" or shape.shape != (2,):
        raise GraphFileError("shape must hold two integers")
    n, m = map(int, shape)
    for length in (n, m):
        check_vertices(length, max(part.size for part in parts))
    if any(part.dtype.kind not in "biuf" for part in parts):
        raise GraphFileError("weights and indices must be real numbers")
    if any(part.dtype.kind not in "iu" for part in parts[1:]):
        raise GraphFileError("indices must be integers")
    return n, m


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the archive that ``scipy.sparse.load_npz`` reads too, with names and vertex_weight beside the matrix."""
    if any(name.endswith("\0") for name in names or ()):
        problem = r"names must not end in \0, which arrays of NumPy do not keep; rename these vertices"
        raise GraphFileError(problem, about="names")
    extra = dict(zip(OPTIONAL, (None if names is None else np.array(names, np.str_), vertex_weight), strict=True))
    arrays: Arrays = {"indices": W.indices, "indptr": W.indptr, "format": np.array(b"csr"), "data": W.data}
    arrays |= {"shape": np.array(W.shape)} | {name: part for name, part in extra.items() if part is not None}
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()
