"""Output: text, drawings, tables, JSON and one-line errors.

A line is a sequence of pieces: texts with a style, a key of `STYLES` or one of rich. Styles become
colours on a terminal and nothing elsewhere.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import select
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from quincunx.cli.status import Status
from quincunx.errors import brief
from quincunx.families.base.sketch import Sketch

if TYPE_CHECKING:
    from typing_extensions import Buffer

Piece: TypeAlias = tuple[str, str]
StyledLine: TypeAlias = Sequence[Piece]

STYLES = {
    "given": "bold",
    "answer": "bold green",
    "clue": "yellow",
    "frame": "bright_black",
    "note": "",
    "title": "bold cyan",
    "good": "green",
    "bad": "bold red",
}

STANDARD_ERROR = 2
"""The number of the stream."""
PROSE_WIDTH = 100
"""Longer lines are hard to read, even on a wide terminal."""

_SIMPLER = {
    **dict.fromkeys(map(chr, range(0x2500, 0x2580)), "+"),
    **dict(zip("─━═│┃║╱╲", "---|||/\\", strict=True)),
    **dict(zip("·×÷−…▲█⇒→←↑↓↖↗↘↙◢◣◤◥", ".x/-.##>><^v\\/\\//\\/\\", strict=True)),
}
"""ASCII for lines, corners and arrows, where the output's encoding lacks them."""


class OutputClosed(Exception):
    """The reader of the output is gone: the program ends quietly."""


class OutputFailed(Exception):
    """The output cannot be written, for instance because the disk is full."""


@contextmanager
def prepared_streams() -> Iterator[None]:
    """Replace characters that the output's encoding lacks, and turn every failure to write into
    `OutputClosed` or `OutputFailed`."""
    _fill_gaps()
    given = sys.stdout, sys.stderr
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    sys.stdout, sys.stderr = _prepared(sys.stdout), _prepared(sys.stderr)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = given


