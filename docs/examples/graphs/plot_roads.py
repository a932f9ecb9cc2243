"""
Districts of a road network
===========================

A road network is divided into eight districts of nearly equal size with as few roads as possible between them, as for
distributed route planning. The network is generated: crossings in the plane, short roads between them, and a river
with four bridges.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from scipy.spatial import Delaunay

import tvcut

# %%
# Crossings lie denser in two towns. Roads are short edges of a triangulation, a third of which are left out.
rng = np.random.default_rng(4)
towns = np.array([[0.28, 0.7], [0.75, 0.3]])
points = np.vstack([rng.random((2600, 2)), *(town + 0.09 * rng.standard_normal((500, 2)) for town in towns)])
triangles = Delaunay(points).simplices
roads = np.unique(np.sort(np.vstack([triangles[:, [a, b]] for a, b in ((0, 1), (1, 2), (2, 0))])), axis=0)
length = np.linalg.norm(np.subtract(*points[roads.T]), axis=1)
roads = roads[(length < 0.05) & (rng.random(len(roads)) < 0.67)]


# %%
# A road that crosses the river is kept only if it is one of four bridges.
def side(p):
    return p[:, 1] - 0.5 - 0.12 * np.sin(5 * p[:, 0])  # the river is where this is 0


crossing = side(points[roads[:, 0]]) * side(points[roads[:, 1]]) < 0
bridges = [np.abs(points[roads[:, 0], 0] - x + 10 * ~crossing).argmin() for x in (0.1, 0.4, 0.6, 0.9)]
kept = ~crossing
kept[bridges] = True
i, j = roads[kept].T
W = sp.coo_array((np.ones(len(i)), (i, j)), shape=(len(points), len(points))).tocsr()
_, component = connected_components(W, directed=False)
largest = component == np.bincount(component).argmax()
W, points = (W + W.T)[largest][:, largest], points[largest]
print(f"{W.shape[0]} crossings, {W.nnz // 2} roads")

# %%
# ``objective="cut"`` minimises the number of cut roads, under a bound on the size of the districts. Two districts
# find the river; eight use it where it helps.
halves = tvcut.balanced_cut(W, 2, objective="cut", max_imbalance=0.2)
districts = tvcut.balanced_cut(W, 8, objective="cut", max_imbalance=0.05)
for cut in (halves, districts):
    print(f"{len(cut.sizes)} districts: {cut.cut_weight:g} roads cut, largest {100 * cut.imbalance:.1f} % above equal")

# %%
fig, axes = plt.subplots(1, 2, figsize=(11, 5.4), layout="constrained")
x = np.linspace(0, 1, 200)
for ax, cut in zip(axes, (halves, districts), strict=True):
    ax.plot(x, 0.5 + 0.12 * np.sin(5 * x), color="#9ecae1", linewidth=5, zorder=0)
    tvcut.plot_graph(W, cut, points, ax=ax)
    ax.set_title(f"{len(cut.sizes)} districts, {cut.cut_weight:g} roads cut")
plt.show()
