"""Compiles the kernel with mypyc where a C compiler is at hand; all else is in pyproject.toml.

An editable install, which is what one develops with, stays plain Python: a compiled module that
is older than its source must never shadow it. So does a build with QUINCUNX_PURE=1.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup


def compiler_at_hand() -> bool:
    """Whether the C compiler that Python was built with, or any, can be run."""
    configured = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    return os.name == "nt" or any(shutil.which(name) for name in (*configured[:1], "cc", "gcc"))


def kernel_extensions() -> list[Extension]:
    """The kernel's modules as extensions, or none where they cannot or should not be compiled."""
    pure = os.environ.get("QUINCUNX_PURE", "0") not in ("", "0")
    building = {"bdist_wheel", "build_ext", "build", "install"} & set(sys.argv)
    if pure or not building or not compiler_at_hand():
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    kernel = [path for path in Path("src/quincunx/kernel").glob("*.py") if path.stem != "__init__"]
    propagators = Path("src/quincunx/constraints").glob("*/propagators.py")
    names = [str(module) for module in sorted([*kernel, *propagators])]
    extensions: list[Extension] = mypycify(["--strict", *names], opt_level="3")
    for extension in extensions:
        # A compiler that fails leaves the plain Python modules, which work as well.
        extension.optional = True
    return extensions


setup(ext_modules=kernel_extensions())
