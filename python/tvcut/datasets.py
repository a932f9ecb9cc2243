"""Data sets: generated points, three sets of handwritten digits, and a reader of graphs in METIS format."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ._input.arguments import as_integer, as_number, as_seed

Points = tuple[npt.NDArray[Any], npt.NDArray[np.int64]]


class DatasetError(RuntimeError):
    """The error that a data set cannot be loaded. Its message names the remedy.

    Examples
    --------
    >>> import tempfile
    >>> from tvcut import datasets
    >>> with tempfile.NamedTemporaryFile() as empty:
    ...     try:
    ...         W = datasets.read_metis(empty.name)
    ...     except datasets.DatasetError as error:
    ...         print("not a graph in METIS format" in str(error))
    True
    """


def two_moons(
    n: int = 2000,
    dim: int = 100,
    noise: float = 0.02,
    random_state: int | np.random.Generator | np.random.RandomState | None = 0,
) -> Points:
    """Return two interlocking half-circles in the plane, embedded in R^dim with noise in every coordinate.

    The upper half-circle is (cos t, sin t) and the lower one (1 − cos t, ½ − sin t), with t uniform in [0, π]. All
    other coordinates are 0 before noise is added. The defaults of n, dim and noise are those of Bühler and Hein [1]_.

    Parameters
    ----------
    n : int, default 2000
        Number of points, at least 1.
    dim : int, default 100
        Number of coordinates, at least 2.
    noise : float >= 0 and finite, default 0.02
        Variance of the Gaussian noise in each coordinate.
    random_state : int, numpy Generator, RandomState or None, default 0
        Seed of the random choices. None: a new seed for each call.

    Returns
    -------
    X : ndarray of float64, shape (n, dim)
        Points, one in each row.
    y : ndarray of int, shape (n,)
        Half-circle of each point: 0 for the upper one, 1 for the lower one.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If an argument is out of its range.

    References
    ----------
    .. [1] T. Bühler and M. Hein, "Spectral clustering based on the graph p-Laplacian", ICML 2009.

    Examples
    --------
    >>> import numpy as np
    >>> from tvcut import datasets
    >>> X, y = datasets.two_moons(n=200, dim=10)
    >>> X.shape
    (200, 10)
    >>> np.bincount(y).tolist()
    [100, 100]
    """
    as_integer("n", n, 1)
    as_integer("dim", dim, 2)
    as_number("noise", noise, lambda x: 0 <= x < np.inf, "a number >= 0 and finite")
    rng = np.random.default_rng(as_seed(random_state))
    angle = rng.uniform(0, np.pi, n)
    y = np.arange(n) % 2
    X = np.zeros((n, dim))
    X[:, 0] = np.where(y == 0, np.cos(angle), 1 - np.cos(angle))
    X[:, 1] = np.where(y == 0, np.sin(angle), 0.5 - np.sin(angle))
    return X + rng.normal(scale=np.sqrt(noise), size=X.shape), y


def mnist() -> Points:
    """Return the 70,000 handwritten digits of MNIST.

    The source of the data is [1]_. The arrays X and y are read from mnist70k.npz in the folder that the environment
    variable TVCUT_DATA names. If TVCUT_DATA is unset, ``sklearn.datasets.fetch_openml`` downloads the data once and
    keeps them in its cache.

    Returns
    -------
    X : ndarray of float32, shape (70000, 784)
        Pictures of 28 × 28 pixels, one in each row, with grey values in [0, 1].
    y : ndarray of int, shape (70000,)
        Digit of each picture, 0 … 9.

    Raises
    ------
    DatasetError
        If the file does not exist or is damaged, or the download fails.

    References
    ----------
    .. [1] Y. LeCun, L. Bottou, Y. Bengio and P. Haffner, "Gradient-based learning applied to document recognition",
       Proceedings of the IEEE 86, 1998.

    Examples
    --------
    >>> from tvcut import datasets
    >>> X, y = datasets.mnist()  # doctest: +SKIP
    >>> X.shape  # doctest: +SKIP
    (70000, 784)
    """
    X, y = _load("mnist70k.npz", name="mnist_784", version=1)
    return X.reshape(len(X), -1).astype(np.float32) / 255, y


def usps() -> Points:
    """Return the 9298 handwritten digits of USPS.

    The source of the data is [1]_. The arrays X and y are read from usps9298.npz in the folder that the environment
    variable TVCUT_DATA names. If TVCUT_DATA is unset, ``sklearn.datasets.fetch_openml`` downloads the data once and
    keeps them in its cache.

    Returns
    -------
    X : ndarray of float32, shape (9298, 256)
        Pictures of 16 × 16 pixels, one in each row, with grey values in [0, 1].
    y : ndarray of int, shape (9298,)
        Digit of each picture, 0 … 9.

    Raises
    ------
    DatasetError
        If the file does not exist or is damaged, or the download fails.

    References
    ----------
    .. [1] J. J. Hull, "A database for handwritten text recognition research", IEEE Transactions on Pattern Analysis and
       Machine Intelligence 16, 1994.

    Examples
    --------
    >>> from tvcut import datasets
    >>> X, y = datasets.usps()  # doctest: +SKIP
    >>> X.shape  # doctest: +SKIP
    (9298, 256)
    """
    X, y = _load("usps9298.npz", name="USPS", version=1)
    if y.max() == 10:  # OpenML numbers the digits from 1 and scales pixels to [−1, 1]
        X, y = (X + 1) / 2, y - 1
    return X.astype(np.float32), y


def optdigits() -> Points:
    """Return the 5620 handwritten digits of optdigits.

    The source of the data is [1]_. The arrays X and y are read from optdigits.npz in the folder that the environment
    variable TVCUT_DATA names. If TVCUT_DATA is unset, ``sklearn.datasets.fetch_openml`` downloads the data once and
    keeps them in its cache.

    Returns
    -------
    X : ndarray of float32, shape (5620, 64)
        Numbers of dark pixels, 0 … 16, in 8 × 8 blocks of 4 × 4 pixels; one picture in each row.
    y : ndarray of int, shape (5620,)
        Digit of each picture, 0 … 9.

    Raises
    ------
    DatasetError
        If the file does not exist or is damaged, or the download fails.

    References
    ----------
    .. [1] E. Alpaydin and C. Kaynak, "Optical Recognition of Handwritten Digits", UCI Machine Learning Repository,
       1998.

    Examples
    --------
    >>> from tvcut import datasets
    >>> X, y = datasets.optdigits()  # doctest: +SKIP
    >>> X.shape  # doctest: +SKIP
    (5620, 64)
    """
    X, y = _load("optdigits.npz", name="optdigits", version=1)
    return X.astype(np.float32), y


def read_metis(path: str | os.PathLike[str]) -> Any:
    r"""Return the symmetric weights W of a graph in the format of METIS, Chaco and the Walshaw archive.

    The first line holds n, the number m of edges, and optionally a code for the weights in the file [1]_. Line i after
    it holds the neighbours of vertex i, numbered from 1, each followed by the weight of its edge if edges have
    weights. An empty line is an isolated vertex, and a line that starts with % is a comment. Edges have weight 1 if the
    file has no weights of edges. Weights of vertices are ignored. :func:`tvcut.read_graph` reads other formats too.

    Parameters
    ----------
    path : str or path-like
        File to read.

    Returns
    -------
    scipy.sparse.csr_array of float64, shape (n, n)
        The weights, each edge stored as w_ij and w_ji.

    Raises
    ------
    DatasetError
        If the file is not a graph in METIS format.
    OSError
        If the file cannot be read.

    References
    ----------
    .. [1] G. Karypis, "METIS: A Software Package for Partitioning Unstructured Graphs, Partitioning Meshes, and
       Computing Fill-Reducing Orderings of Sparse Matrices", version 5.1.0, 2013, Section 4.1.1.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from tvcut import datasets
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "three.graph")
    ...     _ = path.write_text("3 2\n2\n1 3\n2\n")
    ...     W = datasets.read_metis(path)
    >>> W.toarray()
    array([[0., 1., 0.],
           [1., 0., 1.],
           [0., 1., 0.]])
    """
    from ._files.opening import read_entries
    from ._input.error import GraphFileError

    try:
        return read_entries(path, "metis")[0].matrix()
    except GraphFileError as error:
        raise DatasetError(f"not a graph in METIS format: {error}") from error


def _load(file: str, **openml: Any) -> Points:
    folder = os.environ.get("TVCUT_DATA")
    if folder:
        path = Path(folder, file)
        if not path.exists():
            raise DatasetError(f"{path} does not exist; save X and y to it, or unset TVCUT_DATA to download them")
        return _read(path)
    from sklearn.datasets import fetch_openml

    try:
        data = fetch_openml(**openml, as_frame=False, parser="liac-arff")
    except Exception as error:  # for example no network, no such data set, or a damaged cache
        raise DatasetError(
            f"could not download {openml['name']} from OpenML ({error}); connect to the network, or set TVCUT_DATA to "
            f"a folder with a file {file} that holds arrays X and y"
        ) from error
    return data.data, data.target.astype(int)


def _read(path: Path) -> Points:
    """Return the arrays X and y of an archive of NumPy, or raise DatasetError."""
    from ._files.npz import DAMAGE
    from ._input.error import brief

    try:
        with path.open("rb") as file, np.load(file) as data:
            X, y = data["X"], data["y"].astype(int)
        if X.dtype.kind not in "biuf" or X.ndim < 2 or y.shape != X.shape[:1]:
            raise ValueError(f"X is {X.dtype} of shape {X.shape}, and y has shape {y.shape}")
    except (*DAMAGE, TypeError, AttributeError) as error:  # the last two if the file holds one array
        remedy = "save X and y to it with numpy.savez, or unset TVCUT_DATA to download them"
        raise DatasetError(f"{path} cannot be read ({brief(error)}); {remedy}") from error
    return X, y
