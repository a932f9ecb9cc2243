"""The two interfaces to the Go core give identical bits, and a process loads only one of them."""

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

import tvcut
from tests import ROOT
from tests.programs import run

needs_gopy = pytest.mark.skipif(find_spec("tvcut_gopy") is None, reason="tvcut_gopy is not installed: make gopy")

CUT = """
import hashlib, tvcut
X, y = tvcut.datasets.two_moons(400, random_state=1)
W = tvcut.knn_graph(X, 8)
digest = hashlib.sha256()
fixed = {"descent": tvcut.Descent(method="fixed"), "preset": "paper"}
for options in ({}, {"n_clusters": 3}, fixed, {"init": y.astype(float)}):
    cut = tvcut.balanced_cut(W, random_state=5, **options)
    for array in (cut.labels, cut.energy_trace, cut.start_values, cut.linkage):
        digest.update(array.tobytes())
print(tvcut.backend(), digest.hexdigest())
"""


def python(code, backend=None):
    env = {name: value for name, value in os.environ.items() if name != "TVCUT_BACKEND"}
    if backend is not None:
        env["TVCUT_BACKEND"] = backend
    return run(sys.executable, "-c", code, env=env)


@needs_gopy
def test_backends_give_identical_bits():
    one, other = (python(CUT, backend).stdout.split() for backend in ("ctypes", "gopy"))
    assert (one[0], other[0]) == ("ctypes", "gopy")
    assert one[1] == other[1]


def test_default_backend():
    assert python("import tvcut; print(tvcut.backend())").stdout == "ctypes\n"


@needs_gopy
def test_set_backend_overrides_the_environment():
    code = "import tvcut; tvcut.set_backend('gopy'); tvcut.balanced_cut([[0, 1], [1, 0]]); print(tvcut.backend())"
    assert python(code, "ctypes").stdout == "gopy\n"


def test_loaded_backend_cannot_be_replaced():
    tvcut.balanced_cut([[0, 1], [1, 0]])
    tvcut.set_backend(tvcut.backend())
    other = {"ctypes": "gopy", "gopy": "ctypes"}[tvcut.backend()]
    with pytest.raises(RuntimeError, match=f"the {tvcut.backend()} backend is already loaded"):
        tvcut.set_backend(other)
    assert tvcut.balanced_cut([[0, 1], [1, 0]]).value == 1


def test_unknown_backend():
    with pytest.raises(ValueError, match="name must be one of 'ctypes', 'gopy', got 'cffi'"):
        tvcut.set_backend("cffi")
    message = "TVCUT_BACKEND must be one of 'ctypes', 'gopy' or unset, got 'cffi'"
    assert message in python("import tvcut; tvcut.backend()", "cffi").stderr


def test_error_of_a_missing_package_names_the_remedy():
    hide = "import sys, importlib.metadata as m; import tvcut\n"
    hide += "from tvcut._native import gopy\ngopy.PACKAGE = 'tvcut_gopy_not_there'\n"
    for code in ("tvcut.set_backend('gopy')", "tvcut.balanced_cut([[0, 1], [1, 0]])"):
        assert "is not installed; run `make gopy`" in python(hide + code, "gopy").stderr


# A thread has loaded the library, but not told anyone, when the process is forked. The child must not call it.
FORK = """
import ctypes, gc, importlib.util, os, threading, tvcut
loaded, forked = threading.Event(), threading.Event()

def waiting(load):
    def function(*arguments):
        found = load(*arguments)
        loaded.set()
        forked.wait(60)
        return found
    return function

here = os.getcwd()
before = ctypes.CDLL, importlib.util.module_from_spec
ctypes.CDLL, importlib.util.module_from_spec = map(waiting, before)
thread = threading.Thread(target=tvcut.balanced_cut, args=([[0, 1], [1, 0]],))
thread.start()
loaded.wait(60)
child = os.fork()
if child == 0:
    ctypes.CDLL, importlib.util.module_from_spec = before
    gc.collect()
    os._exit(0 if os.getcwd() == here and tvcut.balanced_cut([[0, 1], [1, 0]]).value == 1 else 1)
forked.set()
thread.join()
print(tvcut.backend(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), len(gc.callbacks))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("backend", ["ctypes", pytest.param("gopy", marks=needs_gopy)])
def test_fork_while_another_thread_loads_the_library(backend):
    assert python(FORK, backend).stdout == f"{backend} 0 0\n"


@needs_gopy
def test_example_with_the_generated_classes():
    done = subprocess.run([sys.executable, ROOT / "examples/gopy_jobs.py"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "labels [0 0 0 1 1 1], C = 0.333333" in done.stdout
    assert "refused: theta must be in (0, 1), got 2" in done.stdout
    assert "code -1: n_clusters must be an integer in [1, n = 6], got 7" in done.stdout
