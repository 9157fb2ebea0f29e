"""A port for a server that starts later."""

from __future__ import annotations

import random
import socket

_PORTS = range(20_000, 32_000)
"""Below those that systems give to connections, as another could get such a port first."""


def free_port() -> int:
    """A port of this computer that nobody listens on."""
    while True:
        with socket.socket() as found:
            try:
                found.bind(("127.0.0.1", random.SystemRandom().choice(_PORTS)))
            except OSError:
                continue
            return int(found.getsockname()[1])
