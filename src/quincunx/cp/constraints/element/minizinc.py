"""A value of a list in MiniZinc."""

from __future__ import annotations

from quincunx.cp.constraints.element import Element
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@minizinc_condition.register(Element)
def condition(constraint: Element, text: MiniZincText, reified: bool = False) -> str:
    if constraint.numbers is not None:
        return minizinc_condition.default(constraint, text, reified)
    index, value = map(text.name, constraint.variables[:2])
    indices = f"{constraint.first}..{constraint.indices[-1]}"
    items = f"array1d({indices}, {text.array(constraint.items)})"
    return f"{index} in {indices} /\\ {text.annotated(f'({items}[{index}] = {value})')}"
