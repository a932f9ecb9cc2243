"""tvcut cut: cut a graph and write the part of each vertex."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from .._balanced_cut import balanced_cut
from .._files.graph_file import GraphFile
from .._input.named import Named
from .._native.options import registry
from .._result.cut import Cut, CutInterrupted
from . import output, picture, targets, vertices
from .message import Refused, say
from .progress import shown
from .spelling import LABELS, flags


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    targets.check(arguments, printed=arguments.json)
    graph = output.graph(arguments)
    options, interrupted = output.keywords(arguments) | _of_vertices(arguments, graph), False
    try:
        W = Named(graph.W, graph.names) if any(name in options for name in output.PAIRS) else graph.W
        cut = balanced_cut(W, verbose=arguments.verbose, **shown(arguments.progress), **options)
    except CutInterrupted as error:
        cut, interrupted = error.result, True
    except (ValueError, TypeError) as error:
        raise output.refused(error, arguments, graph) from None
    output.write_labels(arguments, cut.labels, graph.names)
    if arguments.json:
        content = output.graph_json(graph) | {"options": output.given(arguments)} | cut.to_dict()
        content["interrupted"] = interrupted
        output.print_json("cut", arguments, content | output.labels_json(arguments, cut.labels, graph.names))
    if not arguments.quiet:
        say(
            _line(cut, arguments.init_labels is not None)
            + ("; interrupted, this is the best cut so far" if interrupted else "")
        )
    if arguments.plot:
        picture.save(cut.plot_matrix, arguments.plot)
    return 130 if interrupted else 0


def _of_vertices(arguments: argparse.Namespace, graph: GraphFile) -> dict[str, Any]:
    """Return the masses, the pairs, the fixed vertices and the partition to start from, as keywords of a cut."""
    found: dict[str, Any] = {"vertex_weight": output.masses(graph, arguments, several=True)}
    n = graph.W.shape[0]
    if arguments.vertex_size is not None:
        found["vertex_size"] = vertices.numbers(arguments.vertex_size, graph.names, n, "size")
    for name in output.PAIRS:
        if getattr(arguments, name) is not None:
            found[name] = vertices.pairs(getattr(arguments, name), graph.names, n)
    if arguments.init_labels is not None and arguments.init is not None:
        raise Refused(f"{LABELS} and --init exclude each other; leave one out")
    k = arguments.n_clusters or int(registry()["n_clusters"].default)
    if k == "auto" and (arguments.fixed is not None or arguments.init_labels is not None):
        flag = "--fixed" if arguments.fixed is not None else LABELS
        raise Refused(f"{flags('n_clusters')[-1]} must be an integer with {flag}, got 'auto'")
    for keyword, path in (("fixed", arguments.fixed), ("init", arguments.init_labels)):
        if path is not None:
            found[keyword] = vertices.parts(path, graph.names, n, k)
    if arguments.init_labels is not None:
        without = np.flatnonzero(found["init"] < 0)
        if without.size:
            raise Refused(
                f"{arguments.init_labels}: vertex {vertices.called(graph.names, int(without[0]))} has no part"
            )
    return found


def _line(cut: Cut, has_labels: bool) -> str:
    shown = [str(size) for size in cut.sizes.tolist()]
    sizes = ", ".join(shown if len(shown) <= 10 else [*shown[:9], "…"])
    bound = "" if cut.lower_bound is None else f", lower bound {cut.lower_bound:.6g}"
    volume = f"volume {cut.volume:.6g}, " if cut.objective == "volume" else ""
    moved = f"mass moved {cut.moved:.6g}, " if has_labels else ""
    return (
        f"{len(shown)} parts of sizes {sizes}; value {cut.value:.6g}{bound}, cut weight {cut.cut_weight:.6g}, "
        f"{volume}{moved}imbalance {cut.imbalance:.3g}, status {cut.status}, {cut.time:.2f} s"
    )
