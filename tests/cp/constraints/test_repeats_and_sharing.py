"""Constraints that name a variable again, and tables that share their rows."""

from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.model import Model, Variable
from tests.cp.kernel.helpers import run

x, y = Variable(0, "x", range(4)), Variable(1, "y", range(4))


def test_shared_rows_of_sparse_and_dense_domains() -> None:
    """A domain of two values far apart must not be taken for an offset with a width."""
    shared = Rows(((0,), (5000,), (7,)))
    model = Model()
    sparse, dense = model.variable("sparse", [0, 5000]), model.variable("dense", range(5000))
    model.add(Table((sparse,), shared))
    model.add(Table((dense,), shared))
    assert sorted(run(model)) == [(0, 0), (0, 7), (5000, 0), (5000, 7)]
