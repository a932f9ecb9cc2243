"""How a cut runs: the memory that it needs, its job, and what watches it."""
