"""Optional packages: what needs them, and the extra that installs them."""

from importlib import import_module
from typing import Any

from quincunx.errors import EngineError

NEEDS = {
    "distributed": ("a cluster needs dask", "data"),
    "matplotlib": ("lab: pictures need matplotlib", "lab"),
    "pyarrow.parquet": ("dataset: Parquet needs pyarrow", "data"),
    "pysat.solvers": ("certify: proofs need python-sat", "certify"),
    "scipy": ("lab: statistics need scipy", "lab"),
    "segno": ("QR codes need segno", "print"),
    "typst": ("PNG and PDF need typst", "print"),
}
"""The need in words, and the name of the extra, by module."""


def require_package(module: str) -> Any:
    """Return a module of an optional package.

    Raises:
        EngineError: It is missing; the message has the command that installs it.
    """
    try:
        return import_module(module)
    except ImportError:
        need, extra = NEEDS[module]
        raise EngineError(f"{need}, install it with: pip install 'quincunx[{extra}]'") from None
