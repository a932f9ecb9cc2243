"""tvcut.memory, and the refusal of cuts that need more memory than is available."""

import os
import pickle

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from bench.graphs import delaunay, geometric, grid, grid_3d, planted
from tests.programs import python
from tvcut._input.graph import as_problem
from tvcut._native import library
from tvcut._run import available, memory

GIB = 2**30
PATH = sp.diags_array([np.ones(99)] * 2, offsets=[-1, 1]).tocsr()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, 0), "n must be an integer in"),
        ((2**31, 0), "n must be an integer in"),
        ((3, 7), "nnz must be an integer in"),
        ((3, -1), "nnz must be an integer in"),
        ((3, 4, 4), "n_clusters must be an integer in"),
    ],
)
def test_sizes_out_of_range(arguments, words):
    with pytest.raises(ValueError, match=words):
        tvcut.memory(*arguments)
    with pytest.raises(TypeError, match=r"nnz must be an integer, got 1\.5"):
        tvcut.memory(3, 1.5)


@pytest.mark.parametrize("name", ["mesh", "small_weights", "local"])
@pytest.mark.parametrize("value", [np.ones(10), "yes", None, 1.5])
def test_kinds_of_graphs_are_flags(name, value):
    with pytest.raises(TypeError, match=f"{name} must be True or False, got"):
        tvcut.memory(100, 300, **{name: value})
    assert tvcut.memory(100, 300, **{name: np.True_}) == tvcut.memory(100, 300, **{name: True})


def test_a_cut_that_does_not_fit_is_refused(monkeypatch):
    monkeypatch.setattr(memory, "LARGE", 0)
    monkeypatch.setattr(memory, "available", lambda: 1000)
    jobs = library.job_count()
    with pytest.raises(tvcut.InsufficientMemoryError, match='effort="fast", n_starts=1 and n_threads=1') as caught:
        tvcut.balanced_cut(PATH)
    error = caught.value
    assert isinstance(error, MemoryError)
    assert (error.needed, error.available) == (tvcut.memory(100, PATH.nnz), 1000)
    assert library.job_count() == jobs
    again = pickle.loads(pickle.dumps(error))
    assert (again.needed, str(again)) == (error.needed, str(error))


def test_a_cut_that_may_not_fit_warns(monkeypatch):
    monkeypatch.setattr(memory, "LARGE", 0)
    monkeypatch.setattr(memory, "available", lambda: int(0.7 * tvcut.memory(100, PATH.nnz)))
    with pytest.warns(tvcut.MemoryWarning, match='effort="fast"') as caught:
        assert tvcut.balanced_cut(PATH).value == 1 / 50
    assert caught[0].filename == __file__


def test_more_parts_are_refused_from_a_lower_share_of_the_bound(monkeypatch):
    monkeypatch.setattr(memory, "LARGE", 0)
    monkeypatch.setattr(memory, "available", lambda: int(0.25 * tvcut.memory(100, PATH.nnz)))
    with pytest.raises(tvcut.InsufficientMemoryError):
        tvcut.balanced_cut(PATH)
    monkeypatch.setattr(memory, "available", lambda: int(0.25 * tvcut.memory(100, PATH.nnz, 3)))
    with pytest.warns(tvcut.MemoryWarning):
        tvcut.balanced_cut(PATH, 3)
    assert "at least 2.0 GiB, at most 10.0 GiB" in str(tvcut.InsufficientMemoryError(10 * GIB, GIB, memory.MORE))


@pytest.mark.parametrize("limit", [None, 10**12])
def test_a_cut_that_may_fit_is_made(monkeypatch, limit):
    monkeypatch.setattr(memory, "LARGE", 0)
    monkeypatch.setattr(memory, "available", lambda: limit)
    assert tvcut.balanced_cut(PATH).value == 1 / 50


