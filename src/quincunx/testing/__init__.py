"""Tools for testing constraints and puzzles, also those of plug-ins."""
