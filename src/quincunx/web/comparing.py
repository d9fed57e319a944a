"""For a teacher: how the order of a search changes its cost, as a table and as a tree."""

from __future__ import annotations

from typing import Any

from quincunx.lab.runs.trials import Trial, run
from quincunx.lab.trees.folding import fold
from quincunx.lab.trees.tree import grow
from quincunx.labeling import VALUE_CHOICES, VARIABLE_ORDERS
from quincunx.limits import Limits
from quincunx.web.asking import Asked, Reply

NODES = 2_000
"""A search is given up after so many nodes."""
SECONDS = 1.0
"""Or after so many seconds."""
TREE_NODES = 400
MOST_MARKS = 120
"""So many nodes of a tree are drawn at most; what is below is folded."""


def lab(asked: Asked) -> Reply:
    """Every order of variables with every choice of values: what each took to the first solution.

    Where a limit stopped a search there is no number.
    """
    identifier = asked.puzzle.identifier
    rows, columns = list(VARIABLE_ORDERS), list(VALUE_CHOICES)
    backtracks: list[list[int | None]] = []
    nodes: list[list[int | None]] = []
    for variable in rows:
        backtracks.append([])
        nodes.append([])
        for value in columns:
            limits = Limits(min(SECONDS, asked.left()), NODES)
            row = run(Trial(identifier, variable, value, "up"), limits)
            backtracks[-1].append(None if row.limited else row.backtracks)
            nodes[-1].append(None if row.limited else row.nodes)
    return {
        "puzzle": identifier,
        "rows": rows,
        "columns": columns,
        "backtracks": backtracks,
        "nodes": nodes,
        "most": NODES,
        "tree": _tree(asked),
    }


def _tree(asked: Asked) -> Reply:
    """The search with the family's own labeling, as nodes with their parents."""
    tree = grow(asked.puzzle, nodes=TREE_NODES, seconds=SECONDS)
    folded = fold(tree.nodes, MOST_MARKS)
    places: dict[int, int] = {}
    nodes: list[dict[str, Any]] = []
    for index, node in enumerate(tree.nodes):
        if index and (node.parent not in places or node.parent in folded):
            continue
        places[index] = len(nodes)
        nodes.append(
            {
                "parent": places[node.parent] if index else None,
                "decision": node.decision,
                "kind": node.kind,
                "size": node.size if index in folded else 1,
            }
        )
    return {
        "labeling": tree.labeling,
        "complete": tree.complete,
        "solutions": tree.solutions,
        "nodes": nodes,
    }
