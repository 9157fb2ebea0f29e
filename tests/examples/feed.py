"""The test's own server: fails a given number of times, then answers; it serves a
feed of events.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PAGE = 2
RETRY_AFTER_S = 2


@dataclass(slots=True)
class Seen:
    """One call: when it came, its method and path, and two of its headers."""

    at: float
    method: str
    path: str
    authorization: str | None
    once: str | None


@dataclass(slots=True)
class FaultyServer:
    """Answers the first calls with `faults` (0: hangs up), the others with 200."""

    address: str
    faults: list[int] = field(default_factory=list)
    events: list[dict[str, object]] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)

    def reply(self, path: str) -> tuple[int, dict[str, object]]:
        """The status and the body of the next answer."""
        if self.faults:
            status = self.faults.pop(0)
            return status, {"error": "said_by_the_test", "message": f"Status {status}, as the test wants it."}
        if path.startswith("/v1/events"):
            return 200, self._page(parse_qs(urlsplit(path).query))
        return 200, {"order": "ORD-2026-000001", "status": "confirmed"}

    def _page(self, query: dict[str, list[str]]) -> dict[str, object]:
        """Cursors have characters that a client must escape."""
        start = int(query["after"][0].removeprefix("c+&=/")) if "after" in query else 0
        end = start + PAGE
        return {
            "events": self.events[start:end],
            "next": f"c+&=/{min(end, len(self.events))}",
            "more": end < len(self.events),
        }


@contextmanager
def faulty_server() -> Iterator[FaultyServer]:
    """Runs until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def _answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = self.headers.get("Authorization"), self.headers.get("Idempotency-Key")
            made.seen.append(Seen(time.monotonic(), self.command, self.path, *headers))
            status, body = made.reply(self.path)
            self.close_connection = True
            if status == 0:
                return
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Connection", "close")
            if status == 429:
                self.send_header("Retry-After", str(RETRY_AFTER_S))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Nothing on standard error."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made = FaultyServer(f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
