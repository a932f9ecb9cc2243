"""Options as the user gives them, checked and made those of the core. Defaults are written in Go."""

from __future__ import annotations

import numpy as np

from . import _native
from ._arguments import as_choice, as_integer, as_number, as_seed, as_threads

CHOICES = {"init": _native.INITS, "polish": _native.POLISHES, "strategy": _native.STRATEGIES,
           "precision": _native.PRECISIONS}  # of every preset  # fmt: skip


def default_options(preset="default"):
    """Return the options of a preset, "default" or "paper", as ``balanced_cut`` takes them.

    n_starts = None stands for 8, on graphs of n < 1000 vertices 8000/n, at most 32; for init="multilevel" on graphs of
    n < 32000 vertices 256000/n, at most 32; and 2 for more than two parts. Raises ValueError for an
    unknown preset.
    """
    as_choice("preset", preset, _native.PRESETS)
    options = _native.preset_options(preset)
    named = {name: getattr(options, name) for name in ("theta", "epsilon", "tol", "max_outer", "max_inner")}
    return named | {
        **{name: next(key for key, code in codes.items() if code == getattr(options, name)) for name, codes in CHOICES.items()},
        "max_refine": max(options.max_refine, 0),
        "asymmetry": options.asymmetry,
        "n_starts": options.n_starts or None,
        "patience": max(options.patience, 0),
        "scale": options.scale if options.scale > 0 else "unit",
    }


def native_options(
    k, *, preset, method, init, balance, polish, strategy, precision, random_state, n_threads, lower_bound,
    n_starts, max_outer, max_inner, patience, max_refine, **numbers
):  # fmt: skip
    """Return the options of the core for k parts: those of the preset, and what was given, checked."""
    if not isinstance(lower_bound, (bool, np.bool_)):
        raise TypeError(f"lower_bound = {lower_bound!r}; give True or False")
    chosen = {
        "n_clusters": k,
        "method": as_choice("method", method, _native.METHODS),
        "balance": as_choice("balance", balance, _native.BALANCES),
        "lower_bound": int(lower_bound),
        "seed": as_seed(random_state),
        "n_threads": as_threads(n_threads),
        **_steps(n_starts, max_outer, max_inner, patience, max_refine),
        **_numbers(**numbers),
    }
    for name, value in {"init": init, "polish": polish, "strategy": strategy, "precision": precision}.items():
        if value is not None:
            chosen[name] = as_choice(name, value, CHOICES[name])
    if k > 2 and chosen.get("asymmetry", 1) != 1:
        raise ValueError(f"asymmetry = {numbers['asymmetry']} is for two parts, but n_clusters = {k}; leave it out")
    as_choice("preset", preset, _native.PRESETS)
    options = _native.preset_options(preset)
    for name, value in chosen.items():
        setattr(options, name, value)
    return options


def _steps(n_starts, max_outer, max_inner, patience, max_refine):
    """Return the integer options that were given, checked."""
    given = {"n_starts": n_starts, "max_outer": max_outer, "max_inner": max_inner}
    checked = {name: as_integer(name, value, 1) for name, value in given.items() if value is not None}
    if patience is not None:
        checked["patience"] = as_integer("patience", patience, 0) or -1  # the core's 0 means its default
    if max_refine is not None:
        checked["max_refine"] = as_integer("max_refine", max_refine, 0) or -1
    return checked


def _numbers(theta, epsilon, tol, scale, asymmetry, time_limit):
    """Return the real options that were given, checked."""

    def positive(x):
        return 0 < x < float("inf")

    ranges = {
        "theta": (theta, lambda x: 0 < x < 1, "a number between 0 and 1, such as 0.99"),
        "epsilon": (epsilon, positive, "a positive number"),
        "tol": (tol, lambda x: 0 <= x < 1, "a number in [0, 1)"),
        "scale": (scale, lambda x: 1e-100 <= x <= 1e100, "a number from 1e-100 to 1e100, or 'unit'"),
        "asymmetry": (asymmetry, lambda x: 1e-6 <= x <= 1e6, "a number from 1e-6 to 1e6"),
        "time_limit": (time_limit, positive, "a positive number of seconds, or None"),
    }
    unit = isinstance(scale, str) and scale == "unit"
    checked = {
        name: as_number(name, value, ok, want)
        for name, (value, ok, want) in ranges.items()
        if value is not None and not (name == "scale" and unit)
    }
    if unit:
        checked["scale"] = -1.0  # the core's word for ‖f‖ = 1
    if checked.get("tol") == 0:
        checked["tol"] = -1.0  # the core's 0 means its default
    return checked
