"""Data to try cuts on: one made, three downloaded or read from a folder of your own, and a reader of graphs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

Points = tuple[npt.NDArray[Any], npt.NDArray[np.int64]]


class DatasetError(RuntimeError):
    """A data set could not be had; the message says how to get it."""


def two_moons(n: int = 2000, dim: int = 100, noise: float = 0.02, random_state: int | None = 0) -> Points:
    """Return two interlocking half-circles in the plane, embedded in R^dim with noise in every coordinate.

    The circles have radius 1 and centres (0, 0) and (1, ½); ``noise`` is the variance of the Gaussian added
    to each of the ``dim`` coordinates. n = 2000, dim = 100, noise = 0.02 are those of Bühler and Hein,
    "Spectral clustering based on the graph p-Laplacian" (2009).

    Returns
    -------
    X : ndarray of shape (n, dim)
    y : ndarray of shape (n,)
        The half-circle of each point, 0 or 1.
    """
    rng = np.random.default_rng(random_state)
    angle = rng.uniform(0, np.pi, n)
    y = np.arange(n) % 2
    X = np.zeros((n, dim))
    X[:, 0] = np.where(y == 0, np.cos(angle), 1 - np.cos(angle))
    X[:, 1] = np.where(y == 0, np.sin(angle), 0.5 - np.sin(angle))
    return X + rng.normal(scale=np.sqrt(noise), size=X.shape), y


def mnist() -> Points:
    """Return the 70,000 handwritten digits of MNIST: X of shape (70000, 784) in [0, 1], y in 0 … 9.

    Read from mnist70k.npz in the folder that the environment variable TVCUT_DATA names; where it is unset,
    downloaded once by ``sklearn.datasets.fetch_openml`` and kept in its cache.

    Raises DatasetError when neither is possible.
    """
    X, y = _load("mnist70k.npz", name="mnist_784", version=1)
    return X.reshape(len(X), -1).astype(np.float32) / 255, y


def usps() -> Points:
    """Return the 9298 handwritten digits of USPS: X of shape (9298, 256) in [0, 1], y in 0 … 9.

    Read from usps9298.npz in the folder TVCUT_DATA names, or downloaded like :func:`mnist`.

    Raises DatasetError when neither is possible.
    """
    X, y = _load("usps9298.npz", name="USPS", version=1)
    if y.max() == 10:  # OpenML numbers the digits from 1 and scales pixels to [−1, 1]
        X, y = (X + 1) / 2, y - 1
    return X.astype(np.float32), y


def optdigits() -> Points:
    """Return the 5620 handwritten digits of optdigits: X of shape (5620, 64), counts 0 … 16, y in 0 … 9.

    Read from optdigits.npz in the folder TVCUT_DATA names, or downloaded like :func:`mnist`.

    Raises DatasetError when neither is possible.
    """
    X, y = _load("optdigits.npz", name="optdigits", version=1)
    return X.astype(np.float32), y


def read_metis(path: str | os.PathLike[str]) -> Any:
    """Return the symmetric weights W of a graph in the format of METIS, Chaco and the Walshaw archive.

    The first line holds n, m, and optionally which weights there are; line i after it the neighbours of vertex i,
    numbered from 1, each followed by the weight of its edge where edges have weights. An empty line is an isolated
    vertex, a line that starts with % a comment. Edges without weights weigh 1; weights of vertices are passed over.

    Returns
    -------
    scipy.sparse.csr_array of shape (n, n)

    Raises DatasetError for a file that is no such graph.
    """
    lines = [line for line in Path(path).read_text().splitlines() if not line.lstrip().startswith("%")]
    try:
        n, m, *rest = (int(word) for word in lines[0].split())
        sizes, vertices, edges = (digit == "1" for digit in f"{rest[0] if rest else 0:03d}")
        passed = sizes + vertices * (rest[1] if len(rest) > 1 else 1)
        rows = [np.array(line.split()[passed:], dtype=float) for line in lines[1 : n + 1]]
        half = np.concatenate([row.reshape(-1, 1 + edges) for row in rows])
    except (ValueError, IndexError) as error:
        raise DatasetError(f"{path} is not a graph in METIS format ({error})") from error
    if len(rows) != n or len(half) != 2 * m:
        raise DatasetError(f"{path} promises {n} vertices and {m} edges, but has {len(rows)} and {len(half) / 2:g}")
    index = half[:, 0].astype(np.int32) - 1
    if m and not 0 <= index.min() <= index.max() < n:
        raise DatasetError(f"{path} names a neighbour outside 1 … {n}")
    indptr = np.cumsum([0] + [row.size // (1 + edges) for row in rows], dtype=np.int32)
    W = sp.csr_array((half[:, 1] if edges else np.ones(len(half)), index, indptr), shape=(n, n))
    W.sort_indices()
    return W


def _load(file: str, **openml: Any) -> Points:
    folder = os.environ.get("TVCUT_DATA")
    if folder:
        path = Path(folder, file)
        if not path.exists():
            raise DatasetError(f"{path} does not exist; put {file} (arrays X and y) there, or unset TVCUT_DATA")
        with np.load(path) as data:
            return data["X"], data["y"].astype(int)
    from sklearn.datasets import fetch_openml

    try:
        data = fetch_openml(**openml, as_frame=False, parser="liac-arff")
    except Exception as error:  # no network, no such data set, a broken cache: whatever it is, say the ways out
        raise DatasetError(
            f"could not download {openml['name']} from OpenML ({error}); connect to the network once, or put "
            f"{file} with arrays X and y into a folder and name it in TVCUT_DATA"
        ) from error
    return data.data, data.target.astype(int)
