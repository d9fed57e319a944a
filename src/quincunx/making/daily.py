"""The puzzle of a day, the same for everyone: each day has a seed; families take turns."""

from datetime import date

from quincunx.errors import OptionError, short_repr
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import find_maker
from quincunx.families.registry import own_families

FIRST_DAY = date(2000, 1, 1)
TODAY = "today"


def read_day(text: str | date) -> date:
    """Return the day that a text names.

    >>> read_day("2026-11-15")
    datetime.date(2026, 11, 15)
    >>> read_day("15.11.2026")
    Traceback (most recent call last):
    quincunx.errors.OptionError: date is '15.11.2026', expected a day such as 2026-11-15
    """
    if text == TODAY:
        return date.today()
    try:
        day = date.fromisoformat(str(text))
    except ValueError:
        day = date.min
    if not isinstance(text, str | date) or day < FIRST_DAY or day.isoformat() != str(text):
        raise OptionError(f"date is {short_repr(text)}, expected a day such as 2026-11-15")
    return day


def family_of(day: date) -> type[AnyPuzzle]:
    """Return the family of a day, which does not depend on the plug-ins that are installed."""
    families = [family for family in own_families() if find_maker(family) is not None]
    return families[day.toordinal() % len(families)]


def seed_of(day: date) -> int:
    """Return the seed of a day's puzzles.

    >>> seed_of(date(2026, 11, 15))
    20261115
    """
    return int(f"{day:%Y%m%d}")
