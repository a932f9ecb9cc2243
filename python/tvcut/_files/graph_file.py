"""read_graph and write_graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .._input.arguments import as_choice, as_flag
from .._input.columns import AUTO
from .._input.entries import SYMMETRIZE, Symmetrize, checked_matrix, made_symmetric
from .._input.error import GraphFileWarning, printable
from .._input.named import Named
from .._input.warning import warn
from .opening import File, name_of, named, read_entries, read_mapped
from .options import Hyperedges, Options


@dataclass(frozen=True, eq=False, repr=False)
class GraphFile(Named):
    """The graph in a file, returned by :func:`read_graph`.

    Attributes
    ----------
    W : scipy.sparse.csr_array of float64, shape (n, n)
        The symmetric weights ≥ 0, each edge stored as w_ij and w_ji. Loops are on the diagonal. With ``mmap=True`` its
        arrays are read-only, in the types of the file.
    names : list of str, length n, or None
        The name of each vertex. None if the file has no names, or if they are the numbers 0 … n−1.
    vertex_weight : ndarray of float64, shape (n,), or None
        The mass of each vertex, if the file has masses; shape (n, c) for c > 1 of them in METIS format.
    format : str
        Name of the format of the file; "npy" for a folder.

    Examples
    --------
    >>> import io
    >>> import tvcut
    >>> graph = tvcut.read_graph(io.BytesIO(b"anna,bert,2\\nbert,carl,1\\n"))
    >>> graph
    GraphFile(shape=(3, 3), edges=2, names=..., format='edges')
    >>> graph.names, graph.W.toarray().tolist()
    (['anna', 'bert', 'carl'], [[0.0, 2.0, 0.0], [2.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
    """

    W: sp.csr_array[np.float64, tuple[int, int]]
    names: list[str] | None
    vertex_weight: npt.NDArray[np.float64] | None
    format: str

    def __repr__(self) -> str:
        has = [name for name in ("names", "vertex_weight") if getattr(self, name) is not None]
        parts = [f"shape={self.W.shape}", f"edges={count_edges(self.W)}", *(f"{name}=..." for name in has)]
        return f"GraphFile({', '.join(parts)}, format={self.format!r})"


def count_edges(W: Any) -> int:
    """Return the number of edges of symmetric weights, in which a loop counts as one."""
    return (int(W.nnz) + int(np.count_nonzero(W.diagonal()))) // 2


def read_graph(
    file: File,
    *,
    format: str | None = None,
    symmetrize: Symmetrize = "refuse",
    weight: str | None = AUTO,
    header: bool | None = None,
    encoding: str | None = None,
    hyperedges: Hyperedges | None = None,
    mmap: bool = False,
) -> GraphFile:
    r"""Read a graph from a file.

    The formats are METIS with weights of edges and vertices, Matrix Market, SciPy's sparse .npz, edge lists as text
    (CSV, TSV or spaces, with numbers or names) or Parquet, GraphML, JSON, DIMACS, hMetis, matrices as text, and by
    igraph, networkx or openpyxl GML, Pajek, LGL, GEXF, SIF, adjacency lists and Excel; each also compressed by gzip
    or alone in a zip archive. Others are refused by name. The content tells the format. If lines of numbers may be
    METIS or an edge list, the ending of the name decides, such as .graph or .csv, and otherwise whether the numbers
    of lines and words are those of METIS. Duplicate entries are summed. Nothing is unpickled, and sizes that a file
    declares are compared with its length before memory is allocated. A folder with compressed sparse rows as
    data.npy, indices.npy and indptr.npy, and optionally names.npy and vertex_weight.npy, is read as well.

    The first line of an edge list is a header if two of its words name the ends of edges, as source/target,
    from/to, src/dst, u/v, node1/node2, vertex1/vertex2, i/j, start/end, id_1/id_2, node_1/node_2, id1/id2,
    source_id/target_id, n1/n2, sender/receiver, ego/alter, src_id/dst_id, source_node/target_node,
    from_node/to_node, from_id/to_id, origin/destination, orig/dest, subject/object, citing/cited, follower/followee,
    sender/recipient, caller/callee and words as source_x and target_x, x1 and x2, or x_a and x_b, do. So is a comment
    above the first row with such words, a first line of two words that no other line has, and one of three words, none
    of them a number or a sign of a missing value such as NA; if one of the first two is a vertex further down, the
    third must be weight, weights, edge_weight, w or value. Vertices are numbers if all are digits without a leading
    zero, and else names, as 007, +1 and 1e3 are. A first line with the numbers of vertices and edges is none, and a
    first column without a name numbers the rows.

    The weight is the column or the attribute of edges called weight, weights, edge_weight, w or value, in any case; or
    else the only other one that holds numbers that do not look like times since 1970, and is not called id, type,
    label, name, key, index, a time such as date or year, or another word for what is no weight, such as line, layer,
    group or code; or else 1. Lines that start with # or % before the first row of an edge list are comments, and so
    are others that do not have the columns of a row. A :class:`GraphFileWarning` tells what may mean something else.

    Edges of GraphML, and those of type Undirected in an edge list, add up if they are parallel, also from b to a. In
    GraphML, the names are the identifiers, or the labels where a program has numbered the identifiers.

    Edge lists of numbers, METIS, Matrix Market and Parquet are read in blocks. They take some 50 to 60 bytes of memory
    for each edge, 24 of them for W.

    Parameters
    ----------
    file : str, path-like or binary file
        What to read.
    format : str, optional
        The format, if the content does not tell it: "metis", "matrix-market", "npz", "csv", "tsv", "edges", "parquet",
        "graphml", "gml", "pajek", "lgl", "gexf", "json", "sif", "edgelist", "adjlist", "dimacs", "hmetis", "matrix" or
        "xlsx".
    symmetrize : {"refuse", "average", "max", "sum"}, default "refuse"
        What is done if w_ij differs from w_ji. "refuse": an error. "average": (w_ij + w_ji)/2. "max": the larger one.
        "sum": w_ij + w_ji. Edge lists with each edge in one direction only count as symmetric.
    weight : str or None, default "auto"
        The column or attribute of the weights of edges. "auto": by the rule above. None: every weight is 1. Columns
        without a header are called "1", "2", ….
    header : bool, optional
        Whether the first line of an edge list is a header. By default, its words tell.
    encoding : str, optional
        The encoding of text, such as "latin-1". By default, UTF-8, or that of the byte order mark.
    hyperedges : {"cliques", "stars"}, optional
        What replaces an edge of more than two vertices: an edge between each two of its vertices with its weight over
        their number less 1, or edges from a new vertex to each.
    mmap : bool, default False
        Whether W stays in the file, from which the system loads what is used, and is not copied into memory. The file
        is an archive of ``scipy.sparse.save_npz(path, W, compressed=False)`` or a folder as above. Each row must have
        ascending columns without duplicates. Weights and indices are checked in blocks, but not whether W is symmetric:
        :func:`balanced_cut` checks that. It does not copy weights of float64 with indices of int32, unless W has loops,
        zeros, or differences between w_ij and w_ji by rounding. The file must not be changed while W is in
        use; the process ends if the file becomes shorter.

    Returns
    -------
    GraphFile
        The weights W, and the names and masses of the vertices if the file has them.

    Raises
    ------
    GraphFileError
        If the file is not a graph in a known format, or cannot be mapped. The message names the file, the line and the
        remedy.
    OSError
        If the file cannot be read.
    TypeError
        If ``file`` is neither a path nor a binary file, or an option has the wrong type.
    ValueError
        If an option is unknown, or given where it has no effect: for a format that has none, a folder, or ``mmap``.

    Warns
    -----
    GraphFileWarning
        If the file may mean something else than what was read.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import tvcut
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "path.graph")
    ...     _ = path.write_text("3 2\n2\n1 3\n2\n")  # three vertices and two edges in METIS format
    ...     graph = tvcut.read_graph(path)
    >>> graph.W.toarray()
    array([[0., 1., 0.],
           [1., 0., 1.],
           [0., 1., 0.]])

    An archive whose weights stay in the file:

    >>> import scipy.sparse
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "graph.npz")
    ...     scipy.sparse.save_npz(path, graph.W, compressed=False)
    ...     cut = tvcut.balanced_cut(tvcut.read_graph(path, mmap=True))
    >>> cut.value
    1.0
    """
    as_choice("symmetrize", symmetrize, SYMMETRIZE)
    if as_flag("mmap", mmap):
        if symmetrize != "refuse":
            raise ValueError(f"symmetrize must be 'refuse' with mmap=True, which leaves W as it is, got {symmetrize!r}")
        given = {"weight": weight != AUTO, "header": header is not None, "encoding": encoding, "hyperedges": hyperedges}
        if any(given.values()):
            raise ValueError(f"{next(name for name in given if given[name])} must not be given with mmap=True")
        found, used = read_mapped(file, format)
        return GraphFile(*found, used)
    entries, used = read_entries(file, format, Options(weight, header, hyperedges), encoding)
    for doubt in entries.doubts:
        warn(f"{printable(name_of(file))}: {doubt}", GraphFileWarning)
    with named(file):
        A = checked_matrix(entries)
        entries = entries.without_edges()
        return GraphFile(made_symmetric(A, entries, symmetrize), entries.names, entries.vertex_weight, used)
