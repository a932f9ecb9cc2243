"""What the functions of :mod:`tvcut.tl` read from an AnnData and write to it."""
