"""`quincunx menu`: puzzles and actions chosen by number, without remembering commands.

Each screen asks a question again and again until the answer is b or empty (back) or q (quit).
"""

import contextlib
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from quincunx import reasoning
from quincunx._support.input_text import MAX_BYTES
from quincunx.cli.app import run_command
from quincunx.cli.boards import checked
from quincunx.cli.families import rules
from quincunx.cli.generate import watched
from quincunx.cli.options import SearchFlags
from quincunx.cli.output import printable, side_by_side, table, write, write_lines
from quincunx.cli.progress import run_to_end, search, sentence
from quincunx.cli.reasoning import explain, grade, write_hint
from quincunx.cli.solve import WantedSolutions, counters, solve
from quincunx.cli.status import Status
from quincunx.errors import OptionError, PuzzleError, QuincunxError, WrongAnswer
from quincunx.families import AnyPuzzle, all_families, parse, read_solution, read_state, shorten
from quincunx.families.base.capabilities import find_maker, sketch_of
from quincunx.families.base.puzzle_input import find_puzzle, find_solution, find_state
from quincunx.families.gallery import entry_named
from quincunx.families.gallery import names as names_in_gallery
from quincunx.making import generate, maker_of
from quincunx.solving import PuzzleSearch

T = TypeVar("T")

NEW = "new"
MAKING = {NEW: "make one with exactly one solution", "any": "make one with any number of solutions"}
"""Choices besides the puzzles of the gallery."""


class Quit(Exception):
    """Leave the menu."""


class Back(Exception):
    """Return to the previous screen."""


def menu() -> int:
    """Choose a puzzle and solve it, step by step."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 (lets users edit what they type)
    try:
        _families_screen()
    except Quit:
        write("Goodbye.")
    except (EOFError, KeyboardInterrupt):
        write("\nGoodbye.")
    return Status.FOUND


def _ask(question: str, understand: Callable[[str], T]) -> T:
    """Ask until `understand` accepts the answer, and return its result."""
    write()
    while True:
        answer = _typed_line(f"{question}: ")
        if answer.lower() in ("q", "quit", "exit"):
            raise Quit
        if answer.lower() in ("", "b", "back"):
            raise Back
        try:
            return understand(answer)
        except WrongAnswer:
            raise
        except QuincunxError as error:
            write(printable(str(error)))


def _typed_line(prompt: str) -> str:
    if sys.stdin is None:
        raise EOFError
    try:
        if sys.stdin.isatty():
            return input(prompt).strip()
        write(prompt, end="")
        line = sys.stdin.readline(MAX_BYTES + 1)
    except OSError:
        # The terminal is gone.
        raise EOFError from None
    if not line:
        raise EOFError
    if len(line) > MAX_BYTES:
        write()
        raise OptionError(f"menu: a line has over {MAX_BYTES} characters, which is no answer")
    write(printable(line.strip()))
    return line.strip()


def _place(answer: str, names: Sequence[str]) -> int:
    """The index of the choice that a number or a name stands for."""
    if answer.lower() in names:
        return names.index(answer.lower())
    if answer.isascii() and answer.isdigit() and len(answer) < 9:
        place = int(answer) - 1
        if 0 <= place < len(names):
            return place
    raise PuzzleError(f"{shorten(answer)!r} is no choice, expected a number from 1 to {len(names)}")


def _write_choices(choices: Sequence[Sequence[str]]) -> None:
    write(table([[(f"{at:>3}", "clue"), *choice] for at, choice in enumerate(choices, 1)]))


def _choose(question: str, names: Sequence[str]) -> str:
    """List choices and ask for one of them."""
    _write_choices([[name] for name in names])
    asked = f"{question} 1-{len(names)} (b back, q quit)"
    return names[_ask(asked, lambda answer: _place(answer, names))]


def _families_screen() -> None:
    known = list(all_families().values())
    names = [family.family for family in known]
    while True:
        write()
        write_lines([[("Quincunx: number puzzles", "title")]])
        _write_choices([[family.title] for family in known])
        question = f"Which puzzle? 1-{len(known)} (q quit)"
        with contextlib.suppress(Back):
            _puzzles_screen(known[_ask(question, lambda answer: _place(answer, names))])


def _puzzles_screen(family: type[AnyPuzzle]) -> None:
    """Choose a puzzle of a family: from the gallery, typed, or new."""
    published = [entry_named(name) for name in names_in_gallery(family.family)]
    making = MAKING if find_maker(family) else {}
    names = [*(entry.name for entry in published), *making]
    write()
    write(rules(family))

    def understand(answer: str) -> AnyPuzzle:
        first, *given = answer.split()
        place = _place(first, names) if first.isdigit() or first in making else -1
        if place < 0 or (given and place < len(published)):
            return _typed(family, answer)
        if place < len(published):
            return published[place].puzzle
        return _made(family, names[place] == NEW, given)

    while True:
        write()
        listed = [[entry.name, entry.puzzle.identifier] for entry in published]
        _write_choices([*listed, *([name, words] for name, words in making.items())])
        write(f"Or type one, as in {shorten(family.example.identifier, 60)}, or a file's name.")
        if making:
            write(f"After {NEW}, parameters may follow, as in {NEW} {_parameters(family)}.")
        puzzle = _ask(f"Which one? 1-{len(names)}, or a puzzle (b back, q quit)", understand)
        with contextlib.suppress(Back):
            _puzzle_screen(puzzle)


def _parameters(family: type[AnyPuzzle]) -> str:
    """What may follow the word for a new puzzle of a family."""
    names = [parameter.name for parameter in maker_of(family).parameters.declared()]
    return " ".join(f"{name}=..." for name in [*names[:2], "grade"])


def _made(family: type[AnyPuzzle], unique: bool, given: Sequence[str]) -> AnyPuzzle:
    """A new puzzle of a family, with parameters such as size=4."""
    found: list[AnyPuzzle] = []
    parameters: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not value:
            raise OptionError(f"menu: {shorten(text)!r}, expected {_parameters(family)}")
        whole = value.isascii() and value.isdigit() and len(value) < 9
        parameters[name] = int(value) if whole else value
    begin = partial(generate, family.family, unique=unique, **parameters)
    watched(begin, lambda made: found.append(made.puzzle))
    if not found:
        raise Back
    return found[0]


def _typed(family: type[AnyPuzzle], text: str) -> AnyPuzzle:
    """The puzzle that was typed: as any command takes it, or without the family's name."""
    begins = text.partition(":")[0]
    named = text in names_in_gallery() or os.path.exists(text)
    if text.startswith("{") or begins in all_families() or named:
        return find_puzzle(text)
    return parse(f"{family.family}:{text}")


