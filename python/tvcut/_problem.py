"""The input of a cut, as the native code takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt


class SupportsCSR(Protocol):
    """The method of all SciPy sparse matrices and arrays that type checkers look for."""

    def tocsr(self, copy: bool = False) -> Any: ...


class SupportsNodes(Protocol):
    """The method of the graphs of networkx that type checkers look for."""

    def number_of_nodes(self) -> int: ...


class SupportsVertices(Protocol):
    """The method of the graphs of igraph that type checkers look for."""

    def vcount(self) -> int: ...


class SupportsObsp(Protocol):
    """The attribute of AnnData that type checkers look for."""

    @property
    def obsp(self) -> Any: ...


class SupportsEdgeIndex(Protocol):
    """The attribute of the graphs of PyTorch Geometric that type checkers look for."""

    @property
    def edge_index(self) -> Any: ...


class SupportsNames(Protocol):
    """The attributes of a graph of a file: a matrix, and the names of its vertices."""

    @property
    def W(self) -> Any: ...
    @property
    def names(self) -> Any: ...


Graph: TypeAlias = SupportsNodes | SupportsVertices | SupportsObsp | SupportsEdgeIndex | SupportsNames
Weights: TypeAlias = npt.ArrayLike | SupportsCSR | Graph


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
    names: Any = None  # list of the names of the vertices; None if they are the numbers 0 … n−1

    @property
    def n(self) -> int:
        """Number of vertices."""
        return len(self.indptr) - 1

    def addresses(self) -> dict[str, int]:
        """Return the fields of tvcut_graph: its sizes, and the addresses of the arrays that are not None."""
        names = ("indptr", "indices", "data", "vertex_weight", "fixed", "part_weights", "labels")
        arrays: dict[str, Any] = {name: getattr(self, name) for name in names}
        given = {name: array.ctypes.data for name, array in arrays.items() if array is not None}
        return {"n": self.n, "nnz": len(self.data), **given}

    def start_addresses(self) -> tuple[int, int]:
        """Return the address and the number of the starts, both 0 if there are none."""
        return (0, 0) if self.starts is None else (self.starts.ctypes.data, len(self.starts))
