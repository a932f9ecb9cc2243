"""Generated points, the data sets of digits, and the errors if a data set cannot be loaded."""

import os

import numpy as np
import pytest

from tvcut import datasets


def test_two_moons():
    X, y = datasets.two_moons(n=4000, dim=5, noise=0.01, random_state=1)
    assert X.shape == (4000, 5) and np.bincount(y).tolist() == [2000, 2000]
    centre = np.where(y[:, None] == 0, (0.0, 0.0), (1.0, 0.5))
    radius = np.hypot(*(X[:, :2] - centre).T)
    assert abs(radius.mean() - 1) < 0.02
    assert abs(X[:, 2:].var() - 0.01) < 0.001  # the noise is a variance
    np.testing.assert_array_equal(X, datasets.two_moons(n=4000, dim=5, noise=0.01, random_state=1)[0])


@pytest.mark.parametrize(
    "options, message",
    [
        ({"n": 0}, r"n must be an integer in \[1, .*\], got 0"),
        ({"dim": 1}, r"dim must be an integer in \[2, .*\], got 1"),
        ({"noise": -1}, "noise must be a number >= 0 and finite, got -1"),
        ({"random_state": -1}, r"random_state must be an integer in \[0, .*\], got -1"),
    ],
)
def test_two_moons_out_of_range(options, message):
    with pytest.raises(ValueError, match=message):
        datasets.two_moons(**options)


def test_seeds_of_two_moons():
    a, b = (datasets.two_moons(n=10, random_state=np.random.default_rng(3))[0] for _ in range(2))
    np.testing.assert_array_equal(a, b)
    with pytest.raises(TypeError, match="random_state must be an integer, got 'a'"):
        datasets.two_moons(random_state="a")


DIGITS = [(datasets.mnist, 70000, 784), (datasets.usps, 9298, 256), (datasets.optdigits, 5620, 64)]


@pytest.mark.parametrize("load, n, d", DIGITS)
def test_digits(load, n, d):
    if "TVCUT_DATA" not in os.environ:
        pytest.skip("TVCUT_DATA is not set")
    X, y = load()
    assert X.shape == (n, d) and X.dtype == np.float32
    assert X.min() >= 0 and X.max() == (16 if d == 64 else 1) and np.array_equal(np.unique(y), np.arange(10))


def test_missing_file(monkeypatch, tmp_path):
    monkeypatch.setenv("TVCUT_DATA", str(tmp_path))
    with pytest.raises(datasets.DatasetError, match=r"mnist70k\.npz does not exist; save .* or unset TVCUT_DATA"):
        datasets.mnist()


X, Y = np.zeros((4, 64)), np.arange(4)
DAMAGED = {
    "empty": lambda file: None,
    "text": lambda file: file.write(b"no archive"),
    "one array": lambda file: np.save(file, X),
    "no X": lambda file: np.savez(file, y=Y),
    "objects": lambda file: np.savez(file, X=X.astype(object), y=Y),
    "texts": lambda file: np.savez(file, X=X, y=np.array(list("abcd"))),
    "other lengths": lambda file: np.savez(file, X=X, y=Y[:3]),
    "cut off": lambda file: (np.savez(file, X=X, y=Y), file.truncate(900)),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_damaged_file(monkeypatch, tmp_path, case):
    monkeypatch.setenv("TVCUT_DATA", str(tmp_path))
    with open(tmp_path / "optdigits.npz", "wb") as file:
        DAMAGED[case](file)
    with pytest.raises(datasets.DatasetError, match=r"optdigits\.npz cannot be read \(.*\); save X and y to it"):
        datasets.optdigits()


def test_no_network(monkeypatch):
    monkeypatch.delenv("TVCUT_DATA", raising=False)

    def fail(*arguments, **options):
        raise OSError("no network")

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fail)
    with pytest.raises(datasets.DatasetError, match=r"no network.*connect to the network.*TVCUT_DATA"):
        datasets.usps()
