"""write_graph: write a graph to a file."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from typing import IO, Any, cast

import numpy.typing as npt

from .._input.prepared import Graph
from .._input.weights import Weights
from . import checked
from .formats import by_ending, written_by_name
from .graph_file import GraphFile
from .opening import File, name_of, named, path_of
from .replacing import write_all, write_whole


def write_graph(
    file: File,
    W: Weights,
    *,
    names: Sequence[Any] | None = None,
    vertex_weight: npt.ArrayLike | Mapping[Any, float] | None = None,
    format: str | None = None,
) -> None:
    """Write a graph to a file.

    Edge lists have each edge once, and a loop of weight 0 for a vertex without edges. METIS has integers as weights.

    If a graph cannot be written whole, or the call is interrupted, a file keeps its old content. The graph is written
    to a temporary file in the same folder, which then takes the place of the file. The file keeps its mode and, where
    the system allows it, its owner; a symbolic link to it stays one. Other hard links to it keep the old content.
    Pipes, devices and open files such as /dev/stdout are written directly. The temporary file, .tvcut-….tmp, is
    removed if the call fails, and if SIGINT, SIGTERM or SIGHUP ends the process while its main thread writes. What ends
    it otherwise, such as SIGKILL, may leave the temporary file, which can be deleted.

    Parameters
    ----------
    file : str, path-like or binary file
        Where to write. A path that ends in .gz is compressed.
    W : SciPy sparse matrix or array of any format, array_like, or graph of another library; shape (n, n)
        Symmetric weights ≥ 0, as in :func:`balanced_cut`, or a :class:`GraphFile` or :class:`Graph`. Loops are written
        as well, except in METIS format, which has none.
    names : sequence of n distinct str, optional
        Names of the vertices, by default those that W has as a graph of another library or of a file. They are not
        written if they are the numbers 0 … n−1, as those of ``range(n)`` are. METIS and Matrix Market have none.
    vertex_weight : array_like of shape (n,) or (n, c), or dict from vertex to mass, optional
        Masses ≥ 0 of the vertices, for METIS, .npz and GraphML; by default those of a :class:`GraphFile`. METIS and
        .npz take c > 1 of them for each vertex. Pass W.W and ``names=W.names`` to leave those of a file out.
    format : {"metis", "matrix-market", "npz", "csv", "tsv", "edges", "parquet", "graphml"}, optional
        The format. By default, the ending of the path tells it: .graph, .mtx, .npz, .csv, .tsv, .txt, .parquet or
        .graphml.

    Raises
    ------
    GraphFileError
        If W is not a symmetric matrix of weights ≥ 0, there are other names or masses than those of n vertices, or the
        format cannot hold the graph.
    OSError
        If the file cannot be written, or its folder does not allow new files.
    TypeError
        If ``file`` is no path and no binary file, or another argument has the wrong type.
    ValueError
        If the format is unknown.

    Examples
    --------
    >>> import io
    >>> import tvcut
    >>> file = io.BytesIO()
    >>> tvcut.write_graph(file, [[0, 2], [2, 0]], names=["anna", "bert"], format="csv")
    >>> print(file.getvalue().decode())
    source,target,weight
    anna,bert,2
    <BLANKLINE>
    """
    path = path_of(file, "write")
    chosen = by_ending(name_of(file)) if format is None else written_by_name(format)
    if chosen is None:
        raise ValueError("format must be given, as the ending of the name tells none, for example format='npz'")
    if isinstance(W, GraphFile | Graph):
        names = W.names if names is None else names
        vertex_weight = W.vertex_weight if vertex_weight is None else vertex_weight
        W = W.W
    with named(file):
        data = chosen.write(*checked.graph(W, names, vertex_weight))
    if path is not None:
        write_whole(path, gzip.compress(data, mtime=0) if name_of(file).lower().endswith(".gz") else data)
    else:
        write_all(cast("IO[bytes]", file), data)
