"""Searches as trees: recorded, folded and drawn."""
