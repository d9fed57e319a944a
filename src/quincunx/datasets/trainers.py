"""Columns and reward functions in the forms that trainers of language models read.

A dataset with one of these formats has the columns of the trainer beside all others:

  chat  `messages`, for supervised training: the question, and the explanation with the answer
  trl   `prompt`, for TRL's GRPOTrainer with `trl_reward`
  vision  `prompt`, and `image`, the puzzle as PNG, for models that see
  verl  `prompt`, `data_source`, `ability`, `reward_model` and `extra_info`, for verl with
        `compute_score`
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Literal, TypeAlias, get_args

from quincunx._support.arguments import checked
from quincunx.datasets.scoring import score
from quincunx.drawing.picture import draw
from quincunx.errors import OptionError

Format: TypeAlias = Literal["plain", "chat", "vision", "trl", "verl"]
FORMATS: tuple[Format, ...] = get_args(Format)
IMAGE_PIXELS = 512
"""Width of images."""
COLUMNS: dict[str, dict[str, str]] = json.loads(
    files(__package__).joinpath("trainer_columns.json").read_bytes()
)
"""The additional columns of each format, and what they hold."""


def trainer_columns(row: Mapping[str, Any], form: str) -> dict[str, Any]:
    """Return the additional columns of a row.

    >>> trainer_columns({"question": "1 + 1?"}, "trl")
    {'prompt': [{'role': 'user', 'content': '1 + 1?'}]}
    """
    prompt = [{"role": "user", "content": row["question"]}]
    if form == "vision":
        png = draw(row["puzzle"]).png(size=IMAGE_PIXELS)
        return {"prompt": prompt, "image": f"data:image/png;base64,{b64encode(png).decode()}"}
    if form == "chat":
        return {"messages": [*prompt, {"role": "assistant", "content": row["explanation"]}]}
    if form == "verl":
        info = {name: row[name] for name in ("split", "puzzle", "grade", "difficulty")}
        return {
            "prompt": prompt,
            "data_source": f"quincunx/{row['family']}",
            "ability": "puzzle",
            "reward_model": {"style": "rule", "ground_truth": row["answer"]},
            "extra_info": {"index": row["row"], **info},
        }
    return {"prompt": prompt} if form == "trl" else {}


@checked
def trl_reward(
    completions: Sequence[Any], puzzle: Sequence[str], partial: bool = False, **columns: object
) -> list[float]:
    """Reward completions as TRL's GRPOTrainer asks for it: 1 for a right answer, 0 otherwise.

    Args:
        completions: Texts, or lists of messages, the last of which is the reply.
        puzzle: The puzzle of each, from the column of that name.
        partial: Whether wrong answers get partial credit.
        **columns: Whatever else the trainer passes.
    """
    if len(completions) != len(puzzle):
        counted = f"{len(completions)} completions, {len(puzzle)} puzzles"
        raise OptionError(f"trl_reward: {counted}, expected the same number")
    texts = map(_text_of, completions)
    return [score(p, text, partial).value for p, text in zip(puzzle, texts, strict=True)]


def _text_of(part: object) -> str:
    """Return the text of a completion: of its last message, of its parts, or none."""
    if isinstance(part, Mapping):
        content = part.get("content", part.get("text"))
        return "".join(map(_text_of, content)) if isinstance(content, list) else _text_of(content)
    if isinstance(part, Sequence) and not isinstance(part, str):
        return _text_of(part[-1]) if part else ""
    return part if isinstance(part, str) else ""


def trl_partial_reward(**arguments: Any) -> list[float]:
    """Reward completions like `trl_reward`, with partial credit for wrong answers."""
    return trl_reward(partial=True, **arguments)


@checked
def compute_score(
    data_source: object,
    solution_str: str,
    ground_truth: object,
    extra_info: Mapping[str, Any] | None = None,
    partial: bool | int = False,
    **arguments: object,
) -> float:
    """Reward a completion as verl asks for it: 1 for a right answer, 0 otherwise.

    Every answer that keeps the rules is right, so the puzzle in `extra_info` decides, and not
    `ground_truth`. Name it in verl's configuration as `custom_reward_function`; its `reward_kwargs`
    may set `partial`.
    """
    return score((extra_info or {}).get("puzzle", ""), solution_str, bool(partial)).value
