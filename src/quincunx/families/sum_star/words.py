"""The words of a Sum Star: reasons in explanations, the rule book, and the briefing."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.distinct_sum.words import DistinctSumWords
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, listed, reason_of, sentence_of
from quincunx.cp.words.techniques import TOO_MUCH, Technique
from quincunx.cp.words.ways import Known
from quincunx.families import RuleEntry
from quincunx.families.base.rule_book import given_rules
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import CELLS, X, cell_name, facing_triangles, letters
from quincunx.families.sum_star.reasoning import (
    NEXT_TO_X,
    SUMS,
    X_PATTERNS,
    AroundTriangle,
    XPattern,
)


def briefing(puzzle: SumStar) -> str:
    """What a reader who sees only text must know beside the rules.

    That is how cells are numbered, which of them touch, and the cells around each black triangle.
    """
    facing = [f"{cell_name(a)} with {cell_name(b)}" for a, b in facing_triangles(puzzle.places)]
    last = letters(len(puzzle.stars))
    called = (
        "The dodecagon is called A" if last == "A" else f"The dodecagons are called A to {last}"
    )
    around = []
    for black in puzzle.triangles:
        number = black.number
        sums = "no number is given, only no digit repeats" if number is None else f"sum {number}"
        around.append(f"- {' '.join(map(cell_name, black.cells))}: {sums}")
    return "\n".join(
        (
            "Each dodecagon has a ring of 12 cells, numbered 1 to 12 clockwise from the one at the "
            "top, and a hexagon in the middle, cell 13. Odd cells of the ring are squares, even "
            "ones triangles. Neighbours in the ring share an edge (12 and 1, too), and so do the "
            "hexagon and each square, and two triangles that face each other: "
            f"{listed(facing, 'and', len(facing)) or 'there are none here'}. "
            f"{called} in the order of the data, and A4 is cell 4 of A. In data, "
            '"at" counts steps to the right and to the lower right.',
            "Outside each square stands a black triangle. These are the cells around each:",
            *around,
            "In the drawing · is a cell to be filled. In the answer X is written as 0.",
        )
    )


def rule_book(puzzle: SumStar) -> Iterator[RuleEntry]:
    """The rules of one puzzle: of each dodecagon, between dodecagons, and the givens.

    >>> from quincunx.families import parse
    >>> two = rule_book(parse("sum-star:0.0=6,6,6,6,6,6/1.0=6,6,6,6,6,6"))
    >>> [rule.id for rule in two][:8]
    ['contents A', 'contents B', 'X of A', 'X of B', 'edge A4 B10', \
'triangle A1', 'triangle A3 B11', 'triangle A5 B9']
    """
    for kind, sentence in (
        ("contents", "Dodecagon {} holds every digit from 1 to 9 once and X four times."),
        ("X of", "No two X of dodecagon {} share an edge."),
    ):
        for d in range(1, len(puzzle.stars) + 1):
            cells = tuple((d, c) for c in CELLS)
            yield RuleEntry(f"{kind} {letters(d)}", sentence.format(letters(d)), cells)
    for edge in facing_triangles(puzzle.places):
        one, other = map(cell_name, edge)
        yield RuleEntry(f"edge {one} {other}", f"{one} and {other} are not both X.", edge)
    for black in puzzle.triangles:
        sums = "" if black.number is None else f"sum to {black.number}, and "
        among = "no digit repeats among them." if sums else "hold no digit twice."
        sentence = f"The cells around the {black.rule.replace(' ', ' at ', 1)} {sums}{among}"
        yield RuleEntry(black.rule, sentence, black.cells)
    yield from given_rules(puzzle)


class StarPhrases(Phrases):
    """The phrases of explanations."""

    nothing: ClassVar[str] = "X"
    explains_contradictions: ClassVar[bool] = True
    techniques: ClassVar[tuple[Technique, ...]] = (NEXT_TO_X, SUMS, X_PATTERNS)

    def __init__(self, puzzle: SumStar | None = None) -> None:
        """They are the same for all puzzles."""

    def opening(self) -> str:
        return "Lists of what makes a sum leave out digits that a dodecagon has already."

    def places(self, variables: Sequence[Variable]) -> str:
        return listed([variable.name for variable in variables], "and", 99)

    def remark(
        self, rules: Sequence[Constraint], known: Known, cells: Sequence[Variable], count: int
    ) -> str:
        """Says that X do not touch, where there are more ways otherwise."""
        rules = [rule for rule in rules if not isinstance(rule, XPattern)]
        numbers = [r.numbers if isinstance(r, AroundTriangle) else r for r in rules]
        return ", as no two X touch" * (len(self.find_ways(numbers, known, cells, count)) > count)

    def technique(self, technique: Technique, constraint: Constraint) -> Technique | None:
        return SUMS if technique is TOO_MUCH else technique

    def glance(self, deduction: Deduction) -> str:
        around = deduction.constraint
        beside = beside_x(around, deduction, self) if isinstance(around, AroundTriangle) else ""
        return beside or super().glance(deduction).removeprefix("the ")


@reason_of.register(AroundTriangle)
def around_reason(around: AroundTriangle, deduction: Deduction, phrases: Phrases) -> str:
    """X that touch, or different digits, with a sum if there is one."""
    numbers = around.numbers
    if beside := beside_x(around, deduction, phrases):
        return beside
    if isinstance(numbers, AllDifferent):
        return reason_of(numbers, deduction, phrases)
    return DistinctSumWords(numbers, deduction, phrases, around, around.neighbours()).reason()


@sentence_of.register(AroundTriangle)
def around_sentence(around: AroundTriangle, deduction: Deduction, phrases: Phrases) -> str:
    numbers = around.numbers
    if isinstance(numbers, AllDifferent) or beside_x(around, deduction, phrases):
        return ""
    return DistinctSumWords(numbers, deduction, phrases, around, around.neighbours()).sentence()


def beside_x(around: AroundTriangle, deduction: Deduction, phrases: Phrases) -> str:
    """The X beside cells that are no X for that reason; empty if that explains not all."""
    pairs = around.neighbours()
    both = [*pairs, *(pair[::-1] for pair in pairs)]
    near = {v: {beside for one, beside in both if one is v} for v in around.variables}
    held = {v for v in around.variables if tuple(deduction.known[v]) == (X,)}
    if deduction.contradicts:
        clash = [v for v in around.variables if v in held and held & near[v]]
        return f"{phrases.places(clash)} touch and are X" if clash else ""
    changed = list(deduction.left)
    if any(deduction.refuted(v) != [X] or not held & near[v] for v in changed):
        return ""
    used = [v for v in around.variables if v in held and near[v].intersection(changed)]
    return f"{phrases.places(used)} {'is' if len(used) == 1 else 'are'} X"
