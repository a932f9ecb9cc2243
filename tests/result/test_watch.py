"""What watches a running cut or scan: the progress bar and the log."""

import logging
import re
import subprocess
import sys
from functools import partial

import numpy as np
import pytest

import tvcut
from tvcut._run import watch

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
    stages = [str(stage) for stage in cut.stages]
    assert lines[-1 - len(stages) : -1] == stages
    for line in lines[1 : -1 - len(stages)]:
        assert re.fullmatch(r"(search|descent|refinement|polish) \d+%, (no cut yet|best \S+), \d+\.\d s", line)


def test_log_without_logging(capfd, monkeypatch):
    monkeypatch.setattr(watch.LOG, "propagate", False)  # otherwise the handlers of pytest take the lines
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


def test_a_graph_that_is_refused_draws_no_bar(capfd):
    for function in (tvcut.balanced_cut, tvcut.scan):
        with pytest.raises(ValueError, match="weights must be >= 0"):
            function(-W, progress=True)
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_watching_changes_no_bit_of_a_scan():
    plain, watched = (tvcut.scan(W, [2, 3], progress=watch, verbose=watch) for watch in (False, True))
    for a, b in zip(plain.cuts, watched.cuts, strict=True):
        np.testing.assert_array_equal(a.labels, b.labels)


def test_log_of_a_scan(caplog):
    with caplog.at_level(logging.INFO, "tvcut"):
        tvcut.scan(W, [2, 3])
        assert not caplog.records  # they have the level DEBUG
        scan = tvcut.scan(W, [2, 4], n_seeds=3, verbose=True)
    lines = [record.getMessage() for record in caplog.records]
    assert lines[0] == "40 vertices, 780 edges, 9 cuts"  # those into 6 parts are for the suggestion
    assert lines[-1].startswith(f"suggestion {scan.suggestion}, completed")
    ends = [line for line in lines if ": value " in line]
    assert [line.split(":")[0] for line in ends] == [f"cut {i + 1} of 9, {2 * (i // 3 + 1)} parts" for i in range(9)]
    for k, best in zip((2, 4), scan.values, strict=True):
        values = [float(line.split()[-1]) for line in ends if f", {k} parts" in line]
        assert min(values) == pytest.approx(best, rel=1e-5)


def test_number_of_cuts_exceeds_a_small_integer_type(caplog):
    with caplog.at_level(logging.DEBUG, "tvcut"):
        tvcut.scan(W, range(1, 35), n_seeds=np.int8(4), callback=lambda _: True)
    assert caplog.records[0].getMessage() == "40 vertices, 780 edges, 140 cuts"


class Shown:
    """Records what a bar of tqdm shows, in place of tqdm."""

    def __init__(self, total, **_):
        self.total, self.n, self.states = total, 0, []

    def set_description_str(self, text, refresh):
        self.text = text

    def set_postfix_str(self, text, refresh):
        pass

    def refresh(self):
        self.states.append((self.n, self.text))

    def close(self):
        pass


@pytest.fixture
def shown(monkeypatch):
    """Return the list of the bars that are made."""
    bars = []
    monkeypatch.setattr("tqdm.auto.tqdm", lambda **options: bars.append(Shown(**options)) or bars[-1])
    return bars


def test_bar_of_a_scan_counts_cuts(shown):
    tvcut.scan(W, [2, 3, 5], n_seeds=2, progress=True)
    (bar,) = shown
    assert bar.total == 8 and bar.n == 8
    cuts = set()
    for n, text in bar.states[:-1]:
        number, parts = map(int, re.fullmatch(r"cut (\d) of 8, (\d) parts: [a-z]+ \d+%", text).groups())
        cuts.add((number, parts))
        assert n == number - 1
    assert cuts >= {(n + 1, (2, 3, 5, 7)[n // 2]) for n in range(8)}


def test_bar_of_a_scan_that_is_stopped_is_not_full(shown):
    for stop in (0, 3):
        cuts = set()

        def callback(progress, cuts=cuts, stop=stop):
            cuts.add(shown[-1].text.split(",")[0])
            return len(cuts) > stop

        scan = tvcut.scan(W, [2, 3, 5], n_seeds=2, progress=True, callback=callback)
        assert scan.status == "stopped" and shown[-1].n < shown[-1].total == 8


def test_callback_ends_a_scan_even_if_a_cut_has_ended():
    scan = tvcut.scan(W, [2, 3], n_seeds=1, callback=lambda progress: True)  # a small cut may end before the first call
    assert scan.status == "stopped" and len(scan.cuts) == 1


def test_bar_of_a_scan_on_a_terminal(capfd):
    tvcut.scan(W, [2], n_seeds=1, progress=True)
    assert "cut 1 of 1, 2 parts: " in (text := capfd.readouterr().err) and "100%" in text


@pytest.mark.slow
@pytest.mark.parametrize("call", ["balanced_cut(W, ", "scan(W, [2, 3], "])
def test_lines_of_the_log_are_not_in_a_bar(call):
    code = f"import numpy as np, tvcut; W = np.ones((9, 9)); tvcut.{call}progress=True, verbose=True)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=120, check=True)
    lines = [line.rpartition("\r")[2] for line in done.stderr.decode().split("\n")]
    logged = [line for line in lines if "tvcut: " in line]
    assert len(logged) > 2 and all(line.startswith("tvcut: ") for line in logged)


@pytest.mark.parametrize("function", [tvcut.balanced_cut, tvcut.scan])
def test_wrong_arguments(function, monkeypatch):
    call = partial(function, W)
    with pytest.raises(TypeError, match="progress must be True or False, got 'yes'"):
        call(progress="yes")
    with pytest.raises(TypeError, match="verbose must be True or False, got None"):
        call(verbose=None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="pip install tqdm"):
        call(progress=True)


def test_no_bar_without_standard_error(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert tvcut.balanced_cut(np.ones((4, 4)), progress=True, verbose=True).sizes.tolist() == [2, 2]
