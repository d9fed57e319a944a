"""Refuting a value by assuming it and, where no short case does, by search.

A wave is one deduction by every rule that has new information; the next wave builds on it. The
depth of a case is the number of waves from the assumption to the contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import log2

from quincunx.cp.kernel.deduction import Change, open_variables, run_alone
from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import Variable
from quincunx.cp.kernel.search import Search
from quincunx.cp.limits import Stopped
from quincunx.cp.options import parse_labeling
from quincunx.cp.words.techniques import CASES, SEARCH
from quincunx.reasoning.candidates import Bits, Candidates, Case, Link, Move

SHALLOWEST = 2
"""The smallest depth of a case; shallower contradictions are deduced from one rule."""
MAX_DEPTH = 8
"""The largest depth that a person follows."""
DEEPER = 1.0
"""Effort added by each wave beyond the shallowest."""
FEW_VALUES = 24
"""Cells with more candidates are tried only if all open cells have more."""
MAX_VALUES_IN_CASES = 100
"""Cells with more candidates are never tried."""
TO_SUPPOSE = 1.5
"""What it takes to suppose a value, in links of a case."""


def effort_of_case(candidates: Candidates, depth: int) -> float:
    """The effort of following a case of this depth and of finding it among all candidates."""
    left = sum([v.bits.bit_count() for v in open_variables(candidates.variables)])
    return round(CASES.effort + DEEPER * (depth - SHALLOWEST) + log2(1 + left), 1)


def moves_by_cases(candidates: Candidates, within: float) -> list[Move]:
    """The moves by the shallowest cases, if their effort is at most `within`."""
    for depth, trials in _refuted(candidates, within):
        # The first wave refutes what one rule does by itself; that is no case.
        if depth >= SHALLOWEST and trials:
            return [trial.move(effort_of_case(candidates, depth)) for trial in trials]
    return []


def cases_about_a_cell(candidates: Candidates, within: float) -> list[Move]:
    """The moves by cases about the cell of which some cases tell most with the fewest links.

    None takes more effort than `within`. If they refute all values of the cell, the last move is a
    contradiction.
    """
    about: dict[int, list[_Trial]] = {}
    choices: list[tuple[int, list[_Trial]]] = []
    for depth, trials in _refuted(candidates, within):
        for trial in trials:
            about.setdefault(trial.variable, []).append(trial)
        if depth >= SHALLOWEST:
            cells = dict.fromkeys(trial.variable for trial in trials)
            choices += [(depth, list(about[cell])) for cell in cells]
    depth, chosen = max(choices, key=lambda choice: _worth(candidates, choice[1]), default=(0, []))
    moves = [trial.move(effort_of_case(candidates, depth)) for trial in chosen]
    if chosen and len(moves) == candidates.variables[chosen[0].variable].bits.bit_count():
        moves[-1] = replace(moves[-1], changes=())
    return moves


def _refuted(candidates: Candidates, within: float) -> Iterator[tuple[int, list[_Trial]]]:
    """The trials that fail at each depth, from 1 to the deepest whose effort is `within`."""
    trials = [_Trial(candidates, variable, bit) for variable, bit in _assumptions(candidates)]
    for depth in range(1, MAX_DEPTH + 1):
        if effort_of_case(candidates, max(depth, SHALLOWEST)) > within or not trials:
            return
        failed = {trial: trial.advance() for trial in trials}
        trials = [trial for trial in trials if not failed[trial]]
        yield depth, [trial for trial, fails in failed.items() if fails]


def _worth(candidates: Candidates, trials: Sequence[_Trial]) -> float:
    """What follows from refuting some values of a cell, for each link of the cases."""
    variable = candidates.variables[trials[0].variable]
    left = variable.bits & ~sum(trial.bit for trial in trials)
    links = sum(TO_SUPPOSE + trial.needed_links() for trial in trials)
    before = _open_choices(candidates)
    with candidates.tentatively() as engine:
        if not (left and engine.narrow(variable, left) and engine.propagate()):
            return before / links
        return (before - _open_choices(candidates)) / links


def _open_choices(candidates: Candidates) -> float:
    """The logarithm to base 2 of the number of ways to choose a value for each variable."""
    return sum(log2(variable.bits.bit_count()) for variable in candidates.variables)


def refute(candidates: Candidates, variable: int, bit: int) -> Move | None:
    """The move by a case that refutes one value, a contradiction if it is the only one left; None
    if there is no such case, or if the value is gone already."""
    if not candidates.variables[variable].bits & bit:
        return None
    trial = _Trial(candidates, variable, bit)
    for depth in range(1, MAX_DEPTH + 1):
        if trial.advance():
            return trial.move(effort_of_case(candidates, depth))
    return None


def _assumptions(candidates: Candidates) -> Iterator[tuple[int, int]]:
    """The values to try, as variable and bit: those of cells with few candidates, if any."""
    open_ones = [v for v in candidates.variables if 1 < v.bits.bit_count() <= MAX_VALUES_IN_CASES]
    few = [variable for variable in open_ones if variable.bits.bit_count() <= FEW_VALUES]
    for variable in few or open_ones:
        for position in positions(variable.bits):
            yield variable.index, 1 << position


class _Trial:
    """An assumed value, and what has been deduced from it so far."""

    def __init__(self, candidates: Candidates, variable: int, bit: int) -> None:
        self.candidates = candidates
        self.variable = variable
        self.bit = bit
        self.bits: Bits = {variable: bit}
        self.links: list[Link] = []
        self._waiting: set[int] = set(candidates.rules_of[variable])

    def advance(self) -> bool:
        """Deduce one more wave; whether a contradiction was found."""
        found = self.candidates.assuming(self.bits, self._deductions)
        if found and not found[-1].changes:
            self.links.append(found[-1])
            return True
        self._waiting = set()
        news: Bits = {}
        for link in found:
            for change in link.changes:
                news[change.variable] = news.get(change.variable, change.before) & change.after
                self._waiting.update(self.candidates.rules_of[change.variable])
        self.links += found
        empty = [variable for variable, bits in news.items() if not bits]
        self.bits.update(news)
        if empty:
            # Two rules leave a cell no value between them: the second one is contradicted by the
            # changes of the first.
            self.links = self._clash(found, empty[0])
            return True
        return False

    def _deductions(self) -> list[Link]:
        """The deductions of the waiting rules, up to the first that is contradicted."""
        candidates = self.candidates
        found: list[Link] = []
        for index in sorted(self._waiting):
            rule = candidates.rules[index]
            changes = rule.deduce()
            if changes is None or changes:
                known = {index: candidates.variables[index].bits for index in rule.scope}
                found.append(Link(rule, rule.deduce, known, changes or ()))
            if changes is None:
                break
        return found

    def _clash(self, found: list[Link], variable: int) -> list[Link]:
        """The links before this wave, and those of this wave that empty a cell."""
        before = self.links[: len(self.links) - len(found)]
        at_variable = [link for link in found if any(c.variable == variable for c in link.changes)]
        bits = at_variable[0].known[variable]
        for link in at_variable:
            change = next(c for c in link.changes if c.variable == variable)
            if not bits & change.after:
                known = {**link.known, variable: bits}
                return [*before, Link(link.rule, link.deduce, known, ())]
            before.append(Link(link.rule, link.deduce, link.known, (change,)))
            bits &= change.after
        raise AssertionError("no clash where there was one")

    def needed_links(self) -> int:
        """An estimate of the number of links that the contradiction needs."""
        needed = set(self.links[-1].rule.scope)
        count = 1
        for link in reversed(self.links[:-1]):
            if not needed.isdisjoint(change.variable for change in link.changes):
                needed.update(link.rule.scope)
                count += 1
        return count

    def move(self, effort: float) -> Move:
        bits = self.candidates.variables[self.variable].bits
        change = Change(self.variable, bits, bits & ~self.bit)
        rules = tuple(dict.fromkeys(link.rule for link in self.links))
        case = Case(self.variable, self.bit, tuple(self.links))
        again = partial(refute, self.candidates, self.variable, self.bit)
        changes = (change,) if change.after else ()
        return Move(CASES, effort, rules, changes, again=again, case=case)


def moves_by_search(candidates: Candidates) -> Iterator[Move]:
    """The moves by search: cells with the fewest candidates of which only one is in a solution.

    There are none if every open cell has several values that are part of a solution. If there is
    no solution, the only move is a contradiction.
    """
    rules = tuple(candidates.rules)
    found, tried = _search(candidates)
    if found is None:
        yield Move(SEARCH, SEARCH.effort, rules, (), tried=tried)
        return
    seen = found
    fewest: int | None = None
    for variable in sorted(candidates.variables, key=lambda v: v.bits.bit_count()):
        values = variable.bits.bit_count()
        if fewest is not None and values > fewest:
            return
        others = variable.bits & ~seen[variable.index]
        if values == 1 or not single(seen[variable.index]):
            continue
        found, tried = _search(candidates, variable, others)
        if found is None:
            fewest = values
            change = Change(variable.index, variable.bits, seen[variable.index])
            yield Move(SEARCH, SEARCH.effort, rules, (change,), tried=tried)
        else:
            seen = [bits | also for bits, also in zip(seen, found, strict=True)]


def is_solvable(candidates: Candidates) -> bool:
    """Whether a solution exists in the current state."""
    if not all(variable.bits for variable in candidates.variables):
        return False
    with candidates.tentatively() as engine:
        propagators = [propagator for rule in candidates.rules for propagator in rule.strong]
        return run_alone(engine, propagators) and _search(candidates)[0] is not None


def _search(
    candidates: Candidates, variable: Variable | None = None, bits: int = 0
) -> tuple[list[int] | None, int]:
    """A solution, in which a variable has one of these values, and the number of positions
    searched."""
    everything = list(candidates.variables)
    labeling = parse_labeling(("dom_wdeg",))
    with candidates.tentatively() as engine:
        if variable is not None:
            engine.narrow(variable, bits)
        search = Search(engine, everything, len(everything), labeling, None, None)
        found = [v.bits for v in everything] if search.advance() else None
    if search.stopped:
        raise Stopped
    return found, max(search.nodes, 1)
