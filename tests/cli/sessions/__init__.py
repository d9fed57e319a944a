"""Commands with what they print, as text files: `python -m tests.cli.sessions` writes them again.

A line that begins with `$ ` is a command, with what it reads from standard input after ` < `, where
\\n begins a new line. What it prints follows, with `! ` before lines on standard error. JSON has
each key on a line. The exit status stands in brackets unless it is 0. `...` stands for whatever
changes from run to run, and on a line of its own for any lines. A line that begins with `> ` is the
name and the text of a file. Lines that begin with `# ` say why. The commands of a session run one
after the other in a new folder, where `ls` lists the files and `cat` prints one. `NAME=value`
before a command sets an environment variable for it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

FOLDER = Path(__file__).parent
CHANGING = re.compile(r'(?<="seconds": )[\d.e-]+|(?<=[Ss]econds: )[\d.]+|[\d.]+ (µs|ms|s)\b')

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
        lines = (".*".join(map(re.escape, line.split("..."))) for line in self.printed.split("\n"))
        pattern = "\n".join("(?s:.*?)" if line == ".*" else line for line in lines)
        return re.fullmatch(pattern, other.printed) is not None


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
    if command.startswith("ls"):
        return replace(entry, printed="\n".join(sorted(os.listdir(command[3:] or "."))))
    if command.startswith("cat "):
        return replace(entry, printed=Path(command[4:]).read_text(encoding="utf-8").strip())
    variables = {}
    while found := re.match(r"([A-Z_]+)=(\S*) ", command):
        variables[found[1]] = found[2]
        command = command[found.end() :]
    with patch.dict(os.environ, variables):
        status, out, err = run(command, typed.replace("\\n", "\n"))
    if "--json" in command:
        out = "\n".join(map(_unfolded, out.splitlines()))
    out = out.replace("\x1b", "\\x1b")
    lines = [*out.splitlines(), *(f"! {line}" for line in err.splitlines())]
    lines += [f"[{status}]"] if status else []
    printed = "\n".join(line.rstrip() for line in lines).strip("\n")
    return replace(entry, printed=re.sub("\n\n+", "\n\n", printed))


def _unfolded(line: str) -> str:
    """A JSON object with each of its keys on a line."""
    data = json.loads(line)
    return "\n".join(f"  {key}: {json.dumps(data[key], ensure_ascii=False)}" for key in data)


def with_dots(entry: Entry) -> Entry:
    """A command with "..." for the times that it prints."""
    return replace(entry, printed=CHANGING.sub("...", entry.printed))
