"""Models are asked by command or over HTTP, scored, and compared."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import comb
from pathlib import Path
from socket import create_server
from threading import Event, Thread
from typing import Any, ClassVar

import pytest

from benchmarks.baselines import BENCHMARK, RESULTS, hash_of
from quincunx._support.version import VERSION
from quincunx.datasets import evaluation
from quincunx.datasets.evaluation import Command, Server, evaluate
from quincunx.datasets.scoring.scores import score
from quincunx.datasets.scoring.summary import ScoreGroup
from quincunx.errors import OptionError, Unfinished
from tests.cli.conftest import Run, refused
from tests.datasets.quick import two_rows


@pytest.fixture
def dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return two_rows(tmp_path / "set")


class Model(BaseHTTPRequestHandler):
    """A server that gives the answer of the first puzzle, after it has failed in these ways."""

    failures: ClassVar[list[tuple[int, str]]] = []
    ending: ClassVar[str] = "stop"
    asked: ClassVar[list[dict[str, Any]]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append({"path": self.path, **body})
        status, text = self.failures.pop(0) if self.failures else (200, "")
        if not text:
            message = {"role": "assistant", "content": "Therefore\nAnswer: [[9],[5,4]]"}
            choice = {"message": message, "finish_reason": self.ending}
            text = json.dumps({"choices": [choice]})
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(evaluation, "FIRST_WAIT_SECONDS", 0.01)
    monkeypatch.setattr(Model, "asked", [])
    monkeypatch.setattr(Model, "failures", [])
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/v1"
        running.shutdown()


def test_server_is_asked_and_scored_and_the_run_goes_on(
    run: Run, dataset: Path, server: str
) -> None:
    asked = ["--dataset", str(dataset), "--base-url", server, "--model", "m", "-o", "r.json"]
    outcome = run("evaluate", *asked, "--number", "1")
    assert (outcome.status, outcome.err) == (0, "")
    question = {"role": "user", "content": "Solve aztec-math:8/5_."}
    assert Model.asked == [
        {"path": "/v1/chat/completions", "model": "m", "messages": [question]}
    ], "some models refuse options that they do not know"
    outcome = run("evaluate", *asked, "--samples", "2", "--jobs", "3")
    assert len(Model.asked) == 4, "only what is missing is asked"
    head, row = (line.split("  ") for line in outcome.out.splitlines())
    assert [word.strip() for word in head if word.strip()][3:] == ["pass@1", "pass@2", "aztec-math"]
    assert [word.strip() for word in row if word.strip()] == [
        "m", "2", "0.095 to 0.905", "0.500", "0.500", "0.500",
    ]  # fmt: skip
    results = json.loads(Path("r.json").read_text())
    assert results["right"] == {"row-0": 2, "row-1": 0}
    assert results["dataset"] == {"rows": 2, "sha256": hash_of(dataset)}
    assert results["versions"]["quincunx"] == VERSION
    assert results["settings"]["base_url"] == server
    assert len(results["replies_sha256"]) == 64
    line = refused(run, "evaluate", *asked, "--request", "temperature=0.5")
    assert "r.json.journal, line 1: other work" in line


def test_options_are_sent_and_cut_replies_are_counted(
    run: Run, dataset: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Model, "ending", "length")
    asked = ["--dataset", str(dataset), "--base-url", server, "--model", "m", "-o", "r.json"]
    outcome = run("evaluate", *asked, "--request", "max_tokens=9", "--request", "stop=x", "--json")
    assert {(one["max_tokens"], one["stop"]) for one in Model.asked} == {(9, "x")}
    assert outcome.err == "m: 2 replies were cut short\n"
    assert json.loads(outcome.out)["results"][0]["cut"] == 2


def test_busy_server_is_asked_again_and_a_refusal_is_shown(dataset: Path, server: str) -> None:
    Model.failures += [(503, "busy"), (429, "slowly"), (200, "no JSON")]
    results = evaluate(str(dataset), Server("m", server), dataset / "r.json", jobs=2)
    assert results["all"]["replies"] == 2
    assert len(Model.asked) == 5
    Model.failures += [(400, '{"error": {"message": "max_tokens:\\n not here"}}')] * 2
    with pytest.raises(OptionError, match=r"Bad Request: max_tokens: not here$"):
        evaluate(str(dataset), Server("m", server), dataset / "r.json", samples=2)
    # The second refusal is left over if the first ended the command before it was asked.
    Model.failures[:] = [(500, "down")] * 20
    with pytest.raises(Unfinished, match="down; nothing finished is lost: run the same command"):
        evaluate(str(dataset), Server("m", server), dataset / "r.json", samples=2)


def test_cancelled_run_keeps_the_replies_under_way(dataset: Path, server: str) -> None:
    asked = (str(dataset), Server("m", server), dataset / "r.json")
    with pytest.raises(Unfinished, match=r"stopped after \d of 40 replies"):
        evaluate(*asked, samples=20, cancel=lambda: True)
    assert not (dataset / "r.json").exists()
    evaluate(*asked, samples=20)
    assert len(Model.asked) == 40, "none is asked twice"


@dataclass(frozen=True)
class Silent(Command):
    """A model that never answers."""

    def ask(self, question: str) -> dict[str, Any]:
        Event().wait()
        raise AssertionError("it waits for ever")


def test_cancelled_run_does_not_wait_for_a_silent_model(
    dataset: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.datasets.evaluation.GRACE_SECONDS", 0.3)
    calls = iter([False])
    with pytest.raises(Unfinished, match="stopped after 0 of "):
        evaluate(
            str(dataset), Silent("m", "none"), Path("r.json"), cancel=lambda: next(calls, True)
        )


def test_command_is_asked_and_compared_with_others(run: Run, dataset: Path) -> None:
    program = "import sys; q = sys.stdin.read(); print('Answer: [[9],[5,4]]' if '9/5' in q else q)"
    Path("model.py").write_text(program)
    asked = ["--dataset", str(dataset), "--model-command", f"{sys.executable} model.py"]
    assert run("evaluate", *asked, "--model", "half", "-o", "half.json").status == 0
    Path("model.py").write_text("print('Answer: none')")
    outcome = run("evaluate", "half.json", *asked, "--model", "none", "-o", "none.json")
    assert [line.split()[0] for line in outcome.out.splitlines()] == ["model", "half", "none"]
    again = run("evaluate", "none.json", "half.json", "--picture", "models.svg")
    assert again.out == outcome.out
    picture = Path("models.svg").read_text()
    assert "half" in picture
    assert "none" in picture


def test_slow_command_is_cut(run: Run, dataset: Path) -> None:
    sleeping = f"{sys.executable} -c 'import time; time.sleep(60)'"
    asked = ["--dataset", str(dataset), "--model-command", sleeping, "-o", "r.json"]
    outcome = run("evaluate", *asked, "--time-limit", "0.2", "--model", "slow")
    assert outcome.err == "slow: 2 replies were cut short\n"


def test_slow_reply_of_a_server_is_cut(dataset: Path) -> None:
    with create_server(("127.0.0.1", 0)) as silent:  # it accepts connections and sends nothing
        model = Server("slow", f"http://127.0.0.1:{silent.getsockname()[1]}/v1", {}, 0.2)
        assert evaluate(str(dataset), model, dataset / "r.json")["cut"] == 2


@pytest.mark.parametrize(("samples", "right"), [(5, 2), (4, 0), (3, 3)])
def test_pass_at_k_is_the_share_of_all_choices_of_k_replies(samples: int, right: int) -> None:
    group = ScoreGroup("aztec-math", "easy")
    for n in range(samples):
        text = "Answer: [[9],[5,4]]" if n < right else "Answer: [[9],[5,3]]"
        group.add("one", score("aztec-math:9/5_", text))
    for k in range(1, samples + 1):
        failing = comb(samples - right, k) / comb(samples, k)
        assert group.pass_at(k) == pytest.approx(1 - failing)
    assert list(group.evaluated(samples)["pass"]) == [
        str(k) for k in sorted({1, 2, samples} | ({4} if samples >= 4 else set()))
    ]


def test_shipped_results_are_of_the_benchmark(run: Run, dataset: Path) -> None:
    paths = sorted(map(str, RESULTS.glob("*.json")))
    assert paths
    found = json.loads(run("evaluate", *paths, "--json").out)["results"]
    assert {one["dataset"]["sha256"] for one in found} == {hash_of(BENCHMARK)}
    other = dataset / "r.json"
    evaluate(str(dataset), evaluation.Command("m", "echo no"), other)
    assert refused(run, "evaluate", paths[0], str(other)).endswith(
        f"results on another dataset, expected that of {paths[0]}"
    )
    other.write_text("[]")
    assert "no results of quincunx evaluate" in refused(run, "evaluate", str(other))


def test_some_questions_are_from_all_over_a_dataset_and_among_more_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    puzzles = ("aztec-math:9/5_", "power-strike:2:6,_,_,_,_") * 20
    rows = [{"id": f"row-{k}", "puzzle": p, "question": p} for k, p in enumerate(puzzles)]
    Path("rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    model = Command("none", "true")
    few, more = (evaluate("rows.jsonl", model, Path("r.json"), number=n) for n in (8, 20))
    assert few["right"].keys() < more["right"].keys()
    assert all(len(results["groups"]) == 2 for results in (few, more))
    assert len(more["right"]) == 20
