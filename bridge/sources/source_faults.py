"""Faults of connections as sentences for the owner."""

from __future__ import annotations

import base64
import http.client
import json
import socket
import ssl
from urllib.parse import quote, quote_plus

from service.domain.sentences import Sentence, message, os_reason, verbatim
from service.files.file_errors import FileError, FileUnavailable
from service.pull.places.place_port import FetchInterrupted, PlaceRefused

_MAX_ANSWER_CHARS = 300


def connection_fault(error: BaseException, host: str) -> FileError:
    """The fault of a connection; one that ended is FetchInterrupted."""
    if isinstance(error, TimeoutError):
        return FileUnavailable(
            message("{host} did not answer in time. Check that it is switched on, and the connection.", host=host)
        )
    if isinstance(error, socket.gaierror):
        return FileUnavailable(
            message("The name {host} was not found. Check the address and the connection to the network.", host=host)
        )
    if isinstance(error, ConnectionRefusedError):
        return FileUnavailable(
            message("{host} refuses the connection. Check the address, the port, and that the server runs.", host=host)
        )
    if isinstance(error, ConnectionError | http.client.IncompleteRead | ssl.SSLEOFError | EOFError):
        return FetchInterrupted(
            message("The connection to {host} ended in the middle of the file. Run the pull again.", host=host)
        )
    # The text of another fault may hold what was sent, and so the password.
    reason = os_reason(error) if isinstance(error, OSError) else verbatim(type(error).__name__)
    return FileUnavailable(
        message("{host} cannot be reached now: {reason}. Check the connection.", host=host, reason=reason)
    )


def password_refused(host: str, user: str) -> PlaceRefused:
    """The server does not take the user and password."""
    if not user:
        return PlaceRefused(
            message("{host} asks for a password. Put the user before the host in the address, as in {example}.",
                    host=host, example="https://user@host/…")
        )  # fmt: skip
    return PlaceRefused(
        message("{host} does not accept the password of {user}. Set the pull up again with the right one.",
                host=host, user=user)
    )  # fmt: skip


def no_such_file(host: str | Sentence, path: str) -> FileUnavailable:
    return FileUnavailable(
        message("{host} has no {path}. Correct the address, or let the file be exported.", host=host, path=path)
    )


def is_a_folder(path: str) -> FileError:
    """The address names a folder, without a pattern."""
    return FileError(
        message("{path} is a folder. Name the file, or a pattern for the names in it such as stock*.csv.", path=path)
    )


def reading_not_allowed(host: str, path: str, user: str) -> PlaceRefused:
    """The server knows the user and does not let it read the file."""
    return PlaceRefused(
        message(
            "{user} has no permission to read {path} on {host}. Ask the person who runs {host} for it.",
            user=user,
            path=path,
            host=host,
        )
    )


def unusual_answer(host: str, answer: str, password: str) -> FileUnavailable:
    """The server refused in words of its own, which are shown without the password."""
    return FileUnavailable(
        message(
            "{host} answered: {answer}. Try later, or ask who runs it.",
            host=host,
            answer=verbatim(clean_answer(answer, password)),
        )
    )


def clean_answer(answer: str, password: str) -> str:
    """A server's words on one bounded line, without the password in any usual spelling."""
    for spelling in _list_spellings(password) if password else ():
        answer = answer.replace(spelling, "…")
    return " ".join(answer.split())[:_MAX_ANSWER_CHARS].rstrip(".")


def _list_spellings(password: str) -> list[str]:
    """The password as it was sent, and as servers and drivers write it; the longest first."""
    raw = password.encode("utf-8", "surrogatepass")
    spellings = {
        password,
        " ".join(password.split()),
        quote(raw, safe=""),
        quote_plus(raw),
        # As in a connection string, in JSON, and in Python's own words for texts and bytes.
        password.replace("}", "}}"),
        json.dumps(password)[1:-1],
        ascii(password)[1:-1],
        repr(raw)[2:-1],
        base64.b64encode(raw).decode("ascii"),
    }
    return sorted((spelling for spelling in spellings if spelling), key=len, reverse=True)
