"""The processor time of a measurement, which depends less on the load of the machine than elapsed time."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

VARIABLE = "OMP_NUM_THREADS"  # tvcut, OpenMP and the linear algebra under numpy read it as well
WHAT_SECONDS = (
    "Seconds are processor seconds, user and system, of all threads of the process and of its children, so that they "
    "hardly depend on what else runs on the machine."
)


def threads() -> int:
    """Return the number of threads that solvers may use: OMP_NUM_THREADS, by default the number of cores."""
    return int(os.environ.get(VARIABLE) or os.cpu_count() or 1)


def processor_seconds() -> float:
    """Return the user and system time of all threads of this process and of its ended children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def timed(call: Callable[[], Result]) -> tuple[Result, float]:
    """Return the result of a call and the processor seconds that it took."""
    began = processor_seconds()
    result = call()
    return result, processor_seconds() - began
