"""Check points before any work: the errors name the column of a table, or the entry."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .._input.csr import rows
from .._input.kinds import is_of
from .._native.errors import ArgumentError

DATES = "convert it to a number, for example days since the first one, or leave it out"
ENCODE = "encode it, for example by sklearn.preprocessing.OneHotEncoder, or leave it out"
FILL = "fill it in, for example by sklearn.impute, or leave the row out"


def check_columns(X: Any) -> None:
    """Raise ArgumentError if X is a DataFrame of pandas with a column that does not hold numbers."""
    if not is_of(X, "pandas", "DataFrame"):
        return
    for place, name in enumerate(X.columns.tolist()):
        column = X.iloc[:, place]
        if getattr(column.dtype, "kind", "O") in "biufc":
            continue
        problem = _contents(column)
        if problem:
            raise ArgumentError(f"must hold numbers, got {problem}", "X", name, "entry")


def plain(X: Any) -> Any:
    """Return a DataFrame of numbers of pandas' own types, such as Int64, as one of float64, and other X as they are.

    Missing values become NaN, which scikit-learn 1.6 does not do if there are columns of objects as well.
    """
    if not is_of(X, "pandas", "DataFrame"):
        return X
    pandas = sys.modules["pandas"]
    if all(isinstance(kind, (np.dtype, pandas.SparseDtype)) for kind in X.dtypes):
        return X
    return pandas.DataFrame(X.to_numpy(np.float64, na_value=np.nan), X.index, X.columns)


def _contents(column: Any) -> str | None:
    """Return what a column holds in place of numbers and the remedy, or None if it holds numbers as objects."""
    types, dtype = sys.modules["pandas"].api.types, column.dtype
    if isinstance(dtype, sys.modules["pandas"].CategoricalDtype):
        return f"{len(dtype.categories)} categories; {ENCODE}"
    kind = types.infer_dtype(column, skipna=True)
    if "date" in kind or "time" in kind or kind == "period":
        return f"dates or times ({dtype}); {DATES}"
    for row, value in zip(column.index.tolist(), column.tolist(), strict=True):
        if isinstance(value, (str, bytes)):
            return f"the string {value!r} in row {row!r}; {ENCODE}"
        try:
            float(np.nan if value is sys.modules["pandas"].NA or value is None else value)
        except (TypeError, ValueError):
            return f"an object of type {type(value).__qualname__} in row {row!r}; convert it, or leave it out"
    return None


def check_finite(X: Any, given: Any, *, allows_nan: bool, remedy: str = FILL) -> None:
    """Raise ArgumentError if an array or a CSR matrix X, made of what was given, has an entry that is not finite.

    Missing values, which are NaN, are allowed if the argument says so and X is dense.
    """
    data: npt.NDArray[Any] = X.data if sp.issparse(X) else X
    if data.dtype.kind != "f" or np.isfinite(data).all():
        return
    bad = np.isinf(data) if allows_nan and not sp.issparse(X) else ~np.isfinite(data)
    if not bad.any():
        return
    if sp.issparse(X):
        k = int(np.flatnonzero(bad)[0])
        place, value = (int(rows(X)[k]), int(X.indices[k])), data[k]
    else:
        row, column = np.argwhere(bad)[0].tolist()
        place, value = (row, column), data[row, column]
    entry = f"X[{place[0]}, {place[1]}]"
    if is_of(given, "pandas", "DataFrame"):
        entry = f"X.loc[{given.index[place[0]]!r}, {given.columns[place[1]]!r}]"
    problem = f"must be finite, got {'NaN' if np.isnan(value) else value}; {remedy}"
    raise ArgumentError(problem, "X", place, "entry", f"{entry} {problem}")
