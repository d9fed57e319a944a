"""A certificate's formula and proof as VeriPB reads them: the same clauses and the same steps."""

from collections.abc import Mapping

from quincunx.proofs.verifier import DRAT, FORMULA

OPB, PBP = VERIPB_FILES = ("formula.opb", "proof.pbp")


def veripb_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files for VeriPB that belong to a formula and its proof.

    A comment before each group of constraints names the rule, and each step is a `rup` line.
    """
    first, *lines = files[FORMULA].decode().splitlines()
    _, _, variables, clauses = first.split()
    formula = [f"* {line[2:]}\n" if line[0] == "c" else _pseudo_boolean(line) for line in lines]
    steps = [f"rup {_pseudo_boolean(line)}" for line in files[DRAT].decode().splitlines()]
    proof = [
        f"pseudo-Boolean proof version 3.0\nf {clauses} ;\n",
        *steps,
        f"output NONE ;\nconclusion UNSAT : {int(clauses) + len(steps)} ;\n",
        "end pseudo-Boolean proof ;\n",
    ]
    head = f"* #variable= {variables} #constraint= {clauses}\n"
    return {OPB: "".join([head, *formula]).encode(), PBP: "".join(proof).encode()}


def _pseudo_boolean(line: str) -> str:
    """A clause in the notation of pseudo-Boolean constraints: `1 x3 1 ~x4 >= 1 ;`."""
    terms = (f"1 {'~' * (word[0] == '-')}x{word.lstrip('-')} " for word in line.split()[:-1])
    return f"{''.join(terms)}>= 1 ;\n"
