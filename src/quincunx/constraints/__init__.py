"""Constraints: one package a kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from quincunx.errors import ModelError
from quincunx.model import Variable


@dataclass(frozen=True, eq=False, kw_only=True)
class Constraint(ABC):
    """A condition on `variables`. `label` says in a person's words what it is about."""

    variables: tuple[Variable, ...] = field(kw_only=False)
    label: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", tuple(self.variables))
        if not set(map(type, self.variables)) <= {Variable}:
            stranger = next(v for v in self.variables if not isinstance(v, Variable))
            raise ModelError(f"{self}: {stranger!r} is not a variable of a model")
        if len(set(self.variables)) != len(self.variables):
            raise ModelError(f"{self}: a variable is named twice, expected each once")

    @property
    def title(self) -> str:
        """The label, or the kind of constraint where no label was given."""
        return self.label or type(self).__name__

    @abstractmethod
    def check(self, values: Sequence[int]) -> bool:
        """Whether the constraint holds when its variables, in order, have these values."""

    @abstractmethod
    def formula(self) -> str:
        """The condition as a person would write it, with the variables' names."""

    def __str__(self) -> str:
        return self.title
