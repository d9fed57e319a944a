"""Every record holds: its puzzle has one solution and the recorded measure."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, combinations, product
from pathlib import Path

import pytest

from benchmarks.records import DOCUMENT, document
from quincunx.families import parse
from quincunx.families.multi_balance.catalogue import boards, puzzles, shapes
from quincunx.families.power_strike.catalogue import only_round
from quincunx.making.records import PuzzleRecord, questions
from quincunx.solving import solve
from tests.families.test_aztec_math import brute_force, empty

QUESTIONS = {question.name: question for question in questions()}
SHOWN = [
    pytest.param(question.name, record, id=f"{question.name} {record.case}")
    for question in QUESTIONS.values()
    for record in question.records
    if record.puzzle
]


def records_of(name: str) -> list[PuzzleRecord]:
    return list(QUESTIONS[name].records)


@pytest.mark.parametrize(("name", "record"), SHOWN)
def test_puzzle_of_a_record_has_one_solution(name: str, record: PuzzleRecord) -> None:
    found = solve(parse(record.puzzle or ""))
    assert (found.verdict, found.complete) == ("unique", True)


def givens(identifier: str) -> str:
    count = sum(map(str.isdigit, identifier.partition(":")[2]))
    return "1 given" if count == 1 else f"{count} givens"


def cells(identifier: str) -> str:
    count = identifier.count(",") + 1
    return "any length" if identifier.startswith("power-strike:1:") else f"{count} cells"


def board(identifier: str) -> str:
    rows = identifier.split(":")[2].split("/")
    return f"{len(rows)} by {len(rows[0])}, {len(rows) * len(rows[0])} cells"


def numbers(identifier: str) -> str:
    return f"{len(numbered_triangles(identifier))} numbers"


ACROSS = {2: (1, -1), 4: (1, 0), 6: (0, 1), 8: (-1, 1), 10: (-1, 0), 12: (0, -1)}


def numbered_triangles(identifier: str) -> set[frozenset[tuple[int, int, int]]]:
    """Each as the squares it stands outside of: position and number of the cell."""
    stars = {}
    for star in identifier.partition(":")[2].split("/"):
        at, _, text = star.partition("=")
        q, r = map(int, at.split("."))
        stars[q, r] = text.split(",")
    found = set()
    for (q, r), sums in stars.items():
        for square, number in zip(range(1, 12, 2), sums, strict=True):
            around = {(q, r, square)}
            for triangle, meets in ((square - 1 or 12, 4), (square + 1, -4)):
                dq, dr = ACROSS[triangle]
                if (q + dq, r + dr) in stars:
                    around.add((q + dq, r + dr, (square + meets - 1) % 12 + 1))
            if number != "_":
                found.add(frozenset(around))
    return found


@pytest.mark.parametrize(("name", "record"), SHOWN)
def test_puzzle_has_the_recorded_measure(name: str, record: PuzzleRecord) -> None:
    read = {
        "multi-balance/smallest-board": board,
        "aztec-math/fewest-givens": givens,
        "power-strike/longest-ring": cells,
        "c-note/smallest-target": lambda identifier: f"target {identifier.split(':')[1]}",
        "c-note/largest-at-100": lambda identifier: board(identifier).partition(",")[0],
        "sum-star/fewest-numbers": numbers,
    }[name]
    assert read(record.puzzle or "") == record.best


@pytest.mark.parametrize("record", records_of("multi-balance/smallest-board"), ids=lambda r: r.case)
def test_no_smaller_board_has_a_puzzle(record: PuzzleRecord) -> None:
    """The exhaustion that proves it, run again."""
    digits = int(record.case.split()[0])
    if record.puzzle is None:
        assert shapes(digits) == [], "no rows and columns cross often enough"
        return
    rows = record.puzzle.split(":")[2].split("/")
    height, width = len(rows), len(rows[0])
    area = height * width
    smaller = [
        (low, side)
        for low in range(3, area)
        for side in range(low, area // low + 1)
        if (low, side) != (height, width)
    ]
    listed = [boards(digits, *box) for box in smaller]
    assert not any(len(one) == 1 for found in listed for one in found.values())
    assert len(puzzles(digits, height, width)) == 1
    assert f"The {len(smaller)} other boards" in record.how
    placements = sum(len(one) for found in listed for one in found.values())
    expected = f"each of their {placements} placements" if placements else "none has a placement"
    assert expected in record.how


@pytest.mark.parametrize(
    "record",
    [one for one in records_of("power-strike/longest-ring") if not one.proved],
    ids=lambda record: record.case,
)
def test_no_longer_ring_is_found(record: PuzzleRecord) -> None:
    """Repeat the search that the record describes, for the first few givens."""
    pattern = r"up to ([\d,]+) (?:has a ring|one) of (\d+) cells"
    looked = re.findall(pattern, record.how)
    best = int(record.best.split()[0])
    assert [int(cells) for _, cells in looked] == [best + 1, best + 2]
    multiplier = int(record.case.split()[1])
    for number, cells in looked:
        last = int(number.replace(",", ""))
        assert last > 100
        for start in range(1, 7):
            assert only_round(multiplier, start, int(cells)) is None


@pytest.mark.parametrize("levels", [1, 2, 3, 4])
def test_no_pyramid_needs_fewer_givens(levels: int) -> None:
    record = records_of("aztec-math/fewest-givens")[levels - 1]
    every = [tuple(chain(*rows)) for rows in brute_force(empty(levels))]
    assert f"None of the {len(every):,} filled pyramids" in record.how
    columns = list(zip(*every, strict=True))
    fewer = int(record.best.split()[0]) - 1
    for chosen in combinations(columns, fewer):
        contents = Counter(zip(*chosen, strict=True) if chosen else [()] * len(every))
        assert 1 not in contents.values()


def squares(size: int, target: int) -> Iterator[list[tuple[int, ...]]]:
    """All square grids of numbers with this sum in each row and column."""
    lines = [line for line in product(range(1, target), repeat=size) if sum(line) == target]
    for rows in product(lines, repeat=size - 1):
        last = tuple(target - sum(column) for column in zip(*rows, strict=True))
        if min(last) > 0:
            yield [*rows, last]


@pytest.mark.parametrize(("size", "least"), [(2, 12), (3, 13)])
def test_no_smaller_target_has_a_puzzle(size: int, least: int) -> None:
    """All grids of numbers, and all choices of one digit of each."""
    record = records_of("c-note/smallest-target")[size - 2]
    assert record.best == f"target {least}"
    for target in range(size, least):
        answers: dict[tuple[str, ...], list[list[tuple[int, ...]]]] = {}
        for grid in squares(size, target):
            for digits in product(*(set(str(n)) - {"0"} for n in chain(*grid))):
                answers.setdefault(digits, []).append(grid)
        for grid, *others in answers.values():
            written = [[number > 9 for number in row] for row in grid]
            lines = [*written, *zip(*written, strict=True)]
            assert others or not all(map(any, lines)), (target, grid)


def test_smallest_targets_follow_the_proved_formula() -> None:
    for record in records_of("c-note/smallest-target"):
        size = int(record.case.split()[0])
        more = next(t for t in range(9) if size <= (t + 2) * (t + 3) // 2 - t)
        assert record.best == f"target {size + 10 + more}"


def test_document_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document()


CHECK = Path(__file__).parents[2] / "data" / "records"


def checked(folder: Path, number: int) -> tuple[int, str]:
    """What the second program says of a journal of which it counts some parts again."""
    command = [sys.executable, "-I", "-S", str(folder / "check.py"), str(number), "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_journal_of_enumerations_is_complete_and_counted_again_in_part() -> None:
    status, output = checked(CHECK, 6)
    assert status == 0, output
    assert output.count("complete: ") == 13
    assert output.count("same: ") == 6


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda lines: lines[1:], "WRONG"),
        (lambda lines: [*lines, lines[0]], "WRONG"),
        (lambda lines: [lines[0].replace('"alone": 0', '"alone": 1'), *lines[1:]], "WRONG"),
        (lambda lines: [re.sub('s": [0-9]+, "a', 's": 7, "a', line) for line in lines],
         "DIFFERENT"),
    ],
)  # fmt: skip
def test_changed_journal_is_refused(
    tmp_path: Path, change: Callable[[list[str]], list[str]], word: str
) -> None:
    (tmp_path / "check.py").write_bytes((CHECK / "check.py").read_bytes())
    lines = (CHECK / "journal.jsonl").read_text().splitlines()
    (tmp_path / "journal.jsonl").write_text("\n".join(change(lines)) + "\n")
    status, output = checked(tmp_path, 1)
    assert (status, word in output) == (1, True)
