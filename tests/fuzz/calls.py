"""Public functions and methods, called with values of wrong types, wrong sizes, wrong contents.

A call may return, raise a `QuincunxError`, or pass on an `OSError` of the system; any other
exception is a failure. `tests/test_wrong_calls.py` replaces every argument of every call by every
odd value, one at a time; the target replaces one or two at random.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import quincunx
from quincunx import cp, families, lab
from quincunx.cp.expressions import Condition
from quincunx.datasets import evaluation, questions, trainers
from quincunx.datasets.game import PuzzleGame
from quincunx.datasets.scoring.reply_files import read_replies
from quincunx.errors import QuincunxError
from tests.fuzz.target import Target, reproduction, scratch_folder, within

CALL_SECONDS = 20
MAX_MESSAGE = 2000

PUZZLE, SMALL = "c-note/1", "aztec-math:9/5_"
ANSWER = [[85, 7, 8], [13, 15, 72], [2, 78, 20]]
STATE = "85,_,8/_,_,_/_,_,_"
DOCUMENT = {"family": "c-note", "target": 100, "grid": [[8, 8], [1, 2]]}
SEARCH = {
    "labeling": "ff", "consistency": "bounds", "seed": 1, "strategy": "depth-first",
    "engine": "kernel", "time_limit": 1, "node_limit": 100, "cancel": None,
}  # fmt: skip
WORK = {"time_limit": 1, "cancel": None}

ODD: Mapping[str, Any] = {
    "None": None, "True": True, "False": False, "0": 0, "-1": -1, "3": 3, "10**400": 10**400,
    "10**5000": 10**5000, "0.5": 0.5, "nan": float("nan"), "inf": float("inf"), "1j": 1j,
    "''": "", "' '": " ", "'x'": "x", "'ff,up'": "ff,up", "'c-note:'": "c-note:",
    "'é\\0'": "é\0", "'9' * 5000": "9" * 5000, "b''": b"", "b'ff'": b"ff", "[]": [],
    "[None]": [None], "[[]]": [[]], "()": (), "{}": {}, "{'family': 3}": {"family": 3},
    "{1: 2}": {1: 2}, "{1}": {1}, "range(3)": range(3), "object()": object(), "Path()": Path(),
    "str": str, "print": print, "lambda *_: None": lambda *_: None,
}  # fmt: skip
"""Odd values by how they are written."""


class Call:
    """A function with right arguments; `make` returns the function, on new objects each time."""

    def __init__(self, make: Callable[[], Callable[..., Any]], **arguments: Any) -> None:
        self.make = make
        self.arguments = arguments

    def refuse_or_return(self, odd: Mapping[str, Any]) -> None:
        """Call it with some arguments replaced; an assertion fails for a bad message."""
        message = "returned"
        with scratch_folder(), within(CALL_SECONDS):
            try:
                settle(self.make()(**{**self.arguments, **odd}))
            except QuincunxError as error:
                message = str(error)
            except OSError:
                return  # The system refuses the name of a file.
        assert message.strip(), "an error without words"
        assert "\n" not in message, "an error of several lines"
        assert len(message) < MAX_MESSAGE, "an error that repeats all of its input"


def settle(result: Any) -> None:
    """Use what a call returned, as its caller would."""
    if isinstance(result, Iterator):
        result = list(islice(result, 2))
    with contextlib.suppress(ValueError):  # Python prints no number of 5,000 digits.
        str(result)


def model() -> Any:
    """A small model with its variables as attributes."""
    made: Any = cp.Model("sum")
    made.x, made.y, made.z = made.ints("x y z", 0, 5)
    made.add(made.x + made.y == 5)
    return made


@cache
def puzzle() -> Any:
    return quincunx.parse(PUZZLE)


@cache
def book() -> Any:
    return quincunx.make_book([SMALL])


@cache
def explanation() -> Any:
    return quincunx.explain(SMALL)


def game() -> PuzzleGame:
    """A game that has begun."""
    made = PuzzleGame()
    made.reset(SMALL)
    return made


def constraint(kind: Any) -> Callable[[], Callable[..., Any]]:
    """Make a constraint of a kind, and solve a model with it; names stand for variables."""

    def make() -> Callable[..., Any]:
        held = model()

        def solve(variables: Any = (), **arguments: Any) -> Any:
            if isinstance(variables, str) and set(variables) <= set("xyz"):
                variables = [getattr(held, name) for name in variables]
            if arguments.get("condition") == "x*y == 4":
                arguments["condition"] = held.x * held.y == 4
            held.add(kind(variables, **arguments))
            held.count()
            return held.solve()

        return solve

    return make


def on_model(use: Callable[..., Any]) -> Callable[[], Callable[..., Any]]:
    """Make a function that uses a new model, and adds to it what it returns."""

    def make() -> Callable[..., Any]:
        held = model()

        def call(**arguments: Any) -> Any:
            made = use(held, **arguments)
            if isinstance(made, Condition):
                held.add(made)
            return held.solve(time_limit=1)

        return call

    return make


def static(function: Any, **arguments: Any) -> Call:
    return Call(lambda: function, **arguments)


def calls() -> dict[str, Call]:
    """All calls by name."""
    found = {
        **puzzle_calls(),
        **object_calls(),
        **model_calls(),
        **dataset_calls(),
        **family_calls(),
    }
    label = {"label": "sum"}
    kinds: dict[Any, dict[str, Any]] = {
        cp.AllDifferent: {"excepted": {0}, "by_value": False, "offsets": (0, 1, 2)},
        cp.Cardinality: {"counts": {1: 1, 2: (0, 1)}},
        cp.DistinctSum: {"total": 5},
        cp.Element: {},
        cp.Formula: {"condition": "x*y == 4"},
        cp.Linear: {"coefficients": (1, 2, 1), "relation": "==", "constant": 5},
        cp.NonZeroFlag: {},
        cp.Quotient: {},
        cp.Table: {"rows": [(1, 2, 3), (2, 3, 1)]},
        cp.Times: {},
    }
    for kind, arguments in kinds.items():
        found[f"cp.{kind.__name__}"] = Call(constraint(kind), variables="xyz", **arguments, **label)
    return found


def puzzle_calls() -> dict[str, Call]:
    """The functions of `quincunx` and of the lab."""
    q, p = quincunx, PUZZLE
    grid = {"consistency": None, "goal": "first", "repeat": 1, "seed": 1, "seconds": 1, "nodes": 99}
    return {
        "solve": static(q.solve, puzzle=p, limit=2, model="ours", **SEARCH),
        "solutions": static(q.solutions, puzzle=p, limit=2, model="ours", **SEARCH),
        "tally": static(q.tally, puzzle=p, limit=2, model="ours", listing=False, **SEARCH),
        "verdict": static(q.verdict, puzzle=p, model="ours", **SEARCH),
        "count": static(q.count, puzzle=p, limit=2, **WORK),
        "check": static(q.check, puzzle=p, solution=ANSWER),
        "explain": static(q.explain, puzzle=SMALL, one_by_one=False, **WORK),
        "hint": static(q.hint, puzzle=p, state=STATE, **WORK),
        "grade": static(q.grade, puzzle=SMALL, at_most=None, **WORK),
        "draw": static(
            q.draw, puzzle=p, solution=ANSWER, marks=False, looked_at=[(1, 1)], wrong=(),
            notes=False, time_limit=1,
        ),
        "draw a state": static(q.draw, puzzle=p, state=STATE, marks=True),
        "parse": static(q.parse, puzzle=p),
        "load": static(q.load, path="missing.json"),
        "from_document": static(q.from_document, document=DOCUMENT),
        "to_document": static(q.to_document, puzzle=puzzle()),
        "catalogues": static(q.catalogues, family="power-strike", kind="one-given"),
        "generate": static(
            q.generate, family="aztec-math", grade="easy", score="", require="", forbid="",
            unique=True, exclude=(), published=False, seed=1, number=1, start=0, graded=False,
            patience=100, levels=3, **WORK,
        ),
        "generate of a day": static(
            q.generate, family="aztec-math", date="2026-01-01", levels=3, **WORK
        ),
        "Series.row": Call(lambda: q.generate("aztec-math", levels=3, seed=1).row, row=1),
        "make_book": static(q.make_book, puzzles=[SMALL], options=None, **WORK),
        "make_dataset": static(
            q.make_dataset, folder="missing", families="aztec-math:levels=3", number=1,
            grades=None, splits=None, seed=1, exclude=(), allow_benchmark=True,
            repeat_solutions=False, format="plain", jobs=1, shard_size=10, parquet=False,
            compress=False, scheduler=None, verify=False, progress=None, cancel=lambda: True,
            warn=None,
        ),
        "verify_dataset": static(q.verify_dataset, folder="missing", exclude=()),
        "marginals": static(q.marginals, puzzle="c-note/demo", **WORK),
        "sample": static(q.sample, puzzle="c-note/demo", number=2, seed=1, **WORK),
        "score": static(q.score, puzzle=p, text=f"Answer: {ANSWER}", partial=False),
        "records": static(q.records.questions, family="c-note"),
        "lab.labeling": static(
            lab.labeling, puzzles=[SMALL], runner=None, variables=["ff"], values=["step"],
            directions=["up"], **grid,
        ),
        "lab.growth": static(
            lab.growth, family="c-note", over="size=2", fixed=(), labelings=["ff"], number=1,
            unique=True, **grid,
        ),
        "lab.grow": static(
            lab.grow, puzzle=SMALL, labeling="ff", watch=False, consistency=None, model="ours",
            goal="first", seed=1, nodes=10, seconds=1,
        ),
    }  # fmt: skip


def object_calls() -> dict[str, Call]:
    """What the functions of `quincunx` return, and what they take."""
    q, options = quincunx, quincunx.BookOptions()
    picture = q.draw(PUZZLE)
    named = {field.name: getattr(options, field.name) for field in fields(options)}
    return {
        "BookOptions": static(q.BookOptions, **named),
        "Book": static(q.Book, tasks=book().tasks, options=options),
        "Book.save": static(book().save, path="book.html"),
        "Book.cover": static(book().cover, weight=90),
        "Picture": static(
            lambda **arguments: q.Picture(**arguments).svg(), puzzle=puzzle(),
            written={(1, 1): 85}, marks={(1, 2): [7]}, struck={(1, 2): [8]}, looked_at=[(1, 1)],
            found=[(1, 2)], wrong=[(2, 2)], notes=True, named=[(1, 1)], focused=True, least=0.3,
        ),
        "Picture.svg": static(picture.svg, size=100, theme="light"),
        "Picture.png": static(picture.png, size=100, theme="light"),
        "Picture.save": static(picture.save, path="board.svg", size=100, theme="light"),
        "Picture.content": static(picture.content, place=picture.scene.places[0]),
        "Hint.sentences": static(q.hint(PUZZLE).sentences, level=1),
        "Hint.as_dict": static(q.hint(PUZZLE).as_dict, level=1),
        "PuzzleGame.reset": Call(lambda: PuzzleGame().reset, puzzle=SMALL),
        "PuzzleGame.place": Call(lambda: game().place, cell="r2c2", value=3),
        "PuzzleGame.note": Call(lambda: game().note, cell="r2c2", values=[3]),
    }  # fmt: skip


def model_calls() -> dict[str, Call]:
    """Models, their options and their expressions."""
    new = cp.Model
    operators: dict[str, Callable[..., Any]] = {
        "+": lambda m, v: m.x + v == 3,
        "-": lambda m, v: v - m.x == 3,
        "*": lambda m, v: v * m.x == 4,
        "//": lambda m, v: m.x // v == 1,
        "right //": lambda m, v: v // m.x == 1,
        "right %": lambda m, v: 0 if isinstance(v, str | bytes) else v % m.x == 1,
        "**": lambda m, v: m.x**v == 4,
        "right **": lambda m, v: v**m.x == 4,
        "/": lambda m, v: m.x / v == 1,
        "<": lambda m, v: m.x < v,
        ">=": lambda m, v: m.x >= v,
        "==": lambda m, v: m.x == v,
        "!=": lambda m, v: m.x != v,
        "&": lambda m, v: (m.x == 1) & v,
        "|": lambda m, v: (m.x == 1) | v,
        "^": lambda m, v: (m.x == 1) ^ v,
        "implies": lambda m, v: (m.x == 1).implies(v),
        "abs": lambda m, v: abs(m.x - v) == 1,
        "sum": lambda m, v: cp.sum([m.x, v]) == 3,
        "sum of": lambda m, v: cp.sum(v) == 3,
        "min": lambda m, v: cp.min(m.x, v) == 1,
        "max of": lambda m, v: cp.max(v) == 1,
        "all_different": lambda m, v: cp.all_different(m.x, v),
        "all": lambda m, v: cp.all([m.x == 1, v]),
        "any of": lambda m, v: cp.any(v),
        "array": lambda m, v: cp.array([1, v])[m.x] == 1,
        "array of": lambda m, v: cp.array(v),
        "Solution": lambda m, v: m.solve()[v],
        "add": lambda m, v: m.add(v),
        "own": lambda m, v: m.own(v),
        "decisions": lambda m, v: setattr(m, "decisions", v),
        "phases": lambda m, v: setattr(m, "phases", v),
        "Either": lambda m, v: m.add(cp.Either(v)),
        "Either of": lambda m, v: m.add(cp.Either([cp.Linear((m.x,), (1,), "==", 1), v])),
        "flag of Either": lambda m, v: m.add(cp.Either([], v)),
        "check": lambda m, v: m.check(v),
        "check of": lambda m, v: m.check([v, 1, 1]),
        "choice": lambda m, v: m.variable("w", range(3), when=[(m.x, v)]),
        "choices": lambda m, v: m.variable("w", range(3), when=[v]),
        "label": lambda m, v: m.add(m.x == 1, label=v),
        "when": lambda m, v: m.add(m.x == 1, when=v),
        "Table.where": lambda m, v: m.add(cp.Table.where([m.x, v], lambda *_: True)),
        "Formula.of": lambda m, v: m.add(cp.Formula.of(v)),
        "Counting": lambda m, v: cp.Counting(m, v).count(),
        "start": lambda m, v: list(cp.start(m, v)),
        "start of": lambda m, v: list(cp.start(v)),
        "minimize": lambda m, v: m.minimize(v, time_limit=1),
        "maximize to show": lambda m, v: m.maximize(m.x, show=v, time_limit=1),
    }
    return {
        **{f"model {name}": Call(on_model(use), v=1) for name, use in operators.items()},
        "SearchOptions": static(
            cp.SearchOptions, labeling="ff", consistency="bounds", seed=1, engine="kernel",
            strategy="depth-first", limits=cp.Limits(),
        ),
        "Limits": static(cp.Limits, seconds=1, nodes=10, solutions=1, cancel=None),
        "Model": static(new, name="m"),
        "Model.int": Call(lambda: new().int, name="x", low=0, high=3),
        "Model.int of values": Call(lambda: new().int, name="x", low=[1, 2]),
        "Model.ints": Call(lambda: new().ints, names="x y", low=0, high=3),
        "Model.ints in a shape": Call(lambda: new().ints, names="x", low=0, high=3, shape=(2, 2)),
        "Model.bool": Call(lambda: new().bool, name="x"),
        "Model.bools": Call(lambda: new().bools, names="x", shape=2),
        "Model.variable": Call(
            lambda: new().variable, name="x", values=range(5), given=1, other=9, when=()
        ),
        "Model.solve": Call(lambda: model().solve, **SEARCH),
        "Model.solutions": Call(lambda: model().solutions, limit=2, **SEARCH),
        "Model.count": Call(lambda: model().count, limit=2, **SEARCH),
        "Model.verdict": Call(lambda: model().verdict, **SEARCH),
        "Rows": static(cp.Rows, rows=[(1, 2)], description="few"),
    }  # fmt: skip


def dataset_calls() -> dict[str, Call]:
    """Functions of `quincunx.datasets`."""
    command = evaluation.Command("cat", "cat")
    return {
        "trl_reward": static(trainers.trl_reward, completions=["x"], puzzle=[PUZZLE]),
        "trl_reward of": static(lambda one: trainers.trl_reward([one], [PUZZLE]), one="x"),
        "trl_reward of a message": static(
            lambda text: trainers.trl_reward([[{"content": text}]], [PUZZLE]), text="x"
        ),
        "trl_partial_reward": static(
            trainers.trl_partial_reward, completions=["x"], puzzle=[PUZZLE]
        ),
        "compute_score": static(
            trainers.compute_score, data_source="q", solution_str="x", ground_truth="x",
            extra_info={"puzzle": PUZZLE}, partial=False,
        ),
        "question": static(questions.question, puzzle=PUZZLE),
        "answer_text": static(questions.answer_text, puzzle=PUZZLE, solution=ANSWER),
        "chain_of_thought": static(questions.chain_of_thought, explanation=explanation()),
        "evaluate": static(
            evaluation.evaluate, dataset="missing", model=command, output=Path("out.json"),
            samples=1, number=1, jobs=1,
        ),
        "read_results": static(evaluation.read_results, paths=["missing"]),
        "read_replies": static(read_replies, path="missing", datasets=()),
    }  # fmt: skip


def family_calls() -> dict[str, Call]:
    """What families are built from."""
    f = families
    read = {
        "Whole": f.Whole(1, 9),
        "Digit": f.Digit(1, 9),
        "Named": f.Named({0: "+"}),
        "Maybe": f.Maybe(f.Digit(1, 9)),
        "Word": f.Word(("a", "b")),
    }
    return {
        **{
            f"{name}.read": static(
                lambda value, typed, one=one: one.read_part(value, "toy: ", "cell", typed),
                value=5, typed=False,
            )
            for name, one in read.items()
        },
        "Whole": static(f.Whole, least=1, most=9),
        "Digit": static(f.Digit, least=1, most=9, number=None),
        "Named": static(f.Named, values={0: "+"}),
        "Maybe": static(f.Maybe, mark=f.Digit(), blanks=("_",)),
        "Word": static(f.Word, words=("a", "b")),
        "Line": static(f.Line, mark=f.Digit(), least=1, most=9, things="cells", cell="{}"),
        "square": static(f.square, rows=3, row=1),
        "number_parameter": static(
            f.number_parameter, meaning="size", default=1, least=1, most=9
        ),
        "choice_parameter": static(f.choice_parameter, meaning="kind", default="", words=()),
        "read_solution": static(f.read_solution, puzzle=puzzle(), data=ANSWER),
        "read_state": static(f.read_state, puzzle=puzzle(), data=STATE),
        "givens_of": static(f.givens_of, puzzle=puzzle()),
        "with_givens": static(
            f.with_givens, puzzle=quincunx.parse(SMALL), numbers=[9, 5, None]
        ),
        "family_named": static(f.family_named, name="c-note"),
        "Room": static(f.Room, x=0.0, y=0.0, width=1.0, height=1.0),
        "Label": static(f.Label, text="7", room=f.Room(0, 0, 1, 1), size=0.4),
        "box_place": static(f.box_place, cell=(1, 1), name="r1c1", at=(0.0, 0.0), choices=(1,)),
        "Cage": static(f.Cage, cells=[(1, 1)], clue="7"),
    }  # fmt: skip


all_calls = cache(calls)


@st.composite
def wrong_calls(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """The name of a call, and how odd arguments are written, one or two."""
    name, call = draw(st.sampled_from(sorted(all_calls().items())))
    names = st.sampled_from(sorted(call.arguments))
    return name, draw(st.dictionaries(names, st.sampled_from(sorted(ODD)), min_size=1, max_size=2))


def wrong_types(case: tuple[str, dict[str, str]]) -> None:
    name, odd = case
    reproduction.append(f"{name}: " + ", ".join(f"{at}={text}" for at, text in odd.items()))
    all_calls()[name].refuse_or_return({at: ODD[text] for at, text in odd.items()})


TARGETS = {"wrong types": Target(wrong_types, (wrong_calls(),))}
"""`python -m tests.fuzz`."""
