"""The C interface, the contents of the installed wheel, and the import."""

import re
import shutil
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

import tvcut
from tests import ROOT
from tests.programs import run
from tvcut._native import backends, library

SOURCES = {str(path.relative_to(ROOT / "python")) for path in (ROOT / "python/tvcut").rglob("*.py")}
PACKAGE = SOURCES | {"tvcut/py.typed", "tvcut/include/tvcut.h", f"tvcut/{backends.LIBRARY.name}"}


@pytest.mark.parametrize("compiler", [("cc", "-std=c99"), ("c++", "-std=c++11", "-x", "c++")])
def test_c_program(tmp_path, compiler):
    if shutil.which(compiler[0]) is None:
        pytest.skip(f"{compiler[0]} is not installed")
    program = tmp_path / "smoke"
    flags = ("-Wall", "-Wextra", "-Werror", "-pedantic", "-I", tvcut.get_include())
    library = Path(tvcut.get_library())
    linked = ("-x", "none", library, "-lm", f"-Wl,-rpath,{library.parent}")
    built = run(*compiler, *flags, ROOT / "tests/smoke.c", "-o", program, *linked)
    assert built.returncode == 0, built.stderr
    done = run(program)
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith(f"tvcut {tvcut.__version__}: C = 0.083333")


def test_tests_run_against_the_installed_wheel():
    assert ROOT / "python" not in Path(tvcut.__file__).parents
    wheel = distribution("tvcut").read_text("WHEEL")
    assert "Root-Is-Purelib: false" in wheel and "Tag: py3-none-" in wheel
    required = [r for r in distribution("tvcut").requires if "extra" not in r]
    assert sorted(r.split(">")[0].split("<")[0] for r in required) == ["numpy", "scikit-learn", "scipy"]


def test_wheel_holds_only_the_package():
    files = {str(path) for path in distribution("tvcut").files if "__pycache__" not in path.parts}
    files = {path for path in files if ".dist-info/" not in path}
    scripts = {path for path in files if path.startswith("..")}
    assert files - scripts == PACKAGE and {Path(path).name for path in scripts} == {"tvcut"}


def test_versions_agree():
    assert library.version() == tvcut.__version__


def test_library_is_stripped():
    if shutil.which("readelf") is None:
        pytest.skip("readelf is not installed")
    assert ".symtab" not in run("readelf", "-S", backends.LIBRARY).stdout


@pytest.mark.slow
def test_user_script():
    """The script that `make lint` checks for types also runs."""
    done = run(sys.executable, ROOT / "tests/user_script.py")
    assert done.returncode == 0, done.stderr
    assert "CONVERGED" in done.stdout or "CRITICAL" in done.stdout


def test_import_does_not_load_the_library():
    code = "import tvcut; from tvcut._native import library; assert library._backend is None"
    assert run(sys.executable, "-c", code).returncode == 0


@pytest.mark.slow
def test_import_does_not_load_scikit_learn():
    code = "import sys, tvcut; assert 'sklearn' not in sys.modules; tvcut.knn_graph; assert 'sklearn' in sys.modules"
    assert run(sys.executable, "-c", code).returncode == 0


@pytest.mark.slow
def test_public_names_can_be_imported():
    code = "from tvcut import *; import tvcut; assert set(tvcut.__all__) <= set(dir(tvcut)) & set(globals())"
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    with pytest.raises(AttributeError, match="module 'tvcut' has no attribute 'balanced_cuts'"):
        _ = tvcut.balanced_cuts


def test_error_of_a_missing_library_names_the_remedy(monkeypatch, tmp_path):
    monkeypatch.setattr(backends, "LIBRARY", tmp_path / "libtvcut.so")
    with pytest.raises(ImportError, match=r"pip install .*needs Go"):
        backends.CtypesBackend(load_copy=False)


def test_error_of_a_library_for_another_platform(monkeypatch, tmp_path):
    library = tmp_path / "libtvcut.so"
    library.write_bytes(b"MZ")
    monkeypatch.setattr(backends, "LIBRARY", library)
    for load_copy, remedy in ((False, "install the wheel of this platform"), (True, "a forked process .* set TMPDIR")):
        with pytest.raises(ImportError, match=rf"cannot be loaded: .*; {remedy}"):
            backends.CtypesBackend(load_copy=load_copy)


def test_name_of_the_library_is_that_of_the_build():
    build = (ROOT / "python/hatch_build.py").read_text(encoding="utf-8")
    names = set(re.findall(r'"([\w.]+\.(?:so|dll|dylib))"', build))
    assert names == {*backends.NAMES.values(), "libtvcut.so"}
