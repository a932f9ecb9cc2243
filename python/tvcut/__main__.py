"""Command line: ``python -m tvcut paper`` runs the paper's experiments."""

import argparse
import shlex
import sys


def main(arguments=None):
    """Parse the command line and run what it asks for."""
    parser = argparse.ArgumentParser(prog="python -m tvcut", description="Balanced cuts of weighted graphs.")
    commands = parser.add_subparsers(required=True, metavar="command")
    paper = commands.add_parser("paper", help="run the paper's experiments and print its table beside ours")
    paper.add_argument("--runs", type=int, default=10, help="runs of each experiment (default 10)")
    paper.add_argument("--quick", action="store_const", const=1, dest="runs", help="one run of each")
    paper.add_argument("--only", nargs="+", metavar="PROBLEM", help='only these rows, such as "two moons"')
    paper.add_argument("--output", help="also write the tables to this Markdown file, and a figure beside it")
    paper.add_argument("--cache", help="folder in which nearest neighbours are kept for the next time")
    paper.set_defaults(run=run_paper)
    chosen = parser.parse_args(arguments)
    chosen.run(chosen)


def run_paper(chosen):
    """Run the paper's experiments."""
    from .experiments.report import Report

    report = Report(chosen.runs, chosen.output, chosen.cache, chosen.only)
    report.run("python -m tvcut " + shlex.join(sys.argv[1:]))


if __name__ == "__main__":
    main()
