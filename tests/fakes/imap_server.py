"""A small IMAP server with TLS on loopback, one connection at a time, for one mailbox."""

from __future__ import annotations

import base64
import re
import socket
import ssl
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage

USER, PASSWORD = "till", "pässword"


@dataclass
class ImapServer:
    """Serves messages, numbered from 1, until `stop`. `cut` ends the next download half way."""

    tls: ssl.SSLContext
    messages: list[EmailMessage] = field(default_factory=list)
    cut: bool = False
    silent: bool = False
    found: bytes = b""
    """What it answers to a search, in place of the numbers of its messages."""

    commands: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._acceptor = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._acceptor.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._acceptor.shutdown(socket.SHUT_RDWR)
        self._acceptor.close()
        self._thread.join(5)

    def add(self, sender: str, subject: str, name: str, content: bytes) -> None:
        """A message with one attachment."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, "till@shop.example", subject
        mail.set_content("Here is the list.")
        mail.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
        self.messages.append(mail)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                plain, _ = self._acceptor.accept()
                with suppress(OSError, ValueError), plain, self.tls.wrap_socket(plain, server_side=True) as encrypted:
                    encrypted.settimeout(10)
                    self._talk(encrypted)

    def _talk(self, connection: ssl.SSLSocket) -> None:
        stream = connection.makefile("rwb", buffering=0)
        with stream:
            stream.write(b"* OK Ready\r\n")
            while line := stream.readline():
                tag, _, command = line.decode().strip().partition(" ")
                self.commands.append(command)
                answer = self._answer(command, stream)
                if answer is None:
                    return
                stream.write(answer.replace(b"TAG", tag.encode()))

    def _answer(self, command: str, stream: socket.SocketIO) -> bytes | None:
        verb = command.split(" ", 1)[0].upper()
        if verb == "CAPABILITY":
            return b"* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\nTAG OK done\r\n"
        if verb == "AUTHENTICATE":
            stream.write(b"+ \r\n")
            typed = base64.b64decode(stream.readline()).decode()
            return b"TAG OK in\r\n" if typed == f"\0{USER}\0{PASSWORD}" else b"TAG NO [AUTHENTICATIONFAILED] no\r\n"
        if verb in ("EXAMINE", "SELECT"):
            if "INBOX" not in command:
                return b"TAG NO no such folder\r\n"
            return b"* 1 EXISTS\r\n* OK [UIDVALIDITY 77] valid\r\nTAG OK [READ-ONLY] open\r\n"
        return self._answer_uid(command)

    def _answer_uid(self, command: str) -> bytes | None:
        if command.startswith("UID SEARCH"):
            if self.found:
                return self.found
            return b"* SEARCH " + b" ".join(b"%d" % (n + 1) for n in range(len(self.messages))) + b"\r\nTAG OK done\r\n"
        numbers = [int(text) for text in command.split(" ")[2].split(",")]
        if "HEADER.FIELDS" in command:
            return b"".join(self._headers(number) for number in numbers) + b"TAG OK done\r\n"
        mail = self.messages[numbers[0] - 1]
        if "BODYSTRUCTURE" in command:
            parts = b'("text" "plain" NIL)'
            for part in mail.walk():
                name = re.search(rb"filename(\*?)=\"?([^\";\n]*)", part.as_bytes().split(b"\n\n")[0])
                if name is not None:
                    parts += b' ("application" "x" NIL ("attachment" ("filename%b" "%b")))' % name.groups()
            return b'* 1 FETCH (UID %d BODYSTRUCTURE (%b "mixed"))\r\nTAG OK done\r\n' % (numbers[0], parts)
        start, size = (int(text) for text in re.findall(r"<(\d+)\.(\d+)>", command)[0])
        piece = mail.as_bytes()[start : start + size]
        if self.cut:
            self.cut = False
            return None
        return b"* 1 FETCH (UID %d BODY[]<%d> {%d}\r\n%b)\r\nTAG OK done\r\n" % (numbers[0], start, len(piece), piece)

    def _headers(self, number: int) -> bytes:
        mail = self.messages[number - 1]
        head = (
            b"".join(
                line + b"\r\n"
                for line in mail.as_bytes().split(b"\n\n")[0].split(b"\n")
                if line.startswith((b"From", b"Subject"))
            )
            + b"\r\n"
        )
        size = len(mail.as_bytes())
        return b"* %d FETCH (UID %d RFC822.SIZE %d BODY[HEADER.FIELDS (FROM SUBJECT)] {%d}\r\n%b)\r\n" % (
            number, number, size, len(head), head,
        )  # fmt: skip
