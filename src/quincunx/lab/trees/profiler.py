"""CP-Profiler's protocol: a search tree sent to that program while it grows.

Vocabulary:
  execution  one search as CP-Profiler shows it: a connection, from its start to its end
  message    what goes over the connection: its length, its type, and what the type says
  uid        a node's name: its number, that of the restart and that of the thread
  alt, kids  which child of its parent a node is, counted from 0, and how many it has itself

A message, after its length in four bytes, the lowest first:
  type     one byte: 0 a node, 1 the end, 2 the start
  a node   eight numbers, each four bytes, the highest first: uid, uid of the parent (number -1
           for the root), alt, kids; and one byte for how it ended: 0 solved, 1 failed, 2 branched
  fields   any number of: one byte for which, and its content. 0 a label, 2 information, both a
           length in four bytes and UTF-8; 3 the version of the protocol, in four bytes
This is version 3 of the protocol, which MiniZinc's and Gecode's integrations speak too.
"""

from __future__ import annotations

import json
import socket
import struct
from types import TracebackType

from quincunx.errors import EngineError, OptionError
from quincunx.lab.trees.tree import CHOICE, FAILED, SOLVED, Node

HOST, PORT = "localhost", 6565
"""Where CP-Profiler listens unless it is told otherwise."""
VERSION = 3
NODE, DONE, START = 0, 1, 2
LABEL, INFO, VERSION_FIELD = 0, 2, 3
STATUS = {SOLVED: 0, FAILED: 1, CHOICE: 2}
NOBODY = -1
"""The number of no node: the parent of the root."""
PATIENCE = 10.0
"""Seconds to wait for an answer of the network."""


def address(text: str) -> tuple[str, int]:
    """Where to send a tree: a host, a port or both.

    >>> address("7000"), address("lectern:7000"), address("")
    (('localhost', 7000), ('lectern', 7000), ('localhost', 6565))
    >>> address("localhost:many")
    Traceback (most recent call last):
    quincunx.errors.OptionError: lab: profiler at 'localhost:many', expected HOST:PORT
    """
    host, colon, port = text.rpartition(":")
    if not colon and not port.isdigit():
        host, port = port, ""
    if port and not (port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16):
        raise OptionError(f"lab: profiler at {text!r}, expected HOST:PORT")
    return host or HOST, int(port) if port else PORT


class Execution:
    """A search on its way to CP-Profiler; to be used with `with`."""

    def __init__(self, place: tuple[str, int], name: str, number: int = 0) -> None:
        self._place = place
        self._name = name
        self._number = number
        self._socket: socket.socket | None = None

    def __enter__(self) -> Execution:
        host, port = self._place
        try:
            self._socket = socket.create_connection(self._place, PATIENCE)
        except OSError as error:
            reason = error.strerror or str(error) or "no answer"
            raise EngineError(
                f"lab: {host}:{port}: {reason}, expected CP-Profiler to listen there"
            ) from None
        facts = {"name": self._name, "has_restarts": False, "execution_id": self._number}
        version = bytes([VERSION_FIELD]) + _number(VERSION)
        self._send(bytes([START]) + version + _text(INFO, json.dumps(facts)))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._socket is not None:
            try:
                # Also of a search that was interrupted there is an end.
                self._socket.sendall(_framed(bytes([DONE])))
            except OSError:
                if kind is None:
                    raise self._gone() from None
            finally:
                self._socket.close()

    def settled(self, index: int, node: Node, alt: int, kids: int) -> None:
        """A node ended: tell of it. Parents are told of before their children."""
        self._send(node_message(index, node, alt, kids))

    def _send(self, message: bytes) -> None:
        assert self._socket is not None, "the execution was begun"
        try:
            self._socket.sendall(_framed(message))
        except OSError:
            raise self._gone() from None

    def _gone(self) -> EngineError:
        host, port = self._place
        return EngineError(f"lab: {host}:{port}: the connection ended, expected CP-Profiler there")


def node_message(index: int, node: Node, alt: int, kids: int) -> bytes:
    """A node as a message, without its length."""
    root = node.parent < 0
    numbers = (index, 0, 0, NOBODY if root else node.parent, 0, 0, NOBODY if root else alt, kids)
    more = [f"and {node.more_pruned} more"] if node.more_pruned else []
    facts = {"decision": node.decision, "pruned": [*node.pruned, *more]}
    label = "" if root else node.decision
    return (
        struct.pack(">B8iB", NODE, *numbers, STATUS[node.kind])
        + _text(LABEL, label)
        + _text(INFO, json.dumps(facts, ensure_ascii=False))
    )


def _framed(message: bytes) -> bytes:
    return struct.pack("<i", len(message)) + message


def _number(number: int) -> bytes:
    return struct.pack(">i", number)


def _text(field: int, text: str) -> bytes:
    raw = text.encode()
    return bytes([field]) + _number(len(raw)) + raw
