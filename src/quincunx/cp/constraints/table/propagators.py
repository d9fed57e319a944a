"""The variables take the values of one of the rows of a table.

Sets of rows are integers like sets of values. The *support* of a value is the set of rows that have
it; a row is *alive* if all its values are in their domains. A value stays if its support intersects
the living rows: generalised arc consistency, in a few operations on whole sets.
"""

from collections.abc import Sequence
from typing import Final

from quincunx.cp.kernel.domain import bits_of, positions, single, size
from quincunx.cp.kernel.engine import (
    ENTAILED,
    FAILED,
    ON_CHANGE,
    RAN,
    Engine,
    Propagator,
    Reversible,
    Variable,
)
from quincunx.cp.limits import poll

POLLED: Final = 0xFFF
"""Limits are polled once for this many rows while a table is prepared."""

MAX_REMEMBERED: Final = 1 << 16
"""Size of the cache of a table, which is cleared when full."""

MAX_REMEMBERED_BITS: Final = 60
"""Results are cached if the domains together fit into this many bits."""

LONG: Final = 256
"""Up to this many bits, one AND is cheaper than testing bytes."""

MUCH_LESS: Final = 4
"""Living rows are iterated if there are this many times more values than living rows."""


class Supports:
    """A table prepared for variables with certain positions; shared by all constraints over it.

    `rows[i][j]` is the position of the value that row i gives to the j-th variable.
    """

    def __init__(self, rows: list[list[int]], arity: int) -> None:
        self.widths: list[int] = []
        """For each variable, the number of positions that the rows cover; later positions have no
        support."""
        self.of_columns: list[list[int]] = []
        """For each variable and position the rows that have it, as a set of row numbers."""
        self.supported: list[int] = []
        """For each variable the positions that any row has."""
        for column in range(arity):
            width = max([row[column] + 1 for row in rows], default=1)
            # Collected as lists first: or-ing one bit at a time into long integers is slow.
            members: list[list[int]] = [[] for _ in range(width)]
            for number, row in enumerate(rows):
                if number & POLLED == 0:
                    poll()
                members[row[column]].append(number)
            self.widths.append(width)
            self.of_columns.append([bits_of(numbers) for numbers in members])
            self.supported.append(bits_of([p for p, numbers in enumerate(members) if numbers]))
        self.all_rows = (1 << len(rows)) - 1
        self.remembers = sum(self.widths) <= MAX_REMEMBERED_BITS
        self.remembered: dict[int, int] = {}
        self.last_support: list[list[int]] = []
        """Residues: for each variable and position the row that last supported it, which is likely
        to be alive still."""
        self.rows: list[list[int]] = []
        if not self.remembers:
            self.rows = rows
            for of_value in self.of_columns:
                self.last_support.append([numbers.bit_length() - 1 for numbers in of_value])

    def alive_after(self, alive: int, column: int, before: int, bits: int) -> int:
        """The rows that stay alive when a variable's positions are reduced: computed from the
        removed or from the remaining positions, whichever are fewer."""
        of_value = self.of_columns[column]
        removed = before & ~bits
        if size(removed) >= size(bits):
            rows = 0
            for position in positions(bits):
                rows |= of_value[position]
            return alive & rows
        for position in positions(removed):
            alive ^= alive & of_value[position]
        return alive


def numbered_rows(rows: Sequence[Sequence[int]], variables: list[Variable]) -> list[list[int]]:
    """The rows as positions, without those that have a value outside a domain."""
    numbered: list[list[int]] = []
    for number, row in enumerate(rows):
        if number & POLLED == 0:
            poll()
        places: list[int] = []
        for variable, value in zip(variables, row):
            bit = variable.bit(value)
            if bit:
                places.append(bit.bit_length() - 1)
        if len(places) == len(variables):
            numbered.append(places)
    return numbered


