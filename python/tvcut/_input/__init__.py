"""What a user passes: arguments, graphs of any kind, and what is given for each vertex."""
