"""The search laboratory: the cost of a search under every labeling, and its tree."""

from __future__ import annotations

from typing import cast

from quincunx.cp.limits import Limits
from quincunx.cp.options import CONSISTENCIES, VALUE_CHOICES, VARIABLE_ORDERS, Consistency
from quincunx.errors import QuincunxError
from quincunx.lab.trees.tree import fold, grow
from quincunx.lab.trials import Trial, TrialRow, run
from quincunx.solving.models import MODELS, OURS, PAPER, models_of
from quincunx.web.questions import Asked, Reply

MAX_NODES = 2_000
"""Search nodes of each search in the table."""
MAX_SECONDS = 1.0
"""Seconds of each search."""
MAX_TREE_NODES = 400
"""Search nodes of the tree."""
MAX_DRAWN_NODES = 120
"""Nodes of the tree that are drawn; subtrees are folded to keep to it."""


def lab(asked: Asked) -> Reply:
    """Answer "lab": the cost of the first solution for every variable order and value choice.

    There is no number where a limit stopped the search. Unless the question chooses model and
    consistency, the first combination is taken whose searches backtrack.
    """
    chosen = asked.text("model", known=MODELS) if asked.has("model") else None
    wanted = asked.text("consistency", known=CONSISTENCIES) if asked.has("consistency") else None
    known = models_of(asked.puzzle)
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
            # The paper's program cannot represent this puzzle.
            break
        # A paper's program with a bug may lose all solutions.
        table = other if other["solvable"] == table["solvable"] else table
    return {
        "puzzle": asked.puzzle.identifier,
        "models": list(known),
        **table,
        "most": MAX_NODES,
        "tree": _tree(asked, table["model"], table["consistency"]),
    }


def tree(asked: Asked) -> Reply:
    """Answer "tree": the search tree of a model for a labeling such as "ff, bisect"."""
    model = asked.text("model", OURS, known=MODELS)
    consistency = asked.text("consistency", "domain", known=CONSISTENCIES)
    return _tree(asked, model, cast(Consistency, consistency), asked.text("labeling", ""))


_WAYS = ((OURS, "domain"), (OURS, "bounds"), (PAPER, "bounds"), (PAPER, "domain"))
"""Models and consistencies in the order in which they are tried."""


def _table(asked: Asked, model: str, consistency: str) -> Reply:
    """The cost of every search of a model; `solvable` unless one has proved the contrary."""
    rows, columns = list(VARIABLE_ORDERS), list(VALUE_CHOICES)

    def cost(variable: str, value: str) -> TrialRow:
        trial = Trial(asked.puzzle.identifier, variable, value, "up", consistency, model=model)
        return run(trial, Limits(min(MAX_SECONDS, asked.left() / 2), MAX_NODES))

    ran = [[cost(variable, value) for value in columns] for variable in rows]
    return {
        "model": model,
        "consistency": consistency,
        "solvable": all(row.outcome != "none" for line in ran for row in line),
        "rows": rows,
        "columns": columns,
        "backtracks": [[None if row.limited else row.backtracks for row in line] for line in ran],
        "nodes": [[None if row.limited else row.nodes for row in line] for line in ran],
    }


def _tree(asked: Asked, model: str, consistency: Consistency, labeling: str = "") -> Reply:
    """The search tree for a labeling, the model's own by default, as nodes with their parents."""
    tree = grow(
        asked.puzzle,
        labeling,
        consistency=consistency,
        model=model,
        nodes=MAX_TREE_NODES,
        seconds=MAX_SECONDS,
    )
    folded, shown = fold(tree.nodes, MAX_DRAWN_NODES)
    places = {index: place for place, index in enumerate(shown)}
    nodes = [
        {
            "parent": places[tree.nodes[index].parent] if index else None,
            "decision": tree.nodes[index].decision,
            "kind": tree.nodes[index].kind,
            "size": tree.nodes[index].searched if index in folded else 1,
        }
        for index in shown
    ]
    return {
        "labeling": tree.labeling,
        "complete": tree.complete,
        "solutions": tree.solutions,
        "nodes": nodes,
    }
