"""The shop's own system: calls with curl, and receives events at its own address."""

from __future__ import annotations

import json
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self, cast


def call(address: str, key: str, path: str, body: object = None) -> dict[str, object]:
    """One call with curl; the key goes by a file, so that it is in no list of processes."""
    line = ["curl", "--silent", "--show-error", "--fail-with-body", "--header", "@-", address + path]
    if body is not None:
        line += ["--header", "Content-Type: application/json", "--data", json.dumps(body)]
    header = f"Authorization: Bearer {key}\n"
    done = subprocess.run(line, input=header, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 0, done.stdout + done.stderr
    return cast("dict[str, object]", json.loads(done.stdout))


class EventReceiver:
    """Where webhooks arrive; `heard` holds each body with the header that signs it."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []
        heard = self.heard

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                signed = next((value for name, value in self.headers.items() if "signature" in name.lower()), "")
                heard.append((signed, body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing on the screen."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/hears"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
