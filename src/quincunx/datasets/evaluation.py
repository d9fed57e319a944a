"""Evaluating models on the questions of a dataset.

A model is a server that speaks OpenAI's protocol, or any command that reads a question from its
input and writes a reply. Replies are kept in a journal beside the results as they arrive, so a run
that was stopped goes on, and more samples or questions can be added. docs/benchmark.md describes
the file of results.
"""

import hashlib
import json
import os
import shlex
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from http.client import HTTPException
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeAlias

from quincunx._support.arguments import checked
from quincunx._support.files import RUN_AGAIN, write_file
from quincunx._support.input_text import read_json
from quincunx._support.journal import Journal
from quincunx.cp.limits import require_number
from quincunx.datasets.folder import versions
from quincunx.datasets.records import open_lines, read_objects
from quincunx.datasets.scoring.reply_files import ModelReply, dataset_files
from quincunx.datasets.scoring.scores import score
from quincunx.datasets.scoring.summary import ScoreSummary
from quincunx.errors import OptionError, Unfinished
from quincunx.families.base.puzzle_input import parse

FORMAT = 1
TRIES = 5
"""Attempts for a question that a server does not answer."""
FIRST_WAIT_SECONDS = 2.0
"""Time before the second attempt; it doubles with each."""
POLL_SECONDS = 0.1
GRACE_SECONDS = 10.0
"""Time for replies under way when a run is stopped."""
MAX_SHOWN = 200
"""Maximum length of a model's message about a failure, in characters."""
MAX_NUMBER = 1_000_000
MAX_BYTES = 1 << 28
"""Maximum size of a file of results."""

Results: TypeAlias = dict[str, Any]
"""A file of results as JSON data."""


@dataclass(frozen=True)
class Server:
    """A server that speaks OpenAI's protocol; a key is read from `OPENAI_API_KEY`.

    `options` are sent with each question, such as `temperature` and `max_tokens`.
    """

    name: str
    base_url: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 600.0

    def ask(self, question: str) -> dict[str, Any]:
        """Return the `response`, and whether it was `cut` by a limit, as JSON data."""
        asked = {"model": self.name, "messages": [{"role": "user", "content": question}]}
        key = os.environ.get("OPENAI_API_KEY", "none").strip()
        for attempt in range(TRIES):
            time.sleep(FIRST_WAIT_SECONDS * 2 ** (attempt - 1) if attempt else 0)
            try:
                request = urllib.request.Request(
                    f"{self.base_url.rstrip('/')}/chat/completions",
                    json.dumps({**asked, **self.options}).encode(),
                    {"Content-Type": "application/json", "Authorization": f"Bearer {key}"},
                )
                with urllib.request.urlopen(request, timeout=self.seconds) as reply:
                    choice = json.loads(reply.read())["choices"][0]
                cut = {"cut": True} if choice.get("finish_reason") == "length" else {}
                return {"response": str(choice["message"]["content"] or ""), **cut}
            except urllib.error.HTTPError as error:
                reason = f"{error}: {_message(error.read())}"
                if 400 <= error.code < 500 and error.code not in (408, 429):
                    raise OptionError(f"{self.base_url}: {reason}") from None
            except TimeoutError:  # while connecting it would be a `URLError`
                return {"response": "", "cut": True}
            except (OSError, HTTPException, ValueError, LookupError, TypeError) as error:
                reason = str(error) or type(error).__name__
        raise Unfinished(f"{self.base_url}: {reason}; {RUN_AGAIN}")


@dataclass(frozen=True)
class Command:
    """A command that reads a question from standard input and writes its reply."""

    name: str
    command: str
    seconds: float = 600.0

    def ask(self, question: str) -> dict[str, Any]:
        """Return the `response`, and whether it was `cut` by the time limit, as JSON data."""
        try:
            words, given = shlex.split(self.command), question.encode()
            done = subprocess.run(words, input=given, capture_output=True, timeout=self.seconds)
        except subprocess.TimeoutExpired:
            return {"response": "", "cut": True}
        except (OSError, ValueError, IndexError) as error:
            raise OptionError(f"{self.command}: {error}, expected a command that runs") from None
        if done.returncode:
            why = f"status {done.returncode}: {_message(done.stderr)}"
            raise Unfinished(f"{self.command}: {why}; {RUN_AGAIN}")
        return {"response": done.stdout.decode("utf-8", "replace")}


Model: TypeAlias = Server | Command


