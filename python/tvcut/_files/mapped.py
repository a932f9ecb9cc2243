"""Graphs whose arrays stay in their files: archives of SciPy that are not compressed, and folders of .npy files.

The arrays are mapped read-only, in the types that they have there. All checks run in blocks of entries.
"""

from __future__ import annotations

import os
import stat
import struct
import zipfile
from pathlib import Path
from typing import IO, Any

import numpy as np

from .._input.csr import blocks, examine, of_arrays
from .._input.entries import Floats
from .._input.error import GraphFileError, brief
from .._input.matrix import check_structure
from . import folder, npy, npz
from .npz import NEEDED, Arrays

_REMEDY = (
    "write the graph by scipy.sparse.save_npz(path, W, compressed=False), or as data.npy, indices.npy and indptr.npy "
    "in a folder, or leave out mmap"
)
_LARGE = NEEDED["csr"]  # the arrays that are mapped
_LOCAL = struct.Struct("<4s5H3I2H")  # the header before a member: signature, …, lengths of its name and extra field


def read(path: Path) -> tuple[Any, list[str] | None, Floats | None]:
    """Return the weights in an archive or a folder, and the names and masses of the vertices."""
    arrays = folder.arrays(path, True) if path.is_dir() else _of_archive(path)
    W = _matrix(arrays)
    names, masses = npz.vertex_arrays(arrays, W.shape[0])
    if masses is not None and not np.isfinite(masses).all():
        raise GraphFileError("the weights of vertices must be finite")
    return W, names, masses


def _of_archive(path: Path) -> Arrays:
    with path.open("rb") as file:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode) or file.read(2) != b"PK":
            raise GraphFileError(f"only archives in .npz format and folders can be mapped; {_REMEDY}")
        with npz.opened(file, state.st_size) as (archive, members):
            small = {name: npz.array(archive, m) for name, m in members.items() if name not in _LARGE}
            layout = npz.layout_of(small)
            if layout != "csr":
                raise GraphFileError(f"only the format 'csr' can be mapped, got the format {layout!r}; save W.tocsr()")
            return small | {name: _member(file, m, state.st_size) for name, m in members.items() if name in _LARGE}


def _member(file: IO[bytes], member: zipfile.ZipInfo, size: int) -> Any:
    """Map an array that an archive of ``size`` bytes holds as it is."""
    stored = member.compress_type == zipfile.ZIP_STORED and member.compress_size == member.file_size
    if not stored or member.flag_bits & 1:
        how = "encrypted" if stored else "compressed"
        raise GraphFileError(f"{member.filename} is {how}, and cannot be mapped; {_REMEDY}")
    file.seek(member.header_offset)
    local = file.read(_LOCAL.size)
    if len(local) < _LOCAL.size or local[:4] != b"PK\x03\x04":
        raise GraphFileError(f"the archive is damaged: {member.filename} is not where its directory says")
    *_, name, extra = _LOCAL.unpack(local)
    begin = member.header_offset + _LOCAL.size + name + extra
    if file.read(name).decode("utf-8" if member.flag_bits & 0x800 else "cp437") != member.orig_filename:
        raise GraphFileError(f"the archive is damaged: {member.filename} has another name where its numbers are")
    if begin + member.file_size > size:
        raise GraphFileError(f"{member.filename} ends at byte {begin + member.file_size}, but the file has {size}")
    file.seek(begin)
    return npy.mapped(file, member.filename, member.file_size)


def _matrix(arrays: Arrays) -> Any:
    """Return the matrix of the arrays, whose columns must ascend in each row and whose weights must be ≥ 0."""
    n, m = npz.checked_shape(arrays, "csr")
    if n != m:
        raise GraphFileError(f"the matrix of a graph must be square, got shape ({n}, {m})")
    data, indices, indptr = (arrays[name] for name in _LARGE)
    for name in _LARGE:
        if not arrays[name].dtype.isnative:
            raise GraphFileError(f"{name}.npy has the byte order of another machine; save it anew, or leave out mmap")
    if data.dtype == np.float16:
        raise GraphFileError("data.npy has the type float16, which cannot be mapped; save float32, or leave out mmap")
    try:
        check_structure(of_arrays(data, indices, indptr, (n, n)))
    except (ValueError, TypeError) as error:
        raise GraphFileError(f"the arrays are no matrix: {brief(error)}") from None
    nnz = int(indptr[-1])
    if indptr.dtype != indices.dtype and nnz <= np.iinfo(indices.dtype).max:
        indptr = indptr.astype(indices.dtype)  # SciPy copies indices of another type in many of its functions
    W = of_arrays(data[:nnz], indices[:nnz], indptr, (n, n))
    found = examine(W)
    if not found.finite or found.negative:
        for block in blocks(W):
            for k in np.flatnonzero(~(np.isfinite(block.weight) & (block.weight >= 0)))[:1]:
                edge = f"({block.row[k]}, {block.col[k]})"
                raise GraphFileError(f"weights must be finite and >= 0, got {block.weight[k]:g} for edge {edge}")
    if not found.ascending:
        raise GraphFileError(
            "the columns of each row must ascend without duplicates to be mapped; call W.sum_duplicates() before W is "
            "saved, or leave out mmap"
        )
    return W
