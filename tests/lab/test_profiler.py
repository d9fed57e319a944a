"""A tree sent to CP-Profiler, read by a server that knows only the protocol's description."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator

import pytest

from quincunx.errors import EngineError, OptionError
from quincunx.lab.trees.profiler import Execution, address
from quincunx.lab.trees.tree import OPEN, grow
from tests.lab.listening import Server, Told
from tests.lab.rows import HARD, NONE, SMALL


@pytest.fixture
def server() -> Iterator[Server]:
    listening = Server()
    yield listening
    listening.listening.close()


@pytest.mark.parametrize("labeling", ["ff", "ff,enum", "max,bisect,down"])
@pytest.mark.parametrize(("puzzle", "goal"), [(SMALL, "all"), (SMALL, "first"), (NONE, "all")])
def test_a_tree_arrives_as_it_grew(server: Server, puzzle: str, goal: str, labeling: str) -> None:
    with Execution(("127.0.0.1", server.port), "a name", 3) as execution:
        tree = grow(puzzle, labeling, consistency="bounds", goal=goal, settled=execution.settled)
    start, *nodes, done = server.told()[0]
    assert (start.kind, done.kind) == (2, 1)
    assert start.fields[3] == 3, "the version of the protocol"
    assert json.loads(start.fields[2]) == {
        "name": "a name",
        "has_restarts": False,
        "execution_id": 3,
    }
    known: dict[int, Told] = {}
    for node in nodes:
        number, restart, thread, parent, *_, alt, kids = node.numbers
        assert (restart, thread) == (0, 0)
        grown = tree.nodes[number]
        assert parent == grown.parent
        assert node.status == {"solved": 0, "failed": 1, "choice": 2}[grown.kind]
        assert (kids > 0) == (node.status == 2)
        if parent < 0:
            assert alt == -1
            assert not known, "the root comes first"
        else:
            assert parent in known, "parents come before their children"
            assert 0 <= alt < known[parent].numbers[7], "one of its parent's kids"
            assert tree.nodes[parent].children[alt] == number
            assert node.fields[0] == grown.decision
        assert json.loads(node.fields[2])["decision"] == grown.decision
        known[number] = node
    settled = [index for index, node in enumerate(tree.nodes) if node.kind != OPEN]
    assert sorted(known) == settled


def test_all_children_of_an_enumeration_are_announced(server: Server) -> None:
    with Execution(("127.0.0.1", server.port), "enum") as execution:
        tree = grow(SMALL, "enum", consistency="bounds", goal="all", settled=execution.settled)
    for node in server.told()[0][1:-1]:
        assert node.numbers[7] == len(tree.nodes[node.numbers[0]].children)


def test_a_profiler_that_goes_away_ends_the_search_with_a_line() -> None:
    said = "the connection ended, expected CP-Profiler there"
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        pytest.raises(EngineError, match=said),
    ):
        send_to_nobody(listening)


def send_to_nobody(listening: socket.socket) -> None:
    with Execution(listening.getsockname(), "gone") as execution:
        connection, _ = listening.accept()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
        grow(HARD, "max", consistency="bounds", nodes=2000, settled=execution.settled)


@pytest.mark.parametrize("text", ["host:0", "host:70000", "host:-1", "host:²"])
def test_addresses_that_are_none(text: str) -> None:
    with pytest.raises(OptionError, match="expected HOST:PORT"):
        address(text)
