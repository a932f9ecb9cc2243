"""Command line: ``python -m tvcut paper`` runs the paper's experiments, ``clusters`` compares strategies."""

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
    for command in (paper, clusters):
        command.add_argument("--runs", type=int, help="runs of each experiment (default 10 of paper, 5 of clusters)")
        command.add_argument("--quick", action="store_const", const=1, dest="runs", help="one run of each")
        command.add_argument("--only", nargs="+", metavar="DATA", help='only these data, such as "two moons", USPS')
        command.add_argument("--output", help="also write the tables to this Markdown file, a figure beside it")
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


if __name__ == "__main__":
    main()
