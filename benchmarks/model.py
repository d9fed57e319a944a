"""Ask a model the questions of a set, one by one, and score its answers.

    python benchmarks/model.py --url http://localhost:8000/v1 --model NAME -o answers.jsonl

Any server that speaks OpenAI's protocol will do. Replies are appended to the file as they come; run
again, it goes on where it was. It needs the standard library, and `quincunx score` in the end.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

TRIES = 5
"""So often a question is asked that the server does not answer."""


def main() -> None:
    """Ask what is not answered yet, then print the scores."""
    options = read_options()
    rows = read_rows(options.set)
    answered = read_answered(options.output)
    with open(options.output, "a", encoding="utf-8") as file:
        for number, row in enumerate(rows, 1):
            if row["id"] not in answered:
                line = {"id": row["id"], "puzzle": row["puzzle"], "model": options.model}
                line["response"] = ask(options, row["question"])
                file.write(json.dumps(line) + "\n")
                file.flush()
                print(f"\r{number} of {len(rows)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    score = [sys.executable, "-m", "quincunx", "score", options.output, "--dataset", options.set]
    sys.exit(subprocess.run(score).returncode)


def read_rows(folder: Path) -> list[dict[str, Any]]:
    """All rows of a set."""
    rows = []
    for path in sorted(folder.glob("data/*.jsonl*")):
        opened = gzip.open if path.suffix == ".gz" else open
        with opened(path, "rt", encoding="utf-8") as lines:
            rows += [json.loads(line) for line in lines]
    if not rows:
        sys.exit(f"{folder}: no data/*.jsonl there, expected the folder of a set")
    return rows


def read_options() -> argparse.Namespace:
    """What was said on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--url", required=True, help="as in http://localhost:8000/v1")
    parser.add_argument("--model", required=True)
    parser.add_argument("--set", type=Path, default=Path("benchmark"), help="the folder of a set")
    parser.add_argument("-o", "--output", type=Path, required=True, help="a file for the answers")
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--tokens", type=int, default=16_384, help="most tokens of a reply")
    parser.add_argument("--seconds", type=float, default=600.0, help="longest wait for a reply")
    return parser.parse_args()


def read_answered(path: Path) -> set[str]:
    """The ids of the rows that a file has answers for; a last line that was cut short is dropped
    from it."""
    if not path.exists():
        return set()
    whole, _, cut = path.read_text(encoding="utf-8").rpartition("\n")
    if cut:
        path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
    return {json.loads(line)["id"] for line in whole.splitlines()}


def ask(options: argparse.Namespace, question: str) -> str:
    """What the model replies."""
    asked = {
        "model": options.model,
        "messages": [{"role": "user", "content": question}],
        "temperature": options.temperature,
        "max_tokens": options.tokens,
    }
    request = urllib.request.Request(
        f"{options.url.rstrip('/')}/chat/completions",
        json.dumps(asked).encode(),
        {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', 'none')}",
        },
    )
    for attempt in range(1, TRIES + 1):
        try:
            with urllib.request.urlopen(request, timeout=options.seconds) as reply:
                return str(json.load(reply)["choices"][0]["message"]["content"] or "")
        except (OSError, ValueError, LookupError) as error:
            refused = isinstance(error, urllib.error.HTTPError) and error.code in range(400, 429)
            if refused or attempt == TRIES:
                sys.exit(f"\n{options.url}: {error}; run the same command again to go on")
            time.sleep(2.0**attempt)
    raise AssertionError


if __name__ == "__main__":
    main()
