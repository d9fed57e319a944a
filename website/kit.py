"""What a teacher hands out."""

from __future__ import annotations

from pathlib import Path


def write(folder: Path) -> None:
    """Write the teacher's kit into a folder."""
