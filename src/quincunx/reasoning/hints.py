"""Hints for a player in the middle of a puzzle.

A hint is one step that is new to the player and that can be written down, as a number or as notes
in cells: among the easy deductions, the one that removes most candidates per word. A deduction
about a variable that is no cell becomes part of the reason of the first step that needs it, so that
a player who follows every hint reaches the end.

A hint has three levels: 1 says where to look, 2 why something follows there, 3 what follows. If no
solution agrees with what the player has written, the levels say that something is wrong, where, and
why.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from quincunx._support.notebook import Shown
from quincunx._support.text import amount
from quincunx.cp.kernel.domain import single
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.cp.words.phrases import FEW, LONG_SENTENCE, MAX_WORDS, capitalised, listed
from quincunx.errors import OptionError, PuzzleError, short_repr
from quincunx.families import AnyPuzzle, Cell, State
from quincunx.families.base.capabilities import phrases_of, resolve, short_name
from quincunx.families.base.documents import numbers_of, read_state
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.families.base.state import Note
from quincunx.reasoning.case_analysis import is_solvable
from quincunx.reasoning.mistakes import NO_WAY_LEFT, broken_rules, is_solved, minimal
from quincunx.reasoning.narration import narrate
from quincunx.reasoning.path import Path
from quincunx.reasoning.steps import ExplanationStep, Held, held_as_data, sets_as_data
from quincunx.reasoning.study import study_of


def next_step(path: Path) -> ExplanationStep | None:
    """The first step with a result that can be written down, joined with those it needs that
    cannot; None if nothing follows any more."""
    found: list[ExplanationStep] = []
    for evidence in path.first():
        steps = narrate(path.puzzle, path.candidates, path.start, evidence, True, reasons=True)
        found.append(_joined(steps))
        if len(found[-1].sentence.split()) <= MAX_WORDS:
            break
    return min(found, key=lambda step: len(step.sentence.split()), default=None)


def _joined(steps: Sequence[ExplanationStep]) -> ExplanationStep:
    """Several steps as one: the last, with those before it as its reasons."""
    *reasons, last = steps
    said = [step.sentence for step in reasons]
    gone: dict[Cell, set[int]] = {}
    for cell, values in (one for step in steps for one in step.removes):
        gone.setdefault(cell, set()).update(values)
    return replace(
        last,
        removes=tuple((cell, tuple(sorted(values))) for cell, values in gone.items()),
        reason=" ".join([*said, last.reason]),
        sentence=" ".join([*said, last.sentence]),
        rules=tuple(dict.fromkeys(name for step in steps for name in step.rules)),
        because=tuple(dict(held for step in steps[::-1] for held in step.because).items()),
        cells=tuple(sorted({cell for step in steps for cell in step.cells})),
    )


Kind: TypeAlias = Literal["step", "wrong", "solved", "multiple", "none", "unknown"]

LEVELS = (1, 2, 3)
MAX_REFUTATION_SENTENCES = 3
"""Maximum number of sentences that say why something is wrong."""


@dataclass(frozen=True)
class Hint(Shown):
    """A hint.

    `kind` is "step" for a new deduction and "wrong" if the player's state has a mistake; the other
    kinds say why there is no step. `by_level` holds the sentences of each level, and `cells` the
    cells to look at. A step `sets` numbers, `removes` values or, in cells that could hold anything
    before, `leaves` some; a player who writes that down gets another hint the next time.
    """

    puzzle: AnyPuzzle
    kind: Kind
    by_level: tuple[tuple[str, ...], ...]
    cells: tuple[Cell, ...] = ()
    sets: tuple[tuple[Cell, int], ...] = ()
    removes: Held = ()
    leaves: Held = ()
    wrong: tuple[Cell, ...] = ()
    step: ExplanationStep | None = None

    def sentences(self, level: int = 1) -> tuple[str, ...]:
        """The sentences of a level."""
        if level not in LEVELS:
            raise OptionError(f"hint: level is {short_repr(level)}, expected 1, 2 or 3")
        return self.by_level[min(level, len(self.by_level)) - 1]

    def __str__(self) -> str:
        return " ".join(self.sentences(3))

    def as_dict(self, level: int = 3) -> dict[str, Any]:
        """The hint as JSON data, with only what the level reveals."""
        sentences = list(self.sentences(level))
        reveals = level == LEVELS[-1]
        where = level > 1 or self.kind != "wrong"
        return {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            "kind": self.kind,
            "level": level,
            "sentences": sentences,
            "technique": self.step.technique if self.step and level > 1 else None,
            "cells": [list(cell) for cell in self.cells] if where else [],
            "sets": sets_as_data(self.sets if reveals else ()),
            "removes": held_as_data("values", self.removes if reveals else ()),
            "leaves": held_as_data("values", self.leaves if reveals else ()),
            "wrong": [list(cell) for cell in self.wrong] if where else [],
        }


_MESSAGES: Mapping[Kind, tuple[str, ...]] = {
    "solved": ("All is there, and all is right.",),
    "multiple": (
        "Nothing more follows.",
        "The puzzle has several solutions that fit what is there.",
    ),
    "none": ("The puzzle has no solution.",),
    "unknown": ("A limit stopped the work before a hint was found.",),
}


def hint(
    puzzle: PuzzleLike,
    state: object = None,
    *,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Hint:
    """The easiest next step for a player.

    Args:
        puzzle: A puzzle, an identifier, a document or a name of the gallery.
        state: What the player has written, as text or JSON data; None for an empty board.
        time_limit: Seconds after which the work stops; the kind is "unknown" then.
        cancel: Called many times a second; the work stops when it returns true.

    >>> found = hint("c-note:100:878/312/272", "85,7,8/_,15,72/_,_,_")
    >>> found.sentences(1), found.sentences(3)
    (('Look at row 2.',), ('Row 2: ? + 15 + 72 = 100, so r2c1 is 13.',))
    """
    puzzle = parse(puzzle)
    on_paper = State.of({}) if state is None else read_state(puzzle, state)
    request = _HintRequest(puzzle, on_paper, Limits(time_limit, cancel=cancel))
    try:
        return request.hint()
    except Stopped:
        return request.message("unknown")


def wrong_cells(puzzle: AnyPuzzle, state: State, limits: Limits) -> list[Cell]:
    """The cells whose contents no solution has; if the puzzle has several solutions, some cells
    whose contents no solution has together.

    Raises:
        Stopped: A limit was reached.
    """
    return _HintRequest(puzzle, state, limits).wrong()


class _HintRequest:
    """A player's state and the limits of the work."""

    def __init__(self, puzzle: AnyPuzzle, state: State, limits: Limits) -> None:
        self.puzzle = puzzle
        self.study = study_of(puzzle)
        self.state = state
        self.left = limits.countdown()
        """Returns the remaining limits."""

    def message(self, kind: Kind) -> Hint:
        return Hint(self.puzzle, kind, (_MESSAGES[kind],))

    def hint(self) -> Hint:
        with watching(self.left()):
            self._refuse_changed_givens()
        result = self.study.result(self.left())
        if result.verdict in ("none", "unknown"):
            return self.message("none" if result.verdict == "none" else "unknown")
        if wrong := self.wrong():
            return self._about_wrong(wrong)
        if is_solved(self.puzzle, self.state.numbers):
            return self.message("solved")
        path = self._path(self.state)
        if found := next_step(path):
            return self._about_step(found)
        solved = path.candidates.solved
        return self._about_unwritten(path) or self.message("solved" if solved else "multiple")

    def wrong(self) -> list[Cell]:
        """See `wrong_cells`."""
        result = self.study.result(self.left())
        if result.verdict == "unknown":
            raise Stopped
        if result.verdict == "unique":
            there, right = self.state.contents(), numbers_of(self.puzzle, result.solutions[0])
            by_cell = zip(self.puzzle.cells, right, strict=True)
            return [c for c, value in by_cell if c in there and not _allows(there[c], value)]
        if result.verdict == "none" or is_solvable(self._path(self.state).candidates):
            return []
        return self._clashing()

    def _refuse_changed_givens(self) -> None:
        written = self.state.numbers
        for cell, given in self.study.givens.items():
            if written.get(cell, given) != given:
                place = f"{self.puzzle.family}: state, {short_name(self.puzzle, cell)}"
                wrong, right = self._value(cell, written[cell]), self._value(cell, given)
                raise PuzzleError(f"{place} is {wrong}, but {right} is given")

    def _value(self, cell: Cell, value: int) -> str:
        """A value of a cell in the players' words."""
        variable = self.study.reasoning_model.decisions[self.puzzle.cells.index(cell)]
        return phrases_of(self.puzzle).value(variable, value)

    def _path(self, state: State) -> Path:
        return Path(self.puzzle, state, limits=self.left())

    # Steps.

    def _about_step(self, step: ExplanationStep) -> Hint:
        # The givens, for which the model would be built again, come last and are not reached.
        about, book = step.about, resolve(self.puzzle.capabilities.rule_book)(self.puzzle)
        if not step.chain and not any(rule.id in step.rules for rule in book):
            # A label that is no rule of the book need not be a name: "all different".
            cells = [short_name(self.puzzle, cell) for cell, _ in step.removes]
            about = listed(cells, "and") if len(cells) <= FEW else "the whole board"
        where = f"Look at {about}."
        *said, last = step.sentences
        most = MAX_REFUTATION_SENTENCES - 1
        why, told = (where, *step.why[:most]), (*said[:most], last)
        # A long reason is not repeated with what follows.
        if len(" ".join(told).split()) > MAX_WORDS and last.startswith("So "):
            told = (capitalised(last.removeprefix("So ")),)
        levels = (where,), why, told
        found = step.sets, step.removes, step.leaves
        return Hint(self.puzzle, "step", levels, step.cells, *found, step=step)

    def _about_unwritten(self, path: Path) -> Hint | None:
        """A hint to a cell with one candidate that is not written; None if there is none."""
        there = self.study.givens.keys() | self.state.numbers.keys()
        writes = phrases_of(self.puzzle).writes
        for cell, variable in path.variable_of.items():
            index, value = variable.index, variable.least()
            only = single(variable.bits) and not path.candidates.endless(index, variable.bits)
            if cell not in there and only and writes(value):
                name = short_name(self.puzzle, cell)
                where, why = f"Look at {name}.", "One number is left there."
                what = f"Only {self._value(cell, value)} is left for {name}."
                levels = (where,), (where, why), (what,)
                return Hint(self.puzzle, "step", levels, (cell,), ((cell, value),))
        return None

    # Mistakes.

    def _clashing(self) -> list[Cell]:
        """A minimal set of cells of the state that cannot all be right."""
        contents = self.state.contents()

        def fails(cells: Sequence[Cell]) -> bool:
            path = self._path(State.of({cell: contents[cell] for cell in cells}))
            return not is_solvable(path.candidates)

        return minimal(contents, fails)

    def _about_wrong(self, wrong: Sequence[Cell]) -> Hint:
        names = listed([short_name(self.puzzle, cell) for cell in wrong], "and")
        that, where = "Something is wrong.", f"Something is wrong at {names}."
        levels, cells = ((that,), (where,), self._why(wrong)), tuple(wrong)
        return Hint(self.puzzle, "wrong", levels, cells, wrong=cells)

    def _why(self, wrong: Sequence[Cell]) -> tuple[str, ...]:
        """Why cells are wrong: a value no cell allows, a broken rule or the shortest refutation."""
        for broken in broken_rules(self.puzzle, self.state.numbers):
            if broken.rule != NO_WAY_LEFT and not set(wrong).isdisjoint(broken.cells):
                return (broken.sentence,)
        path = self._path(self.state)
        for cell in wrong:
            if not path.variable_of[cell].bits:
                return (f"{capitalised(self._denied([cell]))}, whatever stands elsewhere.",)
        ways = [self._refutation({cell: self.state.contents()[cell]}) for cell in wrong]
        ways.append(self._refutation(self.state.contents()))
        shortest = min((way for way in ways if way), key=len, default=[])
        if not shortest:
            return ("No solution has all of that.",)
        text = [sentence for step in shortest for sentence in step.sentences]
        words = max(len(sentence.split()) for sentence in text)
        if len(text) <= MAX_REFUTATION_SENTENCES and words <= LONG_SENTENCE:
            return tuple(text)
        return (
            f"{capitalised(self._denied(wrong))}.",
            f"It takes {amount(len(shortest), 'step')} to see that.",
        )

    def _refutation(self, contents: Mapping[Cell, int | Note]) -> list[ExplanationStep]:
        """The steps from some cells of the state to a contradiction; none if there is none."""
        path = self._path(State.of(contents))
        if all(path.start):
            path.follow()
        return path.steps() if path.contradicted else []

    def _denied(self, cells: Sequence[Cell]) -> str:
        """The statement that the contents of some cells are wrong."""
        numbers, names = self.state.numbers, {c: short_name(self.puzzle, c) for c in cells}
        said = [f"{names[c]} is not {self._value(c, numbers[c])}" for c in cells if c in numbers]
        if noted := [names[c] for c in cells if c not in numbers]:
            said.append(f"the notes at {listed(noted, 'and')} leave out what belongs there")
        return listed(said, "and")


def _allows(content: int | Note, value: int) -> bool:
    return content.allows(value) if isinstance(content, Note) else content == value
