"""The tasks of one run on a Dask cluster: submitted, awaited so that Ctrl-C takes effect, and cancelled."""

from __future__ import annotations

import asyncio
import time
import uuid
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from distributed import Client, Future, wait

Array: TypeAlias = Any
POLL = 0.1  # seconds after which Ctrl-C takes effect, and between two calls of the callback


class Session:
    """Submits tasks to a client and keeps track of them. ``tell`` is called while the session waits."""

    def __init__(self, client: Client, tell: Callable[[], None]) -> None:
        self.client, self.tell = client, tell
        self._pending: weakref.WeakSet[Future] = weakref.WeakSet()

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future:
        """Submit a task. Its result depends on nothing but its arguments, so that Dask may run it again."""
        name = function.__name__
        future: Future = self.client.submit(function, *arguments, pure=False, key=f"tvcut-{name}-{uuid.uuid4().hex}")
        self._pending.add(future)
        return future

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
                with suppress(TimeoutError, asyncio.TimeoutError):
                    wait(list(waiting), timeout=POLL)
                waiting = {future for future in waiting if not future.done()}
        values = self.client.gather(several)
        return values if isinstance(futures, (list, tuple)) else values[0]

    def cancel(self) -> None:
        """Cancel the tasks that have not ended."""
        self.client.cancel([future for future in self._pending if not future.done()])


@dataclass(eq=False)
class Level:
    """The graph of one level, in blocks on the workers. Block b has the rows bounds[b] … bounds[b+1] − 1."""

    blocks: list[Future]
    bounds: Array
    near: list[list[int]]  # the blocks that each block touches
    entries: int  # stored half-edges
    ids: Future | None = None  # int32: vertex of the next level of each vertex
    pieces: list[Future] = field(default_factory=list)  # ``ids`` by blocks

    @property
    def n(self) -> int:
        """Number of vertices."""
        return int(self.bounds[-1])

    def chunks(self, futures: Sequence[Future], b: int) -> list[Future]:
        """Return those of the arrays of all blocks that block b touches."""
        return [futures[c] for c in self.near[b]]


def entry(values: Sequence[Any], b: int) -> Any:
    """Return one entry of a list."""
    return values[b]


def cut_up(values: Array, bounds: Array) -> list[Array]:
    """Return an array over all vertices as a list of arrays, one for each block."""
    return [np.array(values[a:b]) for a, b in zip(bounds[:-1], bounds[1:], strict=True)]


def seconds() -> float:
    """Return the time of a clock."""
    return time.perf_counter()
