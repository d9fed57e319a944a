"""`generate`: the one function that people call to have puzzles made."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterable
from textwrap import wrap

from quincunx.errors import OptionError
from quincunx.families import all_families
from quincunx.families.base.capabilities import find_maker
from quincunx.families.base.maker import Parameters
from quincunx.families.base.reading import PuzzleLike
from quincunx.making.daily import read_day, seed_of
from quincunx.making.requests import request
from quincunx.making.series import Series


def generate(
    family: str | Parameters,
    *,
    grade: str | None = None,
    score: str | tuple[float | None, float | None] = "",
    require: str | Collection[str] = "",
    forbid: str | Collection[str] = "",
    hardest: int = 1,
    unique: bool = True,
    exclude: Iterable[PuzzleLike] = (),
    published: bool = False,
    seed: int | None = None,
    date: str | datetime.date | None = None,
    number: int = 1,
    start: int = 0,
    graded: bool = False,
    patience: int | None = None,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
    **parameters: object,
) -> Series:
    """New puzzles of a family: iterate to have them made one by one, or ask for one row alone.

    What can be said:
      family      the family's name, as in "c-note", or its parameters as an object
      grade       how hard they have to be: "easy", "medium", "hard" or "expert"
      score       the same as a range of scores: "6..9", "6.." or "..9", or (6, 9), (6, None)
      require     techniques that their explanations use, with commas between them or in a list
      forbid      techniques that their explanations do not use
      hardest     each is the hardest of so many
      unique      whether they must have exactly one solution
      exclude     puzzles that nobody wants again, turned or mirrored ones included
      published   whether those of the gallery may come up again
      seed        the same seed gives the same puzzles; drawn if not given
      date        in place of a seed, a day such as "2026-11-15", or "today"
      number      how many different puzzles
      start       the number of the first row: a series may be made in parts. Rows that were there
                  before are skipped and not counted, so a part may end behind row start + number
      graded      whether to find out how hard each is before it is handed out, within the limits;
                  otherwise that is done when somebody asks
      patience    give the series up after so many tries that led to no puzzle; a family has a
                  number of its own for that, far beyond what most of its puzzles took
      time_limit  stop after so many seconds
      cancel      asked many times a second; stop when it says so
      parameters  what the family lets one choose, see below

    >>> made = next(generate("aztec-math", levels=3, seed=7))
    >>> made.puzzle.violations(made.solution)
    []
    >>> generate("aztec-math", levels=3, seed=7)[0] == made
    True
    """
    if date is not None:
        if seed is not None:
            raise OptionError("a seed and a date, expected one of them")
        seed = seed_of(read_day(date))
    asked = request(
        family,
        exclude=exclude,
        published=published,
        grade=grade,
        score=score,
        require=require,
        forbid=forbid,
        hardest=hardest,
        unique=unique,
        **parameters,
    )
    return Series(
        asked,
        seed,
        number,
        start=start,
        graded=graded,
        patience=patience,
        time_limit=time_limit,
        cancel=cancel,
    )


def parameters_in_words() -> str:
    """What each family lets one choose, for people who ask for help."""
    lines = ["Parameters, with the class that holds them as typed options:"]
    for family in all_families().values():
        maker = find_maker(family)
        if maker is None:
            continue
        where = f"{maker.parameters.__module__}.{maker.parameters.__name__}"
        lines += ["", f"  {family.family}  ({where})"]
        for one in maker.parameters.declared():
            lines += wrap(
                f"{one.name:12}{one.meaning}{one.bounds}; {one.default!r} if not given",
                initial_indent=" " * 4,
                subsequent_indent=" " * 16,
                width=96,
            )
    return "\n".join(lines)


generate.__doc__ = (
    f"{generate.__doc__}\n    {parameters_in_words().replace(chr(10), chr(10) + '    ')}\n"
)
