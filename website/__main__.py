"""`python -m website DIR` builds the documentation site in a folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from quincunx.web.site.build import DAYS
from website.build import BuildError, build

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m website", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder to write")
    parser.add_argument("--no-play", action="store_true", help="leave the playable page out")
    chosen = parser.parse_args()
    try:
        build(chosen.folder, 0 if chosen.no_play else DAYS)
    except BuildError as error:
        sys.exit(str(error))
