"""Ask a model the questions of a set and score its answers.

    python benchmarks/model.py --url http://localhost:8000/v1 --model NAME -o answers.jsonl

Any server that speaks OpenAI's protocol will do. Replies are appended to the file as they
arrive; when it is run again, it continues. It needs only the standard library and `quincunx score`.
"""

import argparse
import gzip
import hashlib
import json
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import zlib
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from http.client import HTTPException
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

TRIES = 5
"""Attempts for a question that the server does not answer."""
SHOWN = 200
"""Maximum length of a server's message, in characters."""
BEGIN = '{"id": '
"""How a line of answers begins."""
AGAIN = "run the same command again to continue"


class Failed(Exception):
    """The server gives no answer; the message is its reason."""


def main() -> None:
    """Ask what is not answered yet, then print the scores."""
    options = read_options()
    try:
        rows, digest = read_set(options.set)
        run = run_of(options, digest)
        answered = {line["id"] for line in read_answers(options.output, run)}
        if options.number:
            rows = spread(rows, options.number)
        ask_all(options, [row for row in rows if row["id"] not in answered], run)
        cut = sum("cut" in line for line in read_answers(options.output, run))
        if cut:
            print(f"replies cut by the limit of tokens: {cut:,}", file=sys.stderr)
        score = [sys.executable, "-m", "quincunx", "score", options.output]
        sys.exit(subprocess.run([*score, "--dataset", options.set]).returncode)
    except Failed as error:
        stop(f"{options.url}: {error}")
    except OSError as error:
        stop(f"{error.filename or options.output}: {error.strerror or error}")
    except KeyboardInterrupt:
        print(f"\ninterrupted; {AGAIN}", file=sys.stderr, flush=True)
        os._exit(130)  # Without waiting for requests under way.


def stop(message: str) -> NoReturn:
    """End with a message of one line."""
    print(message, file=sys.stderr)
    sys.exit(2)


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--url", required=True, type=a_url, help="as in http://localhost:8000/v1")
    parser.add_argument("--model", required=True)
    parser.add_argument("--set", type=Path, default=Path("data/benchmark"), help="the set's folder")
    parser.add_argument("-o", "--output", type=Path, required=True, help="a file for the answers")
    parser.add_argument(
        "--number", type=a_number, help="ask only N questions, spread over the set", metavar="N"
    )
    parser.add_argument("--jobs", type=a_number, default=1, help="requests at the same time")
    parser.add_argument("--temperature", type=float, help="the server's own by default")
    parser.add_argument("--tokens", type=a_number, help="most tokens of a reply: max_tokens")
    parser.add_argument("--seconds", type=a_number, default=600, help="longest wait for a reply")
    return parser.parse_args()


def a_url(text: str) -> str:
    """The address of a server."""
    try:
        parts = urlsplit(text)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        known = False
    if not known or text.split() != [text]:
        raise argparse.ArgumentTypeError(f"{text!r}, expected one like http://localhost:8000/v1")
    return text.rstrip("/")


