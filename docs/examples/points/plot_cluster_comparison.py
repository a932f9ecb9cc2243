"""
Clusterings of toy data
=======================

scikit-learn compares clustering methods on six sets of points in the plane. Here they are with
:class:`tvcut.BalancedCut` in the first column.

A balanced cut follows the shape of the data, because it only sees which points are neighbours. Like k-means and
spectral clustering it needs the number of clusters, and it also divides a square without any structure (last row).
Density methods find the number themselves and may leave points out (black), but they need a scale or a smallest
cluster.
"""

import warnings

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import HDBSCAN, AgglomerativeClustering, KMeans, SpectralClustering
from sklearn.datasets import make_blobs, make_circles, make_moons
from sklearn.mixture import GaussianMixture
from sklearn.preprocessing import StandardScaler

import tvcut

# %%
# The sets are those of scikit-learn's figure, with 500 points each.
n = 500
aniso = make_blobs(n, random_state=170)[0] @ [[0.6, -0.6], [-0.4, 0.8]]
data = [
    ("circles", make_circles(n, factor=0.5, noise=0.05, random_state=30)[0], 2),
    ("moons", make_moons(n, noise=0.05, random_state=30)[0], 2),
    ("varied", make_blobs(n, cluster_std=[1.0, 2.5, 0.5], random_state=170)[0], 3),
    ("stretched", aniso, 3),
    ("blobs", make_blobs(n, random_state=30)[0], 3),
    ("square", np.random.default_rng(30).random((n, 2)), 3),
]


# %%
# Every method has the same settings on all sets, apart from the number of clusters.
def methods(k):
    return {
        "BalancedCut": tvcut.BalancedCut(k),
        "Spectral": SpectralClustering(k, affinity="nearest_neighbors", random_state=0),
        "k-means": KMeans(k, n_init=10, random_state=0),
        "Ward": AgglomerativeClustering(k),
        "Gaussian mixture": GaussianMixture(k, random_state=0),
        "HDBSCAN": HDBSCAN(min_cluster_size=15, copy=True),
    }


# %%
# Colours only distinguish the clusters of one panel.
colors = np.array(["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#8c6d31", "#000000"])
fig, axes = plt.subplots(len(data), 6, figsize=(11, 10), layout="constrained")
for row, (name, points, k) in zip(axes, data, strict=True):
    X = StandardScaler().fit_transform(points)
    for ax, (title, method) in zip(row, methods(k).items(), strict=True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # SpectralClustering warns of graphs with several components
            labels = method.fit_predict(X)
        ax.scatter(*X.T, s=4, c=colors[np.where(labels < 0, 7, labels % 7)])
        ax.set(xticks=[], yticks=[], aspect="equal", xlim=(-2.8, 2.8), ylim=(-2.8, 2.8))
        if name == data[0][0]:
            ax.set_title(title)
    row[0].set_ylabel(name)
plt.show()
