"""Graphs in files: a reader and a writer of each format, and what is unusual about a graph."""
