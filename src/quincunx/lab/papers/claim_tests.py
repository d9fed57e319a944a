"""All tests by the names under which claims ask for them."""

from __future__ import annotations

from quincunx.lab.papers import answers, comparisons, extremes, growth, printed
from quincunx.lab.papers.verdicts import Test

TESTS: dict[str, Test] = {
    "rank": comparisons.rank,
    "best": extremes.best,
    "worst": extremes.worst,
    "pairs": comparisons.pairs,
    "shape": growth.shape,
    "not shape": growth.not_shape,
    "dips": growth.dips,
    "same": comparisons.same,
    "differ": comparisons.differ,
    "erratic": growth.erratic,
    "near": comparisons.near,
    "amount": comparisons.amount,
    "weighs all": comparisons.weighs_all,
    "all solved": growth.all_solved,
    "slower": answers.slower,
    "spread": answers.spread,
    "counts": answers.counts,
    "answers": answers.answers,
    "finds": answers.finds,
    "domains": answers.domains,
    "told": printed.told,
    "at most": printed.at_most,
    "total": printed.total,
    "ratio": printed.ratio,
    "rates": printed.rates,
    "rising": printed.rising,
    "follows": printed.follows,
    "near printed": printed.near_printed,
}
