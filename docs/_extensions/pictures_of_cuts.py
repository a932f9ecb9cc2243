"""Pictures of the documents on cuts: their value or weight, their time and memory, and the checks of the library."""

import math

import numpy as np
from drawing import dots, lines, panels, scatter
from markdown_tables import number


def benchmarks(tables):
    """Draw the performance profile of C."""
    table = tables.find("graph", "best C", "tvcut", "tvcut, default")
    ratios = {name: np.array(table.numbers(name)) for name in table.header[table.header.index("tvcut") :]}
    factors = np.geomspace(1, 2, 201)
    shares = {name: [100 * np.mean(values <= t * 1.0005) for t in factors] for name, values in ratios.items()}
    shares = {"tvcut, min_share=0": shares.pop("tvcut"), **shares}
    count = {name: int(np.sum(values <= 1.0005)) for name, values in ratios.items()}
    best = max((name for name in count if "tvcut" not in name), key=count.get)
    figure = lines(
        factors, shares, "C, relative to the lowest", "graphs within this factor, %", yscale="linear", first=2
    )
    figure.axes[0].set_xticks([1, 1.2, 1.5, 2], ["1", "1.2", "1.5", "2"])
    figure.axes[0].minorticks_off()
    return figure, (
        f"With `min_share=0`, C is at most 1.0005 times the lowest of all on {count['tvcut']} of "
        f"{len(table.rows)} graphs, where "
        f"{best} is on {count[best]}; the default, which bounds its parts, is on {count['tvcut, default']}."
    )


def kway(tables):
    """Draw the weight of the cut edges against time."""
    cuts = tables.find("k", "METIS", heading="Summary")
    times = tables.find("solver", "tvcut (cut) / solver")
    seconds = dict(zip(times.text("solver"), times.numbers("tvcut (cut) / solver"), strict=True))
    every = next(row for row in cuts.rows if row[0] == "all")
    weight = {name: number(cell) for name, cell in zip(cuts.header[1:], every[1:], strict=True)}
    points = {"tvcut": (1, 1)} | {name: (1 / seconds[name], 1 / weight[name]) for name in weight}
    figure = scatter(points, "seconds, relative to tvcut", "weight of the cut edges,\nrelative to tvcut")
    slowest = max(weight, key=lambda name: points[name][0])
    fastest = min(weight, key=lambda name: points[name][0])
    return figure, (
        f"Cuts into 2 to 64 equal parts weigh {100 * (1 - weight[slowest]):.1f} % less than those of {slowest} in "
        f"{seconds[slowest]:.2f} of its time, and {100 * (1 - weight[fastest]):.0f} % less than those of "
        f"{fastest} in "
        f"{seconds[fastest]:.0f} times its time."
    )


def front(tables):
    """Draw the weight of the cut edges against time, joined for the efforts of a solver, by suite, k and family."""
    cuts, times = (tables.find("solver", "all", heading=heading) for heading in ("Cut", "Seconds"))
    names = cuts.text("solver")
    efforts = {}
    for i, name in enumerate(names):
        efforts.setdefault(name.split(", ")[0], []).append(i)
    series = {}
    for title in cuts.header[1:-1]:
        points = times.numbers(title), cuts.numbers(title)
        series[title] = {solver: [[axis[i] for i in rows] for axis in points] for solver, rows in efforts.items()}
    figure = panels(series, "processor seconds", "weight of the cut edges, relative to the lowest")
    cut, seconds = (dict(zip(names, table.numbers("all"), strict=False)) for table in (cuts, times))
    ours = [name for name in names if name.startswith("tvcut")]
    reached = [name for name in names if name not in ours and any(not_above(cut, seconds, o, name) for o in ours)]
    lowest = min((name for name in names if name not in ours), key=cut.get)
    default = ours[-1]
    return figure, (
        f"For {len(reached)} of {len(names) - len(ours)} partitioners and presets there is an effort with no heavier "
        f"cuts in no more time. The cuts of the default are {100 * (cut[default] - 1):.1f} % above the lowest, in "
        f"{seconds[default]:.0f} s; of the others, {lowest} has the lightest, "
        f"{100 * (cut[lowest] - 1):.1f} % above, in {seconds[lowest]:.0f} s."
    )


