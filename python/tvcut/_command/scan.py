"""tvcut scan: cut into each of several numbers of parts and suggest one."""

from __future__ import annotations

import argparse
from typing import Any

from .._cluster.scan import scan
from .._cluster.scan_result import Scan, ScanInterrupted
from . import output, picture, targets
from .message import say
from .progress import shown


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    targets.check(arguments, printed=True)
    graph = output.graph(arguments)
    options, interrupted = output.keywords(arguments), False
    masses = output.masses(graph, arguments, several=False)
    own = {"n_seeds": arguments.n_seeds}
    try:
        found = scan(graph.W, arguments.counts, vertex_weight=masses, **own, **shown(arguments.progress), **options)
    except ScanInterrupted as error:
        found, interrupted = error.result, True
    except (ValueError, TypeError) as error:
        raise output.refused(error, arguments, graph) from None
    labels = found.cuts[list(found.n_clusters).index(found.suggestion)].labels
    if arguments.output is not None:
        output.write_labels(arguments, labels, graph.names)
    if arguments.json:
        content = (
            output.graph_json(graph)
            | {"options": output.given(arguments) | own}
            | _result(found)
            | {"interrupted": interrupted}
        )
        output.print_json("scan", arguments, content | output.labels_json(arguments, labels, graph.names))
    else:
        print(found)
    if arguments.plot:
        picture.save(found.plot, arguments.plot)
    if interrupted and not arguments.quiet:
        say("interrupted; these are the numbers of parts that are finished")
    return 130 if interrupted else 0


def _result(found: Scan) -> dict[str, Any]:
    rows = [
        {
            "parts": int(k),
            "value": found.values[t],
            "null_value": found.null_values[t],
            "relative_value": found.relative_values[t],
            "stability": found.stability[t],
            "sizes": found.sizes[t],
            "masses": found.masses[t],
        }
        for t, k in enumerate(found.n_clusters)
    ]
    return {"suggestion": int(found.suggestion), "status": found.status, "time": found.time, "results": rows}
