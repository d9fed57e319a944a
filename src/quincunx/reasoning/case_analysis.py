"""Refutes a value by assuming it, which is a case, or else by search.

A wave is one deduction by every rule that has new information; the next wave builds on it. The
depth of a case is the number of waves from the assumption to the contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import inf, log2

from quincunx.cp.kernel.deduction import Change, open_variables, run_alone
from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import Variable
from quincunx.cp.kernel.search import Search
from quincunx.cp.limits import Stopped
from quincunx.cp.options import parse_labeling
from quincunx.cp.words.techniques import CASES, SEARCH
from quincunx.reasoning.candidates import Bits, Candidates, Case, Link, Move, Rule
from quincunx.reasoning.evidence import MAX_LINKS

SHALLOWEST = 2
"""The smallest depth of a case; shallower contradictions are deduced from one rule."""
MAX_DEPTH, USUAL_DEPTH, EASY_DEPTH = 8, 5, 3
"""The largest depth that a person follows, that of cases on routes if there are any, and that
which is followed without effort."""
EFFORT_PER_WAVE = 1.0
"""Effort of each wave beyond the shallowest depth."""
FEW_VALUES, FEW_ON_ROUTES = 24, 8
"""Cells with more candidates are tried only if all open cells have more."""
MAX_VALUES_IN_CASES = 100
"""Cells with more candidates are never tried."""
ASSUMPTION_COST, EARLIER_COST, DEEP_COST = 3, 2, 8
"""Costs of assuming a value, of a cell with other candidates than at first, and of a wave beyond
`EASY_DEPTH`, in links of a case or in values that they list."""


def effort_of_case(candidates: Candidates, depth: int) -> float:
    """The effort of following a case of this depth and of finding it among all candidates."""
    left = sum([v.bits.bit_count() for v in open_variables(candidates.variables)])
    return round(CASES.effort + EFFORT_PER_WAVE * (depth - SHALLOWEST) + log2(1 + left), 1)


def moves_by_cases(candidates: Candidates, within: float) -> list[Move]:
    """The moves by the shallowest cases, if their effort is at most `within`."""
    for depth, trials in _refuted(candidates, within, _assumptions(candidates)):
        # The first wave refutes what one rule does by itself; that is no case.
        if depth >= SHALLOWEST and trials:
            effort = effort_of_case(candidates, depth)
            # Most are never put into words, so their links are found when they are.
            return [_move(candidates, Case(t.variable, t.bit, ()), effort, depth) for t in trials]
    return []


def cases_about_a_cell(candidates: Candidates, within: float, every: bool = False) -> list[Move]:
    """The moves by cases about the cell whose cases yield most for what they cost.

    None takes more effort than `within`, or more than `USUAL_DEPTH` waves if there are others. If
    they refute all values of the cell, the last move is a contradiction. With `every`, only such
    cells count.
    """
    about: dict[int, list[_Trial]] = {}
    choices: list[list[_Trial]] = []
    for depth, failed in _refuted(candidates, within, _assumptions(candidates, FEW_ON_ROUTES)):
        trials = [trial for trial in failed if trial.has_case()]
        for trial in trials:
            about.setdefault(trial.variable, []).append(trial)
        choices = [trials for trials in about.values() if trials[-1].depth >= SHALLOWEST]
        if choices and depth >= USUAL_DEPTH and not every:
            break
    size = [variable.bits.bit_count() for variable in candidates.variables]
    if every:
        choices = [trials for trials in choices if len(trials) == size[trials[0].variable]]
    else:
        short = [[t for t in trials if len(t.case().links) <= MAX_LINKS] for trials in choices]
        choices = [some for some in short if some and some[-1].depth >= SHALLOWEST] or choices
    if not choices:
        return []
    chosen = max(choices, key=partial(_worth, candidates))
    effort = effort_of_case(candidates, chosen[-1].depth)
    moves = [_move(candidates, trial.case(), effort, trial.depth) for trial in chosen]
    if len(moves) == size[chosen[0].variable]:
        moves[-1] = moves[-1].as_contradiction()
    return moves


def _refuted(
    candidates: Candidates, within: float, assumed: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, list[_Trial]]]:
    """The trials of assumed values, as variable and bit, that fail at each depth, from 1 to the
    deepest whose effort is `within`."""
    trials = [_Trial(candidates, variable, bit) for variable, bit in assumed]
    for depth in range(1, MAX_DEPTH + 1):
        effort = effort_of_case(candidates, max(depth, SHALLOWEST)) if within < inf else 0.0
        if effort > within or not trials:
            return
        failed = {trial: trial.advance() for trial in trials}
        trials = [trial for trial in trials if not failed[trial] and trial.waiting]
        yield depth, [trial for trial, fails in failed.items() if fails]


def _worth(candidates: Candidates, trials: Sequence[_Trial]) -> float:
    """What follows from refuting some values of a cell, compared with what the cases cost."""
    variable = candidates.variables[trials[0].variable]
    left = variable.bits & ~sum(trial.bit for trial in trials)
    cost = _cost(candidates, [trial.case() for trial in trials])
    cost += sum([DEEP_COST * max(0, trial.depth - EASY_DEPTH) for trial in trials])
    before = _open_choices(candidates)
    with candidates.tentatively() as engine:
        is_possible = left and engine.narrow(variable, left) and engine.propagate()
        return (before - (_open_choices(candidates) if is_possible else 0.0)) / cost


def _cost(candidates: Candidates, cases: Sequence[Case]) -> int:
    """About how long cases of one cell are in words."""
    links = [link for case in cases for link in case.links]
    changes = [change for link in links for change in link.changes]
    listed = sum([min(change.gone.bit_count(), change.after.bit_count()) for change in changes])
    scope = {index for link in links for index in link.rule.scope} - {cases[0].variable}
    earlier = sum([candidates.variables[at].bits != candidates.initial[at] for at in scope])
    return ASSUMPTION_COST * len(cases) + len(links) + listed + EARLIER_COST * earlier


def _open_choices(candidates: Candidates) -> float:
    """The logarithm to base 2 of the number of ways to choose a value for each variable."""
    return sum(log2(variable.bits.bit_count()) for variable in candidates.variables)


def refute(candidates: Candidates, variable: int, bit: int) -> Move | None:
    """The move by a case that refutes one value, a contradiction if it is the only one left; None
    if there is no such case, or if the value is gone already."""
    assumed = [(variable, bit)] if candidates.variables[variable].bits & bit else []
    for depth, trials in _refuted(candidates, inf, assumed):
        for trial in trials:
            if trial.has_case():
                return _move(candidates, trial.case(), effort_of_case(candidates, depth), depth)
    return None


def _assumptions(candidates: Candidates, most: int = FEW_VALUES) -> Iterator[tuple[int, int]]:
    """The values to try, as variable and bit: those of cells with few candidates, if any."""
    open_ones = [v for v in candidates.variables if 1 < v.bits.bit_count() <= MAX_VALUES_IN_CASES]
    few = [variable for variable in open_ones if variable.bits.bit_count() <= most]
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
        self.rules: list[Rule] = []
        """The rules by which something was deduced, in order."""
        self.depth = 0
        self.waiting = {*candidates.rules_of[variable]}
        self._case: Case | None = None

    def advance(self) -> bool:
        """Deduce one more wave; return whether a contradiction was found."""
        self.depth += 1
        wave = partial(self.candidates.wave, self.waiting)
        found, news, self.waiting = self.candidates.assuming(self.bits, wave)
        self.rules += found
        self.bits = self.bits | (news or {})
        # Two rules may leave a cell no value between them.
        return news is None or not all(news.values())

    def has_case(self) -> bool:
        """Whether these rules lead to the contradiction when they are used one after the other; a
        rule may find less when another has left fewer values."""
        # Compiled, a `cached_property` would be computed again each time.
        if self._case is None:
            self._case = _case(self.candidates, self.variable, self.bit, self.rules, True)
        return self._case is not None

    def case(self) -> Case:
        """The shortest case by these rules."""
        assert self._case is not None, "no case was looked for"
        return self._case


def _move(candidates: Candidates, case: Case, effort: float, depth: int) -> Move:
    """The move by a case that was found at this depth."""
    bits = candidates.variables[case.variable].bits
    change = Change(case.variable, bits, bits & ~case.bit)
    rules = tuple(dict.fromkeys([link.rule for link in case.links]))
    again = partial(_again, candidates, case, depth)
    return Move(CASES, effort, rules, (change,) if change.after else (), again=again, case=case)


def _again(candidates: Candidates, case: Case, depth: int) -> Move | None:
    """The move by a case in the current state, by the same rules if they refute its value there."""
    if not candidates.variables[case.variable].bits & case.bit:
        return None
    if found := _case(candidates, case.variable, case.bit, [link.rule for link in case.links]):
        return _move(candidates, found, effort_of_case(candidates, depth), depth)
    return refute(candidates, case.variable, case.bit)


def _case(
    candidates: Candidates, variable: int, bit: int, rules: Sequence[Rule], shortest: bool = False
) -> Case | None:
    """The case in which these rules are used one after the other, up to a contradiction; None if
    they do not lead to one. The `shortest` one is without the rules that the others can do without.
    """
    follow = partial(_shortest if shortest else _links, candidates, rules)
    everything = {v.index: v.bits for v in candidates.variables}
    links = candidates.assuming({**everything, variable: bit}, follow)
    return Case(variable, bit, tuple(links)) if links and not links[-1].changes else None


def _links(candidates: Candidates, rules: Iterable[Rule]) -> list[Link]:
    """What these rules deduce one after the other, up to a contradiction, as links, which are
    applied."""
    variables, links = candidates.variables, list[Link]()
    for rule in rules:
        changes = rule.deduce()
        if changes != ():
            known = {index: variables[index].bits for index in rule.scope}
            links.append(Link(rule, known, changes or ()))
        if changes is None:
            break
        for change in changes:
            variables[change.variable].bits = change.after
    return links


def _shortest(candidates: Candidates, rules: Sequence[Rule]) -> list[Link]:
    """The links to a contradiction without those that the later ones can do without."""
    *earlier, last = _links(candidates, rules)
    kept = [last]
    for link in reversed(earlier):
        _undo(candidates, link)
        scope = {index for later in kept for index in later.rule.scope}
        if scope.isdisjoint([change.variable for change in link.changes]):
            continue
        without = _links(candidates, [later.rule for later in kept])
        for later in reversed(without):
            _undo(candidates, later)
        kept = without if without and not without[-1].changes else [link, *kept]
    return kept


def _undo(candidates: Candidates, link: Link) -> None:
    for change in link.changes:
        candidates.variables[change.variable].bits = change.before


def moves_by_search(candidates: Candidates) -> Iterator[Move]:
    """The moves by search: cells with the fewest candidates of which only one is in a solution.

    There are none if every open cell has several values that are part of a solution, or if a rule
    has a look that finds the same. If there is no solution, the only move is a contradiction.
    """
    if any(look.technique is SEARCH for rule in candidates.rules for look in rule.looks):
        return
    by_search = partial(Move, SEARCH, SEARCH.effort, tuple(candidates.rules))
    seen, tried = _search(candidates)
    if seen is None:
        yield by_search((), tried=tried)
        return
    fewest = inf
    for variable in sorted(open_variables(candidates.variables), key=lambda v: v.bits.bit_count()):
        values, only = variable.bits.bit_count(), seen[variable.index]
        if values > fewest:
            return
        if single(only):
            found, tried = _search(candidates, variable, variable.bits & ~only)
            if found is None:
                fewest = float(values)
                yield by_search((Change(variable.index, variable.bits, only),), tried=tried)
            else:
                seen = [bits | also for bits, also in zip(seen, found, strict=True)]


def is_solvable(candidates: Candidates) -> bool:
    """Whether a solution exists in the current state."""
    if not all(variable.bits for variable in candidates.variables):
        return False
    with candidates.tentatively() as engine:
        propagators = [
            propagator for rule in candidates.rules for propagator in rule.deduce.propagators
        ]
        return run_alone(engine, propagators) and _search(candidates)[0] is not None


def _search(
    candidates: Candidates, variable: Variable | None = None, bits: int = 0
) -> tuple[list[int] | None, int]:
    """A solution, in which a variable has one of these values, and the number of positions
    searched."""
    everything, proven = list(candidates.variables), candidates.solution.items()
    labeling = parse_labeling(("dom_wdeg",))
    with candidates.tentatively() as engine:
        if variable is not None:
            engine.narrow(variable, bits)
        if not all(engine.narrow(everything[v], everything[v].bits & only) for v, only in proven):
            return None, 1
        search = Search(engine, everything, len(everything), labeling, None, None)
        found = [v.bits for v in everything] if search.advance() else None
    if search.stopped:
        raise Stopped
    return found, max(search.nodes, 1)
