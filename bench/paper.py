"""The paper's table with our columns beside the published ones, its other claims, and a figure."""

from __future__ import annotations

from pathlib import Path

from . import runs
from .command import CommandLine
from .document import Document
from .problems import problems

THETAS = (0.99, 0.999, 0.9999)
EPSILONS = (1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
TOLS = (1e-3, 1e-4, 1e-5)
SENSITIVE = ("two moons", "3 vs 8")  # where the sensitivity to ε and to θ is measured


class Report(Document):
    """Runs the experiments, printing as it goes, and collects the same lines as a document."""

    def __init__(self, n_runs, output=None, memory=None, only=None):
        super().__init__(output)
        self.n_runs = n_runs
        self.problems = [p for p in problems(memory) if not only or p.name in only]
        self.outcomes = {}

    def measure(self, problem, options, n_runs):
        return [runs.measure(problem, options, run) for run in range(n_runs)]

    def main_table(self):
        """The paper's table: every problem by every algorithm."""
        self.say("## The table")
        self.table(["problem", "algorithm", "C", "error %, majority", "error %, matching", "of the lowest C",
                    "seconds", "outer", "inner", "published error %", "published time"])  # fmt: skip
        for problem in self.problems:
            for name, options in runs.ALGORITHMS.items():
                outcomes = self.measure(problem, options, self.n_runs)
                self.outcomes[problem.name, name] = outcomes
                best = min(outcomes, key=lambda o: o.value)
                quality, work = ("value", "majority", "matching"), ("seconds", "n_outer", "n_inner")
                self.row(
                    problem.name, name, *(cell(outcomes, f) for f in quality), f"{best.majority:.2f}",
                    *(cell(outcomes, f) for f in work), *problem.published.get(name, ("", "")),
                )  # fmt: skip

    def ratios(self):
        """The claim of speed: adaptive over non-adaptive time, per problem."""
        self.table(["problem", "time, adaptive / fixed", "the paper's"])
        published = {"two moons": "0.99", "USPS 10": "0.60", "MNIST 10": "0.485"}
        for problem in self.problems:
            seconds = [runs.mean(self.outcomes[problem.name, name], "seconds")[0] for name in ("adaptive", "fixed")]
            self.row(problem.name, f"{seconds[0] / seconds[1]:.2f}", published.get(problem.name, ""))

    def monotone(self):
        """The claim of monotonicity, over all two-way descents of the table."""
        self.say("\n## Does the energy fall at every outer step?")
        self.table(["algorithm", "descents", "every step fell", "ended where the next step would not have"])
        for name in runs.ALGORITHMS:
            found = [o for p in self.problems if p.n_clusters == 2 for o in self.outcomes[p.name, name]]
            ended = sum(o.status == "no_descent" for o in found)
            self.row(name, len(found), sum(o.falls for o in found), ended)
        self.say("\nAn outer step that would not lower E is never taken; Algorithm 1 has no other guard against it.")

    def sensitivity(self, title, name, options, where=SENSITIVE):
        """One option of an algorithm varied, on two problems, from one start."""
        self.say(f"\n## {title}")
        self.table(["problem", name, "E", "C", "error %", "seconds", "inner"])
        for problem in self.problems:
            if problem.name not in where:
                continue
            for value, chosen in options.items():
                outcomes = self.measure(problem, {"n_starts": 1} | chosen, min(self.n_runs, 3))
                self.row(problem.name, f"{value:g}", *(cell(outcomes, f) for f in
                         ("energy", "value", "majority", "seconds", "n_inner")))  # fmt: skip

    def run(self, command):
        self.say("# The paper's experiments")
        self.say(
            f"\n{self.made_by(command)} Means over {self.n_runs} run(s) with the standard deviation. "
            "Settings: `preset=\"paper\"`; the pairs of digits from 8 diffused points, all else from 2 random "
            "starts in every bisection, of which the lowest energy wins; "
            "what comes after the table from one start of each; "
            f"Algorithm 1 (fixed) with ε = {runs.EPSILON:g} and 2000 inner steps at most. C is ours: each edge once.\n"
        )
        self.main_table()
        self.ratios()
        self.monotone()
        self.sensitivity("θ", "θ", {t: {"theta": t} for t in THETAS})
        fixed = runs.ALGORITHMS["fixed"]
        self.sensitivity("ε of Algorithm 1", "ε", {e: fixed | {"epsilon": e} for e in EPSILONS})
        self.sensitivity("TOL", "TOL", {t: {"tol": t} for t in TOLS}, ("two moons", "USPS 10"))
        self.figure()
        self.save()

    def figure(self):
        """Energy against time, adaptive and not, on the two-way problems."""
        shown = [p for p in self.problems if p.n_clusters == 2]
        if not self.output or not shown:
            return
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(1, len(shown), figsize=(5 * len(shown), 4), layout="constrained", squeeze=False)
        for axis, problem in zip(axes[0], shown):
            for name in ("adaptive", "fixed"):
                axis.semilogy(*runs.energy_over_time(problem, runs.ALGORITHMS[name]), marker=".", label=name)
            axis.set(title=problem.name, xlabel="seconds", ylabel="E(f)")
        axes[0, 0].legend()
        path = Path(self.output).with_suffix(".png")
        figure.savefig(path, dpi=90)
        self.say(f"\n![energy against time]({path.name})")


def cell(outcomes, name):
    """Return mean ± deviation of one figure as text."""
    mean, deviation = runs.mean(outcomes, name)
    digits = {"value": 5, "energy": 5, "n_outer": 0, "n_inner": 0}.get(name, 2)
    spread = f" ± {deviation:.{digits}f}" if len(outcomes) > 1 else ""
    return f"{mean:.{digits}f}{spread}"


def main() -> None:
    """Run the experiments that the command line asks for."""
    line = CommandLine("bench.paper", __doc__, ", ".join(problem.name for problem in problems()))
    line.add_runs(10)
    chosen = line.parse()
    Report(chosen.runs, chosen.output, chosen.cache, chosen.only).run(chosen.command)


if __name__ == "__main__":
    main()
