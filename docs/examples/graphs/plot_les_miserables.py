"""
The characters of Les Misérables
================================

Two characters of the novel are joined if they appear in a chapter together, and the weight of the edge is the number of
those chapters. The network has 77 characters and comes with networkx.
"""

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np

import tvcut

# %%
# networkx gives the weights as a sparse array, in the order of ``list(graph)``.
graph = nx.les_miserables_graph()
names = np.array(list(graph))
W = nx.to_scipy_sparse_array(graph, weight="weight")
cut = tvcut.balanced_cut(W, n_clusters=5, balance="normalized", lower_bound=True)
cut

# %%
# The characters of each part, those with most appearances first.
degree = W.sum(axis=1)
for r in range(5):
    members = np.flatnonzero(cut.labels == r)
    most = members[np.argsort(-degree[members])]
    print(f"part {r}, {len(members)} characters: {', '.join(names[most[:6]])}")

# %%
# ``strength.share`` is the share of a character's weight within its part: low for those who link the groups.
share = cut.strength.share
between = np.argsort(share)[:6]
print("between the groups:", ", ".join(f"{names[i]} ({share[i]:.2f})" for i in between))

# %%
# Positions come from networkx, and red edges are cut.
layout = nx.kamada_kawai_layout(graph, weight=None)
pos = np.array([layout[name] for name in names])
fig, ax = plt.subplots(figsize=(9, 7), layout="constrained")
tvcut.plot_graph(W, cut, pos, ax=ax)
for r in range(5):
    members = np.flatnonzero(cut.labels == r)
    for i in members[np.argsort(-degree[members])][:2]:
        ax.annotate(names[i], pos[i], xytext=(5, 5), textcoords="offset points", fontsize=10, weight="bold")

# %%
# The tree of the parts: the highest node separates the two groups that have least in common.
cut.plot_tree()
plt.show()
