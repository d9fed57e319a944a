"""Experiments: what labeling options and the strength of propagation do to a search.

  labeling    every combination of options on some puzzles
  growth      cost against a parameter of a family
  grow        a search as a tree, to be drawn
  run_papers  the tables and figures of the five papers, measured again

Rows are frozen dataclasses with `as_dict`, ready for a data frame.

>>> from quincunx import lab
>>> rows = lab.labeling(["c-note:100:878/312/272"], variables=["ff"], values=["step"], repeat=2)
>>> {row.nodes for row in rows if row.direction == "up"}
{1}
"""

from quincunx.cp.limits import Limits
from quincunx.lab.growth_experiment import Growth, growth
from quincunx.lab.labeling_sweep import labeling
from quincunx.lab.papers.measurements import run_papers
from quincunx.lab.papers.results import PaperResults
from quincunx.lab.runner import Runner
from quincunx.lab.trees.tree import Tree, grow
from quincunx.lab.trials import Trial, TrialRow, run

__all__ = [
    "Growth", "Limits", "PaperResults", "Runner", "Tree", "Trial", "TrialRow", "grow", "growth",
    "labeling", "run", "run_papers",
]  # fmt: skip
