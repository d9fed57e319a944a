"""The public API: its names, its arguments, and the errors it raises for wrong ones."""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from math import inf, nan
from pathlib import Path
from types import ModuleType
from typing import Any, Unpack, assert_type, get_origin

import pytest

import quincunx
from quincunx import explain, lab, making, reasoning, solve
from quincunx.errors import OptionError, PuzzleError, QuincunxError
from tests.families.tables import arrows, public
from tests.families.toy import Toy
from tests.processes import python

IDENTIFIER = "c-note:100:878/312/272"
DOCUMENT: dict[Any, Any] = {
    "family": "c-note",
    "target": 100,
    "grid": [[8, 7, 8], [3, 1, 2], [2, 7, 2]],
}
ANSWER = [[85, 7, 8], [13, 15, 72], [2, 78, 20]]

FORMS = [
    pytest.param(IDENTIFIER, id="an identifier"),
    pytest.param(DOCUMENT, id="a document"),
    pytest.param(str(DOCUMENT).replace("'", '"'), id="a document as text"),
    pytest.param("c-note/1", id="a name of the gallery"),
    pytest.param(quincunx.parse(IDENTIFIER), id="a puzzle"),
]


def test_every_public_name_can_be_imported() -> None:
    for name in quincunx.__all__:
        assert getattr(quincunx, name) is not None
    code = "import quincunx; print(quincunx.records.questions('c-note')[0].family)"
    assert python("-c", code) == "c-note\n", "records is imported when it is asked for"
    with pytest.raises(AttributeError, match="has no attribute 'slove'"):
        quincunx.slove  # type: ignore[attr-defined] # noqa: B018 (mypy sees no Any here either)


ROOT = Path(quincunx.__file__).parent
PACKAGES = sorted(
    ".".join(("quincunx", *path.parent.relative_to(ROOT).parts))
    for path in ROOT.rglob("__init__.py")
)
NEEDS = {"quincunx.datasets.gym": "reasoning_gym", "quincunx.web.server": "uvicorn"}
"""Packages that need an extra."""


def lacks_extra(package: str) -> bool:
    """Whether a package needs an extra that is not installed; in CI all must be."""
    return package in NEEDS and find_spec(NEEDS[package]) is None and not os.environ.get("CI")


@pytest.mark.parametrize("name", PACKAGES)
def test_no_name_hides_a_module(name: str) -> None:
    if lacks_extra(name):
        pytest.skip(f"{NEEDS[name]} is not installed")
    package = importlib.import_module(name)
    for module in pkgutil.iter_modules(package.__path__):
        if module.name == "__main__" or lacks_extra(f"{name}.{module.name}"):
            continue
        found = importlib.import_module(f"{name}.{module.name}")
        assert getattr(package, module.name) is found


@pytest.mark.parametrize("package", [quincunx, lab, reasoning, making], ids=lambda p: p.__name__)
def test_no_public_name_is_also_a_modules(package: ModuleType) -> None:
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    public = getattr(package, "__all__", [name for name in vars(package) if name[0] != "_"])
    functions = {name for name in public if not inspect.ismodule(getattr(package, name))}
    assert functions.isdisjoint(modules)


def public_functions(package: ModuleType) -> list[Any]:
    named = [getattr(package, name) for name in package.__all__]
    return [function for function in named if inspect.isfunction(function)]


@pytest.mark.parametrize(
    "function",
    [*public_functions(quincunx), *public_functions(lab), *public_functions(reasoning)],
    ids=lambda function: function.__name__,
)
def test_public_functions_are_documented_and_typed(function: Callable[..., Any]) -> None:
    signature = inspect.signature(function)
    assert function.__doc__
    assert signature.return_annotation is not inspect.Signature.empty
    for argument in signature.parameters.values():
        assert argument.annotation is not inspect.Parameter.empty
        if argument.kind is inspect.Parameter.VAR_KEYWORD:
            # The annotation itself, or its text.
            declared = get_origin(argument.annotation) is Unpack or "Unpack[" in str(argument)
            assert declared or function is making.generate, "a family declares what it takes"


