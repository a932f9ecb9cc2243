"""
A mesh for sixteen processors
=============================

A finite-element computation is divided among sixteen processors. Each should have the same work, and should exchange
little data with the others: few edges of the mesh may join vertices of different processors.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.sparse as sp
from scipy.spatial import Delaunay, cKDTree

import tvcut

# %%
# A plate with three holes. The mesh is finer near the holes: points are drawn, and accepted more often there.
rng = np.random.default_rng(1)
holes = np.array([[0.6, 0.5, 0.22], [1.5, 0.65, 0.16], [2.3, 0.4, 0.25]])  # x, y, radius


def distance_to_holes(p):
    return (np.linalg.norm(p[:, None] - holes[:, :2], axis=2) - holes[:, 2]).min(axis=1)


points = rng.random((60000, 2)) * [3, 1]
points = points[distance_to_holes(points) > 0]
radius = 0.006 + 0.05 * distance_to_holes(points)  # wanted distance between neighbours
order, kept, tree = rng.permutation(len(points)), np.ones(len(points), bool), cKDTree(points)
for i in order:
    if kept[i]:
        near = tree.query_ball_point(points[i], radius[i])
        kept[near] = False
        kept[i] = True
x, y = np.arange(0, 3, 0.025), np.arange(0, 1, 0.025)
edge = [
    np.column_stack((x, 0 * x)),
    np.column_stack((x, 0 * x + 1)),
    np.column_stack((0 * y, y)),
    np.column_stack((0 * y + 3, y)),
]
points = np.unique(np.vstack([points[kept], [[3, 1]], *edge]), axis=0)

# %%
# Triangles whose centre is in a hole are left out, and an edge joins the vertices of a triangle.
triangles = Delaunay(points).simplices
triangles = triangles[distance_to_holes(points[triangles].mean(axis=1)) > 0]
i, j = np.hstack([triangles.T[[0, 1]], triangles.T[[1, 2]], triangles.T[[2, 0]]])
W = sp.coo_array((np.ones(len(i)), (i, j)), shape=(len(points),) * 2).tocsr()
W = ((W + W.T) > 0).astype(float)
print(f"{len(points)} vertices, {W.nnz // 2} edges")

# %%
# The number of edges between parts is minimised, and no part may have more than 3 % above an equal share.
cut = tvcut.balanced_cut(W, n_clusters=16, objective="cut", max_imbalance=0.03)
cut

# %%
# What a processor receives is the number of vertices of others that are next to its own.
crossing = sp.coo_array(W)
crossing = {(cut.labels[a], b) for a, b in zip(*crossing.coords, strict=True) if cut.labels[a] != cut.labels[b]}
received = np.bincount([r for r, _ in crossing], minlength=16)
print(f"vertices of a part: {cut.sizes.min()} to {cut.sizes.max()}")
print(f"vertices that a part receives: {received.min()} to {received.max()}")

# %%
fig, axes = plt.subplots(2, 1, figsize=(9, 7.6), layout="constrained")
axes[0].triplot(*points.T, triangles, linewidth=0.3, color="0.4")
axes[0].set(title="mesh", aspect="equal")
axes[0].set_axis_off()
tvcut.plot_graph(W, cut, points, ax=axes[1])
axes[1].set_title(f"16 parts, {cut.cut_weight:g} edges cut")
plt.show()