def not_above(cut, seconds, ours, theirs):
    """Return whether a solver has neither heavier cuts nor more seconds than another one."""
    return cut[ours] <= cut[theirs] and seconds[ours] <= seconds[theirs]


def search(tables):
    """Draw C against time."""
    table = tables.find("method", "C", "seconds", heading="All graphs")
    points = dict(
        zip(table.text("method"), zip(table.numbers("seconds"), table.numbers("C"), strict=True), strict=True)
    )
    shown = ("default", 'effort="fast"', "4 restarts", "12 restarts", 'effort="best"')
    points = {name: points[name] for name in shown}
    fast, best = points['effort="fast"'], points['effort="best"']
    figure = scatter(
        points, "seconds, relative to the default", "C, relative to the default", left={"4 restarts", 'effort="best"'}
    )
    figure.axes[0].set_yscale("log")
    figure.axes[0].set_yticks([1, 1.05, 1.1, 1.2], ["1", "1.05", "1.1", "1.2"])
    figure.axes[0].minorticks_off()
    return figure, (
        f'On large graphs `effort="fast"` takes {fast[0]:.2f} of the time of the default and its C is '
        f"{100 * (fast[1] - 1):.0f} % higher; "
        f'`effort="best"` for 60 s lowers C by {100 * (1 - best[1]):.1f} %.'
    )


def small_graphs(tables):
    """Draw the ratio by family."""
    table = tables.find("family", "mean", "highest")
    here, there = table.means("developed on"), table.means("set aside")
    cells = zip(table.text("family"), table.numbers("mean"), table.numbers("highest"), strict=True)
    differ = [row for row in cells if row[2] > 1.0005]
    rows, mean, highest = zip(*differ, strict=True)
    time = [row["s, default"] / row["s, 64 starts"] for row in (here, there)]
    series = {"mean": [100 * (x - 1) for x in mean], "highest": [100 * (x - 1) for x in highest]}
    figure = dots(rows, series, "value of the default above that of 64 starts, %", "symlog")
    figure.axes[0].set_xticks([0, 1, 2, 10, 70], ["0", "1", "2", "10", "70"])
    figure.axes[0].minorticks_off()
    return figure, (
        f"The default is {100 * (here['mean'] - 1):.2f} % above 64 starts on average on the families on "
        f"which it was developed, and "
        f"{100 * (there['mean'] - 1):.2f} % on those set aside, in {time[0]:.2f} and {time[1]:.2f} of the time. "
        f"The picture has the {len(rows)} families with a graph on which it is more than .05 % above."
    )


def large_graphs(tables):
    """Draw seconds against the number of edges."""
    table = tables.find("n", "m", "search", "seconds")
    edges, search, seconds = table.numbers("m"), table.text("search"), table.numbers("seconds")
    x = sorted(set(edges))
    taken = dict(zip(zip(search, edges, strict=True), seconds, strict=True))
    series = {name: [taken.get((name, m), math.nan) for m in x] for name in dict.fromkeys(search)}
    default, fast = series["tvcut"], series["one pass"]
    return lines(x, series, "edges", "seconds"), (
        f"A grid of {x[-1] / 1e6:.0f} million edges is cut in {default[-1]:.0f} s, or in one pass in "
        f"{fast[-1]:.0f} s, on two cores."
    )


