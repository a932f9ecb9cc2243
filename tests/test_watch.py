"""What watches a running cut: the progress bar and the log."""

import logging
import re
import sys

import numpy as np
import pytest

import tvcut
from tvcut import _watch

W = np.kron(np.eye(2), np.ones((20, 20))) + 0.01


def test_watching_changes_no_bit():
    plain = tvcut.balanced_cut(W, init="random")
    watched = tvcut.balanced_cut(W, init="random", progress=True, verbose=True)
    np.testing.assert_array_equal(plain.labels, watched.labels)
    np.testing.assert_array_equal(plain.f, watched.f)


def test_log(caplog):
    with caplog.at_level(logging.DEBUG, "tvcut"):
        cut = tvcut.balanced_cut(W)
        quiet = len(caplog.records)
        tvcut.balanced_cut(W, verbose=True)
    levels = [record.levelname for record in caplog.records]  # how many phases are seen depends on the time they take
    assert set(levels[:quiet]) == {"DEBUG"} and set(levels[quiet:]) == {"INFO"} and 3 <= quiet <= len(levels) - 3
    lines = [record.getMessage() for record in caplog.records[:quiet]]
    assert lines[0] == "40 vertices, 780 edges, 2 parts" and lines[-1] == repr(cut)
    for line in lines[1:-1]:
        assert re.fullmatch(r"(search|descent|refinement|polish) \d+%, (no cut yet|best \S+), \d+\.\d s", line)


def test_log_without_logging(capfd, monkeypatch):
    monkeypatch.setattr(_watch.LOG, "propagate", False)  # otherwise the handlers of pytest take the lines
    tvcut.balanced_cut(W)
    assert capfd.readouterr().err == ""
    tvcut.balanced_cut(W, verbose=True)
    assert capfd.readouterr().err.startswith("tvcut: 40 vertices, 780 edges, 2 parts\n")


def test_bar(capfd):
    seen = []
    tvcut.balanced_cut(W, progress=True, callback=seen.append)
    shown = capfd.readouterr().err
    assert seen[-1].phase in shown and "100%" in shown and f"best {seen[-1].value:.6g}" in shown
    tvcut.balanced_cut(W, init="random", n_starts=10**6, progress=True, callback=lambda progress: progress.value < 9)
    with pytest.raises(ZeroDivisionError):
        tvcut.balanced_cut(W, progress=True, callback=lambda progress: 1 / 0)


def test_wrong_arguments(monkeypatch):
    with pytest.raises(TypeError, match="progress must be True or False, got 'yes'"):
        tvcut.balanced_cut(W, progress="yes")
    with pytest.raises(TypeError, match="verbose must be True or False, got None"):
        tvcut.balanced_cut(W, verbose=None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="pip install tqdm"):
        tvcut.balanced_cut(W, progress=True)
