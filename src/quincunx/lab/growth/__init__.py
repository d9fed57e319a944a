"""Cost against size: puzzles made larger and larger, and the curves of what they cost."""
