"""The input of a cut, as the native code takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

# What may be given with a graph, but for starts: fields of tvcut_graph.
GIVEN = (
    *("vertex_weight", "fixed", "part_weights", "labels", "masses", "mass_imbalance", "mass_part_weights"),
    *("vertex_size", "must_link", "cannot_link"),
)


@dataclass(frozen=True, eq=False)
class Problem:
    """A graph in compressed sparse rows, and what is given with it; all arrays are C-contiguous."""

    indptr: npt.NDArray[np.int64]
    indices: npt.NDArray[np.int32]
    data: npt.NDArray[np.float64]
    starts: npt.NDArray[np.float64] | None = None  # of shape (s, n)
    vertex_weight: npt.NDArray[np.float64] | None = None
    fixed: npt.NDArray[np.int32] | None = None
    part_weights: npt.NDArray[np.float64] | None = None  # of shape (k,)
    labels: npt.NDArray[np.int32] | None = None  # the partition to start from
    masses: npt.NDArray[np.float64] | None = None  # further masses, of shape (c − 1, n)
    mass_imbalance: npt.NDArray[np.float64] | None = None  # of each of them
    mass_part_weights: npt.NDArray[np.float64] | None = None  # of shape (c − 1, k)
    vertex_size: npt.NDArray[np.float64] | None = None
    must_link: npt.NDArray[np.int32] | None = None  # of shape (p, 2)
    cannot_link: npt.NDArray[np.int32] | None = None  # of shape (p, 2)
    order: str = "first_vertex"  # an Order, of the parts of the result, or "init": that of the core, near labels
    names: Any = None  # list of the names of the vertices; None if they are the numbers 0 … n−1

    @property
    def n(self) -> int:
        """Number of vertices."""
        return len(self.indptr) - 1

    @property
    def n_positive(self) -> int:
        """Number of vertices of positive mass, of which each part has one if the value is minimised."""
        return self.n if self.vertex_weight is None else int(np.count_nonzero(self.vertex_weight))

    def addresses(self) -> dict[str, int]:
        """Return the fields of tvcut_graph: its sizes, and the addresses of the arrays that are not None."""
        arrays: dict[str, Any] = {name: getattr(self, name) for name in ("indptr", "indices", "data", *GIVEN)}
        given = {name: array.ctypes.data for name, array in arrays.items() if array is not None}
        lengths = {f"n_{name}": len(arrays[name]) for name in ("masses", "must_link", "cannot_link") if name in given}
        return {"n": self.n, "nnz": len(self.data), **lengths, **given}

    def start_addresses(self) -> tuple[int, int]:
        """Return the address and the number of the starts, both 0 if there are none."""
        return (0, 0) if self.starts is None else (self.starts.ctypes.data, len(self.starts))
