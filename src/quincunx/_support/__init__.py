"""Helpers that every layer may use: JSON, files, processes, locks."""
