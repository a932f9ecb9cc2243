"""Slow NumPy versions of what the core computes, written from the formulas."""

import dataclasses
import itertools

import numpy as np

import tvcut


def keywords(options):
    """Return options as keywords of balanced_cut, with the options of the descent in one Descent."""
    names = {field.name for field in dataclasses.fields(tvcut.Descent)}
    group = {name: value for name, value in options.items() if name in names}
    rest = {name: value for name, value in options.items() if name not in names}
    return rest | ({"descent": tvcut.Descent(**group)} if group else {})


def random_graph(rng, n, density=0.5):
    """Return a connected dense weight matrix: a random spanning tree plus random pairs."""
    W = np.zeros((n, n))
    for i in range(1, n):
        W[i, rng.integers(i)] = 1 - rng.random()
    extra = np.tril(rng.random((n, n)) < density, -1)
    W = np.where(extra & (W == 0), rng.random((n, n)), np.tril(W, -1))
    return W + W.T


def edges(W):
    i, j = np.nonzero(np.triu(W, 1))
    return i, j, np.asarray(W)[i, j]


def tv(W, f):
    """Return TV(f) = Σ_{i<j} w_ij |f_i − f_j|."""
    i, j, w = edges(W)
    return np.sum(w * np.abs(f[i] - f[j]))


def median(f):
    """Return the ⌈n/2⌉-th smallest entry."""
    return np.sort(f)[(len(f) + 1) // 2 - 1]


def energy(W, f):
    """Return E(f) = TV(f)/‖f − med f‖₁."""
    return tv(W, f) / np.sum(np.abs(f - median(f)))


def cut_value(W, labels):
    """Return C(S) = cut(S, Sᶜ)/min(|S|, |Sᶜ|), where each edge counts once."""
    i, j, w = edges(W)
    size = np.count_nonzero(labels)
    return np.sum(w[labels[i] != labels[j]]) / min(size, len(labels) - size)


def best_value(W):
    """Return the minimum of C(S) over all cuts."""
    n = len(W)
    return min(cut_value(W, np.array((0, *rest))) for rest in itertools.product((0, 1), repeat=n - 1) if any(rest))


def centre(f, scale):
    f = f - median(f)
    return f / np.linalg.norm(f) * scale * np.sqrt(len(f))


def adaptive_trace(W, f0, *, scale, theta, max_outer, max_inner):
    """Return E(f⁰), E(f¹), … of the paper's Algorithm 3, with a Chambolle–Pock solver on edges."""
    i, j, w = edges(W)
    n, deg = len(W), W.sum(axis=1)
    p = np.zeros_like(w)  # kept from one outer step to the next
    f = centre(f0, scale)
    trace = [energy(W, f)]
    for _ in range(max_outer):
        E, below, above = trace[-1], np.sum(f < 0), np.sum(f > 0)
        v = np.where(f == 0, (below - above) / max(n - below - above, 1), np.sign(f))
        g, x, bar = f + v, f.copy(), f.copy()
        test, last = 1, None  # the next step to test; the last tested step and its shortfall
        for step in range(1, max_inner + 1):
            p = np.clip(p + w / 2 * (bar[i] - bar[j]), -w, w)
            div = np.bincount(i, p, n) - np.bincount(j, p, n)
            new = (x - (div - E * g) / deg) / (1 + E / deg)
            x, bar = new, 2 * new - x
            h = x
            if step < test:
                continue
            shortfall = tv(W, h) + theta * E * np.sum((h - f) ** 2) - E * np.dot(v, h - f) - tv(W, f)
            if shortfall < 0:
                break
            ahead = step
            if last and shortfall < last[1]:  # test next where the line through both is 0
                meets = shortfall * (step - last[0]) / (last[1] - shortfall)
                ahead = int(min(max(meets, step // 16), step))
            test, last = step + max(ahead, 1), (step, shortfall)
        f = centre(h, scale)
        if not energy(W, f) < E:
            return trace
        trace.append(energy(W, f))
    return trace
