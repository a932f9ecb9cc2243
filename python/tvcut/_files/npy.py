"""Arrays in the .npy format, in a file or in an archive. Nothing is unpickled.

The sizes that a header declares are compared with the length of the file before an array is allocated or mapped: to
read a mapped page beyond the end of the file would end the process.
"""

from __future__ import annotations

import math
from typing import IO, Any

import numpy as np

from .._input.error import GraphFileError, brief

_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


def header(file: IO[bytes], name: str, size: int) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Return the shape and the type of an array of ``size`` bytes with its header, and go to its first number."""
    begin = file.tell()
    try:
        shape, _, dtype = _HEADERS[np.lib.format.read_magic(file)](file)
    except Exception as error:  # NumPy documents none, and its parsers raise many kinds for a damaged header
        raise GraphFileError(f"{name} is no array of NumPy: {brief(error)}") from None
    if dtype.hasobject or dtype.names is not None or dtype.subdtype is not None:
        raise GraphFileError(f"{name} must hold numbers or text, got dtype {dtype}; nothing is unpickled")
    declared, room = math.prod(shape) * dtype.itemsize, begin + size - file.tell()
    if min(shape, default=0) < 0 or declared != room:
        raise GraphFileError(f"{name} declares {declared} bytes, shape {shape}, but has {room}")
    return shape, dtype


def whole(file: IO[bytes], name: str, size: int) -> Any:
    """Return the array of ``size`` bytes that a file holds."""
    header(file, name, size)
    file.seek(0)
    try:
        return np.lib.format.read_array(file, allow_pickle=False)
    except (ValueError, TypeError, UnicodeDecodeError) as error:
        raise GraphFileError(f"{name} is no array of NumPy: {brief(error)}") from None


def mapped(file: IO[bytes], name: str, size: int) -> Any:
    """Return a read-only view of the array of ``size`` bytes that starts here, whose numbers stay in the file."""
    shape, dtype = header(file, name, size)
    if len(shape) != 1:
        raise GraphFileError(f"{name} must have one dimension to be mapped, got shape {shape}")
    if shape[0] == 0 or dtype.itemsize == 0:
        return np.empty(shape, dtype)
    return np.memmap(file, dtype, "r", file.tell(), shape)
