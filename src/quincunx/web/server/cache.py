"""Replies that are kept, so that the same question is answered once."""

from __future__ import annotations

from collections import OrderedDict

MAX_BYTES = 32 << 20
OVERHEAD_BYTES = 300
"""Approximate memory that Python takes for an entry, beside its question and reply."""


class ReplyCache:
    """The replies used most recently, up to a number of bytes.

    >>> cache = ReplyCache(max_bytes=2 * OVERHEAD_BYTES + 25)
    >>> for question in ("one", "two", "one", "three"):
    ...     if cache.get(question) is None:
    ...         cache.put(question, b"a reply")
    >>> cache.get("two"), cache.get("three")
    (None, b'a reply')
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._left = max_bytes
        self._replies: OrderedDict[str, bytes] = OrderedDict()

    def get(self, question: str) -> bytes | None:
        """The reply to a question, if it is known."""
        reply = self._replies.get(question)
        if reply is not None:
            self._replies.move_to_end(question)
        return reply

    def put(self, question: str, reply: bytes) -> None:
        """Keep a reply, and drop those not used for the longest time."""
        if question in self._replies:
            return
        self._replies[question] = reply
        self._left -= _size(question, reply)
        while self._left < 0:
            self._left += _size(*self._replies.popitem(last=False))


def _size(question: str, reply: bytes) -> int:
    return len(question) + len(reply) + OVERHEAD_BYTES
