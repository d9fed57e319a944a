"""How a book looks: its texts, its paper and its parts, as one frozen value."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from quincunx.errors import OptionError, short_repr
from quincunx.families.base.validation import shown

CHOICES = (
    ("chapters", ("grade", "family", "none")),
    ("order", ("mixed", "score", "given")),
    ("codes", ("none", "qr", "text")),
    ("answers", ("before", "after")),
)
SIZES = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
PAPER_OPTIONS = ("isbn", "size", "bleed", "gutter", "per_page", "large_print", "notes", "codes")
"""Options that mean nothing on a screen."""
PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""Columns and rows of a page with this many puzzles."""
MIN_SIDE, MAX_SIDE = 100.0, 450.0
"""Limits of the width and the height of a page in millimetres."""
MAX_EDGE = 25.0
"""Largest bleed and gutter in millimetres."""
MAX_TEXT = 120
"""Maximum length of the title, the author and the imprint in characters."""
INCH = 25.4
_LENGTHS = re.compile(r"((?:\d{1,4}(?:\.\d{1,4})?x?){1,2})(?<!x)(mm|in)")


@dataclass(frozen=True)
class BookOptions:
    """How a book looks.

    Options:
        title (TEXT): The title.
        author (TEXT): Who made the book.
        imprint (TEXT): Publisher, place and year.
        isbn (ISBN): The book's number, 13 digits; its bar code is on the cover.
        size (SIZE): a4, a5, letter, or width and height as in 6x9in or 170x240mm.
        bleed (LENGTH): Width printed beyond the trimmed edge, as in 3mm.
        gutter (LENGTH): Extra width of the inner margins, as in 8mm.
        per_page: Puzzles to a page: 1, 2, 4, 6 or 9.
        large_print: Use type of 16 points or more, and 1 or 2 puzzles to a page.
        black: Print with black ink only.
        chapters (KIND): grade, family or none.
        order (ORDER): Within chapters: mixed, families in turn; score, from easy to hard; given.
        explain: Add an explanation of each puzzle, step by step.
        answers (WHERE): before or after the steps.
        tips: Add a description of each technique, with a picture.
        notes: Add a score card, and pages for notes up to a multiple of four.
        codes (KIND): none; qr, a code beside each puzzle; text, a list of identifiers at the end.
        link (ADDRESS): The page to play on, for links and QR codes; without it, codes contain the
            identifier.

    Raises:
        OptionError: No book can be printed like this.
    """

    title: str = "Number puzzles"
    author: str = ""
    imprint: str = ""
    isbn: str = ""
    size: str = "a4"
    bleed: str = "0mm"
    gutter: str = "4mm"
    per_page: int = 4
    large_print: bool = False
    black: bool = False
    chapters: str = "grade"
    order: str = "mixed"
    explain: bool = False
    answers: str = "before"
    tips: bool = False
    notes: bool = False
    codes: str = "none"
    link: str | None = None

    def __post_init__(self) -> None:
        numbers = [n for n in PER_PAGE if n <= 2 or not self.large_print]
        many = f"one of {', '.join(map(str, numbers))}" + " in large print" * bool(self.large_print)
        sizes = f"6x9in or 170x240mm, with sides of {MIN_SIDE:g} to {MAX_SIDE:g} mm"
        edge, texts = f"0mm to {MAX_EDGE:g}mm, or inches as in 0.125in", f"{MAX_TEXT} characters"
        right_size = self.size in tuple(SIZES) or _is_within(self.size, 2, MIN_SIDE, MAX_SIDE)
        flags = ("large_print", "black", "explain", "tips", "notes")
        for name, valid, expected in (
            *((flag, isinstance(getattr(self, flag), bool), "true or false") for flag in flags),
            ("title", _is_text(self.title, 1), f"1 to {texts}"),
            ("author", _is_text(self.author), f"at most {texts}"),
            ("imprint", _is_text(self.imprint), f"at most {texts}"),
            ("isbn", self.isbn == "" or _is_isbn(self.isbn), "13 digits with check digit"),
            ("size", right_size, f"{', '.join(SIZES)}, or one as in {sizes}"),
            ("bleed", _is_within(self.bleed, 1, 0, MAX_EDGE), edge),
            ("gutter", _is_within(self.gutter, 1, 0, MAX_EDGE), edge),
            ("per_page", type(self.per_page) is int and self.per_page in numbers, many),
            *((n, getattr(self, n) in known, f"one of {', '.join(known)}") for n, known in CHOICES),
        ):
            if not valid:
                word, value = name.replace("_", " "), shown(getattr(self, name))
                raise OptionError(f"book: {word} is {value}, expected {expected}")
        if self.link is not None:
            require_link(self.link)

    def check_screen(self) -> None:
        """Raise `OptionError` for options that mean nothing on a screen."""
        for name in PAPER_OPTIONS:
            if getattr(self, name) != getattr(BookOptions, name):
                raise OptionError(f"book: {name.replace('_', '-')} is for print, expected a .pdf")

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of a page in millimetres, after trimming."""
        width, height = SIZES.get(self.size) or _millimetres(self.size)
        return width, height

    @property
    def edges(self) -> tuple[float, float]:
        """Bleed and gutter in millimetres."""
        return _millimetres(self.bleed)[0], _millimetres(self.gutter)[0]


def _millimetres(text: object) -> list[float]:
    """Read one length or two; none if the text has another form.

    >>> _millimetres("3mm"), _millimetres("6x9in"), _millimetres("3")
    ([3.0], [152.4, 228.6], [])
    """
    found = _LENGTHS.fullmatch(text) if isinstance(text, str) else None
    inch = INCH if found and found[2] == "in" else 1.0
    return [round(inch * float(number), 4) for number in found[1].split("x")] if found else []


def _is_within(text: object, count: int, least: float, most: float) -> bool:
    lengths = _millimetres(text)
    return len(lengths) == count and least <= min(lengths) <= max(lengths) <= most


def _is_text(text: object, least: int = 0) -> bool:
    return isinstance(text, str) and least <= len(text.strip()) <= len(text) <= MAX_TEXT


def _is_isbn(text: object) -> bool:
    """Whether a text is an ISBN of 13 digits, with single hyphens between them or none.

    >>> _is_isbn("978-3-16-148410-0"), _is_isbn("978-3-16-148410-1")
    (True, False)
    """
    valid = isinstance(text, str) and re.fullmatch("97[89](-?[0-9]){10}", text) is not None
    digits = [int(digit) for digit in str(text) if digit != "-"] if valid else []
    return valid and (sum(digits) + 2 * sum(digits[1::2])) % 10 == 0


def require_link(link: str) -> str:
    """Return the address of a page to play on, or raise `OptionError` if it is none."""
    try:
        parts = urlsplit(link)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and link.isprintable()
    except (ValueError, AttributeError, TypeError):
        valid = False
    if not valid or "#" in link or " " in link:
        raise OptionError(f"book: link is {short_repr(link, 80)}, expected https://..., without #")
    return link
