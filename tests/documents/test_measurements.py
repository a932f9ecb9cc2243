"""Pictures of the documents of measurements: each is drawn from the tables of its document, which the site folds."""

import math
import re
import sys

import pytest

from tests import ROOT

DOCS = ROOT / "docs"

pytest.importorskip("matplotlib")
pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the documents are in the repository only")
sys.path.insert(0, str(DOCS / "_extensions"))

TEXT = """# Title

| graph | C |
|---|---|
| a | **1.5**† |
| b | 1,234 ± 5 |
| c | – |
| **mean** (3) | 2.5 |

## Second

| graph | C | seconds |
|---|---|---|
| a | 1.0\\* | .5 |
"""


@pytest.fixture(scope="module")
def modules():
    import drawing
    import markdown_tables
    import pictures

    return drawing, markdown_tables, pictures


def document(name):
    return (DOCS / f"{name}.md").read_text()


def test_tables_of_a_document(modules):
    tables = modules[1].Tables(TEXT)
    first, second = tables.all
    assert first.text("graph") == ["a", "b", "c"]
    assert first.numbers("C")[:2] == [1.5, 1234] and math.isnan(first.numbers("C")[2])
    assert first.means("mean") == {"C": 2.5}
    assert tables.find("graph", "C", heading="Second") is second and second.numbers("seconds") == [0.5]
    with pytest.raises(ValueError, match="no table under a heading with '' has the columns"):
        tables.find("peer")


def test_every_document_that_a_command_writes_has_a_picture(modules):
    made = {
        page.stem for page in DOCS.glob("*.md") if re.search(r"^Made by `.*python -m bench\.", page.read_text(), re.M)
    }
    assert made == set(modules[2].PICTURES)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", sorted(page.stem for page in DOCS.glob("*.md") if page.stem not in ("index", "measurements", "restarts"))
)
def test_pictures(modules, name):
    drawing, tables, pictures = modules
    draw = pictures.PICTURES[name]
    figure, sentence = draw(tables.Tables(document(name)))
    assert "nan" not in sentence and sentence.endswith(".")
    picture = drawing.svg(figure)
    assert drawing.INK not in picture and "currentColor" in picture and "\n\n" not in picture
    assert picture == drawing.svg(draw(tables.Tables(document(name)))[0])


def test_the_sentence_of_benchmarks_has_the_figures_of_its_summary(modules):
    text = document("benchmarks")
    _, sentence = modules[2].PICTURES["benchmarks"](modules[1].Tables(text))
    words = sentence.split()
    counts = [int(word.strip(".;")) for word in words if word.strip(".;").isdigit()]
    assert f"C of tvcut is at most 1.0005 times the best of the peers on {counts[0]} of {counts[1]} graphs" in text
    assert f"C of tvcut, default is at most 1.0005 times the best of the peers on {counts[-1]} of" in text


def test_the_points_of_kway_are_those_of_its_summary(modules):
    figure, _ = modules[2].PICTURES["kway"](modules[1].Tables(document("kway")))
    points = {text.get_text(): text.xy for text in figure.axes[0].texts}
    every = next(line for line in document("kway").splitlines() if line.startswith("| all | ") and "(" in line)
    metis = float(every.split("|")[2].split()[0])
    assert points["tvcut"] == (1, 1) and points["METIS"][1] == pytest.approx(1 / metis)


def test_long_tables_are_folded(modules):
    pytest.importorskip("sphinx")
    from measurements import OPEN, fold

    short, long = "| a |\n|---|\n" + "| 1 |\n" * OPEN, "| b |\n|---|\n" + "| 1 |\n" * (OPEN + 1)
    folded = fold(f"{short}\n{long}\nend\n")
    assert folded == (f"{short}\n<details><summary>Table: {OPEN + 1} rows, b</summary>\n\n{long}\n</details>\n\nend\n")
