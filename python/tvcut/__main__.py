"""Command line: ``python -m tvcut paper`` runs the paper's experiments, ``clusters`` compares strategies, ``bench``
compares the cut with those of other libraries."""

import argparse
import shlex
import sys


def main(arguments=None):
    """Parse the command line and run what it asks for."""
    parser = argparse.ArgumentParser(prog="python -m tvcut", description="Balanced cuts of weighted graphs.")
    commands = parser.add_subparsers(required=True, metavar="command")
    paper = commands.add_parser("paper", help="run the paper's experiments and print its table beside ours")
    paper.set_defaults(run=run_paper, runs=10)
    clusters = commands.add_parser("clusters", help="ten classes of digits by every strategy")
    clusters.set_defaults(run=run_clusters, runs=5)
    bench = commands.add_parser("bench", help="balanced_cut beside other libraries, those that are installed")
    bench.set_defaults(run=run_bench)
    bench.add_argument("--quick", action="store_true", help="only graphs that take seconds")
    bench.add_argument("--growth", action="store_true", help="also how seconds and memory grow with the graph")
    bench.add_argument("--limit", type=float, default=600, help="seconds for each solver on each graph (default 600)")
    for command in (paper, clusters):
        command.add_argument("--runs", type=int, help="runs of each experiment (default 10 of paper, 5 of clusters)")
        command.add_argument("--quick", action="store_const", const=1, dest="runs", help="one run of each")
    for command in (paper, clusters, bench):
        command.add_argument("--only", nargs="+", metavar="DATA", help='only these data, such as "two moons", USPS')
        command.add_argument("--output", help="also write the tables to this Markdown file (paper: a figure beside it)")
        command.add_argument("--cache", help="folder in which nearest neighbours are kept for the next time")
    chosen = parser.parse_args(arguments)
    chosen.run(chosen)


def run_paper(chosen):
    """Run the paper's experiments."""
    from .experiments.report import Report

    report = Report(chosen.runs, chosen.output, chosen.cache, chosen.only)
    report.run("python -m tvcut " + shlex.join(sys.argv[1:]))


def run_clusters(chosen):
    """Run the comparison of strategies."""
    from .experiments.clusters import Clusters

    report = Clusters(chosen.runs, chosen.output, chosen.cache, chosen.only)
    report.run("python -m tvcut " + shlex.join(sys.argv[1:]))


def run_bench(chosen):
    """Run the comparison with other libraries."""
    from .experiments.bench import Bench

    report = Bench(chosen.output, chosen.cache, chosen.only, chosen.quick, chosen.limit)
    report.run("python -m tvcut " + shlex.join(sys.argv[1:]), chosen.growth)


if __name__ == "__main__":
    main()
