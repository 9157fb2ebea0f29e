"""A web server on loopback with one file, which cuts, redirects and refuses as a test says."""

from __future__ import annotations

import base64
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

USER, PASSWORD = "till", "p@ss wörd"


@dataclass
class WebFile:
    """What the server answers. `cut` ends the next answer after so many bytes."""

    content: bytes = b"SKU,Name,Price,Quantity\nA-1,Pad,2.75,3\n"
    headers: dict[str, str] = field(default_factory=lambda: {"Accept-Ranges": "bytes", "ETag": '"one"'})
    password: str | None = None
    cut: int | None = None
    status: int = 200
    head_status: int | None = None
    redirect: str | None = None
    says_length: bool = True
    asked: list[tuple[str, str, str | None, str | None]] = field(default_factory=list)
    port: int = 0


class _Handler(BaseHTTPRequestHandler):
    file: WebFile

    def log_message(self, *_arguments: object) -> None:
        return

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, *, body: bool) -> None:
        file, sent = self.file, self.headers.get("Authorization")
        file.asked.append((self.command, self.path, self.headers.get("Range"), sent))
        wanted = None if file.password is None else base64.b64encode(f"{USER}:{file.password}".encode()).decode()
        status = file.status if body or file.head_status is None else file.head_status
        if wanted is not None and sent != f"Basic {wanted}":
            status = 401
        if file.redirect is not None and not self.path.startswith("/there"):
            status = 302
        start = int((self.headers.get("Range") or "bytes=0-").removeprefix("bytes=").rstrip("-"))
        resumed = start > 0 and self.headers.get("If-Range") == file.headers.get("ETag") and status == 200
        content = file.content[start:] if resumed else file.content
        self.send_response(206 if resumed else status)
        for name, value in file.headers.items():
            self.send_header(name, value)
        if status == 302:
            self.send_header("Location", file.redirect or "")
        if resumed:
            self.send_header("Content-Range", f"bytes {start}-{len(file.content) - 1}/{len(file.content)}")
        if file.says_length:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if body:
            cut, file.cut = file.cut, None
            self.wfile.write(content[:cut])
        self.close_connection = True


@contextmanager
def serve_file(file: WebFile, tls: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> Iterator[WebFile]:
    """Serves one file until the end; its port is in `file.port`."""
    handler = type("Handler", (_Handler,), {"file": file})
    server = ThreadingHTTPServer((host, 0), handler)
    server.handle_error = lambda *_arguments: None  # type: ignore[method-assign]
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    file.port = server.server_address[1]
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01), daemon=True)
    thread.start()
    try:
        yield file
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
