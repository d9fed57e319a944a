"""A log of what propagation did at each node of a search, in few bytes.

All events are in one string of bytes, node after node, as numbers with seven bits per byte. An
event is its code, then its operands:
  2r + 2  rule r removed values: the variable, and the values as runs
  2r + 3  rule r found a contradiction: 0, or 1 + the variable whose domain became empty
with r = -1 for decisions and for propagators without a rule. Runs are a set of positions as
stretches of neighbours: how many to skip, how many to take.

>>> data = bytearray()
>>> write_runs(data, 0b1011100)
>>> list(data)
[2, 2, 3, 1, 1]
"""

from quincunx.cp.kernel.engine import Propagator, Variable
from quincunx.lab.trees.search_names import SearchNames

MAX_BYTES = 24_000_000
"""Events beyond this size are not kept."""
MAX_RUNS = 20_000
"""Nothing is kept from the first set on that has more runs: such sets take very long to write."""


class PropagationLog:
    """The events of a search by node; see `quincunx.cp.kernel.engine.PropagationListener`."""

    def __init__(self, naming: SearchNames) -> None:
        self._naming = naming
        self.data = bytearray()
        self.starts = [0]
        """Where the events of each node begin; the root comes first."""
        self.kept = 0
        """The number of nodes with all events, known when the search has ended."""
        self._full = False
        self._emptied = -1

    def begin(self) -> None:
        """Begin the next node."""
        if not self._full:
            self.starts.append(len(self.data))

    def end(self) -> None:
        """End the log."""
        if not self._full:
            self.kept = len(self.starts)

    def pruned(self, variable: Variable, before: int, by: Propagator | None) -> None:
        if self._full:
            return
        removed = before & ~variable.bits
        if _number_of_runs(removed) > MAX_RUNS or len(self.data) > MAX_BYTES:
            # The current node is dropped: half of its events would mislead.
            self._full = True
            self.kept = len(self.starts) - 1
            del self.data[self.starts[-1] :]
            return
        write_number(self.data, 2 * self._naming.rule(by) + 2)
        write_number(self.data, variable.index)
        write_runs(self.data, removed)

    def emptied(self, variable: Variable, by: Propagator | None) -> None:
        self._emptied = variable.index

    def contradicted(self, by: Propagator) -> None:
        if not self._full:
            write_number(self.data, 2 * self._naming.rule(by) + 3)
            write_number(self.data, self._emptied + 1)
        self._emptied = -1

    def bytes_of(self, node: int) -> bytes:
        """Return the bytes of a node's events; none if they were not kept."""
        if node >= self.kept:
            return b""
        end = self.starts[node + 1] if node + 1 < len(self.starts) else len(self.data)
        return bytes(self.data[self.starts[node] : end])


def write_number(data: bytearray, number: int) -> None:
    """Append a number that is not negative.

    >>> data = bytearray()
    >>> write_number(data, 300)
    >>> list(data)
    [172, 2]
    """
    while number > 127:
        data.append(number & 127 | 128)
        number >>= 7
    data.append(number)


def _number_of_runs(bits: int) -> int:
    return (bits & ~(bits << 1)).bit_count()


def write_runs(data: bytearray, bits: int) -> None:
    """Append a set: its number of runs, and for each how many to skip and to take."""
    write_number(data, _number_of_runs(bits))
    # Lowest first, and a 0 after the last run. Shifting the bits run by run takes far longer.
    digits = f"0{bits:b}"[::-1]
    end = 0
    while (start := digits.find("1", end)) >= 0:
        write_number(data, start - end)
        end = digits.find("0", start)
        write_number(data, end - start)
