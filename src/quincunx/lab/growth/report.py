"""Growth in words: medians and spreads as tables, and how each line grows as far as can be told."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.lab.figures.numbers import brief, counted, markdown_table, ratio
from quincunx.lab.growth.curves import CURVE_COUNTERS, Curve, curves, in_words
from quincunx.lab.growth.experiment import Growth, GrowthRow
from quincunx.lab.growth.fit import Fit, Observed, fit
from quincunx.lab.labeling.heat import counter_name
from quincunx.lab.labeling.sweep import kernel_name
from quincunx.lab.runs import repetitions
from quincunx.lab.runs.trials import without_solution
from quincunx.solving.models import whose


def write_growth_report(asked: Growth, rows: Sequence[GrowthRow]) -> str:
    """The medians and spreads as Markdown; the chart lies beside it."""
    fixed = ", ".join(f"{name}={value}" for name, value in asked.fixed.items())
    kind = "one solution each" if asked.unique else "any number of solutions"
    text = [
        f"# {asked.family}: cost against {asked.parameter}",
        "",
        f"{counted(asked.number, 'puzzle')} a point, seed {asked.seed}, {kind}"
        + (f", {fixed}" if fixed else "")
        + f"; model: {whose(asked.model)}; goal: {asked.goal}; "
        f"run: {repetitions.in_words(asked.repeat)}; limit of a run: {asked.limits}; "
        f"kernel: {kernel_name()}.",
        "",
        f"![cost against {asked.parameter}](growth.svg)",
        "",
        "Medians over the puzzles of a point, and in brackets the least and the most. Where a "
        "limit stopped half of them or more there is no median. Time is what the processor spent, "
        "building the model included; of several runs of a puzzle the median counts.",
        "",
        "Growth is fitted to all puzzles, not to the medians, as a line, as an exponential curve "
        "and as a power, and the likeliest is told with an interval that holds the true steepness "
        "in 95 of 100 cases; those that are about as likely are named. A stopped puzzle counts as "
        "costing more than it had reached. To backtracks 1 is added first, since 0 has no "
        "logarithm.",
        "",
    ]
    for counter in CURVE_COUNTERS:
        lines = curves(rows, counter)
        table = []
        for at, point in enumerate(asked.points):
            table.append([point, *(in_words(curve.points[at], counter) for curve in lines)])
        headers = [asked.parameter, *(curve.name for curve in lines)]
        text += [f"## {counter_name(counter).capitalize()}", "", markdown_table(headers, table), ""]
        text += [f"- {curve.name}: {how_it_grows(asked, curve, counter)}" for curve in lines] + [""]
    return "\n".join([*text, *(f"{sentence}\n" for sentence in unsolved(rows))])


def unsolved(rows: Sequence[GrowthRow]) -> list[str]:
    """What is to be said of puzzles of which no solution was found, if there are any."""
    puzzles = {row.puzzle: row for row in rows}
    without = {row.puzzle: row for row in rows if row.outcome == "none"}
    if not without:
        return []
    told = " or ".join(
        sorted({without_solution(row.puzzle, row.model) for row in without.values()})
    )
    return [f"{len(without)} of {counted(len(puzzles), 'puzzle')}: {told}."]


def how_it_grows(asked: Growth, curve: Curve, counter: str) -> str:
    """What can be said of a curve's growth, as a sentence without its subject."""
    if not asked.has_numbers:
        return f"{asked.parameter} is no number, so nothing is fitted."
    observed = [
        *(Observed(p.place, figure) for p in curve.points for figure in p.figures),
        *(Observed(p.place, reached, stopped=True) for p in curve.points for reached in p.reached),
    ]
    finished = {one.cost for one in observed if not one.stopped}
    stopped = len([one for one in observed if one.stopped])
    if len(finished) == 1 and not stopped and len(curve.points) > 1:
        return f"always {brief(finished.pop(), counter)}."
    found = fit(observed, plus=0.0 if counter == "seconds" else 1.0)
    if found is None:
        return "too few points to say how it grows."
    text = told(found, asked.parameter, counter)
    first, last = curve.points[0].place, curve.points[-1].place
    text += f"; {len(observed)} puzzles from {first:g} to {last:g}"
    return text + (f", {stopped} of them stopped." if stopped else ".")


def told(found: Fit, parameter: str, counter: str) -> str:
    """A fit in words.

    >>> told(Fit("power", 2.2, 1.8, 2.6, ("linear",), True), "size", "nodes")
    'either like size to the power of 2.2 (1.8 to 2.6 if so), or a line: about as likely'
    >>> told(Fit("linear", 7.0, 6.99, 7.01, (), True, exact=True), "size", "nodes")
    'linear, +7 for each step of one (exactly)'
    >>> told(Fit("power", 0.1, -0.2, 0.4, (), False), "size", "nodes")
    'no growth that stands out from the spread of the puzzles'
    """
    if not found.grows:
        return "no growth that stands out from the spread of the puzzles"
    if found.shape == "exponential":
        slope, low, high = map(ratio, (found.slope, found.low, found.high))
        text = f"exponential, {slope} for each step of one"
    elif found.shape == "power":
        slope, low, high = (f"{x:.3g}" for x in (found.slope, found.low, found.high))
        text = f"like {parameter} to the power of {slope}"
    else:
        slope, low, high = (_signed(x, counter) for x in (found.slope, found.low, found.high))
        text = f"linear, {slope} for each step of one"
    within = "exactly" if found.exact or low == high else f"{low} to {high}"
    if not found.others:
        return f"{text} ({within})"
    # The interval is that of the first shape alone.
    names = {"linear": "a line", "exponential": "an exponential curve", "power": "a power"}
    others = " or ".join(names[shape] for shape in found.others)
    return f"either {text} ({within} if so), or {others}: about as likely"


def _signed(number: float, counter: str) -> str:
    return ("−" if number < 0 else "+") + brief(abs(number), counter)
