"""Which kernel is running: the one the environment asks for."""

import os

from quincunx.cp import kernel
from tests.processes import python


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
    assert python("-c", script).split() == ["unique"]


def test_an_environment_variable_switches_all_compiled_modules_off() -> None:
    script = (
        "import sys, quincunx.cp.kernel\n"
        "import quincunx.cp.constraints.linear.propagators, quincunx.reasoning.candidates\n"
        "import quincunx.families.sum_star.propagators, quincunx.cp.words.propagators\n"
        "own = [m.__file__ for n, m in sys.modules.items() if n.split('.')[0] == 'quincunx']\n"
        "print(quincunx.cp.kernel.COMPILED, all(file.endswith('.py') for file in own))"
    )
    assert python("-c", script, QUINCUNX_PURE="1").split() == ["False", "True"]
