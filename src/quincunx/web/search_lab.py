"""For a teacher: how the order of a search changes its cost, as a table and as a tree."""

from __future__ import annotations

from typing import Any

from quincunx.cp.limits import Limits
from quincunx.cp.options import CONSISTENCIES, VALUE_CHOICES, VARIABLE_ORDERS, Consistency
from quincunx.errors import QuincunxError
from quincunx.lab.trees.tree import fold, grow
from quincunx.lab.trials import Trial, run
from quincunx.solving.models import MODELS, OURS, PAPER
from quincunx.web.questions import Asked, Reply

NODES = 2_000
"""A search is given up after so many nodes."""
SECONDS = 1.0
"""Or after so many seconds."""
TREE_NODES = 400
MOST_MARKS = 120
"""So many nodes of a tree are drawn at most; what is below is folded."""


def lab(asked: Asked) -> Reply:
    """Every order of variables with every choice of values: what each took to the first solution.

    Where a limit stopped a search there is no number. The model and the consistency can be chosen;
    what is not chosen is what has something to show: ours, ours with bounds, or the paper's.
    """
    chosen = asked.text("model", known=MODELS) if asked.has("model") else None
    wanted = asked.text("consistency", known=CONSISTENCIES) if asked.has("consistency") else None
    known = (OURS,) if asked.puzzle.capabilities.paper is None else MODELS
    if chosen is not None and chosen not in known:
        raise asked.wrong(f"model is {chosen}, expected {OURS}: no paper's is known")
    ways = [
        (model, consistency)
        for model, consistency in _WAYS
        if model in known and chosen in (None, model) and wanted in (None, consistency)
    ]
    table = _table(asked, *ways[0])
    for way in ways[1:]:
        if chosen is not None or any(map(any, table["backtracks"])):
            break
        try:
            other = _table(asked, *way)
        except QuincunxError:
            # A paper's program may not be able to hold this puzzle's numbers, or not know its kind.
            break
        # A program with a mistake may find nothing where there is something.
        table = other if other["solvable"] == table["solvable"] else table
    return {
        "puzzle": asked.puzzle.identifier,
        "models": list(known),
        **table,
        "most": NODES,
        "tree": _tree(asked, table["model"], table["consistency"]),
    }


_WAYS = ((OURS, "domain"), (OURS, "bounds"), (PAPER, "bounds"), (PAPER, "domain"))
"""Models with the strength of propagation, in the order in which they are tried."""


def _table(asked: Asked, model: str, consistency: str) -> Reply:
    """What every search of a model took; `solvable` unless one has shown that there is nothing."""
    rows, columns = list(VARIABLE_ORDERS), list(VALUE_CHOICES)
    trials = [
        [Trial(asked.puzzle.identifier, variable, value, "up", consistency, model=model)
         for value in columns]
        for variable in rows
    ]  # fmt: skip
    ran = [
        [run(trial, Limits(min(SECONDS, asked.left() / 2), NODES)) for trial in line]
        for line in trials
    ]
    return {
        "model": model,
        "consistency": consistency,
        "solvable": all(row.outcome != "none" for line in ran for row in line),
        "rows": rows,
        "columns": columns,
        "backtracks": [[None if row.limited else row.backtracks for row in line] for line in ran],
        "nodes": [[None if row.limited else row.nodes for row in line] for line in ran],
    }


def _tree(asked: Asked, model: str, consistency: Consistency) -> Reply:
    """The search with the labeling that goes with a model, as nodes with their parents."""
    tree = grow(
        asked.puzzle, consistency=consistency, model=model, nodes=TREE_NODES, seconds=SECONDS
    )
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
                "size": node.searched if index in folded else 1,
            }
        )
    return {
        "labeling": tree.labeling,
        "complete": tree.complete,
        "solutions": tree.solutions,
        "nodes": nodes,
    }
