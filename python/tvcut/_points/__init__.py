"""Points: their nearest neighbours and the graphs of these."""
