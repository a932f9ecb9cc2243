"""What a file holds, as it is, and the symmetric weights that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .csr import BLOCK
from .error import FREE_VERTICES, GraphFileError, check_vertices
from .matrix import SIGNS, SYMMETRY_TOLERANCE

Symmetrize = Literal["refuse", "average", "mean", "max", "sum"]  # "average" and "mean" are the same
SYMMETRIZE: tuple[Symmetrize, ...] = get_args(Symmetrize)
Floats = npt.NDArray[np.float64]
Ends = Sequence[str] | npt.NDArray[Any]  # one end of each edge
Pair = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]  # the numbers of both ends of each edge
_TABLE = 4  # largest vertex for each edge up to which a table of all vertices takes less memory than sorting


@dataclass(frozen=True)
class Entries:
    """The entries of a file. ``undirected`` says that one entry is a whole edge, and not one of w_ij and w_ji.

    Vertices have several masses, shape (n, c), if a file in METIS format has c > 1 weights for each. ``weight_from`` is
    the name of the column or attribute of the weights, ``unused`` those of others, and ``doubts`` what may mean
    something else than what was read.
    """

    n: int
    row: npt.NDArray[Any]
    col: npt.NDArray[Any]
    weight: Floats
    names: list[Any] | None = None  # texts, but for graphs of other libraries
    vertex_weight: Floats | None = None
    undirected: bool = False
    weight_from: str | None = None
    unused: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    def name(self, vertex: int) -> str:
        """Return how a message calls a vertex: by its name, or by its number from 0."""
        return str(vertex) if self.names is None else repr(self.names[vertex])

    def pair(self, k: int) -> str:
        """Return how a message calls the k-th entry."""
        return f"({self.name(int(self.row[k]))}, {self.name(int(self.col[k]))})"

    def whole(self) -> Entries:
        """Return entries that are whole edges each: entries of the same two vertices are parallel edges, and add up."""
        ends = np.minimum(self.row, self.col), np.maximum(self.row, self.col)
        return replace(self, row=ends[0], col=ends[1], undirected=True)

    def without_edges(self) -> Entries:
        """Return the names and masses alone, so that the memory of the entries can be freed."""
        return replace(self, row=np.zeros(0, np.int32), col=np.zeros(0, np.int32), weight=np.zeros(0))

    def matrix(self) -> Any:
        """Return the entries as a CSR array of shape (n, n) with sorted rows and summed duplicates."""
        A = sp.coo_array((self.weight, (self.row, self.col)), shape=(self.n, self.n)).tocsr()
        A.sort_indices()
        return A


def from_edges(ends: Pair, known: list[Any] | npt.NDArray[Any], weight: Floats) -> Entries:
    """Return undirected edges between vertices of given numbers and names as entries.

    The names are integers that ascend, as ``integers`` returns them, or texts. Names 0 … n−1 are left out.
    """
    if len(weight) == 0:
        raise GraphFileError("the file has no edges")
    if not isinstance(known, np.ndarray):
        ends, known = _in_order(ends, known)
    n, names = len(known), None
    check_vertices(n, len(weight))
    if not (isinstance(known, np.ndarray) and known[0] == 0 and known[-1] == n - 1):
        called = [str(name) for name in known]
        names = None if called == [str(i) for i in range(n)] else called
    return Entries(n, *ends, weight, names, undirected=True)


def numbered(source: Ends, target: Ends) -> tuple[Pair, list[Any]]:
    """Return the numbers of the two vertices of each edge, and the names of all vertices.

    Vertices that all have integers as names, or texts of integers, are in the order of these numbers, others in that
    of their first appearance.
    """
    if isinstance(source, np.ndarray) and isinstance(target, np.ndarray):
        if np.result_type(source, target).kind in "iu":
            ends, known = integers(source, target)
            return ends, known.tolist()
        source, target = source.tolist(), target.tolist()
    place: dict[Any, int] = {}
    pairs = [place.setdefault(name, len(place)) for pair in zip(source, target, strict=True) for name in pair]
    return _in_order((np.array(pairs[0::2], np.int32), np.array(pairs[1::2], np.int32)), list(place))


def _in_order(ends: Pair, names: list[Any]) -> tuple[Pair, list[Any]]:
    """Return the ends of edges and the names. Integers and texts of integers are sorted, other names are not."""
    if not all(map(_is_integer, names)):
        return ends, names
    order = sorted(range(len(names)), key=lambda i: int(names[i]))
    rank = np.empty(len(names), np.int32)
    rank[order] = np.arange(len(names), dtype=np.int32)
    return (rank[ends[0]], rank[ends[1]]), [names[i] for i in order]


def _is_integer(name: Any) -> bool:
    if not isinstance(name, str):
        return isinstance(name, int) and not isinstance(name, bool)
    return name.isascii() and name.isdigit() and len(name) <= 18 and (name[0] != "0" or name == "0")


def integers(source: npt.NDArray[Any], target: npt.NDArray[Any]) -> tuple[Pair, npt.NDArray[Any]]:
    """Return the ranks of the ends of edges among all integers that occur, and these integers."""
    ends = source, target
    low, high = min(int(end.min(initial=0)) for end in ends), max(int(end.max(initial=0)) for end in ends)
    if low < 0 or high > _TABLE * len(source) + FREE_VERTICES:
        known, index = np.unique(np.concatenate(ends), return_inverse=True)
        row, col = index.reshape(2, -1).astype(np.int32)
        return (row, col), known
    used = np.zeros(high + 1, bool)
    for end in ends:
        used[end] = True
    known = np.flatnonzero(used)
    if len(known) == high + 1:  # each number is its own rank
        row, col = (end.astype(np.int32, copy=False) for end in ends)
    else:
        rank = np.cumsum(used, dtype=np.int32) - 1
        row, col = (rank[end] for end in ends)
    return (row, col), known


def symmetric(entries: Entries, symmetrize: Symmetrize, remedy: str | None = None) -> Any:
    """Return the symmetric weights W of entries as a CSR array, as ``made_symmetric`` does."""
    return made_symmetric(checked_matrix(entries), entries, symmetrize, remedy)


def checked_matrix(entries: Entries) -> Any:
    """Return the matrix of entries without stored zeros, or raise GraphFileError if a weight is < 0 or not finite."""
    _check_weights(entries)
    with np.errstate(over="ignore"):  # an infinite sum is an error at the end
        A = entries.matrix()
    if not A.data.all():
        A.eliminate_zeros()
    return A


@np.errstate(over="ignore", invalid="ignore")
def made_symmetric(A: Any, entries: Entries, symmetrize: Symmetrize, remedy: str | None = None) -> Any:
    """Return the symmetric weights W as a CSR array without stored zeros, or raise GraphFileError.

    Undirected edges that the file lists in one direction only count in both. If it lists each in both directions with
    the same weight, each counts once. Of the entries, this needs only the names and whether they are undirected.
    """
    T = A.T.tocsr()
    if not equal(A, T):
        A = _symmetrized(entries, A, T, symmetrize, remedy)
        A.eliminate_zeros()
        A.sort_indices()
    if not np.isfinite(A.data.sum()):
        raise GraphFileError("the sum of all weights must be finite; divide the weights by the largest of them")
    return narrow(A)


def equal(A: Any, T: Any) -> bool:
    """Return whether two CSR arrays with sorted rows have the same entries."""
    return A.nnz == T.nnz and all(
        np.array_equal(getattr(A, name)[lo : lo + BLOCK], getattr(T, name)[lo : lo + BLOCK])
        for name in ("indptr", "indices", "data")
        for lo in range(0, len(getattr(A, name)), BLOCK)
    )


def _symmetrized(entries: Entries, A: Any, T: Any, symmetrize: Symmetrize, remedy: str | None) -> Any:
    off = A - sp.diags_array(A.diagonal(), format="csr") if A.diagonal().any() else A
    if entries.undirected:
        both = sp.csr_array(off + T)
        if both.nnz == off.nnz + T.nnz:  # no edge is listed in both directions
            return both
    found = asymmetry(A, T)
    if found is None:  # rounding errors
        return sp.csr_array((A + T) / 2)
    if symmetrize == "refuse":
        i, j, _ = found
        p, q = entries.name(i), entries.name(j)
        one_way = off.astype(bool).multiply(off.T.astype(bool)).nnz == 0
        word = "'sum', as it holds one triangle only" if one_way else "'average', 'max' or 'sum'"
        raise GraphFileError(
            f"the graph must be symmetric, but edge ({p}, {q}) has weight {A[i, j]:g} and ({q}, {p}) has {A[j, i]:g}; "
            f"{remedy or f'set symmetrize to {word}'}"
        )
    mean = (A + T) / 2
    return sp.csr_array({"average": mean, "mean": mean, "max": A.maximum(T), "sum": off + T}[symmetrize])


def asymmetry(A: Any, T: Any = None) -> tuple[int, int, int] | None:
    """Return the first i, j where w_ij and w_ji differ by more than rounding, and how many pairs do, or None.

    ``T`` is the transpose of A, if it is known.
    """
    T = A.T.tocsr() if T is None else T
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
    for bad, want, remedy in ((~np.isfinite(entries.weight), "finite", ""), (entries.weight < 0, ">= 0", SIGNS)):
        if bad.any():
            k = int(bad.argmax())
            got = f"got {entries.weight[k]:g} for edge {entries.pair(k)}"
            raise GraphFileError(f"weights must be {want}, {got}{remedy}")
    masses = entries.vertex_weight
    if masses is not None and not np.isfinite(masses).all():
        raise GraphFileError("the weights of vertices must be finite")


def narrow(A: Any) -> Any:
    """Return A with 32-bit indices where they suffice, as SciPy chooses them."""
    if A.nnz >= 2**31:
        return sp.csr_array(A)
    indices, indptr = (array.astype(np.int32, copy=False) for array in (A.indices, A.indptr))
    return sp.csr_array((A.data, indices, indptr), shape=A.shape)
