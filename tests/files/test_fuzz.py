"""Changed files: every reader raises GraphFileError or returns a graph, in bounded memory.

The files of corpus/ are changed at random. `pytest tests/files/test_fuzz.py --fuzz 1000 -s` changes 1000 files for each
reader, and `--fuzz-seconds 60` as many as it reads in a minute. Both print how many are refused and how many of these
errors name a line.
"""

import gzip
import io
import itertools
import re
import time
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

import tvcut
from tests.files.dialects import FILES, HGR
from tvcut._files import formats, graph_file, summary
from tvcut._files.options import Options

CORPUS = Path(__file__).parent / "corpus"
FREE, FACTOR = 150e6, 1000  # bytes that any file may need, and bytes for each byte of a larger file
HUGE = (b"999999999999999999", b"2147483647", b"4294967296", b"-1", b"1e308", b"0", b"1000000", b"nan")


def flip_bits(data, rng):
    made = np.frombuffer(data, np.uint8).copy()
    at = rng.integers(len(made), size=rng.integers(1, 5))
    made[at] ^= (1 << rng.integers(8, size=len(at))).astype(np.uint8)
    return made.tobytes()


def truncate(data, rng):
    return data[: rng.integers(len(data))]


def delete_lines(data, rng):
    return _with_lines(data, rng, lambda lines, i, j: lines[:i] + lines[j:])


def duplicate_lines(data, rng):
    return _with_lines(data, rng, lambda lines, i, j: lines[:j] + lines[i:j] * int(rng.integers(1, 4)) + lines[j:])


def _with_lines(data, rng, change):
    lines = data.split(b"\n")
    i = int(rng.integers(len(lines)))
    return b"\n".join(change(lines, i, i + int(rng.integers(1, 4))))


def declare_sizes(data, rng):
    """Replace a number of the text by a huge or odd one, or eight bytes of a binary file."""
    value = HUGE[rng.integers(len(HUGE))]
    places = list(re.finditer(rb"\d+", data))
    if b"\0" in data[:64] or not places:
        at = int(rng.integers(len(data)))
        return data[:at] + int(rng.integers(2**62)).to_bytes(8, "little") + data[at + 8 :]
    k = int(rng.integers(min(6, len(places)) if rng.random() < 0.5 else len(places)))
    return data[: places[k].start()] + value + data[places[k].end() :]


def insert_characters(data, rng):
    at, length = int(rng.integers(len(data) + 1)), int(rng.integers(1, 9))
    return data[:at] + bytes(rng.choice(list(b'0123456789-+.eE \n\t,;%<>"&/'), length).astype(np.uint8)) + data[at:]


def within_archive(data, rng):
    """Change one member of an archive, and leave the archive and its checksums right."""
    file = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(file, "w") as made:
            members = archive.infolist()
            chosen = members[rng.integers(len(members))]
            for member in members:
                content = archive.read(member)
                change = CHANGES[rng.integers(len(CHANGES))]
                made.writestr(member.filename, change(content, rng) if member is chosen else content)
    except Exception:  # an earlier change has damaged the archive itself
        return data
    return file.getvalue()


CHANGES = (flip_bits, truncate, delete_lines, duplicate_lines, declare_sizes, insert_characters)


def check(data, chosen, ending, options):
    """Read a file. Return None if it is a graph, and else the error."""
    file = io.BytesIO(data)
    file.name = f"changed{ending}"
    try:
        assert summary.summary(graph_file.read_entries(file, chosen, Options(**options))[0])["vertices"] >= 1
        file.seek(0)
        graph = tvcut.read_graph(file, format=chosen, **options)
    except tvcut.GraphFileError as error:
        assert str(error).startswith(file.name) and 10 < len(error.problem) < 400, error
        assert "Error:" not in error.problem and "\n" not in error.problem, error
        return error
    W = graph.W
    assert W.shape[0] >= 1 and np.isfinite(W.data).all() and W.data.min(initial=1) > 0 and (W != W.T).nnz == 0
    return None


def trials(count, seconds):
    """Return the numbers of the trials: so many, or if seconds are given, as many as they allow."""
    if seconds is None:
        return range(count)
    end = time.monotonic() + seconds
    return itertools.takewhile(lambda trial: time.monotonic() < end, itertools.count())


def seeds_of(format):
    """Return the endings and contents of the files that are changed."""
    paths = [path for path in sorted(CORPUS.iterdir()) if path.name.endswith(formats.FORMATS[format].endings)]
    return [(path.suffix, path.read_bytes()) for path in paths]


def others(format):
    """Return the same for a format that is read only."""
    texts = [text for name, text, _ in FILES.values() if name == format] or [text for text, _ in HGR.values()]
    return [("", text.encode() if isinstance(text, str) else text) for text in texts]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::tvcut.GraphFileWarning")
@pytest.mark.parametrize("format", formats.READABLE)
def test_changed_files(format, request, capsys):
    count, seconds = request.config.getoption("--fuzz"), request.config.getoption("--fuzz-seconds")
    seeds = seeds_of(format) if format in formats.FORMATS else others(format)
    options = {"hyperedges": "cliques"} if format == "hmetis" else {}
    rng, errors, largest, slowest = np.random.default_rng(1), [], 0.0, 0.0
    assert seeds
    for ending, data in seeds:
        assert check(data, format, ending, options) is None
    tracemalloc.start()
    try:
        for trial in trials(count, seconds):
            ending, data = seeds[trial % len(seeds)]
            for _ in range(rng.integers(1, 3)):
                inside = format in ("npz", "xlsx") and rng.random() < 0.7
                data = (within_archive if inside else CHANGES[rng.integers(len(CHANGES))])(data, rng) or b" "
            data = gzip.compress(data) if trial % 10 == 9 else data
            began, before = time.process_time(), tracemalloc.get_traced_memory()[0]
            tracemalloc.reset_peak()
            errors.append(check(data, format if options or trial % 3 else None, ending, options))
            peak = tracemalloc.get_traced_memory()[1] - before
            assert peak < FREE + FACTOR * len(data), data
            largest, slowest = max(largest, peak), max(slowest, time.process_time() - began)
    finally:
        tracemalloc.stop()
    refused = [error for error in errors if error is not None]
    lines = sum(error.line is not None for error in refused)
    assert len(refused) > len(errors) / 10
    with capsys.disabled():
        print(
            f"\n{format}: {len(errors)} files, {len(refused)} refused, {lines} of these with a line; at most "
            f"{largest / 1e6:.1f} MB and {slowest:.2f} s of the processor for a file",
            end="",
        )


def test_weights_that_differ_by_rounding_are_averaged():
    text = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 0.1\n2 1 0.1000000000001\n"
    W = tvcut.read_graph(io.BytesIO(text.encode()), format="matrix-market").W
    assert W[0, 1] == W[1, 0] == (0.1 + 0.1000000000001) / 2
