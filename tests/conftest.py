"""Options of the tests, and the client of tests on Dask."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--fuzz", type=int, default=100, metavar="N", help="changed files for each reader (default 100)")
    text = "seconds for each reader, in place of a number of files"
    parser.addoption("--fuzz-seconds", type=float, metavar="S", help=text)


@pytest.fixture(scope="module")
def client():
    """Return a client of two workers in this process."""
    from distributed import Client

    with Client(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0") as made:
        yield made
