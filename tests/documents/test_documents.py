"""What README, the guide and the docstrings say is true: examples, defaults, places in the code; and the demo runs."""

import ast
import doctest
import inspect
import re

import pytest

import tvcut
from tests import ROOT
from tests.programs import python

README = ROOT / "README.md"
PAGES = sorted([README, *(ROOT / "docs").glob("guide/*.md"), *(ROOT / "docs").glob("users/*.md")])
DEFAULTS = tvcut.default_options() | {"preset": "default"}
DEFAULTS |= {name: getattr(DEFAULTS["descent"], name) for name in vars(tvcut.Descent())}
FUNCTIONS = {name: getattr(tvcut, name) for name in ("balanced_cut", "BalancedCut", "Descent", "knn_graph")}

pytestmark = pytest.mark.skipif(not README.exists(), reason="the documents are in the repository only")


def test_examples_of_readme():
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0 and result.failed == 0


def test_readme_is_short():
    assert len(README.read_text().splitlines()) <= 220


def test_places_of_the_paper_in_the_code():
    """Each place file:line in README is the line that declares the name beside it."""
    places = re.findall(r"^\| .+ \| ([\w/]+\.go):(\d+), `(\w+)` \|$", README.read_text(), re.M)
    assert len(places) == README.read_text().count(".go:") == 6
    for file, line, name in places:
        lines = (ROOT / file).read_text().splitlines()
        declared = [i for i, text in enumerate(lines, 1) if re.match(rf"(func (\(.*?\) )?|type ){name}\b", text)]
        assert declared == [int(line)], f"README: {file}:{line}, `{name}` is declared in line {declared}"


def test_targets_of_make_are_described_in_the_makefile():
    makefile = (ROOT / "Makefile").read_text()
    described = set(re.findall(r"^# make ([\w-]+):", makefile, re.M)) | {"format"}
    named = {
        target
        for page in [*PAGES, ROOT / "CONTRIBUTING.md"]
        for target in re.findall(r"\bmake ([a-z-]+)`", page.read_text())
    }
    assert named <= described


def literal(word):
    """Return the value that a document writes. default_options() has None where a search chooses, or for no limit."""
    if word in ('"auto"', '"none"'):
        return None
    try:
        return ast.literal_eval(word)
    except (SyntaxError, ValueError):
        return word


def default(name):
    """Return the default of an option, as literal does."""
    return None if DEFAULTS[name] == "auto" else DEFAULTS[name]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_defaults_in_prose(page):
    """Prose states a default as `name=value`, the default; a value without a name would escape this test."""
    text = " ".join(page.read_text().split())
    stated = re.findall(r"`([^`]+)`(?:,| is) the default\b", text)
    assert all(re.fullmatch(r"\w+=\S+", code) for code in stated), stated
    for name, value in (code.split("=") for code in stated):
        assert default(name) == literal(value), f"{name}={value}"
    for name, value in re.findall(r"`(\w+)`, ([\d.]+) by default", text):
        assert f"but {value} with" in inspect.getdoc(tvcut.balanced_cut), f"{name}={value}"


def test_defaults_are_stated():
    """The pattern of the test above finds what the documents say."""
    text = " ".join(" ".join(page.read_text().split()) for page in PAGES)
    found = {code.split("=")[0] for code in re.findall(r"`([^`]+)`(?:,| is) the default\b", text)}
    assert found >= {"balance", "min_share", "strategy", "random_state"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_defaults_in_docstrings(name):
    """A line "name : type, default value" has the value of the signature, or where that is None of the preset."""
    section = inspect.getdoc(FUNCTIONS[name]).split("Parameters\n----------\n")[1].split("\n\n")[0]
    stated = dict(re.findall(r"^(\w+) : .*\bdefault (\"\w+\"|[^\s,]+)", section, re.M))
    signature = inspect.signature(FUNCTIONS[name]).parameters
    for parameter, value in stated.items():
        set_here = signature[parameter].default
        wanted = default(parameter) if set_here is None and parameter in DEFAULTS else set_here
        assert wanted == literal(value), f"{name}: {parameter}, default {value}"


def without_seconds(table):
    """Return the words of the lines of the demo, without the seconds at the ends of rows."""
    return [re.sub(r" +\d+\.\d\d$", "", line).split() for line in table.splitlines()]


@pytest.mark.slow
def test_demo(tmp_path):
    picture = tmp_path / "demo.png"
    printed = python("examples/demo.py", "--picture", picture)
    mean = float(re.search(r"mean error of 10 draws: ([\d.]+) %", printed)[1])
    assert mean <= 9.06  # the mean error in the paper
    shown = re.search(
        r"^    graph  .*?^    picture: demo.png$", (ROOT / "docs/guide/start.md").read_text(), re.M | re.S
    )
    assert shown and without_seconds(shown[0]) == without_seconds(printed.replace(str(picture), "demo.png"))
    assert picture.stat().st_size > 10_000