@checked
def evaluate(
    dataset: str,
    model: Model,
    output: Path,
    *,
    samples: int = 1,
    number: int | None = None,
    jobs: int = 1,
    follow: Callable[[Callable[[], str]], None] = lambda report: None,
    cancel: Callable[[], bool] = lambda: False,
) -> Results:
    """Ask a model the questions of a dataset, and write and return the results.

    Args:
        dataset: The folder of a dataset, or a file of it.
        model: What is asked, in several threads.
        output: The file of results. Replies are in a journal beside it.
        samples: Replies to each question.
        number: Ask only this many questions, chosen by a hash of their ids; the same, and more, if
            the number grows.
        jobs: Questions that are under way at the same time.
        follow: Called with a function that reports progress.
        cancel: Called several times a second; a true value stops the run.

    Raises:
        OptionError: The dataset or a file cannot be read, or the model refuses a question.
        Unfinished: The model does not answer, or the run was stopped; the same call goes on.
    """
    for value, name in ((samples, "samples"), (jobs, "jobs"), (number or 1, "number")):
        require_number(value, name, 1, MAX_NUMBER)
    whole, digest = _questions(dataset)
    # By a hash: families and grades take turns, so every n-th row could be of the same kind.
    rows = sorted(whole, key=lambda row: hashlib.sha256(str(row["id"]).encode()).digest())
    rows = rows[: number or None]
    tasks = {f"{row['id']} {n}": row["question"] for n in range(samples) for row in rows}
    settings = asdict(model)
    place = output.with_name(f"{output.name}.journal")
    with Journal(place, "quincunx evaluation", {"dataset": digest, **settings}) as journal:
        replies = journal.entries
        follow(lambda: f"{len(replies):,} of {len(tasks):,} replies")
        missing = {key: question for key, question in tasks.items() if key not in replies}
        for key, reply in _replies(model, missing, jobs, cancel):
            journal.add(key, reply)
    if not tasks.keys() <= replies.keys():
        raise Unfinished(f"stopped after {len(replies):,} of {len(tasks):,} replies; {RUN_AGAIN}")
    summary = ScoreSummary()
    for row in rows:
        puzzle = parse(row["puzzle"])
        for n in range(samples):
            text = replies[f"{row['id']} {n}"]["response"]
            answered = ModelReply(row["id"], puzzle, row.get("grade") or "", text)
            summary.add(answered, score(puzzle, text))
    used = {key: replies[key] for key in tasks}
    results = {
        "format": FORMAT,
        "model": settings.pop("name"),
        "settings": {**settings, "samples": samples, "questions": len(rows)},
        "dataset": {"rows": len(whole), "sha256": digest},
        "versions": versions(parquet=False),
        "replies_sha256": hashlib.sha256(json.dumps(used, sort_keys=True).encode()).hexdigest(),
        "cut": sum("cut" in reply for reply in used.values()),
        "all": summary.all.evaluated(samples),
        "groups": [group.evaluated(samples) for group in summary],
        "right": {row["id"]: summary.right[row["id"]] for row in rows},
    }
    write_file(output, json.dumps(results, indent=1) + "\n")
    return results


@checked
def read_results(paths: Sequence[str]) -> list[Results]:
    """Return files of results, the best model first.

    Raises:
        OptionError: A file is something else, or of another dataset than the first.
    """
    found: list[Results] = []
    for path in paths:
        results = read_json(path, MAX_BYTES)
        if not isinstance(results, dict) or results.get("format") != FORMAT:
            raise OptionError(f"{path}: no results of quincunx evaluate, expected a file of them")
        if found and results["dataset"] != found[0]["dataset"]:
            raise OptionError(f"{path}: results on another dataset, expected that of {paths[0]}")
        found.append(results)
    return sorted(found, key=lambda results: -results["all"]["pass"]["1"]["value"])


def _questions(dataset: str) -> tuple[list[dict[str, Any]], str]:
    """The rows of a dataset, and the SHA-256 of all its lines."""
    rows: list[dict[str, Any]] = []
    digest = hashlib.sha256()
    for path in dataset_files(dataset):
        for place, row in read_objects(str(path)):
            if not {"id", "puzzle", "question"} <= row.keys():
                raise OptionError(f'{place}: no "question", expected a row of a dataset')
            rows.append(row)
        with open_lines(path) as lines:
            digest.update(lines.read())
    if not rows:
        raise OptionError(f"{dataset}: no questions there, expected a dataset")
    return rows, digest.hexdigest()


def _replies(
    model: Model, tasks: Mapping[str, str], jobs: int, cancel: Callable[[], bool]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the keys of questions with their replies, as they arrive. After a failure, or when
    cancelled, no more questions are asked, and replies under way are waited for only shortly."""
    found: SimpleQueue[tuple[str, dict[str, Any]]] = SimpleQueue()
    waiting, under_way, patience = iter(tasks.items()), 0, GRACE_SECONDS
    failures: list[BaseException] = []

    def ask(key: str, question: str) -> None:
        try:
            found.put((key, model.ask(question)))
        except BaseException as error:
            failures.append(error)
            found.put(("", {}))

    while patience > 0:
        if failures or cancel():
            patience -= POLL_SECONDS
        else:
            for task in islice(waiting, jobs - under_way):
                Thread(target=ask, args=task, daemon=True).start()
                under_way += 1
        if not under_way:
            break
        with suppress(Empty):
            key, reply = found.get(timeout=POLL_SECONDS)
            under_way -= 1
            if key:
                yield key, reply
    for failure in failures:
        raise failure


def _message(raw: bytes) -> str:
    """Return a server's or a command's message as one short line."""
    text = raw.decode("utf-8", "replace")
    with suppress(ValueError, LookupError, TypeError):
        error = json.loads(text)["error"]
        text = str(error["message"] if isinstance(error, dict) else error)
    return " ".join(text.split())[:MAX_SHOWN] or "no message"
