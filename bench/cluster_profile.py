"""Where the seconds of a cut on a cluster go: the tasks on the workers, transfers, and the processors."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import psutil
from distributed import Client, get_task_stream


class Seconds:
    """The seconds of a call: of the clock, of the processors of all processes, and of the tasks by their names."""

    def __init__(self, client: Client, call: Callable[[], Any]) -> None:
        """Run ``call`` and measure it. The scheduler and the client are this process."""
        processes = [psutil.Process(pid) for pid in {*client.run(process_of).values()}]
        before = sum(map(used, processes)), time.process_time(), time.perf_counter()
        with get_task_stream(client) as stream:
            self.result = call()
        self.clock = time.perf_counter() - before[2]
        self.here = time.process_time() - before[1]  # scheduler, client and messages
        self.workers = sum(map(used, processes)) - before[0]
        self.waiting = len(processes) * self.clock
        self.tasks: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for task in stream.data:
            name = re.sub("-[0-9a-f]{8}.*", "", str(task["key"]).removeprefix("tvcut-"))
            self.tasks[name]["count"] += 1
            for step in task["startstops"]:
                self.tasks[name][step["action"]] += step["stop"] - step["start"]
                self.waiting -= step["stop"] - step["start"] if step["action"] == "compute" else 0

    def total(self, action: str) -> float:
        """Return the seconds of all tasks in one action: compute, transfer, deserialize, disk-read or disk-write."""
        return sum(task[action] for task in self.tasks.values())


def process_of() -> int:
    """Return the number of a worker's process."""
    import os

    return os.getpid()


def used(process: psutil.Process) -> float:
    """Return the seconds of the processor that a process has used."""
    times = process.cpu_times()
    return float(times.user + times.system)
