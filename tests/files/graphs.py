"""A graph with names and masses, and the content of files in memory."""

import io
import warnings

import numpy as np
import scipy.sparse as sp

import tvcut
from bench.graphs import grid_3d
from tests import oracle

rng = np.random.default_rng(0)
W = np.round(100 * oracle.random_graph(rng, 15, 0.2))
W[4] = W[:, 4] = 0  # a vertex without edges
NAMES = [f"vertex {i}" if i % 2 else f'"é", {i}' for i in range(15)]
MASSES = np.arange(1.0, 16)
ONE = np.array([[0, 1], [1, 0]])
GRID = sp.csr_array(grid_3d(6))


def written(W, format, **options):
    file = io.BytesIO()
    tvcut.write_graph(file, W, format=format, **options)
    return file.getvalue()


def read(data, **options):
    return tvcut.read_graph(io.BytesIO(data), **options)


def matrix_market(text):
    return b"%%MatrixMarket matrix " + text


def graphml(body, keys="", directed="undirected"):
    return f'<graphml>{keys}<graph edgedefault="{directed}">{body}</graph></graphml>'.encode()


NODES = '<node id="a"/><node id="b"/>'


def edges(graph):
    """Return the edges of a graph by the names of their ends, with their weights."""
    called = graph.names or list(map(str, range(graph.W.shape[0])))
    rows, cols = np.nonzero(np.triu(graph.W.toarray()))
    return {(called[i], called[j]): graph.W[i, j] for i, j in zip(rows.tolist(), cols.tolist(), strict=True)}


def told(data, **options):
    """Return the graph in a file and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        graph = read(data, **options)
    return graph, [str(warning.message) for warning in caught]
