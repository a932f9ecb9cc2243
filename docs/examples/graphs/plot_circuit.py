"""
Placing a circuit
=================

A circuit is a list of nets, each of which joins some cells. Placement by bisection puts the cells into the two halves
of a chip so that few nets join the halves. Cells have areas, and the pads at the left and the right edge are fixed.

The circuit is generated: cells in a hierarchy of blocks, and most nets within small blocks, as in real designs.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.sparse as sp

import tvcut

# %%
# A net picks a level of the hierarchy and two to five cells of one block of that level.
rng = np.random.default_rng(8)
n = 2048
nets = []
for _ in range(3600):
    size = n >> min(rng.geometric(0.3) - 1, 7) if rng.random() < 0.12 else n >> rng.integers(4, 9)
    first = rng.integers(n // size) * size
    nets.append(first + rng.choice(size, min(size, rng.integers(2, 6)), replace=False))
shuffled = rng.permutation(n)  # the order of the cells tells nothing about the blocks
nets = [shuffled[net] for net in nets]
area = rng.choice([1.0, 2.0, 4.0], n, p=[0.6, 0.3, 0.1])

# %%
# A net of p cells becomes p(p−1)/2 edges of weight 1/(p−1), the usual clique model.
rows, columns, weights = [], [], []
for net in nets:
    a, b = np.triu_indices(len(net), 1)
    rows.append(net[a])
    columns.append(net[b])
    weights.append(np.full(len(a), 1 / (len(net) - 1)))
W = sp.coo_array((np.hstack(weights), (np.hstack(rows), np.hstack(columns))), shape=(n, n)).tocsr()
W = W + W.T
print(f"{n} cells, {len(nets)} nets, {W.nnz // 2} edges")

# %%
# Forty pads are fixed, twenty on each side. The area of a half may exceed the mean by 2 %.
pads = {int(cell): int(k >= 20) for k, cell in enumerate(shuffled[np.linspace(0, n - 1, 40).astype(int)])}
cut = tvcut.balanced_cut(W, objective="cut", vertex_weight=area, max_imbalance=0.02, fixed=pads)
labels = cut.labels


def cut_nets(labels):
    return sum(len(set(labels[net])) > 1 for net in nets)


random_halves = rng.permutation(np.arange(n) % 2)
print(f"cut nets: {cut_nets(labels)} of {len(nets)}; random halves: {cut_nets(random_halves)}")
print(f"area of the halves: {cut.masses[0]:g} and {cut.masses[1]:g}")
print(f"pads in their half: {all(labels[cell] == part for cell, part in pads.items())}")

# %%
# The connections between cells, before and after the cells are sorted by half. After it, few lie outside the blocks.
fig, (left, right) = plt.subplots(1, 2, figsize=(10, 4.8), layout="constrained")
left.spy(W, markersize=0.25, color="#0072b2")
left.set_title("cells in the given order")
cut.plot_matrix(bins=256, ax=right)
right.set_title("cells in the order of the halves")
plt.show()
