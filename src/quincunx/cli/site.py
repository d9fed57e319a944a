"""`quincunx site`: the page as files for any static host."""

from __future__ import annotations

from pathlib import Path

from quincunx.cli.output import write, write_json
from quincunx.cli.status import Status


def site(output: Path, as_json: bool = False) -> int:
    """Make a site: the page as files that any static host can serve.

    The program runs in the visitor's browser, offline after the first visit. Python for browsers
    comes from npm's registry when the first site is made.

    Exit status: 0 it was made, 2 the input is wrong or something cannot be fetched.

    Options:
        output (DIR): The folder to write: new, empty, or with a site and nothing else.
    """
    from quincunx.web.site import build_site

    made = build_site(output)
    if as_json:
        write_json({"folder": str(output), "version": made.version, "files": dict(made.files)})
    else:
        megabytes = made.size / 1e6
        write(f"{output}: {len(made.files)} files, {megabytes:.1f} MB, version {made.version}.")
    return Status.FOUND
