"""Wrong inputs, and what their errors say."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import scipy.sparse as sp

PATH = np.array([[0, 2, 0, 0], [2, 0, 1, 0], [0, 1, 0, 2], [0, 0, 2, 0]], dtype=float)


def changed(i, j, value, both=True):
    W = PATH.copy()
    W[i, j] = value
    if both:
        W[j, i] = value
    return W


def broken(**arrays):
    W = sp.csr_array(PATH)
    for name, (k, value) in arrays.items():
        getattr(W, name)[k] = value
    return W


def broken_lil(column):
    W = sp.lil_array(PATH)
    W.rows[0] = [column]
    return W


def broken_bsr():
    W = sp.bsr_array(PATH, blocksize=(1, 2))
    W.indices[0] = 3
    return W


def broken_dtype():
    W = sp.csr_array(PATH)
    W.indices = W.indices + 0.5
    return W


def huge(value):
    return value * (np.ones((3, 3)) - np.eye(3))


INF_MINUS_INF = sp.coo_array(([np.inf, -np.inf, 1, 1], ([0, 0, 0, 1], [1, 1, 1, 0])), shape=(2, 2))
OVERFLOW = sp.coo_array(([1.5e308] * 4, ([0, 0, 1, 1], [1, 1, 0, 0])), shape=(2, 2))

REFUSED = {
    "NaN": (changed(1, 2, np.nan), {}, ValueError, r"W\[1, 2\] = nan.*replace"),
    "NaN on the diagonal": (changed(2, 2, np.nan), {}, ValueError, r"W\[2, 2\] = nan"),
    "negative on the diagonal": (changed(2, 2, -1), {}, ValueError, r"W\[2, 2\] = -1.0"),
    "inf": (changed(0, 1, np.inf), {}, ValueError, r"W\[0, 1\] = inf"),
    "-inf": (changed(0, 1, -np.inf), {}, ValueError, r"W\[0, 1\] = -inf"),
    "inf - inf among duplicates": (INF_MINUS_INF, {}, ValueError, "inf"),
    "negative weight": (changed(1, 2, -1), {}, ValueError, r"W\[1, 2\] = -1.0.*>= 0"),
    "negative, sparse": (sp.csr_array(changed(1, 2, -1)), {}, ValueError, r"W\[1, 2\] = -1.0"),
    "asymmetric values": (changed(2, 3, 5, both=False), {}, ValueError, r"W\[2, 3\] = 5.0 and W\[3, 2\] = 2.0.*W.T"),
    "asymmetric by 1e-6": (changed(2, 3, 2 + 1e-6, both=False), {}, ValueError, "W must be symmetric, got"),
    "upper triangle only": (np.triu(PATH), {}, ValueError, r"W\[0, 1\].*one triangle.*W \+ W.T"),
    "lower triangle only": (sp.csr_array(np.tril(PATH)), {}, ValueError, r"W\[0, 1\].*one triangle"),
    "non-square": (PATH[:3], {}, ValueError, r"shape \(n, n\), got shape \(3, 4\)"),
    "0 x 0": (np.zeros((0, 0)), {}, ValueError, "at least 2 vertices, got 0"),
    "n = 1": (np.zeros((1, 1)), {"n_clusters": 1}, ValueError, "W must have at least 2 vertices, got 1; a smaller"),
    "column index >= n": (broken(indices=(0, 9)), {}, ValueError, r"W\[0, 9\].*column index must be within"),
    "column index < 0": (broken(indices=(0, -1)), {}, ValueError, r"W\[0, -1\].*column index must be within"),
    "row index >= n, csc": (broken(indices=(0, 9)).T, {}, ValueError, r"W\[9, 0\].*row index must be within"),
    "column index >= n, lil": (broken_lil(10**8), {}, ValueError, r"W\[0, 100000000\].*column index must be within"),
    "column index < 0, lil": (broken_lil(-7), {}, ValueError, r"W\[0, -7\].*column index must be within"),
    "column index >= n, bsr": (broken_bsr(), {}, ValueError, r"W\[0, 6\].*column index must be within"),
    "indices that are no integers": (broken_dtype(), {}, TypeError, "must be integers"),
    "masked array": (np.ma.masked_array(PATH, PATH > 1), {}, TypeError, r"masked.*filled\(0\)"),
    "asymmetric and tiny": (1e-200 * changed(0, 1, 5, both=False), {}, ValueError, r"\(W \+ W.T\) / 2"),
    "longdouble beyond float64": (PATH.astype(np.longdouble) * np.longdouble("1e400"), {}, ValueError, "inf"),
    "non-monotone indptr": (broken(indptr=(1, 5)), {}, ValueError, r"not decrease, .*\[1\] = 5 and W.indptr\[2\] = 3"),
    "indptr past the end": (broken(indptr=(4, 99)), {}, ValueError, r"indptr\[4\] must be at most 6.* got 99"),
    "indptr not from 0": (broken(indptr=(0, 1)), {}, ValueError, r"indptr\[0\] must be 0, got 1"),
    "complex": (PATH.astype(complex), {}, ValueError, "[Cc]omplex.*real part"),
    "complex, sparse": (sp.csr_array(PATH.astype(complex)), {}, ValueError, "[Cc]omplex"),
    "object": (PATH.astype(object), {}, TypeError, "object.*astype"),
    "strings": (PATH.astype(str), {}, TypeError, "real numbers"),
    "ragged lists": ([[0, 1], [1]], {}, ValueError, "square array"),
    "sums that overflow": (huge(1e308), {}, ValueError, "sum .* must be finite, got inf; divide"),
    "duplicates that overflow": (OVERFLOW, {}, ValueError, "sum of duplicate entries must be finite"),
    "1-D": (np.ones(4), {}, ValueError, r"shape \(n, n\), got 1 dimension"),
    "3-D": (np.ones((2, 2, 2)), {}, ValueError, "3 dimension"),
    "a number": (3.0, {}, ValueError, "0 dimension"),
    "None": (None, {}, TypeError, "got None"),
    "a path": ("graph.csv", {}, TypeError, r"got the path 'graph.csv'; pass tvcut.read_graph\(path\)"),
    "a pathlib path": (Path("graph.csv"), {}, TypeError, r"got the path 'graph.csv'; pass tvcut.read_graph\(path\)"),
    "k > n": (PATH, {"n_clusters": 5}, ValueError, r"n_clusters must be an integer in \[1, n = 4\], got 5"),
    "k = 0": (PATH, {"n_clusters": 0}, ValueError, "n_clusters must be .* got 0"),
    "k < 0": (PATH, {"n_clusters": -2}, ValueError, "n_clusters must be .* got -2"),
    "k = 2.5": (PATH, {"n_clusters": 2.5}, TypeError, "n_clusters must be an integer .* got 2.5"),
    "k = None": (PATH, {"n_clusters": None}, TypeError, "n_clusters must be an integer >= 1 or 'auto', got None"),
    "k = ''": (PATH, {"n_clusters": ""}, TypeError, "n_clusters must be an integer >= 1 or 'auto', got ''"),
    "k = True": (PATH, {"n_clusters": True}, TypeError, "n_clusters must be .* got True"),
    "method": (PATH, {"method": "best"}, ValueError, "method must be one of 'adaptive'.* got best"),
    "init name": (PATH, {"init": "zero"}, ValueError, "init must be one of .*'diffusion', got zero"),
    "init length": (PATH, {"init": [1.0, 2.0]}, ValueError, r"init must have shape .* got \(2,\)"),
    "init constant": (PATH, {"init": np.ones(4)}, ValueError, r"start 0 of init must not be constant, got 1.0"),
    "init NaN": (PATH, {"init": [0, 1, np.nan, 2]}, ValueError, r"init\[0, 2\] must be finite, got nan"),
    "init strings": (PATH, {"init": ["a", "b", "c", "d"]}, TypeError, "init"),
    "init masked": (PATH, {"init": np.ma.masked_array([0, 1, 2, 3])}, TypeError, "masked"),
    "fixed masked": (PATH, {"fixed": np.ma.masked_array([0, 1, 0, 1], [0, 0, 1, 1])}, TypeError, r"filled\(-1\)"),
    "init with k = 3": (PATH, {"init": [0.0, 1, 2, 3], "n_clusters": 3}, ValueError, "init can hold starts for .* = 2"),
    "labels out of range": (
        PATH,
        {"init": [0, 1, 2, 3]},
        ValueError,
        r"init\[2\] must be a part in \[0, 1\], got 2; .*float",
    ),
    "labels below 0": (PATH, {"init": [0, 1, -1, 1]}, ValueError, r"init\[2\] must be a part in \[0, 1\], got -1"),
    "labels beyond int32": (PATH, {"init": [0, 1, 2**40, 1]}, ValueError, r"init\[2\] must be .*, got 1099511627776"),
    "labels without part 0": (PATH, {"init": [1, 1, 1, 1]}, ValueError, "init must have .* none in part 0; .*float"),
    "labels without part 2": (PATH, {"init": [0, 1, 1, 0], "n_clusters": 3}, ValueError, "init must .* none in part 2"),
    "labels of bool": (PATH, {"init": [True] * 4}, ValueError, "init must have .* none in part 0"),
    "labels of another length": (PATH, {"init": [0, 1]}, ValueError, r"init must have shape .* got \(2,\)"),
    "labels and fixed": (
        PATH,
        {"init": [0, 0, 1, 1], "fixed": {0: 1, 3: 0}},
        ValueError,
        r"init\[0\] is 0, but .* part 1",
    ),
    "objective": (
        PATH,
        {"objective": "size"},
        ValueError,
        "objective must be one of 'value', 'cut', 'volume', got size",
    ),
    "min_share": (PATH, {"min_share": 1.5}, ValueError, r"min_share must be in \[0, 1\] or 'auto', got 1.5"),
    "min_share text": (PATH, {"min_share": "none"}, TypeError, r"min_share must be in \[0, 1\] or 'auto', got 'none'"),
    "max_imbalance": (PATH, {"max_imbalance": -0.1}, ValueError, "max_imbalance must be >= 0 or 'none', got -0.1"),
    "max_imbalance = inf": (PATH, {"max_imbalance": float("inf")}, ValueError, "max_imbalance must be .* got inf"),
    "min_size": (PATH, {"min_size": -1}, ValueError, "min_size must be >= 0 or 'none', got -1"),
    "min_size NaN": (PATH, {"min_size": float("nan")}, ValueError, "min_size must be >= 0 or 'none', got nan"),
    "min_size = inf": (PATH, {"min_size": float("inf")}, ValueError, "min_size must be >= 0 or 'none', got inf"),
    "min_size bool": (PATH, {"min_size": True}, TypeError, "min_size must be >= 0 or 'none', got True"),
    "min_size text": (PATH, {"min_size": "auto"}, TypeError, "min_size must be >= 0 or 'none', got 'auto'"),
    "max_size": (PATH, {"max_size": 0}, ValueError, "max_size must be > 0 and finite or 'none', got 0"),
    "max_size NaN": (PATH, {"max_size": float("nan")}, ValueError, "max_size must be > 0 and finite .* got nan"),
    "max_size = inf": (PATH, {"max_size": float("inf")}, ValueError, "max_size must be > 0 and finite .* got inf"),
    "max_size bool": (PATH, {"max_size": np.True_}, TypeError, "max_size must be > 0 and finite .* got "),
    "max_size text": (PATH, {"max_size": "3"}, TypeError, "max_size must be > 0 and finite .* got '3'"),
    "max_size array": (PATH, {"max_size": np.ones(2)}, TypeError, "max_size must be > 0 and finite .* got array"),
    "sizes": (PATH, {"min_size": 2, "max_size": 1}, ValueError, "min_size must be at most max_size = 1, got 2"),
    "smallest size": (PATH, {"n_clusters": 3, "min_size": 2}, ValueError, "the largest possible min_size is 1"),
    "largest size": (PATH, {"max_size": 1}, ValueError, "the smallest possible max_size is 2"),
    "part_weights, shape": (
        PATH,
        {"part_weights": [1.0]},
        ValueError,
        r"part_weights must have shape \(2,\), .* got \(1,\)",
    ),
    "part_weights, sum": (PATH, {"part_weights": [1, 2]}, ValueError, "part_weights must sum to 1, .* is 3; divide"),
    "part_weights = 0": (
        PATH,
        {"part_weights": [1, 0]},
        ValueError,
        r"part_weights\[1\] must be > 0 and finite, got 0",
    ),
    "part_weights, dtype": (PATH, {"part_weights": ["a", "b"]}, TypeError, "part_weights must be real numbers"),
    "bounds": (PATH, {"n_clusters": 3, "max_imbalance": 0.1}, ValueError, "the smallest possible max_imbalance is 0.5"),
    "bounds of cut": (
        PATH,
        {"objective": "cut", "vertex_weight": [1, 1, 1, 9]},
        ValueError,
        "max_imbalance = 0.03 .the default",
    ),
    "lower bounds": (PATH, {"n_clusters": 3, "min_share": 0.9}, ValueError, "the largest possible min_share is 0.75"),
    "theta = 1": (PATH, {"theta": 1}, ValueError, "theta must be .* got 1"),
    "theta = 0": (PATH, {"theta": 0.0}, ValueError, "theta must be .* got 0.0"),
    "theta NaN": (PATH, {"theta": float("nan")}, ValueError, "theta must be .* got nan"),
    "theta below float64": (PATH, {"theta": Fraction(1, 10**400)}, ValueError, "theta"),
    "preset": (PATH, {"preset": "fast"}, ValueError, "preset must be one of .*'paper', got 'fast'"),
    "preset = None": (PATH, {"preset": None}, TypeError, "preset must be one of 'default', 'paper', got None"),
    "theta text": (PATH, {"theta": "0.9"}, TypeError, "theta must be .* got '0.9'"),
    "epsilon = 0": (PATH, {"epsilon": 0}, ValueError, "epsilon must be > 0 and finite, got 0"),
    "tol < 0": (PATH, {"tol": -1e-3}, ValueError, "tol must be .* got -0.001"),
    "scale = inf": (PATH, {"scale": float("inf")}, ValueError, "scale must be .* got inf"),
    "max_outer = 0": (PATH, {"max_outer": 0}, ValueError, "max_outer must be .* got 0"),
    "max_inner < 0": (PATH, {"max_inner": -1}, ValueError, "max_inner must be .* got -1"),
    "n_starts = 0": (PATH, {"n_starts": 0}, ValueError, "n_starts must be .* got 0"),
    "patience < 0": (PATH, {"patience": -1}, ValueError, "patience must be .* got -1"),
    "time_limit beyond float64": (PATH, {"time_limit": 10**400}, ValueError, "time_limit"),
    "time_limit = 0": (PATH, {"time_limit": 0}, ValueError, "time_limit must be .* got 0"),
    "n_threads = 0": (PATH, {"n_threads": 0}, ValueError, "n_threads must be .* got 0"),
    "seed < 0": (PATH, {"random_state": -1}, ValueError, "random_state must be .* got -1"),
    "seed text": (PATH, {"random_state": "7"}, TypeError, "random_state must be an integer, got '7'"),
    "callback": (PATH, {"callback": 3}, TypeError, "callback must be .* got 3"),
}