def test_type_checkers_see_precise_types() -> None:
    assert_type(quincunx.solve(IDENTIFIER), quincunx.Result[Any])
    typed = Toy(5)
    assert_type(quincunx.solve(typed).solution, list[int] | None)
    assert_type(next(quincunx.solutions(typed)), list[int])
    assert_type(quincunx.count(IDENTIFIER), int)
    assert_type(quincunx.check(IDENTIFIER, ANSWER), list[quincunx.Violation])
    assert_type(quincunx.explain(IDENTIFIER), quincunx.Explanation)
    assert_type(quincunx.hint(IDENTIFIER), quincunx.Hint)
    assert_type(quincunx.grade(IDENTIFIER), quincunx.Grade)
    assert_type(quincunx.draw(IDENTIFIER), quincunx.Picture)
    assert_type(quincunx.generate("c-note", seed=1), quincunx.Series)
    assert_type(quincunx.gallery()["c-note/1"], quincunx.GalleryEntry)


@pytest.mark.parametrize("puzzle", FORMS)
def test_every_function_takes_every_form_of_a_puzzle(puzzle: Any) -> None:
    assert quincunx.parse(puzzle).identifier == IDENTIFIER
    assert quincunx.solve(puzzle).solution == ANSWER
    assert list(quincunx.solutions(puzzle)) == [ANSWER]
    assert quincunx.count(puzzle) == 1
    assert quincunx.tally(puzzle).count == 1
    assert quincunx.verdict(puzzle) == "unique"
    assert quincunx.check(puzzle, ANSWER) == []
    assert quincunx.explain(puzzle).solution == ANSWER
    assert quincunx.hint(puzzle).kind == "step"
    assert quincunx.grade(puzzle).grade == "medium"
    assert quincunx.draw(puzzle, solution=True).written[1, 1] == 85
    assert lab.grow(puzzle).solutions == 1


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        ("c-note/8", "gallery: no puzzle 'c-note/8', expected one such as c-note/"),
        ("chess", "puzzle: 'chess' is not an identifier, expected FAMILY:... as in "),
        ({"family": "chess"}, "unknown family 'chess', expected one of "),
        ({"target": 7}, 'puzzle: no "family", expected one of '),
        (7, "puzzle: int, expected a puzzle, an identifier, a document or a gallery name"),
        ('{"family": "c-note", "family": "c-note"}', "puzzle: not valid JSON (duplicate key 'fam"),
    ],
)
def test_invalid_puzzles_are_refused(puzzle: Any, message: str) -> None:
    for function in (quincunx.parse, quincunx.solve, quincunx.count, quincunx.grade):
        with pytest.raises(PuzzleError) as caught:
            function(puzzle)
        assert str(caught.value).startswith(message)


def test_no_file_is_read_unless_one_is_named(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c-note").mkdir()
    (tmp_path / "c-note" / "1").write_text("c-note:100:884/625/361")
    assert quincunx.parse("c-note/1").identifier == IDENTIFIER
    assert quincunx.load("c-note/1").identifier == "c-note:100:884/625/361"


@pytest.mark.parametrize(
    "labeling", ["ff,bisect", "ff, bisect", ["ff", "bisect"], ("bisect", "ff")]
)
def test_labelings_come_in_any_form(labeling: Any) -> None:
    expected = quincunx.solve("c-note/demo", labeling=["ff", "bisect"]).statistics.nodes
    assert quincunx.solve("c-note/demo", labeling=labeling).statistics.nodes == expected
    assert lab.grow("c-note/demo", labeling).labeling == "ff, bisect, up"


@pytest.mark.parametrize("function", [quincunx.solve, quincunx.solutions, quincunx.verdict])
def test_a_misspelt_keyword_is_named(function: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'labelling'"):
        function(IDENTIFIER, labelling="ff")


def test_a_misspelt_parameter_of_a_family_lists_the_known_ones() -> None:
    for typo in ({"levles": 4}, {"sed": 7}):
        (name,) = typo
        with pytest.raises(OptionError) as caught:
            quincunx.generate("aztec-math", **typo)  # type: ignore[arg-type]
        assert str(caught.value).startswith(f"aztec-math: unknown parameter '{name}', expected ")
        for known in ("levels", "seed", "grade", "time_limit"):
            assert known in str(caught.value)


LIMITS: Mapping[str, list[Any]] = {
    "time_limit": [-1, nan, True, "1", -inf],
    "node_limit": [-1, True, 1.5, nan, "1"],
    "limit": [-1, True, 1.5, nan, "1"],
}


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (quincunx.solve, ("time_limit", "node_limit", "limit")),
        (quincunx.solutions, ("time_limit", "node_limit", "limit")),
        (quincunx.tally, ("time_limit", "node_limit", "limit")),
        (quincunx.count, ("time_limit", "limit")),
        (quincunx.verdict, ("time_limit", "node_limit")),
        (quincunx.explain, ("time_limit",)),
        (quincunx.hint, ("time_limit",)),
        (quincunx.grade, ("time_limit",)),
    ],
)
def test_limits_that_mean_nothing_are_refused(
    function: Callable[..., Any], names: tuple[str, ...]
) -> None:
    for name in names:
        for value in LIMITS[name]:
            with pytest.raises(OptionError, match=f"^{name.replace('_', ' ')} is .*, expected "):
                function(IDENTIFIER, **{name: value})


