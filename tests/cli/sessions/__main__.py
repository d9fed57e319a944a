"""Writes the sessions again, with "..." where they have it now and the rest still agrees."""

import os
import shlex
import subprocess
import sys
import tempfile

from tests.cli.sessions import FOLDER, read, rerun, with_dots


def _run(command: str, typed: str) -> tuple[int, str, str]:
    words = [sys.executable, "-m", "quincunx", *shlex.split(command)]
    done = subprocess.run(words, input=typed, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


for path in sorted(FOLDER.glob("*.txt")):
    entries = list(read(path.read_text(encoding="utf-8")))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        pairs = [(entry, rerun(entry, _run)) for entry in entries]
    kept = [old if old.agrees(new) else with_dots(new) for old, new in pairs]
    path.write_text("".join(map(str, kept)).rstrip("\n") + "\n", encoding="utf-8")
