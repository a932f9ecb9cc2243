"""The tasks of one run on a Dask cluster: submitted, awaited so that Ctrl-C takes effect, and cancelled.

The steps on a level that is one block have no part that could run beside another one. They run within one task, which
saves the time that a cluster takes to start a task and to pass on its result.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import time
import uuid
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from distributed import get_worker, wait, worker_client

Array: TypeAlias = Any
Client: TypeAlias = Any  # the classes of Dask have no complete types
Future: TypeAlias = Any
Steps: TypeAlias = Callable[..., Any]
PIECE = 2**18  # vertices of a piece of an array over all vertices, about
POLL = 0.1  # seconds after which Ctrl-C takes effect, and between two calls of the callback


class Session:
    """Submits tasks to a client and keeps track of them. ``tell`` is called while the session waits."""

    def __init__(self, client: Client, tell: Callable[[], None]) -> None:
        self.client, self.tell = client, tell
        self._pending: weakref.WeakSet[Future] = weakref.WeakSet()
        self._loaded: weakref.WeakSet[Future] = weakref.WeakSet()  # of delayed objects of the caller

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future:
        """Submit a task. Its result depends on nothing but its arguments, so that Dask may run it again."""
        name = function.__name__
        future: Future = self.client.submit(function, *arguments, pure=False, key=f"tvcut-{name}-{uuid.uuid4().hex}")
        self._pending.add(future)
        return future

    def compute(self, delayed: Any) -> Any:
        """Return the future of a delayed object of the caller, or those of a list of them."""
        futures = self.client.compute(delayed)
        self._loaded.update(futures if isinstance(futures, list) else [futures])
        return futures

    def split(self, future: Future, count: int) -> list[Future]:
        """Return the entries of the list that a task returns as futures."""
        return [self.submit(entry, future, b) for b in range(count)]

    def result(self, futures: Any) -> Any:
        """Wait for a future, or a list of them, and return what they return."""
        several = list(futures) if isinstance(futures, (list, tuple)) else [futures]
        if several:
            waiting = set(several)
            while waiting:
                self.tell()
                # distributed.wait takes the current client, which may be another one.
                with suppress(TimeoutError, asyncio.TimeoutError), self.client.as_current():
                    wait(list(waiting), timeout=POLL)  # type: ignore[no-untyped-call]
                waiting = {future for future in waiting if not future.done()}
        values = self.client.gather(several)
        return values if isinstance(futures, (list, tuple)) else values[0]

    def cancel(self, keep: Sequence[Future] = ()) -> None:
        """Cancel the tasks that have not ended, but for those of ``keep``.

        Delayed objects are released instead: the caller may have futures of the same objects.
        """
        kept = {future.key for future in keep}
        self.client.cancel([future for future in self._pending if not future.done() and future.key not in kept])
        for future in list(self._loaded):
            future.release()


class Inline:
    """Runs tasks at once, within another task. It has the methods of Session, with results in place of futures."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a task."""
        return function(*arguments)

    def split(self, values: Sequence[Any], count: int) -> list[Any]:
        """Return the entries of a list, of which there are ``count``."""
        return list(values)

    def result(self, values: Any) -> Any:
        """Return a result, or a list of them."""
        return values


@dataclass(eq=False)
class Level:
    """The graph of one level, in blocks on the workers. Block b has the rows bounds[b] … bounds[b+1] − 1.

    Arrays over all vertices are stored in pieces. Piece p has the vertices marks[p] … marks[p+1] − 1.
    """

    blocks: list[Future]
    bounds: Array
    marks: Array
    near: list[list[int]]  # the pieces that each block touches
    entries: int  # stored half-edges
    ids: Future | None = None  # int32: vertex of the next level of each vertex

    @property
    def n(self) -> int:
        """Number of vertices."""
        return int(self.bounds[-1])

    def around(self, pieces: Sequence[Future], b: int) -> tuple[Array, list[int], list[Future]]:
        """Return what a task on block b needs of an array in pieces."""
        return self.marks, self.near[b], [pieces[p] for p in self.near[b]]


def one_task_on_one_block(steps: Steps) -> Steps:
    """Return ``steps(session, level, …)``, which returns a future, as one task where the level is one block."""

    @functools.wraps(steps)
    def run(session: Session | Inline, level: Level, *arguments: Any) -> Any:
        if isinstance(session, Inline) or len(level.blocks) > 1:
            return steps(session, level, *arguments)
        return session.submit(_inline, run, level.blocks[0], level.bounds, level.marks, level.entries, *arguments)

    return run


def _inline(steps: Steps, block: Any, bounds: Array, marks: Array, entries: int, *arguments: Any) -> Any:
    """Return what steps on a level that is one block return."""
    return steps(Inline(), Level([block], bounds, marks, [[0]], entries), *arguments)


def entry(values: Sequence[Any], b: int) -> Any:
    """Return one entry of a list."""
    return values[b]


def marks_of(bounds: Array) -> Array:
    """Return the marks of the pieces of a level whose blocks have the bounds: not more pieces than blocks."""
    n = int(bounds[-1])
    return np.linspace(0, n, max(min(-(-n // PIECE), len(bounds) - 1), 1) + 1).astype(np.int64)


def in_pieces(session: Session | Inline, level: Level, array: Future) -> list[Future]:
    """Return an array over all vertices in pieces."""
    if len(level.marks) == 2:
        return [array]
    return session.split(session.submit(cut_up, array, level.marks), len(level.marks) - 1)


def cut_up(values: Array, bounds: Array) -> list[Array]:
    """Return an array over all vertices as a list of arrays between the bounds."""
    return [np.array(values[..., a:b]) for a, b in itertools.pairwise(bounds)]


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
