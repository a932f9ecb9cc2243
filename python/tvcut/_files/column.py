"""Arrays that grow while a file is read in blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_FIRST = 2**12  # entries


class Column:
    """Numbers of one type, appended in blocks. The memory grows in place, by a quarter of what it holds."""

    def __init__(self, dtype: npt.DTypeLike, expected: int = 0) -> None:
        self._values: npt.NDArray[Any] = np.empty(max(expected, _FIRST), dtype)
        self._size = 0

    def append(self, values: npt.NDArray[Any]) -> None:
        """Add numbers, which are converted to the type of the column."""
        end = self._size + len(values)
        if end > len(self._values):
            self._values.resize(max(end, len(self._values) * 5 // 4), refcheck=False)
        self._values[self._size : end] = values
        self._size = end

    def array(self) -> npt.NDArray[Any]:
        """Return the numbers. Nothing may be appended afterwards."""
        self._values.resize(self._size, refcheck=False)
        return self._values
