"""The program that uses a port is found by name, and another Counterpart by its health page."""

from __future__ import annotations

import os
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import psutil
import pytest

from bridge.system.port_holder import find_port_holder
from ui.backend.host_port import PortHolder


class Health(BaseHTTPRequestHandler):
    """Answers as the test asks."""

    server_version = "Counterpart/1"
    body = b'{"status": "ok"}'

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class Other(Health):
    """Another program."""

    server_version = "Other/1"


class Garbled(Health):
    """Says its name and nothing that can be read."""

    body = b"[]"


def held_by(kind: type[Health]) -> PortHolder:
    with HTTPServer(("127.0.0.1", 0), kind) as server:
        serving = threading.Thread(target=server.handle_request)
        serving.start()
        holder = find_port_holder("127.0.0.1", server.server_port)
        serving.join()
    return holder


@pytest.mark.parametrize(("kind", "ours"), [(Health, True), (Other, False), (Garbled, False)])
def test_another_counterpart_is_known_by_its_health_page(kind: type[Health], ours: bool) -> None:
    assert held_by(kind).ours is ours


def test_the_program_is_named_with_its_user_and_its_start() -> None:
    holder, this = held_by(Other), psutil.Process()
    assert (holder.process, holder.program, holder.user) == (os.getpid(), this.name(), this.username())
    assert holder.since == int(this.create_time() * 1000)


def test_nobody_is_nobody() -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        assert find_port_holder("127.0.0.1", one.getsockname()[1]) == PortHolder()
