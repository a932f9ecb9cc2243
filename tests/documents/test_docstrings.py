"""The docstrings of public names have the numpydoc sections that apply, and their examples run."""

import doctest
import importlib.util
import inspect
import re
from pathlib import Path

import pytest

import tvcut
from tvcut import datasets

FILES = sorted(Path(tvcut.__file__).parent.rglob("*.py"))
FOLDER = Path(tvcut.__file__).parents[1]
MODULES = [".".join(file.relative_to(FOLDER).with_suffix("").parts).removesuffix(".__init__") for file in FILES]
MODULES.remove("tvcut.__main__")
HAS_DASK = importlib.util.find_spec("distributed") is not None
if not HAS_DASK or tvcut.backend() != "ctypes":  # the steps on blocks have the C interface only
    MODULES = [module for module in MODULES if not module.startswith("tvcut.distributed")]
PUBLIC = {name: getattr(tvcut, name) for name in tvcut.__all__ if name not in ("datasets", "tl")}
PUBLIC |= {"tl.balanced_cut": tvcut.tl.balanced_cut, "tl.scan": tvcut.tl.scan}
if "tvcut.distributed" in MODULES:
    PUBLIC |= {"distributed.balanced_cut": importlib.import_module("tvcut.distributed").balanced_cut}
PUBLIC |= {
    f"datasets.{name}": value
    for name, value in vars(datasets).items()
    if not name.startswith("_") and getattr(value, "__module__", "") == "tvcut.datasets"
}
WITHOUT_RAISES = {"datasets.two_moons"}  # functions that check no arguments
# Classes that users read and do not create.
RESULTS = {
    "Cut",
    "Evidence",
    "Graph",
    "GraphFile",
    "Profile",
    "Progress",
    "CutInterrupted",
    "Scan",
    "ScanInterrupted",
    "Stage",
}


def sections(value):
    """Return {title: text} of a numpydoc docstring."""
    parts = re.split(r"^(\w[\w ]*)\n-+\n", inspect.getdoc(value) or "", flags=re.M)
    return dict(zip(["Summary", *parts[1::2]], parts[0::2], strict=True))


def required(name, value):
    """Return the titles of the sections that the docstring of a public name must have."""
    wanted = {"Summary", "Examples"}
    if name in RESULTS:
        return wanted | {"Attributes"}
    if inspect.isclass(value) and issubclass(value, Exception):
        return wanted
    if inspect.signature(value).parameters:
        wanted.add("Parameters")
    if inspect.isclass(value):
        return wanted
    if inspect.signature(value).return_annotation not in (None, "None"):
        wanted.add("Returns")
    return wanted if name in WITHOUT_RAISES else wanted | {"Raises"}


def test_public_names_of_datasets():
    found = {name.removeprefix("datasets.") for name in PUBLIC if name.startswith("datasets.")}
    assert found == {"DatasetError", "mnist", "optdigits", "read_metis", "two_moons", "usps"}


@pytest.mark.parametrize("name", PUBLIC)
def test_sections(name):
    found = sections(PUBLIC[name])
    assert required(name, PUBLIC[name]) <= set(found)
    assert all(text.strip() for text in found.values())
    assert ">>> " in found["Examples"]


@pytest.mark.parametrize("name", [name for name in PUBLIC if "Parameters" in sections(PUBLIC[name])])
def test_all_parameters_are_documented(name):
    lines = re.findall(r"^([\w*][\w*, \n]*?)(?: : .*)?$", sections(PUBLIC[name])["Parameters"], re.M)
    documented = re.findall(r"\w+", " ".join(lines))
    assert documented == list(inspect.signature(PUBLIC[name]).parameters)


def examples(module):
    """Return the doctests of a module that have examples."""
    return [test for test in doctest.DocTestFinder().find(importlib.import_module(module)) if test.examples]


def test_every_public_example_is_found():
    found = {test.name for module in MODULES for test in examples(module)}
    assert {f"{value.__module__}.{value.__qualname__}" for value in PUBLIC.values()} <= found


@pytest.mark.parametrize("test", [test for module in MODULES for test in examples(module)], ids=lambda test: test.name)
def test_examples(test, capsys):
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0, capsys.readouterr().out


def test_the_docstring_of_balanced_cut_is_short():
    assert len(tvcut.balanced_cut.__doc__.splitlines()) <= 110
