"""The verdicts of searches: in words, in a style, and as an exit status."""

from __future__ import annotations

from quincunx.cli.output import amount
from quincunx.cli.status import Status
from quincunx.cp.model import Notes
from quincunx.solving import AnyResult


def status(result: AnyResult) -> Status:
    """The exit status for the result of a search."""
    if result.count:
        return Status.FOUND
    return Status.NONE if result.verdict == "none" else Status.STOPPED


def style(result: AnyResult) -> str:
    """The style in which to write the verdict of a search."""
    return {"unique": "good", "none": "bad"}.get(result.verdict, "clue")


def sentence(result: AnyResult, limit: int | None, interrupted: bool) -> str:
    """The verdict of a search in words; `limit` is the number of solutions asked for."""
    found = amount(result.count, "solution")
    if result.complete and result.notes is not None:
        return _paper_sentence(result, result.notes)
    if result.complete:
        if result.count < 2:
            return ("There is no solution.", "There is exactly one solution.")[result.count]
        return f"There are exactly {found}{_unchecked(result)}."
    if result.count == limit:
        if limit == 1:
            return "Stopped at the first solution: there may be more."
        return f"There is more than one solution (stopped at {found})."
    stopped = "You stopped the search" if interrupted else "A limit stopped the search"
    if result.count == 0:
        return f"{stopped} before a solution was found: there may be some."
    return f"{stopped} after {found}{_unchecked(result)}: there may be more."


def _paper_sentence(result: AnyResult, notes: Notes) -> str:
    """What a paper's program found, which may lose solutions."""
    found = amount(result.count, "solution") if result.count else "no solution"
    answers = f" in {amount(result.answers, 'answer')}" if result.answers != result.count else ""
    if notes.loses:
        proof = f"but it loses some: there may be {'more' if result.count else 'one'}"
    else:
        proof = "and there are no more" if result.count else "and there is none"
    return f"The paper's program found {found}{answers}, {proof}."


def _unchecked(result: AnyResult) -> str:
    """How many of the counted solutions were checked, unless all were."""
    if result.checked == result.count:
        return ""
    if result.checked == 0:
        return " (counted without listing them)"
    return f" (the first {result.checked:,} were checked)"
