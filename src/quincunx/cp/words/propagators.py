"""Propagators that imitate how a person looks at a constraint."""

from functools import lru_cache
from itertools import combinations

from quincunx.cp.constraints.all_different.propagators import Alignment
from quincunx.cp.kernel.deduction import Change, Inference, changes_alone, number_of_ways
from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable


@lru_cache(maxsize=4096)
def number_of_residues(bits: int, modulus: int) -> int:
    """The number of different remainders of the positions of a set.

    >>> number_of_residues(0b100101, 3)
    2
    """
    rounds = bits.bit_length() // modulus + 1
    every = ((1 << rounds * modulus) - 1) // ((1 << modulus) - 1)
    return sum([bits & every << at != 0 for at in range(modulus)])


class Residues(Propagator):
    """Removes values of a sum whose remainders modulo a number never add up to the constant's."""

    def __init__(
        self, variables: list[Variable], coefficients: list[int], constant: int, modulus: int
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.modulus = modulus
        self.constant = constant % modulus
        self.masks: list[list[int]] = []
        for variable, coefficient in zip(variables, coefficients):
            masks = [0] * modulus
            for position in positions(variable.bits):
                masks[coefficient * variable.value(position) % modulus] |= 1 << position
            self.masks.append(masks)

    def propagate(self, engine: Engine) -> int:
        possible: list[list[int]] = []
        for variable, masks in zip(self.variables, self.masks):
            possible.append([r for r in range(self.modulus) if masks[r] & variable.bits])
        if [len(residues) for residues in possible].count(self.modulus) > 1:
            return RAN  # one of these makes up for any other
        before = [1]
        for residues in possible:
            reached = 0
            for residue in residues:
                reached |= self._turned(before[-1], residue)
            before.append(reached)
        after = 1 << self.constant
        for at in range(len(possible) - 1, -1, -1):
            kept = reached = 0
            for residue in possible[at]:
                others = self._turned(after, self.modulus - residue)
                if others & before[at]:
                    kept |= self.masks[at][residue]
                    reached |= others
            after = reached
            if not engine.narrow(self.variables[at], kept & self.variables[at].bits):
                return FAILED
        return RAN

    def _turned(self, residues: int, by: int) -> int:
        """The residues, as bits, of all numbers with these residues plus a number."""
        turned = residues << by
        return (turned | turned >> self.modulus) & ((1 << self.modulus) - 1)


class ContentsPropagator(Propagator):
    """Base of the propagators for how often values occur, each within bounds."""

    def __init__(
        self, variables: list[Variable], counts: dict[int, tuple[int, int]], slow: bool = False
    ) -> None:
        super().__init__(variables, ON_CHANGE, slow)
        self.alignment = Alignment(variables)
        self.counts = [
            (self.alignment.bits_of_values([value]), least, most)
            for value, (least, most) in counts.items()
        ]
        """For each value its common position as a bit, 0 if it has none, its least and its most."""
        self.most = {bit: most for bit, _, most in self.counts}
        self.once = sum([bit for bit, _, most in self.counts if most == 1])
        """The values that may occur only once."""

    def keep(self, engine: Engine, at: int, common: int) -> bool:
        """Reduce a variable to these common positions; false if none is left."""
        variable = self.variables[at]
        return engine.narrow(variable, self.alignment.own(at, common, variable.bits))


class AlreadyThere(ContentsPropagator):
    """Removes values that occur as often as allowed from the other cells, until nothing changes."""

    def propagate(self, engine: Engine) -> int:
        before = -1
        while before != engine.prunings:
            before = engine.prunings
            domains = self.alignment.domains(self.variables)
            there: dict[int, int] = {}
            for bits in domains:
                if single(bits):
                    there[bits] = there.get(bits, 0) + 1
            full = 0
            for bit, count in there.items():
                most = self.most.get(bit, len(domains))
                if count > most:
                    return FAILED
                if count == most:
                    full |= bit
            for at, bits in enumerate(domains):
                if bits & full and not single(bits) and not self.keep(engine, at, bits & ~full):
                    return FAILED
        return RAN


class OnlyPlaces(ContentsPropagator):
    """Fixes the cells of a value that must occur as often as there are cells for it."""

    def propagate(self, engine: Engine) -> int:
        domains = self.alignment.domains(self.variables)
        found: list[tuple[int, int]] = []
        for bit, least, _ in self.counts:
            able = [at for at, bits in enumerate(domains) if bits & bit]
            if len(able) < least:
                return FAILED
            if least and len(able) == least:
                found += [(at, bit) for at in able]
        for at, bit in found:
            domains[at] &= bit
            if not self.keep(engine, at, domains[at]):
                return FAILED
        return RAN


class SmallSets(ContentsPropagator):
    """Naked and hidden pairs and triples, of values that may occur only once."""

    def propagate(self, engine: Engine) -> int:
        domains = self.alignment.domains(self.variables)
        open_ones = [at for at, bits in enumerate(domains) if not single(bits)]
        left = list(domains)
        for size in (2, 3):
            self._naked(domains, open_ones, size, left)
            self._hidden(domains, open_ones, size, left)
        for at in open_ones:
            if left[at] != domains[at] and not self.keep(engine, at, left[at]):
                return FAILED
        return RAN

    def _naked(self, domains: list[int], open_ones: list[int], size: int, left: list[int]) -> None:
        """Remove from others what `size` cells have between them."""
        small = [at for at in open_ones if domains[at].bit_count() <= size]
        for group in combinations(small, size):
            shared = 0
            for at in group:
                shared |= domains[at]
            if shared.bit_count() == size and shared & ~self.once == 0:
                for at in open_ones:
                    if at not in group:
                        left[at] &= ~shared

    def _hidden(self, domains: list[int], open_ones: list[int], size: int, left: list[int]) -> None:
        """Keep `size` required values alone in the only cells that can hold them."""
        placed = 0
        for bits in domains:
            if single(bits):
                placed |= bits
        places: list[tuple[int, int]] = []
        for bit, least, most in self.counts:
            if least == most == 1 and not placed & bit:
                able = 0
                for at in open_ones:
                    if domains[at] & bit:
                        able |= 1 << at
                if 1 < able.bit_count() <= size:
                    places.append((bit, able))
        for group in combinations(places, size):
            values = cells = 0
            for bit, able in group:
                values |= bit
                cells |= able
            if cells.bit_count() == size:
                for at in positions(cells):
                    left[at] &= values


class Together(Propagator):
    """Keeps what is left in some way to fill the cells that several constraints share."""

    def __init__(
        self, variables: list[Variable], shared: list[Variable], deductions: list[Inference]
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.shared = shared
        self.deductions = deductions
        self.left: list[int] = []
        """The values that are known to be left."""
        self.sought: list[int] = []
        """What `left` is when there is no more to find; empty if any way will do."""

    def propagate(self, engine: Engine) -> int:
        self.left = [0] * len(self.variables)
        self.sought = [variable.bits for variable in self.variables]
        trail_length, sleeper_count = engine.mark()
        self._explore(engine)
        engine.undo(trail_length, sleeper_count)
        if 0 in self.left:
            return FAILED
        return engine.narrow_all(self.variables, self.left)

    def leaves(self, engine: Engine, values: list[int]) -> bool:
        """Whether some way leaves one of these values, given for each variable; this is found
        without the ways that leave none. The state stays as it is."""
        self.left = [v.bits & ~sought for v, sought in zip(self.variables, values)]
        self.sought = []
        trail_length, sleeper_count = engine.mark()
        found = self._explore(engine)
        engine.undo(trail_length, sleeper_count)
        return found

    def _explore(self, engine: Engine) -> bool:
        """Fill one more shared cell in every way, until enough is found."""
        if not (self._news() and self._deduce(engine)):
            return False
        chosen: Variable | None = None
        fewest = 0
        for variable in self.shared:
            count = variable.bits.bit_count()
            if count > 1 and (chosen is None or count < fewest):
                chosen, fewest = variable, count
        if chosen is None:
            # They share no open cell any more, so all values that each leaves are possible.
            self.left = [bits | v.bits for v, bits in zip(self.variables, self.left)]
            return not self.sought or self.left == self.sought
        for position in positions(chosen.bits):
            trail_length, sleeper_count = engine.mark()
            engine.keep(chosen, 1 << position)
            found = self._explore(engine)
            engine.undo(trail_length, sleeper_count)
            if found:
                return True
        return False

    def _news(self) -> bool:
        """Whether a variable has a value that is not known to be left."""
        return any(v.bits & ~bits for v, bits in zip(self.variables, self.left))

    def _deduce(self, engine: Engine) -> bool:
        """Apply the constraints one by one until nothing changes; false on a contradiction, or if
        no news is left."""
        quiet = 0
        while True:
            for deduce in self.deductions:
                changes = deduce()
                if changes is None:
                    return False
                quiet += 1
                if changes:
                    for change in changes:
                        engine.keep(engine.variables[change.variable], change.after)
                    if not self._news():
                        return False
                    quiet = 1
                if quiet >= len(self.deductions):
                    return True


class BlockInference(Inference):
    """What several constraints imply together; nothing if their shared cells can be filled in more
    than `max_ways`."""

    def __init__(self, engine: Engine, together: Together, count: int, max_ways: int) -> None:
        super().__init__(engine, together.variables, [together], count)
        self.together = together
        self.max_ways = max_ways

    def result(self) -> tuple[Change, ...] | None:
        if number_of_ways(self.together.shared) > self.max_ways:
            return ()
        return changes_alone(self.engine, self.propagators, self.count)

    def implies(self, claims: dict[int, int] | None) -> bool:
        domains = tuple([variable.bits for variable in self.variables])
        if domains in self.known or number_of_ways(self.together.shared) > self.max_ways:
            return super().implies(claims)
        # To look for the claimed values alone is much less work than to find all that are left.
        possible = self.together.leaves(self.engine, list(domains))
        if claims is None or not possible:
            return not possible and claims is None
        return not self.together.leaves(
            self.engine, [claims.get(variable.index, 0) for variable in self.variables]
        )