def _fill_gaps() -> None:
    """Open /dev/null for closed standard streams.

    Otherwise the next file opened would get such a stream's number, and what a solver prints there
    would end up in the file.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):
                # The lowest free number is this one.
                os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def _prepared(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    # Python's own streams have this below the buffer, and in its place where there is none.
    if type(getattr(stream.buffer, "raw", stream.buffer)) is not io.FileIO:
        stream.reconfigure(errors="quincunx")
        return stream
    raw = _Output(stream.fileno(), "w", closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), stream.encoding, "quincunx")


class _Output(io.FileIO):
    """A standard stream. The first failure of standard output raises an exception; later output is
    dropped. Failures of standard error are ignored: there is nowhere to report them."""

    _failed = False

    def write(self, data: Buffer) -> int:
        size = memoryview(data).nbytes
        while not self._failed:
            try:
                written = super().write(data)
            except OSError as error:
                self._failed = True
                if self.fileno() == STANDARD_ERROR:
                    break
                if isinstance(error, BrokenPipeError):
                    raise OutputClosed from None
                raise OutputFailed(f"standard output: {error.strerror}") from None
            if written is not None:
                return written
            # A full pipe in non-blocking mode: wait until it can be written to.
            select.select([], [self], [])
        return size


def _simplify(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_SIMPLER.get(character, "?") for character in text), error.end


codecs.register_error("quincunx", _simplify)


def write(text: str = "", *, end: str = "\n") -> None:
    """Write to standard output and flush it."""
    sys.stdout.write(text + end)
    sys.stdout.flush()


def write_json(data: Any) -> None:
    """Write one JSON object on one line."""
    write(json.dumps(data))


@dataclass(frozen=True)
class Response:
    """What a command answers: data for --json, and words otherwise, as text or by a function that
    writes them. There is no data if the command failed and has said why."""

    data: Any
    words: str | Callable[[], object] = ""
    status: Status = Status.FOUND

    def write(self, as_json: bool = False) -> Status:
        """Write the data or the words, and return the exit status."""
        if as_json:
            if self.data is not None:
                write_json(self.data)
        elif callable(self.words):
            self.words()
        elif self.words:
            write(self.words)
        return self.status


def write_error(message: str) -> None:
    """Write one line to standard error, control characters escaped."""
    print(brief(printable(message)), file=sys.stderr, flush=True)


def printable(text: str) -> str:
    r"""Text with control characters escaped.

    >>> print(printable("a title\x1b[31m in red"))
    a title\x1b[31m in red
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def write_lines(lines: Iterable[StyledLine]) -> None:
    """Write lines of pieces, in colours on a terminal."""
    write(paint(lines))


def wrapped(text: str, indent: int = 0) -> list[str]:
    """Text in lines that leave room for an indent; at least one line."""
    return wrap(text, max(20, room() - indent)) or [""]


def write_prose(text: str, style: str = "note", indent: int = 0) -> None:
    """Write text in lines of the terminal's width, behind an indent."""
    write_lines([[(" " * indent + line, style)] for line in wrapped(text, indent)])


def room() -> int:
    """Maximum length of a line of prose: on a terminal at most `PROSE_WIDTH`."""
    return min(width(), PROSE_WIDTH) if on_terminal() else width()


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def width() -> int:
    """Characters that fit in a line; practically unlimited where there is no terminal."""
    return get_terminal_size().columns if on_terminal() else 10_000


def coloured() -> bool:
    """Whether to use colours: on terminals, unless NO_COLOR or FORCE_COLOR decides."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return on_terminal() and os.environ.get("TERM") != "dumb"


def paint(lines: Iterable[StyledLine]) -> str:
    """Lines as one text, with colour codes if there are colours, and no other control codes."""
    lines = [[(printable(text), style) for text, style in line] for line in lines]
    if not coloured():
        return "\n".join("".join(text for text, _ in line) for line in lines)
    from rich.console import Console
    from rich.text import Text

    console = Console(file=io.StringIO(), force_terminal=True, legacy_windows=False, width=10_000)
    with console.capture() as capture:
        for line in lines:
            styled = Text.assemble(*((text, STYLES.get(style, style)) for text, style in line))
            console.print(styled, soft_wrap=True)
    return capture.get().rstrip("\n")


def side_by_side(*sketches: Sketch) -> str:
    """Sketches side by side with arrows between them, or below each other if too wide."""
    drawn: list[StyledLine] = []
    for sketch in sketches:
        lines = sketch.runs()
        beside = _beside(drawn, lines)
        drawn = beside if max(map(_length, beside), default=0) <= width() else [*drawn, [], *lines]
    return paint(drawn)


def _beside(left: Sequence[StyledLine], right: Sequence[StyledLine]) -> list[StyledLine]:
    if not left:
        return list(right)
    widest = max(map(_length, left))
    middle = (max(len(left), len(right)) - 1) // 2
    joined: list[StyledLine] = []
    for at, (one, other) in enumerate(zip_longest(left, right, fillvalue=())):
        between = " " * (widest - _length(one)) + ("   ⇒   " if at == middle else "       ")
        joined.append([*one, (between if other else between.rstrip(), "note"), *other])
    return joined


def _length(line: StyledLine) -> int:
    return sum(len(text) for text, _ in line)


def table(rows: Sequence[Sequence[str | Piece]], headers: Sequence[str] = ()) -> str:
    """Rows in aligned columns, under headers if given, cut off at the terminal's width.

    >>> print(table([["c-note/1", "1"], ["power-strike/16", "58"]], ["name", "solutions"]))
    name             solutions
    c-note/1         1
    power-strike/16  58
    """
    cells = [[(text, "title") for text in headers]] if headers else []
    for row in rows:
        pieces = [(cell, "note") if isinstance(cell, str) else cell for cell in row]
        cells.append([(printable(text), style) for text, style in pieces])
    widths = [max(len(text) for text, _ in column) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        sized = zip(row[:-1], widths, strict=False)
        padded = [(f"{text:<{wide}}  ", style) for (text, style), wide in sized]
        lines.append(cut([*padded, row[-1]]))
    return paint(lines)


def cut(line: StyledLine) -> StyledLine:
    """A line that is cut off at the terminal's width."""
    most = width()
    if _length(line) <= most:
        return line
    kept: list[Piece] = []
    for text, style in line:
        room = most - 1 - _length(kept)
        kept.append((text[:room], style))
    return [*kept, ("…", "note")]