def test_a_graph_is_examined_only_if_its_bound_does_not_fit(monkeypatch):
    W = grid(530)  # of more half-edges than the graphs whose bounds are alike
    bounds = [tvcut.memory(W.shape[0], W.nnz, mesh=mesh, effort="fast") for mesh in (True, False)]
    assert bounds[0] < bounds[1]
    monkeypatch.setattr(memory, "LARGE", 0)
    monkeypatch.setattr(memory, "available", lambda: sum(bounds) // 2)
    tvcut.balanced_cut(W, effort="fast")  # no warning: the bound of meshes fits
    monkeypatch.setattr(memory, "available", lambda: bounds[1])
    monkeypatch.setattr(memory, "is_mesh", lambda problem: pytest.fail("it was examined"))
    tvcut.balanced_cut(W, effort="fast")


def test_a_small_cut_does_not_look_up_what_is_available(monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: pytest.fail("it was looked up"))
    tvcut.balanced_cut(PATH)


def group(folder, limit, used, cached, version):
    """Write the files of a control group."""
    names = ("memory.max", "memory.current", "inactive_file")
    if version == 1:
        names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / names[0]).write_text(f"{limit}\n")
    (folder / names[1]).write_text(f"{used}\n")
    (folder / "memory.stat").write_text(f"anon 1\n{names[2]} {cached}\n")


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(
    ("inner", "outer", "expected"),
    [
        ("max", "max", 8 * GIB),
        (4 * GIB, "max", 3.5 * GIB),  # 4 − 1 used, of which ½ is dropped when it is needed
        (4 * GIB, 2 * GIB, 1.5 * GIB),
        (GIB // 4, "max", GIB // 4 - GIB // 2),
    ],
)
def test_available_memory_has_the_limits_of_control_groups(monkeypatch, tmp_path, version, inner, outer, expected):
    monkeypatch.setattr(available, "MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(available, "GROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(available, "GROUP_ROOT", tmp_path / "groups")
    assert available.available() is None
    (tmp_path / "meminfo").write_text(f"MemTotal: 99 kB\nMemAvailable:   {8 * GIB // 1024} kB\n")
    assert available.available() == 8 * GIB
    (tmp_path / "cgroup").write_text("3:cpu:/x\n" + ("0::/a/b\n" if version == 2 else "4:memory:/a/b\n"))
    root = tmp_path / "groups" / ("" if version == 2 else "memory")
    group(root / "a" / "b", inner, GIB, GIB // 2, version)
    group(root / "a", outer, GIB, GIB // 2, version)
    assert available.available() == max(0, expected)


@pytest.mark.parametrize(
    ("W", "expected"),
    [
        (grid_3d(40), True),
        (grid(150), True),
        (delaunay(20_000), True),
        (geometric(20_000), True),
        (planted((20_000, 20_000), 10, 1), False),
        (sp.csr_array(np.ones((100, 100)) - np.eye(100)), True),  # all of it is near
    ],
)
def test_meshes_are_recognised(W, expected):
    assert memory.is_mesh(as_problem(W)) == expected


@pytest.mark.parametrize(
    ("weights", "expected"), [([1.0, 1.0], True), ([65535.0, 3.0], True), ([1.0, 0.5], False), ([65536.0, 1.0], False)]
)
def test_small_weights_are_recognised(weights, expected):
    W = sp.diags_array([weights, weights], offsets=[1, -1], shape=(3, 3))
    assert memory.has_small_weights(as_problem(W)) == expected


@pytest.mark.parametrize(("stride", "expected"), [(1, True), (2**14, True), (2**14 + 1, False)])
def test_close_numbers_are_recognised(stride, expected, monkeypatch):
    monkeypatch.setattr(memory, "ROWS", 1000)
    ones = np.ones(10_000)
    W = sp.diags_array([ones, ones], offsets=[stride, -stride], shape=(stride + 10_000,) * 2)
    assert memory.is_local(as_problem(W)) == expected


# Dask sets OMP_NUM_THREADS to 1 in a process that makes a LocalCluster.
@pytest.mark.slow
@pytest.mark.parametrize("at_import, later", [("1", "2"), ("2,4", "1"), ("", "1"), ("0", "1"), ("all", "1")])
def test_threads_are_capped_by_the_environment_at_import(at_import, later):
    code = f"import os, tvcut; os.environ['OMP_NUM_THREADS'] = {later!r}; print(tvcut.memory(10**6, 4 * 10**6))"
    environ = os.environ | {"OMP_NUM_THREADS": at_import}
    printed = python("-c", code, env=environ)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    threads = min(cores, {"1": 1, "2,4": 2}.get(at_import, cores))
    assert int(printed) == tvcut.memory(10**6, 4 * 10**6, n_threads=threads)
