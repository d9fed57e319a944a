"""`quincunx serve` and `site`: the page to play on, from this machine or as files."""

from contextlib import suppress
from pathlib import Path

from quincunx.cli.options import Natural
from quincunx.cli.output import Response
from quincunx.errors import EngineError, OptionError
from quincunx.web.site import build_site


def serve(
    port: Natural = 8000, host: str = "127.0.0.1", open_: bool = False, as_json: bool = False
) -> int:
    """Serve the page to play in the browser, until Ctrl-C.

    Only this machine can reach it unless another address is given.

    Exit status: 0 it was ended, 2 the input is wrong.

    Options:
        port (PORT): The port to listen on.
        host (ADDRESS): The address to listen on; 0.0.0.0 lets other machines in.
        open_: Open the page in a browser.
    """
    try:
        from quincunx.web.server.run import EVERYWHERE, serve_page
    except ImportError:
        raise EngineError("serve needs starlette: pip install 'quincunx[web]'") from None
    if not host:
        # The system would listen on all addresses.
        raise OptionError("serve: no address, expected one such as 127.0.0.1")
    if port > 65535:
        raise OptionError(f"serve: port is {port}, expected 0 to 65535")

    def ready(address: str) -> None:
        words = f"Quincunx is at {address} until you press Ctrl-C."
        if host in EVERYWHERE:
            words += "\nIt listens on every address of this machine: other machines are let in."
        Response({"address": address}, words).write(as_json)
        if open_:
            import webbrowser

            webbrowser.open(address)

    with suppress(KeyboardInterrupt, SystemExit):
        serve_page(host, port, ready)
    return 0


def site(output: Path, days: Natural = 14) -> Response:
    """Write the page as a static site.

    Any static host can serve it. The program runs in the visitor's browser, offline after the
    first visit. Python for browsers
    comes from npm's registry when the first site is made.

    Exit status: 0 it was made, 2 the input is wrong or something cannot be fetched.

    Options:
        output (DIR): The folder to write: new, empty, or with a site and nothing else.
        days (NUMBER): Number of days, from today, whose puzzles the page shows before Python has
            started.
    """
    made = build_site(output, days=days)
    megabytes = made.size / 1e6
    return Response(
        {"folder": str(output), "version": made.version, "files": dict(made.files)},
        f"{output}: {len(made.files)} files, {megabytes:.1f} MB, version {made.version}.",
    )
