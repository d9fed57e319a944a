"""The verifier accepts no forged certificate of a false statement.

A forger can write a new manifest, so all forgeries here have a matching one. Some changes leave a
valid proof, such as an unnecessary hint: then the kernel has to confirm the statement.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from quincunx import solve
from quincunx.errors import PuzzleError
from quincunx.families import from_document
from quincunx.proofs import verifier
from quincunx.proofs.certificate import STATEMENTS
from quincunx.proofs.verifier import DRAT, FORMULA, LRAT, MAP, PUZZLE, SOLUTIONS
from tests.proofs.helpers import SMALL, accepted, certificate_of, relisted

QUICK = {family: puzzle for family, puzzle in SMALL.items() if family != "sum-star"}
TIMES = 40
"""Forgeries of each kind for each family."""


def is_true(proved: verifier.Proved) -> bool:
    """Whether the kernel says the same."""
    try:
        return STATEMENTS[solve(from_document(proved.document)).verdict] == proved.statement
    except PuzzleError:
        # Givens that break a rule on their own: there is no such puzzle, and no solution.
        return proved.statement == "none"


def changed_number(text: str, dice: Random) -> str:
    """The text with one number in it changed a little, left out or written twice."""
    lines = text.splitlines()
    at = dice.choice([i for i, line in enumerate(lines) if line[:1] not in ("c", "p")])
    words = lines[at].split()
    place = dice.randrange(len(words))
    number = int(words[place])
    words[place : place + 1] = dice.choice(
        [[str(-number)], [str(number + 1)], [str(number - 1)], [], [words[place]] * 2]
    )
    lines[at] = " ".join(words)
    return "\n".join(lines) + "\n"


def changed_lines(text: str, dice: Random) -> str:
    """The text with a line left out, written twice, moved, or everything behind it cut off."""
    lines = text.splitlines(keepends=True)
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    what = dice.randrange(4)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(other, lines[at])
    elif what == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        del lines[at:]
    return "".join(lines)


def changed_byte(text: str, dice: Random) -> str:
    at = dice.randrange(len(text))
    return text[:at] + dice.choice("0123456789- \nc,[]{}nX#.") + text[at + 1 :]


@pytest.mark.parametrize("change", [changed_number, changed_lines, changed_byte])
@pytest.mark.parametrize("file", [FORMULA, LRAT, DRAT])
@pytest.mark.parametrize("identifier", QUICK.values(), ids=QUICK)
def test_changed_formulas_and_proofs_prove_nothing_new(
    identifier: str, file: str, change: Callable[[str, Random], str]
) -> None:
    files = certificate_of(identifier).files
    dice = Random(f"{identifier} {file} {change.__name__}")
    refused = 0
    for _ in range(TIMES):
        forged = change(files[file].decode(), dice)
        proved = accepted(relisted({**files, file: forged.encode()}))
        refused += proved is None
        # The puzzle is the same, so all that can be accepted is what was proved before.
        assert proved is None or proved.statement == "unique"
    assert refused > TIMES // 4


@pytest.mark.parametrize("file", [PUZZLE, SOLUTIONS, MAP])
@pytest.mark.parametrize("identifier", QUICK.values(), ids=QUICK)
def test_changed_puzzles_solutions_and_maps_prove_nothing_false(identifier: str, file: str) -> None:
    files = certificate_of(identifier).files
    dice = Random(f"{identifier} {file}")
    for _ in range(3 * TIMES):
        forged = changed_byte(files[file].decode(), dice)
        proved = accepted(relisted({**files, file: forged.encode()}))
        assert proved is None or is_true(proved)
        if proved is not None and file != PUZZLE:
            # Only blanks between the numbers can have changed.
            assert json.loads(forged) == json.loads(files[file])


@pytest.mark.parametrize("identifier", QUICK.values(), ids=QUICK)
def test_no_clause_can_be_made_up(identifier: str) -> None:
    """Every clause that is shortened, or has a sign turned, is no clause of its rule."""
    files = certificate_of(identifier).files
    rules = verifier.rules_of(json.loads(files[PUZZLE])["document"])
    dice = Random(identifier)
    for _ in range(TIMES):
        clause, rule = dice.choice(list(rules.clauses.items()))
        at = dice.randrange(len(clause))
        for made_up in (
            clause[:at] + clause[at + 1 :],
            (*clause[:at], -clause[at], *clause[at + 1 :]),
        ):
            if made_up not in rules.clauses:
                text = f"p cnf {len(rules.names)} 1\nc rule: {rule}\n"
                text += " ".join(map(str, (*made_up, 0)))
                with pytest.raises(verifier.Refuted, match="line 3 is no clause of the rule"):
                    verifier.read_formula(text, rules, None, float("inf"))


@pytest.mark.parametrize(
    "identifier",
    [
        "c-note:100:884/625/361",
        "aztec-math:_/__/_9_",
        "power-strike:7:41,_,_,_,_,_,_,_",
        "sum-star:0.0=_,14,_,8,10,_",
    ],
)
@pytest.mark.parametrize("donor", QUICK.values(), ids=QUICK)
def test_puzzles_with_several_solutions_are_never_unique(identifier: str, donor: str) -> None:
    """One of several solutions with the formula of its own puzzle, or of another one, and any
    proof at hand."""
    made = certificate_of(identifier)
    assert made.statement == "several"
    document = json.loads(made.files[PUZZLE])["document"]
    solution = json.loads(made.files[SOLUTIONS])[0]
    rules = verifier.rules_of(document)
    other = certificate_of(donor).files
    forged: dict[str, Any] = {
        **other,
        PUZZLE: json.dumps({"document": document, "statement": "unique"}).encode(),
        SOLUTIONS: json.dumps([solution]).encode(),
        MAP: json.dumps(rules.names).encode(),
    }
    assert accepted(relisted(forged)) is None
    formula = verifier.formula_text(rules, rules.another(verifier.answer_of(rules, solution)))
    forged[FORMULA] = formula.encode()
    assert accepted(relisted(forged)) is None
    claimed = {**forged, PUZZLE: forged[PUZZLE].replace(b"unique", b"none"), SOLUTIONS: b"[]"}
    assert accepted(relisted(claimed)) is None
    # A last step that comes from nowhere, from any clause, or from itself.
    count = len(formula.splitlines())
    for hints in ("", "1", f"{count} ", f"{count + 1}", "1 2 3"):
        for number in range(count - 2, count + 2):
            forged[LRAT], forged[DRAT] = f"{number} 0 {hints} 0\n".encode(), b"0\n"
            assert accepted(relisted(forged)) is None


def test_files_of_another_puzzle_are_refused() -> None:
    """Each file of one certificate put into that of another puzzle of the same family."""
    one, other = certificate_of("aztec-math/1").files, certificate_of("aztec-math/2").files
    for name in (PUZZLE, SOLUTIONS, FORMULA, LRAT, DRAT):
        assert accepted(relisted({**one, name: other[name]})) is None, name


def test_several_solutions_must_differ() -> None:
    files = dict(certificate_of("c-note/demo").files)
    one, _ = json.loads(files[SOLUTIONS])
    assert accepted(relisted({**files, SOLUTIONS: json.dumps([one, one]).encode()})) is None
    assert accepted(relisted({**files, SOLUTIONS: json.dumps([one]).encode()})) is None


@pytest.mark.parametrize(
    ("clause", "hints", "sound", "why"),
    [
        ((1,), [(1, 2), (1, -2)], True, "2 is forced, then nothing is left"),
        ((), [(1,), (-1,)], True, "a contradiction"),
        ((1,), [(1, 2, 3), (1, -2)], False, "two literals are left"),
        ((1,), [(1, 2)], False, "no contradiction"),
        ((1,), [], False, "no hints"),
        ((1,), [None], False, "a clause that is not there"),
        ((1, -1), [(2,), (-2,)], True, "always true, and shown"),
        ((1,), [(1,)], True, "a clause again"),
        ((1, 2), [(1,)], True, "a longer clause"),
        ((), [(1, -1)], False, "a clause that is always true says nothing"),
    ],
)
def test_unit_propagation_of_hints(clause: Any, hints: Any, sound: bool, why: str) -> None:
    assert verifier.follows(clause, hints) is sound
