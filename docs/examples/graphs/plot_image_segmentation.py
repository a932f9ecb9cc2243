"""
Segments of a picture
=====================

Each pixel is a vertex that is joined with the pixels around it. Edges between pixels of similar colour are heavy, so a
cut of small weight runs along contrasts. Its balance keeps it from separating single pixels.

The photograph comes with scikit-learn.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.sparse as sp
from sklearn.datasets import load_sample_image

import tvcut

# %%
# The picture is reduced to 71 × 106 pixels, each the mean of 6 × 6.
picture = load_sample_image("china.jpg")[:426, :636] / 255.0
picture = picture.reshape(71, 6, 106, 6, 3).mean(axis=(1, 3))
height, width, _ = picture.shape
print(f"{height * width} pixels")


# %%
# Pixels at a distance of at most 3 are joined, with the weight exp(−|difference of colours|²/0.02).
def pixel_graph(picture, reach=3):
    height, width, _ = picture.shape
    number = np.arange(height * width).reshape(height, width)
    W = sp.csr_array((number.size, number.size))
    for down in range(reach + 1):
        for right in range(-reach, reach + 1):
            if (down, right) > (0, 0) and down**2 + right**2 <= reach**2:
                here = (slice(0, height - down), slice(max(0, -right), width - max(0, right)))
                there = (slice(down, height), slice(max(0, right), width + min(0, right)))
                w = np.exp(-((picture[here] - picture[there]) ** 2).sum(axis=2) / 0.02)
                pair = (number[here].ravel(), number[there].ravel())
                W = W + sp.coo_array((w.ravel(), pair), shape=W.shape).tocsr()
    return W + W.T


W = pixel_graph(picture)

# %%
# The mass of a pixel is its degree, and segments may be much smaller than their equal share.
cuts = {k: tvcut.balanced_cut(W, k, balance="normalized", min_share=0.1) for k in (2, 4, 8)}
for k, cut in cuts.items():
    print(f"{k} segments: value {cut.value:.4f}, {cut.time:.1f} s, smallest {np.bincount(cut.labels).min()} pixels")

# %%
# Each segment is shown in its mean colour.
fig, axes = plt.subplots(2, 2, figsize=(10, 6.8), layout="constrained")
axes.flat[0].imshow(picture)
axes.flat[0].set_title("picture")
for ax, (k, cut) in zip(axes.flat[1:], cuts.items(), strict=True):
    labels = cut.labels.reshape(height, width)
    mean = np.array([picture[labels == r].mean(axis=0) for r in range(k)])
    ax.imshow(mean[labels])
    for r in range(k):
        ax.contour(labels == r, levels=[0.5], colors="w", linewidths=0.6)
    ax.set_title(f"{k} segments")
for ax in axes.flat:
    ax.set_axis_off()
plt.show()
