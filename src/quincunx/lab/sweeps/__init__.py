"""Every combination of labeling options on the same puzzles: the sweep, its heat maps and report."""
