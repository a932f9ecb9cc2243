"""
Types of single cells
=====================

A table of counts has a row for each cell and a column for each gene. The usual way to cell types is: scale each cell to
the same total, take logarithms, project to principal components, join each cell with its neighbours, and cut the graph.

The counts here are generated: seven types of very different sizes, with a few marker genes each, and more or fewer
counts in each cell, as in measurements.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.sparse as sp
from sklearn.decomposition import PCA
from sklearn.manifold import TSNE
from sklearn.metrics import adjusted_rand_score

import tvcut

# %%
# Each type raises the expression of 12 of 600 genes.
rng = np.random.default_rng(7)
sizes = [300, 240, 190, 140, 100, 70, 50]
y = np.repeat(np.arange(7), sizes)
expression = np.tile(rng.lognormal(-1.0, 1.0, 600), (7, 1))
for t in range(7):
    expression[t, rng.choice(600, 12, replace=False)] *= rng.uniform(2, 5, 12)
depth = rng.lognormal(0, 0.35, (len(y), 1))
counts = sp.csr_array(rng.poisson(depth * expression[y]))
print(f"{counts.shape[0]} cells, {counts.shape[1]} genes, {counts.sum() / counts.shape[0]:.0f} counts in a cell")

# %%
# Cells vary in their total, so each row is scaled to the same total before the logarithm.
total = counts.sum(axis=1)
scaled = np.log1p(counts.multiply(np.median(total) / total[:, None]).toarray())
components = PCA(20, random_state=0).fit_transform(scaled)
W = tvcut.knn_graph(components, n_neighbors=15, weights="self_tuning")

# %%
# The types differ by a factor of six, so parts down to a tenth of an equal share are allowed.
cut = tvcut.balanced_cut(W, n_clusters=7, balance="normalized", min_share=0.1)
print(f"sizes of the parts: {sorted(np.bincount(cut.labels).tolist(), reverse=True)}")
print(f"adjusted Rand index with the types: {adjusted_rand_score(y, cut.labels):.3f}")

# %%
# On the right, the share of each cell's weight that stays in its part. Cells with a low share lie between types.
plane = TSNE(random_state=0, init="pca", max_iter=500).fit_transform(components)
fig, axes = plt.subplots(1, 2, figsize=(10, 4.4), layout="constrained")
axes[0].scatter(*plane.T, s=5, c=cut.labels, cmap="Dark2")
axes[0].set(title="parts", xticks=[], yticks=[])
points = axes[1].scatter(*plane.T, s=5, c=cut.strength.share, cmap="viridis")
axes[1].set(title="share of the weight within the part", xticks=[], yticks=[])
fig.colorbar(points)

# %%
# Markers of a part are the genes whose mean is most above that of all other cells.
for r in range(7):
    inside = cut.labels == r
    difference = scaled[inside].mean(axis=0) - scaled[~inside].mean(axis=0)
    markers = ", ".join(f"gene {g}" for g in np.argsort(-difference)[:4])
    print(f"part {r} ({inside.sum()} cells): {markers}")
plt.show()
