"""A certificate's formula and proof as VeriPB reads them, for every family.

At most one of a group of literals is true: that is one constraint in place of a clause for every
two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from quincunx.proofs.verifier import Budget, Clause, Formula, Puzzle

OPB, PBP = VERIPB_FILES = ("formula.opb", "proof.pbp")


class GroupedFormula(Formula):
    """A formula that remembers groups of literals of which at most one is true."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self.groups: dict[Clause, str] = {}
        super().__init__(puzzle, budget)

    def at_most_one(self, rule: str, literals: Sequence[int]) -> None:
        if len(literals) > 1:
            self.groups.setdefault(tuple(literals), rule)
        super().at_most_one(rule, literals)

    def constraints(self, others: Sequence[Clause]) -> list[tuple[str, str]]:
        """Return the pseudo-Boolean constraints, each with its rule."""
        pairs = {(-a, -b) for group in self.groups for a, b in combinations(sorted(group), 2)}
        clauses = ((rule, c) for c, rule in self.clauses.items() if c not in pairs)
        groups = ((rule, "".join(f"-1 x{v} " for v in g)) for g, rule in self.groups.items())
        return [
            *((rule, pseudo_boolean(clause)) for rule, clause in clauses),
            *((rule, f"{terms}>= -1 ;\n") for rule, terms in groups),
            *(("another solution", pseudo_boolean(clause)) for clause in others),
        ]


def pseudo_boolean(literals: Iterable[int]) -> str:
    """Return a clause in the notation of pseudo-Boolean constraints: `1 x3 1 ~x4 >= 1 ;`."""
    terms = (f"1 {'~' * (literal < 0)}x{abs(literal)} " for literal in literals)
    return f"{''.join(terms)}>= 1 ;\n"


def veripb_files(
    puzzle: Puzzle, others: Sequence[Clause], steps: Iterable[Clause], budget: Budget
) -> dict[str, bytes]:
    """Return the formula, each constraint under the name of its rule, and the proof."""
    formula = GroupedFormula(puzzle, budget)
    constraints = formula.constraints(others)

    def opb() -> Iterator[str]:
        yield f"* #variable= {len(formula.names)} #constraint= {len(constraints)}\n"
        before = ""
        for rule, constraint in constraints:
            if rule != before:
                yield f"* rule: {rule}\n"
            before = rule
            yield constraint

    proof = [f"rup {pseudo_boolean(step)}" for step in steps]
    lines = [
        f"pseudo-Boolean proof version 3.0\nf {len(constraints)} ;\n",
        *proof,
        f"output NONE ;\nconclusion UNSAT : {len(constraints) + len(proof)} ;\n",
        "end pseudo-Boolean proof ;\n",
    ]
    return {OPB: "".join(opb()).encode(), PBP: "".join(lines).encode()}
