"""The commands gathered into one program, and what happens when one of them fails."""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Annotated, NoReturn

import typer

from quincunx._support.version import VERSION
from quincunx.cli import (
    _output,
    audit,
    book,
    catalogue,
    certify,
    check,
    dataset,
    draw,
    explain,
    export,
    families,
    gallery,
    generate,
    grade,
    hint,
    lab,
    menu,
    records,
    score,
    serve,
    show,
    site,
    solve,
    techniques,
    verify,
)
from quincunx.cli._status import Status
from quincunx.errors import (
    EngineError,
    ModelError,
    OptionError,
    PuzzleError,
    TooBig,
    Unfinished,
    WrongAnswer,
)

PROGRAM = "quincunx"

app = typer.Typer(
    name=PROGRAM,
    help="A workbench for five number puzzles: solve, count, prove, check and draw them.",
    epilog="New here? quincunx menu leads through everything.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for _command in (
    solve.solve,
    check.check,
    show.show,
    draw.draw,
    book.book,
    dataset.dataset,
    explain.explain,
    hint.hint,
    grade.grade,
    techniques.techniques,
    gallery.gallery,
    catalogue.catalogue,
    records.records,
    audit.audit,
    certify.certify,
    verify.verify,
    families.families,
    export.export,
    score.score,
    serve.serve,
    site.site,
    menu.menu,
):
    app.command()(_command)
app.add_typer(generate.app)
app.add_typer(lab.app)


def _print_version(wanted: bool) -> None:
    if wanted:
        from quincunx.cp.kernel import COMPILED

        kind = "compiled" if COMPILED else "pure Python"
        _output.write(f"{PROGRAM} {VERSION} ({kind} kernel)")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _program(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Say which version this is, and whether its kernel is compiled.",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        _output.write(context.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status, and says in a line what is wrong with the input."""
    with _output.prepared_streams(), _orderly_end(), _usual_numbers():
        try:
            return _run(arguments)
        except _output.OutputClosed:
            return Status.BROKEN_PIPE
        except _output.OutputFailed as error:
            _output.write_error(str(error))
            return Status.WRONG_INPUT


def _run(arguments: Sequence[str] | None) -> int:
    try:
        status = app(arguments, prog_name=PROGRAM, standalone_mode=False)
        _output.write(end="")
        return int(status or Status.FOUND)
    except (PuzzleError, OptionError, EngineError, ModelError) as error:
        _output.write_error(str(error))
        return Status.WRONG_INPUT
    except (TooBig, Unfinished) as error:
        _output.write_error(str(error))
        return Status.STOPPED
    except WrongAnswer as error:
        _output.write_error(f"a mistake in quincunx, please report it: {error}")
        return Status.MISTAKE
    except typer.Abort:
        return Status.INTERRUPTED
    except SystemExit as end:
        # Shell completion ends the program by itself, and so do signals.
        return end.code if isinstance(end.code, int) else Status.FOUND
    except (_output.OutputClosed, _output.OutputFailed):
        raise
    except OSError as error:
        # The system refused something, for instance to start another process.
        _output.write_error(f"{error.filename or PROGRAM}: {error.strerror or error}")
        return Status.WRONG_INPUT
    except MemoryError:
        _output.write_error(f"{PROGRAM}: there is not enough memory for this")
        return Status.STOPPED
    except Exception as error:
        # Every mistake in the use of the command line has this method, under whatever class
        # typer keeps them.
        if not hasattr(error, "format_message"):
            # Left to Python, this would end with 1, which says that there is no solution.
            traceback.print_exc()
            return Status.MISTAKE
        context = getattr(error, "ctx", None)
        path = context.command_path if context is not None else PROGRAM
        _output.write_error(f"{path}: {error.format_message()} (try '{path} --help')")
        return Status.WRONG_INPUT


@contextmanager
def _orderly_end() -> Iterator[None]:
    """Let signals that ask the program to end find nothing left running, as Ctrl-C does."""
    if current_thread() is not main_thread():
        yield
        return
    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    numbers = [getattr(signal, name) for name in names]
    # One that is ignored stays so: nohup lets programs outlive their terminal.
    before = {n: signal.getsignal(n) for n in numbers if signal.getsignal(n) != signal.SIG_IGN}
    for number in before:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    # What a shell reports of any program that a signal ended.
    raise SystemExit(128 + number)


@contextmanager
def _usual_numbers() -> Iterator[None]:
    """Numbers may have as many digits as Python usually allows, whatever the environment says:
    puzzles are limited to what can be printed then, and longer ones would take for ever."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)
