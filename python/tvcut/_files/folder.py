"""Folders of .npy files: data.npy, indices.npy and indptr.npy, and optionally names.npy and vertex_weight.npy."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import numpy as np

from .._input.entries import Entries
from .._input.error import GraphFileError
from . import npy, npz
from .npy import NEEDED, Arrays

FORMAT = "npy"
_ROWS = NEEDED["csr"]
_WANT = "data.npy, indices.npy and indptr.npy"


def read(path: Path) -> Entries:
    """Return the entries of the graph in a folder."""
    return npz.from_arrays(arrays(path, whole))


def files(path: Path) -> dict[str, Path]:
    """Return the paths of all arrays that a graph in a folder may have."""
    return {name: path / f"{name}.npy" for name in (*_ROWS, "names", "vertex_weight")}


def arrays(path: Path, take: Callable[[IO[bytes], str, int], Any]) -> Arrays:
    """Return the arrays in a folder, each as ``take(file, name, size)``, and the shape that the row starts tell.

    Raises IsADirectoryError if there is none, and GraphFileError if one of the three is missing.
    """
    paths = files(path)
    missing = [file.name for name, file in paths.items() if name in _ROWS and not file.is_file()]
    if len(missing) == len(_ROWS):
        raise IsADirectoryError(errno.EISDIR, f"{os.strerror(errno.EISDIR)}, and does not hold {_WANT}", str(path))
    if missing:
        raise GraphFileError(f"the folder must hold {_WANT}, but has no {missing[0]}")
    found: Arrays = {}
    for name, file in paths.items():
        if file.is_file():
            with file.open("rb") as opened:
                found[name] = take(opened, file.name, os.fstat(opened.fileno()).st_size)
    if found["indptr"].ndim != 1:
        raise GraphFileError(f"indptr.npy must have one dimension, got shape {found['indptr'].shape}")
    return found | {"shape": np.array([len(found["indptr"]) - 1] * 2)}


def whole(file: IO[bytes], name: str, size: int) -> Any:
    """Return the array in a file of ``size`` bytes."""
    npy.header(file, name, size)
    file.seek(0)
    return npy.read(file, name)
