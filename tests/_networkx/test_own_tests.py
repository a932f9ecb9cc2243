"""The tests of networkx of the functions that the backend has, run with the backend in place of them."""

import importlib.util
import os
import re
import sys

import pytest

from tests.programs import run

networkx = pytest.importorskip("networkx")

MODULES = (  # one of them has another name before networkx 3.6
    *("algorithms.tests.test_cuts", "algorithms.community.tests.test_asyn_fluid"),
    *("algorithms.community.tests.test_bipartitions", "algorithms.community.tests.test_kernighan_lin"),
    *("algorithms.community.tests.test_quality", "linalg.tests.test_algebraic_connectivity"),
)
FUNCTIONS = {
    *("kernighan_lin_bisection", "spectral_bisection", "asyn_fluidc", "cut_size", "volume", "normalized_cut_size"),
    *("conductance", "edge_expansion", "mixing_expansion", "modularity"),
}


@pytest.mark.slow
def test_tests_of_networkx(tmp_path):
    names = [f"networkx.{name}" for name in MODULES]
    names = [name for name in names if importlib.util.find_spec(name)]
    setting = {"NETWORKX_TEST_BACKEND": "tvcut", "NETWORKX_FALLBACK_TO_NX": "True"}  # networkx runs all others
    options = ("-v", "-p", "no:cacheprovider", "-c", os.devnull, "-o", "log_cli=true", "--log-cli-level=DEBUG")
    done = run(
        *(sys.executable, "-m", "pytest", *options, "--pyargs", *names), cwd=tmp_path, env={**os.environ, **setting}
    )
    assert done.returncode == 0 and " xfailed" not in done.stdout, done.stdout[-4000:]
    called = re.findall(r"using backend 'tvcut' for call to '(\w+)'", done.stdout, re.IGNORECASE)
    assert set(called) == FUNCTIONS
