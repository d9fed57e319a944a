"""What propagation did at each node of a search, event by event, in few bytes.

Vocabulary:
  event  a domain that shrank, counted as a pruning, or a contradiction
  runs   a set of positions as stretches of neighbours: how many to leave out, how many to take

All events stand in one string of bytes, node after node, as numbers of seven bits a byte. An event
is its code, then what it is about:
  2r + 2  rule r left out values: the variable, and the values as runs
  2r + 3  rule r found a contradiction: 0, or 1 + the variable that it left nothing to
with r = -1 for decisions, and for propagators that nobody knows a rule for.

>>> data = bytearray()
>>> write_runs(data, 0b1011100)
>>> list(data), read_runs(iter(data)) == 0b1011100
([2, 2, 3, 1, 1], True)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.cp.kernel.engine import Propagator, Variable
from quincunx.lab.trees.names import Naming

MOST_BYTES = 24_000_000
"""So many bytes of events are kept; of later nodes only how they ended."""
MOST_RUNS = 20_000
"""A set in more pieces is more than anybody looks at: nothing is kept from there on."""


@dataclass(frozen=True)
class Event:
    """One event. `rule` is -1 for a decision; `removed` are the positions that went; a `failed`
    one removed nothing, and `variable` is -1 where it does not say which was left without."""

    rule: int
    variable: int
    removed: int
    failed: bool = False


class Propagation:
    """The events of a search by node; see `quincunx.cp.kernel.engine.Watcher`."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.naming: Naming | None = None
        self.data = bytearray()
        self.starts = [0]
        """Where the events of each node begin; the root's come first."""
        self.kept = 0
        """Of so many nodes all events were kept, once the search is over."""
        self._most = most
        self._full = False
        self._emptied = -1

    def begin(self) -> None:
        """What follows belongs to the next node."""
        if not self._full:
            self.starts.append(len(self.data))

    def end(self) -> None:
        """The search is over."""
        if not self._full:
            self.kept = len(self.starts)

    def pruned(self, variable: Variable, before: int, by: Propagator | None) -> None:
        if self._full:
            return
        removed = before & ~variable.bits
        many = (removed & ~(removed << 1)).bit_count() > MOST_RUNS
        if many or len(self.data) > self._most:
            # The node under way is not kept, since half of what happened there would mislead.
            self._full = True
            self.kept = len(self.starts) - 1
            del self.data[self.starts[-1] :]
            return
        rule = -1 if self.naming is None else self.naming.rule(by)
        write_number(self.data, 2 * rule + 2)
        write_number(self.data, variable.index)
        write_runs(self.data, removed)

    def emptied(self, variable: Variable, by: Propagator | None) -> None:
        self._emptied = variable.index

    def contradicted(self, by: Propagator) -> None:
        if not self._full and self.naming is not None:
            write_number(self.data, 2 * self.naming.rule(by) + 3)
            write_number(self.data, self._emptied + 1)
        self._emptied = -1

    def bytes_of(self, node: int) -> bytes:
        """The bytes of a node's events; none where they were not kept."""
        if node >= self.kept:
            return b""
        end = self.starts[node + 1] if node + 1 < len(self.starts) else len(self.data)
        return bytes(self.data[self.starts[node] : end])

    def events(self, node: int) -> list[Event]:
        """The events of a node, in order."""
        found: list[Event] = []
        stream = iter(self.bytes_of(node))
        for first in stream:
            code = _number(first, stream)
            about = read_number(stream)
            if code % 2:
                found.append(Event(code // 2 - 1, about - 1, 0, failed=True))
            else:
                found.append(Event(code // 2 - 1, about, read_runs(stream)))
        return found


def write_number(data: bytearray, number: int) -> None:
    """Append a number that is not below zero.

    >>> data = bytearray()
    >>> write_number(data, 300)
    >>> list(data), read_number(iter(data))
    ([172, 2], 300)
    """
    while number > 127:
        data.append(number & 127 | 128)
        number >>= 7
    data.append(number)


def read_number(stream: Iterator[int]) -> int:
    """The number at which a stream of bytes stands."""
    return _number(next(stream), stream)


def _number(first: int, stream: Iterator[int]) -> int:
    number, shift = first & 127, 0
    while first & 128:
        first = next(stream)
        shift += 7
        number |= (first & 127) << shift
    return number


def write_runs(data: bytearray, bits: int) -> None:
    """Append a set: how many runs it has, and for each what it leaves out and takes."""
    write_number(data, (bits & ~(bits << 1)).bit_count())
    # Lowest first, and a 0 behind the last run. To shift the bits run by run takes far longer.
    digits = f"0{bits:b}"[::-1]
    end = 0
    while (start := digits.find("1", end)) >= 0:
        write_number(data, start - end)
        end = digits.find("0", start)
        write_number(data, end - start)


def read_runs(stream: Iterator[int]) -> int:
    """The set at which a stream of bytes stands."""
    bits = place = 0
    for _ in range(read_number(stream)):
        place += read_number(stream)
        taken = read_number(stream)
        bits |= ((1 << taken) - 1) << place
        place += taken
    return bits
