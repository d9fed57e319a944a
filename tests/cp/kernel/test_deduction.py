"""Results remembered by domains."""

import pytest

from quincunx.cp.kernel import COMPILED, deduction
from quincunx.cp.kernel.deduction import Remembered
from quincunx.cp.kernel.engine import Engine


@pytest.mark.skipif(COMPILED, reason="a compiled module does not look up its constants")
def test_result_is_computed_once_until_too_many_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deduction, "MAX_REMEMBERED", 2)
    cell = Engine().add_variable(0b111, 3, 0, [])
    computed: list[int] = []

    def compute() -> int:
        computed.append(cell.bits)
        return cell.bits.bit_count()

    count = Remembered([cell], compute)
    for bits, answer in ((1, 1), (3, 2), (1, 1), (3, 2), (7, 3), (7, 3), (1, 1)):
        cell.bits = bits
        assert count() == answer
    assert computed == [1, 3, 7, 1]
