"""The generator of Sum Stars."""

from random import Random

from quincunx.families.base.documents import from_body, givens_of
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.catalogue import random_filling
from quincunx.families.sum_star.dodecagons import black_triangles
from quincunx.families.sum_star.fillings import IMPOSSIBLE, NUMBER_RANGES, Filling, ambiguities
from quincunx.families.sum_star.maker import ARRANGEMENTS, StarMaker, puzzle_with_numbers
from tests.making.confirm import series

PAPER = from_body(SumStar, SumStar.example.identifier.partition(":")[2])


def test_numbers_between_dodecagons_vary_and_few_cells_are_given() -> None:
    asked = series("sum-star", arrangement="triangle", seed=1, number=6)
    puzzles = [made.puzzle for made in asked]
    centres = {puzzle.stars[0].sums[2] for puzzle in puzzles}
    assert len(centres) >= 5, "15 or 16 once was in the middle of nine in ten"
    assert sum(len(givens_of(puzzle)) for puzzle in puzzles) <= 9, "once 3.7 on average"
    small = [number for puzzle in puzzles for star in puzzle.stars for number in star.sums]
    assert sum(number in (1, 2) for number in small) <= 12, "once 3.4 at the rim on average"


def test_puzzles_that_tire_a_person_are_left_out() -> None:
    """Only where nothing is asked: what is asked for may be as hard as it is."""
    made = [*series("sum-star", seed=1, number=6, graded=True)]
    assert max(one.score for one in made) <= StarMaker.highest_score
    assert any(one.attempts > 1 for one in made)
    asked = series("sum-star", arrangement="triangle", seed=1, number=6, graded=True)
    assert max(one.score for one in asked) > StarMaker.highest_score


def test_seeds_share_no_single_stars() -> None:
    """There are 492,563 without givens, and each is as likely as any other."""
    form = StarMaker().canonical
    one, other = (
        {form(made.puzzle) for made in series("sum-star", arrangement="one", seed=seed, number=12)}
        for seed in (1, 2)
    )
    assert len(one) == len(other) == 12
    assert not one & other


def test_random_fillings_obey_the_rules() -> None:
    places = ARRANGEMENTS["one"]
    dice = Random(1)
    hexagons = set()
    for _ in range(200):
        filling = Filling(places, random_filling(dice))
        assert puzzle_with_numbers(places, filling.numbers).violations([filling.values]) == []
        hexagons.add(filling.values[-1])
    assert hexagons == set(range(10))


def test_annealing_obeys_the_rules_and_reduces_ambiguity() -> None:
    places = ARRANGEMENTS["triangle"]
    values = [value for star in PAPER.example.solution for value in star]
    sides = [len(black.squares) for black in black_triangles(places)]

    def vague(filling: Filling) -> int:
        return sum(ambiguities(s)[n] for s, n in zip(sides, filling.numbers, strict=True))

    filling = Filling(places, values)
    assert puzzle_with_numbers(places, filling.numbers) == PAPER
    before = vague(filling)
    filling.anneal(4000, Random(1))
    assert filling.values != values
    assert vague(filling) < before
    rows = [filling.values[i : i + 13] for i in range(0, 39, 13)]
    assert puzzle_with_numbers(places, filling.numbers).violations(rows) == []


def test_number_ranges_cover_all_possible_numbers_but_1_and_2() -> None:
    for sides, (least, most) in NUMBER_RANGES.items():
        ways = [number for number, cost in enumerate(ambiguities(sides)) if cost < IMPOSSIBLE]
        assert [number for number in ways if number > 2] == [*range(least, most + 1)]


def test_ambiguity_is_the_number_of_ways_to_make_a_number() -> None:
    assert ambiguities(1)[1] == 0, "X 1 X"
    assert ambiguities(1)[24] == 1792, "7, 8 and 9 in six orders"
    assert ambiguities(2)[39] == 6579, "4 to 9 in 720 orders"
    assert ambiguities(1)[24] < ambiguities(1)[12] < ambiguities(2)[12]
