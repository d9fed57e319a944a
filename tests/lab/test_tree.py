"""Search trees: all nodes of the search, what was pruned, and folding."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.cp.options import Consistency
from quincunx.lab.trees.svg import describe_tree, draw_tree, hover, lay_out
from quincunx.lab.trees.tree import CHOICE, FAILED, OPEN, SOLVED, Node, fold, grow
from quincunx.solving import solve
from tests.lab.rows import HARD, NONE, SMALL

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("value", ["step", "enum", "bisect", "median", "middle"])
@pytest.mark.parametrize("consistency", ["bounds", "domain"])
@pytest.mark.parametrize("goal", ["first", "all"])
def test_a_tree_has_the_nodes_of_its_search(
    value: str, consistency: Consistency, goal: str
) -> None:
    tree = grow(SMALL, ["ff", value], consistency=consistency, goal=goal)
    limit = 1 if goal == "first" else None
    alone = solve(SMALL, limit=limit, labeling=["ff", value], consistency=consistency)
    kinds = Counter(node.kind for node in tree.nodes)
    done = alone.statistics
    assert kinds[CHOICE] + kinds[FAILED] + kinds[SOLVED] == done.nodes == tree.statistics.nodes
    assert (kinds[FAILED], kinds[SOLVED]) == (done.backtracks, done.solutions)
    assert tree.nodes[0].searched == done.nodes, "what was not tried is no node of the search"
    if goal == "all":
        assert kinds[OPEN] == 0
        assert tree.nodes[0].size == done.nodes
    for node in tree.nodes:
        assert bool(node.children) == (node.kind == CHOICE)


def test_decisions_and_prunings_are_in_the_words_of_the_model() -> None:
    tree = grow("c-note:2:11/11", ["leftmost"])
    assert [node.kind for node in tree.nodes] == [SOLVED]
    tree = grow(SMALL, ["leftmost"], consistency="bounds")
    first = tree.nodes[tree.nodes[0].children[0]]
    assert first.decision == "row 1, column 1 = 8"
    assert first.pruned[0].startswith("row 1, column 1: ")
    assert first.pruned[0].endswith(" → {8}")
    assert hover(first, folded=False).splitlines()[:3] == [
        "row 1, column 1 = 8",
        "then a choice",
        "pruned:",
    ]


def test_nodes_that_were_not_searched_are_open() -> None:
    tree = grow(SMALL, ["leftmost"], consistency="bounds")
    assert any(node.kind == OPEN for node in tree.nodes)
    assert not tree.limited
    stopped = grow(HARD, ["max"], consistency="bounds", nodes=200)
    assert stopped.limited
    assert stopped.statistics.nodes == 200
    assert describe_tree(stopped).endswith("stopped by the limit")


def test_an_enumeration_has_an_open_node_for_untried_values() -> None:
    tree = grow(HARD, ["leftmost", "enum"], consistency="bounds", nodes=30)
    untried = [node for node in tree.nodes if node.decision == "not tried"]
    assert untried
    assert len({node.parent for node in untried}) == len(untried), "one mark for all that is left"
    whole = grow(SMALL, ["leftmost", "enum"], goal="all")
    assert not [node for node in whole.nodes if node.decision == "not tried"]


def test_no_solution_is_labelled() -> None:
    tree = grow(NONE)
    assert [node.kind for node in tree.nodes] == [FAILED]
    assert describe_tree(tree).endswith("no solution (proof of impossibility)")
    assert "proof of impossibility" in draw_tree(tree)


def test_a_program_that_loses_solutions_proves_nothing() -> None:
    """The paper's program for Power Strike loses the only answer of this ring."""
    assert solve("power-strike/demo").count == 1
    tree = grow("power-strike/demo", model="paper", goal="all")
    assert tree.complete
    assert tree.solutions == 0
    assert describe_tree(tree).endswith("none found (the paper's program loses some)")


trees = st.lists(st.integers(0, 30), max_size=120)


