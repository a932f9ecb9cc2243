"""Wrong inputs raise a typed error that names the entry and the remedy; unusual valid inputs are cut."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.linalg import block_diag

import tvcut
from tests import oracle
from tests.input.refused import PATH, REFUSED, changed

LOOPS = PATH + np.diag([1.0, 2, 3, 4])
ROW, COL = np.nonzero(PATH)
DUPLICATES = sp.coo_array((np.tile(PATH[ROW, COL] / 2, 2), (np.tile(ROW, 2), np.tile(COL, 2))), shape=(4, 4))
SMALL_INTEGERS = sp.coo_array((np.ones(514, np.uint8), ([0, 1] * 256 + [1, 2], [1, 0] * 256 + [2, 1])), shape=(3, 3))
BOOLS = sp.coo_array((np.ones(6, bool), ([0, 1, 0, 1, 1, 2], [1, 0, 1, 0, 2, 1])), shape=(3, 3))
UNSORTED = sp.csr_array(([2.0, 1, 2, 1, 2, 2], [1, 2, 0, 1, 3, 2], [0, 1, 3, 5, 6]), shape=(4, 4))
WIDE_RANGE = sp.coo_array(([1e150, 1e150, 1e-140, 1e-140, 1e-150, 1e-150], ([0, 1, 1, 2, 2, 3], [1, 0, 2, 1, 3, 2])))
ZEROS = sp.csr_array(PATH)
ZEROS.data[[0, 1]] = 0  # W[0, 1] and W[1, 0] stay stored
LONG = sp.csr_array(PATH)
LONG.indices = LONG.indices.astype(np.int64)
LONG.indptr = LONG.indptr.astype(np.int64)
FROZEN = sp.csr_array(PATH)
for array in (FROZEN.data, FROZEN.indices, FROZEN.indptr):
    array.setflags(write=False)
COMPLETE = np.ones((6, 6)) - np.eye(6)
STAR = np.zeros((7, 7))
STAR[0, 1:] = STAR[1:, 0] = 1

# Each input with its optimal value, computed by hand.
ACCEPTED = {
    "n = 2": ([[0, 3], [3, 0]], 3.0),
    "n = 2 without an edge": (np.zeros((2, 2)), 0.0),
    "no edges": (np.zeros((5, 5)), 0.0),
    "disconnected": (block_diag(PATH, PATH), 0.0),
    "isolated vertex": (np.pad(PATH, (0, 1)), 0.5),  # alone, it would be less than half of an equal share
    "self-loops": (LOOPS, 0.5),
    "self-loops, sparse": (sp.csr_array(LOOPS), 0.5),
    "duplicates": (DUPLICATES, 0.5),
    "duplicates of small integers": (SMALL_INTEGERS, 1.0),
    "duplicates of bool": (BOOLS, 1.0),
    "float16": (PATH.astype(np.float16), 0.5),
    "tall blocks": (sp.bsr_array(PATH, blocksize=(2, 1)), 0.5),
    "wide blocks": (sp.bsr_array(PATH, blocksize=(1, 4)), 0.5),
    "weights of 1e150 and 1e-150": (WIDE_RANGE, 1e-150),
    "unsorted indices": (UNSORTED, 0.5),
    "explicit zeros": (ZEROS, 0.0),
    "int64 indices": (LONG, 0.5),
    "bool": (PATH > 0, 0.5),
    "int8": (PATH.astype(np.int8), 0.5),
    "uint64, sparse": (sp.csr_array(PATH.astype(np.uint64)), 0.5),
    "float32": (PATH.astype(np.float32), 0.5),
    "longdouble": (PATH.astype(np.longdouble), 0.5),
    "big-endian": (PATH.astype(">f8"), 0.5),
    "asymmetric by rounding": (changed(2, 3, 2 * (1 + 1e-15), both=False), 0.5),
    "subnormal weights": (PATH * 2.0**-1070, 2.0**-1071),
    "weights of 1e150": (PATH * 1e150, 0.5e150),
    "weights of 1e-150": (PATH * 1e-150, 0.5e-150),
    "read-only": (FROZEN, 0.5),
    "complete graph": (COMPLETE, 3.0),
    "star": (STAR, 1.0),
    "Fortran order": (np.asfortranarray(PATH), 0.5),
    "matrix": (sp.csr_matrix(PATH).todense(), 0.5),
    "lists": (PATH.tolist(), 0.5),
}
for kind in ("csr", "csc", "coo", "bsr", "dia", "dok", "lil"):
    for base in ("matrix", "array"):
        ACCEPTED[f"{kind}_{base}"] = getattr(sp, f"{kind}_{base}")(PATH), 0.5


def copy_of(W):
    return W.copy() if hasattr(W, "copy") else W


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_input(case):
    W, options, error, message = REFUSED[case]
    with pytest.raises(error, match=message):
        tvcut.balanced_cut(W, **oracle.keywords(options))


@pytest.mark.parametrize("case", ACCEPTED)
def test_valid_input(case):
    W, value = ACCEPTED[case]
    before = copy_of(W)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tvcut.DisconnectedGraphWarning)
        cut = tvcut.balanced_cut(W)
    assert cut.value == pytest.approx(value, rel=1e-9, abs=0)
    assert set(cut.labels) == {0, 1}
    if sp.issparse(W):
        before, W = before.tocoo(), W.tocoo()
        for name in ("row", "col", "data"):
            np.testing.assert_array_equal(getattr(before, name), getattr(W, name))
    else:
        np.testing.assert_array_equal(np.asarray(before), np.asarray(W))


def test_one_cluster():
    cut = tvcut.balanced_cut(PATH, n_clusters=1)
    assert cut.value == 0 and not cut.labels.any()


def test_count(capsys):
    with capsys.disabled():
        print(f"\n{len(REFUSED)} inputs refused, {len(ACCEPTED) + 1} accepted")
    assert len(REFUSED) >= 22 and len(ACCEPTED) >= 20
