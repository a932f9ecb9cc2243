"""bench.reading: every reader has a row with figures, and the graph is symmetric."""

import pytest

from bench import reading


def test_random_graph_is_symmetric():
    W = reading.random_graph(50)
    assert (W != W.T).nnz == 0 and not W.diagonal().any() and W.data.min() > 0


@pytest.mark.release
def test_document(tmp_path):
    pytest.importorskip("pyarrow")
    output = tmp_path / "reading.md"
    reading.main(["--quick", "--output", str(output)])
    rows = [line.strip("| ").split(" | ") for line in output.read_text().splitlines() if line.startswith("| ")][1:]
    assert [row[0] for row in rows if not row[0].startswith("convert")] == list(reading.READERS)
    assert len(rows) == len(reading.READERS) + 3
    assert all(float(row[1]) > 0 and float(row[2]) >= 0 and float(row[4]) >= 0 for row in rows)
