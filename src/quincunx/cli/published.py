"""`quincunx gallery` and `audit`: the published puzzles, and whether what is claimed of them holds.

A source claims that the printed answer is right and, for some puzzles, that there is no other. The
checker decides the first, the solver the second. With --certify, each verdict is also proved by a
certificate, which code that shares nothing with the solver checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from quincunx._support.extras import require_package
from quincunx._support.input_text import place_of, read_json
from quincunx.cli.output import Piece, Reply, amount, side_by_side, table, write, write_lines
from quincunx.cli.progress import interruptible, search
from quincunx.cli.status import Status
from quincunx.cp.limits import Stopped
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError, PuzzleError, TooBig, WrongAnswer
from quincunx.families import family_named
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import read_solution
from quincunx.families.gallery import GalleryEntry, entry_named, names, read_entries
from quincunx.families.gallery import gallery as shipped
from quincunx.solving import AnyResult, PuzzleSearch, Result

MAX_BYTES = 50_000_000
"""Maximum size of a file of puzzles."""
MAX_COUNTED = 10_000
"""Maximum number of solutions counted where a search has to find each of them."""


def gallery(
    name: str | None = None,
    /,
    family: str | None = None,
    solution: bool = False,
    output: Path | None = None,
) -> Reply:
    """List the published puzzles, or fetch one of them.

    Options:
        name (NAME): The puzzle to fetch, for instance power-strike/16.
        family (FAMILY): List the puzzles of this family only.
        solution: Draw the printed answer too.
        output: Draw those listed on one sheet, in a file that ends in .svg, .png or .pdf.
    """
    if name is not None:
        for option, value in (("--family", family), ("-o", output)):
            if value is not None:
                raise OptionError(f"gallery: both a name and {option}, expected at most one")
        entry = entry_named(name)
        return Reply(entry.as_dict(), lambda: _write_entry(entry, with_solution=solution))
    if solution:
        raise OptionError("gallery: --solution needs the name of a puzzle")
    wanted = [entry_named(n) for n in names(family_named(family).family if family else "")]
    if output is not None:
        from quincunx.drawing import Picture
        from quincunx.drawing.sheet import Sheet

        Sheet("Published puzzles", [(Picture(e.puzzle), e.name) for e in wanted]).save(output)
    data = {"puzzles": [entry.as_dict() for entry in wanted]}
    return Reply(data, lambda: None if output else _write_list(wanted))


def _write_list(wanted: list[GalleryEntry]) -> None:
    for at, (source, group) in enumerate(groupby(wanted, key=lambda entry: entry.source)):
        write(end="\n" if at else "")
        write_lines([[(source, "title")]])
        write(table([[f"  {e.name}", _claim(e), e.puzzle.identifier] for e in group]))


def _claim(entry: GalleryEntry) -> str:
    return "one solution" if entry.claims_unique else "-"


def _write_entry(entry: GalleryEntry, *, with_solution: bool) -> None:
    write_lines([[(entry.name, "title")]])
    write(side_by_side(sketch_of(entry.puzzle)) + "\n")
    write(f"puzzle: {entry.puzzle.identifier}")
    write(f"source: {entry.source}")
    write(f"claims: {_claim(entry)}")
    if entry.solution is None:
        write("answer: none printed")
    elif with_solution:
        answer = sketch_of(entry.puzzle, read_solution(entry.puzzle, entry.solution))
        write(f"answer:\n{side_by_side(answer)}")
    else:
        write("answer: printed (--solution shows it)")


@dataclass(frozen=True)
class Finding:
    """What the audit found about an entry.

    `wrong` is what is wrong with its printed answer, and `proved` the statement that a certificate
    proves, if there is one.
    """

    entry: GalleryEntry
    wrong: str | None
    result: AnyResult
    proved: str | None

    @property
    def false_claims(self) -> list[str]:
        """The false claims in words."""
        unique, verdict = self.entry.claims_unique, self.result.verdict
        claims = {
            f"the printed answer is wrong: {self.wrong}": self.wrong is not None,
            "there is no solution": verdict == "none",
            f"claims one solution, has {self.solutions}": unique and verdict == "multiple",
        }
        return [claim for claim, is_false in claims.items() if is_false]

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
    files: list[str] | None = None, /, certify: bool = False, time_limit: float | None = None
) -> Reply:
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
        require_package("pysat.solvers")
    wanted = [
        entry
        for file in files or ()
        for entry in read_entries(read_json(file, MAX_BYTES), place_of(file))
    ]
    wanted = wanted if files else list(shipped().values())
    findings = list(_examine(wanted, certify, time_limit))
    stopped = len(findings) < len(wanted) or any(finding.undecided for finding in findings)
    stopped |= certify and any(finding.proved is None for finding in findings)
    false = any(finding.false_claims for finding in findings)
    data = {
        "ok": not false and not stopped,
        "complete": not stopped,
        "puzzles": [
            finding.as_dict() | ({"proved": finding.proved} if certify else {})
            for finding in findings
        ],
    }
    status = Status.NONE if false else Status.STOPPED if stopped else Status.FOUND
    missed = len(wanted) - len(findings)
    return Reply(data, lambda: _write_findings(findings, missed, certify), status)


def _examine(
    wanted: Iterable[GalleryEntry], certify: bool, time_limit: float | None
) -> Iterator[Finding]:
    """Findings one by one, until Ctrl-C."""
    for entry in wanted:
        begin = partial(PuzzleSearch, entry.puzzle, time_limit=time_limit)
        try:
            result, interrupted = search(partial(begin, limit=2))
            if not interrupted and result.verdict == "multiple":
                more, interrupted = search(partial(begin, limit=MAX_COUNTED), tally=True)
                result = more if more.count >= result.count else result
        except TooBig:
            result, interrupted = Result(entry.puzzle, 0, False, (), Statistics()), False
        if interrupted:
            return
        proved = _proved(entry, time_limit) if certify else None
        yield Finding(entry, _wrong(entry, result), result, proved)


def _proved(entry: GalleryEntry, time_limit: float | None) -> str | None:
    """The statement that the puzzle's certificate proves; None if a limit stopped it."""
    from quincunx.proofs import certify

    try:
        made, _ = interruptible(
            lambda cancel: certify(entry.puzzle, count=True, time_limit=time_limit, cancel=cancel)
        )
        return made.statement
    except (Stopped, TooBig):
        return None


