"""Faults of connections as sentences for the owner."""

from __future__ import annotations

import http.client
import socket
import ssl

from service.domain.sentences import message, os_reason, verbatim
from service.files.file_errors import FileError, FileUnavailable
from service.pull.places.place_port import FetchInterrupted, PlaceRefused


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


def no_such_file(host: str, path: str) -> FileUnavailable:
    """The server has no such file or folder."""
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
