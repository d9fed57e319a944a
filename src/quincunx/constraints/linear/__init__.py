"""Sums of variables with integer coefficients, compared with a constant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from quincunx.constraints import Constraint
from quincunx.errors import ModelError
from quincunx.model import require_integers

Comparison: TypeAlias = Literal["==", "!=", "<=", ">="]


@dataclass(frozen=True, eq=False)
class Linear(Constraint):
    """coefficients · variables, compared with a constant: `2x - 3y <= 7`."""

    coefficients: tuple[int, ...]
    relation: Comparison
    constant: int

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "coefficients", tuple(self.coefficients))
        if len(self.coefficients) != len(self.variables):
            raise ModelError(
                f"{self}: {len(self.coefficients)} coefficients for "
                f"{len(self.variables)} variables, expected as many"
            )
        require_integers(self.coefficients, self, "a coefficient")
        require_integers((self.constant,), self, "the constant")
        if self.relation not in get_args(Comparison):
            raise ModelError(
                f"{self}: unknown relation {self.relation!r}, expected one of "
                + " ".join(get_args(Comparison))
            )

    def check(self, values: Sequence[int]) -> bool:
        total = sum(c * v for c, v in zip(self.coefficients, values, strict=True))
        match self.relation:
            case "==":
                return total == self.constant
            case "!=":
                return total != self.constant
            case "<=":
                return total <= self.constant
            case ">=":
                return total >= self.constant

    def formula(self) -> str:
        text = ""
        for coefficient, variable in zip(self.coefficients, self.variables, strict=True):
            sign = "-" if coefficient < 0 else "+"
            size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}·"
            text += (
                f" {sign} {size}{variable.name}"
                if text
                else (f"{'-' if coefficient < 0 else ''}{size}{variable.name}")
            )
        return f"{text or '0'} {self.relation} {self.constant}"
