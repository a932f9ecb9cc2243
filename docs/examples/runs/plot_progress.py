"""
The progress of a cut
=====================

A callback sees the best value so far at least five times a second, and can stop the cut: when it returns True, the best
cut so far is returned. So one can watch a long run, and end it when more time no longer helps.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.sparse as sp
from scipy.spatial import Delaunay

import tvcut

# %%
# A triangulation of 20,000 points.
points = np.random.default_rng(0).random((20000, 2))
triangles = Delaunay(points).simplices
i, j = np.hstack([triangles.T[[0, 1]], triangles.T[[1, 2]], triangles.T[[2, 0]]])
W = sp.coo_array((np.ones(len(i)), (i, j)), shape=(len(points),) * 2).tocsr()
W = ((W + W.T) > 0).astype(float)

# %%
# The callback keeps every :class:`tvcut.Progress` that it is given. With more starts, the search takes longer and finds
# lower values.
seen = []
cut = tvcut.balanced_cut(W, n_starts=32, min_share=0, callback=seen.append)
print(f"the callback was called {len(seen)} times; phases: {', '.join(dict.fromkeys(p.phase for p in seen))}")
cut

# %%
# This one stops as soon as the value is at most 10 % above what the first run found. With ``min_share=0``, the values
# are those of cuts that may be the result.
target = 1.1 * cut.value
stopped = tvcut.balanced_cut(W, n_starts=32, min_share=0, callback=lambda progress: progress.value <= target)
print(f"{stopped.status}: value {stopped.value:.6f}, target {target:.6f}")

# %%
# Left: the best value over time. Right: the value of each start, and the lowest so far.
fig, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
known = [p for p in seen if np.isfinite(p.value)]
left.plot([p.time for p in known], [p.value for p in known], "o-", drawstyle="steps-post", markersize=4)
left.axhline(cut.value, color="#d55e00", linestyle="--", label=f"final value {cut.value:.5f}")
left.set(xlabel="seconds", ylabel="lowest value so far")
left.legend()
cut.plot(ax=right)

# %%
# The same as numbers in a notebook: the last expression of a cell shows the last report.
seen[-1]