@pytest.mark.parametrize("value", [None, 1, " "])
def test_explain_refuses_a_flag_that_is_no_flag(value: Any) -> None:
    with pytest.raises(OptionError, match=r"^one by one is .*, expected true or false$"):
        quincunx.explain(IDENTIFIER, one_by_one=value)


def test_limits_on_making_and_experiments_are_validated() -> None:
    for value in (-1, nan, True, "1"):
        for asked in ({"time_limit": value}, {"seed": 1.5}, {"number": 1.5}):
            with pytest.raises(OptionError, match=r"(time.limit|seed|number) is .*, expected "):
                quincunx.generate("c-note", **asked)
    for seconds in (-1, nan):
        with pytest.raises(OptionError, match="time limit is "):
            lab.labeling([IDENTIFIER], seconds=seconds)
        with pytest.raises(OptionError, match="time limit is "):
            lab.growth("c-note", "size=2", seconds=seconds)
        with pytest.raises(OptionError, match="time limit is "):
            lab.grow(IDENTIFIER, seconds=seconds)


def test_more_time_than_there_is_is_no_limit() -> None:
    for seconds in (inf, 1e300, 1e18):
        assert quincunx.verdict(IDENTIFIER, time_limit=seconds) == "unique"
        assert quincunx.grade(IDENTIFIER, time_limit=seconds).grade == "medium"
        assert quincunx.hint(IDENTIFIER, time_limit=seconds).kind == "step"
        assert len(list(quincunx.generate("c-note", seed=1, time_limit=seconds))) == 1
        (row, *_) = lab.labeling([IDENTIFIER], variables=["ff"], values=["step"], seconds=seconds)
        assert row.outcome == "solved"


def test_all_errors_derive_from_one() -> None:
    for name in ("PuzzleError", "OptionError", "EngineError", "ModelError", "Unfinished", "TooBig"):
        assert issubclass(getattr(quincunx, name), quincunx.QuincunxError)
    assert issubclass(quincunx.WrongAnswer, QuincunxError)
    assert issubclass(PuzzleError, ValueError)
    assert issubclass(OptionError, ValueError)
    with pytest.raises(QuincunxError):
        quincunx.solve("c-note:7", engine="oracle")


def test_a_limit_that_no_float_holds_is_none() -> None:
    assert solve("c-note/1", time_limit=10**400).verdict == "unique"


def test_cancel_may_return_nothing() -> None:
    assert solve("c-note/1", cancel=lambda: None).verdict == "unique"  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("board", ["multi-balance:1:#", "multi-balance:2:.#."])
def test_a_board_without_crossings_is_explained(board: str) -> None:
    assert explain(board).verdict == "none"


def test_completion_knows_what_is_loaded_late() -> None:
    assert set(quincunx.__all__) <= set(dir(quincunx))


@pytest.mark.parametrize(("call", "message"), arrows("cases/mistakes_in_calls.txt"))
def test_wrong_types_raise_our_own_errors(call: str, message: str) -> None:
    with pytest.raises(quincunx.QuincunxError, match=f"^{message}"):
        eval(call, public(quincunx, quincunx=quincunx, DOCUMENT=DOCUMENT))
