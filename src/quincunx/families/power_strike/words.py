"""The words of a Power Strike: reasons in explanations, the rule book, and the briefing."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import ClassVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, listed, sentences_of
from quincunx.cp.words.techniques import TOGETHER, Technique
from quincunx.families import RuleEntry
from quincunx.families.base.rule_book import given_rule
from quincunx.families.base.validation import shown
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.reasoning import (
    MAX_LISTED,
    OTHER,
    TECHNIQUES,
    TEST,
    BoundedStep,
    Layers,
    LeadsOn,
    OnPath,
    RingStep,
    Stretch,
    StretchConstraint,
)

MAX_WORDS = 30
"""Number of words after which a list continues in another sentence."""
MAX_BACKWARDS = 9
"""Maximum number of numbers that are listed backwards from a given."""
MAX_COUNTED = 5_000
"""Larger numbers of numbers are not counted."""
ONLY_DIGIT = "cannot lose its only digit"


def briefing(puzzle: PowerStrike) -> str:
    """What a reader who sees only text must know beside the rules."""
    zeros = (
        "This board says so: 2057 must not lose its 2."
        if puzzle.forbids_leading_zeros
        else "This board does not say so: zeros in front vanish, and 2057 may become 57."
    )
    return (
        f"{zeros} What is left of a removal is a positive number: 7 cannot lose its only digit, "
        "and 10 cannot lose its 1. Numbers may be as large as you like, and may repeat. The "
        f"multiplier is {shown(puzzle.multiplier)}. The cells are numbered clockwise, and cell 1 "
        "is the first of the data and stands at the top left of the drawing."
    )


def rule_book(puzzle: PowerStrike) -> Iterator[RuleEntry]:
    """The rules of one puzzle: the steps clockwise from cell 1, and the givens.

    >>> from quincunx.families import parse
    >>> [rule.id for rule in rule_book(parse("power-strike:2:6,_,_"))]
    ['step 1-2', 'step 2-3', 'step 3-1', 'given 1']
    """
    so_that = " that leaves no zero in front" if puzzle.forbids_leading_zeros else ""
    for before in range(1, len(puzzle.ring) + 1):
        after = before % len(puzzle.ring) + 1
        sentence = (
            f"Cell {after} is cell {before} times {shown(puzzle.multiplier)}, "
            f"or cell {before} with one digit removed{so_that}."
        )
        yield RuleEntry(f"step {before}-{after}", sentence, ((before,), (after,)))
    for number, given in enumerate(puzzle.ring, 1):
        if given is not None:
            yield given_rule((number,), f"Cell {number}", shown(given), str(number))


class StrikePhrases(Phrases):
    """The phrases of explanations of one puzzle.

    Deductions of one kind are combined into one step: new lists, and removals from lists.
    """

    techniques: ClassVar[tuple[Technique, ...]] = TECHNIQUES

    def __init__(self, puzzle: PowerStrike) -> None:
        self.graph = puzzle.graph

    def value(self, variable: Variable, value: int) -> str:
        text = super().value(variable, value)
        return text if len(text) <= 24 else f"{text[:10]}…{text[-10:]}"

    def predicate(self, variable: Variable, known: Sequence[int], left: Sequence[int]) -> str:
        return self.possible(variable, left)

    def possible(self, variable: Variable, values: Iterable[int], last: str = "or") -> str:
        """Enumerates numbers.

        >>> from quincunx.families import parse
        >>> phrases = StrikePhrases(parse("power-strike:2:6,_,_"))
        >>> phrases.possible(Variable(0, "cell 2", range(9), other=-1), (1, 2, 3, 24))
        '1, 2, 3 or 24'
        """
        return listed([self.value(variable, n) for n in sorted(values)], last, MAX_LISTED)

    def technique(self, technique: Technique, constraint: Constraint) -> Technique | None:
        # Steps that share cells say no more together than one after the other.
        return None if technique is TOGETHER else technique

    def section(self, constraint: Constraint) -> int:
        return constraint.stretch.places[0] if isinstance(constraint, StretchConstraint) else 0

    def step_key(self, deduction: Deduction) -> str:
        if isinstance(deduction.constraint, OnPath):
            return "search"
        return "list" if _makes_list(deduction) else "shorten"

    def sentence(self, deduction: Deduction) -> str:
        if deduction.contradicts:
            return f"{self.reason(deduction)}."
        return self.together([deduction])

    def together(self, deductions: Sequence[Deduction]) -> str:
        if _makes_list(deductions[0]):
            return self._lists(deductions)
        alike: dict[Variable, list[Deduction]] = {}
        by_steps: list[Deduction] = []
        for one in deductions:
            if isinstance(one.constraint, RingStep):
                by_steps.append(one)
            else:
                alike.setdefault(one.constraint.variables[0], []).append(one)
        texts = [self._followed(same) for same in alike.values()]
        if by_steps:
            told = {v for same in alike.values() for one in same for v in one.left}
            texts.append(self._back(by_steps, told))
        return " ".join(texts)

    def reason(self, deduction: Deduction) -> str:
        constraint = deduction.constraint
        if not isinstance(constraint, RingStep):
            none = [self._near(deduction)] if deduction.contradicts and _is_near(constraint) else []
            return ". ".join([*self._onwards([deduction]), *none])
        before, after = constraint.variables[:2]
        number = deduction.value(before)
        first = f"of {self.place(before)}'s numbers"
        if deduction.contradicts or after not in deduction.left:
            some = f"{first} {'none leads' if deduction.contradicts else 'not all lead'}"
            some = some if number is None else f"{self.value(before, number)} does not lead"
            return capitalised(f"{some} to {self._goal(deduction, after)}")
        first = f"each {first}" if number is None else self.value(before, number)
        if number is not None and number < 10:
            return f"{first} {ONLY_DIGIT}"
        return f"{capitalised(first)} is multiplied by {self.graph.multiplier}, or loses a digit"

    # Lists that are made forwards.

    def _lists(self, deductions: Sequence[Deduction]) -> str:
        """What each cell can be, from the first on that has a list now."""
        parts: list[str] = []
        made: set[Variable] = set()
        left_out: list[tuple[int, Iterable[int]]] = []
        for one in deductions:
            constraint = one.constraint
            assert isinstance(constraint, RingStep)
            stretch = constraint.stretch
            before, after = constraint.variables[:2]
            is_one_of = f"{self.place(after)} is {self.possible(after, one.left[after])}"
            number = one.value(before)
            if number is not None and number < 10:
                same = bool(parts) and ONLY_DIGIT in parts[-1]
                because = f"{self.value(before, number)} {ONLY_DIGIT}, so "
                is_one_of = ("in the same way " if same else because) + is_one_of
            elif before not in made:
                is_one_of = f"after {self._first(one)}, {is_one_of}"
            made.add(after)
            parts.append(is_one_of)
            if isinstance(constraint, BoundedStep):
                left_out.append((constraint.at, one.known[before]))
        why = [f"{text}." for text in self._left_out(stretch, left_out)]
        return " ".join([*sentences_of(parts, MAX_WORDS), *why])

    def _left_out(
        self, stretch: Stretch, numbers: Iterable[tuple[int, Iterable[int]]]
    ) -> list[str]:
        """What is wrong with numbers that follow some numbers of a place, but are left out."""
        gone = {
            (at + 1, after)
            for at, layer in numbers
            for number in layer
            for after in stretch.after(number)
            if not stretch.fits(at + 1, after)
        }
        end, before = shown(stretch.end), stretch.least[-2]
        goal = f"reach {shown(before)} in cell {stretch.places[-2] + 1}"
        small = {(at, number) for at, number in gone if number < stretch.least[at]}
        times, last = self.graph.multiplier, stretch.steps - 1
        wrong = [f"too small to {goal}"] if small else []
        if any(number * times ** (last - at) >= before for at, number in small):
            wrong = [f"too small to lose a digit and {goal} (only multiplied, it misses {end})"]
        wrong += [f"too long to become {end} in time"] if gone - small else []
        return [f"What is left out is {listed(wrong, 'or')}"] if wrong else []

    # Numbers that are followed to the next given.

    def _followed(self, deductions: Sequence[Deduction]) -> str:
        """What is left of one cell's list, and why."""
        last = deductions[-1]
        end = self._near(last) if _is_near(last.constraint) else f"So {self.claims(last)}"
        return ". ".join([*self._onwards(deductions), f"{end}."])

    def _onwards(self, deductions: Sequence[Deduction]) -> list[str]:
        """Why numbers of one cell's list do not become the next given, sentence by sentence."""
        constraint = deductions[-1].constraint
        assert isinstance(constraint, StretchConstraint)
        if not isinstance(constraint, LeadsOn):
            return [self._tried(constraint, deductions[-1])]
        stretch, cell = constraint.stretch, constraint.variables[0]
        before, leads = self._before_end(constraint)
        texts = [capitalised(before)]
        followed: list[tuple[int, Iterable[int]]] = []
        for one in deductions if not constraint.is_near else ():
            for layers in constraint.rows(set(one.known[cell]).difference(one.left.get(cell, ()))):
                numbers = "" if len(texts) > 1 else f"of {self.place(cell)}'s numbers "
                texts += self._row(cell, layers, numbers, leads)
                followed += enumerate(layers[:-1], constraint.at)
        return [*texts, *self._left_out(stretch, followed)]

    def _row(self, cell: Variable, layers: Layers, numbers: str, leads: str) -> Iterator[str]:
        """What follows some numbers of a cell, in one or several sentences."""
        first, *more = [self.possible(cell, layer, "and") or "nothing" for layer in layers]
        text = f"{numbers}{first} {'go' if len(layers[0]) > 1 else 'goes'} on to {more[0]}"
        for each in more[1:]:
            if len(f"{text} {each}".split()) > MAX_WORDS:
                yield capitalised(text)
                text = f"these go on to {each}"
            else:
                text += f", then to {each}"
        yield capitalised(f"{text}: none of these {leads.format('s')}" if layers[-1] else text)

    def _near(self, deduction: Deduction) -> str:
        """Which numbers of a list become the next given within a few steps."""
        constraint = deduction.constraint
        assert isinstance(constraint, LeadsOn)
        cell = constraint.variables[0]
        _, leads = self._before_end(constraint)
        path = [deduction.left.get(v, deduction.known[v]) for v in constraint.variables]
        some = "none" if deduction.contradicts else f"only {self.possible(cell, path[0], 'and')}"
        some = f"of {self.place(cell)}'s numbers {some}"
        if len(deduction.known[cell]) == 1:
            some = f"{self.place(cell)}'s {self.value(cell, path[0][0])}"
        is_one = deduction.contradicts or len(path[0]) == 1
        text = f"{some} {leads.format('s' if is_one else '')}"
        if all(len(numbers) == 1 for numbers in path) and not deduction.contradicts:
            text += f": {' → '.join(self.value(cell, number) for (number,) in path)}"
        else:
            others = {v: left for v, left in deduction.left.items() if v is not cell}
            text += "".join(f"; {self.claim([v], (), left)}" for v, left in others.items())
        return capitalised(text)

    def _before_end(self, constraint: LeadsOn) -> tuple[str, str]:
        """What stands before the next given, and what a number does if it becomes that within a few
        steps, with a gap for the ending of the verb."""
        stretch = constraint.stretch
        graph, end = self.graph, stretch.end
        divided, rest = divmod(end, graph.multiplier)
        cell = f"cell {stretch.places[-2] + 1}"
        put_in = f"{shown(end)} with a digit put in"
        if any(len(str(number)) > len(str(end)) + 1 for number in stretch.on_path[-2]):
            put_in += ", or with a digit and zeros in front"
        if rest:
            text = f"{shown(end)} is no multiple of {graph.multiplier}, so {cell} is {put_in}"
        else:
            text = f"{cell} becomes {shown(end)}, so it is {shown(divided)}, or {put_in}"
        if stretch.steps - constraint.at < TEST:
            return text, "lead{} there"
        last, times = graph.predecessors(end), graph.multiplier
        numbers = {n // times for n in last if n % times == 0}
        numbers = {n for n in numbers if stretch.fits(stretch.steps - 2, n)}
        there = stretch.on_path[-3]
        is_listed = len(there) < MAX_COUNTED and all(last & stretch.after(n) for n in there)
        if not rest or len(numbers) > MAX_BACKWARDS or not is_listed:
            return text, "get{} there in two steps"
        either = "".join(f"{number}, " for number in sorted(numbers)) + ("or " if numbers else "")
        two = f"cell {stretch.places[-3] + 1} is {either}{shown(end)} with two digits put in"
        return f"{text}, and {two}", "lead{} there"

    def _tried(self, constraint: StretchConstraint, deduction: Deduction) -> str:
        """The result of a search through everything that follows."""
        cell, stretch = constraint.variables[0], constraint.stretch
        end = shown(stretch.end)
        why = "Nothing short of trying helps here: "
        known, left = deduction.known[cell], deduction.left.get(cell, ())
        if OTHER in known:
            first = shown(min(stretch.on_path[0] or stretch.reached[0]))
            few = "few" if left else "none"
            return f"{why}many numbers follow {first}, and {few} of them become {end}"
        layers = [set(known).difference(left)]
        for at in range(constraint.at, stretch.steps - 1):
            if sum(map(len, layers)) <= MAX_COUNTED:
                layers.append(stretch.following(at, layers[-1]))
        count = sum(map(len, layers[1:]))
        many = f"more than {MAX_COUNTED}" if count > MAX_COUNTED else str(count)
        others = "others" if left else "numbers"
        return f"{why}{many} numbers follow {self.place(cell)}'s {others}, and none becomes {end}"

    # Lists that are shortened by one step.

    def _back(self, deductions: Sequence[Deduction], told: Collection[Variable]) -> str:
        """What is left of lists, one after the other; some cells were `told` before."""
        parts: list[str] = []
        last: Variable | None = None
        for one in deductions:
            before, after = one.constraint.variables
            (cell,) = one.left
            left = self.possible(cell, one.left[cell], "or" if cell is after else "and")
            goal = self._goal(one, after)
            is_decided = len(one.left[cell]) == len(one.known[after]) == 1
            if cell is before and is_decided and last is after and " from " in parts[-1]:
                parts[-1] += f", that from {left}"
            elif cell is before and is_decided and (last is after or after in told):
                parts.append(f"{goal} comes from {left}")
            elif cell is after and not parts and not told:
                parts.append(f"after {self._first(one)}, {self.place(cell)} is {left}")
            elif cell is after or last is after:
                parts.append(f"{self.place(cell)} then is {left.replace(' and ', ' or ')}")
            else:
                leads = "leads" if len(one.left[cell]) == 1 else "lead"
                parts.append(f"of {self.place(cell)}'s numbers only {left} {leads} to {goal}")
            last = before if cell is before else None
        return " ".join(sentences_of(parts, MAX_WORDS))

    def _first(self, deduction: Deduction) -> str:
        """The number or the numbers of a step's first cell."""
        before = deduction.constraint.variables[0]
        number = deduction.value(before)
        return f"{self.place(before)}'s numbers" if number is None else self.value(before, number)

    def _goal(self, deduction: Deduction, after: Variable) -> str:
        number, *others = deduction.known[after]
        return f"one of {self.place(after)}'s" if others else self.value(after, number)


def _is_near(constraint: Constraint) -> bool:
    return isinstance(constraint, LeadsOn) and constraint.is_near


def _makes_list(deduction: Deduction) -> bool:
    by_step = isinstance(deduction.constraint, RingStep)
    return by_step and any(OTHER in deduction.known[variable] for variable in deduction.left)
