"""Measurements of tvcut, run from the root of the repository and not part of the wheel.

Each command is a module. With OMP_NUM_THREADS=1, all solvers run on one thread::

    python -m bench.paper      the experiments of the paper and the published figures
    python -m bench.classes    clusters and known classes, beside other libraries
    python -m bench.digits     ten classes of digits by every strategy
    python -m bench.scan       how often a scan suggests the number of classes
    python -m bench.search     C against time of restarts and recombination
    python -m bench.peers      C, seconds and memory of tvcut and other libraries
    python -m bench.kway       cut, value and seconds of tvcut and of partitioners for k parts
    python -m bench.front      cut and seconds of each effort of tvcut and of each preset of partitioners
    python -m bench.descent    the cost of the total-variation descent
    python -m bench.presets    the default compared with preset="paper"
    python -m bench.backends   the cost of a call through each backend
    python -m bench.kernel     the inner iteration compared with the same loop in C
"""
