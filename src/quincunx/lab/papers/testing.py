"""All tests by the names under which claims ask for them."""

from __future__ import annotations

from quincunx.lab.papers import answering, comparing, extremes, growing, printed
from quincunx.lab.papers.judging import Test

TESTS: dict[str, Test] = {
    "rank": comparing.rank,
    "best": extremes.best,
    "worst": extremes.worst,
    "pairs": comparing.pairs,
    "shape": growing.shape,
    "not shape": growing.not_shape,
    "dips": growing.dips,
    "same": comparing.same,
    "differ": comparing.differ,
    "erratic": growing.erratic,
    "near": comparing.near,
    "amount": comparing.amount,
    "weighs all": comparing.weighs_all,
    "all solved": growing.all_solved,
    "slower": answering.slower,
    "spread": answering.spread,
    "counts": answering.counts,
    "answers": answering.answers,
    "finds": answering.finds,
    "domains": answering.domains,
    "told": printed.told,
    "at most": printed.at_most,
    "total": printed.total,
    "ratio": printed.ratio,
    "rates": printed.rates,
    "rising": printed.rising,
    "follows": printed.follows,
    "near printed": printed.near_printed,
}
