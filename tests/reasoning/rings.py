"""The sentences of Power Strikes, read again: what can follow, and what is left of lists."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.reasoning.figures import Figures, Unreadable, Values, numbers_in, shown
from tests.reasoning.narrowing import Cell, following

LIST = r"\d+(?:(?:, | or | and )\d+)*"
STEPS = {"two": 2, "three": 3}


class Rings(Figures):
    """Reads the sentences of one step; the state holds what is left so far."""

    def ring(self, text: str) -> None:
        """Check everything but why numbers are left out that miss the next given."""
        self.state = dict(self.before)
        self.spoken: set[int] = set()
        """The numbers that are followed at the moment."""
        self.last = 0
        """The cell whose list was shortened last."""
        self.all = " others " not in f" {text.lower()}"
        readers = (
            (rf"(?:so )?cell (\d+) is (not )?({LIST})", self.cell_is),
            (rf"after (\d+), cell (\d+) is ({LIST})", self.after_that),
            (rf"cell (\d+) then is ({LIST})", lambda *then: self.after_that("those", *then)),
            (rf"(\d) cannot lose its only digit, so cell (\d+) is ({LIST})", self.after_that),
            (
                rf"(?:of cell (\d+)'s numbers (?:only ({LIST})|none)|(\d+)) (?:does not )?"
                r"(?:leads?|becomes?) (?:to )?(?:(\d+)|one of cell \d+'s)"
                r"(?: \(no multiple of (\d+)\))?(?: in (two|three) steps)?(?:: ([\d → ]*))?",
                self.leads,
            ),
            (r"in the lists before, only (\d+(?: → \d+)*) leads to (\d+)", self.comes_from),
            (rf"(all of )?cell (\d+)'s (?:numbers but )?({LIST}) miss(?:es)? (\d+)", self.misses),
            (rf"(they|it) becomes? ({LIST}(?: → {LIST})*)", self.goes_on),
            (rf"cell \d+'s (.*?) → ({LIST}(?: → {LIST})*)", self.goes_on),
            (r"others .*|nothing that follows in cell \d+ becomes \d+", lambda: None),
        )
        for clause in re.split(r"\. |; ", text):
            for pattern, read in readers:
                if found := re.fullmatch(pattern, clause, re.IGNORECASE):
                    read(*found.groups())
                    break
            else:
                raise Unreadable(clause)
        for cell, left in self.after.items():
            if left not in (self.before[cell], self.state[cell]):
                self.complain(f"cell {cell[0]} is {shown(left)}, not {shown(self.state[cell])}")

    def key(self, cell: int) -> Cell:
        """A cell, counted round the ring."""
        return ((cell - 1) % len(self.state) + 1,)

    def at(self, cell: int) -> Values | None:
        """What is left of a cell."""
        return self.state[self.key(cell)]

    def next(self, numbers: Iterable[int]) -> Values:
        """What can follow some numbers."""
        multiplier = self.identifier.split(":")[1]
        rule = int(multiplier.removesuffix("z")), not multiplier.endswith("z")
        return frozenset().union(*(following(number, *rule) for number in numbers))

    def decided(self, number: int, after: int = 0) -> list[int]:
        """The cells that hold just this number, counted from another on."""
        cells = range(after + 1, after + len(self.state) + 1)
        return [cell for cell in cells if self.at(cell) == frozenset((number,))]

    def cell_is(self, cell: str, no: str | None, text: str) -> None:
        """A list that gets shorter, or a new one, of all that can follow."""
        known = self.before[int(cell),] if no else self.at(int(cell))
        named = frozenset(numbers_in(text))
        made = self.next(self.at(int(cell) - 1) or ()) if known is None else known
        if not named <= made or (known is None and self.all and named != made):
            self.complain(f"cell {cell} could be {shown(made)}")
        self.state[int(cell),] = made - named if no else named

    def after_that(self, first: str, cell: str, text: str) -> None:
        if first.isdigit() and self.at(int(cell) - 1) != frozenset((int(first),)):
            self.complain(f"{first} is not before cell {cell}")
        self.state[int(cell),] = None if self.before[int(cell),] is None else self.at(int(cell))
        self.cell_is(cell, None, text)

    def leads(
        self,
        cell: str | None,
        only: str | None,
        alone: str | None,
        goal: str | None,
        factor: str | None,
        steps: str | None,
        text: str | None,
    ) -> None:
        """Which numbers of a list become another, and by which path if it is the only one."""
        path = [*map(int, text.split(" → "))] if text else []
        count = len(path) - 1 if path else STEPS[steps] if steps else 1
        begin = int(cell) if cell else self.decided(int(alone or 0))[0]
        # A list that has only been described before the steps holds what becomes the next given.
        while not goal and self.at(begin + count) is None:
            count += 1
        layers = self.layers(begin, count)
        named = frozenset(numbers_in(only)) if only else frozenset()
        if layers[0] != named or (goal and begin + count not in self.decided(int(goal), begin)):
            self.complain(f"{shown(layers[0])} of cell {begin} lead to {goal}")
        if factor and (
            int(goal or 0) % int(factor) == 0 or factor != self.identifier.split(":")[1].strip("z")
        ):
            self.complain(f"{goal} is a multiple of {factor}")
        if path and [*map(set, layers[:-1]), {int(goal or 0)}] != [{number} for number in path]:
            self.complain(f"the path is {[*map(shown, layers)]}")
        for at, layer in enumerate(layers[:count] if only else ()):
            if path or at == 0 or self.at(begin + at) is None:
                self.state[self.key(begin + at)] = layer
        self.last = begin

    def layers(self, begin: int, count: int) -> list[Values]:
        """What some cells hold on the ways from the first of them to the last."""
        layers = [self.at(begin) or frozenset()]
        for at in range(begin + 1, begin + count + 1):
            reached, held = self.next(layers[-1]), self.at(at)
            layers.append(reached if held is None else reached & held)
        for at in reversed(range(count)):
            layers[at] = frozenset(n for n in layers[at] if self.next([n]) & layers[at + 1])
        return layers

    def comes_from(self, path: str, goal: str) -> None:
        """The only numbers that lead to a decided one, cell by cell."""
        first, others = int(goal), [*map(int, path.split(" → "))][::-1]
        begins = self.decided(first)
        for begin in [self.last] if self.last in begins else begins:
            left = dict(self.state)
            for at, number in enumerate(others):
                before = {n for n in self.at(begin - at - 1) or () if self.next([n]) & {first}}
                left[self.key(begin - at - 1)] = frozenset(before)
                if before != {number}:
                    break
                first = number
            else:
                if left != self.state:
                    self.state, self.last = left, begin - len(others)
                    return
            first = int(goal)
        self.complain(f"{path} is not all that leads to {goal}")

    def misses(self, but: str | None, cell: str, text: str, _goal: str) -> None:
        """Numbers that are followed up to where they miss a given."""
        held, named = self.at(int(cell)) or frozenset(), frozenset(numbers_in(text))
        if not named <= held:
            self.complain(f"cell {cell} is {shown(held)}")
        self.state[int(cell),] = named if but else held - named
        self.spoken = {*(held - named if but else named)}

    def goes_on(self, first: str, text: str) -> None:
        reached = numbers_in(first) if re.fullmatch(LIST, first) else self.spoken
        for part in text.split(" → "):
            if wrong := numbers_in(part) - self.next(reached):
                self.complain(f"{shown(wrong)} does not follow")
            reached = numbers_in(part)
            self.spoken |= reached
