"""Replies that are kept: the same question need not be answered twice."""

from __future__ import annotations

from collections import OrderedDict

MOST_BYTES = 32 << 20
BESIDES = 300
"""About as many bytes as Python takes to hold a reply and its question, beside their own."""


class Memory:
    """The replies that were asked for last, up to a number of bytes.

    >>> memory = Memory(most=2 * BESIDES + 25)
    >>> for question in ("one", "two", "one", "three"):
    ...     if memory.get(question) is None:
    ...         memory.put(question, b"a reply")
    >>> memory.get("two"), memory.get("three")
    (None, b'a reply')
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._size = 0
        self._replies: OrderedDict[str, bytes] = OrderedDict()

    def get(self, question: str) -> bytes | None:
        """The reply to a question, if it is known."""
        reply = self._replies.get(question)
        if reply is not None:
            self._replies.move_to_end(question)
        return reply

    def put(self, question: str, reply: bytes) -> None:
        """Remember a reply, and forget those that nobody asked for the longest time."""
        if question in self._replies:
            self._size -= _size(question, self._replies.pop(question))
        self._replies[question] = reply
        self._size += _size(question, reply)
        while self._size > self._most:
            old, forgotten = self._replies.popitem(last=False)
            self._size -= _size(old, forgotten)


def _size(question: str, reply: bytes) -> int:
    return len(question) + len(reply) + BESIDES
