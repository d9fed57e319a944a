"""Search trees as SVG, in the manner of Gecode's Gist.

Choices are blue circles, failures red squares, solutions green diamonds, open nodes dashed
circles. A folded subtree is a triangle with the number of its searched nodes, and a mark inside: a
diamond if it has solutions, a dashed circle if not all was searched, else a square. Every mark has
its own shape, so that no colour needs to be distinguished. Hovering over a mark shows its decision
and what was pruned there.
"""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import TypeAlias

from quincunx._support.text import amount
from quincunx.lab.tables import brief, title
from quincunx.lab.trees.tree import CHOICE, FAILED, OPEN, SOLVED, Node, Tree, fold
from quincunx.lab.trials import IMPOSSIBLE, LOST, describe_strength

MARKS = 250
"""About this many marks are drawn; the rest of the tree is folded."""
MAX_LABELLED = 40
"""Trees with at most this many marks show their decisions beside the lines."""

STEP_X, STEP_Y = 26.0, 44.0
"""Distances between marks."""
WIDE_X, WIDE_Y = 58.0, 56.0
"""Distances if decisions are shown."""
WIDTH_FOLDED = 1.35
"""Width of a folded subtree, which has a number below it."""
MARGIN = 24.0
HEAD = 64.0
LEGEND_WIDTH, LEGEND_HEIGHT = 1183.0, 40.0
"""Size of the legend in `page/tree_picture.svg`."""
MAX_LABEL = 10
"""Letters of a name that fit beside a line."""

Places: TypeAlias = dict[int, tuple[float, int]]
"""Where the mark of each node stands, in units of the grid: across, and its depth."""


def draw_tree(*trees: Tree, marks: int = MARKS) -> str:
    """Return one tree, or several side by side, as SVG."""
    drawings = [_draw(tree, marks) for tree in trees]
    height = max(drawn[1] for drawn in drawings)
    parts: list[str] = []
    across = 0.0
    for width, _, drawn in drawings:
        if across:
            parts.append(f'<path class="line" d="M{across:.0f} 12V{height:.0f}"/>')
        parts += [f'<g transform="translate({across:.1f} 0)">', *drawn, "</g>"]
        across += width
    picture = files("quincunx.lab.trees").joinpath("page/tree_picture.svg")
    return Template(picture.read_text(encoding="utf-8")).substitute(
        width=f"{max(LEGEND_WIDTH, across):.0f}",
        height=f"{height + LEGEND_HEIGHT:.0f}",
        legend=f"{height + LEGEND_HEIGHT / 2:.0f}",
        title=escape(" and ".join(map(_heading, trees))),
        trees="\n".join(parts),
    )


def _heading(tree: Tree) -> str:
    return f"{title(tree.puzzle.identifier)}: {tree.labeling} ({describe_setting(tree)})"


def describe_setting(tree: Tree) -> str:
    """Return the strength of propagation, and the model if it is not ours."""
    return describe_strength(tree.consistency, tree.model)


def describe_tree(tree: Tree) -> str:
    """Describe a tree in one line."""
    done = tree.statistics
    text = (
        f"{amount(done.nodes, 'node')}, {amount(tree.failures, 'failure')}, "
        f"{amount(tree.solutions, 'solution')}, {brief(done.seconds, 'seconds')}"
    )
    if tree.complete and not tree.solutions:
        return f"{text}: {LOST if tree.loses else IMPOSSIBLE}"
    return f"{text}: stopped by the limit" if tree.limited else text


def _draw(tree: Tree, marks: int) -> tuple[float, float, list[str]]:
    """Return the width, the height and the elements of a tree's picture."""
    folded, shown = fold(tree.nodes, marks)
    places = lay_out(tree.nodes, shown, folded)
    labelled = len(shown) <= MAX_LABELLED
    step_x, step_y = (WIDE_X, WIDE_Y) if labelled else (STEP_X, STEP_Y)
    across, depths = zip(*places.values(), strict=True)
    left, right = min(across), max(across)
    heading, note = _heading(tree), describe_tree(tree)
    needed = 2 * MARGIN + max(7.8 * len(heading), 6.2 * len(note))
    width = max((right - left) * step_x + 4 * MARGIN, needed)
    shift = (width - (right - left) * step_x) / 2

    def at(index: int) -> tuple[float, float]:
        x, depth = places[index]
        return shift + (x - left) * step_x, HEAD + 18 + depth * step_y

    parts = [
        f'<text class="title" x="{MARGIN}" y="26">{escape(heading)}</text>',
        f'<text class="note" x="{MARGIN}" y="44">{escape(note)}</text>',
    ]
    for index in shown[1:]:
        (x, y), (px, py) = at(index), at(tree.nodes[index].parent)
        parts.append(f'<path class="line" d="M{px:.1f} {py:.1f}L{x:.1f} {y:.1f}"/>')
    for index in shown:
        x, y = at(index)
        node = tree.nodes[index]
        parts.append(_mark(node, x, y, index in folded))
        if labelled and node.kind != OPEN and index:
            parts.append(_decision(node, x, y))
    height = HEAD + 18 + max(depths) * step_y + MARGIN + 12
    return width, height, parts


