"""What it costs to know ten million forms.

Run it with `python -m benchmarks.dataset_index [MILLIONS]`. It puts random forms into the index of
a dataset, as many at a time as a shard has rows, and prints what that took: seconds, of a clock and
of a processor, megabytes on disk and megabytes of memory.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from quincunx.datasets import SHARD_ROWS
from quincunx.datasets.form_index import FormIndex


def measure_forms(millions: int) -> None:
    """Fill an index, and say what it took after every million."""
    chance = random.Random(15)
    with TemporaryDirectory() as folder:
        forms = FormIndex(Path(folder) / "forms.sqlite")
        began, worked = time.perf_counter(), time.process_time()
        for row in range(millions * 1_000_000):
            if not forms.add(chance.randbytes(16), row):
                raise AssertionError("two random forms are the same")
            if (row + 1) % SHARD_ROWS == 0:
                forms.commit(row + 1)
            if (row + 1) % 1_000_000 == 0:
                disk = sum(path.stat().st_size for path in Path(folder).iterdir())
                memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                print(
                    f"{(row + 1) // 1_000_000:3} million forms: "
                    f"{time.perf_counter() - began:6.0f} s, of a processor "
                    f"{time.process_time() - worked:6.0f} s, {disk / 1e6:6.0f} MB on disk, "
                    f"{memory / 1e3:5.0f} MB of memory",
                    flush=True,
                )
        forms.close()


if __name__ == "__main__":
    measure_forms(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
