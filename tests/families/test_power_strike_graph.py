"""The number graph of Power Strike against plain expansion."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.families.power_strike import number_graph
from quincunx.families.power_strike.number_graph import Edge, NumberGraph, TooManyNumbersError
from tests.reasoning import narrowing


def expanded_edges(
    start: int, end: int, steps: int, graph: NumberGraph
) -> list[set[tuple[int, int]]]:
    """All reachable numbers, and of these the edges that lead to the end."""

    def following(number: int) -> frozenset[int]:
        return narrowing.following(number, graph.multiplier, not graph.forbid_leading_zeros)

    layers = [{start}]
    for _ in range(steps):
        layers.append({result for number in layers[-1] for result in following(number)})
    layers[-1] &= {end}
    edges: list[set[Edge]] = []
    for i in reversed(range(steps)):
        edges.append({(a, b) for a in layers[i] for b in following(a) & layers[i + 1]})
        layers[i] = {a for a, _ in edges[-1]}
    return edges[::-1] if layers[0] else [set() for _ in edges]


@pytest.mark.parametrize(
    ("start", "end", "steps", "multiplier", "why"),
    [
        (41, 41, 8, 7, "the published ring with 58 solutions"),
        (2000057, 57, 1, 7, "six digits go in one removal"),
        (20000000057, 57, 1, 7, "more zeros than the window is wide"),
        (20000000057, 57, 3, 1, "a step that changes nothing before and after"),
        (2100, 100, 1, 7, "what is left begins with 1 and has only zeros behind it"),
        (2057, 57, 1, 7, "a zero would stand in front"),
        (125001, 1, 2, 8, "a product full of zeros, of which the first digit is removed"),
        (6, 95, 4, 2, "no way leads there"),
        (1, 7**9, 9, 7, "only multiplications reach a number so large"),
        (100, 1, 2, 10, "zeros at the end"),
        (123456789, 5, 8, 2, "only removals"),
    ],
)
def test_edges_of_special_rings_agree_with_plain_expansion(
    start: int, end: int, steps: int, multiplier: int, why: str
) -> None:
    for forbid in (False, True):
        graph = NumberGraph(multiplier, forbid)
        assert graph.edges(start, end, steps) == expanded_edges(start, end, steps, graph), why


@settings(max_examples=150)
@given(
    start=st.integers(1, 99) | st.sampled_from([105, 1000, 2057, 5001, 20008]),
    turns=st.lists(st.integers(0, 6), min_size=1, max_size=8),
    multiplier=st.sampled_from([1, 2, 3, 4, 5, 7, 8, 10, 15, 20, 99, 100, 125, 1000]),
    forbid=st.booleans(),
    window=st.sampled_from([1, 2, 3, 8]),
)
def test_edges_agree_with_plain_expansion(
    start: int, turns: list[int], multiplier: int, forbid: bool, window: int
) -> None:
    """The end is a number some way leads to: 0 multiplies, others remove a digit if they can."""
    graph = NumberGraph(multiplier, forbid)
    end = start
    for turn in turns:
        text = str(end)
        rest = text[: turn - 1] + text[turn:]
        removable = 0 < turn <= len(text) and rest.strip("0") and not rest.startswith("0")
        end = int(rest) if removable else end * multiplier
    with pytest.MonkeyPatch.context() as patch:
        # A narrow window brings digits from beyond it into play in short numbers.
        patch.setattr(number_graph, "WINDOW", window)
        patch.setattr(number_graph, "MODULUS", 10**window)
        found = graph.edges(start, end, len(turns))
    assert found == expanded_edges(start, end, len(turns), graph)
    assert all(found)


@given(number=st.integers(1, 10**12), multiplier=st.integers(1, 1000), forbid=st.booleans())
def test_endings_before_include_every_step(number: int, multiplier: int, forbid: bool) -> None:
    graph = NumberGraph(multiplier, forbid)
    for result in graph.after(number):
        ending = result % number_graph.MODULUS
        assert number % number_graph.MODULUS in graph._endings_before({ending})


def test_too_large_layers_raise() -> None:
    with pytest.raises(TooManyNumbersError) as error:
        NumberGraph(3).edges(int("1234567890" * 50), 7, 300)
    assert error.value.steps <= 3
