"""Real receivers of alerts on this computer: a small ntfy, a mail server, and one of heartbeats.

Each runs in threads of its own, answers as its protocol says, and notes what it got.
"""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast


class NtfyReceiver(ThreadingHTTPServer):
    """Takes `POST /` with a topic, title and message; answers `status`, after `may_answer`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _NtfyHandler)
        self.messages: list[dict[str, Any]] = []
        self.status = 200
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.called = threading.Event()

    @property
    def address(self) -> str:
        """The alert address of a topic here."""
        return f"ntfy://127.0.0.1:{self.server_address[1]}/my-secret-topic"


class _NtfyHandler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = cast("NtfyReceiver", self.server)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        server.called.set()
        server.may_answer.wait(30)
        if server.status == 200:
            server.messages.append(json.loads(body))
        answer = json.dumps({"id": "1"}).encode()
        self.send_response(server.status)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_values: object) -> None:
        """Prints nothing."""


class MailReceiver(socketserver.ThreadingTCPServer):
    """Takes mail by SMTP without a login."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _MailHandler)
        self.mails: list[EmailMessage] = []

    @property
    def address(self) -> str:
        return f"mailto://127.0.0.1:{self.server_address[1]}?from=till@shop.test&to=owner@shop.test"


class _MailHandler(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self._say("220 sink")
        while word := self.rfile.readline().strip().upper():
            if word.startswith(b"DATA"):
                self._say("354 go on")
                self._take()
            elif word.startswith(b"QUIT"):
                self._say("221 bye")
                return
            self._say("250 ok")

    def _take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        mail = message_from_bytes(b"".join(lines), policy=policy.default)
        cast("MailReceiver", self.server).mails.append(mail)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class PingReceiver(ThreadingHTTPServer):
    """Where a heartbeat goes: notes each path that is called."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _PingHandler)
        self.paths: list[str] = []


class _PingHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        cast("PingReceiver", self.server).paths.append(self.path)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_values: object) -> None:
        """Prints nothing."""


@contextmanager
def serving(server: socketserver.BaseServer) -> Iterator[None]:
    """Answers until the end of the block."""
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