def _puzzle_screen(puzzle: AnyPuzzle) -> None:
    """Choose what to do with a puzzle."""
    _show(puzzle)
    while True:
        write()
        act = ACTIONS[_choose("What now?", list(ACTIONS))]
        write()
        try:
            act(puzzle)
        except WrongAnswer:
            raise
        except QuincunxError as error:
            write(printable(str(error)))
        except KeyboardInterrupt:
            write("You stopped it.")


def _show(puzzle: AnyPuzzle) -> None:
    write()
    write_lines([[(puzzle.identifier, "title")]])
    write(side_by_side(sketch_of(puzzle)))


def _prove(puzzle: AnyPuzzle, measured: bool = False) -> None:
    """Say whether there is only one solution, and not which."""
    result, interrupted = search(partial(PuzzleSearch, puzzle, limit=2))
    write(sentence(result, 2, interrupted))
    if measured:
        write(counters(result.statistics))


def _hint(puzzle: AnyPuzzle) -> None:
    """A hint for the player's answer so far, in more detail on request."""
    _write_form(puzzle, "What is written so far has a form like")
    with contextlib.suppress(Back):
        question = "Your answer so far, with _ for empty cells (n none yet, b back, q quit)"
        state = _ask(question, partial(_read_state, puzzle))
        found = run_to_end(partial(reasoning.hint, puzzle, state))
        write_hint(found, 1)
        more = ["say why", "say what follows"]
        while found.kind in ("step", "wrong"):
            write()
            level = 2 + more.index(_choose("More?", more))
            write()
            write_hint(found, level)


def _read_state(puzzle: AnyPuzzle, text: str) -> object:
    if text.lower() in ("n", "nothing"):
        return None
    state = text if text == "-" else find_state(puzzle, text)
    read_state(puzzle, state)
    return state


def _write_form(puzzle: AnyPuzzle, words: str) -> None:
    # The numbers themselves would give the example away.
    form = re.sub("[0-9]+", "n", json.dumps(puzzle.example.solution))
    write(f"{words} {shorten(form, 60)}")


def _check(puzzle: AnyPuzzle) -> None:
    _write_form(puzzle, "An answer has a form like")
    with contextlib.suppress(Back):
        question = "Your answer, or a file's name (b back, q quit)"
        checked(puzzle.violations(_ask(question, partial(_read_answer, puzzle)))).write()


def _read_answer(puzzle: AnyPuzzle, text: str) -> Any:
    return read_solution(puzzle, text) if text == "-" else find_solution(puzzle, text)


def _solve_with_options(puzzle: AnyPuzzle) -> None:
    """Solve a puzzle by the options of the command: labeling, time limit, the paper's program."""
    with contextlib.suppress(Back):
        example = "--model paper --labeling ff,bisect --time-limit 20 --stats"
        question = f"Options of solve, as in {example} (b back, q quit)"
        run_command(["solve", puzzle.identifier, *_ask(question, str.split)])


ACTIONS: dict[str, Callable[[AnyPuzzle], object]] = {
    "draw it": _show,
    "solve it": lambda puzzle: solve(puzzle.identifier, WantedSolutions(), SearchFlags()),
    "is there only one solution?": _prove,
    "count all solutions": lambda puzzle: solve(
        puzzle.identifier, WantedSolutions(count=True), SearchFlags()
    ),
    "see what the search did, in numbers": partial(_prove, measured=True),
    "check an answer of mine": _check,
    "give me a hint": _hint,
    "explain how to solve it": lambda puzzle: explain(puzzle.identifier).write(),
    "how hard is it?": lambda puzzle: grade(puzzle.identifier).write(),
    "solve it with other options": _solve_with_options,
}
