"""The search laboratory: the cost of a search under every labeling, and its tree."""

from typing import cast

from quincunx.cp.limits import Limits
from quincunx.cp.options import CONSISTENCIES, VALUE_CHOICES, VARIABLE_ORDERS, Consistency
from quincunx.lab.trees.tree import fold, grow
from quincunx.lab.trials import Trial, TrialRow, run
from quincunx.solving.models import MODELS, OURS, models_of
from quincunx.web.questions import Question, Reply

MAX_NODES = 2_000
"""Search nodes of each search in the table."""
MAX_SECONDS = 1.0
"""Seconds of each search."""
MAX_TREE_NODES = 400
"""Search nodes of the tree."""
MAX_DRAWN_NODES = 120
"""Nodes of the tree that are drawn; subtrees are folded to keep to it."""


def lab(asked: Question) -> Reply:
    """Answer "lab": the cost of the first solution for a variable order and every value choice.

    There is no number where a limit stopped the search. `solvable` is false if a search has proved
    that there is no solution.
    """
    model, consistency = _searched(asked)
    known = models_of(asked.puzzle)
    if model not in known:
        raise asked.wrong(f"model is {model}, expected {OURS}: no paper's is known")
    order = asked.text("order", "leftmost", known=VARIABLE_ORDERS)
    identifier = asked.puzzle.identifier
    ran: list[TrialRow] = []
    for choice in VALUE_CHOICES:
        limits = Limits(min(MAX_SECONDS, asked.left() / 2), MAX_NODES)
        ran.append(run(Trial(identifier, order, choice, "up", consistency, model=model), limits))
    return {
        "puzzle": identifier,
        "models": list(known),
        "orders": list(VARIABLE_ORDERS),
        "choices": list(VALUE_CHOICES),
        "solvable": all(row.outcome != "none" for row in ran),
        "backtracks": [None if row.limited else row.backtracks for row in ran],
        "nodes": [None if row.limited else row.nodes for row in ran],
        "most": MAX_NODES,
    }


def tree(asked: Question) -> Reply:
    """Answer "tree": the search tree for a labeling such as "ff, bisect", the model's own by
    default, as nodes with their parents."""
    model, consistency = _searched(asked)
    tree = grow(
        asked.puzzle,
        asked.text("labeling", ""),
        consistency=consistency,
        model=model,
        nodes=MAX_TREE_NODES,
        seconds=MAX_SECONDS,
    )
    folded, shown = fold(tree.nodes, MAX_DRAWN_NODES)
    places = {index: place for place, index in enumerate(shown)}
    nodes = [
        {
            "parent": places[node.parent] if index else None,
            "decision": node.decision,
            "kind": node.kind,
            "size": node.searched if index in folded else 1,
        }
        for index, node in ((index, tree.nodes[index]) for index in shown)
    ]
    return {
        "labeling": tree.labeling,
        "complete": tree.complete,
        "solutions": tree.solutions,
        "nodes": nodes,
    }


def _searched(asked: Question) -> tuple[str, Consistency]:
    """The model and the consistency that a question names."""
    model = asked.text("model", OURS, known=MODELS)
    return model, cast(Consistency, asked.text("consistency", "domain", known=CONSISTENCIES))
