"""Blocks of rows, arguments and bounds on Dask that are wrong: they are refused as on one machine."""

import re

import numpy as np
import pytest
import scipy.sparse as sp

from bench.graphs import grid
from tests.distributed.blocks import MARKS, in_blocks
from tvcut import balanced_cut as balanced_cut_here
from tvcut.distributed import balanced_cut
from tvcut.distributed._session import Session

pytestmark = MARKS


# Errors.


def wrong_rows(W, change):
    W = sp.csr_array(W, copy=True)
    change(W)
    return W


def spoil(e, x):
    def change(W):
        W.data[e] = x

    return change


WRONG_ROWS = {
    "negative": (spoil(3, -1.0), ValueError, r"edges\[0\], W\[\d+, \d+\] = -1.0: Negative values"),
    "nan": (spoil(3, np.nan), ValueError, r"weights must be finite, but W contains NaN or inf"),
    "asymmetric": (spoil(0, 7.0), ValueError, r"W must be symmetric, got W\[0, 1\] = 7.0 and W\[1, 0\] = 1.0"),
    "overflow": (lambda W: W.data.fill(1.7e308), ValueError, "the sum of the weights in W must be finite"),
}


@pytest.mark.parametrize("name", WRONG_ROWS)
def test_wrong_rows_are_refused(client, name):
    change, kind, text = WRONG_ROWS[name]
    W = sp.csr_array(grid(6))
    W.sort_indices()
    with pytest.raises(kind, match=text):
        balanced_cut(in_blocks(client, wrong_rows(W, change), 2), client=client)


def test_wrong_arguments_are_refused(client):
    W = sp.csr_array(grid(6))
    blocks = in_blocks(client, W, 2)
    for edges, kind, text in (
        (W, TypeError, "edges must be a dask DataFrame"),
        ([W], TypeError, r"got an object of type csr_array in edges\[0\]"),
        ([], ValueError, "got an empty list"),
        (blocks[:1], ValueError, "must have 36 rows, as many as columns, got 18"),
        ([client.submit(lambda: (5, W))], ValueError, r"edges\[0\] begins with row 5 where row 0 follows"),
        ([client.submit(lambda: W.tocoo())], TypeError, r"edges\[0\] must be a SciPy CSR array"),
    ):
        with pytest.raises(kind, match=text):
            balanced_cut(edges, client=client)
    for options, kind, text in (
        ({"n_clusters": 40}, ValueError, "n_clusters = 40 must be at most the number of vertices, 36"),
        ({"n_clusters": 10_000}, ValueError, "n_clusters = 10000 must be at most the number of vertices, 36"),
        ({"n_clusters": 40_000_000}, ValueError, "n_clusters = 40000000 must be at most the number of vertices, 36"),
        ({"n_clusters": 0}, ValueError, "n_clusters"),
        ({"n_clusters": 2.5}, TypeError, "n_clusters"),
        ({"n_clusters": "auto"}, TypeError, "n_clusters must be an integer, got 'auto'"),
        ({"min_share": 2.0}, ValueError, "min_share"),
        ({"n_clusters": 5, "max_imbalance": 0}, ValueError, r"at most 7 of 36 .* the smallest possible .* is 0\.11111"),
        ({"n_clusters": 5, "min_share": 1}, ValueError, r"at least 8 of 36 .* the largest possible .* is 0\.972222"),
        ({"balance": "other"}, ValueError, "balance"),
        ({"n_cycles": 0}, ValueError, "n_cycles must be an integer in"),
        ({"max_coarse_vertices": 5}, ValueError, "max_coarse_vertices must be an integer in"),
        ({"vertex_weight": np.zeros(36)}, ValueError, r"vertex_weight\[0\] must be > 0"),
        ({"vertex_weight": np.ones(5)}, ValueError, r"vertex_weight must have shape \(36,\)"),
        ({"n_vertices": 30}, ValueError, "n_vertices = 30 must be the number of columns"),
        ({"callback": 3}, TypeError, "callback must be a function"),
        ({"client": 3}, TypeError, r"client must be a distributed\.Client"),
    ):
        with pytest.raises(kind, match=text):
            balanced_cut(blocks, **{"client": client, **options})


@pytest.mark.parametrize(
    ("excess", "text"),
    [(None, r"0\.03 \(the default with .* mass at most 721, .* at least 0\.43"), (0.4, r"0\.4 allows")],
)
def test_a_vertex_that_exceeds_the_bound_is_named_by_its_number_in_the_graph(client, excess, text):
    W = sp.csr_array(grid(20))
    mass = np.ones(400)
    mass[321] = 1001  # the coarsest graph has fewer vertices
    blocks = in_blocks(client, W, 2)
    options = {"objective": "cut", "max_coarse_vertices": 128, "vertex_weight": mass, "n_cycles": 1, "client": client}
    with pytest.raises(ValueError, match=rf"^vertex 321 has mass 1001, but max_imbalance = {text}"):
        balanced_cut(blocks, max_imbalance=excess, **options)
    assert balanced_cut(blocks, max_imbalance=0.5, **options).masses.max() <= 1050


@pytest.mark.parametrize("k", [3, 5])
def test_the_default_bound_is_one_that_whole_vertices_hold(client, k):
    W = sp.csr_array(grid(4))
    cut = balanced_cut(in_blocks(client, W, 2), k, objective="cut", client=client)
    assert max(cut.sizes) == -(-16 // k)


@pytest.mark.parametrize(("share", "excess"), [(0, 0), (1, None), (0.97, 0.2), (0, 0.15)])
def test_bounds_are_refused_as_on_one_machine(client, share, excess):
    """Of 19 vertices in 3 parts, in blocks; the errors are those of the core."""
    from tvcut.distributed import _finish

    options = {"n_clusters": 3, "objective": "cut", "min_share": share, "max_imbalance": excess}
    try:
        balanced_cut_here(sp.csr_array((19, 19)), **options)
        expected = None
    except ValueError as error:
        expected = str(error)
    assert (expected is None) == (excess == 0.15)
    session = Session(client, lambda: None, lambda *event: None)
    mass = session.submit(np.ones, 19)
    if expected is None:
        _finish.check_bounds(session, mass, options)
    else:
        with pytest.raises(ValueError, match="^" + re.escape(expected)):
            _finish.check_bounds(session, mass, options)
