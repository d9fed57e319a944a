"""What is solved: the papers' instances and the hardest of the gallery."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.instances import made_grid
from benchmarks.peers import TASKS, Task
from quincunx.families import AnyPuzzle, from_document
from quincunx.families import gallery as gallery

HARDEST = ("power-strike/7", "c-note/3", "multi-balance/71", "aztec-math/10")
"""Of each family the puzzle, not printed in a paper, that takes a weak search the most nodes:
leftmost, at bounds consistency. Sum Star has one puzzle only, the paper's."""


@dataclass(frozen=True)
class PeerInstance:
    """A puzzle with the tasks it is measured for."""

    name: str
    puzzle: AnyPuzzle
    tasks: tuple[Task, ...] = TASKS


def made(size: int, target: int, tasks: tuple[Task, ...] = TASKS) -> PeerInstance:
    """A C-Note of a size and target that the paper measures without printing its digits."""
    grid = made_grid(size, target, seed=1)
    document = {"family": "c-note", "target": target, "grid": grid}
    return PeerInstance(f"c-note {size}×{size}, target {target}", from_document(document), tasks)


def instances() -> list[PeerInstance]:
    """All instances, by family."""
    printed = [name for name in gallery.names() if name.split("/")[1].startswith("paper")]
    found = [PeerInstance(name, gallery.entry_named(name).puzzle) for name in (*printed, *HARDEST)]
    # The last has far too many solutions to list them all.
    found += [made(6, 60), made(7, 60), made(3, 400), made(3, 1500, ("first",))]
    families = ["power-strike", "c-note", "multi-balance", "sum-star", "aztec-math"]
    return sorted(found, key=lambda instance: families.index(instance.puzzle.family))