class TablePropagator(Propagator):
    """Generalised arc consistency on a table.

    Unless results are cached this is Compact-Table (Demeulenaere and others, 2016): the living rows
    are kept from run to run with their domains, so that only the values removed since then, or the
    remaining ones if these are fewer, are processed.
    """

    def __init__(self, variables: list[Variable], supports: Supports) -> None:
        super().__init__(variables, ON_CHANGE, False)
        self.supports = supports
        self.kept: list[Reversible] = []
        """The domains after the last run, and the living rows."""
        if not supports.remembers:
            self.kept = [Reversible(bits) for bits in supports.supported]
            self.kept.append(Reversible(supports.all_rows))

    def propagate(self, engine: Engine) -> int:
        supports = self.supports
        if supports.remembers:
            return self._propagate_remembering(engine, supports)
        kept = self.kept
        domains: list[int] = []
        before: list[int] = []
        grown = False
        for column, variable in enumerate(self.variables):
            bits = variable.bits & supports.supported[column]
            domains.append(bits)
            before.append(kept[column].bits)
            if bits & ~before[column]:
                grown = True
        alive_before = kept[-1].bits
        if grown:
            before = supports.supported
            alive_before = supports.all_rows
        alive = alive_before
        if alive == 0:
            return FAILED
        changed = 0
        column_changed = 0
        for column, bits in enumerate(domains):
            if bits != before[column]:
                alive = supports.alive_after(alive, column, before[column], bits)
                if alive == 0:
                    return FAILED
                changed += 1
                column_changed = column
        if alive != alive_before:
            # The values of the only domain that changed still have their rows.
            self._filter(domains, alive, column_changed if changed == 1 else -1)
        open_count = 0
        for column, variable in enumerate(self.variables):
            bits = domains[column]
            engine.narrow(variable, bits)
            if bits != kept[column].bits:
                engine.keep(kept[column], bits)
            if not single(bits):
                open_count += 1
        if alive != kept[-1].bits:
            engine.keep(kept[-1], alive)
        return ENTAILED if open_count <= 1 else RAN

    def _filter(self, domains: list[int], alive: int, but: int) -> None:
        """Reduce the domains, except one that is known to be supported, to supported values."""
        supports = self.supports
        to_look_for = 0
        for column, bits in enumerate(domains):
            if column != but and not single(bits):
                to_look_for += size(bits)
        image = b""
        if alive.bit_length() > LONG:
            if size(alive) * MUCH_LESS <= to_look_for:
                gather(supports.rows, alive, domains)
                return
            image = alive.to_bytes((alive.bit_length() + 7) // 8, "little")
        beyond = len(image) << 3
        for column, of_value in enumerate(supports.of_columns):
            bits = domains[column]
            if column == but or single(bits):
                continue
            last = supports.last_support[column]
            for position in positions(bits):
                row = last[position]
                if row < beyond and (image[row >> 3] >> (row & 7)) & 1:
                    continue
                living = of_value[position] & alive
                if living:
                    last[position] = living.bit_length() - 1
                else:
                    bits ^= 1 << position
            domains[column] = bits

    def _propagate_remembering(self, engine: Engine, supports: Supports) -> int:
        """Look up the result by all domains in one integer; compute it if it is new."""
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


def gather(rows: list[list[int]], alive: int, domains: list[int]) -> None:
    """Reduce the domains to the values of the living rows."""
    for column in range(len(domains)):
        domains[column] = 0
    for number in positions(alive):
        for column, position in enumerate(rows[number]):
            domains[column] |= 1 << position


def _work_out(supports: Supports, domains: list[int]) -> int:
    """The filtered domains as one integer, whose last bit is entailment; 0 on failure."""
    if not _filter(supports, domains):
        return 0
    answer = 0
    open_count = 0
    for index, bits in enumerate(domains):
        answer = (answer << supports.widths[index]) | bits
        if not single(bits):
            open_count += 1
    return (answer << 1) | (1 if open_count <= 1 else 0)


def _filter(supports: Supports, domains: list[int]) -> bool:
    """Reduce the domains to supported values; false if no row is alive."""
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


class PairsPropagator(Propagator):
    """Arc consistency on a large, sparse relation of two variables, for which lists of partners
    take far less memory than sets of rows.

    A variable is filtered only if the other has changed since the last run.
    """

    def __init__(self, variables: list[Variable], rows: list[list[int]]) -> None:
        super().__init__(variables, ON_CHANGE, False)
        self.after = Partners(variables[0].width)
        self.before = Partners(variables[1].width)
        for first, second in rows:
            self.after.of[first].append(second)
            self.before.of[second].append(first)
        self.after.usual = len(rows) // len(self.after.of) + 1
        self.before.usual = len(rows) // len(self.before.of) + 1
        self.seen_first = Reversible(0)
        self.seen_second = Reversible(0)

    def propagate(self, engine: Engine) -> int:
        first, second = self.variables
        seen_first = self.seen_first.bits
        seen_second = self.seen_second.bits
        grown = first.bits & ~seen_first != 0 or second.bits & ~seen_second != 0
        second_changed = second.bits != seen_second
        if grown or first.bits != seen_first:
            bits = supported(second.bits, self.before, first.bits, self.after)
            if not engine.narrow(second, bits):
                return FAILED
        if grown or second_changed:
            bits = supported(first.bits, self.after, second.bits, self.before)
            if not engine.narrow(first, bits):
                return FAILED
        if first.bits != seen_first:
            engine.keep(self.seen_first, first.bits)
        if second.bits != seen_second:
            engine.keep(self.seen_second, second.bits)
        return ENTAILED if single(first.bits) or single(second.bits) else RAN


class Partners:
    """The partners of each position of a variable."""

    def __init__(self, width: int) -> None:
        self.of: list[list[int]] = [[] for _ in range(width)]
        self.usual = 1
        """Average number of partners of a position."""
        self.last = [0] * width
        """Residues: the partner of each position that was found last."""


def supported(bits: int, partners: Partners, others: int, partners_of_others: Partners) -> int:
    """The bits that have a partner among the others."""
    if size(others) * partners_of_others.usual < size(bits):
        found: list[int] = []
        for position in positions(others):
            found += partners_of_others.of[position]
        return bits & bits_of(found)
    image = others.to_bytes((others.bit_length() + 7) // 8, "little")
    beyond = len(image) << 3
    kept: list[int] = []
    for position in positions(bits):
        candidates = partners.of[position]
        last = partners.last[position]
        if last < len(candidates):
            other = candidates[last]
            if other < beyond and (image[other >> 3] >> (other & 7)) & 1:
                kept.append(position)
                continue
        for place, other in enumerate(candidates):
            if other < beyond and (image[other >> 3] >> (other & 7)) & 1:
                partners.last[position] = place
                kept.append(position)
                break
    return bits_of(kept)
