"""A user's script. Type checkers check it against the installed wheel, and a test runs it."""

import io
from pathlib import Path
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy.sparse as sp

import tvcut
from tvcut import (
    BalancedCut,
    Cut,
    CutInterrupted,
    Descent,
    DisconnectedGraphWarning,
    Progress,
    ScanInterrupted,
    balanced_cut,
    knn_graph,
    read_graph,
    write_graph,
)

if TYPE_CHECKING:
    from typing_extensions import assert_type


def stop_early(progress: Progress) -> bool:
    print(f"{progress.part} {progress.start} {progress.n_outer} {progress.energy:.3f} {progress.time:.1f} s")
    print(f"{progress.phase.upper()} {progress.fraction:.0%}")
    return progress.value < 0.1


def stop_never(progress: Progress) -> bool:
    return False


def describe(cut: Cut) -> str:
    """Use every attribute of a cut."""
    sizes = np.bincount(cut.labels).tolist()
    bound = 0.0 if cut.lower_bound is None or cut.gap is None else cut.lower_bound + cut.gap
    norm = 0.0 if cut.f is None else float(np.linalg.norm(cut.f))
    heights = cut.linkage[:, 2].max() + cut.merges.max() + cut.merge_values.max()
    balance = cut.masses.sum() + cut.cut_weight + cut.imbalance
    steps = cut.n_outer + cut.n_inner + cut.n_inner_total + len(cut.energy_trace) + len(cut.start_values)
    return (
        f"{sizes} {balance:.3f} {cut.objective.upper()} "
        f"{cut.value:.3f} {cut.energy:.3f} {bound:.3f} {norm:.3f} {heights:.1f} {steps} "
        f"{cut.status.upper()} {cut.n_components} {cut.time:.1f} {np.asarray(cut).sum()}"
    )


def main() -> None:
    X, y = tvcut.datasets.two_moons(200, dim=10, noise=0.01, random_state=0)
    W = knn_graph(X, n_neighbors=8, weights="self_tuning", scale=2.0, symmetrize="max", n_components=5)
    print(W.shape[0], W.nnz)

    # Arrays, lists, and sparse matrices and arrays of several formats.
    for graph in (W, W.tocsc(), sp.coo_matrix(W), W.toarray(), W.toarray().tolist()):
        print(balanced_cut(graph).value)
    print(balanced_cut([[0, 1], [1, 0]]).value, balanced_cut(np.ones((4, 4), dtype=np.float32)).value)

    descent = Descent(
        method="adaptive",
        theta=0.95,
        epsilon=1e-3,
        tol=1e-6,
        max_outer=50,
        max_inner=200,
        max_refine=10,
        patience=3,
        scale="unit",
        precision="float32",
    )
    try:
        cut = balanced_cut(
            W,
            2,
            objective="value",
            balance="ratio",
            vertex_weight=np.ones(len(y)),
            asymmetry=1.5,
            min_share=0.1,
            max_imbalance="none",
            min_size="none",
            max_size=np.float64(len(y)),
            part_weights=[0.4, 0.6],
            fixed={0: 0, 1: 1},
            preset="default",
            init="random",
            n_starts="auto",
            polish="mincut",
            lower_bound=True,
            time_limit=10.0,
            callback=stop_early,
            random_state=np.random.default_rng(0),
            n_threads="auto",
            descent=descent,
        )
    except CutInterrupted as error:
        cut = error.result
    print(describe(cut))
    print(describe(balanced_cut(W, 3, strategy="every", fixed=None, n_starts=2, time_limit="none", n_threads=1)))
    print(describe(balanced_cut(W, init=y.astype(float), callback=lambda progress: progress.n_outer > 3)))
    print(describe(balanced_cut(W, init=y, objective="cut", max_imbalance=0.5)))
    print(describe(balanced_cut(W, **tvcut.default_options("paper"))))

    try:
        scan = tvcut.scan(
            W, range(2, 5), n_seeds=2, balance="normalized", time_limit=60.0, callback=stop_never, verbose=False
        )
    except ScanInterrupted as error:
        scan = error.result
    print(scan, scan.suggestion, scan.sizes[0].max(), scan.cuts[0].value, scan.status.upper())
    print(scan.n_clusters + scan.values + scan.null_values + scan.relative_values + scan.stability)

    file = io.BytesIO()
    write_graph(file, W, names=[f"point {i}" for i in range(len(y))], vertex_weight=np.ones(len(y)), format="npz")
    file.seek(0)
    stored = read_graph(file, format="npz", symmetrize="average")
    print(stored.W.shape, stored.format.upper(), stored.names and stored.names[0].upper(), stored.vertex_weight)

    cut = balanced_cut(stored.W, progress=False, verbose=True)
    print(balanced_cut(nx.karate_club_graph()).names, balanced_cut(pd.DataFrame({"source": ["a"], "target": ["b"]})))
    prepared = tvcut.as_graph(nx.DiGraph([("a", "b"), ("b", "c")]), symmetrize="sum", largest_component=True)
    print(prepared.names, prepared.W.shape, tvcut.as_graph(stored).vertex_weight)
    print(balanced_cut(prepared).modularity + cut.coverage, cut.conductance.max())
    print(cut.names, cut.communities()[0], cut.to_series().sum(), cut.to_dict()["parts"], cut.to_json().upper())
    print([part.shape for part in cut.subgraphs()], tvcut.tl.balanced_cut.__name__)

    model = BalancedCut(n_clusters=3, n_neighbors=8, affinity="nearest_neighbors", descent=Descent(patience=2))
    labels = model.fit(X, fixed=None).labels_
    print(labels.dtype, model.cut_.value, model.affinity_matrix_.shape, model.n_features_in_)
    print(BalancedCut(affinity="precomputed").fit_predict(W)[:3])
    print(Path(tvcut.get_include()).name, Path(tvcut.get_library()).suffix)
    tvcut.show_versions()
    print(tvcut.backend(), tvcut.__version__, issubclass(DisconnectedGraphWarning, UserWarning))

    if TYPE_CHECKING:  # none of these is Any
        assert_type(W, "sp.csr_array[np.float64, tuple[int, int]]")
        assert_type(stored.W, "sp.csr_array[np.float64, tuple[int, int]]")
        assert_type(BalancedCut().fit_predict(X), npt.NDArray[np.int32])


if __name__ == "__main__":
    main()
