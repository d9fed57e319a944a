"""The finite-domain engine: domains as sets of bits, propagators, labeling and search.

This package is plain typed Python. Where it was built with a compiler its modules are compiled;
see `quincunx._support.plain_python` for where they are run as Python all the same.
"""

from quincunx.cp.kernel import engine as _engine

COMPILED: bool = not str(_engine.__file__).endswith(".py")
"""Whether the compiled kernel is running."""
