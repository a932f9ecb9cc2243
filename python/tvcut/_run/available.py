"""What memory this process can still take."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

UNLIMITED = 2**60  # bytes from which the limit of a control group means none
MEMINFO, GROUPS, GROUP_ROOT = Path("/proc/meminfo"), Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")


def available() -> int | None:
    """Return the bytes that this process can still take: those of the machine, or less by the limits of control groups.

    It is None if the system does not tell, as on macOS and Windows.
    """
    try:
        fields = dict(line.split(":", 1) for line in MEMINFO.read_text().splitlines())
        machine = 1024 * int(fields["MemAvailable"].split()[0])
    except (OSError, KeyError, ValueError):
        return None
    return max(0, min([machine, *_room()]))


def _room() -> Iterator[int]:
    """Yield, for the control groups of this process and those that contain them, the limit less what they use."""
    try:
        lines = GROUPS.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        root, names = GROUP_ROOT, ("memory.max", "memory.current", "inactive_file")
        if controllers:  # version 1
            root, names = root / "memory", ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
        if controllers and "memory" not in controllers.split(","):
            continue
        group = root / path.lstrip("/")
        for folder in (group, *group.parents):
            try:
                limit, used = (int((folder / name).read_text()) for name in names[:2])
                kept = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())
                cached = int(kept.get(names[2], 0))  # pages of files, which the system drops when it needs memory
            except (OSError, ValueError):  # no limit, or no such group in this name space
                pass
            else:
                if limit < UNLIMITED:
                    yield limit - used + cached
            if folder == root:
                break
