"""The experiments of the paper: its table beside the published figures, its other claims, and a figure.

    python -m bench.paper [--runs N] [--quick] [--only NAME …] [--output docs/paper.md]

The figure is saved beside the document, under the same name with the suffix .png.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import numpy as np

from tvcut import Descent

from . import runs
from .clock import WHAT_SECONDS
from .command import CommandLine
from .document import Document
from .problems import Problem, problems, solver_problems

# The parameters whose sensitivity is measured: {value: options of balanced_cut}
THETAS: dict[float, runs.Options] = {theta: {"descent": Descent(theta=theta)} for theta in (0.99, 0.999, 0.9999)}
EPSILONS: dict[float, runs.Options] = {
    e: {"descent": runs.fixed(e, max_inner=runs.MAX_INNER)} for e in (1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
}
TOLS: dict[float, runs.Options] = {tol: {"descent": Descent(tol=tol)} for tol in (1e-3, 1e-4, 1e-5)}
PUBLISHED_RATIOS = {"two moons": "0.99", "USPS 10": "0.60", "MNIST 10": "0.485"}  # published times, adaptive over fixed

TABLE = (
    "problem",
    "algorithm",
    "C",
    "error %, majority",
    "error %, matching",
    "of the lowest C",
    "seconds",
    "outer",
    "inner",
    "published error %",
    "published time",
)
SOLVERS = """\
Chambolle–Pock runs in assembly, FISTA and split Bregman in Go; an inner step of split Bregman is one of ADMM with \
five steps of conjugate gradients. Each solver has the same starts. E is compared after every outer step of the \
winning start, for two parts. With ten parts the solvers may differ in each of nine bisections."""
SETTINGS = f"""\
Settings: `preset="paper"`. The pairs of digits are cut from 8 diffused points, all other problems from 2 random \
starts in every bisection; of the starts the lowest energy wins. The sections after the table use one start. \
Algorithm 1 (fixed) has ε = {runs.TOLERANCE:g} and at most {runs.MAX_INNER} inner steps. C counts each edge once. \
{WHAT_SECONDS}
"""


class Report(Document):
    """The document of the experiments: ``n_runs`` runs of each, on all problems or on those named in ``only``."""

    def __init__(
        self,
        n_runs: int,
        output: str | Path | None = None,
        memory: str | None = None,
        only: Collection[str] | None = None,
    ) -> None:
        super().__init__(output)
        self.n_runs = n_runs
        self.problems = [problem for problem in problems(memory) if not only or problem.name in only]
        self.solved = [
            (problem, starts) for problem, starts in solver_problems(memory) if not only or problem.name in only
        ]
        self.outcomes: dict[tuple[str, str], list[runs.Outcome]] = {}  # of each problem and algorithm

    def run(self, command: str) -> None:
        """Run all experiments and save the document."""
        self.say("# The paper's experiments")
        means = f"Means over {self.n_runs} run(s) with the standard deviation."
        self.say(f"\n{self.made_by(command)} {means} {SETTINGS}")
        self.main_table()
        self.ratios()
        self.monotone()
        self.solvers()
        self.sensitivity("θ", "θ", THETAS, ("two moons", "3 vs 8"))
        self.sensitivity("ε of Algorithm 1", "ε", EPSILONS, ("two moons", "3 vs 8"))
        self.sensitivity("TOL", "TOL", TOLS, ("two moons", "USPS 10"))
        self.figure()
        self.save()

    def measure(self, problem: Problem, options: runs.Options, n_runs: int) -> list[runs.Outcome]:
        """Return the outcomes of several runs of a problem."""
        return [runs.measure(problem, options, run) for run in range(n_runs)]

    def main_table(self) -> None:
        """Add the table of the paper: every problem by every algorithm."""
        self.say("## The table")
        self.table(TABLE)
        for problem in self.problems:
            for name, options in runs.ALGORITHMS.items():
                outcomes = self.measure(problem, options, self.n_runs)
                self.outcomes[problem.name, name] = outcomes
                best = min(outcomes, key=lambda outcome: outcome.value)
                self.row(
                    problem.name,
                    name,
                    *(cell(outcomes, figure) for figure in ("value", "majority", "matching")),
                    f"{best.majority:.2f}",
                    *(cell(outcomes, figure) for figure in ("seconds", "n_outer", "n_inner")),
                    *problem.published.get(name, ("", "")),
                )

    def ratios(self) -> None:
        """Add the table of the claimed speed: the time of the adaptive algorithm over that of the fixed one."""
        self.table(["problem", "time, adaptive / fixed", "the paper's"])
        for problem in self.problems:
            adaptive, fixed = (
                runs.mean(self.outcomes[problem.name, name], "seconds")[0] for name in ("adaptive", "fixed")
            )
            self.row(problem.name, f"{adaptive / fixed:.2f}", PUBLISHED_RATIOS.get(problem.name, ""))

    def monotone(self) -> None:
        """Add the table of the claim that the energy falls, over all descents for two parts."""
        self.say("\n## Does the energy fall at every outer step?")
        self.table(["algorithm", "descents", "every step fell", "ended where the next step would not lower E"])
        for name in runs.ALGORITHMS:
            found = [o for p in self.problems if p.n_clusters == 2 for o in self.outcomes[p.name, name]]
            ended = sum(outcome.status == "no_descent" for outcome in found)
            self.row(name, len(found), sum(outcome.falls for outcome in found), ended)
        self.say("\nAn outer step that would not lower E is never taken. Algorithm 1 has no other safeguard.")

    def solvers(self) -> None:
        """Add the table of the inner solvers, each with the adaptive algorithm, and how much their C differ."""
        self.say("\n## Three solvers of the inner problem")
        self.say(f"\n{SOLVERS}")
        self.table(["problem", "starts", "solver", "C", "error %", "outer", "inner", "seconds", "every step fell"])
        notes = []
        for problem, starts in self.solved:
            options = {"n_starts": starts}
            found = {
                name: self.measure(problem, solver | options, min(self.n_runs, 5))
                for name, solver in runs.SOLVERS.items()
            }
            for name, outcomes in found.items():
                figures = ("value", "majority", "n_outer", "n_inner", "seconds")
                fell = f"{sum(outcome.falls for outcome in outcomes)} of {len(outcomes)}"
                cells = (cell(outcomes, figure) for figure in figures)
                self.row(problem.name, starts, name, *cells, fell if problem.n_clusters == 2 else "")
            spreads = [np.ptp([outcome.value for outcome in run]) for run in zip(*found.values(), strict=True)]
            notes.append(f"- {problem.name}: the C of the three solvers differs by at most {max(spreads):.1g}.")
        self.say("\n" + "\n".join(notes))

    def sensitivity(
        self, title: str, name: str, variants: Mapping[float, runs.Options], names: Collection[str]
    ) -> None:
        """Add the table of one varied parameter, on the named problems, from one start: {value: options}."""
        self.say(f"\n## {title}")
        self.table(["problem", name, "E", "C", "error %", "seconds", "inner"])
        figures = ("energy", "value", "majority", "seconds", "n_inner")
        for problem in self.problems:
            if problem.name not in names:
                continue
            for value, options in variants.items():
                outcomes = self.measure(problem, runs.ONE_START | options, min(self.n_runs, 3))
                self.row(problem.name, f"{value:g}", *(cell(outcomes, figure) for figure in figures))

    def figure(self) -> None:
        """Plot the energy of the adaptive and fixed algorithms against time, for the problems with two parts."""
        shown = [problem for problem in self.problems if problem.n_clusters == 2]
        if not self.output or not shown:
            return
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(1, len(shown), figsize=(5 * len(shown), 4), layout="constrained", squeeze=False)
        for axis, problem in zip(axes[0], shown, strict=True):
            for name in ("adaptive", "fixed"):
                axis.semilogy(*runs.energy_over_time(problem, runs.ALGORITHMS[name]), marker=".", label=name)
            axis.set(title=problem.name, xlabel="seconds", ylabel="E(f)")
        axes[0, 0].legend()
        path = Path(self.output).with_suffix(".png")
        figure.savefig(path, dpi=90)
        self.say(f"\n![energy against time]({path.name})")


def cell(outcomes: list[runs.Outcome], name: str) -> str:
    """Return the mean ± the standard deviation of one figure as text."""
    mean, deviation = runs.mean(outcomes, name)
    digits = {"value": 5, "energy": 5, "n_outer": 0, "n_inner": 0}.get(name, 2)
    spread = f" ± {deviation:.{digits}f}" if len(outcomes) > 1 else ""
    return f"{mean:.{digits}f}{spread}"


def main() -> None:
    """Run the experiments that the command line asks for."""
    line = CommandLine(
        "bench.paper", __doc__, dict.fromkeys([*(p.name for p in problems()), *(p.name for p, _ in solver_problems())])
    )
    line.add_runs(10)
    chosen = line.parse()
    Report(chosen.runs, chosen.output, chosen.cache, chosen.only).run(chosen.command)


if __name__ == "__main__":
    main()
