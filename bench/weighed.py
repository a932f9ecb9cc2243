"""What the parts of the search were found to be worth when each of them was weighed, and what was done.

The parts that are gone, and those that no number of the plan switches off, cannot be measured by bench.ablate any more.
The change that is named has the figures and their graphs in its message, or they are those of a build with the part
switched off. The criterion is that without the part relative to that with it, in per cent, on two suites of 42 to 52
graphs of 300 to 4,000 vertices, one of which was made by other generators after the part was developed. The time is the
ratio of the processor time.
"""

from __future__ import annotations

HEAD = ("part", "without it", "time", "what was done", "change")
FOR_TWO = (
    (
        "multilevel search, beside the direct search for two parts",
        "+4.3, +52",
        "1.0 to 1.6",
        "kept: cuts with a small side",
        "",
    ),
    ("combination of tries", "+.11, +.15", ".79, .70", "kept", ""),
    ("search of the region in which two cuts differ", "+.08, .00", ".94, .92", "deleted", "137aa99"),
    ("minimum cuts of every try", "0, 0", ".94, .85", "deleted", "137aa99"),
    ("minimum cuts of the best cut", "0, 0", ".96, .91", "kept: they prove that a cut is a critical point", ""),
    ("tries within communities", "0, +.19; caveman graphs +1.9, +1.1", "1.0", "kept", ""),
    ("unions of communities", "0, 0; 40 graphs of 12 clusters +1.65", ".9", "kept", ""),
    ("level set of the eigenvector", "0, 0; 8 sparse planted graphs +11.3", "1.0", "kept", ""),
    ("annealing of the best cuts", "+.11, +.08; random graphs +.8, +.6", ".71, .74", "kept", ""),
    ("best single vertex", "0, 0", "1.0", "kept: needed beside very light vertices", ""),
    ("descents by default below 1,000 vertices", "0 on 144 graphs", ".48", "deleted", "ff600c2"),
    ("direct search on narrow graphs", "+.16, +1.1", ".42, .45", "kept", ""),
)
FOR_MORE = (
    ("combination of tries", "+.2 to +.9", ".7 to .8", "kept", ""),
    ("label propagation, moves of many vertices", "+.3 to +9", "", "kept", ""),
    ("search with overload", "0 to +2.2", "", "kept", ""),
    ("passes over a cut in two", "+.2 to +2", "", "kept", ""),
    (
        "balanced cuts and recursion on the coarsest graph",
        "+1.2 to +9",
        ".65 to 1.0",
        "kept in one of four tries",
        "4042fa6",
    ),
    ("random parts on the coarsest graph", "-1.1 to +.5", "1.0 to 1.4", "kept, in three of four tries", "4042fa6"),
    ("second half of the tries for the value", "-.36 to +.11", ".35 to .46", "deleted, with cheaper tries", "4042fa6"),
    ("tries near the targets", "+.07, +.01", ".97", "one of two kept, for members of a consensus", "6a291eb"),
    ("search of a coarse level again", "+.01, +.07", ".96", "kept above 5,000 vertices and for two parts", ""),
    ("recursion where a part dominates", "to a factor 257 on single graphs", ".97", "kept", ""),
    (
        "minimum cuts between pairs of parts",
        "-.20 to +.09; above 32,000 vertices +1.3, +2.2",
        ".86 to 1.0; .87, .70",
        "kept, after a local search from all borders",
        "5516e40",
    ),
    ("local search from all borders, beside them", "+.2, +.1; above 4,000 vertices +.6, +.1", "1.0", "kept", "5516e40"),
    ("search of a coarse level, 5,000 to 32,000 vertices", "+.2, +.5", "1.1", "kept, with fewer tries", "5516e40"),
    ("swaps of two vertices", "-.8 to +.1", ".64 to .82", "deleted", "0a48eda"),
    ("starts from peripheries", "0; one network +8", "1.0", "deleted", "0a48eda"),
    (
        "tabu search below 200 vertices",
        "-.64 to +.23",
        ".5 to 1.2",
        "replaced by 16 or 96 steps of the evolution",
        "c498fd7",
    ),
    (
        "exchange between parts of repeated cuts in two",
        "-1.4 to -5.7",
        "1.01 to 1.07",
        "replaced by the refinement",
        "0516b66",
    ),
    ("single moves after the multiclass descent", "0, 0", ".99", "deleted", "26866de"),
    ("bisections that separate less than an eighth", "-.1", ".69; k = 1024 .17", "deleted", "285dc2c"),
    ("growths 7 to 12 of each bisection of a coarsest graph", "0, +.1", ".80 to .87", "deleted", "5ce9f38"),
    ("cuts of a coarsest graph beyond one, from 64 parts on", "+.3", ".65", "deleted", "5ce9f38"),
)
