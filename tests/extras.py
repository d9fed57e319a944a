"""Packages that only some tests need."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import pytest


def extra(module: str) -> Any:
    """Import a module of an extra. Without it the test is skipped; in CI it fails."""
    return import_module(module) if os.environ.get("CI") else pytest.importorskip(module)
