"""How rare the requested puzzles are, as far as catalogues and samples tell.

A catalogue lists puzzles with grade, score and techniques. A sample counts the grades of puzzles
that were generated without asking for one. Less than one in `RARE` deserves a warning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from quincunx.families.base.grades import GRADES

if TYPE_CHECKING:
    from quincunx.making.requests import FilteredCatalogue, Request

RARE = 20
SLOW = "; the search for one may take very long"


def never_met(request: Request) -> bool:
    """Return whether no sampled puzzle had the requested grade, and the maker promises none."""
    sampled = request.maker.sampled(request.parameters)
    if request.grade is None or sampled is None or sampled.get(request.grade):
        return False
    return not _found_soon(request)


def warning(request: Request) -> str:
    """Return why a request may find few puzzles or none; empty if it should find enough."""
    from quincunx.making.requests import FilteredCatalogue

    maker, parameters, requirements = request.maker, request.parameters, request.requirements
    text = maker.warning(parameters, request.unique)
    if text or not requirements.restricts:
        return text
    listed = request.listed
    if listed is not None and listed.catalogue:
        return _in_sample(request, listed) if maker.others(parameters) else _in_all(request, listed)
    sampled = maker.sampled(parameters)
    counted = None if sampled is None else _in_grades(request, sampled)
    if counted is not None:
        return counted
    if requirements.only_grade and _found_soon(request):
        return ""
    alike = maker.alike(parameters)
    if alike:
        return _in_sample(request, FilteredCatalogue.of(alike, requirements))
    return f"it is not known how many puzzles with such parameters are {_asked(request)}"


def _asked(request: Request) -> str:
    """What was asked for, as the end of a sentence."""
    return (request.requirements.only_grade and request.grade) or "what was asked for"


def _found_soon(request: Request) -> bool:
    """Whether the maker says that puzzles of this size and grade are found quickly."""
    sizes = request.maker.sizes
    if sizes is None:
        return False
    size = getattr(request.parameters, sizes.parameter)
    usual = replace(request.maker.parameters(), **{sizes.parameter: size})
    return request.parameters == usual and request.grade in sizes.grades.get(size, ())


def _in_all(request: Request, listed: FilteredCatalogue) -> str:
    """The grades in a complete catalogue in which no puzzle satisfies the request."""
    if listed.fitting:
        return ""
    counts = [f"{listed.grades[grade]:,} {grade}" for grade in GRADES if listed.grades.get(grade)]
    tried = "; harder ones are tried with more given" if listed.too_hard else ""
    return (
        f"the list of all puzzles with such parameters holds {', '.join(counts)}, and none that is "
        f"{request.grade or 'what was asked for'}{tried}"
    )


def _in_sample(request: Request, listed: FilteredCatalogue) -> str:
    """How many listed puzzles satisfy the request, if few do and few would with more givens."""
    found = len(listed.fitting)
    eased = listed.too_hard if _can_be_eased(request, listed) else 0
    if RARE * (found + eased) >= len(listed.catalogue):
        return ""
    are = "none is" if found == 0 else "1 is" if found == 1 else f"{found:,} are"
    return (
        f"of the {len(listed.catalogue):,} puzzles that are listed with such parameters {are} "
        f"{_asked(request)}{'' if found else SLOW}"
    )


def _can_be_eased(request: Request, listed: FilteredCatalogue) -> bool:
    """Whether more givens may make harder puzzles satisfy the request.

    More givens do not reliably remove a technique, and never add one.
    """
    if request.requirements.require or request.requirements.forbid:
        return False
    entry, maker = listed.catalogue[0], request.maker
    easier = maker.easier(request.parameters, entry.puzzle, entry.solution, Random(0))
    return easier is not None


def _in_grades(request: Request, sampled: Mapping[str, int]) -> str | None:
    """How many sampled puzzles satisfy the request, if few do; `None` if grades do not decide."""
    total = sum(sampled.values())
    accepted = {grade: request.requirements.accepts_grade(grade) for grade in sampled}
    least = sum(count for grade, count in sampled.items() if accepted[grade][0])
    most = sum(count for grade, count in sampled.items() if accepted[grade][1])
    if RARE * least >= total:
        return ""
    if least < most:
        return None
    were = "none was" if least == 0 else "1 was" if least == 1 else f"{least:,} were"
    slow = SLOW if least == 0 and not _found_soon(request) else ""
    return f"of {total:,} puzzles sampled with such parameters {were} {_asked(request)}{slow}"
