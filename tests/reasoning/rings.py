"""The sentences of Power Strikes, read again: what can follow, and what is left of lists."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from tests.reasoning.figures import Figures, Unreadable, Values, numbers_in, shown
from tests.reasoning.narrowing import Cell, following, preceding

LIST = r"\d+(?:(?:, | or | and )\d+)*"
STEPS = {"two": 2, "three": 3}
SEEN_AT_ONCE = 3
"""Steps before a given within which a reader sees what becomes it."""
ANY = 10**15
"""More than any number that is looked at."""
FEW = 2_000
"""Ranges of more numbers are not looked through."""
Range = tuple[int, int]


def with_a_digit(number: int) -> set[int]:
    """All numbers that become this one without a digit; zeros do not vanish."""
    return preceding(number, number + 1)


class Openings:
    """Reads what comes before the first step: what stands before a given, cell by cell, and how
    large it is. `sizes` has for each cell the ranges of numbers that may become the next given."""

    def __init__(self, puzzle: str, text: str) -> None:
        _, multiplier, ring = puzzle.split(":")
        self.times = int(multiplier.removesuffix("z"))
        self.ring = [None if one == "_" else int(one) for one in ring.split(",")]
        self.sizes: dict[int, list[Range]] = {}
        self.complaints: list[str] = []
        self.end, self.reached, self.left = 0, list[Range](), 0
        self.vanish = not multiplier.endswith("z")
        zeros = r" \(or zeros that vanish, like 10\d+\)" * self.vanish
        readers = (
            (r"cell (\d+) becomes (\d+), so it is (\d+), or (\d+) with one more digit", self.last),
            (
                r"(\d+) is no multiple of (\d+), so cell (\d+) is (\d+) with one more digit",
                lambda end, times, cell, one: self.last(cell, end, None, one, times),
            ),
            (r"(?:before it, )?cell (\d+) is (.*)", self.size),
        )
        for clause in re.split(r"\. |; |\.$", re.sub(zeros, "", text)):
            for pattern, read in readers:
                if found := re.fullmatch(pattern, clause, re.IGNORECASE):
                    read(*found.groups())
                    break
            else:
                if clause:
                    self.complaints.append(f"cannot be read: {clause}")

    def steps_left(self, cell: int) -> int:
        """The number of steps from a cell to the next given."""
        size = len(self.ring)
        return next(n for n in range(1, size + 1) if self.ring[(cell - 1 + n) % size] is not None)

    def goal(self, cell: int) -> int:
        """The given after a cell."""
        return self.ring[(cell - 1 + self.steps_left(cell)) % len(self.ring)] or 0

    def last(
        self, cell: str, end: str, divided: str | None, one: str, times: str | None = None
    ) -> None:
        """What stands directly before a given."""
        self.end, (quotient, rest) = int(end), divmod(int(end), self.times)
        right = divided is None if rest else divided == str(quotient)
        if not right or end != one or times not in (None, str(self.times)):
            self.complaints.append(f"{quotient} is before {end}")
        if self.steps_left(int(cell)) != 1 or self.goal(int(cell)) != self.end:
            self.complaints.append(f"cell {cell} is not before {end}")
        before = preceding(self.end, self.times) | self.with_zeros(self.end)
        self.reached = [(number, number) for number in before]
        self.left = 1

    def size(self, cell: str, text: str) -> None:
        """The sizes of the numbers of a cell. They must follow from those of the next cell, or from
        the given where a reader sees at once which numbers become it."""
        ranges: list[Range] = []
        most = self.most(int(cell))
        for part in re.split(", | or ", text):
            low, to, high = part.removeprefix("at least ").partition(" to ")
            ranges.append((int(low), int(high) if to else int(low)))
            if part.startswith("at least "):
                ranges[-1] = int(low), ANY
        while self.left < self.steps_left(int(cell)):
            self.reached, self.left = sorted({*self.earlier()}), self.left + 1
        for low, high in self.reached:
            high, at = min(high, most), low
            for first, last in sorted(ranges):
                at = last + 1 if first <= at <= last else at
            if low <= high and at <= high:
                self.complaints.append(f"cell {cell} could be {at}")
        self.sizes[int(cell)] = ranges
        if self.left >= SEEN_AT_ONCE:
            self.reached = ranges
        if self.goal(int(cell)) != self.end:
            self.complaints.append(f"cell {cell} is not before {self.end}")

    def most(self, cell: int) -> int:
        """The largest number of a cell that can do more than lose digits all the way, or any that
        has no more digits than can be lost."""
        left = self.steps_left(cell)
        return int("9" * (len(str(self.goal(cell))) + left - (left >= SEEN_AT_ONCE)))

    def earlier(self) -> Iterable[Range]:
        """What stands one step earlier. Numbers too large to matter then or before are left out."""
        left = self.left + 1
        digits = len(str(self.end)) + max(left, SEEN_AT_ONCE)
        most = 10**digits * self.times ** max(SEEN_AT_ONCE - left, 0)
        for low, high in self.reached:
            if (first := -(-low // self.times)) <= high // self.times:
                yield first, high // self.times
            if high - low > FEW:
                yield min(with_a_digit(low)), ANY
            elif 10 ** len(str(low)) <= most:
                for number in range(low, high + 1):
                    longer = with_a_digit(number) | self.with_zeros(number)
                    yield from ((n, n) for n in longer if n <= most)

    def with_zeros(self, number: int) -> set[int]:
        """Numbers that become this one without a digit, because zeros vanish."""
        heads = [f"{digit}{'0' * zeros}" for digit in "123456789" for zeros in range(1, 7)]
        return {int(f"{head}{number}") for head in heads} if self.vanish else set()

    def misfit(self, cell: int, number: int) -> set[str]:
        """Why a number is left out; nothing if it may become the next given."""
        left, goal = self.steps_left(cell), self.goal(cell)
        ranges = self.sizes.get(cell)
        if left == 1 or (ranges is None and left < SEEN_AT_ONCE):
            before = preceding(goal, self.times) | self.with_zeros(goal)
            if left == 2:
                before = {two for one in before for two in preceding(one, self.times)}
            large = {"large"} if left > 1 and number > self.most(cell) else set[str]()
            return set() if number in before else {"misses"} | large
        if number > self.most(cell):
            return {"large"}
        if any(low <= number <= high for low, high in ranges or [(0, number)]):
            return set()
        return {"small"} if number < min(low for low, _ in ranges or ()) else {"misses"}


class Rings(Figures):
    """Reads the sentences of one step; the state holds what is left so far."""

    opening: Openings

    def ring(self, text: str) -> None:
        """Check everything that is said."""
        self.state = dict(self.before)
        self.followed: dict[int, set[int]] = {}
        """The numbers that are followed, by their cells."""
        self.first = 0
        """The cell from which they are followed."""
        self.left_out: list[tuple[int, int]] = []
        """Cells, and numbers that are not in their lists."""
        self.last = 0
        """The cell whose list was shortened last."""
        self.untold = {*re.findall(r"othing that follows in cell (\d+) becomes", text)}
        readers = (
            (rf"(?:so )?cell (\d+) is (not )?({LIST})", self.cell_is),
            (rf"after (\d+), cell (\d+) is ({LIST})", self.after_that),
            (rf"cell (\d+) then is ({LIST})", lambda *then: self.after_that("those", *then)),
            (rf"(\d) cannot lose its only digit, so cell (\d+) is ({LIST})", self.after_that),
            (
                rf"(?:of cell (\d+)'s numbers (?:only ({LIST})|none)|(\d+)) (does not )?"
                r"(?:leads?|becomes?) (?:to )?(?:(\d+)|one of cell \d+'s)"
                r"(?: \(no multiple of (\d+)\))?(?: in (two|three) steps)?(?:: ([\d → ]*))?",
                self.leads,
            ),
            (r"in the lists before, only (\d+(?: → \d+)*) leads to (\d+)", self.comes_from),
            (rf"(all of )?cell (\d+)'s (?:numbers but )?({LIST}) miss(?:es)? (\d+)", self.misses),
            (rf"()(they|it) becomes? ({LIST}(?: → {LIST})*)", self.goes_on),
            (rf"cell (\d+)'s (.*?) → ({LIST}(?: → {LIST})*)", self.goes_on),
            (
                r"all else( came up before)?(?:,| or)?(?: is too small for (\d+))?(?:,| or)?"
                r"( could only lose digits)?(?: or)?(?: does not become (\d+|it))?",
                self.others,
            ),
            (
                r"all that follows in cell (\d+)(?: is too small for (\d+))?(?:,| or)?"
                r"( could only lose digits)?(?: or)?(?: does not become (\d+|it))?",
                self.all_that_follows,
            ),
            (r"nothing that follows in cell (\d+) becomes (\d+)", self.nothing_that_follows),
        )
        for clause in re.split(r"\. |; ", text):
            for pattern, read in readers:
                if found := re.fullmatch(pattern, clause, re.IGNORECASE):
                    read(*found.groups())
                    break
            else:
                raise Unreadable(clause)
        self.end_table()
        if self.left_out:
            self.complain(f"nothing says why these are left out: {self.left_out}")
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
        if not named <= made:
            self.complain(f"cell {cell} could be {shown(made)}")
        if known is None:
            self.left_out += [(int(cell), number) for number in sorted(made - named)]
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
        no: str | None,
        goal: str | None,
        times: str | None,
        steps: str | None,
        text: str | None,
    ) -> None:
        """Which numbers of a list become another, and by which path if it is the only one."""
        if times and (times != str(self.opening.times) or int(goal or 0) % int(times) == 0):
            self.complain(f"{goal} is a multiple of {times}")
        path = [*map(int, text.split(" → "))] if text else []
        count = len(path) - 1 if path else STEPS[steps] if steps else 1
        begin = int(cell) if cell else self.decided(int(alone or 0))[0]
        # A list that has only been described before the steps holds what becomes the next given.
        while not goal and self.at(begin + count) is None:
            count += 1
        layers = self.layers(begin, count)
        only = only or ("" if no else alone)
        named = frozenset(numbers_in(only)) if only else frozenset()
        if layers[0] != named or (goal and begin + count not in self.decided(int(goal), begin)):
            self.complain(f"{shown(layers[0])} of cell {begin} lead to {goal}")
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
        self.end_table()
        self.first, self.followed = int(cell), {int(cell): {*(held - named if but else named)}}

    def goes_on(self, cell: str, first: str, text: str) -> None:
        at = int(cell or self.first)
        reached = numbers_in(first) if re.fullmatch(LIST, first) else self.followed[at]
        for part in text.split(" → "):
            if wrong := numbers_in(part) - self.next(reached):
                self.complain(f"{shown(wrong)} does not follow")
            (at,) = self.key(at + 1)
            reached = numbers_in(part)
            self.followed.setdefault(at, set()).update(reached)

    def end_table(self) -> None:
        """Find what is left out of the numbers that are followed."""
        at = self.first
        while self.followed:
            follow = self.next(self.followed.pop(at))
            (at,) = self.key(at + 1)
            near = self.opening.steps_left(at) < SEEN_AT_ONCE
            if at in self.followed or not (near or str(at) in self.untold):
                follow -= self.followed.setdefault(at, set())
                self.left_out += [(at, number) for number in sorted(follow)]
            elif self.opening.steps_left(at) > SEEN_AT_ONCE:
                self.complain(f"nothing is said of what follows in cell {at}")
            if not self.followed.get(at):
                self.followed = {}

    def all_that_follows(self, cell: str, *why: str | None) -> None:
        """Why a cell cannot have a list."""
        follow = self.next(self.at(int(cell) - 1) or ())
        self.left_out += [(int(cell), number) for number in sorted(follow)]
        self.others(None, *why)

    def nothing_that_follows(self, cell: str, goal: str) -> None:
        """Numbers of which none becomes a given: all of them, or those of a table."""
        if self.step.get("contradiction") and not self.followed:
            self.all_that_follows(cell, None, None, goal)
        self.end_table()

    def others(
        self, before: str | None, small: str | None, large: str | None, last: str | None
    ) -> None:
        """Why numbers are left out: each for a reason that is named, and some for each of them.
        What came up before is followed there."""
        self.end_table()
        reasons = [self.opening.misfit(cell, number) for cell, number in self.left_out]
        said = {"small"} if small else set[str]()
        said |= {"large"} if large else set()
        said |= {"misses"} if last else set()
        if any(not reason & said for reason in reasons) or said != said & {*chain(*reasons)}:
            self.complain(f"these are not {said}: {self.left_out}")
        named = {small, last} - {None, "it"}
        if any(not named <= {str(self.opening.goal(cell))} for cell, _ in self.left_out):
            self.complain(f"{named} is not next")
        self.left_out = []
