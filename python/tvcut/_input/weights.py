"""The types of graphs that :func:`balanced_cut` takes, for type checkers."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

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
