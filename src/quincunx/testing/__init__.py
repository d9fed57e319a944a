"""Tools for testing families and constraints, also those of plug-ins.

A package with a family runs the whole contract on it with one class (pytest is needed for that):

    from quincunx.testing import FamilyContract

    class TestKakuro(FamilyContract):
        family = "kakuro"
"""

import pytest

pytest.register_assert_rewrite(f"{__name__}.contract")

from quincunx.testing.contract import FamilyContract  # noqa: E402  # its assertions are explained

__all__ = ["FamilyContract"]
