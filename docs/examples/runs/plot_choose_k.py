"""
Choosing the number of parts
============================

The value of a cut grows with the number of parts, so values for different numbers cannot be compared.
:func:`tvcut.scan` offers two other measures for each number: the value relative to that of a random graph with the same
degrees, and the agreement of several seeds, the stability.

It also suggests a number. The suggestion is a hint, not a test: :doc:`/scan` counts how often it is right.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import make_blobs

import tvcut

# %%
# Five groups of points that touch each other.
centers = [(0, 0), (3, 0), (6, 0), (4, 4.5), (-1, 4.5)]
X, y = make_blobs([120, 120, 120, 120, 120], centers=centers, cluster_std=0.95, random_state=0)
W = tvcut.knn_graph(X, n_neighbors=10)

# %%
# Every number of parts is cut from several seeds.
scan = tvcut.scan(W, n_clusters=range(2, 9))
print(scan)

# %%
# A low relative value and a stability of 1 recommend a number.
fig, ax = plt.subplots(figsize=(9, 5), layout="constrained")
scan.plot(ax=ax)

# %%
# ``scan.cuts`` holds the best cut of each number, here for three to six parts.
fig, axes = plt.subplots(1, 4, figsize=(11, 3), layout="constrained")
for ax, cut in zip(axes, scan.cuts[1:5], strict=True):
    tvcut.plot_graph(W, cut, X, ax=ax)
    ax.set_title(f"{len(cut.sizes)} parts")
plt.show()
