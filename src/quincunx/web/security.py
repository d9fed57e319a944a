"""Which requests are accepted, and the security headers of responses.

Other web sites must not use this server through the browser of its user. So requests are refused
whose Host is not a name of this machine (DNS rebinding), and questions whose Origin is not this
server. The port of Host may differ from the server's, as it does behind a tunnel; the port of
Origin has to be that of Host.
"""

import ipaddress
import json
import re
import socket
from contextlib import suppress
from importlib.resources import files

HERE = ("localhost", "127.0.0.1", "::1")
_LISTED = json.loads(files(__package__).joinpath("headers.json").read_bytes())
HEADERS = {name: "; ".join(values) for name, values in _LISTED.items()}
"""Headers of every response: the page may load what comes from this server, and nothing else."""


def name_of(host: str) -> str:
    """The name in a Host header without the port; empty if the header is invalid.

    >>> name_of("LocalHost:8000"), name_of("[::1]:8000"), name_of("127.0.0.1"), name_of("a:b")
    ('localhost', '::1', '127.0.0.1', '')
    """
    found = re.fullmatch(r"(?:\[([0-9a-f:.]+)\]|([^:\[\]]*?)\.?)(?::[0-9]{1,5})?", host.lower())
    return "" if found is None else found[1] or found[2]


def is_own(name: str, bound: str) -> bool:
    """Whether a name is one of this machine's, for a server bound to an address.

    >>> is_own("localhost", "127.0.0.1"), is_own("evil.example", "127.0.0.1")
    (True, False)
    >>> is_own("192.168.1.7", "0.0.0.0"), is_own("192.168.1.7", "127.0.0.1")
    (True, False)
    """
    if name in HERE or name == bound.lower():
        return True
    if bound in HERE:
        return False
    with suppress(ValueError):
        # Addresses are safe: DNS rebinding needs a name.
        return bool(ipaddress.ip_address(name))
    return name in (socket.gethostname().lower(), socket.getfqdn().lower())
