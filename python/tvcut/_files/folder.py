"""Folders of .npy files: data.npy, indices.npy and indptr.npy, and optionally names.npy and vertex_weight.npy."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import numpy as np

from .._input.error import GraphFileError
from . import npy
from .npz import NEEDED, OPTIONAL, Arrays

FORMAT = "npy"
_ROWS = NEEDED["csr"]
_WANT = "data.npy, indices.npy and indptr.npy"


def files(path: Path) -> dict[str, Path]:
    """Return the paths of all arrays that a graph in a folder may have."""
    return {name: path / f"{name}.npy" for name in (*_ROWS, *OPTIONAL)}


def arrays(path: Path, mapped: bool) -> Arrays:
    """Return the arrays in a folder, the large ones mapped if asked for, and the shape that the row starts tell.

    Raises IsADirectoryError if there is none, and GraphFileError if one of the three is missing.
    """
    paths = {name: file for name, file in files(path).items() if file.is_file()}
    missing = [name for name in _ROWS if name not in paths]
    if len(missing) == len(_ROWS):
        raise IsADirectoryError(errno.EISDIR, f"{os.strerror(errno.EISDIR)}, and does not hold {_WANT}", str(path))
    if missing:
        raise GraphFileError(f"the folder must hold {_WANT}, but has no {missing[0]}.npy")
    found: Arrays = {}
    for name, file in paths.items():
        take = npy.mapped if mapped and name in _ROWS else npy.whole
        with file.open("rb") as opened:
            found[name] = take(opened, file.name, os.fstat(opened.fileno()).st_size)
    if found["indptr"].ndim != 1:
        raise GraphFileError(f"indptr.npy must have one dimension, got shape {found['indptr'].shape}")
    return found | {"shape": np.array([len(found["indptr"]) - 1] * 2)}