def _wrong(entry: GalleryEntry, result: AnyResult) -> str | None:
    """What is wrong with an entry's printed answer, if anything is."""
    if entry.solution is None:
        return None
    try:
        answer = read_solution(entry.puzzle, entry.solution)
    except PuzzleError as error:
        return str(error)
    broken = entry.puzzle.violations(answer)
    if not broken and result.complete and result.count < 2 and answer not in result.solutions:
        raise WrongAnswer(
            f"{entry.name}: the printed answer is right, but the search does not find it"
        )
    return broken[0].sentence if broken else None


def _write_findings(findings: list[Finding], missed: int, certify: bool) -> None:
    headers = ["puzzle", "answer", "claims", "solutions", *(["proved"] if certify else [])]
    write(table([_row(finding, certify) for finding in findings], headers) + "\n")
    for finding in findings:
        source = f" ({finding.entry.source})" if finding.entry.source else ""
        for words in finding.false_claims:
            text = f"{finding.entry.name}{source}: {words}"
            write_lines([[("FALSE  ", "bad"), (text, "note")]])
    for finding in findings:
        if finding.undecided:
            text = f"{finding.entry.name}: a limit stopped the search before it was decided"
            write_lines([[("OPEN   ", "clue"), (text, "note")]])
    false = sum(bool(finding.false_claims) for finding in findings)
    rest = f", {missed:,} not reached" if missed else ""
    write(f"{amount(len(findings), 'puzzle')} audited, {false:,} with false claims{rest}.")
    if certify:
        proved = sum(finding.proved is not None for finding in findings)
        write(f"{amount(proved, 'certificate')} made and checked.")


def _row(finding: Finding, certify: bool) -> list[str | Piece]:
    styles = {"right": "good", "wrong": "bad"}
    style = "bad" if finding.false_claims else "clue" if finding.undecided else "note"
    return [
        (finding.entry.name, "bad" if finding.false_claims else "note"),
        (finding.answer, styles[finding.answer]) if finding.answer else "-",
        _claim(finding.entry),
        (finding.solutions, style),
        *([finding.proved or "-"] if certify else []),
    ]
