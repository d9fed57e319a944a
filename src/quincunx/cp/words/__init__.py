"""Constraints and deductions in plain words: phrases, techniques, and ways to look."""
