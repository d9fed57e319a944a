"""Tools for testing families and constraints, also those of plug-ins.

A package with a family runs the whole contract on it with one class (pytest is needed for that):

    from quincunx.testing import FamilyContract

    class TestKakuro(FamilyContract):
        family = "kakuro"
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quincunx.testing.contract import FamilyContract

__all__ = ["FamilyContract"]

if not TYPE_CHECKING:

    def __getattr__(name):
        """Import the contract when it is first used, with assertions that pytest explains."""
        if name != "FamilyContract":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        home = f"{__name__}.contract"
        import_module("pytest").register_assert_rewrite(home)
        return import_module(home).FamilyContract
