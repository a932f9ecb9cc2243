"""Pictures of the documents on known classes, and on the experiments and the descent of the paper."""

import math

import numpy as np
from drawing import dots

PEERS = ("METIS", "Mt-KaHyPar", "INCRES", "spectral, QR", "Leiden", "Ward")


def beside(table):
    """Return the figures of tvcut and of the peers in the rows of a table."""
    return {name: table.numbers(name) for name in ("tvcut", *PEERS) if name in table.header}


def best_peer(means):
    """Return the peer of the highest mean."""
    return max((name for name in means if name in PEERS), key=lambda name: np.nan_to_num(means[name]))


def clusters(tables):
    """Draw the accuracy by set."""
    table = tables.find("data", "tvcut", "METIS", heading="right part")
    other = tables.find("data", "tvcut", "METIS", heading="not used")
    here, there = table.means("graphs and points"), other.means("graphs and points")
    one, two = best_peer(here), best_peer(there)
    rows = table.text("data") + [f"{name} ◇" for name in other.text("data")]
    first, second = beside(table), beside(other)
    figure = dots(rows, {name: first[name] + second[name] for name in first}, "vertices in the right part, %")
    return figure, (
        f"On the sets on which the defaults were chosen, {here['tvcut']:.1f} % of the vertices are in "
        f"the right part on average, "
        f"with {one} {here[one]:.1f} %; on the others, marked ◇, {there['tvcut']:.1f} %, with {two} "
        f"{there[two]:.1f} %."
    )


def unequal(tables):
    """Draw the agreement by family."""
    table = tables.find("family", "tvcut", "METIS")
    chosen, aside = table.means("chosen on"), table.means("set aside")
    figure = dots(table.text("family"), beside(table), "adjusted Rand index × 100")
    peer = max(("METIS", "spectral, QR", "Leiden"), key=lambda name: aside[name])
    return figure, (
        f"Clusters of 1 : 1 to 1 : 30 points: the mean adjusted Rand index × 100 is {aside['tvcut']:.1f} "
        f"on the families that were set "
        f"aside and {chosen['tvcut']:.1f} on the others; {peer}, the best other method that takes graphs, has "
        f"{aside[peer]:.1f} and {chosen[peer]:.1f}."
    )


def digits(tables):
    """Draw the error by strategy."""
    table = tables.find("data", "weights", "strategy", "error %, majority")
    keys = [f"{data}, {weights}" for data, weights in zip(table.text("data"), table.text("weights"), strict=True)]
    error = dict(zip(zip(keys, table.text("strategy"), strict=True), table.numbers("error %, majority"), strict=True))
    rows = list(dict.fromkeys(keys))
    names = ("default", "direct", "asymmetric, refined", "symmetric, refined")
    series = {name: [error.get((row, name), math.nan) for row in rows] for name in names}
    least = np.nanmin(list(series.values()), axis=0)
    count = int(np.sum(np.array(series["default"]) <= least + 0.1))
    return dots(rows, series, "error of ten classes, %"), (
        f"The default has the lowest error of these strategies, within 0.1 points, on {count} of "
        f"{len(rows)} graphs of digits."
    )


def scan(tables):
    """Draw how often each criterion is right."""
    table = tables.find("data", "suggestion", "two")
    other = tables.find("data", "suggestion", "two", heading="not chosen")
    first, second = table.means("the number of classes"), other.means("the number of classes")
    names = table.header[table.header.index("suggestion") :]
    n, m = len(table.rows), len(other.rows)
    series = {
        f"{n} sets on which the rule was chosen": [100 * first[name] / n for name in names],
        f"{m} other sets": [100 * second[name] / m for name in names],
    }
    return dots(names, series, "sets on which the criterion is the number of classes, %"), (
        f"The suggestion is the number of classes on {first['suggestion']:.0f} of the {n} sets on which "
        f"its rule was chosen, and on "
        f"{second['suggestion']:.0f} of {m} others; “always two” is on {first['two']:.0f} and {second['two']:.0f}."
    )


def counts(tables):
    """Draw the agreement with the classes by set."""
    table = tables.find("data", "classes", "tvcut", "Leiden", heading="Adjusted mutual information")
    sets, families = table.means("the sets"), table.means("the families")
    series = {name: table.numbers(name) for name in ("tvcut", "Leiden", "Infomap")}
    return dots(table.text("data"), series, "AMI × 100"), (
        "Without the number of classes, the mean adjusted mutual information (AMI) × 100 is "
        f"{sets['tvcut']:.1f} on the labelled sets and {families['tvcut']:.1f} on the families, with Leiden "
        f"{sets['Leiden']:.1f} and "
        f"{families['Leiden']:.1f}, with Infomap {sets['Infomap']:.1f} and {families['Infomap']:.1f}."
    )


def paper(tables):
    """Draw the errors beside the published ones."""
    table = tables.find("problem", "algorithm", "error %, majority")
    names, algorithms = table.text("problem"), table.text("algorithm")
    keys = list(zip(names, algorithms, strict=True))
    error = dict(zip(keys, table.numbers("error %, majority"), strict=True))
    published = dict(zip(keys, table.numbers("published error %"), strict=True))
    rows = list(dict.fromkeys(names))
    series = {
        "Algorithm 3": [error[row, "adaptive"] for row in rows],
        "Algorithm 1": [error[row, "fixed"] for row in rows],
        "Algorithm 3, published": [published[row, "adaptive"] for row in rows],
        "Algorithm 1, published": [published[row, "fixed"] for row in rows],
    }
    times = tables.find("problem", "time, adaptive / fixed")
    here, there = times.numbers("time, adaptive / fixed"), times.numbers("the paper's")
    return dots(rows, series, "error, majority of each part, %"), (
        f"Algorithm 3 takes {min(here):.2f} to {max(here):.2f} of the time of Algorithm 1 (in the paper "
        f"{np.nanmin(there):.2f} to "
        f"{np.nanmax(there):.2f}), with about the same errors."
    )


def presets(tables):
    """Draw C by seed."""
    table = tables.find("seed", "default, C", "paper, C")
    series = {"default": table.numbers("default, C"), "preset paper": table.numbers("paper, C")}
    lower = sum(a <= b for a, b in zip(*series.values(), strict=True))
    ratio = table.numbers("paper / default")
    return dots([f"seed {seed}" for seed in table.text("seed")], series, "C"), (
        f'`preset="paper"` takes {min(ratio):.0f} to {max(ratio):.0f} times as long as the default, '
        f"whose C is no higher from {lower} "
        f"of {len(ratio)} seeds."
    )


def descent(tables):
    """Draw the seconds of each variant."""
    table = tables.find("graph", "variant", "inner steps", "seconds")
    keys = list(zip(table.text("graph"), table.text("variant"), strict=True))
    seconds = dict(zip(keys, table.numbers("seconds"), strict=True))
    steps = dict(zip(keys, table.numbers("inner steps"), strict=True))
    rows, variants = (list(dict.fromkeys(part)) for part in zip(*keys, strict=True))
    variants = sorted(variants, key=lambda name: "default" not in name)
    jumps = next(name for name in variants if "jumps" in name)
    plain = next(name for name in variants if name == "‖f‖ = 1")
    share = sum(steps[row, jumps] for row in rows) / sum(steps[row, plain] for row in rows)
    series = {name: [seconds[row, name] for row in rows] for name in variants}
    return dots(rows, series, "seconds", "log"), (
        f"Jumps to level sets and a longer ‖f‖ leave {share:.2f} of the inner steps of the paper's "
        f"settings; the default makes none."
    )
