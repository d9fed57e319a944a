"""Reads the bytes of a propagation log as its module describes them."""

from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.lab.trees.propagation_log import PropagationLog


@dataclass(frozen=True)
class Event:
    """One event of the log; `variable` is -1 if a contradiction names none."""

    rule: int
    variable: int
    removed: int
    failed: bool = False


def read_number(stream: Iterator[int]) -> int:
    number = shift = 0
    for byte in stream:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            break
    return number


def read_runs(stream: Iterator[int]) -> int:
    bits = place = 0
    for _ in range(read_number(stream)):
        place += read_number(stream)
        taken = read_number(stream)
        bits |= ((1 << taken) - 1) << place
        place += taken
    return bits


def events_of(log: PropagationLog, node: int) -> list[Event]:
    """The events of a node, read from its bytes as the module describes them."""
    found: list[Event] = []
    stream = iter(log.bytes_of(node))
    while stream.__length_hint__():  # type: ignore[attr-defined]
        code = read_number(stream)
        about = read_number(stream)
        if code % 2:
            found.append(Event(code // 2 - 1, about - 1, 0, failed=True))
        else:
            found.append(Event(code // 2 - 1, about, read_runs(stream)))
    return found
