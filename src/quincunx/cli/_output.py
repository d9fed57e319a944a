"""Writing for people and for programs: text, drawings, tables, JSON and one-line errors.

Vocabulary:
  piece  a text with a style
  style  what a piece is: the role it has in a sketch, or `title`, `good`, `bad`
  line   pieces side by side

Styles become colours on a terminal and nothing elsewhere.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import select
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from quincunx.families.base.sketch import Sketch

if TYPE_CHECKING:
    from typing_extensions import Buffer

Piece: TypeAlias = tuple[str, str]
Line: TypeAlias = Sequence[Piece]

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

_SIMPLER = {
    **dict.fromkeys(map(chr, range(0x2500, 0x2580)), "+"),
    **dict(zip("─━═│┃║╱╲", "---|||/\\", strict=True)),
    **dict(zip("·×…▲⇒→←↑↓↖↗↘↙◢◣◤◥", ".x.#>><^v\\/\\//\\/\\", strict=True)),
}
"""What stands for a character where the terminal cannot show it: lines, corners and arrows."""


class OutputClosed(Exception):
    """Whoever read our output has gone away: end quietly."""


class OutputFailed(Exception):
    """The output cannot be written, for instance because the disk is full."""


@contextmanager
def prepared_streams() -> Iterator[None]:
    """Let every terminal show what we write, with simpler characters where it must be, and let
    every failure to write come as one of the exceptions above, whoever writes."""
    _fill_gaps()
    given = sys.stdout, sys.stderr
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    sys.stdout = _prepared(sys.stdout, _Output)
    sys.stderr = _prepared(sys.stderr, _Errors)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = given


def _fill_gaps() -> None:
    """Where a standard stream was closed, its number must not become that of a file we open:
    whatever prints to it, a solver for instance, would write into that file."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):
                # The lowest free number is this one.
                os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def _prepared(stream: TextIO | None, kind: type[_Output]) -> TextIO:
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    # Python's own streams have this below the buffer, and in its place where there is none.
    if type(getattr(stream.buffer, "raw", stream.buffer)) is not io.FileIO:
        stream.reconfigure(errors="quincunx")
        return stream
    raw = kind(stream.fileno(), "w", closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), stream.encoding, "quincunx")


class _Output(io.FileIO):
    """Standard output. When it fails we hear of it once; what is still to come goes nowhere."""

    _failed = False

    def write(self, data: Buffer) -> int:
        size = memoryview(data).nbytes
        while not self._failed:
            try:
                written = super().write(data)
            except OSError as error:
                self._failed = True
                self.fail(error)
                break
            if written is not None:
                return written
            # A pipe that is full, and whose owner does not want it to wait.
            select.select([], [self], [])
        return size

    def fail(self, error: OSError) -> None:
        """Say what is wrong."""
        if isinstance(error, BrokenPipeError):
            raise OutputClosed from None
        raise OutputFailed(f"standard output: {error.strerror}") from None


class _Errors(_Output):
    """Standard error. When it fails nobody can be told."""

    def fail(self, error: OSError) -> None:
        return


def _simplify(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_SIMPLER.get(character, "?") for character in text), error.end


codecs.register_error("quincunx", _simplify)


def write(text: str = "", *, end: str = "\n") -> None:
    """Write to standard output and let it be seen at once."""
    sys.stdout.write(text + end)
    sys.stdout.flush()


def write_json(data: Any) -> None:
    """Write one JSON object on one line."""
    write(json.dumps(data))


def write_error(message: str) -> None:
    """Write one line to standard error, whatever the message holds."""
    print(printable(message), file=sys.stderr, flush=True)


def printable(text: str) -> str:
    r"""Text that does nothing to a terminal but show itself.

    >>> print(printable("a title\x1b[31m in red"))
    a title\x1b[31m in red
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def write_lines(lines: Iterable[Line]) -> None:
    """Write lines of pieces, in colours where there are any."""
    write(paint(lines))


def on_terminal() -> bool:
    """Whether standard output is a person's terminal."""
    return sys.stdout.isatty()


def width() -> int:
    """How many characters fit in a line; as many as one likes where no terminal limits it."""
    return get_terminal_size().columns if on_terminal() else 10_000


def coloured() -> bool:
    """Whether to use colours: on terminals, and as NO_COLOR and FORCE_COLOR ask."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return on_terminal() and os.environ.get("TERM") != "dumb"


def paint(lines: Iterable[Line]) -> str:
    """Lines as one text, with the terminal's codes for colours if there are colours, and with no
    other codes, whatever the pieces hold."""
    lines = [[(printable(text), style) for text, style in line] for line in lines]
    if not coloured():
        return "\n".join("".join(text for text, _ in line) for line in lines)
    from rich.console import Console
    from rich.text import Text

    console = Console(file=io.StringIO(), force_terminal=True, legacy_windows=False, width=10_000)
    with console.capture() as capture:
        for line in lines:
            styled = Text.assemble(*((text, STYLES[style]) for text, style in line))
            console.print(styled, soft_wrap=True)
    return capture.get().rstrip("\n")


def draw(*sketches: Sketch) -> str:
    """Sketches side by side with arrows between them, or one below the other where too wide."""
    drawn: list[Line] = []
    for sketch in sketches:
        lines = sketch.runs()
        beside = _beside(drawn, lines)
        drawn = beside if max(map(_length, beside), default=0) <= width() else [*drawn, [], *lines]
    return paint(drawn)


def _beside(left: Sequence[Line], right: Sequence[Line]) -> list[Line]:
    if not left:
        return list(right)
    widest = max(map(_length, left))
    middle = (max(len(left), len(right)) - 1) // 2
    joined: list[Line] = []
    for at, (one, other) in enumerate(zip_longest(left, right, fillvalue=())):
        between = " " * (widest - _length(one)) + ("   ⇒   " if at == middle else "       ")
        joined.append([*one, (between if other else between.rstrip(), "note"), *other])
    return joined


def _length(line: Line) -> int:
    return sum(len(text) for text, _ in line)


def table(rows: Sequence[Sequence[str | Piece]], headers: Sequence[str] = ()) -> str:
    """Columns, under headers if there are any, cut off where the terminal ends.

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
        padded = [
            (f"{text:<{wide}}  ", style)
            for (text, style), wide in zip(row[:-1], widths, strict=False)
        ]
        lines.append(_cut([*padded, row[-1]], width()))
    return paint(lines)


def _cut(line: Line, most: int) -> Line:
    if _length(line) <= most:
        return line
    kept: list[Piece] = []
    for text, style in line:
        room = most - 1 - _length(kept)
        kept.append((text[:room], style))
    return [*kept, ("…", "note")]
