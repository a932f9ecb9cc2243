"""bench.large: the grid in three dimensions is one, and the document has a row for each search."""

import numpy as np
import pytest
import scipy.sparse as sp

from bench import graphs, large


@pytest.mark.parametrize("side", [1, 2, 5])
def test_grid_is_a_kronecker_sum_of_paths(side):
    path, eye = sp.diags_array([np.ones(side - 1)] * 2, offsets=[-1, 1], shape=(side, side)), sp.eye_array(side)
    expected = sum(sp.kron(sp.kron(a, b), c) for a, b, c in [(path, eye, eye), (eye, path, eye), (eye, eye, path)])
    W = graphs.grid_3d(side)
    assert abs(W - expected).sum() == 0
    assert W.has_canonical_format and W.indices.dtype == np.int32


@pytest.mark.release
def test_document(tmp_path):
    output = tmp_path / "large_graphs.md"
    large.main(["--quick", "--output", str(output)])
    text = output.read_text()
    searches, meshes = (
        [line.split(" | ") for line in part.splitlines() if "one pass |" in line or "tvcut |" in line]
        for part in text.split("\n## ")
    )
    assert len(searches) == 2 * len(large.QUICK)
    assert all(float(row[3]) >= 2 / round(int(row[0].strip("| ")) ** (1 / 3)) * (1 - 1e-5) for row in searches)
    assert text.count("seconds grow as edges^") == 2
    assert len(meshes) == 2 * 2 * len(large.MESHES)  # for two searches, with two kinds of weights
    assert all(0 < float(row[7].strip("| ")) <= 1 for row in meshes), "the peak is within the bound"
