"""Makes all modules run as plain Python where compiled ones must not be used.

Where the package was built with a compiler, some modules are compiled. They are run as Python all
the same, with the same results, with QUINCUNX_PURE=1 in the environment, and in a subinterpreter:
compiled modules share their state with the main interpreter, which could not use them any more
once the subinterpreter has ended.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class _SourceOnly:
    """Finds this package's modules as source, also where compiled ones lie beside it."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("quincunx.") or not path:
            return None
        return FileFinder(path[0], (SourceFileLoader, [".py"])).find_spec(name)


def _in_subinterpreter() -> bool:
    for name in ("_interpreters", "_xxsubinterpreters"):  # since Python 3.13, and before
        try:
            interpreters = import_module(name)
        except ImportError:
            continue
        # Since Python 3.13 these are pairs of an id and its origin.
        return bool(interpreters.get_current() != interpreters.get_main())
    return False


def prefer_source() -> None:
    """Find modules as source from now on, if compiled ones must not be used."""
    if os.environ.get("QUINCUNX_PURE", "0") not in ("", "0") or _in_subinterpreter():
        sys.meta_path.insert(0, _SourceOnly)
