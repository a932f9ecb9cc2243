"""The HTML of notebooks shows the data of the cut, also without matplotlib."""

import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut


def cells(html):
    """Return {name: text} of the table in well-formed HTML."""
    rows = ET.fromstring(html).find("table").iter("tr")
    return {"".join(row[0].itertext()): "".join(row[1].itertext()) for row in rows}


def test_html_of_a_cut(descent):
    html = descent._repr_html_()
    shown = cells(html)
    assert shown["parts"] == "2, of 300 vertices"
    assert shown["sizes"] == ", ".join(f"{size:g}" for size in descent.sizes)
    assert shown["value"] == f"{descent.value:.6g}"
    assert shown["lower bound"] == f"{descent.lower_bound:.6g}"
    assert shown["gap"] == f"{100 * descent.gap:.3g} %"
    bar, curve = ET.fromstring(html).iter("svg")
    widths = [float(r.get("width")) for r in bar.iter("rect") if r.get("fill") != "none"]
    np.testing.assert_allclose(np.divide(widths, 320), descent.sizes / 300, atol=1e-4)
    heights = [float(point.split(",")[1]) for point in next(curve.iter("polyline")).get("points").split()]
    assert heights == sorted(heights) and len(heights) == min(100, len(descent.energy_trace))
    assert set(re.findall(r"stroke=\"(\w+)\"", html)) == {"currentColor"}  # readable in light and in dark


def test_html_of_masses():
    cut = tvcut.balanced_cut(np.kron(np.eye(2), np.ones((3, 3))), vertex_weight=[1, 2, 3, 3, 2, 1])
    shown = cells(cut._repr_html_())
    assert shown["sizes"] == "3, 3" and shown["masses"] == "6, 6"


def test_html_of_many_parts_and_without_bound():
    W = sp.csr_array(np.eye(200, k=1) + np.eye(200, k=-1))
    html = tvcut.balanced_cut(W, 100)._repr_html_()
    assert "lower bound" not in cells(html) and "gap" not in cells(html)
    assert "…" in cells(html)["sizes"] and len(html) < 5000


def test_html_of_progress(moons):
    seen = []
    tvcut.balanced_cut(moons, callback=seen.append)
    for progress in (seen[-1], replace(seen[-1], value=np.inf, energy=np.inf, fraction=2.0)):
        shown = cells(progress._repr_html_())
        finite = np.isfinite(progress.value)
        assert shown["value"] == (f"{progress.value:.6g}" if finite else "none yet")
        assert shown["phase"] == progress.phase


def test_without_matplotlib(three, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    for draw in (three.plot, three.plot_matrix, three.plot_tree, three.plot_parts):
        with pytest.raises(ImportError, match=r"pip install tvcut\[plot\]"):
            draw()
    with pytest.raises(ImportError, match=r"pip install tvcut\[plot\]"):
        tvcut.plot_graph(np.ones((2, 2)), [0, 1], np.zeros((2, 2)))
    assert "<svg" in three._repr_html_()
