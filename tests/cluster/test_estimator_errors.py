"""BalancedCut refuses wrong points, weights and options, and a fit that fails leaves the model."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import rbf_kernel

import tvcut
from tests.cluster.graphs import distances


def test_a_fit_that_fails_leaves_the_model(points):
    X = points[0]
    model = tvcut.BalancedCut().fit(X)
    want = model.predict(X)
    model.set_params(affinity="rbf")
    with pytest.raises(ValueError, match="n_clusters"):
        model.set_params(n_clusters=1000).fit(X)
    np.testing.assert_array_equal(model.predict(X), want)
    with pytest.raises(ValueError, match="n_clusters"):
        model.fit(np.hstack([X, X]))
    np.testing.assert_array_equal(model.predict(X), want)
    model = tvcut.BalancedCut(1000)
    with pytest.raises(ValueError, match="n_clusters"):
        model.fit(X)
    with pytest.raises(NotFittedError):
        model.predict(X)


def test_points_whose_squares_overflow_are_refused():
    with pytest.raises(ValueError, match=r"squares have a finite sum, got 2e\+200; scale X"):
        tvcut.BalancedCut(affinity="rbf").fit([[1e200], [2e200], [0.0]])
    model = tvcut.BalancedCut(affinity="rbf").fit([[1.0], [2.0], [0.0]])
    with pytest.raises(ValueError, match=r"squares have a finite sum, got 2e\+200; scale X"):
        model.predict([[2e200]])


def test_errors_of_given_weights_name_the_argument():
    for X, message in (np.ones((6, 2)), r"^X must be a square matrix"), (np.full((3, 3), -1.0), r"X\["):
        with pytest.raises(ValueError, match=message) as caught:
            tvcut.BalancedCut(affinity="precomputed").fit(X)
        assert "W" not in str(caught.value)


class TwoArguments(ValueError):
    def __init__(self, first, second):
        super().__init__(first, second)


@pytest.mark.parametrize("error", [TwoArguments(1, 2), ValueError("W", 3), TypeError("W is wrong")])
def test_an_error_of_the_callback_is_raised_as_it_is(error):
    arguments = error.args

    def callback(progress):
        raise error

    model = tvcut.BalancedCut(affinity="precomputed", callback=callback)
    with pytest.raises(type(error)) as caught:
        model.fit(np.ones((4, 4)))
    assert caught.value is error and caught.traceback[-1].name == "callback" and error.args == arguments


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"affinity": "cosine"}, ValueError, r"affinity must be one of .*, or a callable, got 'cosine'"),
        ({"affinity": np.eye(3)}, ValueError, r"affinity must be one of .* got array"),
        ({"affinity": "rbf", "gamma": 0}, ValueError, "gamma must be .* got 0"),
        ({"affinity": lambda X: np.ones((2, 2))}, ValueError, r"affinity must return .* \(200, 200\), got \(2, 2\)"),
        ({"affinity": "precomputed_nearest_neighbors"}, ValueError, r"X must have shape \(n, n\) .* got \(200, 2\)"),
        ({"weights": "cosine"}, ValueError, "weights must be one of 'gaussian', .* got 'cosine'"),
        ({"metric": "taxi"}, ValueError, "metric must be one of .* got 'taxi'"),
        ({"n_neighbors": 0}, ValueError, "n_neighbors must be .* got 0"),
        ({"outliers": "drop"}, ValueError, "outliers must be one of 'keep', 'label', got 'drop'"),
    ],
)
def test_wrong_options(blobs, options, error, message):
    with pytest.raises(error, match=message):
        tvcut.BalancedCut(**options).fit(blobs[0])


def test_wrong_distances(blobs):
    model = tvcut.BalancedCut(affinity="precomputed_nearest_neighbors", n_neighbors=5)
    D = distances(blobs[0], blobs[0])
    with pytest.raises(ValueError, match=r"X must have shape \(n, n\) .* got \(9, 200\)"):
        model.fit(D[:9])
    with pytest.raises(ValueError, match="Negative values"):
        model.fit(-D)
    with pytest.raises(
        ValueError, match=r"^X\[0, 0\] must be 0, the distance of a point to itself, got 1.0; .*fill_dia"
    ):
        model.fit(rbf_kernel(blobs[0]))
    with pytest.raises(ValueError, match="at least 5 other points of each point, got 3 of point 0"):
        model.fit(distances(blobs[0], blobs[0], 3))
