"""Damaged archives whose arrays are mapped: an error names the fault, and no process ends."""

import io
import subprocess
import sys
import zipfile

import numpy as np
import pytest

import tvcut
from tests.files.graphs import GRID


def archive(**changes):
    """Return an archive of a graph, whose arrays data.npy and others are changed by functions of their bytes."""
    file = io.BytesIO()
    arrays = {"data": GRID.data, "indices": GRID.indices, "indptr": GRID.indptr, "shape": np.array(GRID.shape)}
    with zipfile.ZipFile(file, "w") as made:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.save(content, array)
            made.writestr(f"{name}.npy", changes.get(name, bytes)(content.getvalue()))
    return bytearray(file.getvalue())


def directory(data, name, field, value):
    """Set a field of the directory entry of a member: the bytes from ``field`` on."""
    at = data.rindex(f"{name}.npy".encode()) - 46
    assert data[at : at + 4] == b"PK\x01\x02"
    data[at + field : at + field + len(value)] = value
    return data


def size(number):
    return number.to_bytes(4, "little")


HUGE = b"(1000000000000,), "
DAMAGED = {
    "offset": (lambda: directory(archive(), "data", 42, size(77)), "not where its directory says"),
    "offset of another member": (lambda: directory(archive(), "indices", 42, size(0)), "has another name"),
    "offset beyond the end": (lambda: directory(archive(), "data", 42, size(2**31)), "not where its directory says"),
    "larger member": (
        lambda: directory(directory(archive(), "indptr", 20, size(2**24)), "indptr", 24, size(2**24)),
        "ends at byte|compressed bytes hold more",
    ),
    "smaller member": (
        lambda: directory(directory(archive(), "data", 20, size(999)), "data", 24, size(999)),
        "declares .* bytes, .* but has",
    ),
    "compressed size": (lambda: directory(archive(), "data", 20, size(999)), "is compressed"),
    "encrypted": (lambda: directory(archive(), "data", 8, b"\x01"), "is encrypted"),
    "array larger than the member": (
        lambda: archive(data=lambda b: b.replace(b"(1080,), ", HUGE).replace(b" " * (len(HUGE) - 9) + b"\n", b"\n", 1)),
        "declares 8000000000000 bytes",
    ),
    "array cut off": (lambda: archive(data=lambda b: b[:-8]), "declares 8640 bytes, .* but has 8632"),
    "two dimensions": (
        lambda: archive(indices=lambda b: b.replace(b"(1080,), ", b"(2,540), ")),
        "must have one dimension",
    ),
    "no header": (lambda: archive(indices=lambda b: b"\0" * len(b)), "is no array of NumPy"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_damaged_archives(tmp_path, case):
    make, message = DAMAGED[case]
    (tmp_path / "W.npz").write_bytes(make())
    with pytest.raises(tvcut.GraphFileError, match=rf"W\.npz: .*({message})"):
        tvcut.read_graph(tmp_path / "W.npz", mmap=True)


@pytest.mark.slow
def test_random_changes_end_in_an_error_or_a_graph(tmp_path):
    """The process that reads and cuts the files must not crash."""
    program = """
import sys
import numpy as np
import tvcut
rng, path, data = np.random.default_rng(0), sys.argv[1], open(sys.argv[2], "rb").read()
refused = 0
for trial in range(400):
    changed = bytearray(data)
    for at in rng.integers(len(data) if trial % 2 else 400, size=2):
        changed[-1 - at if trial % 4 == 2 else at] = rng.integers(256)
    open(path, "wb").write(changed[: rng.integers(len(data))] if trial % 5 == 0 else changed)
    try:
        graph = tvcut.read_graph(path, mmap=True)
        tvcut.balanced_cut(graph, effort="fast", n_threads=1)
    except ValueError:
        refused += 1
    graph = None
print(refused)
"""
    (tmp_path / "data.npz").write_bytes(archive())
    words = [sys.executable, "-W", "ignore", "-c", program, tmp_path / "changed.npz", tmp_path / "data.npz"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100