def separators(tables):
    """Draw the entries and operations of a factorisation, relative to those of METIS."""
    table, sizes = tables.find("graph", "entries", "operations"), tables.find("graph", "METIS", "tvcut")
    graphs, figures = table.text("graph"), {name: table.numbers(name) for name in ("entries", "operations")}
    mean = np.exp(np.mean(np.log(figures["entries"])))
    less = sum(a <= b for a, b in zip(sizes.numbers("tvcut"), sizes.numbers("METIS"), strict=True))
    return dots(graphs, figures, "relative to METIS"), (
        f"A Cholesky factor has {100 * (1 - mean):.0f} % fewer entries than in the orders of METIS, in the geometric "
        f"mean, and at most {max(figures['entries']):.2f} times as many. The separator is as small as that of METIS "
        f"or smaller on {less} of {len(graphs)} graphs."
    )


def constraints(tables):
    """Draw the cuts of connected parts, relative to those of METIS and to those without the constraint."""
    table = tables.find("family", "cut / free", "cut / METIS")
    figures = {name: table.numbers(name) for name in ("cut / free", "cut / METIS")}
    cases, kept, metis = (sum(map(int, table.numbers(name))) for name in ("cases", "kept", "METIS kept"))
    return dots(table.text("family"), figures, "cut of connected parts, relative to others"), (
        f"The parts are connected and within their bounds in {kept} of {cases} cases, those of METIS in {metis}, and "
        f"the cut is {100 * (1 - max(figures['cut / METIS'])):.0f} to "
        f"{100 * (1 - min(figures['cut / METIS'])):.0f} % lower in the mean of each family."
    )


def reading(tables):
    """Draw the peak memory of each reader."""
    table = tables.find("reader", "peak, bytes an edge")
    rows, peak = table.text("reader"), table.numbers("peak, bytes an edge")
    texts = [p for row, p in zip(rows, peak, strict=True) if "mapped" not in row and "convert" not in row]
    mapped = [
        a for row, a in zip(rows, table.numbers("allocated, bytes an edge"), strict=True) if row.endswith("mapped")
    ]
    return dots(rows, {"peak": peak}, "peak memory, bytes an edge"), (
        f"Reading takes {min(texts):.0f} to {max(texts):.0f} bytes an edge at its peak, of which 24 are "
        f"the graph; a file that is "
        f"mapped, at most {max(mapped):.1f} that are allocated."
    )


def ablation(tables):
    """Draw the loss without each part."""
    series, rows = {}, []
    for heading in ("developed on", "set aside"):
        table = tables.find("change", "time", heading=heading)
        rows = table.text("change")
        criteria = [table.numbers(name) for name in table.header[1 : table.header.index("time")]]
        series[heading] = np.mean(criteria, axis=0).tolist()
    loss = np.max(list(series.values()), axis=0)
    without = [i for i, row in enumerate(rows) if row.startswith("without")]
    most = max(without, key=lambda i: loss[i])
    return dots(rows, series, "mean loss of the criterion, %"), (
        f"Of the stages, the search loses most {rows[most]}: {series['developed on'][most]:+.2f} % on "
        f"the families on which it was "
        f"developed and {series['set aside'][most]:+.2f} % on those set aside."
    )


def distributed(tables):
    """Draw C beside one machine."""
    table = tables.find("graph", "kind", "ratio")
    ratio = table.numbers("ratio")
    return dots(table.text("graph"), {"ratio": ratio}, "C on a cluster, relative to one machine"), (
        f"C on a cluster is {min(ratio):.3f} to {max(ratio):.3f} times that of one machine on {len(ratio)} graphs."
    )


def reliability(tables):
    """Draw the number of cases of each section."""
    checks = [table for table in tables.all if {"check", "cases", "misses"} <= set(table.header)]
    cases, misses = {}, 0
    for table in checks:
        cases[table.heading] = cases.get(table.heading, 0) + sum(table.numbers("cases"))
        misses += sum(table.numbers("misses"))
    return dots(list(cases), {"cases": list(cases.values())}, "cases", "log"), (
        f"{sum(cases.values()):,.0f} cases, {misses:,.0f} misses."
    )
