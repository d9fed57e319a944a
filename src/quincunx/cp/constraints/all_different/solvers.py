"""All-different for other solvers."""

from itertools import combinations
from typing import Any

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat
from quincunx.cp.engines.machine_words import Rewriter, numbers_fit
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition
from quincunx.cp.expressions import written_sum
from quincunx.cp.model import Variable


@add_to_cp_sat.register(AllDifferent)
def add(constraint: AllDifferent, target: CpSatModel) -> None:
    if not constraint.excepted:
        terms = zip(target.unknowns(constraint.variables), constraint.shifts, strict=True)
        target.model.add_all_different([unknown + shift for unknown, shift in terms])
        return
    for literals in _rivals(constraint, target):
        target.model.add_at_most_one(literals)


@truth_in_cp_sat.register(AllDifferent)
def truth(constraint: AllDifferent, target: CpSatModel) -> Any:
    times = [sum(literals) for literals in _rivals(constraint, target)]
    return target.all_of([target.truth_of(each <= 1, each >= 2) for each in times])


def _rivals(constraint: AllDifferent, target: CpSatModel) -> list[list[Any]]:
    """The literals of each value that at most one of several variables may take."""
    holders: dict[int, list[tuple[Variable, int]]] = {}
    for variable, shift in zip(constraint.variables, constraint.shifts, strict=True):
        for value in variable.domain:
            if value + shift not in constraint.excepted:
                holders.setdefault(value + shift, []).append((variable, value))
    return [[target.literal(*one) for one in rivals] for rivals in holders.values() if rivals[1:]]


@minizinc_condition.register(AllDifferent)
def condition(constraint: AllDifferent, text: MiniZincText, reified: bool = False) -> str:
    excepted = ", ".join(map(str, sorted(constraint.excepted)))
    terms = [
        written_sum([(1, text.name(v)), *([(shift, "")] if shift else [])], "*")
        for v, shift in zip(constraint.variables, constraint.shifts, strict=True)
    ]
    if reified or not terms:
        but = f" \\/ {{x}} in {{{{{excepted}}}}}" if excepted else ""
        return text.all_of(f"{x} != {y}{but.format(x=x)}" for x, y in combinations(terms, 2))
    scope = f"[{', '.join(terms)}]"
    if excepted:
        text.includes.add("all_different_except")
        return text.annotated(f"all_different_except({scope}, {{{excepted}}})")
    # Not `all_different`: where solvers are packaged apart from MiniZinc, as in Debian, only the
    # older names with `_int` reach Gecode's own propagators.
    text.includes.add("all_different_int")
    return text.annotated(f"all_different_int({scope})")


@numbers_fit.register(AllDifferent)
def fits(constraint: AllDifferent, rewriter: Rewriter) -> bool:
    return rewriter.fits(constraint.excepted) and rewriter.fits(constraint.offsets)
