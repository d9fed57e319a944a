"""Trying a value: what if it were so? And, where no short case refutes it, searching.

Vocabulary:
  assumption  a variable and one of its values, as a bit
  wave        what all rules say at once about what is known; the next wave builds on it
  depth       how many waves lead from an assumption to a contradiction
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import log2

from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.search import Search
from quincunx.cp.limits import Stopped
from quincunx.cp.options import parse_labeling
from quincunx.cp.words.techniques import CASES, SEARCH
from quincunx.reasoning.candidates import Bits, Candidates, Change
from quincunx.reasoning.moves import Case, Link, Move

SHALLOWEST = 2
"""What takes fewer waves is found by looking at one rule."""
MAX_DEPTH = 8
"""Nobody follows more waves."""
DEEPER = 1.0
"""What each wave adds to the effort."""
FEW_VALUES = 24
"""Cells with more values left are not worth trying, as long as there are others."""
MOST_VALUES = 100
"""Cells with more are never tried."""


def effort_of_case(candidates: Candidates, depth: int) -> float:
    """What it takes to follow a case so deep, and to find it among all values that are left."""
    left = sum(v.bits.bit_count() for v in candidates.variables if not single(v.bits))
    return round(CASES.effort + DEEPER * (depth - SHALLOWEST) + log2(1 + left), 1)


def cases(candidates: Candidates, within: float) -> list[Move]:
    """The moves that refute an assumption in the fewest waves, if that takes no more effort than
    `within`."""
    trials = [
        _Trial(candidates, variable, bit)
        for variable, bit in _assumptions(candidates)
        if _fails(candidates, variable, bit)
    ]
    # What one rule refutes by itself is found by looking at that rule.
    trials = [trial for trial in trials if not trial.advance()]
    for depth in range(SHALLOWEST, MAX_DEPTH + 1):
        effort = effort_of_case(candidates, depth)
        if effort > within or not trials:
            return []
        refuted = [trial for trial in trials if trial.advance()]
        if refuted:
            return [trial.move(effort) for trial in refuted]
    return []


def refute(candidates: Candidates, variable: int, bit: int) -> Move | None:
    """The move that refutes one assumption, if a case does; none where it is refuted already, or
    where nothing else is left."""
    bits = candidates.variables[variable].bits
    if not bits & bit or bits == bit or not _fails(candidates, variable, bit):
        return None
    trial = _Trial(candidates, variable, bit)
    for depth in range(1, MAX_DEPTH + 1):
        if trial.advance():
            return trial.move(effort_of_case(candidates, depth))
    return None


def _assumptions(candidates: Candidates) -> Iterator[tuple[int, int]]:
    """All values of the open variables, of those with few values if there are such."""
    open_ones = [
        variable
        for variable in candidates.variables
        if not single(variable.bits) and variable.bits.bit_count() <= MOST_VALUES
    ]
    few = [variable for variable in open_ones if variable.bits.bit_count() <= FEW_VALUES]
    for variable in few or open_ones:
        for position in positions(variable.bits):
            yield variable.index, 1 << position


def _fails(candidates: Candidates, variable: int, bit: int) -> bool:
    """Whether all rules together, looked at one by one, refute an assumption."""
    engine = candidates.engine
    mark = engine.mark()
    try:
        engine.narrow(candidates.variables[variable], bit)
        return not engine.propagate()
    finally:
        engine.undo(*mark)


class _Trial:
    """An assumption, and what has followed from it so far."""

    def __init__(self, candidates: Candidates, variable: int, bit: int) -> None:
        self.candidates = candidates
        self.variable = variable
        self.bit = bit
        self.bits: Bits = {variable: bit}
        self.links: list[Link] = []
        self._waiting: set[int] = set(candidates.rules_of[variable])

    def advance(self) -> bool:
        """Let all rules that have news say what follows, at once; whether one is contradicted."""
        found = self.candidates.supposing(self.bits, self._said)
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
            # Two rules leave a cell nothing between them: the second one is contradicted by what
            # the first one says.
            self.links = self._clash(found, empty[0])
            return True
        return False

    def _said(self) -> list[Link]:
        """What the rules that have news say, up to the first that is contradicted."""
        candidates = self.candidates
        found: list[Link] = []
        for index in sorted(self._waiting):
            rule = candidates.rules[index]
            ask = partial(candidates.deduce, rule.strong)
            changes = ask()
            if changes is None or changes:
                found.append(Link(rule, ask, candidates.bits_of(rule.scope), changes or ()))
            if changes is None:
                break
        return found

    def _clash(self, found: list[Link], variable: int) -> list[Link]:
        """The links up to this wave, in which rules one after the other empty a cell."""
        before = self.links[: len(self.links) - len(found)]
        at_variable = [link for link in found if any(c.variable == variable for c in link.changes)]
        bits = at_variable[0].known[variable]
        for link in at_variable:
            change = next(c for c in link.changes if c.variable == variable)
            if not bits & change.after:
                known = {**link.known, variable: bits}
                return [*before, Link(link.rule, link.ask, known, ())]
            before.append(Link(link.rule, link.ask, link.known, (change,)))
            bits &= change.after
        raise AssertionError("no clash where there was one")

    def move(self, effort: float) -> Move:
        bits = self.candidates.variables[self.variable].bits
        change = Change(self.variable, bits, bits & ~self.bit)
        rules = tuple(dict.fromkeys(link.rule for link in self.links))
        case = Case(self.variable, self.bit, tuple(self.links))
        return Move(CASES, effort, rules, (change,), case=case)


def searched(candidates: Candidates) -> Iterator[Move]:
    """Honest backtracking: the cells of which all values but one are tried in vain, those with the
    fewest values alone.

    There are none if every open cell has several values that are part of a solution. Where nothing
    is, that is a contradiction.
    """
    rules = tuple(candidates.rules)
    found, tried = _search(candidates, None, 0)
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
        found, tried = _search(candidates, variable.index, others)
        if found is None:
            fewest = values
            change = Change(variable.index, variable.bits, seen[variable.index])
            yield Move(SEARCH, SEARCH.effort, rules, (change,), tried=tried)
        else:
            seen = [bits | also for bits, also in zip(seen, found, strict=True)]


def goes_on(candidates: Candidates) -> bool:
    """Whether there is a solution with what is known; nothing need have been looked at before."""
    engine = candidates.engine
    if not all(variable.bits for variable in candidates.variables):
        return False
    mark = engine.mark()
    try:
        before = -1
        while before != engine.prunings:
            before = engine.prunings
            for rule in candidates.rules:
                if not candidates.run(rule.strong):
                    return False
        return _search(candidates, None, 0)[0] is not None
    finally:
        engine.undo(*mark)


def _search(
    candidates: Candidates, variable: int | None, bits: int
) -> tuple[list[int] | None, int]:
    """A solution, of those where a variable has one of these values; and how many positions were
    looked at."""
    engine = candidates.engine
    everything = list(candidates.variables)
    mark = engine.mark()
    if variable is not None:
        engine.narrow(candidates.variables[variable], bits)
    labeling = parse_labeling(("dom_wdeg",))
    search = Search(engine, everything, len(everything), labeling, None, None)
    found = [v.bits for v in everything] if search.advance() else None
    engine.undo(*mark)
    if search.stopped:
        raise Stopped
    return found, max(search.nodes, 1)
