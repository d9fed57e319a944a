"""A server that listens like CP-Profiler and knows nothing but the protocol's description."""

from __future__ import annotations

import socket
import struct
import threading
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Told:
    """One message as a reader of the protocol's description has it."""

    kind: int
    numbers: tuple[int, ...] = ()
    status: int = -1
    fields: dict[int, Any] = field(default_factory=dict)


def read(raw: bytes) -> Told:
    """A message without its length: type; for nodes eight numbers and a status; fields."""
    message, at = Told(raw[0]), 1
    if message.kind == 0:
        message.numbers = struct.unpack_from(">8i", raw, at)
        message.status = raw[at + 32]
        at += 33
    while at < len(raw):
        which, number = raw[at], struct.unpack_from(">i", raw, at + 1)[0]
        at += 5
        if which == 3:
            message.fields[which] = number
        else:
            message.fields[which] = raw[at : at + number].decode()
            at += number
    assert at == len(raw), "nothing is left over"
    return message


class Server(threading.Thread):
    """Listens like CP-Profiler: a connection is an execution."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.executions: list[list[Told]] = []
        self.start()

    def run(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            messages: list[Told] = []
            self.executions.append(messages)
            with connection, connection.makefile("rb") as stream:
                while size := stream.read(4):
                    messages.append(read(stream.read(struct.unpack("<i", size)[0])))

    def told(self, number: int = 1) -> list[list[Told]]:
        """The executions, once so many of them are over."""
        waited = threading.Event()
        for _ in range(500):
            if sum(bool(one) and one[-1].kind == 1 for one in self.executions) >= number:
                break
            waited.wait(0.01)
        return self.executions