def a_number(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a whole number from 1 on")
    return int(text)


def read_set(folder: Path) -> tuple[list[dict[str, Any]], str]:
    """All rows of a set, and their SHA-256."""
    raw = b""
    try:
        for path in sorted(folder.glob("data/*.jsonl*")):
            read = path.read_bytes()
            raw += gzip.decompress(read) if path.suffix == ".gz" else read
        rows = [json.loads(line) for line in raw.splitlines()]
        whole = all({"id", "puzzle", "question"} <= row.keys() for row in rows)
    except (EOFError, zlib.error, gzip.BadGzipFile, ValueError, AttributeError):
        whole = False
    if not raw or not whole:
        stop(f"{folder}: no questions in data/*.jsonl there, expected the folder of a set")
    return rows, hashlib.sha256(raw).hexdigest()


def spread(rows: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """Return this many rows, spread evenly over the set."""
    number = min(number, len(rows))
    return [rows[at * len(rows) // number] for at in range(number)]


def run_of(options: argparse.Namespace, digest: str) -> dict[str, Any]:
    """What all answers of a file have in common."""
    said = {"temperature": options.temperature, "tokens": options.tokens}
    run = {"model": options.model, "url": options.url, "set": digest, **said}
    return {name: value for name, value in run.items() if value is not None}


def read_answers(path: Path, run: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the answers in a file, if they are of this run; an incomplete last line is removed."""
    if not path.exists():
        return []
    try:
        whole, _, rest = path.read_text(encoding="utf-8").rpartition("\n")
        lines = [json.loads(line) for line in whole.splitlines()]
        ours = all(isinstance(line, dict) and "id" in line for line in lines)
        ours = ours and rest[: len(BEGIN)] == BEGIN[: len(rest)]
    except ValueError:
        ours = False
    if not ours:
        stop(f"{path}: no answers of a model, expected another file with -o")
    for line in lines:
        for name in ("model", "url", "set", "temperature", "tokens"):
            if line.get(name) != run.get(name):
                was, now = (known.get(name, "none") for known in (line, run))
                stop(f"{path}: its {name} is {was}, and now {now}; expected another file with -o")
    if rest:
        path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
    return lines


def ask_all(options: argparse.Namespace, rows: list[dict[str, Any]], run: dict[str, Any]) -> None:
    """Ask the questions of these rows, and write the replies."""
    tokens = sum(len(row["question"]) for row in rows) // 4
    print(f"{len(rows):,} questions, about {tokens:,} tokens without replies", file=sys.stderr)
    with (
        open(options.output, "a", encoding="utf-8") as file,
        closing(replies(options, rows)) as coming,
    ):
        for number, (row, reply) in enumerate(coming, 1):
            line = {"id": row["id"], "puzzle": row["puzzle"], **run, **reply}
            file.write(json.dumps(line) + "\n")
            file.flush()
            print(f"\r{number} of {len(rows)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def replies(
    options: argparse.Namespace, rows: list[dict[str, Any]]
) -> Generator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield rows with their replies as they arrive. After a failure, requests under way are still
    completed."""
    failed: list[Failed] = []
    stopped = threading.Event()
    pool = ThreadPoolExecutor(options.jobs)
    waiting = {pool.submit(ask, options, row["question"], stopped): row for row in rows}
    try:
        for future in as_completed(waiting):
            try:
                reply = future.result()
            except Failed as error:
                stopped.set()
                failed.append(error)
            else:
                if reply is not None:
                    yield waiting[future], reply
    finally:
        stopped.set()
    if failed:
        print(file=sys.stderr)
        raise failed[0]


def ask(
    options: argparse.Namespace, question: str, stopped: threading.Event
) -> dict[str, Any] | None:
    """Return the reply, and whether it was cut off; `None` once the run is stopped."""
    asked = {"model": options.model, "messages": [{"role": "user", "content": question}]}
    if options.temperature is not None:
        asked["temperature"] = options.temperature
    if options.tokens is not None:
        asked["max_tokens"] = options.tokens
    request = urllib.request.Request(
        f"{options.url}/chat/completions",
        json.dumps(asked).encode(),
        {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', 'none').strip()}",
        },
    )
    for attempt in range(1, TRIES + 1):
        if stopped.is_set():
            return None
        try:
            with urllib.request.urlopen(request, timeout=options.seconds) as reply:
                return read_reply(reply.read())
        except urllib.error.HTTPError as error:
            reason = f"{error}: {message_of(error)}"
            if 400 <= error.code < 500 and error.code not in (408, 429):
                raise Failed(reason) from None
        except (OSError, HTTPException, ValueError) as error:
            reason = str(error) or type(error).__name__
        if attempt < TRIES:
            stopped.wait(2.0**attempt)
    raise Failed(f"{reason}; {AGAIN}")


def read_reply(raw: bytes) -> dict[str, Any]:
    """The text of a reply, and whether the limit of tokens cut it."""
    try:
        choice = json.loads(raw)["choices"][0]
        text = str(choice["message"]["content"] or "")
        cut = choice.get("finish_reason") == "length"
    except (ValueError, LookupError, TypeError, AttributeError):
        raise ValueError(f"no reply of a model: {shown(raw)}") from None
    return {"response": text, "cut": True} if cut else {"response": text}


def message_of(error: urllib.error.HTTPError) -> str:
    """Return the message of a refusal."""
    try:
        return shown(error.read())
    except (OSError, HTTPException):
        return "no message"


def shown(raw: bytes) -> str:
    """Return the message in a server's reply, or the whole reply, as one short line."""
    text = raw.decode("utf-8", "replace")
    try:
        error = json.loads(text)["error"]
        text = str(error["message"] if isinstance(error, dict) else error)
    except (ValueError, LookupError, TypeError):
        pass
    return " ".join(text.split())[:SHOWN] or "no message"


if __name__ == "__main__":
    main()
