"""A web server on loopback with a feed's folder, which cuts packages off as a test says."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

_PACKAGES: Final = (".exe", ".deb")


class FeedServer(ThreadingHTTPServer):
    """Cuts as many answers for packages off half-way as `cuts` says, and notes the ranges that
    callers ask for.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cuts = 0
        self.ranges: list[str] = []
        self.is_held = threading.Event()
        self.released = threading.Event()
        self.released.set()
        super().__init__(("127.0.0.1", 0), _FeedAnswer)

    @property
    def address(self) -> str:
        """Where the feed is."""
        return f"http://127.0.0.1:{self.server_port}"

    @contextmanager
    def hold_half(self) -> Iterator[threading.Event]:
        """Send half of each package and no more until the end; the event is set by the first."""
        self.is_held.clear()
        self.released.clear()
        try:
            yield self.is_held
        finally:
            self.released.set()


class _FeedAnswer(BaseHTTPRequestHandler):
    server: FeedServer

    def do_GET(self) -> None:
        file = self.server.folder / self.path.lstrip("/")
        if not file.is_file():
            self.send_error(404)
            return
        content, begun = file.read_bytes(), 0
        asked = self.headers.get("Range", "")
        if asked:
            self.server.ranges.append(asked)
            begun = int(asked.removeprefix("bytes=").rstrip("-"))
            if begun >= len(content):
                self.send_error(416)
                return
        self.send_response(206 if begun else 200)
        self.send_header("Content-Length", str(len(content) - begun))
        self.end_headers()
        self._send(content[begun:], is_package=file.name.endswith(_PACKAGES))

    def _send(self, rest: bytes, *, is_package: bool) -> None:
        server = self.server
        is_held = is_package and not server.released.is_set()
        if is_package and (server.cuts or is_held):
            server.cuts -= 0 if is_held else 1
            rest = rest[: len(rest) // 2]
        try:
            self.wfile.write(rest)
        except OSError:
            # Who asked was killed.
            return
        if is_held:
            server.is_held.set()
            server.released.wait()

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@contextmanager
def serve_feed(folder: Path) -> Iterator[FeedServer]:
    """Serve the folder until the end."""
    with FeedServer(folder) as server:
        thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
