"""Builds: from the source distribution, twice the same bytes, without Go or a C compiler, and what wheels contain."""

import hashlib
import json
import os
import re
import shutil
import sys
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest

import tvcut
from tests import ROOT
from tests.programs import run
from tests.release.test_package import PACKAGE
from tools.wheels import EPOCH
from tvcut._native import backends

GO_MOD = (ROOT / "go.mod").read_text(encoding="utf-8")
NAME = f"tvcut-{tvcut.__version__}"


def copy_of_the_sources(folder):
    ignored = shutil.ignore_patterns(".*", "dist", "build", "gallery")
    source = shutil.copytree(ROOT, folder / "source", ignore=ignored)
    shutil.copy(ROOT / ".gitignore", source)
    return source


@pytest.fixture(scope="module")
def bill():
    """Return the list of contents of the installed wheel, in the format CycloneDX."""
    found = [path for path in distribution("tvcut").files if path.match(f"{NAME}.dist-info/sboms/*")]
    assert [path.name for path in found] == ["tvcut.cdx.json"]
    return json.loads(found[0].read_text(encoding="utf-8"))


def test_bill_lists_the_linked_modules(bill):
    modules = {part["name"]: part["version"] for part in bill["components"] if part["purl"].startswith("pkg:golang/")}
    version = modules.pop("std")
    assert re.fullmatch(r"\d+\.\d+(\.\d+)?", version)
    required = dict(re.findall(r"^\s*(?:require )?([\w./-]+\.\w+/\S+) (v\S+)", GO_MOD, re.M))
    assert modules["gonum.org/v1/gonum"] == required["gonum.org/v1/gonum"]
    if shutil.which("go") is None:
        pytest.skip("go is not installed")
    # Independently of the library: the modules of all packages that the sources of the library import.
    listed = run("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Version}}{{end}}", "./capi")
    assert listed.returncode == 0, listed.stderr
    imported = dict(line.split(" ") for line in listed.stdout.splitlines() if line)
    assert imported.pop("github.com/tvcut/tvcut") == ""
    assert modules == imported


def test_bill_lists_the_required_packages(bill):
    parts = [part for part in bill["components"] if part["purl"].startswith("pkg:pypi/")]
    texts = {entry["value"] for part in parts for entry in part["properties"]}
    assert texts == {text for text in distribution("tvcut").requires if "extra" not in text}
    assert {part["name"] for part in parts} == {"numpy", "scipy", "scikit-learn"}


def test_bill_is_well_formed(bill):
    assert bill["bomFormat"] == "CycloneDX" and bill["specVersion"] == "1.6" and bill["version"] == 1
    root = bill["metadata"]["component"]
    assert (root["name"], root["version"]) == ("tvcut", tvcut.__version__)
    references = [part["bom-ref"] for part in bill["components"]]
    assert len(set(references)) == len(references)
    assert bill["dependencies"][0] == {"ref": root["bom-ref"], "dependsOn": references}


def test_bill_states_the_licences(bill):
    parts = [bill["metadata"]["component"], *bill["components"]]
    assert {part["licenses"][0]["license"]["id"] for part in parts} == {"BSD-3-Clause"}
    assert distribution("tvcut").metadata["License-Expression"] == "BSD-3-Clause"
    # Independently of the list: the classifiers or the expression of what is installed, whose wheels may hold more.
    for name in ("numpy", "scipy", "scikit-learn"):
        metadata = distribution(name).metadata
        fields = ("License-Expression", "License", "Classifier")
        assert any("BSD" in text for field in fields for text in metadata.get_all(field, ())), name


def test_licences_of_the_linked_modules_are_in_the_wheel(bill):
    (path,) = (path for path in distribution("tvcut").files if path.name == "THIRD_PARTY_LICENSES")
    text = path.read_text(encoding="utf-8")
    for part in bill["components"]:
        assert (
            not part["purl"].startswith("pkg:golang/") or f"\n{part['name']}: " in text or f"\n{part['name']}, " in text
        )


def test_library_does_not_name_folders():
    content = backends.LIBRARY.read_bytes()
    assert str(Path.home()).encode() + b"/" not in content and str(ROOT).encode() not in content


def artifacts_of(folder, **environment):
    """Return the source distribution made of a copy of the sources, and the wheel made from it."""
    source = copy_of_the_sources(folder)
    if environment:  # another build: the files have a later time
        for path in source.rglob("*"):
            os.utime(path)
    environment = os.environ | {"SOURCE_DATE_EPOCH": EPOCH} | environment
    made = run(sys.executable, "-m", "build", "--outdir", folder, source, env=environment)
    assert made.returncode == 0, made.stderr
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory):
    return artifacts_of(tmp_path_factory.mktemp("artifacts"))


@pytest.mark.slow
def test_wheel_from_sdist(artifacts):
    _, wheel = artifacts
    assert wheel.name.startswith(f"{NAME}-py3-none-")
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name for name in names if not name.startswith(f"{NAME}.dist-info/")} == PACKAGE
    assert f"{NAME}.dist-info/sboms/tvcut.cdx.json" in names


@pytest.mark.slow
def test_two_builds_have_the_same_bytes(artifacts, tmp_path):
    """The second build has other folders and a later time on its files."""
    for one, two in zip(artifacts, artifacts_of(tmp_path, TMPDIR=str(tmp_path)), strict=True):
        assert one.name == two.name
        assert hashlib.sha256(one.read_bytes()).hexdigest() == hashlib.sha256(two.read_bytes()).hexdigest()


@pytest.mark.release
def test_two_windows_builds_have_the_same_bytes(tmp_path):
    """The wheel from two folders. Its build tools have an environment of their own."""
    made = run("make", "build/release/installed", f"PYTHON={sys.executable}")
    assert made.returncode == 0, made.stderr
    digests = []
    for name in ("one", "two"):
        folder = tmp_path / name
        source, target = copy_of_the_sources(folder), folder / "release"
        temporary = folder / "temporary"
        temporary.mkdir()
        command = (ROOT / "build/release/bin/python", source / "tools/wheels.py", "--output", target)
        made = run(*command, "--only", "win_amd64", env=os.environ | {"TMPDIR": str(temporary)})
        assert made.returncode == 0, made.stdout + made.stderr
        digests.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in target.iterdir()})
    assert len(digests[0]) == 2 and digests[0] == digests[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "missing, message", [("go", "no `go` command was found"), ("compiler", "`[^`]*` was not found")]
)
def test_build_without_a_tool_names_the_remedy(tmp_path, missing, message):
    bare = tmp_path / "bin"
    bare.mkdir()
    if missing == "compiler":
        (bare / "go").symlink_to(shutil.which("go"))
    environment = {name: value for name, value in os.environ.items() if name != "CC"} | {"PATH": str(bare)}
    command = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", tmp_path)
    built = run(*command, copy_of_the_sources(tmp_path), env=environment)
    shown = built.stdout + built.stderr
    assert built.returncode != 0 and "Traceback" not in shown
    (lines,) = re.findall(r"\[(\d+) lines? of output\]", shown)
    assert int(lines) <= 3 and re.search(message, shown) and re.search(r"[Ii]nstall (Go|one)", shown)
