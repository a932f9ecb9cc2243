"""
A graph on a cluster
====================

The edges of this graph are made and kept by the workers of a Dask cluster. Here the workers are threads of this
process; with the address of a scheduler in one line, the same script runs on many machines.
"""

import dask
import matplotlib.pyplot as plt
import numpy as np
import scipy.sparse as sp
from distributed import Client

from tvcut.distributed import balanced_cut

# %%
# The one line to change: on a cluster it is ``Client("tcp://scheduler:8786")``.
client = Client(processes=False, dashboard_address=":0")

# %%
# A worker makes some rows of W for itself: those of a grid of 100 × 60 vertices with a weak column in the middle.
height, width = 60, 100


def rows(first, last):
    """Return the rows first … last − 1 of W, and the number of the first."""
    vertex = np.arange(first, last)
    x, y = vertex % width, vertex // width
    entries = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        inside = (0 <= x + dx) & (x + dx < width) & (0 <= y + dy) & (y + dy < height)
        weight = np.where(np.minimum(x, x + dx) == 40, 0.3, 1.0)
        weight = weight if dx else np.ones(len(vertex))
        entries.append((weight[inside], vertex[inside] - first, (vertex + dx + dy * width)[inside]))
    weight, row, col = (np.concatenate(parts) for parts in zip(*entries, strict=True))
    return first, sp.csr_array((weight, (row, col)), shape=(last - first, width * height))


blocks = [dask.delayed(rows)(first, first + 1000) for first in range(0, width * height, 1000)]

# %%
# The coarsest graph is the only one that a single worker needs to hold. Its size is small here, so that there is
# something to contract.
cut = balanced_cut(blocks, max_coarse_vertices=600, client=client)
print(cut)

# %%
# The labels are on the workers, too. These are few, and fit here.
plt.imshow(cut.labels.compute().reshape(height, width), cmap="coolwarm", interpolation="nearest")
plt.title(f"value {cut.value:.5f}, cut weight {cut.cut_weight:g}")
client.close()
