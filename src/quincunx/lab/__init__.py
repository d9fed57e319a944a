"""Experiments: what labeling options and the strength of propagation do to a search.

  labeling   every combination of options on some puzzles
  growth     cost against a parameter of a family
  grow       a search as a tree, to be drawn
  watch      a search told event by event
  chances    the same search many times, with an order drawn by chance, once and with restarts
  papers     the tables and figures of the five papers, measured again

Everything returns plain rows: frozen dataclasses with `as_dict`, ready for a data frame.

>>> from quincunx import lab
>>> rows = lab.labeling(["c-note:100:878/312/272"], variables=["ff"], values=["step"], repeat=2)
>>> {row.nodes for row in rows if row.direction == "up"}
{1}
"""

from quincunx.cp.limits import Limits
from quincunx.lab.growth.experiment import Growth, GrowthRow, growth, run_growth
from quincunx.lab.labeling.sweep import Sweep, labeling, run_sweep, sweep
from quincunx.lab.papers.measurements import run_papers
from quincunx.lab.papers.results import Results
from quincunx.lab.restarts.runs import Spread, chances
from quincunx.lab.runs.trials import Row, Trial, run
from quincunx.lab.trees.events import Step, watch
from quincunx.lab.trees.tree import Tree, grow

__all__ = [
    "Growth",
    "GrowthRow",
    "Limits",
    "Results",
    "Row",
    "Spread",
    "Step",
    "Sweep",
    "Tree",
    "Trial",
    "chances",
    "grow",
    "growth",
    "labeling",
    "run",
    "run_growth",
    "run_papers",
    "run_sweep",
    "sweep",
    "watch",
]
