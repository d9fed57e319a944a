"""Commands with what they print, as text files: `python -m tests.cli.sessions` writes them again.

A line that begins with `$ ` is a command, with what it reads from standard input after ` < `, where
\\n begins a new line. What it prints follows, with `! ` before lines on standard error. JSON has
each key on a line. The exit status stands in brackets unless it is 0. `...` stands for whatever
changes from run to run. A line that begins with `> ` is the name and the text of a file. Lines that
begin with `# ` say why. The commands of a session run one after the other in a new folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

FOLDER = Path(__file__).parent
CHANGING = re.compile(r'(?<="seconds": )[\d.e-]+|(?<=Seconds: )[\d.]+|[\d.]+ (µs|ms|s)\b')

Run = Callable[[str, str], tuple[int, str, str]]
"""Runs a command with standard input: its status, its output, and its errors."""


@dataclass(frozen=True)
class Entry:
    """A command, the lines above it, and what it prints."""

    above: str
    command: str
    printed: str

    def __str__(self) -> str:
        return f"{self.above}$ {self.command}\n{self.printed}\n\n".replace("\n\n\n", "\n\n")

    def agrees(self, other: Entry) -> bool:
        """Whether this prints what another does, with "..." for anything."""
        parts = map(re.escape, self.printed.split("..."))
        return re.fullmatch(".*".join(parts), other.printed) is not None


def read(text: str) -> Iterator[Entry]:
    """The commands of a session."""
    above, *entries = re.split(r"^\$ ", text, flags=re.M)
    for entry in entries:
        command, _, rest = entry.partition("\n")
        comment = re.search(r"(?:^[#>] .*\n|(?<=\n)\n)+\Z", rest, re.M)
        printed = rest[: comment.start()] if comment else rest
        yield Entry(above, command, printed.strip("\n"))
        above = comment[0].lstrip("\n") if comment else ""


def rerun(entry: Entry, run: Run) -> Entry:
    """A command with what it prints now."""
    for name, text in re.findall(r"^> (\S+) (.*)$", entry.above, re.M):
        Path(name).write_text(text.replace("\\n", "\n"), encoding="utf-8")
    command, _, typed = entry.command.partition(" < ")
    status, out, err = run(command, typed.replace("\\n", "\n"))
    if "--json" in command:
        out = "\n".join(map(_unfolded, out.splitlines()))
    lines = [*out.splitlines(), *(f"! {line}" for line in err.splitlines())]
    lines += [f"[{status}]"] if status else []
    return replace(entry, printed="\n".join(line.rstrip() for line in lines).strip("\n"))


def _unfolded(line: str) -> str:
    """A JSON object with each of its keys on a line."""
    data = json.loads(line)
    return "\n".join(f"  {key}: {json.dumps(data[key], ensure_ascii=False)}" for key in data)


def with_dots(entry: Entry) -> Entry:
    """A command with "..." for the times that it prints."""
    return replace(entry, printed=CHANGING.sub("...", entry.printed))
