"""Compiled and uncompiled kernels do exactly the same work on the whole gallery."""

import pytest

from quincunx.families import gallery as gallery
from tests.cp.kernel.counted import counted, remembered


def test_every_puzzle_of_the_gallery_is_counted() -> None:
    assert list(remembered()) == list(gallery.names())


@pytest.mark.parametrize("name", gallery.names())
def test_compiled_and_pure_kernel_count_the_same(name: str) -> None:
    assert counted(name) == remembered()[name], "meant to change? see tests/cp/kernel/counted.py"
