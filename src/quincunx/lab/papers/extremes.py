"""Tests of the cheapest and the dearest labeling.

A time that was measured once is taken to be right within a factor (`figures.intervals.ONCE`), so
that a labeling is the cheapest or the dearest only where no other is as near as that.
"""

from __future__ import annotations

from math import inf
from typing import Any

from quincunx.lab.papers.comparisons import costs, in_seconds, rows_of
from quincunx.lab.papers.experiments import SETTINGS
from quincunx.lab.papers.results import PaperRow, equal_times, search_of
from quincunx.lab.papers.verdicts import NOT_REPRODUCED, REPRODUCED, UNTOLD, Case, Judgement


def best(case: Case) -> Judgement:
    """A labeling is the cheapest: alone, or with others that make the very same search. If others
    are within noise of it, or it within noise of the cheapest, nobody can tell."""
    label = case.test["label"]
    words, verdicts, n = [], [], 0
    for setting in SETTINGS:
        rows = rows_of(case, setting)
        found = costs(case.results, case.experiment, setting, "seconds", case.test.get("case", ""))
        if label not in found or min(found.values()) == inf:
            words.append("not run" if label not in found else "all stopped by the limit")
            verdicts.append(UNTOLD)
            continue
        n = max(n, len(found))
        leaders = _leaders(found, rows)
        first = min(found, key=lambda name: found[name])
        place = 1 + sum(cost < found[label] for cost in found.values())
        told = f"{in_seconds(found[label])} is place {place} of {len(found)}"
        if label not in leaders:
            words.append(f"{told}, where {first} takes {in_seconds(found[first])}")
            verdicts.append(NOT_REPRODUCED)
        elif len(leaders) == len(found):
            words.append(f"all {len(found)} cost the same within noise")
            verdicts.append(UNTOLD)
        else:
            same = _same_search(label, rows) & leaders
            others = [name for name in found if name in leaders - same]
            alike = [name for name in found if name in same - {label}]
            shared = f", with {_names(alike)}, the same search" if alike else ""
            noise = f"; within noise of {_names(others)}" if others else ""
            words.append(f"{told}{shared}{noise}")
            verdicts.append(UNTOLD if others else REPRODUCED)
    return Judgement(verdicts[0], words, n=n or None)


def _names(names: list[str]) -> str:
    """Names, few of them one by one.

    >>> _names(["ff, up", "min, up"]), _names(["a", "b", "c", "d"])
    ('"ff, up" and "min, up"', '4 others')
    """
    few = [f'"{name}"' if ", " in name else name for name in names]
    return f"{len(names)} others" if len(names) > 3 else " and ".join(few)


def _leaders(found: dict[str, float], rows: list[PaperRow]) -> set[str]:
    """The labelings whose times overlap that of the cheapest."""
    least = min(found.values())
    first = {name for name, cost in found.items() if cost == least}
    high = max((row.high for row in rows if row.label in first), default=least)
    return {row.label for row in rows if not row.limited and row.low <= high and row.label in found}


def _same_search(label: str, rows: list[PaperRow]) -> set[str]:
    """The labelings that make the same searches as this one."""
    made: dict[str, set[tuple[Any, ...]]] = {}
    for row in rows:
        made.setdefault(row.label, set()).add(search_of(row))
    return {name for name, searches in made.items() if searches == made[label]}


def worst(case: Case) -> Judgement:
    """The dearest labeling is one of a group, and where a factor is claimed it costs so many times
    another. What was stopped costs at least what it had come to, and nobody knows how much."""
    group = case.test["group"]
    words, verdicts, n = [], [], 0
    for setting in SETTINGS:
        rows = equal_times(rows_of(case, setting))
        ended = {name: [r for r in rows if _first(r.label) == name] for name in _groups(rows)}
        if len({row.seconds for row in rows}) < 2 or group not in ended:
            words.append("nothing to compare")
            verdicts.append(UNTOLD)
            continue
        n = max(n, len({row.label for row in rows}))
        most = {name: max(some, key=lambda row: row.seconds) for name, some in ended.items()}
        mine = most.pop(group)
        rival = max(most.values(), key=lambda row: row.seconds)
        stopped = sorted({_first(row.label) for row in rows if row.limited})
        words.append(
            f"the dearest of {group} takes {_at_least(mine)}, of all others {_at_least(rival)} "
            f"({rival.label})" + (f"; some were stopped of {', '.join(stopped)}" if stopped else "")
        )
        verdicts.append(_judged_worst(mine, rival, any(r.limited for r in most.values())))
        if "times" in case.test:
            usual = next(row for row in rows if row.label == case.test["default"])
            factor = mine.seconds / usual.seconds
            words[-1] += f"; {'over ' if mine.limited else ''}{factor:.0f} times the default"
            far = factor >= case.test["times"] / 2
            near = factor <= case.test["times"] * 2 and not mine.limited
            if verdicts[-1] == REPRODUCED and not (far and near):
                verdicts[-1] = UNTOLD if mine.limited else NOT_REPRODUCED
    return Judgement(verdicts[0], words, n=n or None)


def _judged_worst(mine: PaperRow, rival: PaperRow, unknown: bool) -> str:
    """Whether one is dearer than the dearest of the others, some of which may be unknown."""
    if unknown:
        return UNTOLD
    if mine.limited:
        return REPRODUCED if mine.seconds > rival.high else UNTOLD
    if mine.low > rival.high:
        return REPRODUCED
    return NOT_REPRODUCED if mine.high < rival.low else UNTOLD


def _at_least(row: PaperRow) -> str:
    return f"{'more than ' if row.limited else ''}{in_seconds(row.seconds)}"


def _first(label: str) -> str:
    return label.split(", ")[0]


def _groups(rows: list[PaperRow]) -> list[str]:
    return list(dict.fromkeys(_first(row.label) for row in rows))
