"""Rows drawn from a catalogue without repetition, in an order that the seed decides."""

from dataclasses import dataclass
from functools import lru_cache

from quincunx._support.text import amount
from quincunx.families.base.catalogue import Catalogue
from quincunx.families.base.documents import body_of, from_body
from quincunx.making.generator import AcceptedPuzzle
from quincunx.making.requests import Request
from quincunx.solving import solve


@dataclass(frozen=True)
class CatalogueSampler:
    """The fitting puzzles of a catalogue, as places in it in the order in which they are drawn."""

    request: Request
    seed: int
    listed: Catalogue
    order: list[int]

    @classmethod
    def of(cls, request: Request, seed: int) -> "CatalogueSampler | None":
        """Return the sampler of a request, or `None` if there is no complete catalogue."""
        listed = request.listed
        if listed is None:
            return None
        order = request.order(seed, len(request.fitting))
        # Comparing bodies with all forms of the few unwanted puzzles is quicker than computing the
        # canonical form of every listed one.
        unwanted = {
            form
            for body in request.unwanted
            for form in request.maker.forms(from_body(request.family, body))
        }
        if unwanted:
            order = [at for at in order if body_of(request.fitting[at].puzzle) not in unwanted]
        return cls(request, seed, listed, order)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.order)

    @property
    def is_exhaustive(self) -> bool:
        """Whether no puzzle outside the sampler satisfies the request.

        Puzzles that are too hard may satisfy it with more givens, where the family can add some.
        """
        return not (self.request.maker.others(self.request.parameters) or self.request.can_ease)

    def is_past_end(self, row: int) -> bool:
        """Whether there is no such row, in the catalogue or outside."""
        return row >= len(self) and self.is_exhaustive

    @property
    def exhausted_message(self) -> str:
        """What to report for a row after the last one."""
        count = len(self.order)
        holds = f"the catalogue of {self.listed.enumeration.name} puzzles holds "
        fitting = len(self.request.fitting)
        only_published = not self.request.published and not self.request.excluded
        if not count and fitting and only_published:
            return f"{holds}{fitting:,}, all of them published; --published includes them"
        if not count:
            return f"{holds}none of these, and is complete"
        return f"{holds}{amount(count, 'such puzzle')}, and there are no others"

    def draw(self, row: int) -> AcceptedPuzzle:
        """Return the puzzle of a row, rotated and moved at random."""
        entry = self.request.fitting[self.order[row]]
        dice = self.request.dice(self.seed, row)
        puzzle = self.request.maker.placed(self.request.parameters, entry.puzzle, dice)
        solution = entry.solution if puzzle == entry.puzzle else solve(puzzle).solution
        return AcceptedPuzzle(puzzle, solution, entry if entry.grade else None)


@lru_cache(maxsize=64)
def complete_list(request: Request) -> CatalogueSampler | None:
    """Return a sampler of all puzzles that satisfy a request, `None` if not all are listed."""
    sampler = CatalogueSampler.of(request, 0)  # the seed only affects the order
    return sampler if sampler is not None and sampler.is_exhaustive else None
