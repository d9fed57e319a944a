"""Deductions in words: phrases, techniques, and how techniques apply to constraints."""
