"""
Documents by their words
========================

The documents are docstrings of functions in SciPy: real text that is installed with tvcut. Each is a bag of words with
TF-IDF weights, and documents are neighbours if the angle between their vectors is small. The parts are compared with
the modules that the functions come from.
"""

import inspect
from importlib import import_module

import matplotlib.pyplot as plt
import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import adjusted_rand_score

import tvcut

# %%
# A docstring counts if it has more than 500 characters. Functions that two modules share are taken once.
modules = ["cluster.hierarchy", "integrate", "linalg", "ndimage", "optimize", "signal", "spatial.distance", "stats"]
texts, y = [], []
for number, module in enumerate(modules):
    public = vars(import_module(f"scipy.{module}"))
    for name in sorted(public):
        text = inspect.getdoc(public[name]) or ""
        if inspect.isroutine(public[name]) and not name.startswith("_") and len(text) > 500 and text not in texts:
            texts.append(text)
            y.append(number)
print(f"{len(texts)} documents")

# %%
# Words in more than a quarter of all documents, such as "parameters", say little and are left out.
vectorizer = TfidfVectorizer(max_df=0.25, min_df=3, sublinear_tf=True, token_pattern="[a-z]{3,}")
X = vectorizer.fit_transform(texts)
W = tvcut.knn_graph(X, n_neighbors=10, metric="cosine", weights="self_tuning")
cut = tvcut.balanced_cut(W, n_clusters=8, balance="normalized")
print(f"adjusted Rand index with the modules: {adjusted_rand_score(y, cut.labels):.3f}")

# %%
# The words whose mean weight in a part most exceeds that in the rest name its subject.
words = vectorizer.get_feature_names_out()
for r in range(8):
    inside = cut.labels == r
    difference = np.asarray(X[inside].mean(axis=0) - X[~inside].mean(axis=0)).ravel()
    print(f"part {r} ({inside.sum():3} documents): {', '.join(words[np.argsort(-difference)[:6]])}")

# %%
# The table counts the documents of each module in each part. The tree shows which parts were separated last.
table = np.zeros((8, 8), int)
np.add.at(table, (y, cut.labels), 1)
fig, (left, right) = plt.subplots(1, 2, figsize=(11, 4.4), layout="constrained")
left.imshow(table / table.sum(axis=1, keepdims=True), cmap="Blues")
left.set(xticks=range(8), yticks=range(8), yticklabels=modules, xlabel="part")
for i, r in np.argwhere(table):
    left.text(r, i, table[i, r], ha="center", va="center", color="w" if 2 * table[i, r] > table[i].sum() else "k")
cut.plot_tree(ax=right)
plt.show()
