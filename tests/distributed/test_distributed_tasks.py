"""Cuts within tasks of the cluster that they run on, numbers of vertices, and borders that do not fit one worker."""

import dask.dataframe as dd
import pandas as pd
import pytest

import tvcut
from bench.graphs import planted
from tests.distributed.blocks import MARKS, in_blocks
from tvcut.distributed import balanced_cut

pytestmark = MARKS
PATH = pd.DataFrame({"u": [0, 1, 2, 3, 4], "v": [1, 2, 3, 4, 5]})
PATIENCE = 60  # seconds; a cut of this path takes less than one


@pytest.fixture
def one_thread():
    """Return a client of one worker with one thread, which a task occupies."""
    from distributed import Client

    with Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as made:
        yield made


def labels_of(frame, wait=False):
    """Cut a frame within a task, which may already have left the pool of threads."""
    from distributed import worker_client

    if wait:
        with worker_client():
            return labels_of(frame)
    return balanced_cut(frame, n_cycles=1).labels.compute().tolist()


def nested(frame):
    """Cut a frame within a task that another task waits for."""
    from distributed import worker_client

    with worker_client() as client:
        return client.submit(labels_of, frame).result()


@pytest.mark.parametrize("arguments", [(labels_of,), (labels_of, True), (nested,)], ids=["task", "left", "nested"])
def test_a_task_can_cut_on_its_own_cluster(one_thread, arguments):
    function, *rest = arguments
    frame = dd.from_pandas(PATH, npartitions=2)
    tasks = [one_thread.submit(function, frame, *rest, pure=False) for _ in range(3)]
    for task in tasks:
        assert task.result(timeout=PATIENCE) == [0, 0, 0, 1, 1, 1]


def test_few_edges_support_no_large_number_of_vertices(client):
    frame = dd.from_pandas(PATH, npartitions=1)
    with pytest.raises(ValueError, match="n_vertices = 2000000 is far above what 5 edges join"):
        balanced_cut(frame, n_vertices=2_000_000, client=client)
    assert len(balanced_cut(frame, n_vertices=1000, n_cycles=1, client=client).labels) == 1000


@pytest.mark.slow
def test_a_border_that_does_not_fit_one_worker(client):
    W = planted((1000, 1000), 8, 1.6)  # 1.6 of 9.6 edges of a vertex cross the border
    best = tvcut.balanced_cut(W, min_share=0.3).value
    options = {"max_coarse_vertices": 200, "min_share": 0.3, "client": client}
    cut = balanced_cut(in_blocks(client, W, 3), **options)
    assert cut.n_levels > 1 and cut.value <= 1.05 * best