def random_tree(parents: list[int], kinds: list[str]) -> list[Node]:
    """Nodes whose parents come before them."""
    nodes = [Node(-1, "root", kind=CHOICE)]
    for index, wish in enumerate(parents, start=1):
        parent = wish % index
        nodes[parent].children.append(index)
        nodes.append(Node(parent, f"x = {index}", kind=kinds[index % len(kinds)]))
    for node in reversed(nodes):
        node.solutions += node.kind == SOLVED
        if node.parent >= 0:
            nodes[node.parent].size += node.size
            nodes[node.parent].solutions += node.solutions
    return nodes


def shown(nodes: list[Node], folded: set[int]) -> list[int]:
    found = []
    for index, node in enumerate(nodes):
        above = node.parent
        while above >= 0 and above not in folded:
            above = nodes[above].parent
        if above < 0:
            found.append(index)
    return found


@settings(deadline=None)
@given(trees, st.integers(3, 60), st.sampled_from([[FAILED], [FAILED, SOLVED], [SOLVED]]))
def test_folding_hides_failures_first_and_draws_few_marks(
    parents: list[int], most: int, kinds: list[str]
) -> None:
    nodes = random_tree(parents, kinds)
    folded, drawn = fold(nodes, most)
    assert drawn == shown(nodes, folded)
    if len(nodes) <= most:
        assert folded == set(), "what fits is not folded"
    hidden = sum(nodes[index].size - 1 for index in folded)
    assert len(drawn) + hidden == len(nodes), "nothing is hidden twice or lost"
    failed_only = all(nodes[index].solutions == 0 for index in folded)
    if not failed_only:
        everything_failed = [
            i for i, n in enumerate(nodes) if n.solutions == 0 and n.size > 1 and i not in folded
        ]
        assert len(nodes) > most or not everything_failed


@settings(deadline=None)
@given(trees)
def test_marks_never_overlap_and_parents_stand_above_the_middle(parents: list[int]) -> None:
    nodes = random_tree(parents, [FAILED])
    places = lay_out(nodes, range(len(nodes)), set())
    taken: dict[int, list[float]] = {}
    for x, depth in places.values():
        taken.setdefault(depth, []).append(x)
    for row in taken.values():
        row.sort()
        assert all(b - a >= 1 - 1e-9 for a, b in pairwise(row))
    for index, node in enumerate(nodes):
        if node.children:
            ends = [places[node.children[0]][0], places[node.children[-1]][0]]
            assert places[index][0] == pytest.approx(sum(ends) / 2)


def test_a_large_tree_is_folded_into_a_small_picture() -> None:
    tree = grow(HARD, ["leftmost"], consistency="bounds", nodes=8000)
    picture = ElementTree.fromstring(draw_tree(tree, marks=80))
    marks = picture.findall(f".//{SVG}g/{SVG}title")
    assert 20 < len(marks) <= 80
    sizes = [title.text or "" for title in marks if "folded: " in (title.text or "")]
    assert sizes
    assert tree.nodes[0].searched == tree.statistics.nodes < tree.nodes[0].size
    whole = ElementTree.fromstring(draw_tree(tree, marks=1))
    text = " ".join(title.text or "" for title in whole.findall(f".//{SVG}g/{SVG}title"))
    assert "not tried" in text, "a folded mark counts what was searched and names what was not"
    assert all("pruned:" in (title.text or "") for title in marks[1:5])


def test_trees_are_compared_side_by_side() -> None:
    pair = [grow(SMALL, [order], consistency="bounds") for order in ("ff", "max")]
    picture = draw_tree(*pair)
    root = ElementTree.fromstring(picture)
    headings = [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "title"]
    assert headings == ["c-note/demo: ff, step, up (bounds)", "c-note/demo: max, step, up (bounds)"]
    for word in ("choice", "failure", "solution", "not searched", "folded"):
        assert word in picture, "a legend"


def test_names_of_variables_are_escaped() -> None:
    odd = replace(grow(SMALL), nodes=[Node(-1, "<root> & co", kind=SOLVED)])
    assert "&lt;root&gt; &amp; co" in draw_tree(odd)
