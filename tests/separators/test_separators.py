"""vertex_separator and nested_dissection: their input, their errors, and what their results are."""

import signal
import sys
import time

import networkx
import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tests import oracle

pytestmark = pytest.mark.skipif(tvcut.backend() == "gopy", reason="separators need the backend ctypes")


def grid(rows, columns):
    line = [sp.diags_array([np.ones(n - 1)] * 2, offsets=[-1, 1]) for n in (rows, columns)]
    return sp.csr_array(sp.kron(line[0], sp.eye_array(columns)) + sp.kron(sp.eye_array(rows), line[1]))


def check(W, labels, mass=None, max_imbalance=0.2):
    """Check that no edge joins the sides and that they are within the bound, and return the mass of the separator."""
    edges = sp.coo_array(W)
    i, j = edges.row, edges.col
    assert labels.dtype == np.int32 and not np.any((labels[i] == 0) & (labels[j] == 1))
    sums = np.bincount(labels, mass, minlength=3)
    assert max(sums[:2]) <= (1 + max_imbalance) / 2 * sums.sum() * (1 + 1e-12)
    assert labels[labels < 2][0] == 0
    return sums[2]


@pytest.mark.parametrize("max_imbalance", [0, 0.2, 0.5])
def test_random_graphs(max_imbalance):
    rng = np.random.default_rng(0)
    for n in (3, 10, 60, 300):
        W, mass = oracle.random_graph(rng, n, 2 / n), rng.uniform(1, 2, n)
        labels = tvcut.vertex_separator(W, vertex_weight=mass, max_imbalance=max_imbalance)
        check(W, labels, mass, max_imbalance)
        assert labels.tolist() == tvcut.vertex_separator(W, vertex_weight=mass, max_imbalance=max_imbalance).tolist()
        order = tvcut.nested_dissection(W, max_imbalance=max_imbalance)
        assert order.dtype == np.int32 and sorted(order.tolist()) == list(range(n))


def test_masses_decide_which_vertex_of_a_path_separates():
    W = sp.diags_array([np.ones(8)] * 2, offsets=[-1, 1])
    mass = np.full(9, 2.0)
    mass[5] = 1
    assert np.flatnonzero(tvcut.vertex_separator(W, vertex_weight=mass) == 2).tolist() == [5]
    assert np.flatnonzero(tvcut.vertex_separator(W, vertex_weight={i: m for i, m in enumerate(mass)}) == 2) == 5
    assert np.flatnonzero(tvcut.vertex_separator(tvcut.as_graph(W, vertex_weight=mass)) == 2).tolist() == [5]


def test_only_the_pattern_counts():
    W = grid(9, 12)
    stiffness = sp.csr_array(-W * np.pi + 7 * sp.eye_array(108))
    upper = sp.csr_array(sp.triu(stiffness))
    for same in (
        stiffness,
        upper,
        upper.T,
        stiffness.toarray(),
        sp.coo_matrix(stiffness),
        networkx.from_scipy_sparse_array(W),
    ):
        for function in (tvcut.vertex_separator, tvcut.nested_dissection):
            assert function(same).tolist() == function(W).tolist()
    zeros = W.copy()
    zeros.data[:] = 0
    assert check(W, tvcut.vertex_separator(zeros)) == 9


def test_order_has_less_fill_than_the_order_of_the_rows():
    W = grid(30, 30)
    p = tvcut.nested_dissection(W)
    A = sp.csr_array(5 * sp.eye_array(900) - W)
    factors = [
        sp.linalg.splu(sp.csc_array(B), permc_spec="NATURAL", options={"SymmetricMode": True}, diag_pivot_thresh=0)
        for B in (A, A[p][:, p])
    ]
    assert factors[1].L.nnz < 0.6 * factors[0].L.nnz


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"max_imbalance": 1}, r"max_imbalance must be in \[0, 1\), got 1"),
        ({"max_imbalance": -0.1}, r"max_imbalance must be in \[0, 1\)"),
        ({"time_limit": 0}, "time_limit must be > 0 and finite, or 'none', got 0"),
        ({"random_state": -1}, "random_state"),
    ],
)
def test_errors_of_options(keywords, message):
    for function in (tvcut.vertex_separator, tvcut.nested_dissection):
        with pytest.raises(ValueError, match=message):
            function(grid(3, 3), **keywords)


def test_errors_of_graphs_and_masses():
    with pytest.raises(TypeError, match=r"pass tvcut.read_graph\(path\)"):
        tvcut.nested_dissection("graph.mtx")
    with pytest.raises(ValueError, match="square matrix"):
        tvcut.nested_dissection(np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"vertex_weight\[1\] must be > 0 and finite"):
        tvcut.vertex_separator(grid(2, 2), vertex_weight=[1, 0, 1, 1])
    with pytest.raises(ValueError, match="vertex_weight must have shape"):
        tvcut.vertex_separator(grid(2, 2), vertex_weight=[1, 1])


def test_time_limit():
    W = grid(400, 400)
    began = time.perf_counter()
    check(W, tvcut.vertex_separator(W, time_limit=0.05))
    order = tvcut.nested_dissection(W, time_limit=0.05)
    assert np.bincount(order).tolist() == [1] * 160_000
    assert time.perf_counter() - began < 30  # without a limit, minutes


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no timers of signals")
def test_ctrl_c_ends_the_call():
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            tvcut.nested_dissection(grid(700, 700))
    finally:
        signal.signal(signal.SIGALRM, before)


def test_gopy_is_refused(monkeypatch):
    monkeypatch.setattr("tvcut._native.library.library", object)
    with pytest.raises(RuntimeError, match=r"tvcut.nested_dissection needs the backend 'ctypes'"):
        tvcut.nested_dissection(grid(3, 3))
