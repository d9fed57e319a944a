"""`quincunx gallery` and `audit`: the published puzzles, and whether claims about them hold.

A source claims that the printed answer is right and, for some puzzles, that there is no other. The
checker decides the first, the solver the second. With --certify, each verdict is also proved by a
certificate, which code that shares nothing with the solver checks.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from quincunx._support.extras import require_package
from quincunx._support.input_text import place_of, read_json
from quincunx._support.text import amount
from quincunx.cli.boards import draw_sheet
from quincunx.cli.output import Piece, Response, side_by_side, table, write, write_lines
from quincunx.cli.progress import interruptible, search
from quincunx.cli.status import Status
from quincunx.cp.limits import Stopped
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError, PuzzleError, TooBig, WrongAnswer
from quincunx.families import family_named, read_solution, sketch_of
from quincunx.families.gallery import GalleryEntry, entry_named, names, read_entries
from quincunx.families.gallery import gallery as shipped
from quincunx.solving import AnyResult, PuzzleSearch, Result

AuditFinding: TypeAlias = dict[str, Any]
"""What the audit found about an entry, as JSON data."""
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
) -> Response:
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
        return Response(entry.as_dict(), lambda: _write_entry(entry, with_solution=solution))
    if solution:
        raise OptionError("gallery: --solution needs the name of a puzzle")
    wanted = [entry_named(n) for n in names(family_named(family).family if family else "")]
    if output is not None:
        draw_sheet(output, "Published puzzles", [(e.puzzle, e.name) for e in wanted])
    data = {"puzzles": [entry.as_dict() for entry in wanted]}
    return Response(data, lambda: None if output else _write_list(wanted))


def _write_list(wanted: list[GalleryEntry]) -> None:
    for at, (source, group) in enumerate(groupby(wanted, key=lambda entry: entry.source)):
        write(end="\n" if at else "")
        write_lines([[(source, "title")]])
        write(table([[f"  {e.name}", _claim(e.claims_unique), e.puzzle.identifier] for e in group]))


def _claim(unique: bool) -> str:
    return "one solution" if unique else "-"


def _write_entry(entry: GalleryEntry, *, with_solution: bool) -> None:
    write_lines([[(entry.name, "title")]])
    write(side_by_side(sketch_of(entry.puzzle)) + "\n")
    write(f"puzzle: {entry.puzzle.identifier}")
    write(f"source: {entry.source}")
    write(f"claims: {_claim(entry.claims_unique)}")
    if entry.solution is None:
        write("answer: none printed")
    elif with_solution:
        answer = sketch_of(entry.puzzle, read_solution(entry.puzzle, entry.solution))
        write(f"answer:\n{side_by_side(answer)}")
    else:
        write("answer: printed (--solution shows it)")


def audit(
    files: list[str] | None = None, /, certify: bool = False, time_limit: float | None = None
) -> Response:
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
    stopped = len(findings) < len(wanted) or any(map(_is_open, findings))
    stopped |= any(finding.get("proved", "") is None for finding in findings)
    false = any(finding["false_claims"] for finding in findings)
    data = {"ok": not false and not stopped, "complete": not stopped, "puzzles": findings}
    status = Status.NONE if false else Status.STOPPED if stopped else Status.FOUND
    missed = len(wanted) - len(findings)
    return Response(data, lambda: _write_findings(findings, missed), status)


def _examine(
    wanted: Iterable[GalleryEntry], certify: bool, time_limit: float | None
) -> Iterator[AuditFinding]:
    """What is found about the entries, one by one, until Ctrl-C."""
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
        proved = {"proved": _proved(entry, time_limit)} if certify else {}
        yield _finding(entry, result) | proved


def _finding(entry: GalleryEntry, result: AnyResult) -> AuditFinding:
    """What a search found about an entry."""
    wrong, verdict = _wrong(entry, result), result.verdict
    several = entry.claims_unique and verdict == "multiple"
    claims = {
        f"the printed answer is wrong: {wrong}": wrong is not None,
        "there is no solution": verdict == "none",
        f"claims one solution, has {_solutions(result.count, result.complete)}": several,
    }
    return {
        "name": entry.name,
        "source": entry.source,
        "puzzle": entry.puzzle.identifier,
        "claims_unique": entry.claims_unique,
        "answer": None if entry.solution is None else "right" if wrong is None else "wrong",
        "verdict": verdict,
        "count": result.count,
        "complete": result.complete,
        "false_claims": [claim for claim, is_false in claims.items() if is_false],
    }


def _solutions(count: int, complete: bool) -> str:
    return f"{count:,}" + ("" if complete else " or more")


def _is_open(finding: AuditFinding) -> bool:
    """Whether the search was stopped before the claim was settled."""
    return bool(finding["claims_unique"]) and finding["verdict"] == "unknown"


def _proved(entry: GalleryEntry, time_limit: float | None) -> str | None:
    """The statement that the puzzle's certificate proves; None if a limit stopped it."""
    from quincunx.proofs import certify

    try:
        proving = partial(certify, entry.puzzle, count=True, time_limit=time_limit)
        return interruptible(proving)[0].statement
    except (Stopped, TooBig):
        return None


def _wrong(entry: GalleryEntry, result: AnyResult) -> str | None:
    """The faults of an entry's printed answer."""
    if entry.solution is None:
        return None
    try:
        answer = read_solution(entry.puzzle, entry.solution)
    except PuzzleError as error:
        return str(error)
    broken = entry.puzzle.violations(answer)
    if not broken and result.complete and result.count < 2 and answer not in result.solutions:
        raise WrongAnswer(f"{entry.name}: the printed answer is right, but the search misses it")
    return broken[0].sentence if broken else None


def _write_findings(findings: list[AuditFinding], missed: int) -> None:
    certified = [finding["proved"] for finding in findings if "proved" in finding]
    headers = ["puzzle", "answer", "claims", "solutions", *(["proved"] if certified else [])]
    write(table([_row(finding) for finding in findings], headers) + "\n")
    for finding in findings:
        source = f" ({finding['source']})" if finding["source"] else ""
        for words in finding["false_claims"]:
            write_lines([[("FALSE  ", "bad"), (f"{finding['name']}{source}: {words}", "note")]])
    for finding in filter(_is_open, findings):
        text = f"{finding['name']}: a limit stopped the search before it was decided"
        write_lines([[("OPEN   ", "clue"), (text, "note")]])
    false = sum(bool(finding["false_claims"]) for finding in findings)
    rest = f", {missed:,} not reached" if missed else ""
    write(f"{amount(len(findings), 'puzzle')} audited, {false:,} with false claims{rest}.")
    if certified:
        made = sum(proved is not None for proved in certified)
        write(f"{amount(made, 'certificate')} made and checked.")


def _row(finding: AuditFinding) -> list[str | Piece]:
    bad, answer = bool(finding["false_claims"]), finding["answer"]
    style = "bad" if bad else "clue" if _is_open(finding) else "note"
    return [
        (finding["name"], "bad" if bad else "note"),
        (answer, "good" if answer == "right" else "bad") if answer else "-",
        _claim(finding["claims_unique"]),
        (_solutions(finding["count"], finding["complete"]), style),
        *([finding["proved"] or "-"] if "proved" in finding else []),
    ]
