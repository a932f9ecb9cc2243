"""Slow, plain NumPy versions of what the core computes, written from the formulas alone."""

import dataclasses
import itertools

import numpy as np

import tvcut


def keywords(options):
    """Return options as keywords of balanced_cut: those of the descent go into one Descent."""
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
    """Σ_{i<j} w_ij |f_i − f_j|."""
    i, j, w = edges(W)
    return np.sum(w * np.abs(f[i] - f[j]))


def median(f):
    """The ⌈n/2⌉-th smallest entry."""
    return np.sort(f)[(len(f) + 1) // 2 - 1]


def energy(W, f):
    """E(f) = TV(f)/‖f − med f‖₁."""
    return tv(W, f) / np.sum(np.abs(f - median(f)))


def cut_value(W, labels):
    """C(S) = cut(S, Sᶜ)/min(|S|, |Sᶜ|), each edge once."""
    i, j, w = edges(W)
    size = np.count_nonzero(labels)
    return np.sum(w[labels[i] != labels[j]]) / min(size, len(labels) - size)


def best_value(W):
    """min C(S) over all cuts."""
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
        test, last = 1, None  # the next step to be tested; the last, and what was lacking there
        for step in range(1, max_inner + 1):
            p = np.clip(p + w / 2 * (bar[i] - bar[j]), -w, w)
            div = np.bincount(i, p, n) - np.bincount(j, p, n)
            new = (x - (div - E * g) / deg) / (1 + E / deg)
            x, bar = new, 2 * new - x
            h = x
            if step < test:
                continue
            lack = tv(W, h) + theta * E * np.sum((h - f) ** 2) - E * np.dot(v, h - f) - tv(W, f)
            if lack < 0:
                break
            ahead = step
            if last and lack < last[1]:  # where the line through both meets 0, from step/16 to step steps on
                meets = lack * (step - last[0]) / (last[1] - lack)
                ahead = int(min(max(meets, step // 16), step))
            test, last = step + max(ahead, 1), (step, lack)
        f = centre(h, scale)
        if not energy(W, f) < E:
            return trace
        trace.append(energy(W, f))
    return trace
