"""The command line for the tests of families, too."""

from tests.cli.conftest import commands_are_built_once, run

__all__ = ["commands_are_built_once", "run"]
