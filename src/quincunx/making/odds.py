"""How rare it is what somebody asks for, as far as anybody has looked: what a warning says.

Vocabulary:
  listed   of puzzles: in a catalogue, with grade, score and techniques
  sampled  of puzzles: made without asking for a grade, and counted by the grades they had
  rare     less than one in `RARE`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from quincunx.families.base.catalogue import Catalogue
from quincunx.families.base.grades import GRADES
from quincunx.making.requirements import Judgement

if TYPE_CHECKING:
    from quincunx.making.requests import Request

RARE = 20
LONG = "; the search for one may take very long"


def warning(request: Request) -> str:
    """What is known to be rare about a request; nothing where enough of the puzzles that were
    looked at will do. Where nobody has looked, that is said."""
    told = _told(request)
    return f"{request.family.family}: {told}" if told else ""


def never_met(request: Request) -> bool:
    """Whether a grade is asked for that none of many sampled puzzles had, and of which the maker
    does not tell that asking for it finds one before long."""
    sampled = request.maker.sampled(request.parameters)
    if request.grade is None or sampled is None or sampled.get(request.grade):
        return False
    return not _found_before_long(request)


def _told(request: Request) -> str:
    maker, parameters, wishes = request.maker, request.parameters, request.wishes
    told = maker.warning(parameters, request.unique)
    if told or not wishes.bounded:
        return told
    listed = maker.catalogue(parameters)
    if listed and listed.graded:
        return _among(request, listed) if maker.others(parameters) else _in_all(request, listed)
    sampled = maker.sampled(parameters)
    counted = None if sampled is None else _of_sampled(request, sampled)
    if counted is not None:
        return counted
    if wishes.nothing_but_a_grade and _found_before_long(request):
        return ""
    alike = maker.alike(parameters)
    if alike:
        return _among(request, alike)
    return f"nobody has counted how many puzzles with such parameters are {_what(request)}"


def _what(request: Request) -> str:
    """What was asked for, as the end of a sentence."""
    graded = request.wishes.nothing_but_a_grade and request.grade
    return graded or "what was asked for"


def _found_before_long(request: Request) -> bool:
    """Whether the maker says that puzzles of this size and grade are found before long."""
    sizes = request.maker.sizes
    if sizes is None:
        return False
    size = getattr(request.parameters, sizes.parameter)
    usual = replace(request.maker.parameters(), **{sizes.parameter: size})
    return request.parameters == usual and request.grade in sizes.grades.get(size, ())


def _in_all(request: Request, listed: Catalogue) -> str:
    """What a complete list holds in place of what was asked for; nothing where something in it
    will do."""
    judgements = [Judgement.listed(entry) for entry in listed]
    if any(map(request.wishes.fit, judgements)):
        return ""
    graded = Counter(entry.grade for entry in listed)
    held = ", ".join(f"{graded[grade]:,} {grade}" for grade in GRADES if graded[grade])
    harder = any(map(request.wishes.too_hard, judgements))
    tried = "; harder ones are tried with more given" if harder else ""
    return (
        f"the list of all puzzles with such parameters holds {held}, and none that is "
        f"{request.grade or 'what was asked for'}{tried}"
    )


def _among(request: Request, listed: Catalogue) -> str:
    """How many of some listed puzzles will do, where they are few, and where few would do if they
    gave more away."""
    judgements = [Judgement.listed(entry) for entry in listed]
    found = sum(map(request.wishes.fit, judgements))
    eased = sum(map(request.wishes.too_hard, judgements)) if _can_be_eased(request, listed) else 0
    if RARE * (found + eased) >= len(listed):
        return ""
    are = "none is" if found == 0 else "1 is" if found == 1 else f"{found:,} are"
    return (
        f"of the {len(listed):,} puzzles that are listed with such parameters {are} "
        f"{_what(request)}{'' if found else LONG}"
    )


def _can_be_eased(request: Request, listed: Catalogue) -> bool:
    """Whether harder puzzles become what was asked for with more given away. That takes no
    technique away for certain, and brings none."""
    if request.wishes.require or request.wishes.forbid:
        return False
    entry, maker = listed[0], request.maker
    easier = maker.easier(request.parameters, entry.puzzle, entry.solution, Random(0))
    return easier is not None


def _of_sampled(request: Request, sampled: Mapping[str, int]) -> str | None:
    """How many of the sampled puzzles would do, where they are few; None where their grades do not
    tell."""
    total = sum(sampled.values())
    least, most = 0, 0
    for grade, count in sampled.items():
        certain, possible = request.wishes.of_grade(grade)
        least += count if certain else 0
        most += count if possible else 0
    if RARE * least >= total:
        return ""
    if least < most:
        return None
    were = "none was" if least == 0 else "1 was" if least == 1 else f"{least:,} were"
    long = LONG if least == 0 and not _found_before_long(request) else ""
    return f"of {total:,} puzzles sampled with such parameters {were} {_what(request)}{long}"
