"""What the publish workflow checks and changes before a release, and the lowest versions that CI installs."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tvcut
from tests import ROOT
from tools import pythons, release

WORKFLOWS = ROOT / ".github/workflows"
TAG = f"v{tvcut.__version__}"

pytestmark = pytest.mark.skipif(not WORKFLOWS.exists(), reason="the workflows are in the repository only")


@pytest.fixture
def sources(tmp_path):
    """Return a folder with the files that state the version, README.md and the tool."""
    for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md", "README.md", "tools/release.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def run(workflow, folder, tag=TAG):
    """Run the commands of a workflow that call the tool, in the order in which they stand there."""
    text = (WORKFLOWS / workflow).read_text(encoding="utf-8")
    commands = dict.fromkeys(re.findall(r"run: (python3 tools/release\.py .*)$", text, re.M))
    assert commands
    environment = os.environ | {"GITHUB_REF_NAME": tag}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    line = ["bash", "-e", "-c", "\n".join(commands)]
    return subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)


def edit(path, before, after):
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_versions_and_dates_agree():
    stated = release.stated(ROOT)
    assert {version for version, *_ in stated.values()} == {tvcut.__version__}
    assert len({date for _, *dates in stated.values() for date in dates}) == 1


def test_a_release_with_unreleased_changes_fails(sources):
    edit(sources / "CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n### Fixed\n\n- A thing.\n")
    done = run("publish.yml", sources)
    assert done.returncode != 0 and 'changes under "Unreleased"' in done.stderr and "- A thing." in done.stderr


def test_a_release_passes_once_nothing_is_unreleased(sources):
    path = sources / "CHANGELOG.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(release.unreleased(text) or "\0", ""), encoding="utf-8")
    done = run("publish.yml", sources)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "name, before, after, words",
    [
        ("pyproject.toml", f'n = "{tvcut.__version__}"', 'n = "9.9"', "pyproject.toml states the version 9.9"),
        ("CITATION.cff", f"version: {tvcut.__version__}", "version: 9.9", "CITATION.cff states the version 9.9"),
        ("CITATION.cff", "date-released: 2", "date-released: 1", "the date of the release"),
        ("CHANGELOG.md", f"## {tvcut.__version__} (", "## 9.9 (", "CHANGELOG.md states the version 9.9"),
    ],
)
def test_a_release_whose_files_disagree_fails(sources, name, before, after, words):
    edit(sources / name, before, after)
    done = run("publish.yml", sources)
    assert done.returncode != 0 and words in done.stderr


def test_a_release_of_another_tag_fails(sources):
    done = run("publish.yml", sources, "v9.9")
    assert done.returncode != 0 and f"states the version {tvcut.__version__}, and the tag is v9.9" in done.stderr


def test_readme_says_how_to_install_from_the_release_on(sources):
    """The line `pip install tvcut` appears with the release; before, README says how to build from a checkout."""
    path = sources / "README.md"
    before = path.read_text(encoding="utf-8")
    line = re.compile(r"^    pip install tvcut$", re.M)
    assert not line.search(before.replace(release.INSTALL, ""))
    for _ in range(2):  # a second time changes nothing
        done = run("wheels.yml", sources)
        assert done.returncode == 0, done.stderr
        after = path.read_text(encoding="utf-8")
        assert len(line.findall(after)) == 1
        assert after == before.replace(before.split(release.BEGIN)[1].split(release.END)[0], release.INSTALL)


@pytest.mark.parametrize("marker", [release.BEGIN, release.END])
def test_readme_must_have_both_markers(sources, marker):
    edit(sources / "README.md", marker, "")
    done = run("wheels.yml", sources)
    assert done.returncode != 0 and "README.md must have the lines" in done.stderr


def test_publishing_builds_with_the_readme_of_the_release():
    publish, wheels = (WORKFLOWS.joinpath(name).read_text(encoding="utf-8") for name in ("publish.yml", "wheels.yml"))
    assert re.search(r"uses: \./\.github/workflows/wheels\.yml\n    with:\n      release: true\n", publish)
    step = "      - if: inputs.release\n        run: python3 tools/release.py readme\n"
    jobs = re.split(r"^  \w+:\n", wheels, flags=re.M)
    built = [job for job in jobs if "make wheels\n" in job or "pip wheel " in job]
    assert len(built) == 2 and all(
        job.index(step) < re.search("make wheels\n|pip wheel ", job).start() for job in built
    )
    assert wheels.count("make wheels\n") == wheels.count("pip wheel ") == 1


def test_actions_are_pinned_by_commit():
    for path in WORKFLOWS.glob("*.yml"):
        for action in re.findall(r"uses: (\S.*)$", path.read_text(encoding="utf-8"), re.M):
            assert action.startswith("./") or re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", action), action


def test_every_wheel_must_run_before_it_is_published():
    assert "run: make check-wheels STRICT=1\n" in (WORKFLOWS / "wheels.yml").read_text(encoding="utf-8")


def test_lowest_versions():
    requirements = ["numpy>=1.26,<3", "dask[array,dataframe]<2027,>=2025.1; extra == 'test'", "a-b_c==1.2.3"]
    assert pythons.lowest(requirements) == ["a-b_c==1.2.3", "dask==2025.1", "numpy==1.26"]
    for unbounded in ("numpy", "numpy<3", "numpy>=1,>=2"):
        with pytest.raises(SystemExit, match=f"{unbounded}: a requirement must state one lowest version"):
            pythons.lowest([unbounded])
