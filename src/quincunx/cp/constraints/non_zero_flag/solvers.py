"""A flag for numbers other than zero for other solvers."""

from typing import Any

from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.engines.cp_sat import CpSatModel, truth_in_cp_sat
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@truth_in_cp_sat.register(NonZeroFlag)
def truth(constraint: NonZeroFlag, target: CpSatModel) -> Any:
    raised, lowered = (target.literal(constraint.flag, value) for value in (1, 0))
    none = target.all_of([target.literal(v, 0) for v in constraint.variables[1:]])
    return target.any_of([target.all_of([raised, ~none]), target.all_of([lowered, none])])


@minizinc_condition.register(NonZeroFlag)
def condition(constraint: NonZeroFlag, text: MiniZincText, reified: bool = False) -> str:
    flag, *others = map(text.name, constraint.variables)
    if not others:
        return f"{flag} = 0"
    return f"{flag} = bool2int(exists([{', '.join(f'{name} != 0' for name in others)}]))"
