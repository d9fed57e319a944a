"""One row of a series, made from nothing but the request, the seed and its number.

Vocabulary:
  row        a puzzle of a series, by its number
  stream     the puzzles that could be a row, in the order in which they are tried
  kept       a puzzle that is what was asked for
  trimming   taking givens away again that a puzzle of its grade can do without
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from quincunx.cp.limits import Stopped
from quincunx.cp.model import Model
from quincunx.families import AnyPuzzle
from quincunx.making.requests import Request
from quincunx.making.requirements import Judgement
from quincunx.making.variants import KernelPrepared
from quincunx.solving import solve

PROOF_NODES = 2_000_000
"""A puzzle whose proof takes more nodes than this is not worth it."""
MOST_GIVEN_AWAY = 100
"""So often at most a puzzle gives a little more away to become easier."""


class Effort:
    """What was tried for one row, and whether to go on.

    After `patience` tries, or when `stop` says so, `Stopped` is raised; `ended` says why.
    """

    def __init__(self, patience: int, called_off: Callable[[], str]) -> None:
        self.patience = patience
        self.tried = 0
        self.nearness = ""
        self.ended = ""
        self._called_off = called_off

    def stop(self) -> bool:
        """Whether it is time to stop; `ended` says why."""
        self.ended = self.ended or self._called_off()
        return bool(self.ended)

    def attempt(self) -> None:
        """One more try begins, if it may."""
        if self.tried == self.patience:
            tries = "1 try" if self.patience == 1 else f"{self.patience:,} tries"
            self.ended = f"no puzzle in {tries}"
        if self.stop():
            raise Stopped
        self.tried += 1
        self.nearness = ""

    def near(self, text: str) -> None:
        """How near the last try is to a puzzle."""
        self.nearness = text
        if self.stop():
            raise Stopped


class Workbench:
    """See `quincunx.families.base.maker.Bench`."""

    def __init__(self, request: Request, dice: Random, effort: Effort) -> None:
        self.request = request
        self.dice = dice
        self.unique = request.unique
        self.grade = request.grade
        self.choosy = request.wishes.judged
        self.effort = effort
        self.attempt = effort.attempt
        self.near = effort.near

    def prepare(self, model: Model, labeling: Sequence[str] = ()) -> KernelPrepared:
        """A model made ready for many searches."""
        return KernelPrepared(model, labeling, self.effort.stop)


@dataclass(frozen=True)
class Kept:
    """A puzzle that is what was asked for, with the grader's judgement where one was needed."""

    puzzle: AnyPuzzle
    solution: Any
    judgement: Judgement | None = None


def searched(request: Request, seed: int, index: int, effort: Effort) -> Kept:
    """The row of this number: the first puzzle of its stream, or the hardest of some first ones."""
    bench = Workbench(request, request.dice(seed, index), effort)
    found = list(islice(_kept(bench), request.wishes.hardest))
    if len(found) < request.wishes.hardest:
        effort.ended = "nothing more is proposed"
        raise Stopped
    return max(found, key=lambda kept: kept.judgement.score if kept.judgement else 0.0)


def _kept(bench: Workbench) -> Iterator[Kept]:
    """The puzzles of a stream that are what was asked for, none of them twice."""
    request, effort = bench.request, bench.effort
    maker = request.maker
    unwanted = set(request.unwanted)
    looked_at = effort.tried
    for proposal in maker.proposals(request.parameters, bench):
        if effort.tried == looked_at:
            effort.attempt()
        looked_at = effort.tried
        kept = _looked_at(proposal, bench)
        if kept is not None and (form := maker.canonical(kept.puzzle)) not in unwanted:
            unwanted.add(form)
            yield kept


def _looked_at(proposal: AnyPuzzle, bench: Workbench) -> Kept | None:
    """What a proposal becomes, if it becomes what was asked for."""
    solution = _solution(proposal, bench)
    if solution is None:
        return None
    wishes = bench.request.wishes
    if not wishes.judged:
        return Kept(proposal, solution)
    if not wishes.bounded:
        return Kept(proposal, solution, judged(proposal, bench.effort))
    return _fitted(Kept(proposal, solution), bench)


def _solution(puzzle: AnyPuzzle, bench: Workbench) -> Any:
    """The solution of a proposal, if it has one, and no other where that matters."""
    stop = bench.effort.stop
    found = solve(puzzle, limit=2 if bench.unique else 1, node_limit=PROOF_NODES, cancel=stop)
    if not found.complete and stop():
        raise Stopped
    wanted = found.verdict == "unique" if bench.unique else found.count == 1
    return found.solutions[0] if wanted else None


def judged(puzzle: AnyPuzzle, effort: Effort, at_most: str | None = None) -> Judgement:
    """What the grader says of a puzzle; it need not say how much harder than `at_most` one is."""
    from quincunx.reasoning import grade

    found = grade(puzzle, at_most=at_most, cancel=effort.stop)
    if not found.complete:
        effort.stop()
        raise Stopped
    return Judgement.of(found)


def _fitted(kept: Kept, bench: Workbench) -> Kept | None:
    """The puzzle with just so much more given away that it is what was asked for."""
    wishes = bench.request.wishes

    def look(puzzle: AnyPuzzle) -> Judgement:
        found = judged(puzzle, bench.effort, wishes.at_most)
        bench.near(f"one was {found.grade or f'harder than {wishes.at_most}'}")
        return found

    found = look(kept.puzzle)
    if not wishes.too_hard(found):
        return None if wishes.too_easy(found) else Kept(kept.puzzle, kept.solution, found)
    # More and more is given away; somewhere in between it becomes easy enough.
    steps = list(islice(_easier(kept, bench), MOST_GIVEN_AWAY))
    low, high = 0, len(steps)
    best: tuple[AnyPuzzle, Judgement] | None = None
    while low < high:
        middle = (low + high) // 2
        found = look(steps[middle])
        if wishes.too_hard(found):
            low = middle + 1
        else:
            high = middle
            best = steps[middle], found
    if best is None or wishes.too_easy(best[1]):
        return None
    return _trimmed(Kept(best[0], kept.solution, best[1]), bench, look)


def _easier(kept: Kept, bench: Workbench) -> Iterator[AnyPuzzle]:
    """The puzzle with more and more given away, as long as there is more."""
    parameters, maker = bench.request.parameters, bench.request.maker
    puzzle: AnyPuzzle | None = kept.puzzle
    while puzzle is not None:
        puzzle = maker.easier(parameters, puzzle, kept.solution, bench.dice)
        if puzzle is not None:
            yield puzzle


def _trimmed(kept: Kept, bench: Workbench, look: Callable[[AnyPuzzle], Judgement]) -> Kept:
    """The puzzle without the givens that one which is what was asked for can do without."""
    parameters, maker = bench.request.parameters, bench.request.maker
    needed: set[object] = set()
    while True:
        fewer = maker.thinner(parameters, kept.puzzle)
        open_groups = sorted(group for group in fewer if group not in needed)
        if not open_groups:
            return kept
        group = bench.dice.choice(open_groups)
        needed.add(group)
        if _solution(fewer[group], bench) is not None:
            found = look(fewer[group])
            if bench.request.wishes.fit(found):
                kept = Kept(fewer[group], kept.solution, found)
