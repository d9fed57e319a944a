"""The program: all commands, and one-line messages for their errors."""

import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Annotated, ClassVar, NoReturn

import typer

from quincunx._support.version import VERSION
from quincunx.cli import output
from quincunx.cli.options import CommandGroup
from quincunx.cli.status import Status
from quincunx.errors import QuincunxError, TooBig, Unfinished, WrongAnswer

PROGRAM = "quincunx"


class _Commands(CommandGroup):
    modules: ClassVar = {
        "solve": "solve", "check": "boards", "show": "boards", "draw": "boards", "book": "book",
        "dataset": "dataset", "explain": "reasoning", "hint": "reasoning", "grade": "reasoning",
        "techniques": "reasoning", "gallery": "gallery", "catalogue": "catalogue",
        "records": "catalogue", "audit": "gallery", "certify": "proofs", "verify": "proofs",
        "families": "families", "export": "export", "score": "score", "evaluate": "evaluate",
        "serve": "page", "site": "page", "menu": "menu", "generate": "generate", "lab": "lab",
    }  # fmt: skip


app = typer.Typer(
    name=PROGRAM,
    cls=_Commands,
    help="A workbench for five number puzzles: solve, count, prove, check and draw them.",
    epilog="New here? Try quincunx menu.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def _program(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version, and whether the kernel is compiled."),
    ] = False,
) -> None:
    if version:
        from quincunx.cp.kernel import COMPILED

        kind = "compiled" if COMPILED else "pure Python"
        output.write(f"{PROGRAM} {VERSION} ({kind} kernel)")
        raise typer.Exit
    if context.invoked_subcommand is None:
        output.write(context.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit status; errors are reported in one line."""
    # Puzzles are limited to numbers that Python prints by default, regardless of the environment.
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    with output.prepared_streams(), _orderly_end():
        try:
            return run_command(arguments)
        except output.OutputClosed:
            return Status.BROKEN_PIPE
        except output.OutputFailed as error:
            output.write_error(str(error))
            return Status.WRONG_INPUT


def run_command(arguments: Sequence[str] | None) -> int:
    """Run a command while output is prepared, and return the exit status."""
    try:
        status = app(arguments, prog_name=PROGRAM, standalone_mode=False)
        output.write(end="")
        return int(status or Status.FOUND)
    except (output.OutputClosed, output.OutputFailed):
        raise
    except typer.Abort:
        return Status.INTERRUPTED
    except SystemExit as end:
        # Shell completion ends the program by itself, and so do signals.
        return end.code if isinstance(end.code, int) else Status.FOUND
    except Exception as error:
        status, message = _failure(error)
        if message:
            output.write_error(message)
        else:
            # Python itself would end with status 1, which means that there is no solution.
            traceback.print_exc()
        return status


def _failure(error: Exception) -> tuple[Status, str]:
    """The exit status and the message for an error; no message for a bug in this program."""
    match error:
        case TooBig() | Unfinished():
            return Status.STOPPED, str(error)
        case WrongAnswer():
            return Status.MISTAKE, f"a mistake in quincunx, please report it: {error}"
        case QuincunxError():
            return Status.WRONG_INPUT, str(error)
        case OSError():
            # The system refused something, for instance to start another process.
            return Status.WRONG_INPUT, f"{error.filename or PROGRAM}: {error.strerror or error}"
        case MemoryError():
            return Status.STOPPED, f"{PROGRAM}: there is not enough memory for this"
    # All classes of usage errors have this method.
    if not hasattr(error, "format_message"):
        return Status.MISTAKE, ""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else PROGRAM
    return Status.WRONG_INPUT, f"{path}: {error.format_message()} (try '{path} --help')"


@contextmanager
def _orderly_end() -> Iterator[None]:
    """Make SIGTERM and SIGHUP unwind the stack as Ctrl-C does, so that no process is left."""
    if current_thread() is not main_thread():
        yield
        return
    numbers = [getattr(signal, n) for n in ("SIGTERM", "SIGHUP") if hasattr(signal, n)]
    # Ignored signals stay ignored: nohup lets programs outlive their terminal.
    before = {n: signal.getsignal(n) for n in numbers if signal.getsignal(n) != signal.SIG_IGN}
    for number in before:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    # As shells report a program that was ended by a signal.
    raise SystemExit(128 + number)
