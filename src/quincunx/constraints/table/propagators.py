"""The variables take, together, the values of one of the rows of a table.

Vocabulary:
  support  the rows in which a variable has a certain value, as a set of row numbers
  alive    the rows whose values are all still possible

Sets of rows are integers like sets of values. A value stays when its support meets the rows
that are alive: generalised arc consistency, in a few operations on whole sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quincunx.kernel.domain import bits_of, positions, single
from quincunx.kernel.engine import ENTAILED, FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable

MAX_REMEMBERED: Final = 1 << 16
"""Remembered answers of a table; when there are as many, all are forgotten."""

MAX_REMEMBERED_BITS: Final = 60
"""Answers are remembered where the domains of the scope fit one machine word together."""


class Supports:
    """A table prepared for variables that number their values in a certain way; shared by all
    constraints over it.

    `rows[i][j]` is the position of the value that row i gives to the j-th variable.
    """

    def __init__(self, rows: list[list[int]], arity: int) -> None:
        self.widths: list[int] = []
        """How many positions of each variable the rows speak of; those beyond are unsupported."""
        self.of_columns: list[list[int]] = []
        """For each variable and position the rows that have it, as a set of row numbers."""
        self.supported: list[int] = []
        """For each variable the positions that any row has."""
        for column in range(arity):
            width = max([row[column] + 1 for row in rows], default=1)
            # Collected as lists first: or-ing one bit at a time into long integers is slow.
            members: list[list[int]] = [[] for _ in range(width)]
            for number, row in enumerate(rows):
                members[row[column]].append(number)
            self.widths.append(width)
            self.of_columns.append([bits_of(numbers) for numbers in members])
            self.supported.append(bits_of([p for p, numbers in enumerate(members) if numbers]))
        self.all_rows = (1 << len(rows)) - 1
        self.remembers = sum(self.widths) <= MAX_REMEMBERED_BITS
        self.remembered: dict[int, int] = {}
        self.thirds: list[list[int]] = []
        """For three variables with small domains: which third positions go with a first and a
        second. Going through pairs of small numbers is faster than joining long sets of rows."""
        if arity == 3 and self.remembers:
            first, second, _ = self.widths
            self.thirds = [[0] * second for _ in range(first)]
            for row in rows:
                self.thirds[row[0]][row[1]] |= 1 << row[2]


def numbered_rows(rows: Sequence[Sequence[int]], variables: list[Variable]) -> list[list[int]]:
    """The rows with the positions of their values; rows with values no variable has drop out."""
    numbered: list[list[int]] = []
    for row in rows:
        places: list[int] = []
        for variable, value in zip(variables, row):
            bit = variable.bit(value)
            if bit:
                places.append(bit.bit_length() - 1)
        if len(places) == len(variables):
            numbered.append(places)
    return numbered


class TablePropagator(Propagator):
    """Generalised arc consistency on a table."""

    def __init__(self, variables: list[Variable], supports: Supports) -> None:
        super().__init__(variables, ON_CHANGE, False)
        self.supports = supports

    def propagate(self, engine: Engine) -> int:
        supports = self.supports
        if supports.remembers:
            return self._propagate_remembering(engine, supports)
        domains = [variable.bits for variable in self.variables]
        if not _filter(supports, domains):
            return FAILED
        open_count = 0
        for index, variable in enumerate(self.variables):
            bits = domains[index]
            engine.narrow(variable, bits)
            if not single(bits):
                open_count += 1
        return ENTAILED if open_count <= 1 else RAN

    def _propagate_remembering(self, engine: Engine, supports: Supports) -> int:
        """Look the domains up, all in one integer; work the answer out only if it is new."""
        variables = self.variables
        widths = supports.widths
        key = 0
        beyond = 0
        for index, variable in enumerate(variables):
            bits = variable.bits
            width = widths[index]
            key = (key << width) | (bits & ((1 << width) - 1))
            beyond |= bits >> width
        answer = supports.remembered.get(key, -1)
        if answer < 0:
            answer = _work_out(supports, [variable.bits for variable in variables])
            if len(supports.remembered) >= MAX_REMEMBERED:
                supports.remembered.clear()
            supports.remembered[key] = answer
        if answer == 0:
            return FAILED
        outcome = ENTAILED if answer & 1 else RAN
        answer >>= 1
        if answer == key and beyond == 0:
            return outcome
        index = len(variables) - 1
        while index >= 0:
            width = widths[index]
            engine.narrow(variables[index], answer & ((1 << width) - 1))
            answer >>= width
            index -= 1
        return outcome


def _work_out(supports: Supports, domains: list[int]) -> int:
    """The domains after filtering as one integer, its last bit telling entailment; 0 if none."""
    alive = _filter_three(supports, domains) if supports.thirds else _filter(supports, domains)
    if not alive:
        return 0
    answer = 0
    open_count = 0
    for index, bits in enumerate(domains):
        answer = (answer << supports.widths[index]) | bits
        if not single(bits):
            open_count += 1
    return (answer << 1) | (1 if open_count <= 1 else 0)


def _filter(supports: Supports, domains: list[int]) -> bool:
    """Leave in the domains what some living row supports; false if no row is alive."""
    alive = supports.all_rows
    if alive == 0:
        return False
    for column, of_value in enumerate(supports.of_columns):
        bits = domains[column] & supports.supported[column]
        domains[column] = bits
        if bits == supports.supported[column]:
            continue
        rows = 0
        for position in positions(bits):
            rows |= of_value[position]
        alive &= rows
        if alive == 0:
            return False
    for column, of_value in enumerate(supports.of_columns):
        bits = domains[column]
        if single(bits):
            continue
        for position in positions(bits):
            if of_value[position] & alive == 0:
                bits ^= 1 << position
        domains[column] = bits
    return True


def _filter_three(supports: Supports, domains: list[int]) -> bool:
    """The same as `_filter` for three variables with small domains."""
    seconds = positions(domains[1] & supports.supported[1])
    possible = domains[2]
    kept_first = 0
    kept_second = 0
    kept_third = 0
    for first in positions(domains[0] & supports.supported[0]):
        thirds_of = supports.thirds[first]
        found = 0
        for second in seconds:
            thirds = thirds_of[second] & possible
            if thirds:
                found |= thirds
                kept_second |= 1 << second
        if found:
            kept_first |= 1 << first
            kept_third |= found
    domains[0] = kept_first
    domains[1] = kept_second
    domains[2] = kept_third
    return kept_first != 0


class PairsPropagator(Propagator):
    """Arc consistency on a large, sparse relation of two variables, such as the steps from one
    of Power Strike's numbers to the next: lists of partners take far less room than sets."""

    def __init__(self, variables: list[Variable], rows: list[list[int]]) -> None:
        super().__init__(variables, ON_CHANGE, False)
        self.after: list[list[int]] = [[] for _ in range(variables[0].width)]
        self.before: list[list[int]] = [[] for _ in range(variables[1].width)]
        for first, second in rows:
            self.after[first].append(second)
            self.before[second].append(first)

    def propagate(self, engine: Engine) -> int:
        first, second = self.variables
        if not engine.narrow(second, second.bits & _partners(self.after, first.bits)):
            return FAILED
        if not engine.narrow(first, first.bits & _partners(self.before, second.bits)):
            return FAILED
        return ENTAILED if single(first.bits) or single(second.bits) else RAN


def _partners(partners: list[list[int]], bits: int) -> int:
    """All partners of a set of positions."""
    found: list[int] = []
    for position in positions(bits):
        found += partners[position]
    return bits_of(found)
