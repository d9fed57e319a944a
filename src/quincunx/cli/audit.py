"""`quincunx audit`: are the claims about published puzzles true?

A source claims that its printed answer is right and, of some puzzles, that there is no other. The
checker decides the first, the solver the second. With --certify, each verdict is also proved by a
certificate, which code that shares nothing with the solver checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from quincunx.cli.gallery import claim
from quincunx.cli.output import Piece, amount, table, write, write_json, write_lines
from quincunx.cli.progress import attended, search, tally
from quincunx.cli.status import Status
from quincunx.cp.limits import Stopped
from quincunx.cp.statistics import Statistics
from quincunx.errors import PuzzleError, TooBig, WrongAnswer
from quincunx.families.base.documents import read_solution
from quincunx.families.base.reading import read_json
from quincunx.families.gallery import GalleryEntry, gallery, read_entries
from quincunx.solving import AnyResult, PuzzleSearch, Result

MAX_BYTES = 50_000_000
"""Maximum size of a file of puzzles."""
MAX_COUNTED = 10_000
"""Maximum number of solutions counted where a search has to find each of them."""


@dataclass(frozen=True)
class Finding:
    """What the audit found about an entry.

    `wrong` is what is wrong with its printed answer, and `proved` the statement that a certificate
    proves, if there is one.
    """

    entry: GalleryEntry
    wrong: str | None
    result: AnyResult
    proved: str | None = None

    @property
    def false_claims(self) -> list[str]:
        """The false claims in words."""
        claims = []
        if self.wrong is not None:
            claims.append(f"the printed answer is wrong: {self.wrong}")
        if self.result.verdict == "none":
            claims.append("there is no solution")
        if self.entry.claims_unique and self.result.verdict == "multiple":
            claims.append(f"claims one solution, has {self.solutions}")
        return claims

    @property
    def undecided(self) -> bool:
        """Whether the search was stopped before the claim was settled."""
        return self.entry.claims_unique and self.result.verdict == "unknown"

    @property
    def answer(self) -> str | None:
        """Whether the printed answer is right or wrong, if there is one."""
        if self.entry.solution is None:
            return None
        return "right" if self.wrong is None else "wrong"

    @property
    def solutions(self) -> str:
        """The number of solutions, as far as the search went."""
        return f"{self.result.count:,}" + ("" if self.result.complete else " or more")

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": self.entry.name,
            "source": self.entry.source,
            "puzzle": self.entry.puzzle.identifier,
            "claims_unique": self.entry.claims_unique,
            "answer": self.answer,
            "verdict": self.result.verdict,
            "count": self.result.count,
            "complete": self.result.complete,
            "false_claims": self.false_claims,
        }


def audit(
    files: list[str] | None = None,
    /,
    certify: bool = False,
    time_limit: float | None = None,
    as_json: bool = False,
) -> int:
    """Check the claims about published puzzles.

    Is the printed answer right, and, if the source says so, is it the only one?

    Exit status: 0 every claim is true, 1 one is false, 2 the input is wrong, 3 a limit stopped a
    search, or a proof, before it was decided.

    Options:
        files (FILES): JSON files in the form of quincunx gallery --json, or - for standard input;
            the shipped gallery if none is given.
        certify: Prove how many solutions there are, and check every proof.
    """
    if certify:
        from quincunx.proofs.certificate import require_python_sat

        require_python_sat()
    wanted = [entry for file in files for entry in _load(file)] if files else gallery().values()
    findings = list(_examine(wanted, certify, time_limit))
    stopped = len(findings) < len(wanted) or any(finding.undecided for finding in findings)
    stopped |= certify and any(finding.proved is None for finding in findings)
    false = [finding for finding in findings if finding.false_claims]
    if as_json:
        write_json(
            {
                "ok": not false and not stopped,
                "complete": not stopped,
                "puzzles": [
                    finding.as_dict() | ({"proved": finding.proved} if certify else {})
                    for finding in findings
                ],
            }
        )
    else:
        rows = [_row(finding, certify) for finding in findings]
        headers = ["puzzle", "answer", "claims", "solutions", *(["proved"] if certify else [])]
        write(table(rows, headers))
        write()
        _write_summary(findings, false, len(wanted) - len(findings))
        if certify:
            proved = sum(finding.proved is not None for finding in findings)
            write(f"{amount(proved, 'certificate')} made and checked.")
    if false:
        return Status.NONE
    return Status.STOPPED if stopped else Status.FOUND


def _load(file: str) -> tuple[GalleryEntry, ...]:
    place = "standard input" if file == "-" else file
    return read_entries(read_json(file, MAX_BYTES), place)


def _examine(
    wanted: Iterable[GalleryEntry], certify: bool, time_limit: float | None
) -> Iterator[Finding]:
    """Findings one by one, until Ctrl-C."""
    for entry in wanted:
        begin = partial(PuzzleSearch, entry.puzzle, time_limit=time_limit)
        try:
            result, interrupted = search(partial(begin, limit=2))
            if not interrupted and result.verdict == "multiple":
                more, interrupted = tally(partial(begin, limit=MAX_COUNTED))
                result = more if more.count >= result.count else result
        except TooBig:
            result, interrupted = Result(entry.puzzle, 0, False, (), Statistics()), False
        if interrupted:
            return
        finding = _finding(entry, result)
        yield replace(finding, proved=_proved(entry, time_limit)) if certify else finding


def _proved(entry: GalleryEntry, time_limit: float | None) -> str | None:
    """The statement that the puzzle's certificate proves; None if a limit stopped it."""
    from quincunx.proofs import certify

    try:
        return attended(
            lambda cancel: certify(entry.puzzle, time_limit=time_limit, cancel=cancel)
        ).statement
    except (Stopped, TooBig):
        return None


def _finding(entry: GalleryEntry, result: AnyResult) -> Finding:
    if entry.solution is None:
        return Finding(entry, None, result)
    try:
        answer = read_solution(entry.puzzle, entry.solution)
    except PuzzleError as error:
        return Finding(entry, str(error), result)
    broken = entry.puzzle.violations(answer)
    if broken:
        return Finding(entry, broken[0].sentence, result)
    if result.complete and result.count < 2 and answer not in result.solutions:
        raise WrongAnswer(
            f"{entry.name}: the printed answer is right, but the search does not find it"
        )
    return Finding(entry, None, result)


def _row(finding: Finding, certify: bool) -> list[str | Piece]:
    styles = {"right": "good", "wrong": "bad"}
    style = "bad" if finding.false_claims else "clue" if finding.undecided else "note"
    return [
        (finding.entry.name, "bad" if finding.false_claims else "note"),
        (finding.answer, styles[finding.answer]) if finding.answer else "-",
        claim(finding.entry),
        (finding.solutions, style),
        *([finding.proved or "-"] if certify else []),
    ]


def _write_summary(findings: list[Finding], false: list[Finding], missed: int) -> None:
    for finding in false:
        source = f" ({finding.entry.source})" if finding.entry.source else ""
        for words in finding.false_claims:
            text = f"{finding.entry.name}{source}: {words}"
            write_lines([[("FALSE  ", "bad"), (text, "note")]])
    for finding in findings:
        if finding.undecided:
            text = f"{finding.entry.name}: a limit stopped the search before it was decided"
            write_lines([[("OPEN   ", "clue"), (text, "note")]])
    summary = f"{amount(len(findings), 'puzzle')} audited, {len(false):,} with false claims"
    if missed:
        summary += f", {missed:,} not reached"
    write(summary + ".")