def lay_out(nodes: Sequence[Node], shown: Sequence[int], folded: set[int]) -> Places:
    """Return places: leaves side by side, parents above the middle of their children."""
    across: dict[int, float] = {}
    waiting, right = [0], 0.0
    while waiting:
        index = waiting.pop()
        children = [] if index in folded else nodes[index].children
        waiting += reversed(children)
        if not children:
            half = WIDTH_FOLDED / 2 if index in folded else 0.5
            across[index] = right + half
            right += 2 * half
    for index in reversed(shown):
        if index not in across:
            children = nodes[index].children
            across[index] = (across[children[0]] + across[children[-1]]) / 2
    places = {0: (across[0], 0)}
    for index in shown[1:]:
        places[index] = (across[index], places[nodes[index].parent][1] + 1)
    return places


def _mark(node: Node, x: float, y: float, folded: bool) -> str:
    """Return the mark of a node: one of the shapes that the picture defines."""
    kind, size = node.kind, ""
    if folded:
        kind = f"folded-{SOLVED if node.solutions else OPEN if node.opened else FAILED}"
        number = brief(node.searched, "nodes")
        size = f'<text class="size halo" x="{x:.1f}" y="{y + 21:.1f}">{number}</text>'
    mark = f'<use href="#qx-{kind}" x="{x:.1f}" y="{y:.1f}"/>'
    return f"<g>{mark}{size}<title>{escape(hover(node, folded))}</title></g>"


ENDINGS = {
    CHOICE: "then a choice",
    FAILED: "failed",
    SOLVED: "a solution",
    OPEN: "the search stopped before it",
}


def hover(node: Node, folded: bool) -> str:
    """Return the text of a mark's tooltip."""
    lines = [node.decision]
    if folded:
        left = f", {node.untried} not tried" if node.untried else ""
        found = amount(node.solutions, "solution")
        lines.append(f"folded: {amount(node.searched, 'node')}{left}, {found}")
    lines.append(ENDINGS[node.kind])
    if node.pruned:
        lines += ["pruned:", *(f"  {text}" for text in node.pruned)]
    if node.more_pruned:
        lines.append(f"  and {node.more_pruned} more")
    return "\n".join(lines)


def _decision(node: Node, x: float, y: float) -> str:
    """Return the decision above a mark: the variable's name over the rest."""
    name, operator, value = node.decision.rsplit(" ", 2)
    start = f'<text class="decision halo" x="{x:.1f}"'
    texts = ((22, initials(name)), (12, f"{operator} {value}"))
    return "".join(f'{start} y="{y - above:.1f}">{escape(text)}</text>' for above, text in texts)


def initials(name: str) -> str:
    """Shorten a name so that it fits beside a line.

    Words with a number are cut, but stay different; the other words too if that is not enough.

    >>> initials("row 1, column 12"), initials("cell 3"), initials("column of digit 1")
    ('r1 c12', 'cell 3', 'col of d1')
    >>> initials("row 1, column 2, clause 1"), initials("step 1, power")
    ('r1 c2 cl1', 's1 power')
    """
    if len(name) <= MAX_LABEL:
        return name
    words = name.replace(",", "").split()
    parts: list[tuple[str, str]] = []
    used: dict[str, str] = {}
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if following.isdigit() and not word.isdigit():
            cuts = (word[:length] for length in range(1, len(word) + 1))
            cut = next((cut for cut in cuts if used.setdefault(cut, word) == word), word)
            parts.append((cut + following, ""))
        elif not word.isdigit():
            parts.append(("", word))
    ways = [" ".join(kept + word[:most] for kept, word in parts) for most in (len(name), 3, 1)]
    return next((short for short in ways if len(short) <= MAX_LABEL), ways[-1])
