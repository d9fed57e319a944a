"""Functions on constraints with one implementation for each kind.

`Constraint` says what a constraint means and how it propagates. Everything else that a part of
the program asks of a constraint is a `Capability`: a function that this part defines, with a
default that suits any constraint, and with better implementations registered by the kinds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import singledispatch, update_wrapper
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint

C = TypeVar("C", bound="Constraint")
P = ParamSpec("P")
T = TypeVar("T")


class Capability(Generic[P, T]):
    """A function that dispatches on the class of its first argument, a constraint.

    The implementation for a kind that is a package lies in the module `module` of that package,
    which is imported when the capability is first used on such a constraint. Any other module can
    register implementations for its own constraints:

    >>> from quincunx.cp.constraints.linear import Linear
    >>> @capability("weights")
    ... def weight(constraint: Constraint) -> int:
    ...     return 1
    >>> @weight.register(Linear)
    ... def linear_weight(constraint: Linear) -> int:
    ...     return 2 + weight.default(constraint)
    >>> weight(Linear((), (), "==", 0))
    3
    """

    def __init__(self, default: Callable[Concatenate[Any, P], T], module: str) -> None:
        update_wrapper(self, default)
        self.default = default
        """The implementation for constraints of which nothing is known."""
        self._module = module
        self._dispatch = singledispatch(default)
        self._found: dict[type, Callable[Concatenate[Any, P], T]] = {}

    def __call__(self, constraint: Constraint, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.implementation(type(constraint))(constraint, *args, **kwargs)

    def register(
        self, kind: type[C]
    ) -> Callable[[Callable[Concatenate[C, P], T]], Callable[Concatenate[C, P], T]]:
        """Decorate the implementation for a class of constraints and its subclasses."""

        def add(implementation: Callable[Concatenate[C, P], T]) -> Callable[Concatenate[C, P], T]:
            self._dispatch.register(kind, implementation)
            self._found.clear()
            return implementation

        return add

    def implementation(self, kind: type) -> Callable[Concatenate[Any, P], T]:
        """The implementation for a class of constraints, from its package or those of its bases."""
        if kind in self._found:
            return self._found[kind]
        for base in kind.__mro__:
            name = f"{base.__module__}.{self._module}"
            if hasattr(sys.modules.get(base.__module__), "__path__") and find_spec(name):
                import_module(name)
        self._found[kind] = self._dispatch.dispatch(kind)
        return self._found[kind]


def capability(module: str) -> Callable[[Callable[Concatenate[Any, P], T]], Capability[P, T]]:
    """Decorate the default implementation of a capability, see `Capability`."""
    return lambda default: Capability(default, module)
