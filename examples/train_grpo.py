"""Train a language model on puzzles with TRL's GRPO.

    pip install quincunx trl
    quincunx dataset -o puzzles --family c-note --family aztec-math --number 2000 --format trl
    python train_grpo.py puzzles MODEL

The reward is 1 for a right answer, and up to 0.5 for one that is nearly right.
"""

from __future__ import annotations

import sys
from pathlib import Path

from datasets import load_dataset
from trl import GRPOConfig, GRPOTrainer

from quincunx.datasets.trainers import trl_partial_reward


def train(folder: Path, model: str, **options: object) -> GRPOTrainer:
    """Train a model on the rows of a dataset; the options are those of `GRPOConfig`."""
    rows = load_dataset("json", data_dir=str(folder / "data"), split="train")
    trainer = GRPOTrainer(
        model=model,
        reward_funcs=trl_partial_reward,
        args=GRPOConfig(output_dir=str(folder / "model"), **options),
        train_dataset=rows,
    )
    trainer.train()
    return trainer


if __name__ == "__main__":
    train(Path(sys.argv[1]), sys.argv[2])
