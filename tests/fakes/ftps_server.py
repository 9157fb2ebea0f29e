"""A small FTP server on loopback, one connection at a time, for one folder."""

from __future__ import annotations

import socket
import ssl
import threading
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

USER, PASSWORD = "till", "pässword"


@dataclass
class FtpsServer:
    """Serves the folder until `stop`. `cut` ends the next file after so many bytes; `without` are
    commands that it does not know. `commands` are those that it got.
    """

    folder: Path
    tls: ssl.SSLContext
    implicit: bool = False
    cut: int | None = None
    without: tuple[str, ...] = ()
    commands: list[str] = field(default_factory=list)
    names_in: str = "utf-8"
    """The encoding of the names in its listings."""

    def __post_init__(self) -> None:
        self._acceptor = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._acceptor.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._acceptor.shutdown(socket.SHUT_RDWR)
        self._acceptor.close()
        self._thread.join(5)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._acceptor.accept()
                connection.settimeout(10)
                with suppress(OSError, ValueError):
                    _Dialogue(self, connection).run()


class _Dialogue:
    """One connection of a client."""

    def __init__(self, server: FtpsServer, connection: socket.socket) -> None:
        self._server = server
        self._socket = connection
        self._start = 0
        self._user = ""
        self._data: socket.socket | None = None
        self._binary = False

    def run(self) -> None:
        try:
            if self._server.implicit:
                self._socket = self._server.tls.wrap_socket(self._socket, server_side=True)
            self._say("220 Ready")
            while line := self._line():
                self._server.commands.append(line)
                verb, _, words = line.partition(" ")
                if verb == "QUIT":
                    return
                self._answer(verb, words)
        finally:
            self._socket.close()
            if self._data is not None:
                self._data.close()

    def _line(self) -> str:
        text = b""
        while not text.endswith(b"\r\n"):
            piece = self._socket.recv(1)
            if not piece:
                return ""
            text += piece
        return text.decode().strip()

    def _say(self, text: str) -> None:
        self._socket.sendall(f"{text}\r\n".encode())

    def _answer(self, verb: str, words: str) -> None:
        known = getattr(self, f"_on_{verb.lower()}", None)
        if known is None or verb in self._server.without:
            self._say("502 Not known")
            return
        known(words)

    def _on_auth(self, _words: str) -> None:
        self._say("234 Go on")
        self._socket = self._server.tls.wrap_socket(self._socket, server_side=True)

    def _on_user(self, words: str) -> None:
        self._user = words
        self._say("331 Password")

    def _on_pass(self, words: str) -> None:
        good = (self._user, words) == (USER, PASSWORD)
        self._say("230 Welcome" if good else "530 Login incorrect")

    def _on_pbsz(self, _words: str) -> None:
        self._say("200 Good")

    _on_prot = _on_pbsz

    def _on_type(self, words: str) -> None:
        self._binary = words == "I"
        self._say("200 Good")

    def _on_epsv(self, _words: str) -> None:
        self._say("502 Not known")

    def _on_pasv(self, _words: str) -> None:
        if self._data is not None:
            self._data.close()
        self._data = socket.create_server(("127.0.0.1", 0))
        port = self._data.getsockname()[1]
        # Another host than its own, as servers behind a router say: the client must ignore it.
        self._say(f"227 Entering (10,0,0,1,{port // 256},{port % 256})")

    def _path(self, words: str) -> Path:
        return self._server.folder / words.lstrip("/")

    def _on_size(self, words: str) -> None:
        path = self._path(words)
        self._say(f"213 {path.stat().st_size}" if path.is_file() and self._binary else "550 No such file")

    def _on_mdtm(self, words: str) -> None:
        self._say(f"213 {_time_of(self._path(words))}")

    def _on_rest(self, words: str) -> None:
        self._start = int(words)
        self._say("350 Go on")

    def _on_mlsd(self, words: str) -> None:
        lines = [
            f"type=file;size={path.stat().st_size};modify={_time_of(path)}; {path.name}"
            for path in self._path(words).iterdir()
        ]
        self._send(
            "\r\n".join([*lines, "type=dir;modify=20270101000000; stock-folder.csv", ""]).encode(self._server.names_in)
        )

    def _on_nlst(self, words: str) -> None:
        names = [f"{words.rstrip('/')}/{path.name}\r\n" for path in self._path(words).iterdir()]
        self._send("".join([*names, "/stock-folder.csv\r\n"]).encode())

    def _on_retr(self, words: str) -> None:
        path = self._path(words)
        if not path.is_file() or not self._binary:
            self._say("550 No such file")
            return
        content, self._start = path.read_bytes()[self._start :], 0
        cut, self._server.cut = self._server.cut, None
        if cut is None:
            self._send(content)
            return
        self._send(content[:cut], ends="426 Connection closed")
        self._socket.close()

    def _send(self, content: bytes, *, ends: str = "226 Done") -> None:
        if self._data is None:
            self._say("425 No data connection")
            return
        with closing(self._data) as acceptor:
            self._say("150 Here it comes")
            connection, _ = acceptor.accept()
            if not isinstance(self._socket, ssl.SSLSocket):
                connection.sendall(content)
                connection.close()
            else:
                with closing(self._server.tls.wrap_socket(connection, server_side=True)) as encrypted:
                    encrypted.sendall(content)
                    encrypted.unwrap().close()
        self._say(ends)


def _time_of(path: Path) -> str:
    return f"2026010203{int(path.stat().st_mtime) % 10_000:04d}"
