"""Sessions in pages: commands with what they print. `python -m website.sessions PAGE...` runs them
and writes the outputs.

In a block of the language `console` a line that starts with `$ ` is a command, and what it prints
follows. A block after the words "Save this as `NAME`:" is that file. The commands of a page run one
after the other in one new folder, through a shell, as a reader would type them. If the page has a
`pyproject.toml`, its package counts as installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import quincunx

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"[Ss]ave this as `(\S+)`:\n\n```\w+\n(.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^\$ (.*(?:(?<=\\)\n.*)*)$", re.M)
PACKAGE = Path(quincunx.__file__).parents[1]
"""Where the package lies that the commands use: it may be compiled."""
SECONDS = 120
"""Most seconds that a command may take."""
WRONG_USE = 2
"""The exit status of a command that is mistyped."""
TIMES = re.compile(r"[\d.]+ (µs|ms|s)\b|(?<=Seconds: )[\d.e-]+")


def timeless(text: str) -> str:
    """Text without times, which differ from run to run.

    >>> timeless("17 nodes, 2.1 ms")
    '17 nodes, some time'
    """
    return TIMES.sub("some time", text)


def rerun(text: str) -> str:
    """The text of a page with the outputs that its commands have now."""
    with tempfile.TemporaryDirectory() as temporary:
        folder, tools = Path(temporary) / "work", Path(temporary) / "bin"
        for place in (folder, tools):
            place.mkdir()
        for name, program in {"quincunx": "-m quincunx", "python": ""}.items():
            path = tools / name
            path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {program} "$@"\n')
            path.chmod(0o755)
        for name, content in FILE.findall(text):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content, encoding="utf-8")
        _install(folder)
        variables = {
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join([str(folder), str(PACKAGE)]),
            "PYTHONIOENCODING": "utf-8",
            "COLUMNS": "100",
        }
        kept = {**os.environ, **variables}
        return BLOCK.sub(lambda block: f"```console\n{_ran(block[1], folder, kept)}```", text)


def _install(folder: Path) -> None:
    """Write what Python finds of an installed package: its name and its entry points."""
    if not (folder / "pyproject.toml").exists():
        return
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    place = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    place.mkdir()
    facts = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (place / "METADATA").write_text(facts)
    groups = project.get("entry-points", {})
    lines = [
        line
        for group, names in groups.items()
        for line in (f"[{group}]", *(f"{name} = {target}" for name, target in names.items()))
    ]
    (place / "entry_points.txt").write_text("\n".join(lines) + "\n")


def _ran(block: str, folder: Path, variables: dict[str, str]) -> str:
    shown = []
    for command in COMMAND.findall(block):
        done = subprocess.run(
            command, shell=True, cwd=folder, env=variables, text=True, encoding="utf-8",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS,
        )  # fmt: skip
        if done.returncode == WRONG_USE:
            raise ValueError(f"{command}: {done.stdout}")
        lines = [line.rstrip() for line in done.stdout.strip("\n").split("\n")]
        shown.append("\n".join([f"$ {command}", *lines]).rstrip("\n") + "\n")
    return "\n".join(shown)


def main() -> None:
    """Run the sessions of the pages that the command names, and write them."""
    for name in sys.argv[1:]:
        page = Path(name)
        page.write_text(rerun(page.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"written to {page}")


if __name__ == "__main__":
    main()
