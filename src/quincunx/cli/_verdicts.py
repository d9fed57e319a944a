"""What a search found, in words and as an exit status."""

from __future__ import annotations

from quincunx.cli._search import amount
from quincunx.cli._status import Status
from quincunx.cp.model import Notes
from quincunx.solving import AnyResult


def sentence(result: AnyResult, limit: int | None, interrupted: bool) -> str:
    """The verdict in words; `limit` is how many solutions were asked for."""
    found = amount(result.count, "solution")
    if result.complete and result.notes is not None:
        return _of_program(result, result.notes)
    if result.complete:
        match result.count:
            case 0:
                return "There is no solution."
            case 1:
                return "There is exactly one solution."
            case _:
                return f"There are exactly {found}{_unchecked(result)}."
    if result.count == limit:
        if limit == 1:
            return "Stopped at the first solution: there may be more."
        return f"There is more than one solution (stopped at {found})."
    stopped = "You stopped the search" if interrupted else "A limit stopped the search"
    if result.count == 0:
        return f"{stopped} before a solution was found: there may be some."
    return f"{stopped} after {found}{_unchecked(result)}: there may be more."


def _of_program(result: AnyResult, notes: Notes) -> str:
    """What a program found that searched everything and may be wrong."""
    found = amount(result.count, "solution") if result.count else "no solution"
    answers = f" in {amount(result.answers, 'answer')}" if result.answers != result.count else ""
    if not notes.loses:
        proof = "and there are no more" if result.count else "and there is none"
    elif result.count:
        proof = "but it loses some: there may be more"
    else:
        proof = "but it loses some: there may be one"
    return f"The paper's program found {found}{answers}, {proof}."


def _unchecked(result: AnyResult) -> str:
    """What has to be said of solutions that were counted and not all checked."""
    if result.checked == result.count:
        return ""
    if result.checked == 0:
        return " (counted without listing them)"
    return f" (the first {result.checked:,} were checked)"


def style(result: AnyResult) -> str:
    """The style of the verdict in words."""
    return {"unique": "good", "none": "bad"}.get(result.verdict, "clue")


def status(result: AnyResult) -> Status:
    """The exit status that a result asks for."""
    if result.count:
        return Status.FOUND
    return Status.NONE if result.verdict == "none" else Status.STOPPED
