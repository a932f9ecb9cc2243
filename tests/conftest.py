"""Options of the tests, and what several of them use."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--fuzz", type=int, default=50, metavar="N", help="changed files for each reader (default 50)")
    text = "seconds for each reader, in place of a number of files"
    parser.addoption("--fuzz-seconds", type=float, metavar="S", help=text)


@pytest.fixture
def close_figures():
    """Close the figures that a test leaves open."""
    yield
    from matplotlib import pyplot

    pyplot.close("all")


@pytest.fixture(scope="module")
def three():
    """Return a cut into three cliques of six vertices."""
    import numpy as np

    import tvcut

    return tvcut.balanced_cut(np.kron(np.eye(3), np.ones((6, 6))) + 0.01, 3)


@pytest.fixture(scope="module")
def client():
    """Return a client of two workers in this process."""
    from distributed import Client

    with Client(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0") as made:
        yield made
