"""Forked processes can cut: children of callbacks, of pools and of children."""

import multiprocessing
import sys

import pytest

import tvcut
from bench.graphs import grid
from tests.native.processes import python

FORK_INSIDE = """
    import os, sys
    import tvcut
    from bench.graphs import grid
    from tests.native.processes import LONG
    from tests.native.test_forks import cut_in_child

    children = []

    def callback(progress):
        children.append(os.fork())
        if children[0] == 0:
            assert cut_in_child(0) == 0.2
            sys.exit(7)
        return True

    cut = tvcut.balanced_cut(grid(40), callback=callback, **LONG)
    assert cut.status == "stopped"
    assert os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]) == 7
"""


@pytest.mark.slow
def test_fork_inside_a_callback():
    run = python(FORK_INSIDE, "-W", "ignore", timeout=60)
    assert run.returncode == 0, run.stderr


def cut_in_child(seed):
    return tvcut.balanced_cut(grid(10), random_state=seed).value


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # raised by fork in a process with threads
def test_forked_children_can_cut():
    value = cut_in_child(0)
    with multiprocessing.get_context("fork").Pool(8) as pool:
        assert pool.map_async(cut_in_child, [0] * 16, chunksize=1).get(timeout=60) == [value] * 16
    assert cut_in_child(0) == value


FORK_AGAIN = """
    import os
    from tests.native.test_forks import cut_in_child

    for generation in range(4):
        assert cut_in_child(0) == 0.2
        child = os.fork()
        if child:
            os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    print("fifth generation", cut_in_child(0), flush=True)
    os._exit(0)
"""


def test_children_of_children_can_cut():
    run = python(FORK_AGAIN, "-W", "ignore", timeout=120)
    assert (run.returncode, run.stdout) == (0, "fifth generation 0.2\n"), run.stderr


WITHOUT_FOLDERS = """
    import os, sys, numpy, tvcut
    from tvcut._native import backends
    def none(): raise OSError("no folder")
    backends.private_folder = none
    for generation in range(4):
        tvcut.balanced_cut(numpy.ones((4, 4)))
        if child := os.fork():
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="copies are in memory on Linux only")
def test_forked_children_need_no_folder():
    """Each of four generations loads a library of its own."""
    run = python(WITHOUT_FOLDERS, "-W", "ignore", timeout=120)
    assert run.returncode == 0, run.stderr
