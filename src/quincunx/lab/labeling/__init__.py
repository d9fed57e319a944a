"""Every combination of labeling options on the same puzzles: sweep, heat maps and report."""
