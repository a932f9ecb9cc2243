"""
Handwritten digits
==================

1797 pictures of 8 × 8 pixels, of the digits 0 to 9, are cut into ten parts without using their labels. The labels then
show what the parts hold.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.datasets import load_digits
from sklearn.metrics import adjusted_rand_score

import tvcut

X, y = load_digits(return_X_y=True)

# %%
# The graph joins each picture with its ten nearest ones.
W = tvcut.knn_graph(X, n_neighbors=10)
cut = tvcut.balanced_cut(W, n_clusters=10)
cut

# %%
# The share of pictures in the right part is that of the best matching between parts and digits.
table = np.zeros((10, 10), int)
np.add.at(table, (cut.labels, y), 1)
digit, part = linear_sum_assignment(-table.T)
print(f"adjusted Rand index: {adjusted_rand_score(y, cut.labels):.3f}")
print(f"in the right part: {100 * table[part, digit].sum() / len(y):.1f} %")

# %%
# The rows of W in the order of the parts: dense blocks, and little weight between them. Blocks that share some weight
# are digits that are written alike.
fig, (left, right) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
cut.plot_matrix(ax=left)
right.imshow(table[part], cmap="Blues")
right.set(xticks=range(10), yticks=range(10), yticklabels=part, xlabel="digit", ylabel="part")
for i, r in enumerate(part):
    for d in np.flatnonzero(table[r]):
        right.text(d, i, table[r, d], ha="center", va="center", color="w" if table[r, d] > 90 else "k", fontsize=8)

# %%
# ``cut.strength`` tells how firmly each picture belongs to its part. The first row shows the mean of each part, the
# other rows its pictures with the smallest share of weight within the part.
fig, axes = plt.subplots(4, 10, figsize=(10, 4.4), layout="constrained")
for r, column in zip(part, axes.T, strict=True):
    members = np.flatnonzero(cut.labels == r)
    weakest = members[np.argsort(cut.strength.share[members])[:3]]
    for ax, picture in zip(column, [X[members].mean(axis=0), *X[weakest]], strict=True):
        ax.imshow(picture.reshape(8, 8), cmap="gray_r")
        ax.set_axis_off()
    column[0].set_title(f"part {r}")
plt.show()
