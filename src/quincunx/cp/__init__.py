"""Constraint programming over finite domains; knows nothing of puzzles."""
