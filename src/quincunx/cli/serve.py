"""`quincunx serve`: the page, answered from this machine."""

from __future__ import annotations

from contextlib import suppress

from quincunx.cli.options import Natural
from quincunx.cli.output import write, write_json
from quincunx.cli.status import Status
from quincunx.errors import EngineError, OptionError


def serve(
    port: Natural = 8000, host: str = "127.0.0.1", open_: bool = False, as_json: bool = False
) -> int:
    """Play in the browser: serve the page, and answer its questions, until Ctrl-C.

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
        raise EngineError(
            "serve needs starlette and uvicorn, install them with: pip install 'quincunx[web]'"
        ) from None
    if not host:
        # The system would listen on all addresses.
        raise OptionError("serve: no address, expected one such as 127.0.0.1")
    if port > 65535:
        raise OptionError(f"serve: port is {port}, expected 0 to 65535")

    def ready(address: str) -> None:
        if as_json:
            write_json({"address": address})
        else:
            write(f"Quincunx is at {address} until you press Ctrl-C.")
            if host in EVERYWHERE:
                write("It listens on every address of this machine: other machines are let in.")
        write(end="")
        if open_:
            import webbrowser

            webbrowser.open(address)

    with suppress(KeyboardInterrupt, SystemExit):
        serve_page(host, port, ready)
    return Status.FOUND
