"""The paper's experiments, run again: ``python -m tvcut paper``."""
