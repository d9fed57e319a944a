"""Rows that are drawn from a complete list, as lots are: none twice, in an order of the seed.

Vocabulary:
  lot  a puzzle of a catalogue that is what was asked for
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from quincunx.families.base.catalogue import Catalogue
from quincunx.families.base.documents import body_of, from_body
from quincunx.making.requests import Request
from quincunx.making.requirements import Judgement
from quincunx.making.rows import Kept
from quincunx.solving import solve


@dataclass(frozen=True)
class Lots:
    """All lots of a request, in the order in which they are drawn. Where the hardest of some is
    asked for, so many are drawn for each row."""

    request: Request
    seed: int
    catalogue: Catalogue
    fitting: Catalogue
    order: list[int]

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.order) // self.request.wishes.hardest

    @property
    def all(self) -> bool:
        """Whether there is nothing else: puzzles that are too hard may become what was asked for
        when they give more away, where a family has a way to."""
        request = self.request
        if request.maker.others(request.parameters):
            return False
        if not request.wishes.bounded or not self.catalogue:
            return True
        entry = self.catalogue[0]
        easier = request.maker.easier(request.parameters, entry.puzzle, entry.solution, Random(0))
        if easier is None:
            return True
        judgements = map(Judgement.listed, self.catalogue)
        return not any(map(request.wishes.too_hard, judgements))

    @property
    def the_end(self) -> str:
        """What is said when there are no more."""
        count, each = len(self.order), self.request.wishes.hardest
        holds = f"the catalogue of {self.fitting.enumeration.name} puzzles holds "
        unwanted = len(self.fitting)
        if not count and unwanted and not self.request.published and not self.request.excluded:
            all_of_them = {1: "1, published", 2: "2, both published"}
            told = all_of_them.get(unwanted, f"{unwanted:,}, all of them published")
            return f"{holds}{told}; --published includes them"
        if not count:
            return f"{holds}none of these, and is complete"
        such = "1 such puzzle" if count == 1 else f"{count:,} such puzzles"
        besides = unwanted - count
        if besides and not self.request.published and not self.request.excluded:
            were = "was" if besides == 1 else "were"
            such += f" besides {besides:,} that {were} published"
        of_each = f", {each} to a row" if each > 1 else ""
        return f"{holds}{such}{of_each}, and this was the last"

    def behind(self, row: int) -> str:
        """What is said of a row behind the last."""
        rows = len(self)
        if not rows:
            return self.the_end
        last = self.the_end.removesuffix("this was the last")
        return f"{last}row {row:,} lies behind the last, row {rows - 1:,}"

    def drawn(self, row: int) -> Kept:
        """The puzzle of a row, turned and moved as the dice say."""
        each = self.request.wishes.hardest
        places = self.order[row * each : (row + 1) * each]
        entry = max((self.fitting[place] for place in places), key=lambda entry: entry.score)
        dice = self.request.dice(self.seed, row)
        puzzle = self.request.maker.placed(self.request.parameters, entry.puzzle, dice)
        solution = entry.solution if puzzle == entry.puzzle else solve(puzzle).solution
        return Kept(puzzle, solution, Judgement.listed(entry) if entry.grade else None)


def lots_of(request: Request, seed: int) -> Lots | None:
    """The lots of a request, where there is a complete list."""
    # Catalogues hold puzzles with one solution, and none of the others.
    catalogue = request.maker.catalogue(request.parameters) if request.unique else None
    if catalogue is None or (request.wishes.judged and not catalogue.graded):
        return None
    wishes, maker = request.wishes, request.maker
    fitting = catalogue
    if wishes.bounded:
        fitting = catalogue.those(lambda entry: wishes.fit(Judgement.listed(entry)))
    order = request.order(seed, len(fitting))
    unwanted = request.unwanted
    if 0 < len(unwanted) < len(fitting):
        # A listed puzzle is one of its own forms: all forms of the few unwanted ones are found
        # sooner than the canonical form of every listed one.
        puzzles = (from_body(request.family, body) for body in unwanted)
        forms = {form for puzzle in puzzles for form in maker.forms(puzzle)}
        order = [at for at in order if body_of(fitting[at].puzzle) not in forms]
    elif unwanted:
        order = [at for at in order if maker.canonical(fitting[at].puzzle) not in unwanted]
    return Lots(request, seed, catalogue, fitting, order)
