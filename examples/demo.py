"""Balanced cuts of two moons and of handwritten digits: a table and a picture.

Run: python examples/demo.py [--picture demo.png]
"""

import argparse

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from scipy.cluster.hierarchy import dendrogram
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.metrics.cluster import contingency_matrix

import tvcut

PUBLISHED = 9.06  # error in percent on two moons, Algorithm 3, in the paper's table
ROW = "{:<22}{:>6}{:>8}{:>11}{:>9}  {:<10}{:>8}"


def error(y, labels):
    """Return the percentage of points outside the majority class of their part.

    If there are fewer parts than classes, it is the percentage outside the part with the majority of their class.
    """
    table = contingency_matrix(y, labels)
    axis = 0 if table.shape[1] >= table.shape[0] else 1
    return 100 * (1 - table.max(axis=axis).sum() / len(y))


def row(name, W, y, cut):
    percent = error(y, cut.labels)
    print(ROW.format(name, W.shape[0], W.nnz // 2, f"{cut.value:.6f}", f"{percent:.2f}", cut.status, f"{cut.time:.2f}"))
    return percent


def two_moons():
    """Cut ten draws of two moons; return the first draw, its cut, and a descent from random values."""
    first, errors = None, []
    for seed in range(10):
        X, y = tvcut.datasets.two_moons(random_state=seed)
        W = tvcut.knn_graph(X, n_neighbors=5)
        cut = tvcut.balanced_cut(W)
        errors.append(row(f"two moons, draw {seed}", W, y, cut))
        first = first or (X, cut, descent(W))
    mean = np.mean(errors)
    print(f"two moons, mean error of 10 draws: {mean:.2f} % (the paper: {PUBLISHED} %)")
    return first


def descent(W):
    """Return the energies of the total-variation descent alone, E(f⁰), E(f¹), …, from one random start."""
    return tvcut.balanced_cut(W, init="random", n_starts=1, polish="none").energy_trace


def digits():
    """Cut scikit-learn's digits into 2 and 10 parts; return as two_moons does, and the tree and its leaves' names."""
    X, y = load_digits(return_X_y=True)
    W = tvcut.knn_graph(X, n_neighbors=10)
    cut = tvcut.balanced_cut(W)
    row("digits, 2 parts", W, y, cut)
    ten = tvcut.balanced_cut(W, n_clusters=10)
    row("digits, 10 parts", W, y, ten)
    names = [str(np.bincount(y[ten.labels == part]).argmax()) for part in range(10)]
    return (X, cut, descent(W)), (ten.linkage, names)


def picture(path, moons, digits, tree):
    figure, axes = plt.subplots(1, 4, figsize=(20, 4.5), layout="constrained")
    for axis, (X, cut, trace), name in ((axes[0], moons, "two moons in R¹⁰⁰"), (axes[1], digits, "digits")):
        plane = X[:, :2] if name.startswith("two") else PCA(2, random_state=0).fit_transform(X)
        axis.scatter(*plane.T, c=cut.labels, s=6, cmap="coolwarm")
        axis.set_title(f"{name}: C = {cut.value:.4f}")
        axes[2].semilogy(trace, marker=".", label=name)
    axes[2].set(title="from random values the energy falls at every step", xlabel="outer step", ylabel="E(f)")
    axes[2].legend()
    dendrogram(tree[0], labels=tree[1], ax=axes[3], color_threshold=0, above_threshold_color="black")
    axes[3].set(title="ten parts of the digits, each named by its majority", ylabel="splits, the last first")
    figure.savefig(path, dpi=100)
    print(f"picture: {path}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--picture", default="demo.png", help="where to write the picture")
    arguments = parser.parse_args()
    print(ROW.format("graph", "n", "edges", "C", "error %", "status", "seconds"))
    picture(arguments.picture, two_moons(), *digits())


if __name__ == "__main__":
    main()
