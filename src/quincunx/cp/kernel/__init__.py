"""The finite-domain engine: domains as sets of bits, propagators, labeling and search.

This package is plain typed Python. Where it was built with a compiler its modules are compiled;
with QUINCUNX_PURE=1 in the environment they are run as Python all the same, with the same results.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class _SourceOnly:
    """Finds this package's modules as source, also where compiled ones lie beside it."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith((__name__ + ".", "quincunx.cp.constraints.")) or not path:
            return None
        return FileFinder(path[0], (SourceFileLoader, [".py"])).find_spec(name)


if os.environ.get("QUINCUNX_PURE", "0") not in ("", "0"):
    sys.meta_path.insert(0, _SourceOnly)

from quincunx.cp.kernel import engine as _engine  # noqa: E402 (after the finder is in place)

COMPILED: bool = not str(_engine.__file__).endswith(".py")
"""Whether the compiled kernel is running."""
