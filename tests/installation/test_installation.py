"""The built wheel and sdist, installed with pip the way a user installs them.

`make test` builds both into build/dist first. Each environment is new and holds the package, at
most one extra, and nothing that these tests or the development environment bring along.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

import quincunx
from website.pages import commands as all_commands

ROOT = Path(__file__).parents[2]
DIST = ROOT / "build" / "dist"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = sorted(set(PROJECT["optional-dependencies"]) - {"all"})

pytestmark = pytest.mark.skipif(
    not DIST.exists() and not os.environ.get("CI"), reason="`make build/dist/ready` builds them"
)

LISTED = Path(__file__).with_name("commands.txt").read_text(encoding="utf-8")
PLAIN_COMMANDS = {
    command: int(status or 0)
    for command, status in re.findall(r"^([a-z].*?)(?: \[(\d)\])?$", LISTED, re.M)
}

# Commands that an extra makes work. Without it they name it in one line.
EXTRA_COMMANDS: dict[str, list[str]] = {
    "certify": ["certify c-note/1 -o certificate", "verify certificate"],
    "cpsat": ["solve c-note/1 --engine both"],
    "data": ["dataset -o data --family c-note --number 3 --parquet"],
    "gym": [],
    "lab": ["lab labeling c-note/1 -o results"],
    "print": ["book --family c-note --number 2 -o book.pdf", "draw c-note/1 -o picture.png"],
    "web": ["serve --port 0"],
}


class Environment:
    """A new virtual environment with the package in it, and a folder to work in."""

    def __init__(self, folder: Path, requirement: str, **variables: str):
        self.work = folder / "work"
        self.work.mkdir()
        # Compiling all of numpy or scipy to bytecode takes longer than the tests.
        self.variables = {**_clean_variables(), "PIP_NO_COMPILE": "1", **variables}
        self.bin = folder / "env" / "bin"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
        self.install(requirement)

    def install(self, *requirements: str) -> None:
        """Install packages, as a user does."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python")]
        self.run(*pip, "install", "--quiet", *requirements)

    def run(self, *command: str, status: int = 0) -> str:
        """Run a command, expect an exit status, and return what it printed."""
        done = subprocess.run(
            command, cwd=self.work, env=self.variables, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == status, f"{' '.join(command)}:\n{done.stdout}"
        return done.stdout

    def quincunx(self, arguments: str, status: int = 0) -> str:
        """Run the program."""
        return self.run(str(self.bin / "quincunx"), *arguments.split(), status=status)

    def python(self, program: str) -> str:
        """Run a Python program."""
        return self.run(str(self.bin / "python"), "-c", program)


def _clean_variables() -> dict[str, str]:
    """The environment variables of a user who does not develop the package."""
    hidden = ("PYTHON", "QUINCUNX", "VIRTUAL_ENV", "PYTEST")
    return {name: value for name, value in os.environ.items() if not name.startswith(hidden)}


def _only(pattern: str) -> Path:
    (path,) = DIST.glob(pattern)
    return path


def _wheel(extra: str = "") -> str:
    return str(_only("*.whl")) + (f"[{extra}]" if extra else "")


def _use(environment: Environment, extra: str) -> None:
    """Run what an extra makes work."""
    for command in EXTRA_COMMANDS[extra]:
        if command.startswith("serve"):
            environment.python("from quincunx.web.server import app")
        else:
            environment.quincunx(command)
    if extra == "gym":
        environment.python(
            "import quincunx.datasets.gym, reasoning_gym;"
            "print(reasoning_gym.create_dataset('quincunx_c_note', size=1, seed=1)[0]['question'])"
        )


def test_plain_wheel_runs_every_command(tmp_path: Path) -> None:
    environment = Environment(tmp_path, _wheel())
    assert "compiled kernel" in environment.quincunx("--version")
    for command, status in PLAIN_COMMANDS.items():
        environment.quincunx(command, status)
    for extra, commands in EXTRA_COMMANDS.items():
        for command in commands[:1]:
            answer = environment.quincunx(command, status=2)
            assert answer.count("\n") == 1, answer
            assert f"quincunx[{extra}]" in answer


def test_the_lists_above_name_every_command_and_every_extra() -> None:
    commands = [*PLAIN_COMMANDS, *(line for lines in EXTRA_COMMANDS.values() for line in lines)]
    existing = {name.split()[0] for name, _, _ in all_commands()}
    assert existing == {command.split()[0] for command in commands}
    assert set(EXTRA_COMMANDS) == set(EXTRAS)
    assert PROJECT["optional-dependencies"]["all"] == [f"quincunx[{','.join(EXTRAS)}]"]


@pytest.mark.parametrize("extra", EXTRAS)
def test_each_extra_alone_makes_its_commands_work(extra: str, tmp_path: Path) -> None:
    environment = Environment(tmp_path, _wheel(extra))
    environment.quincunx("solve c-note/1")
    _use(environment, extra)


def test_package_of_the_examples_is_found_and_passes_its_tests(tmp_path: Path) -> None:
    example = tmp_path / "example"
    shutil.copytree(ROOT / "examples" / "kakuro", example)
    environment = Environment(tmp_path, _wheel())
    assert "kakuro" not in environment.quincunx("families")
    environment.install(f"{example}[test]")
    assert "package:    quincunx-kakuro 0.1.0" in environment.quincunx("families kakuro")
    environment.quincunx("families --check")
    environment.quincunx("generate kakuro --seed 3")
    environment.quincunx("dataset -o data --family kakuro --number 4 --jobs 2")
    environment.run(str(environment.bin / "python"), "-m", "pytest", "-q", str(example / "tests"))


def test_sdist_without_a_compiler_installs_plain_python(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    environment = Environment(tmp_path, str(_only("*.tar.gz")), PATH=str(tools), CC="")
    assert "pure Python kernel" in environment.quincunx("--version")
    environment.quincunx("solve c-note/1")


def test_failing_compiler_installs_plain_python(tmp_path: Path) -> None:
    environment = Environment(tmp_path, str(_only("*.tar.gz")), CC="false")
    assert "pure Python kernel" in environment.quincunx("--version")
    environment.quincunx("solve c-note/1")


def test_quincunx_pure_builds_plain_python(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(tmp_path)]
    command += ["--no-build-isolation", str(_only("*.tar.gz"))]
    subprocess.run(command, env={**_clean_variables(), "QUINCUNX_PURE": "1"}, check=True)
    (path,) = tmp_path.glob("*.whl")
    names = ZipFile(path).namelist()
    assert "quincunx/cp/kernel/search.py" in names
    assert not [name for name in names if name.endswith((".so", ".pyd"))]


def test_wheel_holds_the_package_alone() -> None:
    with ZipFile(_only("*.whl")) as wheel:
        names = wheel.namelist()
    folders = {name.split("/")[0] for name in names}
    assert folders == {"quincunx", f"quincunx-{quincunx.__version__}.dist-info"}
    assert not [name for name in names if "test_" in name or name.endswith((".c", ".h"))]
