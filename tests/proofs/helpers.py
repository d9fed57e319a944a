"""Certificates to tamper with, and the solutions of the rules' clauses."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from pysat.solvers import Solver

from quincunx import parse
from quincunx.families import AnyPuzzle, to_document
from quincunx.proofs import Certificate, certify, verifier
from quincunx.proofs.certificate import ProofFormat
from quincunx.proofs.model_verifier import SolutionCounter, own_cells, read_plan

SMALL = {
    "power-strike": "power-strike:4:59,_,_,_,377,_,_,_",
    "c-note": "c-note:40:00/13",
    "multi-balance": "multi-balance:6:......#./...#..../#......#/......../......../.....#..",
    "sum-star": "sum-star:0.0=6,33,45,11,22,10/1.0=15,3,7,11,45,33/0.1=45,11,17,13,9,11",
    "aztec-math": "aztec-math:8/__/_9_/8__2",
}
"""A puzzle of each family with one solution."""


def certificate_of(puzzle: str, count: bool = False, format: ProofFormat = "sat") -> Certificate:
    """The certificate of a puzzle, made once."""
    return made_once(parse(puzzle).identifier, count=count, format=format)


made_once = cache(certify)


def accepted(files: Mapping[str, bytes], seconds: float = 60) -> verifier.Proved | None:
    """What the checker says is proved; nothing if it refuses, in one of its own ways."""
    try:
        return verifier.verify(files, seconds)
    except (verifier.Refuted, verifier.Unreadable, verifier.LimitReached):
        return None


def formula_of(document: dict[str, Any]) -> verifier.CnfFormula:
    """The clauses of a puzzle."""
    return verifier.CnfFormula(verifier.puzzle_of(document), verifier.Budget())


def answers_of_formula(puzzle: AnyPuzzle, most: int) -> list[dict[str, int]]:
    """The numbers by cell of everything that satisfies the rules' clauses, up to a limit."""
    return answers_of_clauses(formula_of(to_document(puzzle)), most)


def answers_of_clauses(
    rules: verifier.CnfFormula, most: int, decisions: int | None = None
) -> list[dict[str, int]]:
    """The numbers by cell of everything that satisfies clauses, up to a limit."""
    cells = list(rules.numbers)[:decisions]
    numbers = {rules.holds(cell, n): (cell, n) for cell in cells for n in rules.numbers[cell]}
    found: list[dict[str, int]] = []
    if () in rules.clauses:
        return found
    with Solver("cadical153", bootstrap_with=list(rules.clauses)) as solver:
        while len(found) < most and solver.solve():
            true: list[Any] = [v for v in solver.get_model() if v in numbers]
            found.append(dict(numbers[v] for v in true))
            if not true:
                break
            solver.add_clause([-v for v in true])
    return found


def plan_of(order: Iterable[int], last: int | None = None) -> dict[str, Any]:
    """A plan of counting with no rule left out."""
    return {"implied": None, "multiples": [], "last": last, "order": [*order]}


def counted(puzzle: verifier.CertifiedPuzzle, order: Iterable[int]) -> int:
    """The number of ways to fix all cells, in an order that leaves out own ones."""
    own, names = own_cells(puzzle.rules, None), list(puzzle.cells)
    plan = plan_of(i for i in order if names[i] not in own)
    return SolutionCounter(puzzle, read_plan(puzzle, plan), verifier.Budget()).number
