"""Clusters: the estimator, and the scan of the number of parts."""
