"""The command line for the tests of families, too."""

from tests.cli.conftest import run

__all__ = ["run"]
