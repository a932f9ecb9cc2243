"""Points that are refused before any work: the error names the column of a table, or the entry."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import tvcut

X = np.arange(24.0).reshape(8, 3)
NAMES = [f"row {i}" for i in range(8)]


def fitted(points, **options):
    return tvcut.BalancedCut(n_neighbors=3, **options).fit(points)


CALLS = [lambda points: tvcut.knn_graph(points, 3), fitted, lambda points: fitted(points, affinity="rbf")]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("value, shown", [(np.nan, "NaN"), (np.inf, "inf"), (-np.inf, "-inf")])
def test_entries_that_are_not_finite(call, value, shown):
    bad = X.copy()
    bad[[5, 6], [1, 0]] = value
    for points, name in ((bad, r"X\[5, 1\]"), (sparse.csr_array(bad), r"X\[5, 1\]"), (bad.tolist(), r"X\[5, 1\]")):
        with pytest.raises(tvcut.ArgumentError, match=rf"^{name} must be finite, got {shown}; fill it in") as caught:
            call(points)
        assert caught.value.argument == "X" and caught.value.index == (5, 1)
    with pytest.raises(ValueError, match=rf"^X\.loc\['row 5', 'b'\] must be finite, got {shown}"):
        call(pd.DataFrame(bad, NAMES, list("abc")))


def test_inf_is_no_missing_value():
    bad = X.copy()
    bad[2, 2], bad[3, 1] = np.nan, np.inf
    with pytest.raises(ValueError, match=r"^X\[3, 1\] must be finite, got inf"):
        tvcut.knn_graph(bad, 3, metric="nan_euclidean")
    with pytest.raises(ValueError, match=r"^X\[2, 2\] must be finite, got NaN"):
        tvcut.knn_graph(sparse.csr_array(np.where(np.isinf(bad), 0, bad)), 3, metric="nan_euclidean")


def test_entries_of_new_points():
    new = X[:2].copy()
    new[1, 2] = np.nan
    with pytest.raises(ValueError, match=r"^X\[1, 2\] must be finite, got NaN"):
        fitted(X).predict(new)
    with pytest.raises(ValueError, match=r"^X\[0, 3\] must be finite, got NaN; give a number >= 0"):
        fitted(X @ X.T, affinity="precomputed").predict([[1, 1, 1, np.nan, 1, 1, 1, 1]])


DAYS = pd.date_range("2020-01-01", periods=8)


@pytest.mark.parametrize(
    "column, message",
    [
        (pd.Categorical(list("abcabcab")), "got 3 categories; encode it, for example by .*OneHotEncoder"),
        (pd.Categorical([1, 2] * 4), "got 2 categories"),
        (["red", "blue"] * 4, "got the string 'red' in row 'row 0'; encode it"),
        ([1.0, 2.0, "1.5", 3, 4, 5, 6, 7], "got the string '1.5' in row 'row 2'"),
        (pd.array(["1"] * 8, dtype="string"), "got the string '1' in row 'row 0'"),
        (DAYS, r"got dates or times \(datetime64.*\); convert it to a number"),
        (DAYS.tz_localize("UTC"), "got dates or times"),
        (DAYS - DAYS[0], "got dates or times"),
        (DAYS.to_period("M"), "got dates or times"),
        (DAYS.astype(object), "got dates or times"),
        ([(1, 2)] * 8, "got an object of type tuple in row 'row 0'"),
    ],
)
def test_columns_without_numbers(column, message):
    data = pd.DataFrame({"x": np.arange(8.0), "colour": column}).set_axis(NAMES)
    for call in (*CALLS, lambda points: fitted(X[:, :2]).predict(points)):
        with pytest.raises(tvcut.ArgumentError, match=rf"^X\['colour'\] must hold numbers, {message}"):
            call(data)


def test_columns_of_numbers():
    data = {"float": X[:, 0], "bool": [True, False] * 4, "Int64": pd.array(range(8), dtype="Int64")}
    data["object"] = np.array([1, 2.5, True, 3, 4, 5, 6, 7], object)
    want = tvcut.knn_graph(np.column_stack([np.asarray(column, float) for column in data.values()]), 3)
    np.testing.assert_array_equal(tvcut.knn_graph(pd.DataFrame(data), 3).toarray(), want.toarray())
    data["Int64"] = pd.array([None, *range(7)], dtype="Int64")
    with pytest.raises(ValueError, match=r"^X\.loc\[0, 'Int64'\] must be finite, got NaN"):
        tvcut.knn_graph(pd.DataFrame(data), 3)
    assert tvcut.knn_graph(pd.DataFrame(data), 3, metric="nan_euclidean").shape == (8, 8)
