"""The tasks of one run on a Dask cluster: submitted, awaited so that Ctrl-C takes effect, stopped and cancelled."""

from __future__ import annotations

import asyncio
import time
import uuid
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from operator import getitem
from typing import Any, TypeAlias

from distributed import get_worker, wait, worker_client

Array: TypeAlias = Any
Client: TypeAlias = Any  # the classes of Dask have no complete types
Future: TypeAlias = Any
POLL = 0.1  # seconds after which Ctrl-C takes effect, and between two calls of the callback
STOPPED = "tvcut_stopped"  # attribute of a worker: the names of the runs whose cuts end early


class Session:
    """Submits tasks to a client and keeps track of them.

    ``tell`` is called while the session waits, and ``hear`` with the phase, the share of it that is done and the value
    of a cut that runs on a worker.
    """

    def __init__(self, client: Client, tell: Callable[[], None], hear: Callable[..., None]) -> None:
        self.client, self.tell = client, tell
        self.name = f"tvcut-{uuid.uuid4().hex}"
        self._pending: weakref.WeakSet[Future] = weakref.WeakSet()
        self._loaded: weakref.WeakSet[Future] = weakref.WeakSet()  # of delayed objects of the caller
        client.subscribe_topic(self.name, lambda event: hear(*event[1]))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future:
        """Submit a task. Its result depends on nothing but its arguments, so that Dask may run it again."""
        name = function.__name__
        future: Future = self.client.submit(function, *arguments, pure=False, key=f"tvcut-{name}-{uuid.uuid4().hex}")
        self._pending.add(future)
        return future

    def each(self, function: Callable[..., Any], blocks: Sequence[Future], *arguments: Any) -> list[Future]:
        """Submit a task for each block."""
        return [self.submit(function, block, *arguments) for block in blocks]

    def split(self, future: Future, count: int) -> list[Future]:
        """Return the entries of the list that a task returns as futures."""
        return [self.submit(getitem, future, b) for b in range(count)]

    def get(self, future: Future, name: str) -> Future:
        """Return an attribute of what a task returns as a future."""
        return self.submit(getattr, future, name)

    def compute(self, delayed: Any) -> Any:
        """Return the future of a delayed object of the caller, or those of a list of them."""
        futures = self.client.compute(delayed)
        self._loaded.update(futures if isinstance(futures, list) else [futures])
        return futures

    def result(self, futures: Any) -> Any:
        """Wait for a future, or a list of them, and return what they return."""
        several = list(futures) if isinstance(futures, (list, tuple)) else [futures]
        waiting = set(several)
        while waiting:
            self.tell()
            # distributed.wait takes the current client, which may be another one.
            with suppress(TimeoutError, asyncio.TimeoutError), self.client.as_current():
                wait(list(waiting), timeout=POLL)  # type: ignore[no-untyped-call]
            waiting = {future for future in waiting if not future.done()}
        values = self.client.gather(several)
        return values if isinstance(futures, (list, tuple)) else values[0]

    def stop(self) -> None:
        """End the cuts that run on workers. They return the best cut so far."""
        self.client.run(_stop, self.name)

    def close(self) -> None:
        """Hear no more of the cuts on workers."""
        if self.client.status != "closed":
            self.client.unsubscribe_topic(self.name)

    def cancel(self, keep: Sequence[Future] = ()) -> None:
        """Cancel the tasks that have not ended, but for those of ``keep``.

        Delayed objects are released instead: the caller may have futures of the same objects.
        """
        kept = {future.key for future in keep}
        self.client.cancel([future for future in self._pending if not future.done() and future.key not in kept])
        for future in list(self._loaded):
            future.release()


@dataclass(eq=False)
class Level:
    """The graph of one level, in blocks on the workers. Block b has the rows bounds[b] … bounds[b+1] − 1."""

    blocks: list[Future]
    bounds: Array
    entries: int  # stored half-edges
    ids: Future | None = None  # int32: vertex of the next level of each vertex

    @property
    def n(self) -> int:
        """Number of vertices."""
        return int(self.bounds[-1])


def callback_of(name: str) -> Callable[[Any], bool]:
    """Return the callback of a cut within a task: it reports the progress, and ends the cut if the run is stopped."""
    worker = get_worker()

    def callback(progress: Any) -> bool:
        worker.log_event(name, (progress.phase, progress.fraction, progress.value))
        return name in vars(worker).get(STOPPED, ())

    return callback


def _stop(name: str, dask_worker: Any) -> None:
    vars(dask_worker).setdefault(STOPPED, set()).add(name)


@contextmanager
def outside_pool() -> Iterator[None]:
    """Leave the pool of a worker's threads, where this runs in one of them, so that the tasks waited for can run."""
    try:
        get_worker()
    except ValueError:  # this is no task
        yield
        return
    with worker_client():
        yield


def seconds() -> float:
    """Return the time of a clock."""
    return time.perf_counter()
