"""What native jobs use, held until they have ended, whatever becomes of the Python code that started them.

The core reads the arrays of a job from another thread, so they must outlive it. A signal handler can raise an exception
between any two calls of Python code, so no code can be sure to wait for the end of a job. Therefore the arrays are in
the registry of this module before the core sees them, and leave it when the core says that the job has ended. A job
whose owner is gone is cancelled at once and released by the next ``sweep``.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import sys
import time
import weakref
from collections.abc import Callable
from functools import partial
from operator import methodcaller
from typing import Any

from .backends import Backend
from .problem import Problem

LONGEST_EXIT = 2.0  # seconds that the exit of the interpreter waits for jobs to end


class Held(weakref.ref[Any]):
    """A weak reference to the owner of a job, with what the job needs."""

    native: Backend
    slot: Any  # of the backend
    problem: Problem  # the arrays
    cancel: Callable[[], object]
    dropped: bool  # whether nobody wants the result any more

    def release(self) -> bool:
        """Release the job if it has ended, and report whether it has. It may be called again, or in several threads."""
        if self.native.ended(self.slot):
            self.native.release(self.slot)
            self.cancel = _nothing  # a forked child may free the owner, and must not call the runtime of its parent
            _held.pop(id(self), None)
            return True
        return False


_held: dict[int, Held] = {}

# The interpreter empties modules when it exits, but does not free objects with one reference more than it knows of.
# Jobs that are still running then may read their arrays until the end of the process.
ctypes.pythonapi.Py_IncRef(ctypes.py_object(_held))

# What runs when the owner of a job is freed. It is written in C: an exception of a signal handler that runs in Python
# code at this point would be lost.
_cancel = methodcaller("cancel")
_nothing = partial(bool)


def hold(owner: object, native: Backend, problem: Problem) -> Held:
    """Hold what a job needs, until it is released by ``Held.release`` or, once its owner is gone, by ``sweep``."""
    held = Held(owner, _cancel)
    held.native, held.slot, held.problem, held.dropped = native, native.reserve(), problem, False
    held.cancel = native.canceller(held.slot)
    _held[id(held)] = held
    return held


def sweep() -> None:
    """Release the jobs without an owner that have ended. It does not wait for the others."""
    for held in tuple(_held.values()):
        if held.dropped or held() is None:
            held.release()


def _after_fork() -> None:
    """Forget, in a forked child, the jobs of the parent, without a call of the runtime of the parent."""
    for held in _held.values():
        held.cancel = _nothing
    _held.clear()


def _at_exit() -> None:
    """Cancel all jobs, and give threads that wait for one the time to take the result."""
    limit = time.monotonic() + LONGEST_EXIT
    for held in tuple(_held.values()):
        held.cancel()
    while not all([held.native.ended(held.slot) for held in tuple(_held.values())]) and time.monotonic() < limit:
        time.sleep(0.005)


if sys.platform != "win32":  # Windows has no fork
    os.register_at_fork(after_in_child=_after_fork)
atexit.register(_at_exit)
