"""Whether results are right and calls end well: counts of cases and of misses, for many kinds of input and disturbance.

``python -m bench.robust`` makes all checks and fails if one misses. The modules go from the input to the table:

- ``families``, ``questions``: Hypothesis strategies for graphs and for the arguments of a cut;
- ``oracle``: values, bounds and optima, from the definitions and by exhaustive search;
- ``truth``, ``combinations``, ``invariance``, ``interfaces``, ``small``: what must hold for every result;
- ``interrupts``, ``lateness``, ``deadlines``, ``processes``, ``writes``, ``sanitizers``, ``suites``, ``structures``:
  signals, deadlines, forks, writes that fail, wrong calls, tests that exist elsewhere, and time and memory;
- ``count``: the counts of a check.
"""
