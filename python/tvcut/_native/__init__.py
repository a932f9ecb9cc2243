"""The native library: its C interface, the options and the problem that it takes, and its jobs."""
