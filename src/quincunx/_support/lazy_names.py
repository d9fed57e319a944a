"""Public names of a package that are imported when they are first used."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(
    package: str, names: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` of a package.

    Args:
        package: The package's name.
        names: The public names that each of its modules has, separated by spaces.

    >>> find, _ = lazy_names("quincunx", {"families.gallery": "GalleryEntry gallery"})
    >>> find("GalleryEntry").__name__
    'GalleryEntry'
    """
    homes = {name: module for module, listed in names.items() for name in listed.split()}

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = import_module(f"{package}.{homes[name]}")
        # A public name may also be that of a module.
        found = getattr(home, name, None) or import_module(f"{home.__name__}.{name}")
        vars(sys.modules[package])[name] = found
        return found

    return find, lambda: sorted({*vars(sys.modules[package]), *homes})
