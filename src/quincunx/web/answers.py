"""All questions, and the functions that answer them.

A reply with `"ok": false` has a kind: "wrong input", "limit" if the question takes too much time or
memory, or "mistake" for a bug in this program.
"""

import json
from collections.abc import Mapping
from typing import Any

from quincunx._support.json_text import decode_json
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.errors import PuzzleError, QuincunxError, TooBig, WrongAnswer
from quincunx.families import shorten
from quincunx.web.boards import blank, puzzle
from quincunx.web.encoding import exact
from quincunx.web.play import check, compare, draw, explain, grade, hint, marks, solve, verdict
from quincunx.web.puzzles import families, gallery, generate, odds, today
from quincunx.web.questions import Question, QuestionKind, Reply, in_short
from quincunx.web.search_lab import lab, tree

MAX_CHARACTERS = 200_000
"""Maximum length of a question as JSON text."""

QUESTIONS: Mapping[str, QuestionKind] = {
    question.name: question
    for question in (
        QuestionKind("families", families, (), 10),
        QuestionKind("gallery", gallery, (), 10),
        QuestionKind("puzzle", puzzle, ("puzzle",), 10),
        QuestionKind("generate", generate, ("family", "parameters", "grade", "seed"), 60),
        QuestionKind("odds", odds, ("family", "parameters", "grade"), 20),
        QuestionKind("today", today, ("date", "family"), 60),
        QuestionKind("verdict", verdict, ("puzzle",), 20),
        QuestionKind("check", check, ("puzzle", "state"), 10),
        QuestionKind("compare", compare, ("puzzle", "state"), 5),
        QuestionKind("marks", marks, ("puzzle", "state"), 10),
        QuestionKind("hint", hint, ("puzzle", "state", "level"), 20),
        QuestionKind("explain", explain, ("puzzle",), 60),
        QuestionKind("grade", grade, ("puzzle",), 60),
        QuestionKind("solve", solve, ("puzzle", "state"), 20),
        QuestionKind("draw", draw, ("puzzle", "state", "format", "theme"), 10),
        QuestionKind("blank", blank, ("family", "parameters", "puzzle"), 10),
        QuestionKind("lab", lab, ("puzzle", "model", "consistency", "order"), 20),
        QuestionKind("tree", tree, ("puzzle", "model", "consistency", "labeling"), 20),
    )
}
"""The kinds of questions, each with its parts and its time limit in seconds."""


def answer(question: Any) -> Reply:
    """The reply to a question; never raises an exception.

    >>> answer({"ask": "verdict", "puzzle": "c-note:100:878/312/272"})["verdict"]
    'unique'
    >>> answer({"ask": "verdict", "puzzle": "chess:e4"})["error"][:25]
    "unknown family 'chess', e"
    """
    try:
        asked = _asked(question)
        with watching(Limits(seconds=asked.seconds)):
            reply = QUESTIONS[asked.name].answer(asked)
    except Stopped:
        return failure("This takes too long to work out.", "limit")
    except TooBig as error:
        return failure(str(error), "limit")
    except (MemoryError, RecursionError):
        return failure("there is not enough memory for this", "limit")
    except WrongAnswer as error:
        return failure(f"a mistake in quincunx, please report it: {error}", "mistake")
    except QuincunxError as error:
        return failure(str(error), "wrong input")
    except Exception as error:
        what = shorten(f"{type(error).__name__}: {error}", 200)
        return failure(f"a mistake in quincunx, please report it: {what}", "mistake")
    return {"ok": True, **reply}


def answer_text(text: str) -> str:
    """The reply to a question, both as JSON text.

    >>> answer_text('{"ask": 7}')
    '{"ok":false,"error":"ask is 7, expected a text","kind":"wrong input"}'
    """
    try:
        if len(text) > MAX_CHARACTERS:
            raise PuzzleError(f"question: too long, expected at most {MAX_CHARACTERS} characters")
        question = decode_json(text)
    except PuzzleError as error:
        return _as_text(failure(str(error), "wrong input"))
    return reply_text(question)


def reply_text(question: Any) -> str:
    """The reply to a question as JSON text that a browser reads without rounding numbers."""
    return _as_text(answer(question))


def _as_text(reply: Reply) -> str:
    return json.dumps(exact(reply), ensure_ascii=False, separators=(",", ":"))


def failure(error: str, kind: str) -> Reply:
    """A reply that says why there is no answer."""
    return {"ok": False, "error": " ".join(error.split()), "kind": kind}


def _asked(question: Any) -> Question:
    if not isinstance(question, dict):
        raise PuzzleError(f"question is {in_short(question)}, expected an object with ask")
    name = question.get("ask")
    if not isinstance(name, str):
        raise PuzzleError(f"ask is {in_short(name)}, expected a text")
    if name not in QUESTIONS:
        raise PuzzleError(f"ask is {in_short(name)}, expected {', '.join(QUESTIONS)}")
    return Question(QUESTIONS[name], question)
