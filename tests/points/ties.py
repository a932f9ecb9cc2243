"""Points with equal distances, and fingerprints of their graphs. As a program it prints the fingerprints.

The distances of the sets in INTEGERS have exact squares, and those of the others have not.
"""

import hashlib
import json
import os

import numpy as np
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn import datasets as toys

import tvcut

RNG = np.random.default_rng(0)
DIGITS = toys.load_digits().data
COUNTS = RNG.poisson(0.3, (700, 40)).astype(float)
AROUND = RNG.integers(0, 5, (400, 20)) + 2.0**26 * RNG.choice([-1, 1], (400, 1))  # products of rows are rounded
INTEGERS = {
    "digits": DIGITS,
    "digits of integers": DIGITS[:900].astype(int),
    "digits of small integers": DIGITS[:900].astype(np.uint8),
    "digits of float32": DIGITS[:900].astype(np.float32),
    "a grid in the plane": np.stack(np.meshgrid(np.arange(30), np.arange(30)), -1).reshape(-1, 2).astype(float),
    "a grid in 16 dimensions": RNG.integers(0, 2, (600, 16)) * 3.0,
    "binary features": RNG.integers(0, 2, (1200, 30)).astype(float),
    "few binary features": RNG.integers(0, 2, (600, 5)).astype(float),
    "counts": COUNTS,
    "sparse counts": sparse.csr_array(COUNTS),
    "equal points": np.ones((500, 20)),
    "equal points in the plane": np.ones((500, 2)),
    "a simplex": 2 * np.eye(300),
    "iris in tenths": np.round(toys.load_iris().data * 10),
    "rounded wine": np.round(toys.load_wine().data),
    "on two sides of the origin": AROUND,
    "sparse points on two sides of the origin": sparse.csr_array(AROUND),
    "far from the origin": 2.0**40 + RNG.integers(0, 3, (600, 20)),
    "far from the origin in the plane": 2.0**40 + RNG.integers(0, 20, (600, 2)),
}
if "TVCUT_DATA" in os.environ:
    INTEGERS["optdigits"] = tvcut.datasets.optdigits()[0][:3000]
COPIES = RNG.permutation(np.repeat(RNG.normal(size=(150, 20)), 5, axis=0))
OTHERS = {
    "iris": (toys.load_iris().data, {}),
    "copies": (COPIES, {}),
    "copies in space": (COPIES[:, :3], {}),
    "normal": (RNG.normal(size=(3000, 30)), {}),
    "principal components": (DIGITS, {"n_components": 20}),
    "a few of many principal components": (np.hstack([RNG.normal(size=(900, 600)), COPIES[:, :1].repeat(2, 0)[:900]]),
                                           {"n_components": 20}),
    "cosine": (COUNTS, {"metric": "cosine"}),
    "cosine of sparse counts": (sparse.csr_array(COUNTS), {"metric": "cosine"}),
    "manhattan": (DIGITS, {"metric": "manhattan"}),
    "chebyshev": (COPIES, {"metric": "chebyshev"}),
    "hamming": (INTEGERS["a grid in 16 dimensions"], {"metric": "hamming"}),
    "squares": (DIGITS, {"metric": "sqeuclidean"}),
    "precomputed": (np.round(cdist(DIGITS[:600], DIGITS[:600])), {"metric": "precomputed"}),
}  # fmt: skip


def fingerprint(*arrays):
    return hashlib.sha256(b"".join(np.ascontiguousarray(a).tobytes() for a in arrays)).hexdigest()[:16]


def of_graph(W):
    return fingerprint(W.indptr, W.indices, W.data)


def fingerprints(n_jobs=None):
    """Return the fingerprints of all graphs, and of the labels that BalancedCut gives to digits."""
    sets = {name: (X, {}) for name, X in INTEGERS.items()} | OTHERS
    graphs = {name: of_graph(tvcut.knn_graph(X, 7, n_jobs=n_jobs, **options)) for name, (X, options) in sets.items()}
    for options in ({}, {"n_components": 20}, {"affinity": "rbf", "gamma": 1e-3}):
        model = tvcut.BalancedCut(10, n_jobs=n_jobs, effort="fast", **options).fit(DIGITS[::2])
        W, new = sparse.csr_array(model.affinity_matrix_), model.predict(DIGITS[1::2])
        graphs[f"BalancedCut {options}"] = fingerprint(W.indices, W.data, model.labels_, new)
    return graphs


if __name__ == "__main__":
    print(json.dumps(fingerprints()))
