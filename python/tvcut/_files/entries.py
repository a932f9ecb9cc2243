"""What a file holds, as it is, and the symmetric weights that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .._validate import SYMMETRY_TOLERANCE
from .error import GraphFileError, check_vertices

Symmetrize = Literal["refuse", "average", "max", "sum"]
SYMMETRIZE: tuple[Symmetrize, ...] = ("refuse", "average", "max", "sum")
Floats = npt.NDArray[np.float64]
Ends = Sequence[str] | npt.NDArray[Any]  # one end of each edge


@dataclass(frozen=True)
class Entries:
    """The entries of a file. ``undirected`` says that one entry is a whole edge, and not one of w_ij and w_ji.

    Vertices have several masses, shape (n, c), if a file in METIS format has c > 1 weights for each.
    """

    n: int
    row: npt.NDArray[Any]
    col: npt.NDArray[Any]
    weight: Floats
    names: list[Any] | None = None  # texts, but for graphs of other libraries
    vertex_weight: Floats | None = None
    undirected: bool = False

    def name(self, vertex: int) -> str:
        """Return how a message calls a vertex: by its name, or by its number from 0."""
        return str(vertex) if self.names is None else repr(self.names[vertex])

    def pair(self, k: int) -> str:
        """Return how a message calls the k-th entry."""
        return f"({self.name(int(self.row[k]))}, {self.name(int(self.col[k]))})"

    def matrix(self) -> Any:
        """Return the entries as a CSR array of shape (n, n) with sorted rows and summed duplicates."""
        A = sp.coo_array((self.weight, (self.row, self.col)), shape=(self.n, self.n)).tocsr()
        A.sort_indices()
        return A


def from_sparse(A: Any, names: list[str] | None = None, vertex_weight: Floats | None = None) -> Entries:
    """Return the stored entries of a sparse matrix, which must be square and real."""
    n, m = A.shape
    if n != m:
        raise GraphFileError(f"the matrix of a graph must be square, got shape ({n}, {m})")
    if A.dtype.kind not in "biuf":
        raise GraphFileError(f"weights must be real numbers, got dtype {A.dtype}")
    C = A.tocoo()
    return Entries(n, C.row, C.col, C.data.astype(np.float64), names, vertex_weight)


def from_pairs(source: Ends, target: Ends, weight: Any) -> Entries:
    """Return undirected edges between named vertices as entries, without names if they are 0 … n−1."""
    weight = np.asarray(weight, np.float64)
    if len(weight) == 0:
        raise GraphFileError("the file has no edges")
    (row, col), known = numbered(source, target)
    names = [str(name) for name in known]
    check_vertices(len(names), len(weight))
    plain = names == [str(i) for i in range(len(names))]
    return Entries(len(names), row, col, weight, None if plain else names, undirected=True)


def numbered(source: Ends, target: Ends) -> tuple[npt.NDArray[np.int64], list[Any]]:
    """Return the numbers of the two vertices of each edge, shape (2, m), and the names of all vertices.

    Vertices that all have integers as names, or texts of integers, are in the order of these numbers, others in that
    of their first appearance.
    """
    if isinstance(source, np.ndarray) and isinstance(target, np.ndarray):
        both = np.concatenate((source, target))
        if both.dtype.kind in "iu":
            known, index = np.unique(both, return_inverse=True)
            return index.reshape(2, -1), known.tolist()
        source, target = source.tolist(), target.tolist()
    place: dict[Any, int] = {}
    for pair in zip(source, target, strict=True):
        for name in pair:
            place.setdefault(name, len(place))
    names = list(place)
    if all(map(_is_integer, names)):
        names.sort(key=int)
        place = {name: i for i, name in enumerate(names)}
    return np.array([[place[name] for name in ends] for ends in (source, target)], np.int64), names


def _is_integer(name: Any) -> bool:
    if not isinstance(name, str):
        return isinstance(name, int) and not isinstance(name, bool)
    return name.isascii() and name.isdigit() and len(name) <= 18 and (name[0] != "0" or name == "0")


@np.errstate(over="ignore", invalid="ignore")  # an infinite sum is an error at the end
def symmetric(entries: Entries, symmetrize: Symmetrize, remedy: str | None = None) -> Any:
    """Return the symmetric weights W as a CSR array without stored zeros, or raise GraphFileError.

    Undirected edges that the file lists in one direction only count in both. If it lists each in both directions with
    the same weight, each counts once.
    """
    _check_weights(entries)
    A = entries.matrix()
    found = asymmetry(A)
    if found is not None:
        A = _symmetrized(entries, A, found, symmetrize, remedy)
    elif (A != A.T).nnz:  # rounding errors
        A = sp.csr_array((A + A.T) / 2)
    A.eliminate_zeros()
    A.sort_indices()
    if not np.isfinite(A.data.sum()):
        raise GraphFileError("the sum of all weights must be finite; divide the weights by the largest of them")
    return _narrow(A)


def _symmetrized(
    entries: Entries, A: Any, found: tuple[int, int, int], symmetrize: Symmetrize, remedy: str | None
) -> Any:
    T = A.T.tocsr()
    off = A - sp.diags_array(A.diagonal(), format="csr")
    one_way = off.astype(bool).multiply(off.T.astype(bool)).nnz == 0
    if entries.undirected and one_way:
        return sp.csr_array(off + T)
    if symmetrize == "refuse":
        i, j, _ = found
        p, q = entries.name(i), entries.name(j)
        word = "'sum', as it holds one triangle only" if one_way else "'average', 'max' or 'sum'"
        raise GraphFileError(
            f"the graph must be symmetric, but edge ({p}, {q}) has weight {A[i, j]:g} and ({q}, {p}) has {A[j, i]:g}; "
            f"{remedy or f'set symmetrize to {word}'}"
        )
    return sp.csr_array({"average": (A + T) / 2, "max": A.maximum(T), "sum": off + T}[symmetrize])


def asymmetry(A: Any) -> tuple[int, int, int] | None:
    """Return the first i, j where w_ij and w_ji differ by more than rounding, and how many pairs do, or None."""
    T = A.T.tocsr()
    D = abs(A - T)
    if not D.nnz:
        return None
    E = sp.coo_array(D - A.maximum(T) * SYMMETRY_TOLERANCE)
    bad = np.flatnonzero(E.data > 0)
    if not bad.size:
        return None
    k = bad[np.lexsort((E.col[bad], E.row[bad]))[0]]
    return int(E.row[k]), int(E.col[k]), len(bad) // 2


def _check_weights(entries: Entries) -> None:
    for bad, want in ((~np.isfinite(entries.weight), "finite"), (entries.weight < 0, ">= 0")):
        if bad.any():
            k = int(bad.argmax())
            raise GraphFileError(f"weights must be {want}, got {entries.weight[k]:g} for edge {entries.pair(k)}")
    masses = entries.vertex_weight
    if masses is not None and not np.isfinite(masses).all():
        raise GraphFileError("the weights of vertices must be finite")


def _narrow(A: Any) -> Any:
    """Return A with 32-bit indices where they suffice, as SciPy chooses them."""
    if A.nnz >= 2**31:
        return sp.csr_array(A)
    return sp.csr_array((A.data, A.indices.astype(np.int32), A.indptr.astype(np.int32)), shape=A.shape)
