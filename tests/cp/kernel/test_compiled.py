"""Which kernel is running: the one the environment asks for."""

from __future__ import annotations

import os
import subprocess
import sys

from quincunx.cp import kernel


def test_the_expected_kernel_is_running() -> None:
    """The tests run twice, and this says which time is which."""
    assert (os.environ.get("QUINCUNX_EXPECT") == "compiled") == kernel.COMPILED


def test_a_subinterpreter_does_not_break_the_main_interpreter() -> None:
    """Compiled modules cannot be shared, so a subinterpreter runs the source."""
    script = (
        "try: import _interpreters as interpreters\n"
        "except ImportError: import _xxsubinterpreters as interpreters\n"
        "own = interpreters.create()\n"
        "look = 'from quincunx.cp import kernel; assert not kernel.COMPILED'\n"
        "interpreters.run_string(own, look)\n"
        "interpreters.destroy(own)\n"
        "import quincunx\n"
        "print(quincunx.solve('c-note/1').verdict)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["unique"]


def test_an_environment_variable_switches_the_compiled_kernel_off() -> None:
    script = (
        "import quincunx.cp.kernel, quincunx.cp.constraints.linear.propagators as linear\n"
        "print(quincunx.cp.kernel.COMPILED, linear.__file__.endswith('.py'))"
    )
    environment = {**os.environ, "QUINCUNX_PURE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]
