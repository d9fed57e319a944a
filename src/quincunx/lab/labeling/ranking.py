"""Who comes first and who last: searches of one puzzle placed by a counter, in a table and a line.

Vocabulary:
  spread    the worst figure divided by the best one; of times also what it is at least
  stopped   a combination that the limit stopped: it ranks behind every finished one
  in noise  of times: their intervals overlap, so that their difference says nothing
"""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.lab.figures.numbers import brief, counted, markdown_table, ratio, title
from quincunx.lab.labeling.heat import HEAT_COUNTERS, counter_name
from quincunx.lab.labeling.searches import OPTIONS, Search, searches_of, stopped_names
from quincunx.lab.labeling.sweep import groups
from quincunx.lab.runs.trials import Row, strength, without_solution

NAMED = 3
"""So many options that tie for a place are named, the others counted."""


def time_in_words(search: Search) -> str:
    """How long a search takes, with its interval."""
    return search.time.in_words(lambda number: brief(number, "seconds"))


def best_and_worst(searches: Sequence[Search], stopped: Sequence[str] = ()) -> str:
    """A table of the best and worst options by every counter."""
    lines = []
    for counter in HEAT_COUNTERS:
        low, high = ends(searches, counter)
        worst, shown = names_of(high), _figure(high[0], counter)
        if stopped:
            worst, shown = some(stopped), "stopped"
        lines.append(
            [
                counter_name(counter),
                names_of(low),
                _figure(low[0], counter),
                worst,
                shown,
                _spread(low[0], high[0], counter, bool(stopped)),
            ]
        )
    headers = ["counter", "best", "figure", "worst", "figure", "spread"]
    return markdown_table(headers, lines)


def ends(searches: Sequence[Search], counter: str) -> tuple[list[Search], list[Search]]:
    """The searches with the least and with the most of a counter. Of times, those that the first
    of them cannot be told apart from belong to them."""
    by = sorted(searches, key=lambda search: search.number(counter))
    if counter == "seconds":
        low = [search for search in by if not by[0].time.under(search.time)]
        high = [search for search in reversed(by) if not search.time.under(by[-1].time)]
        return low, high
    least, most = by[0].number(counter), by[-1].number(counter)
    return (
        [search for search in by if search.number(counter) == least],
        [search for search in by if search.number(counter) == most],
    )


def _figure(search: Search, counter: str) -> str:
    return time_in_words(search) if counter == "seconds" else brief(search.number(counter), counter)


def _spread(best: Search, worst: Search, counter: str, stopped: bool) -> str:
    """How far best and worst lie apart."""
    beyond = "over " if stopped else ""
    if counter == "seconds":
        if not best.time.under(worst.time):
            return "unknown" if stopped else "within noise"
        least = worst.time.low / best.time.high
        if stopped:
            return f"over {ratio(least)}"
        return f"{ratio(worst.time.middle / best.time.middle)}, at least {ratio(least)}"
    low, high = best.number(counter), worst.number(counter)
    if low == high and not stopped:
        return "none"
    return f"{beyond}{ratio(high / low)}" if low else f"{beyond}{brief(high, counter)} to 0"


def names_of(searches: Sequence[Search]) -> str:
    """The combinations that are these searches, as far as there is room."""
    return some([name for search in searches for name in search.names])


def some(names: Sequence[str]) -> str:
    """A few names, and how many there are besides."""
    if len(names) <= NAMED:
        return "; ".join(names)
    return f"{names[0]}; {names[1]} and {len(names) - 2} others"


def summary(rows: Sequence[Row], counter: str) -> list[str]:
    """The best and the worst options of every puzzle by one counter, a line for each strength of
    propagation."""
    lines = []
    for (puzzle, consistency), part in groups(rows, "puzzle", "consistency").items():
        model = part[0].model
        text = f"{title(puzzle)}, {strength(consistency, model)}: {_summary(part, counter)}"
        seeds = {row.seed for row in part if row.variable == "random"}
        if len(seeds) > 1:
            text += f"; of random orders the median of {len(seeds)} seeds"
        if any(row.outcome == "none" for row in part):
            text += f"; {without_solution(puzzle, model)}"
        lines.append(text)
    return lines


def _summary(rows: Sequence[Row], counter: str) -> str:
    number = len(groups(rows, *OPTIONS))
    stopped = stopped_names(rows)
    searches = searches_of(rows)
    name = counter_name(counter)
    if not searches:
        return f"all {number} stopped by the limit" if number > 1 else "stopped by the limit"
    low, high = ends(searches, counter)
    best = _figure(low[0], counter)
    beyond = f"worst: {some(stopped)} (stopped by the limit, {len(stopped)} of {number})"
    if not low[0].time.under(high[0].time) if counter == "seconds" else low == high:
        same = (
            f"{best} {name.removesuffix('s') if best == '1' else name}"
            if counter != "seconds"
            else f"{name} {best}"
        )
        if stopped:
            finished = counted(number - len(stopped), "option")
            return f"{same} with the {finished} that finished, {beyond}"
        if len(searches) == 1:
            return same if number == 1 else f"{same}: one search with {counted(number, 'name')}"
        told = ", differences within noise" if counter == "seconds" else ""
        return f"{same} with every option{told}"
    text = f"best {names_of(low)} ({best}), "
    return text + (beyond if stopped else f"worst {names_of(high)} ({_figure(high[0], counter)})")
