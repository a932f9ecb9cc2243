"""The sources of the site: its reference has every public name, its gallery thirteen scripts, and all scripts run.

``make docs`` executes all pages; the scripts of the gallery also run here, without Sphinx.
"""

import ast
import importlib.util
import inspect
import os
import re
import tokenize

import pytest

import tvcut
from tests import ROOT
from tests.programs import python
from tvcut import datasets

DOCS = ROOT / "docs"
SCRIPTS = sorted(DOCS.glob("examples/*/plot_*.py"))
PAGES = sorted([*DOCS.glob("guide/*.md"), *DOCS.glob("users/*.md"), *DOCS.glob("api/*.rst"), *DOCS.glob("*.md")])
# Written by commands.
MADE = {
    *(
        "ablation",
        "benchmarks",
        "clusters",
        "constraints",
        "counts",
        "descent",
        "digits",
        "distributed",
        "front",
        "kway",
        "large_graphs",
        "paper",
        "presets",
    ),
    *("reading", "reliability", "scan", "search", "separators", "small_graphs", "unequal"),
}

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the sources of the site are in the repository only")


def directives():
    """Return {name: {option: value}} of the autodoc directives of the reference, with the module of automodule."""
    found = {}
    for page in DOCS.glob("api/*.rst"):
        for name, options in re.findall(r"^\.\. auto\w+:: ([\w.]+).*\n((?:   :.*\n)*)", page.read_text(), re.M):
            found[name] = dict(re.findall(r":([\w-]+): *(.*)", options))
    return found


def test_reference_has_every_public_name():
    found = directives()
    modules = {"tvcut.datasets", "tvcut.tl"}
    assert {name for name in tvcut.__all__ if f"tvcut.{name}" not in modules} <= set(found)
    assert all("members" in found[module] for module in modules)
    assert set(found) - modules <= set(tvcut.__all__)


def test_reference_has_the_members_of_every_class():
    found = directives()
    for name in set(found) & set(tvcut.__all__):
        value = getattr(tvcut, name)
        if not inspect.isclass(value) or issubclass(value, BaseException):
            continue
        members = [
            (owner, member)
            for owner in value.__mro__
            if owner.__module__.startswith("tvcut")
            for member, held in vars(owner).items()
            if not member.startswith("_") and (inspect.isfunction(held) or isinstance(held, property))
        ]
        assert not members or "members" in found[name], name
        listed = set(filter(None, found[name].get("members", "").split(", ")))
        if listed:
            assert listed == {member for _, member in members}, name
        elif any(owner is not value for owner, _ in members):
            assert "inherited-members" in found[name], name


def test_members_of_the_reference_are_documented():
    for member in ("plot", "plot_sweep", "plot_matrix", "plot_tree", "gap", "linkage", "strength"):
        assert inspect.getdoc(getattr(tvcut.Cut, member))
    assert all(inspect.getdoc(getattr(datasets, name)) for name in ("mnist", "read_metis", "two_moons"))


def test_every_page_is_in_a_table_of_contents():
    listed = set()
    for page in PAGES:
        text = page.read_text()
        tables = re.findall(r"```\{toctree\}\n(.*?)```", text, re.S)
        tables += re.findall(r"^\.\. toctree::\n((?:   .*\n|\n)+)", text, re.M)
        for entry in re.findall(r"^\s*([^:\s].*)$", "\n".join(tables), re.M):
            target = re.sub(r".*<(.*)>", r"\1", entry.strip())
            listed.add((page.parent / target).resolve().relative_to(DOCS).as_posix())
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES}
    assert pages - {"index", "search"} <= listed  # restarts shows search, a name that Sphinx takes
    assert listed - pages == {"gallery/index"}
    assert pages >= MADE


def test_gallery_has_thirteen_short_scripts():
    assert len(SCRIPTS) == 13
    for script in SCRIPTS:
        assert len(script.read_text().splitlines()) <= 80, script.name
        assert len(ast.get_docstring(ast.parse(script.read_text())).splitlines()) >= 4, script.name


def test_gallery_needs_no_network():
    """No script downloads: scikit-learn's fetch functions, scipy.datasets and pooch are not used."""
    for script in SCRIPTS:
        with tokenize.open(script) as file:
            words = {token.string for token in tokenize.generate_tokens(file.readline) if token.type == tokenize.NAME}
        assert not {word for word in words if word.startswith("fetch_")} | (words & {"urlopen", "requests", "pooch"})


@pytest.mark.release
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_scripts_run(script, tmp_path):
    if "networkx" in script.read_text() and importlib.util.find_spec("networkx") is None:
        pytest.skip("networkx is not installed; it is in the extra docs")
    if script.stem == "plot_distributed" and tvcut.backend() != "ctypes":
        pytest.skip("the steps on blocks have the C interface only")
    python(script, cwd=tmp_path, env=os.environ | {"MPLBACKEND": "agg"})
