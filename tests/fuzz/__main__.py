"""`python -m tests.fuzz`."""

import sys

from tests.fuzz.driver import main
from tests.processes import heed_signals

if __name__ == "__main__":
    heed_signals()
    sys.exit(main())
