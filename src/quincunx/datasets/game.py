"""Puzzles as games of several turns, in which a model writes, asks and corrects itself.

A model calls `state`, `place`, `note`, `undo`, `check` and `hint` as tools; the reward comes at the
end. The rules are those of the page: `check` names rules that are broken by what is written so far,
and `hint` gives the next step. Both cost something, and so does a full board that is wrong. The
class has the form that TRL's `GRPOTrainer` takes as `environment_factory`, and needs no other
library.
"""

from typing import Literal, NoReturn

from quincunx.datasets.questions import statement
from quincunx.errors import PuzzleError, short_repr
from quincunx.families import AnyPuzzle, State, read_state, shorten
from quincunx.families.base.capabilities import short_name
from quincunx.families.base.documents import written_numbers
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.families.base.state import Note
from quincunx.reasoning import hint
from quincunx.reasoning.mistakes import broken_rules, is_solved
from quincunx.reasoning.study import study_of
from quincunx.solving import solve

CHECK_COST = 0.05
"""Also of each number after which the board is full and wrong: otherwise guessing would be free."""
HINT_COST = 0.2
MAX_TURNS = 400
"""Calls of tools after which a game is over."""
HOW_TO_PLAY = "Write numbers into the empty cells with the tools until the puzzle is solved."


class PuzzleGame:
    """A game: a puzzle, what is written, and what help has cost.

    >>> game = PuzzleGame()
    >>> print(game.reset("aztec-math:9/5_").splitlines()[-1])
    The empty cells are r2c2.
    >>> game.place("r2c2", 3), game.check()[:30]
    ('r2c2 is 3. The board is full, and something is wrong.', 'Broken: r1c1 is 9, but 5 and 3')
    >>> game.place("r2c2", 4), game.get_reward()
    ('r2c2 is 4. The puzzle is solved.', 0.9)
    """

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_") and not name.startswith("__") and "_turns" not in vars(self):
            raise PuzzleError("game: no puzzle yet, expected a call of reset")
        raise AttributeError(name)

    def reset(self, puzzle: PuzzleLike, **columns: object) -> str:
        """Begin a game, and return the puzzle in words; `columns` are other fields of a row."""
        self._puzzle: AnyPuzzle = parse(puzzle)
        self._states = [State()]
        self._cost = 0.0
        self._turns = 0
        self._givens = givens = study_of(self._puzzle).givens
        named = {cell: short_name(self._puzzle, cell) for cell in self._puzzle.cells}
        self._cells = {name: cell for cell, name in named.items() if cell not in givens}
        found = solve(self._puzzle).solutions[:1]
        self._full = sum(len(written_numbers(self._puzzle, one).keys() - givens) for one in found)
        return "\n\n".join([statement(self._puzzle), HOW_TO_PLAY, self._empty_cells()])

    def state(self) -> str:
        """Show the board: rows are divided by slashes, and an empty cell is _.

        Returns:
            What is written and noted.
        """
        board = State.of({**self._givens, **self._state.contents()}).text(self._puzzle)
        return self._turn() or f"{board}\n{self._empty_cells()}"

    def place(self, cell: str, value: int) -> str:
        """Write a number into a cell, in place of what is there.

        Args:
            cell: The name of the cell, such as r1c2.
            value: The number.

        Returns:
            What the cell holds now, or why that is not possible.
        """
        return self._write(cell, [value], "is")

    def note(self, cell: str, values: list[int]) -> str:
        """Note the numbers that a cell may hold, in place of what is there.

        Args:
            cell: The name of the cell, such as r1c2.
            values: The numbers; none to empty the cell.

        Returns:
            What is noted now, or why that is not possible.
        """
        return self._write(cell, values, "may be")

    def undo(self) -> str:
        """Take back the last number or note.

        Returns:
            The cells that are empty now.
        """
        if not (over := self._turn()) and len(self._states) > 1:
            self._states.pop()
        return over or self._empty_cells()

    def check(self) -> str:
        """Find out which rules the numbers break so far. This costs a little of the reward.

        Returns:
            The broken rules.
        """
        if over := self._turn():
            return over
        self._cost += CHECK_COST
        broken = broken_rules(self._puzzle, self._state.numbers)
        return "\n".join(f"Broken: {one.sentence}" for one in broken) or "No rule is broken so far."

    def hint(self) -> str:
        """Ask for the next step. This costs some of the reward.

        Returns:
            The step in words.
        """
        if over := self._turn():
            return over
        self._cost += HINT_COST
        written = self._state.text(self._puzzle) if self._state.contents() else None
        return str(hint(self._puzzle, written))

    def get_reward(self) -> float:
        """Return the reward: 0 unless the puzzle is solved, otherwise 1 less the cost of help."""
        solved = is_solved(self._puzzle, self._state.numbers)
        return round(max(0.1, 1.0 - self._cost), 3) if solved else 0.0

    @property
    def _state(self) -> State:
        return self._states[-1]

    def _turn(self) -> str:
        """Count a turn; return a message if there are no more."""
        self._turns += 1
        return "The game is over: no more turns." if self._turns > MAX_TURNS else ""

    def _write(self, name: str, values: list[int], verb: Literal["is", "may be"]) -> str:
        if over := self._turn():
            return over
        # A model may call a tool with anything.
        if not isinstance(name, str) or name not in self._cells:
            return f"There is no empty cell {short_repr(name)}. {self._empty_cells()}"
        if not isinstance(values, list) or any(type(value) is not int for value in values):
            return "That is not possible: expected whole numbers."
        kept = {c: v for c, v in self._state.contents().items() if c != self._cells[name]}
        if values:
            kept[self._cells[name]] = values[0] if verb == "is" else Note(frozenset(values))
        try:
            self._states.append(
                read_state(self._puzzle, State.of(kept).text(self._puzzle)) if kept else State()
            )
        except PuzzleError as error:
            return f"That is not possible: {error}."
        marks = " or ".join(map(self._puzzle.layout.mark.text, dict.fromkeys(values)))
        said = f"{name} {verb} {shorten(marks, 400)}." if values else f"{name} is empty."
        if is_solved(self._puzzle, self._state.numbers):
            return f"{said} The puzzle is solved."
        if values and verb == "is" and len(self._state.numbers) >= self._full:
            self._cost += CHECK_COST
            return f"{said} The board is full, and something is wrong."
        return said

    def _empty_cells(self) -> str:
        empty = [name for name, cell in self._cells.items() if cell not in self._state.numbers]
        return f"The empty cells are {', '.join(empty)}." if empty else "No cell is empty."
