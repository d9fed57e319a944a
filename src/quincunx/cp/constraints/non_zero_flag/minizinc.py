"""A flag for numbers other than zero in MiniZinc."""

from __future__ import annotations

from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@minizinc_condition.register(NonZeroFlag)
def condition(constraint: NonZeroFlag, text: MiniZincText, reified: bool = False) -> str:
    flag, *others = map(text.name, constraint.variables)
    if not others:
        return f"{flag} = 0"
    return f"{flag} = bool2int(exists([{', '.join(f'{name} != 0' for name in others)}]))"
