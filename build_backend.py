"""The PEP 517 build backend: setuptools, plus a kernel compiled by mypyc where possible.

Compilation is an optional speed-up. If it is switched off (`QUINCUNX_PURE=1`), if there is no C
compiler, or if it fails at any point, the package is built as plain Python, which gives the same
results. Editable installs are never compiled: a compiled module older than its source would
shadow it.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command.build_ext import build_ext

__all__ = [
    "BuildKernel",
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "kernel_extensions",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

MYPYC = "mypy[mypyc]>=1.15"
COMPILED_MODULES = (
    "cp/kernel/[!_]*.py",
    "cp/constraints/*/propagators.py",
    "cp/constraints/linear/words.py",
    "cp/words/applied_techniques.py",
    "cp/words/phrases.py",
    "cp/words/propagators.py",
    "cp/words/ways.py",
    "families/*/propagators.py",
    "families/*/fillings.py",
    "families/*/number_graph.py",
    "making/prepared_model.py",
    "reasoning/candidates.py",
    "reasoning/case_analysis.py",
    "reasoning/evidence.py",
    "reasoning/narration.py",
    "reasoning/rounds.py",
    "reasoning/route.py",
)
SHARED_LIBRARY = "quincunx.cp.kernel.compiled"  # mypyc appends "__mypyc"


def get_requires_for_build_wheel(
    config_settings: dict[str, str | list[str] | None] | None = None,
) -> list[str]:
    """Require mypyc only where it will be used, so that plain builds download nothing for it."""
    requirements: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    return [*requirements, MYPYC] if _should_compile() else requirements


def kernel_extensions() -> list[Extension]:
    """Return the kernel's modules as C extensions, or nothing if they stay plain Python."""
    building = {"bdist_wheel", "build_ext", "build", "install"} & set(sys.argv)
    if not building or not _should_compile():
        return []
    package = Path("src/quincunx")
    sources = sorted(str(path) for pattern in COMPILED_MODULES for path in package.glob(pattern))
    # mypy also reads the modules that these import, some of which need optional packages:
    # their errors are not ours to report, and the project's mypy configuration does not apply.
    flags = ["--config-file=", "--strict", "--follow-imports=silent", "--ignore-missing-imports"]
    try:
        from mypyc.build import mypycify

        extensions: list[Extension] = mypycify(
            [*flags, *sources], opt_level="3", debug_level="0", group_name=SHARED_LIBRARY
        )
    except (Exception, SystemExit) as error:  # mypycify exits on a type error
        _report_plain_build(error)
        return []
    return extensions


class BuildKernel(build_ext):  # type: ignore[misc]  # setuptools has no types for it
    """Builds all extensions or none: half a compiled kernel could not be imported."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            _report_plain_build(error)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
            self.distribution.ext_modules = []


def _should_compile() -> bool:
    pure = os.environ.get("QUINCUNX_PURE", "0") not in ("", "0")
    return not pure and _has_compiler()


def _has_compiler() -> bool:
    configured = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    return os.name == "nt" or any(shutil.which(name) for name in (*configured[:1], "cc", "gcc"))


def _report_plain_build(error: BaseException) -> None:
    reason = f"{type(error).__name__}: {error}"
    print(f"The kernel was not compiled, the package is plain Python ({reason})", file=sys.stderr)
