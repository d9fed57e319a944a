"""Random models of all kinds of constraints, solved by every engine and by brute force."""

from __future__ import annotations

import re
from shutil import which

from hypothesis import strategies as st

from quincunx import cp
from quincunx.cp.constraints.either import Either
from quincunx.cp.model import Model
from quincunx.cp.options import CONSISTENCIES, DIRECTIONS, VALUE_CHOICES, VARIABLE_ORDERS
from quincunx.errors import TooBig
from tests.cp.models import HUGE, SMALL, models, solutions
from tests.fuzz.target import Target, reproduction

STRATEGIES = ("depth-first", "discrepancy", "restarts:1")

labelings = st.tuples(*map(st.sampled_from, (VARIABLE_ORDERS, VALUE_CHOICES, DIRECTIONS)))
kernel_options = st.builds(
    cp.SearchOptions,
    labelings,
    st.sampled_from(CONSISTENCIES),
    st.integers(0, 9),
    st.sampled_from(STRATEGIES),
)


@st.composite
def any_models(draw: st.DrawFn, most_variables: int = 5) -> Model:
    """Models with sleeping, reified and repeated constraints, and decisions on some variables."""
    model = draw(models(draw(st.sampled_from([SMALL, SMALL, HUGE])), most_variables=most_variables))
    form = draw(st.sampled_from(["plain", "reified", "sleeping"]))
    held, model.constraints = model.constraints, []
    if form == "reified" and held:
        flag = model.variable("flag", range(2)) if draw(st.booleans()) else None
        model.add(Either(held, flag))
    elif form == "sleeping" and held:
        choice = model.variable("choice", range(draw(st.integers(1, 2)) + 1))
        for constraint in held:
            awake = draw(st.sampled_from([None, *choice.domain, "always"]))
            model.add(constraint, when=[] if awake == "always" else [(choice, awake)])
        if draw(st.booleans()):
            # A Prolog program decides first what its clauses depend on.
            model.decisions = [choice, *(v for v in model.decisions if v is not choice)]
    else:
        model.constraints = held
    return model


def as_code(model: Model) -> str:
    """The model as Python code that builds it again."""
    names = {variable.name for variable in model.variables}
    lines = ["model = Model()"]
    lines += [f'{v.name} = model.variable("{v.name}", {v.domain!r})' for v in model.variables]
    for constraint in model.constraints:
        body = re.sub(
            r"<(\w+) in [^>]*>", lambda m: m[1] if m[1] in names else m[0], f"{constraint!r}"
        )
        when = [f"({v.name}, {value})" for v, value in model.sleeping.get(constraint, ())]
        lines.append(f"model.add({body}" + (f", when=[{', '.join(when)}])" if when else ")"))
    lines.append(f"model.decisions = [{', '.join(v.name for v in model.decisions)}]")
    return "\n".join(lines)


def agree(model: Model, options: cp.SearchOptions) -> None:
    """A search finds what brute force finds: nothing else, nothing twice."""
    reproduction.append(f"{as_code(model)}\noptions = {options!r}")
    assert sorted(cp.start(model, options)) == solutions(model)


def kernel(model: Model, options: cp.SearchOptions) -> None:
    agree(model, options)


def counting(model: Model) -> None:
    reproduction.append(as_code(model))
    try:
        counted = cp.Counting(model).count()
    except TooBig:
        return
    assert counted == len(solutions(model))


def cp_sat(model: Model) -> None:
    agree(model, cp.SearchOptions(engine="cp-sat"))


def gecode(model: Model, consistency: cp.options.Consistency) -> None:
    agree(model, cp.SearchOptions(consistency=consistency, engine="minizinc:gecode"))


TARGETS = {
    "kernel": Target(kernel, (any_models(), kernel_options)),
    "counting": Target(counting, (any_models(),)),
    "cp-sat": Target(cp_sat, (any_models(most_variables=4),)),
}
if which("minizinc"):
    TARGETS["gecode"] = Target(
        gecode, (any_models(most_variables=4), st.sampled_from(CONSISTENCIES))
    )
